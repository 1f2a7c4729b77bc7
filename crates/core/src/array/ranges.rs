//! Ranges: numbers at equal distances or ratios.

use super::{DynArray, IntoAxis};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::{DType, Kind, Scalar};
use crate::error::{Error, Result};
use crate::ir::BinaryOp;
use crate::layout::normalize_axis;

/// `start`, `start + step` and so on, below `stop`.
pub(super) fn arange<B: Backend>(xp: &B, dtype: DType, ends: [Scalar; 3]) -> Result<DynArray<B>> {
    TypeClass::RealNumber.check("arange", dtype)?;
    ends.iter().try_for_each(|end| TypeClass::RealElement.check("arange", end.dtype()))?;
    let [start, stop, step] = ends;
    let Some(len) = range_len(start, stop, step) else {
        return Err(Error::value("arange", format!("from {start} to {stop} by {step} is not a finite range")));
    };
    // As the index has more digits than a half-precision type, NumPy computes these as `f32`.
    let computed = if matches!(dtype, DType::F16 | DType::BF16) { DType::F32 } else { dtype };
    // As NumPy, of whose integers the first two, cut off, say how far the others are.
    let step = match computed.is_integer() && [start, step].iter().any(|end| end.dtype().is_float()) {
        true => {
            let [start, step] = [start, step].map(|end| end.get::<f64>());
            Scalar::new((start + step).trunc() - start.trunc())
        }
        false => step,
    };
    let mut numbers = DynArray::iota(xp, &[len])?.astype(computed)?;
    // Most ranges are of the indices themselves.
    if step.get::<f64>() != 1.0 {
        numbers = numbers.binary_scalar(BinaryOp::Mul, step.astype(computed), false)?;
    }
    if start.get::<f64>() != 0.0 {
        numbers = numbers.binary_scalar(BinaryOp::Add, start.astype(computed), false)?;
    }
    numbers.astype(dtype)
}

/// How many elements there are from `start` to `stop` by `step`, if that is a number of elements.
///
/// Integers are counted exactly: a float has no room for the last digits of 64 bits.
fn range_len(start: Scalar, stop: Scalar, step: Scalar) -> Option<usize> {
    let whole = |x: Scalar| match x.dtype().kind() {
        Kind::Signed => Some(i128::from(x.get::<i64>())),
        Kind::Bool | Kind::Unsigned => Some(i128::from(x.get::<u64>())),
        Kind::Float | Kind::Complex => None,
    };
    if let (Some(start), Some(stop), Some(step)) = (whole(start), whole(stop), whole(step)) {
        let distance = stop - start;
        let more = distance.checked_rem(step)? != 0 && (distance < 0) == (step < 0);
        return usize::try_from((distance / step + i128::from(more)).max(0)).ok();
    }
    let [start, stop, step] = [start, stop, step].map(|x| x.get::<f64>());
    let len = ((stop - start) / step).ceil();
    (step != 0.0 && len.is_finite()).then_some(len.max(0.0) as usize)
}

/// Options of [`Create::linspace_with`](super::Create::linspace_with), [`Create::geomspace_with`](super::Create::geomspace_with),
/// [`Array::linspace_to`](super::Array::linspace_to) and [`Array::geomspace_to`](super::Array::geomspace_to).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.linspace_with(0.0, 1.0, 4, Linspace::new().endpoint(false))?;
/// assert_eq!(x.to_string(), "[0.   0.25 0.5  0.75]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Linspace {
    pub(super) endpoint: bool,
    pub(super) axis: isize,
}

impl Default for Linspace {
    fn default() -> Self {
        Self { endpoint: true, axis: 0 }
    }
}

impl Linspace {
    /// The defaults: both ends are included.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether the last value is the upper end; if not, it is one distance before.
    pub fn endpoint(self, endpoint: bool) -> Self {
        Self { endpoint, ..self }
    }

    /// The axis of the result along which the values are, negative from the end; the others are those of the ends.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([0.0, 10.0])?.linspace_to(20, 3, Linspace::new().axis(-1))?;
    /// assert_eq!(x.to_string(), "[[ 0. 10. 20.]\n [10. 15. 20.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn axis(self, axis: impl IntoAxis) -> Self {
        Self { axis: axis.into_axis(), ..self }
    }

    /// How many distances there are between the ends.
    pub(super) fn distances(self, num: usize) -> usize {
        if self.endpoint { num.saturating_sub(1) } else { num }
    }
}

/// Options of [`Create::logspace_with`](super::Create::logspace_with) and [`Array::logspace_to`](super::Array::logspace_to).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// assert_eq!(xp.logspace_with(0.0, 3.0, 4, Logspace::new().base(2.0))?.to_string(), "[1. 2. 4. 8.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Logspace {
    pub(super) exponents: Linspace,
    pub(super) base: f64,
}

impl Default for Logspace {
    fn default() -> Self {
        Self { exponents: Linspace::new(), base: 10.0 }
    }
}

