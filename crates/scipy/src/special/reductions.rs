//! Sums of exponentials: as dependent reductions, which one kernel computes.

use crate::field;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Axes, IntoAxes, Result, TypeClass};

/// Options of [`logsumexp_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::{LogSumExp, logsumexp_with};
/// let (x, b) = (xp.array([0.0, 1.0])?, xp.array([1.0, -1.0])?);
/// let (log, sign) = logsumexp_with(&x, .., LogSumExp::new().b(&b))?;
/// assert_eq!((log.to_string(), sign.to_string()), ("0.5413248546129181".into(), "-1.0".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct LogSumExp<B: Backend> {
    b: Option<DynArray<B>>,
}

impl<B: Backend> Default for LogSumExp<B> {
    fn default() -> Self {
        Self { b: None }
    }
}

impl<B: Backend> LogSumExp<B> {
    /// All exponentials count once.
    pub fn new() -> Self {
        Self::default()
    }

    /// Factors of the exponentials, which broadcast with the array; those of 0 leave them out, whatever they are.
    pub fn b(self, b: &impl AnyArray<B>) -> Self {
        Self { b: Some(b.as_dyn().clone()) }
    }
}

/// The logarithm of the sum of the exponentials along axes, without overflow: `log(sum(exp(x)))`; of no elements negative infinity.
/// Complex numbers have a complex one.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::logsumexp;
/// let x = xp.array([[1000.0, 1000.0], [0.0, -1000.0]])?;
/// assert_eq!(logsumexp(&x, 1)?.to_string(), "[1000.69314718    0.        ]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`](xparray_core::Error::Axis) if the axes are not there.
pub fn logsumexp<B: Backend>(x: &impl AnyArray<B>, axes: impl IntoAxes) -> Result<DynArray<B>> {
    let (sum, largest) = scaled("logsumexp", x.as_dyn(), axes.into_axes(), None)?;
    sum.log()?.add(&largest)
}

/// [`logsumexp`] with options: the logarithm of the sum's magnitude, and its sign, `z / |z|` of a complex one.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::{LogSumExp, logsumexp_with};
/// let (log, sign) = logsumexp_with(&xp.array([0.0, 0.0])?, 0, LogSumExp::new())?;
/// assert_eq!((log.to_string(), sign.to_string()), ("0.6931471805599453".into(), "1.0".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`](xparray_core::Error::Axis) if the axes are not there; [`Error::Shape`](xparray_core::Error::Shape) if the
/// factors do not broadcast.
pub fn logsumexp_with<B: Backend>(
    x: &impl AnyArray<B>,
    axes: impl IntoAxes,
    options: LogSumExp<B>,
) -> Result<(DynArray<B>, DynArray<B>)> {
    let (sum, largest) = scaled("logsumexp", x.as_dyn(), axes.into_axes(), options.b.as_ref())?;
    Ok((sum.abs()?.log()?.add(&largest)?, sum.sign()?))
}

/// The sum of exponentials over that of the largest number, and the largest number, or 0 where it is infinite.
fn scaled<B: Backend>(
    op: &'static str,
    x: &DynArray<B>,
    axes: Axes,
    b: Option<&DynArray<B>>,
) -> Result<(DynArray<B>, DynArray<B>)> {
    let mut x = field(x)?;
    let factors = match b {
        Some(b) => {
            TypeClass::Number.check(op, b.dtype())?;
            let used = b.not_equal(0)?;
            x = used.where_(&x, f64::NEG_INFINITY)?.astype(x.dtype())?;
            Some(b.astype(b.dtype().promote(x.dtype()))?)
        }
        None => None,
    };
    let real = x.real()?;
    let sum = |shifted: DynArray<B>| {
        let exponentials = shifted.exp()?;
        match &factors {
            Some(b) => exponentials.multiply(b)?.sum(axes.clone()),
            None => exponentials.sum(axes.clone()),
        }
    };
    if x.is_empty() {
        let sum = sum(x)?;
        let zero = sum.real()?.multiply(0)?;
        return Ok((sum, zero));
    }
    // Results do not depend on the shift.
    let largest = real.max(keepdims(axes.clone()))?.detached()?;
    let shift = largest.isfinite()?.where_(&largest, 0.0)?.astype(real.dtype())?;
    let sum = sum(x.subtract(&shift)?)?;
    let shift = shift.reshape(sum.shape())?;
    Ok((sum, shift))
}

/// Exponentials over their sum along an axis: `exp(x) / sum(exp(x))`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::softmax;
/// let x = xp.array([[0.0, 0.0], [1000.0, 0.0]])?;
/// assert_eq!(softmax(&x, 1)?.to_string(), "[[0.5 0.5]\n [1.  0. ]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`](xparray_core::Error::Axis) if the axes are not there; [`Error::DType`](xparray_core::Error::DType) for complex
/// numbers.
pub fn softmax<B: Backend>(x: &impl AnyArray<B>, axes: impl IntoAxes) -> Result<DynArray<B>> {
    let (x, axes) = (x.as_dyn(), axes.into_axes());
    TypeClass::RealElement.check("softmax", x.dtype())?;
    let x = field(x)?;
    if x.is_empty() {
        // The axes may be wrong all the same.
        return x.sum(axes).map(|_| x);
    }
    let exponentials = x.subtract(&x.max(keepdims(axes.clone()))?.detached()?)?.exp()?;
    exponentials.divide(&exponentials.sum(keepdims(axes))?)
}

/// The logarithm of [`softmax`], also where that is 0.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::log_softmax;
/// let x = xp.array([1000.0, 0.0])?;
/// assert_eq!(log_softmax(&x, 0)?.to_string(), "[    0. -1000.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`](xparray_core::Error::Axis) if the axes are not there; [`Error::DType`](xparray_core::Error::DType) for complex
/// numbers.
pub fn log_softmax<B: Backend>(x: &impl AnyArray<B>, axes: impl IntoAxes) -> Result<DynArray<B>> {
    let (x, axes) = (x.as_dyn(), axes.into_axes());
    TypeClass::RealElement.check("log_softmax", x.dtype())?;
    let x = field(x)?;
    if x.is_empty() {
        return x.sum(axes).map(|_| x);
    }
    let largest = x.max(keepdims(axes.clone()))?.detached()?;
    let shifted = x.subtract(&largest.isfinite()?.where_(&largest, 0.0)?.astype(x.dtype())?)?;
    shifted.subtract(&shifted.exp()?.sum(keepdims(axes))?.log()?)
}
