//! Transforms to what is more like normal numbers, by powers of the greatest likelihood.

use super::sample::samples;
use super::scores::boxcox_llf;
use crate::special;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Result};

/// Where a function with one maximum has it: by golden sections of an interval, which moves on while its end is the best.
fn greatest(of: impl Fn(f64) -> Result<f64>, (mut low, mut high): (f64, f64)) -> Result<f64> {
    const STEP: f64 = 0.1;
    let section = (5f64.sqrt() - 1.0) / 2.0;
    while of(high)? > of(high - STEP)? {
        (low, high) = (high - STEP, high + 2.0 * (high - low));
    }
    while of(low)? > of(low + STEP)? {
        (low, high) = (low - 2.0 * (high - low), low + STEP);
    }
    let mut inner = [high - section * (high - low), low + section * (high - low)];
    let mut values = [of(inner[0])?, of(inner[1])?];
    while high - low > 1e-9 * low.abs().max(1.0) {
        if values[0] > values[1] {
            high = inner[1];
            inner = [high - section * (high - low), inner[0]];
            values = [of(inner[0])?, values[0]];
        } else {
            low = inner[0];
            inner = [inner[1], low + section * (high - low)];
            values = [values[1], of(inner[1])?];
        }
    }
    Ok((low + high) / 2.0)
}

fn number<B: Backend>(x: &DynArray<B>) -> Result<f64> {
    Ok(x.item()?.get())
}

/// A vector of floats that [`boxcox`] has a power for.
fn positive<B: Backend>(op: &'static str, x: &DynArray<B>) -> Result<DynArray<B>> {
    if x.ndim() != 1 {
        return Err(Error::value(op, format!("expected a vector, found shape {:?}", x.shape())));
    }
    let (x, n) = samples(op, x, Some(0))?;
    let x = x.astype(DType::F64)?;
    if x.less_equal(0.0)?.any(..)?.typed::<bool>()?.item()? {
        return Err(Error::value(op, "elements must be positive"));
    }
    if n > 0 && number(&x.min(0)?)? == number(&x.max(0)?)? {
        return Err(Error::value(op, "elements must not be all equal"));
    }
    Ok(x)
}

/// By what [`boxcox_normmax`] chooses a power.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PowerCriterion {
    /// The greatest correlation of the elements in order with the medians of those of a normal sample.
    #[default]
    Pearson,
    /// The greatest likelihood.
    Mle,
}

/// The power of Box's and Cox's transform after which a vector of positive numbers is most like a normal sample; it is first looked for in `bracket`, of which
/// SciPy's is (-2, 2).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{PowerCriterion, boxcox_normmax};
/// let x = xp.array([1.0, 2.0, 3.0, 5.0, 9.0, 17.0])?;
/// assert_eq!(format!("{:.5}", boxcox_normmax(&x, PowerCriterion::Mle, (-2.0, 2.0))?), "-0.03211");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for what is no vector, not positive, or all equal; [`Error::DType`] for complex numbers.
pub fn boxcox_normmax<B: Backend>(x: &impl AnyArray<B>, criterion: PowerCriterion, bracket: (f64, f64)) -> Result<f64> {
    const OP: &str = "boxcox_normmax";
    let x = positive(OP, x.as_dyn())?;
    if criterion == PowerCriterion::Mle {
        return greatest(|power| number(&boxcox_llf(power, &x)?), bracket);
    }
    let normal = medians(x.xp(), x.len())?.ndtri()?;
    let normal = normal.subtract(&normal.mean(0)?)?;
    let (ordered, squares) = (x.sort()?, number(&normal.square()?.sum(0)?)?);
    let correlation = |power: f64| {
        let y = special::boxcox(&ordered, power)?;
        let y = y.subtract(&y.mean(0)?)?;
        Ok(number(&y.multiply(&normal)?.sum(0)?)? / (number(&y.square()?.sum(0)?)? * squares).sqrt())
    };
    greatest(correlation, bracket)
}

/// The medians of the elements in order of a uniform sample of `n`, by Filliben's approximation (Technometrics 17, 1975).
fn medians<B: Backend>(xp: &B, n: usize) -> Result<DynArray<B>> {
    let last = 0.5f64.powf(1.0 / n as f64);
    let median = |k: usize| match k {
        _ if k == n => last,
        1 => 1.0 - last,
        _ => (k as f64 - 0.3175) / (n as f64 + 0.365),
    };
    Ok(xp.from_slice(&(1..=n).map(median).collect::<Vec<_>>(), n)?.into_dyn())
}

