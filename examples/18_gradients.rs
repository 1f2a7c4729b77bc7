//! Training on data that is divided among processes: `mpiexec -n 4 target/release/examples/18_gradients`.
//!
//! Each process has some of the samples and all of the weights; gradients are averaged in every step, so that the weights stay the
//! same everywhere.

use xparray::dist::{self, Comm, Op};
use xparray::prelude::*;

/// What the samples were made with.
const WEIGHTS: [f64; 3] = [2.0, -1.0, 0.5];
const SAMPLES: usize = 4000;

fn main() -> xparray::Result<()> {
    let world = dist::init()?;
    let weights = train(&world, &Device::best()?)?;
    if world.rank() == 0 {
        println!("weights {weights}, trained by {} processes", world.size());
    }
    Ok(())
}

/// Weights of a linear model, by gradient descent.
fn train(world: &Comm, xp: &Device) -> xparray::Result<Array<f64>> {
    let rows = world.mesh(world.size())?.sharding([Some(0), None])?;
    let x = rows.shard(&xp.rng(1).normal::<f64>([SAMPLES, WEIGHTS.len()])?)?;
    let noise = rows.shard(&(xp.rng(2).normal::<f64>([SAMPLES, 1])? * 0.01))?;
    let (x, noise) = (x.local(), noise.local());
    let y = x.matmul(&xp.array([WEIGHTS])?.t())? + noise;
    let mut weights = xp.zeros::<f64>([WEIGHTS.len(), 1])?;
    for _ in 0..50 {
        let error = x.matmul(&weights)? - &y;
        let gradient = x.t().matmul(&error)? * (2.0 / SAMPLES as f64);
        weights -= world.all_reduce(&gradient, Op::Sum)? * 0.2;
    }
    weights.reshape(WEIGHTS.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_found() -> xparray::Result<()> {
        let xp = Device::best()?;
        let error = (train(&Comm::alone(), &xp)? - xp.array(WEIGHTS)?).abs().max(..)?.item()?;
        // Noise of 0.01 in 4000 samples.
        assert!(error < 1e-3, "{error}");
        Ok(())
    }
}
