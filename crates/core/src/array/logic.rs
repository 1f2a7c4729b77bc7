//! Logic, and tests of what elements are.

use super::Array;
use super::DynArray;
use super::functions::unary;
use super::operand::ArrayOrScalar;
use crate::backend::Backend;
use crate::dtype::Scalar;
use crate::element::{Element, RealElement};
use crate::error::Result;
use crate::ir::{BinaryOp, UnaryOp};

unary! {
    /// Whether each element is finite; a complex number, whether both parts are.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1.0, f64::INFINITY, f64::NAN], 3)?;
    /// assert_eq!(x.isfinite()?.to_vec()?, [true, false, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    isfinite(T: Element) = IsFinite: T => bool;
    /// Whether each element is infinite; a complex number, whether a part is.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1.0, f64::INFINITY, f64::NAN], 3)?;
    /// assert_eq!(x.isinf()?.to_vec()?, [false, true, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    isinf(T: Element) = IsInf: T => bool;
    /// Whether each element is NaN; a complex number, whether a part is.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1.0, f64::INFINITY, f64::NAN], 3)?;
    /// assert_eq!(x.isnan()?.to_vec()?, [false, false, true]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    isnan(T: Element) = IsNan: T => bool;
    /// Whether each element is zero: the opposite of its truth value.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[0, 1, 2], 3)?;
    /// assert_eq!(x.logical_not()?.to_vec()?, [true, false, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    logical_not(T: Element) = Not: bool => bool;
    /// Whether each element has its sign bit set, so is below zero or -0.0.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[-1.0, -0.0, 0.0], 3)?;
    /// assert_eq!(x.signbit()?.to_vec()?, [true, true, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
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
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array(&[0, 1, 2], 3)?, xp.array(&[true, true, false], 3)?);
    /// assert_eq!(x.logical_and(&y)?.to_vec()?, [false, true, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    logical_and = And;
    /// Whether either element is non-zero (NaN is).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array(&[0, 1, 0], 3)?, xp.array(&[true, true, false], 3)?);
    /// assert_eq!(x.logical_or(&y)?.to_vec()?, [true, true, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    logical_or = Or;
    /// Whether just one of the elements is non-zero (NaN is).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array(&[0, 1, 0], 3)?, xp.array(&[true, true, false], 3)?);
    /// assert_eq!(x.logical_xor(&y)?.to_vec()?, [true, false, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    logical_xor = Xor;
}

impl<T: RealElement, B: Backend> Array<T, B> {
    /// Whether each element is positive infinity.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[f64::INFINITY, f64::NEG_INFINITY, 0.0], 3)?;
    /// assert_eq!(x.isposinf()?.to_vec()?, [true, false, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if something had to be computed first, and that failed.
    pub fn isposinf(&self) -> Result<Array<bool, B>> {
        self.is_the_float(f64::INFINITY)
    }

    /// Whether each element is negative infinity.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[f64::INFINITY, f64::NEG_INFINITY, 0.0], 3)?;
    /// assert_eq!(x.isneginf()?.to_vec()?, [false, true, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if something had to be computed first, and that failed.
    pub fn isneginf(&self) -> Result<Array<bool, B>> {
        self.is_the_float(f64::NEG_INFINITY)
    }

    fn is_the_float(&self, value: f64) -> Result<Array<bool, B>> {
        self.array.known(T::DTYPE.is_float(), false, |x| x.with_number(BinaryOp::Eq, value))
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// Whether each element has an imaginary part that is not zero.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let z = xp.array(&[Complex::new(1.0, 0.0), Complex::new(0.0, 1.0)], 2)?;
    /// assert_eq!(z.iscomplex()?.to_vec()?, [false, true]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if something had to be computed first, and that failed.
    pub fn iscomplex(&self) -> Result<Array<bool, B>> {
        let imaginary = |x: &DynArray<B>| x.unary(UnaryOp::Imag)?.with_number(BinaryOp::Ne, 0.0);
        self.array.known(self.iscomplexobj(), false, imaginary)
    }

    /// Whether each element has no imaginary part, or it is zero.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let z = xp.array(&[Complex::new(1.0, 0.0), Complex::new(0.0, 1.0)], 2)?;
    /// assert_eq!(z.isreal()?.to_vec()?, [true, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if something had to be computed first, and that failed.
    pub fn isreal(&self) -> Result<Array<bool, B>> {
        let real = |x: &DynArray<B>| x.unary(UnaryOp::Imag)?.with_number(BinaryOp::Eq, 0.0);
        self.array.known(self.iscomplexobj(), true, real)
    }

    /// Whether the element type is complex.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert!(xp.zeros::<Complex<f32>>(1)?.iscomplexobj());
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn iscomplexobj(&self) -> bool {
        T::DTYPE.is_complex()
    }

    /// Whether the element type is not complex.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert!(xp.zeros::<f32>(1)?.isrealobj());
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn isrealobj(&self) -> bool {
        !self.iscomplexobj()
    }

    /// Whether the elements lie in column-major order, and not also in row-major order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.zeros::<f32>([2, 3])?;
    /// assert!(!x.isfortran() && x.t().isfortran());
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn isfortran(&self) -> bool {
        !self.layout().is_contiguous() && self.layout().transpose().is_contiguous()
    }
}

impl<B: Backend> DynArray<B> {
    /// A test of elements, if their type leaves the answer open.
    fn known(&self, open: bool, otherwise: bool, test: impl Fn(&Self) -> Result<Self>) -> Result<Array<bool, B>> {
        let answer = if open { test(self)? } else { Self::full(self.xp(), Scalar::new(otherwise), self.shape())? };
        Ok(Array::from_dyn(answer))
    }
}
