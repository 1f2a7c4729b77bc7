//! Second operands: arrays and numbers.

use super::{Array, DynArray};
use crate::backend::Backend;
use crate::dtype::{DType, Kind, Scalar};
use crate::element::{Element, Results};
use crate::error::{Error, Result};
use crate::ir::BinaryOp;
use crate::promote::Promote;
use crate::weak::{PromoteWeak, WeakScalar};

/// An operand: an array, or a number, which is weak.
pub enum ArrayOrNumber<'a, B: Backend> {
    /// An array.
    Array(&'a DynArray<B>),
    /// A number.
    Scalar(Scalar),
}

/// What a function of two arrays takes as the second, if element types are values: an array of any type, or a number.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array(&[1u8, 2])?.into_dyn();
/// assert_eq!(x.add(1)?.dtype(), DType::U8); // numbers are weak
/// assert_eq!(x.add(0.5)?.to_string(), "[1.5 2.5]");
/// assert_eq!(x.add(&xp.ones::<i16>(2)?)?.dtype(), DType::I16);
/// assert!(x.add(256).is_err());
/// # Ok::<(), xparray::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither an array nor a number",
    label = "expected an array or a number",
    note = "write `&y`, an array of the same backend, or a number; `xp.array(..)?` makes an array of a nested one"
)]
pub trait ArrayLike<B: Backend> {
    /// The operand.
    fn operand(&self) -> ArrayOrNumber<'_, B>;

    /// Whether it is an array that somebody else has: what is computed of it may be of use to them.
    fn is_lent(&self) -> bool {
        false
    }
}

impl<B: Backend> ArrayLike<B> for &DynArray<B> {
    fn operand(&self) -> ArrayOrNumber<'_, B> {
        ArrayOrNumber::Array(self)
    }

    fn is_lent(&self) -> bool {
        true
    }
}

impl<B: Backend> ArrayLike<B> for DynArray<B> {
    fn operand(&self) -> ArrayOrNumber<'_, B> {
        ArrayOrNumber::Array(self)
    }
}

impl<T: Element, B: Backend> ArrayLike<B> for &Array<T, B> {
    fn operand(&self) -> ArrayOrNumber<'_, B> {
        ArrayOrNumber::Array(&self.array)
    }

    fn is_lent(&self) -> bool {
        true
    }
}

impl<T: Element, B: Backend> ArrayLike<B> for Array<T, B> {
    fn operand(&self) -> ArrayOrNumber<'_, B> {
        ArrayOrNumber::Array(&self.array)
    }
}

impl<B: Backend> ArrayLike<B> for &ArrayOrNumber<'_, B> {
    fn operand(&self) -> ArrayOrNumber<'_, B> {
        match self {
            ArrayOrNumber::Array(array) => ArrayOrNumber::Array(array),
            ArrayOrNumber::Scalar(scalar) => ArrayOrNumber::Scalar(*scalar),
        }
    }

    fn is_lent(&self) -> bool {
        matches!(self, ArrayOrNumber::Array(_))
    }
}

impl<S: WeakScalar, B: Backend> ArrayLike<B> for S {
    fn operand(&self) -> ArrayOrNumber<'_, B> {
        ArrayOrNumber::Scalar(self.to_scalar())
    }
}

/// The second operand of a function of an array of elements `T`: an array of any type, which promotes, or a number, which is
/// weak: it takes the array's type if that has numbers of its kind.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array(&[1.0f32, 2.0])?;
/// assert_eq!(x.add(10)?.to_string(), "[11. 12.]"); // of `f32`
/// assert_eq!(x.add(&xp.array([1, 2])?)?.dtype(), DType::F64); // numpy.promote_types(float32, int32)
/// # Ok::<(), xparray::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an operand beside an array of `{T}`",
    note = "operands are arrays (`&y` or `y`) of the same backend, and numbers",
    note = "a float beside integers is `f64`: write `x as f64`, or convert the array with `astype`",
    note = "in generic code, a bound says what the array takes: `T: RealFloat` all real numbers, `T: Number` an `i32` and a `T`"
)]
pub trait ArrayOrScalar<T: Element, B: Backend>: ArrayLike<B> {
    /// The element type of an operation on both.
    type Common: Element;
}

