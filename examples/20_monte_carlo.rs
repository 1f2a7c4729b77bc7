//! The volume of a ball by random points, divided among processes: `mpiexec -n 4 target/release/examples/20_monte_carlo`.
//!
//! The points are the same for any number of processes, each of which makes its own part of them; one reduction counts the hits.

use std::f64::consts::PI;
use xparray::dist::{self, Comm};
use xparray::prelude::*;

const POINTS: usize = 4_000_000;
const DIMENSIONS: usize = 5;
/// That of the unit ball in five dimensions.
const VOLUME: f64 = 8.0 * PI * PI / 15.0;

fn main() -> xparray::Result<()> {
    let world = dist::init()?;
    let volume = volume(&world, &Device::best()?)?;
    if world.rank() == 0 {
        println!("{volume:.4} by {POINTS} points on {} processes; it is {VOLUME:.4}", world.size());
    }
    Ok(())
}

/// The share of points of a cube that lie in the ball, times the cube's volume.
fn volume(world: &Comm, xp: &Device) -> xparray::Result<f64> {
    let rows = world.mesh(world.size())?.sharding([Some(0), None])?;
    let points = rows.shard(&(xp.rng(1).random::<f64>([POINTS, DIMENSIONS])? * 2.0 - 1.0))?;
    let squares = points.map(|x| Ok(x.square()))?.sum(1)?;
    let inside = squares.map(|r| r.less_equal(1.0))?.mean(..)?.item()?;
    Ok(inside * 2f64.powi(DIMENSIONS as i32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_volume_is_right() -> xparray::Result<()> {
        let found = volume(&Comm::alone(), &Device::best()?)?;
        // Three standard deviations.
        assert!((found - VOLUME).abs() < 0.018, "{found}");
        Ok(())
    }
}
