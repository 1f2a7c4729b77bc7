//! Data divided among processes and brought together: `mpiexec -n 4 target/release/examples/16_scatter_gather`.
//!
//! The first process has measurements, gives each process some of the rows, and gets the rows back scaled to mean 0 and
//! deviation 1 in each column, for which all reduce their sums.

use xparray::dist::{self, Comm, Op};
use xparray::prelude::*;

fn main() -> xparray::Result<()> {
    let world = dist::init()?;
    let xp = Device::best()?;
    let measured = if world.rank() == 0 { Some(xp.rng(1).normal::<f64>([10_000, 4])? * 3.0 + 7.0) } else { None };
    if let Some(scaled) = standardize(&world, &xp, measured.as_ref())? {
        let mean = scaled.mean(0)?.abs().max(..)?.item()?;
        println!("means below {mean:.0e}, deviations {}, by {} processes", scaled.std(0)?, world.size());
    }
    Ok(())
}

/// The first process's rows, scaled by all.
fn standardize(world: &Comm, xp: &Device, measured: Option<&Array<f64>>) -> xparray::Result<Option<Array<f64>>> {
    let rows = world.scatter(xp, measured, 0)?;
    let all = |x: Array<f64>| world.all_reduce(&x, Op::Sum);
    let count = world.all_reduce(&xp.full((), rows.shape()[0] as f64)?, Op::Sum)?;
    let mean = all(rows.sum(0)?)? / &count;
    let variance = all((&rows - &mean).square().sum(0)?)? / &count;
    world.gather_v(&((rows - mean) / variance.sqrt()), 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scaled_rows_have_mean_0_and_deviation_1() -> xparray::Result<()> {
        let xp = Device::best()?;
        let x = xp.array([[1.0, 10.0], [3.0, 30.0], [2.0, 20.0]])?;
        let scaled = standardize(&Comm::alone(), &xp, Some(&x))?.unwrap();
        assert!(scaled.mean(0)?.abs().max(..)?.item()? < 1e-12);
        assert!(scaled.std(0)?.allclose(&xp.ones::<f64>(2)?)?);
        Ok(())
    }
}