impl<T: Element + Promote<U>, U: Element, B: Backend> ArrayOrScalar<T, B> for &Array<U, B> {
    type Common = <T as Promote<U>>::Output;
}

impl<T: Element + Promote<U>, U: Element, B: Backend> ArrayOrScalar<T, B> for Array<U, B> {
    type Common = <T as Promote<U>>::Output;
}

impl<T: Element + PromoteWeak<S>, S: WeakScalar, B: Backend> ArrayOrScalar<T, B> for S {
    type Common = <T as PromoteWeak<S>>::Output;
}

/// The types of functions of an array of elements `T` and an operand `O`.
pub(crate) mod with {
    use super::*;

    /// The common type.
    pub(crate) type Common<T, B, O> = <O as ArrayOrScalar<T, B>>::Common;
    /// The type of a function of both that has float results.
    pub(crate) type Float<T, B, O> = <Common<T, B, O> as Results>::Float;
    /// The type of their quotient.
    pub(crate) type Quotient<T, B, O> = <Common<T, B, O> as Results>::Quotient;
}

impl<'a, B: Backend> ArrayOrNumber<'a, B> {
    /// The element type of an operation on an array of type `dtype` and the operand.
    ///
    /// # Errors
    /// [`Error::Value`] for an integer that the array's integer type does not have, as in NumPy.
    pub(crate) fn promoted(&self, op: &'static str, dtype: DType) -> Result<DType> {
        let scalar = match self {
            Self::Array(array) => return Ok(dtype.promote(array.dtype())),
            Self::Scalar(scalar) => scalar,
        };
        let common = dtype.promote_weak(scalar.dtype());
        if common.is_integer() && !fits(scalar, common) {
            let number = wide(scalar);
            return Err(Error::value(op, format!("{number} is out of range for elements of type {common}")));
        }
        Ok(common)
    }

    /// As an array of elements of type `dtype`; a number has no dimensions.
    pub(crate) fn to_array(&self, xp: &B, dtype: DType) -> Result<DynArray<B>> {
        match self {
            Self::Array(array) => array.astype(dtype),
            Self::Scalar(scalar) => DynArray::full(xp, scalar.astype(dtype), &[]),
        }
    }

    /// The number, if it is one.
    pub(crate) fn as_scalar(&self) -> Option<Scalar> {
        match self {
            Self::Array(_) => None,
            Self::Scalar(scalar) => Some(*scalar),
        }
    }
}

/// An integer or truth value, whatever its type.
fn wide(scalar: &Scalar) -> i128 {
    match scalar.dtype().kind() {
        Kind::Signed => i128::from(scalar.get::<i64>()),
        _ => i128::from(scalar.get::<u64>()),
    }
}

/// Whether an integer type has a number.
pub(crate) fn fits(scalar: &Scalar, dtype: DType) -> bool {
    wide(scalar) == wide(&scalar.astype(dtype))
}

impl<B: Backend> DynArray<B> {
    /// A function of the array and an operand, both converted to `dtype`.
    pub(crate) fn combine(
        &self,
        op: BinaryOp,
        name: &'static str,
        other: &ArrayOrNumber<'_, B>,
        dtype: DType,
    ) -> Result<Self> {
        let other = match other {
            ArrayOrNumber::Array(array) => array.astype(dtype)?,
            // Of the array's shape, so that it needs no view.
            ArrayOrNumber::Scalar(scalar) => Self::full(self.xp(), scalar.astype(dtype), self.shape())?,
        };
        Self::binary_of(op, name, self.astype(dtype)?, other)
    }
}
