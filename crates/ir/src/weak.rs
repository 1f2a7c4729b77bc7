//! Numbers beside arrays, which are weak as Python's are: they take the array's type if it has one of their kind
//! (NEP 50). [`DType::promote_weak`](crate::DType::promote_weak) says the same of types that are values.
//!
//! The implementations are few and general on purpose. A literal has a type only when all else is known, so `x * 2.0` has one
//! before only if a single implementation fits every type that `2.0` could have.

use crate::dtype::Scalar;
use crate::element::{Element, Integer, RealElement, RealField, RealFloat};
use half::{bf16, f16};
use num_complex::Complex;

/// A number as Rust has it: an [`Element`], `usize` or `isize`.
///
/// ```
/// use xparray::{DType, WeakScalar};
/// assert_eq!(2.5f32.to_scalar().dtype(), DType::F32);
/// assert_eq!(7usize.to_scalar().get::<i32>(), 7);
/// ```
pub trait WeakScalar: Copy {
    /// The number as a value of an element type.
    fn to_scalar(self) -> Scalar;
}

impl<T: Element> WeakScalar for T {
    fn to_scalar(self) -> Scalar {
        Scalar::new(self)
    }
}

impl WeakScalar for usize {
    fn to_scalar(self) -> Scalar {
        Scalar::new(self as u64)
    }
}

impl WeakScalar for isize {
    fn to_scalar(self) -> Scalar {
        Scalar::new(self as i64)
    }
}

/// Real numbers and truth values.
pub trait WeakReal: WeakScalar {}
impl<T: RealElement> WeakReal for T {}
impl WeakReal for usize {}
impl WeakReal for isize {}

/// Integers.
pub trait WeakInteger: WeakReal {}
impl<T: Integer> WeakInteger for T {}
impl WeakInteger for usize {}
impl WeakInteger for isize {}

/// The element type of an operation on an array of `Self` and a number of type `S`.
///
/// ```
/// use xparray::{Element, PromoteWeak};
/// fn result<T: PromoteWeak<S>, S>(_: T, _: S) -> T::Output { Default::default() }
/// let x: f32 = result(1f32, 2.0f64);
/// let x: u8 = result(1u8, 2);
/// let x: f64 = result(1u8, 0.5);
/// ```
#[diagnostic::on_unimplemented(
    message = "an array of `{Self}` and a number of type `{S}` have no operation",
    note = "a float beside integers is `f64`: write `x as f64`, or convert the array with `astype`",
    note = "in generic code, a bound says what the array takes: `T: RealFloat` all real numbers, `T: Number` an `i32` and a `T`"
)]
pub trait PromoteWeak<S> {
    /// The type of the result.
    type Output: Element;
}

impl<T: RealFloat, S: WeakReal> PromoteWeak<S> for T {
    type Output = T;
}

impl<S: WeakReal> PromoteWeak<S> for Complex<f32> {
    type Output = Self;
}

impl<S: WeakReal> PromoteWeak<S> for Complex<f64> {
    type Output = Self;
}

impl<F: RealField> PromoteWeak<Complex<F>> for Complex<f32> {
    type Output = Self;
}

impl<F: RealField> PromoteWeak<Complex<F>> for Complex<f64> {
    type Output = Self;
}

impl<S: WeakInteger> PromoteWeak<S> for bool {
    type Output = i64;
}

impl PromoteWeak<bool> for bool {
    type Output = bool;
}

/// A real type and complex numbers; integers and whole or real numbers.
macro_rules! weak {
    (complex: $($T:ty => $C:ty),*) => {$(
        impl<F: RealField> PromoteWeak<Complex<F>> for $T {
            type Output = $C;
        }
    )*};
    (integers: $($T:ty),*) => {$(
        impl<S: WeakInteger> PromoteWeak<S> for $T {
            type Output = $T;
        }
        impl PromoteWeak<bool> for $T {
            type Output = $T;
        }
    )*};
    (floats: $($T:ty),*) => {$(
        impl PromoteWeak<f64> for $T {
            type Output = f64;
        }
        weak!(complex: $T => Complex<f64>);
    )*};
}
weak!(integers: i8, i16, i32, i64, u8, u16, u32, u64);
weak!(floats: bool, i8, i16, i32, i64, u8, u16, u32, u64);
weak!(complex: f16 => Complex<f32>, bf16 => Complex<f32>, f32 => Complex<f32>, f64 => Complex<f64>);

/// Numbers that may stand to the left of an array of `T`, in `2.0 * &x`: those of its own type, integers beside floats, `f64`
/// beside integers, real numbers beside complex ones.
///
/// They are fewer than those to the right, since the compiler looks first at the number: `{float} * &x` has a type only
/// if one float type fits.
#[diagnostic::on_unimplemented(
    message = "a number of type `{Self}` cannot stand to the left of an array of `{T}`",
    note = "write it to the right, where every number may stand: `x * number`",
    note = "or use the array's function of both: `x.subtract(..)`, or `-x + number` for `number - x`"
)]
pub trait PromoteLeft<T>: WeakScalar {
    /// The type of the result.
    type Output: Element;
}

macro_rules! left {
    ($($S:ty: $($T:ty => $Output:ty),*;)*) => {
        $($(impl PromoteLeft<$T> for $S { type Output = $Output; })*)*
    };
}

impl<T: RealFloat> PromoteLeft<T> for i32 {
    type Output = T;
}

left! {
    bool: bool => bool;
    i8: i8 => i8;
    i16: i16 => i16;
    i32: i32 => i32, bool => i64, Complex<f32> => Complex<f32>, Complex<f64> => Complex<f64>;
    i64: i64 => i64;
    u8: u8 => u8;
    u16: u16 => u16;
    u32: u32 => u32;
    u64: u64 => u64;
    f16: f16 => f16;
    bf16: bf16 => bf16;
    f32: f32 => f32, Complex<f32> => Complex<f32>;
    f64: bool => f64, i8 => f64, i16 => f64, i32 => f64, i64 => f64, u8 => f64, u16 => f64, u32 => f64, u64 => f64,
        f16 => f16, bf16 => bf16, f64 => f64, Complex<f64> => Complex<f64>;
    Complex<f32>: f16 => Complex<f32>, bf16 => Complex<f32>, f32 => Complex<f32>, Complex<f32> => Complex<f32>;
    Complex<f64>: bool => Complex<f64>, i8 => Complex<f64>, i16 => Complex<f64>, i32 => Complex<f64>,
        i64 => Complex<f64>, u8 => Complex<f64>, u16 => Complex<f64>, u32 => Complex<f64>, u64 => Complex<f64>,
        f64 => Complex<f64>, Complex<f64> => Complex<f64>;
}
