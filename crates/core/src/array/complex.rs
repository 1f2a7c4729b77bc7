//! Complex numbers.

use super::Array;
use super::DynArray;
use super::elementwise::{dyn_doc, unary};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::element::{Element, Number, Results};
use crate::error::Result;
use crate::ir::{BinaryOp, UnaryOp};

unary! {
    /// The complex conjugate; reals themselves.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let z = xp.from_slice(&[Complex::new(1.0, 2.0)], 1)?;
    /// assert_eq!(z.conj().to_string(), "[1.-2.j]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    conj(T: Element) = Conj: T => T;
    /// The complex conjugate: [`conj`](Array::conj).
    conjugate(T: Element) = Conj: T => T;
    /// The real part, of the real type.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let z = xp.from_slice(&[Complex::new(1.0, 2.0)], 1)?;
    /// assert_eq!(z.real().to_string(), "[1.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    real(T: Element) = Real: T => T::Real;
    /// The imaginary part, of the real type; 0 for reals.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let z = xp.from_slice(&[Complex::new(1.0, 2.0)], 1)?;
    /// assert_eq!(z.imag().to_string(), "[2.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    imag(T: Element) = Imag: T => T::Real;
}

impl<T: Number, B: Backend> Array<T, B> {
    /// The angle to the positive real axis, in radians: of the real type of [`Results::Float`].
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let z = xp.from_slice(&[Complex::new(1.0, 0.0), Complex::new(0.0, 1.0)], 2)?;
    /// assert_eq!(z.angle().to_string(), "[0.         1.57079633]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn angle(&self) -> Array<<T::Float as Results>::Real, B> {
        self.deferring(self.array.angle())
    }
}

impl<B: Backend> DynArray<B> {
    #[doc = dyn_doc!(angle)]
    pub fn angle(&self) -> Result<Self> {
        TypeClass::Number.check("angle", self.dtype())?;
        let x = self.astype(self.dtype().float())?;
        x.unary(UnaryOp::Imag)?.binary(BinaryOp::Atan2, "angle", &x.unary(UnaryOp::Real)?)
    }
}