impl Logspace {
    /// The defaults: powers of ten, both ends included.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether the last exponent is the upper end; if not, it is one distance before.
    pub fn endpoint(self, endpoint: bool) -> Self {
        Self { exponents: self.exponents.endpoint(endpoint), ..self }
    }

    /// The axis of the result along which the values are, negative from the end; the others are those of the ends.
    pub fn axis(self, axis: impl IntoAxis) -> Self {
        Self { exponents: self.exponents.axis(axis), ..self }
    }

    /// What the powers are of.
    pub fn base(self, base: f64) -> Self {
        Self { base, ..self }
    }
}

/// `num` numbers at equal distances.
pub(super) fn linspace<B: Backend>(
    xp: &B,
    dtype: DType,
    [start, stop]: [f64; 2],
    num: usize,
    options: Linspace,
) -> Result<DynArray<B>> {
    TypeClass::RealNumber.check("linspace", dtype)?;
    normalize_axis("linspace", options.axis, 1)?;
    let step = step([start, stop], num, options).unwrap_or(0.0);
    let (far, distances) = (stop - start, options.distances(num) as f64);
    // Between ends that are closer than a step could say.
    let vanishes = step == 0.0 && far != 0.0 && distances > 0.0;
    if !xp.supports(DType::F64) {
        // The device could not compute so exactly.
        let away = |k: usize| if vanishes { k as f64 / distances * far } else { k as f64 * step };
        let value = |k: usize| if options.endpoint && k > 0 && k + 1 == num { stop } else { away(k) + start };
        let whole = |x: f64| if dtype.is_integer() { x.floor() } else { x };
        return of_host(xp, dtype, num, |k| whole(value(k)));
    }
    let index = DynArray::iota(xp, &[num])?;
    let numbers = index.astype(DType::F64)?;
    let away = match vanishes {
        true => numbers.with_number(BinaryOp::Div, distances)?.with_number(BinaryOp::Mul, far)?,
        false => numbers.with_number(BinaryOp::Mul, step)?,
    };
    let values = away.with_number(BinaryOp::Add, start)?;
    // Integers are those below, as NumPy's.
    let converted = |x: DynArray<B>| if dtype.is_integer() { x.floor()?.astype(dtype) } else { x.astype(dtype) };
    if !options.endpoint {
        return converted(values);
    }
    // The last value is `stop` itself, whatever the rounding.
    let is_last = index.binary_scalar(BinaryOp::Eq, Scalar::new(num as i64 - 1), false)?;
    let last = DynArray::full(xp, Scalar::new(if num > 1 { stop } else { start }), &[])?;
    converted(DynArray::selected(&is_last, &last, &values)?)
}

/// Numbers that the host computes.
fn of_host<B: Backend>(xp: &B, dtype: DType, num: usize, value: impl Fn(usize) -> f64) -> Result<DynArray<B>> {
    let mut bytes = crate::host::zeros::<u8>(num.saturating_mul(dtype.size()))?;
    for (k, element) in bytes.chunks_exact_mut(dtype.size()).enumerate() {
        element.copy_from_slice(Scalar::new(value(k)).astype(dtype).bytes());
    }
    DynArray::from_bytes(xp, dtype, &[num], &bytes)
}

/// The distance of numbers between two ends, if there is more than one number or place.
pub(super) fn step([start, stop]: [f64; 2], num: usize, options: Linspace) -> Option<f64> {
    let distances = options.distances(num);
    (distances > 0).then(|| (stop - start) / distances as f64)
}

/// Powers with exponents at equal distances.
pub(super) fn logspace<B: Backend>(
    xp: &B,
    dtype: DType,
    ends: [f64; 2],
    num: usize,
    options: Logspace,
) -> Result<DynArray<B>> {
    TypeClass::RealFloat.check("logspace", dtype)?;
    let exponents = linspace(xp, DType::F64, ends, num, options.exponents)?;
    exponents.binary_scalar(BinaryOp::Pow, Scalar::new(options.base), true)?.astype(dtype)
}

/// `num` numbers with equal ratios.
pub(super) fn geomspace<B: Backend>(
    xp: &B,
    dtype: DType,
    [start, stop]: [f64; 2],
    num: usize,
    options: Linspace,
) -> Result<DynArray<B>> {
    TypeClass::RealFloat.check("geomspace", dtype)?;
    let same_sign = start * stop.signum() > 0.0;
    if !same_sign {
        return Err(Error::value("geomspace", format!("no constant factor leads from {start} to {stop}")));
    }
    // start^(1 - t) stop^t: the quotient of the ends could overflow.
    let t = linspace(xp, DType::F64, [0.0, 1.0], num, options)?;
    let rest = t.binary_scalar(BinaryOp::Sub, Scalar::new(1f64), true)?;
    let power = |base: f64, t: &DynArray<B>| t.binary_scalar(BinaryOp::Pow, Scalar::new(base.abs()), true);
    let values = power(start, &rest)?.binary(BinaryOp::Mul, "geomspace", &power(stop, &t)?)?;
    values.with_number(BinaryOp::Mul, stop.signum())?.astype(dtype)
}
