//! Ranges: numbers at equal distances or ratios.

use super::DynArray;
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::{DType, Kind, Scalar};
use crate::error::{Error, Result};
use crate::ir::BinaryOp;

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
    let index = DynArray::iota(xp, &[len])?.astype(computed)?;
    let steps = index.binary_scalar(BinaryOp::Mul, step.astype(computed), false)?;
    steps.binary_scalar(BinaryOp::Add, start.astype(computed), false)?.astype(dtype)
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

/// `num` numbers at equal distances, both ends among them.
pub(super) fn linspace<B: Backend>(xp: &B, dtype: DType, start: f64, stop: f64, num: usize) -> Result<DynArray<B>> {
    TypeClass::RealFloat.check("linspace", dtype)?;
    let step = if num > 1 { (stop - start) / (num - 1) as f64 } else { 0.0 };
    let index = DynArray::iota(xp, &[num])?;
    let values = index.astype(DType::F64)?.with_number(BinaryOp::Mul, step)?.with_number(BinaryOp::Add, start)?;
    // The last value is `stop` itself, whatever the rounding.
    let is_last = index.binary_scalar(BinaryOp::Eq, Scalar::new(num as i64 - 1), false)?;
    let last = DynArray::full(xp, Scalar::new(if num > 1 { stop } else { start }), &[])?;
    DynArray::selected(&is_last, &last, &values)?.astype(dtype)
}

/// Powers of ten with exponents at equal distances.
pub(super) fn logspace<B: Backend>(xp: &B, dtype: DType, start: f64, stop: f64, num: usize) -> Result<DynArray<B>> {
    TypeClass::RealFloat.check("logspace", dtype)?;
    let exponents = linspace(xp, DType::F64, start, stop, num)?;
    exponents.binary_scalar(BinaryOp::Pow, Scalar::new(10f64), true)?.astype(dtype)
}

/// `num` numbers with equal ratios, both ends among them.
pub(super) fn geomspace<B: Backend>(xp: &B, dtype: DType, start: f64, stop: f64, num: usize) -> Result<DynArray<B>> {
    TypeClass::RealFloat.check("geomspace", dtype)?;
    let same_sign = start * stop.signum() > 0.0;
    if !same_sign {
        return Err(Error::value("geomspace", format!("no constant factor leads from {start} to {stop}")));
    }
    // start^(1 - t) stop^t: the quotient of the ends could overflow.
    let t = linspace(xp, DType::F64, 0.0, 1.0, num)?;
    let rest = t.binary_scalar(BinaryOp::Sub, Scalar::new(1f64), true)?;
    let power = |base: f64, t: &DynArray<B>| t.binary_scalar(BinaryOp::Pow, Scalar::new(base.abs()), true);
    let values = power(start, &rest)?.binary(BinaryOp::Mul, "geomspace", &power(stop, &t)?)?;
    values.with_number(BinaryOp::Mul, stop.signum())?.astype(dtype)
}
