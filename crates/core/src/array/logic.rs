//! Logic, and tests of what elements are.

use super::Array;
use super::arithmetic::ArrayOrScalar;
use super::functions::unary;
use super::raw::Raw;
use crate::backend::Backend;
use crate::dtype::Scalar;
use crate::element::{Element, RealElement};
use crate::error::Result;
use crate::ir::{BinaryOp, UnaryOp};

unary! {
    /// Whether each element is finite; a complex number, whether both parts are.
    isfinite(T: Element) = IsFinite: T => bool;
    /// Whether each element is infinite; a complex number, whether a part is.
    isinf(T: Element) = IsInf: T => bool;
    /// Whether each element is NaN; a complex number, whether a part is.
    isnan(T: Element) = IsNan: T => bool;
    /// Whether each element is zero: the opposite of its truth value.
    logical_not(T: Element) = Not: bool => bool;
    /// Whether each element has its sign bit set, so is below zero or -0.0.
    signbit(T: RealElement) = SignBit: T::Float => bool;
}

macro_rules! logical {
    ($($(#[$doc:meta])* $name:ident = $Op:ident;)*) => {
        impl<T: Element, B: Backend> Array<T, B> {$(
            $(#[$doc])*
            ///
            /// # Errors
            /// [`Error::Shape`](crate::Error::Shape) if the shapes do not broadcast.
            pub fn $name<O: ArrayOrScalar<T, B>>(&self, other: O) -> Result<Array<bool, B>> {
                self.combine::<bool, bool, O>(BinaryOp::$Op, stringify!($name), &other)
            }
        )*}
    };
}

logical! {
    /// Whether both elements are non-zero (NaN is).
    logical_and = And;
    /// Whether either element is non-zero (NaN is).
    logical_or = Or;
    /// Whether just one of the elements is non-zero (NaN is).
    logical_xor = Xor;
}

impl<T: RealElement, B: Backend> Array<T, B> {
    /// Whether each element is positive infinity.
    ///
    /// # Errors
    /// Only if something had to be computed first, and that failed.
    pub fn isposinf(&self) -> Result<Array<bool, B>> {
        self.is_the_float(f64::INFINITY)
    }

    /// Whether each element is negative infinity.
    ///
    /// # Errors
    /// Only if something had to be computed first, and that failed.
    pub fn isneginf(&self) -> Result<Array<bool, B>> {
        self.is_the_float(f64::NEG_INFINITY)
    }

    fn is_the_float(&self, value: f64) -> Result<Array<bool, B>> {
        self.raw.known(T::DTYPE.is_float(), false, |x| x.with_number(BinaryOp::Eq, value))
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// Whether each element has an imaginary part that is not zero.
    ///
    /// # Errors
    /// Only if something had to be computed first, and that failed.
    pub fn iscomplex(&self) -> Result<Array<bool, B>> {
        let imaginary = |x: &Raw<B>| x.unary(UnaryOp::Imag)?.with_number(BinaryOp::Ne, 0.0);
        self.raw.known(self.iscomplexobj(), false, imaginary)
    }

    /// Whether each element has no imaginary part, or it is zero.
    ///
    /// # Errors
    /// Only if something had to be computed first, and that failed.
    pub fn isreal(&self) -> Result<Array<bool, B>> {
        let real = |x: &Raw<B>| x.unary(UnaryOp::Imag)?.with_number(BinaryOp::Eq, 0.0);
        self.raw.known(self.iscomplexobj(), true, real)
    }

    /// Whether the element type is complex.
    pub fn iscomplexobj(&self) -> bool {
        T::DTYPE.is_complex()
    }

    /// Whether the element type is not complex.
    pub fn isrealobj(&self) -> bool {
        !self.iscomplexobj()
    }

    /// Whether the elements lie in column-major order, and not also in row-major order.
    pub fn isfortran(&self) -> bool {
        let axes: Vec<usize> = (0..self.ndim()).rev().collect();
        !self.layout().is_contiguous() && self.layout().permute(&axes).is_contiguous()
    }
}

impl<B: Backend> Raw<B> {
    /// A test of elements, if their type leaves the answer open.
    fn known(&self, open: bool, otherwise: bool, test: impl Fn(&Self) -> Result<Self>) -> Result<Array<bool, B>> {
        let answer = if open { test(self)? } else { Self::full(self.xp(), Scalar::new(otherwise), self.shape())? };
        Ok(Array::from_raw(answer))
    }
}
