//! Complex numbers.

use super::Array;
use super::functions::unary;
use crate::backend::Backend;
use crate::element::{Element, Number};
use crate::error::Result;
use crate::ir::{BinaryOp, UnaryOp};

unary! {
    /// The complex conjugate; reals themselves.
    conj(T: Element) = Conj: T => T;
    /// The complex conjugate: [`conj`](Array::conj).
    conjugate(T: Element) = Conj: T => T;
    /// The real part, of the real type.
    real(T: Element) = Real: T => T::Real;
    /// The imaginary part, of the real type; 0 for reals.
    imag(T: Element) = Imag: T => T::Real;
}

impl<T: Number, B: Backend> Array<T, B> {
    /// The angle to the positive real axis, in radians: of the real type of [`Element::Float`].
    ///
    /// # Errors
    /// Only if something had to be computed first, and that failed.
    pub fn angle(&self) -> Result<Array<<T::Float as Element>::Real, B>> {
        let x = self.raw.cast(T::Float::DTYPE)?;
        let [re, im] = [x.unary(UnaryOp::Real)?, x.unary(UnaryOp::Imag)?];
        Ok(Array::from_raw(im.binary(BinaryOp::Atan2, "angle", &re)?))
    }
}
