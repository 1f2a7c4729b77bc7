//! Heat in a plate that is divided among processes: `mpiexec -n 4 target/release/examples/19_halo_exchange`.
//!
//! Each process has some of the rows. In each step it gets the rows next to its own from its neighbours: the halo. A plate whose edges
//! are cold cools as a product of sines does, so the result is known.

use std::f64::consts::PI;
use xparray::dist::{self, Comm, DistArray};
use xparray::prelude::*;

/// Points along a side, without the cold edges, and steps.
const POINTS: usize = 127;
const STEPS: i32 = 500;
/// A quarter of the time that makes explicit steps unstable.
const RATE: f64 = 0.0625;

fn main() -> xparray::Result<()> {
    let world = dist::init()?;
    let error = cooled(&world, &Device::best()?)?;
    if world.rank() == 0 {
        println!("{STEPS} steps on {} processes: {error:.1e} from what is known", world.size());
    }
    Ok(())
}

/// The largest error after all steps.
fn cooled(world: &Comm, xp: &Device) -> xparray::Result<f64> {
    let rows = world.mesh(world.size())?.sharding([Some(0), None])?;
    let wave = ((xp.arange(POINTS)?.astype::<f64>() + 1.0) * (PI / (POINTS + 1) as f64)).sin();
    let start = wave.reshape([POINTS, 1])? * &wave;
    let mut u = rows.shard(&start)?;
    for _ in 0..STEPS {
        u = step(&u)?;
    }
    // Each step of the discrete equation shrinks this wave by the same factor.
    let shrinks = 1.0 - 8.0 * RATE * (PI / (2 * (POINTS + 1)) as f64).sin().powi(2);
    let expected = rows.shard(&(start * shrinks.powi(STEPS)))?;
    (u - &expected).map(|x| Ok(x.abs()))?.max(..)?.item()
}

/// One step: each point goes towards the mean of its neighbours.
fn step(u: &DistArray<f64, Device>) -> xparray::Result<DistArray<f64, Device>> {
    let own = u.sharding().clone();
    let (first, last) = ends(u)?;
    // Beyond the plate there is a cold row, so all have a row above and below, and columns on both sides.
    let all = u.halo(0, 1)?.pad([(usize::from(first), usize::from(last)), (1, 1)])?;
    let middle = all.slice(s![1..-1, 1..-1])?;
    let around = all.slice(s![..-2, 1..-1])? + all.slice(s![2.., 1..-1])? + all.slice(s![1..-1, ..-2])?;
    let next = &middle + (around + all.slice(s![1..-1, 2..])? - &middle * 4.0) * RATE;
    next.eval()?;
    own.from_local(&next, u.shape().to_vec())
}

/// Whether this process has the first rows, and the last ones.
fn ends(u: &DistArray<f64, Device>) -> xparray::Result<(bool, bool)> {
    let line = u.sharding().mesh().line(0)?;
    Ok((line.rank() == 0, line.rank() == line.size() - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plate_cools_as_is_known() -> xparray::Result<()> {
        let error = cooled(&Comm::alone(), &Device::best()?)?;
        assert!(error < 1e-13, "{error}");
        Ok(())
    }
}
