//! Estimates of cumulants without bias.

use super::along::Along;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// The estimate without bias of the cumulant of an order of 1 to 4 (Fisher, 1930): of the second one it is the variance with one degree of freedom less. NaN for
/// samples of fewer elements than the order.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::kstat;
/// assert_eq!(kstat(&xp.array([1.0, 2.0, 6.0])?, 3, None)?.to_string(), "27.0");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for another order; [`Error::Axis`] if the axis is not there; [`Error::DType`] for complex numbers.
pub fn kstat<B: Backend>(x: &impl AnyArray<B>, order: u32, along: impl Into<Along>) -> Result<DynArray<B>> {
    const OP: &str = "kstat";
    if !(1..=4).contains(&order) {
        return Err(Error::value(OP, format!("the order {order}, which may be 1 to 4")));
    }
    let [statistic] = along.into().one(OP, x.as_dyn(), 1, |x, n| Ok([cumulant(x, order, n)?]))?;
    Ok(statistic)
}

/// The estimate without bias of the variance of [`kstat`] of order 1 or 2.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::kstatvar;
/// assert_eq!(kstatvar(&xp.array([1.0, 2.0, 6.0])?, 1, None)?.to_string(), "2.3333333333333335");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`kstat`].
pub fn kstatvar<B: Backend>(x: &impl AnyArray<B>, order: u32, along: impl Into<Along>) -> Result<DynArray<B>> {
    const OP: &str = "kstatvar";
    if !(1..=2).contains(&order) {
        return Err(Error::value(OP, format!("the order {order}, which may be 1 or 2")));
    }
    let [variance] = along.into().one(OP, x.as_dyn(), 1, |x, n| {
        let (second, count) = (cumulant(x, 2, n)?, n as f64);
        if order == 1 {
            return Ok([second.divide(count)?]);
        }
        let fourth = cumulant(x, 4, n)?.multiply(count - 1.0)?;
        Ok([second.square()?.multiply(2.0 * count)?.add(&fourth)?.divide(count * (count + 1.0))?])
    })?;
    Ok(variance)
}

/// Along the last axis, of `n` elements: by powers of the distances from the mean.
fn cumulant<B: Backend>(x: &DynArray<B>, order: u32, n: usize) -> Result<DynArray<B>> {
    let mean = x.mean(keepdims(-1))?;
    if n < order as usize {
        return mean.squeeze(-1)?.multiply(f64::NAN);
    }
    let (away, count) = (x.subtract(&mean)?, n as f64);
    let squares = away.square()?;
    match order {
        1 => mean.squeeze(-1),
        2 => squares.sum(-1)?.divide(count - 1.0),
        3 => squares.multiply(&away)?.sum(-1)?.multiply(count / ((count - 1.0) * (count - 2.0))),
        _ => {
            let fourth = squares.square()?.sum(-1)?.multiply(count * (count + 1.0))?;
            let rest = squares.sum(-1)?.square()?.multiply(3.0 * (count - 1.0))?;
            fourth.subtract(&rest)?.divide((count - 1.0) * (count - 2.0) * (count - 3.0))
        }
    }
}