/// Box's and Cox's transform of a vector of positive numbers by the power of the greatest likelihood, and this; by another power it is
/// [`special::boxcox`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::boxcox;
/// let (y, power) = boxcox(&xp.array([1.0, 2.0, 3.0, 5.0, 9.0, 17.0])?)?;
/// assert_eq!((y.shape(), format!("{power:.5}")), (&[6][..], "-0.03211".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`boxcox_normmax`].
pub fn boxcox<B: Backend>(x: &impl AnyArray<B>) -> Result<(DynArray<B>, f64)> {
    let x = positive("boxcox", x.as_dyn())?;
    let power = boxcox_normmax(&x, PowerCriterion::Mle, (-2.0, 2.0))?;
    Ok((special::boxcox(&x, power)?, power))
}

/// Yeo's and Johnson's transform by a power (Biometrika 87, 2000), elementwise, in `f64`: Box's and Cox's of x + 1 where x is at least 0, and of 1 - x by 2 - power,
/// turned, where it is less.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::yeojohnson;
/// assert_eq!(yeojohnson(&xp.array([-2.0, 0.0, 3.0])?, 2.0)?.to_string(), "[-1.09861229  0.          7.5       ]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::DType`] for complex numbers.
pub fn yeojohnson<B: Backend>(x: &impl AnyArray<B>, power: f64) -> Result<DynArray<B>> {
    let (shape, x) = (x.as_dyn().shape(), samples("yeojohnson", x.as_dyn(), None)?.0.astype(DType::F64)?);
    let above = special::boxcox1p(x.maximum(0.0)?, power)?;
    let below = special::boxcox1p(x.minimum(0.0)?.negative()?, 2.0 - power)?.negative()?;
    x.greater_equal(0.0)?.where_(&above, &below)?.reshape(shape)
}

/// The logarithm of the likelihood of the power of [`yeojohnson`] for samples along the first axis, but for a constant.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::yeojohnson_llf;
/// let found = yeojohnson_llf(0.5, &xp.array([-1.0, 2.0, 3.0])?)?;
/// assert_eq!(format!("{:.6}", found.item()?.get::<f64>()), "-1.922847");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] for a zero-dimensional array; [`Error::DType`] for complex numbers.
pub fn yeojohnson_llf<B: Backend>(power: f64, x: &impl AnyArray<B>) -> Result<DynArray<B>> {
    let (x, n) = samples("yeojohnson_llf", x.as_dyn(), Some(0))?;
    let x = x.astype(DType::F64)?;
    // Of one sign it is the likelihood of Box's and Cox's transform, which loses no digits where powers are nearly equal.
    let none = |mask: DynArray<B>| -> Result<bool> { Ok(!mask.any(..)?.typed::<bool>()?.item()?) };
    if none(x.less(0.0)?)? {
        return boxcox_llf(power, &x.add(1.0)?.moveaxis(-1, 0)?);
    }
    if none(x.greater(0.0)?)? {
        return boxcox_llf(2.0 - power, &x.negative()?.add(1.0)?.moveaxis(-1, 0)?);
    }
    let logs = x.sign()?.multiply(&x.abs()?.log1p()?)?.sum(-1)?.multiply(power - 1.0)?;
    logs.subtract(&yeojohnson(&x, power)?.var(-1)?.log()?.multiply(0.5 * n as f64)?)
}

/// The power of [`yeojohnson`] of the greatest likelihood for all elements; it is first looked for in `bracket`, of which SciPy's is (-2, 2). 1 for zeros alone.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::yeojohnson_normmax;
/// let x = xp.array([-1.0, 0.5, 2.0, 3.0, 8.0, 21.0])?;
/// assert_eq!(format!("{:.5}", yeojohnson_normmax(&x, (-2.0, 2.0))?), "0.22308");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for what is not finite; [`Error::DType`] for complex numbers.
pub fn yeojohnson_normmax<B: Backend>(x: &impl AnyArray<B>, bracket: (f64, f64)) -> Result<f64> {
    const OP: &str = "yeojohnson_normmax";
    let (x, _) = samples(OP, x.as_dyn(), None)?;
    if !x.isfinite()?.all(..)?.typed::<bool>()?.item()? {
        return Err(Error::value(OP, "elements must be finite"));
    }
    if !x.any(..)?.typed::<bool>()?.item()? {
        return Ok(1.0);
    }
    greatest(|power| number(&yeojohnson_llf(power, &x)?), bracket)
}
