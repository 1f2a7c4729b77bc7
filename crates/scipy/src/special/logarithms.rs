//! Products with logarithms that are 0 where the factor is, and the multivariate gamma function.

use crate::field;
use std::f64::consts::PI;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// `x log`, but 0 where `x` is 0 and `y` a number.
fn product<B: Backend>(x: &DynArray<B>, y: &DynArray<B>, log: &DynArray<B>) -> Result<DynArray<B>> {
    let value = x.multiply(log)?;
    let zero = x.equal(0)?.logical_and(&y.isnan()?.logical_not()?)?;
    // The logarithm is the slope there, if it is finite.
    let slope = log.isfinite()?.where_(log, 0)?.astype(value.dtype())?;
    zero.where_(x.multiply(&slope)?.add(0)?, &value)?.astype(value.dtype())
}

/// `x log(y)`, and 0 where `x` is 0 and `y` is not NaN. Arrays broadcast; complex numbers have the principal logarithm.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::xlogy;
/// assert_eq!(xlogy(&xp.array([0.0, 2.0])?, &xp.array([0.0, 1.0])?)?.to_string(), "[0. 0.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] if shapes do not broadcast.
pub fn xlogy<B: Backend>(x: &impl AnyArray<B>, y: &impl AnyArray<B>) -> Result<DynArray<B>> {
    let (x, y) = (x.as_dyn(), y.as_dyn());
    let dtype = x.dtype().promote(y.dtype()).float();
    let (x, y) = (field(&x.astype(dtype)?)?, field(&y.astype(dtype)?)?);
    product(&x, &y, &y.log()?)?.astype(dtype)
}

/// `x log(1 + y)`, and 0 where `x` is 0 and `y` is not NaN. Arrays broadcast.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::xlog1py;
/// assert_eq!(xlog1py(&xp.array([0.0, 2.0])?, &xp.array([-1.0, 0.0])?)?.to_string(), "[0. 0.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] if shapes do not broadcast.
pub fn xlog1py<B: Backend>(x: &impl AnyArray<B>, y: &impl AnyArray<B>) -> Result<DynArray<B>> {
    let (x, y) = (x.as_dyn(), y.as_dyn());
    let dtype = x.dtype().promote(y.dtype()).float();
    let (x, y) = (field(&x.astype(dtype)?)?, field(&y.astype(dtype)?)?);
    product(&x, &y, &y.log1p()?)?.astype(dtype)
}

/// The logarithm of the multivariate gamma function of dimension `d`: `d (d - 1) / 4 log(pi)` and `gammaln(a - j / 2)` for `j` below `d`
/// (DLMF 35.3.5). It looks at the elements, so it waits for them.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::multigammaln;
/// assert_eq!(multigammaln(&xp.array([1.0, 3.0])?, 2)?.to_string(), "[1.14472989 1.55019499]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for a dimension of 0, and unless all elements are above `(d - 1) / 2`; [`Error::DType`] for complex numbers.
pub fn multigammaln<B: Backend>(a: &impl AnyArray<B>, d: usize) -> Result<DynArray<B>> {
    const OP: &str = "multigammaln";
    let a = a.as_dyn();
    TypeClass::RealElement.check(OP, a.dtype())?;
    if d == 0 || d > 100_000 {
        return Err(Error::value(OP, format!("the dimension {d}")));
    }
    let a = a.astype(a.dtype().float())?;
    let d = d as f64;
    if a.less_equal(0.5 * (d - 1.0))?.any(..)?.typed::<bool>()?.item()? {
        return Err(Error::value(OP, format!("an element is not above {}", 0.5 * (d - 1.0))));
    }
    let shifts = a.xp().arange_of(DType::F64, 0..d as i64)?.multiply(-0.5)?.astype(a.dtype())?;
    let terms = a.expand_dims(-1)?.add(&shifts)?.gammaln()?;
    terms.sum(-1)?.add(0.25 * d * (d - 1.0) * PI.ln())?.astype(a.dtype())
}
