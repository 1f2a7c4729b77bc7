//! Tasks that need nothing of each other, divided among processes: `mpiexec -n 4 target/release/examples/15_independent_tasks`.
//!
//! For which growth rates the logistic map x -> r x (1 - x) is chaotic: its Lyapunov exponent is positive there. Each process
//! takes every n-th rate, and the results are gathered at the end.

use xparray::dist::{self, Comm};
use xparray::prelude::*;

const RATES: usize = 200;

fn main() -> xparray::Result<()> {
    let world = dist::init()?;
    let xp = Device::best()?;
    if let Some(exponents) = exponents(&world, &xp)? {
        let chaotic = exponents.greater(0.0)?.count_nonzero(..)?.item()?;
        println!("{chaotic} of {RATES} growth rates from 3 to 4 are chaotic, by {} processes", world.size());
    }
    Ok(())
}

/// The growth rate of a task.
fn rate(task: i64) -> f64 {
    3.0 + (task + 1) as f64 / RATES as f64
}

/// The exponents for all rates, on the first process.
fn exponents(world: &Comm, xp: &Device) -> xparray::Result<Option<Array<f64>>> {
    let own: Vec<i64> = (world.rank() as i64..RATES as i64).step_by(world.size()).collect();
    let found = own.iter().map(|&task| exponent(xp, rate(task))).collect::<xparray::Result<Vec<_>>>()?;
    let (tasks, found) = (xp.from_slice(&own, own.len())?, xp.from_slice(&found, found.len())?);
    let (Some(tasks), Some(found)) = (world.gather_v(&tasks, 0)?, world.gather_v(&found, 0)?) else {
        return Ok(None);
    };
    Ok(Some(found.take(&tasks.argsort()?, 0)?))
}

/// The mean of log |f'(x)| along many orbits, once they are where they stay.
fn exponent(xp: &Device, r: f64) -> xparray::Result<f64> {
    let mut x = (xp.arange(500)?.astype::<f64>() + 0.5) / 500.0;
    let mut sum = xp.zeros::<f64>(500)?;
    for step in 0..300 {
        x = &x * r * (1.0 - &x);
        if step >= 200 {
            sum += ((1.0 - &x * 2.0) * r).abs().log();
        }
        sum.eval()?;
        x.eval()?;
    }
    (sum / 100.0).mean(..)?.item()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fully_grown_map_has_the_exponent_log_2() -> xparray::Result<()> {
        let all = exponents(&Comm::alone(), &Device::best()?)?.unwrap().to_vec()?;
        assert_eq!(all.len(), RATES);
        // At r = 4, 500 orbits of 100 steps give it to two digits; at r = 3.2 there is a cycle of two.
        assert!((all[RATES - 1] - 2f64.ln()).abs() < 0.02, "{}", all[RATES - 1]);
        assert!((all[39] - 0.4f64.ln()).abs() < 1e-9, "{}", all[39]);
        Ok(())
    }
}
