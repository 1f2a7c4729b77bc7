//! Logic, and tests of what elements are.

use super::Array;
use super::DynArray;
use super::elementwise::{dyn_doc, unary};
use super::operand::{ArrayLike, ArrayOrScalar};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::{DType, Scalar};
use crate::element::{Element, RealElement};
use crate::error::Result;
use crate::ir::{BinaryOp, UnaryOp};

unary! {
    /// Whether each element is finite; a complex number, whether both parts are.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, f64::INFINITY, f64::NAN])?;
    /// assert_eq!(x.isfinite().to_vec()?, [true, false, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    isfinite(T: Element) = IsFinite: T => bool;
    /// Whether each element is infinite; a complex number, whether a part is.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, f64::INFINITY, f64::NAN])?;
    /// assert_eq!(x.isinf().to_vec()?, [false, true, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    isinf(T: Element) = IsInf: T => bool;
    /// Whether each element is NaN; a complex number, whether a part is.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, f64::INFINITY, f64::NAN])?;
    /// assert_eq!(x.isnan().to_vec()?, [false, false, true]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    isnan(T: Element) = IsNan: T => bool;
    /// Whether each element is zero: the opposite of its truth value.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([0, 1, 2])?;
    /// assert_eq!(x.logical_not().to_vec()?, [true, false, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    logical_not(T: Element) = Not: bool => bool;
    /// Whether each element has its sign bit set, so is below zero or -0.0.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([-1.0, -0.0, 0.0])?;
    /// assert_eq!(x.signbit().to_vec()?, [true, true, false]);
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
                self.array.$name(other).map(Array::from_dyn)
            }
        )*}

        impl<B: Backend> DynArray<B> {$(
            #[doc = dyn_doc!($name)]
            pub fn $name(&self, other: impl ArrayLike<B>) -> Result<Self> {
                self.combine(BinaryOp::$Op, stringify!($name), &other.operand(), DType::Bool)
            }
        )*}
    };
}

logical! {
    /// Whether both elements are non-zero (NaN is).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([0, 1, 2])?, xp.array([true, true, false])?);
    /// assert_eq!(x.logical_and(&y)?.to_vec()?, [false, true, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    logical_and = And;
    /// Whether either element is non-zero (NaN is).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([0, 1, 0])?, xp.array([true, true, false])?);
    /// assert_eq!(x.logical_or(&y)?.to_vec()?, [true, true, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    logical_or = Or;
    /// Whether just one of the elements is non-zero (NaN is).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([0, 1, 0])?, xp.array([true, true, false])?);
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
    /// let x = xp.from_slice(&[f64::INFINITY, f64::NEG_INFINITY, 0.0], 3)?;
    /// assert_eq!(x.isposinf().to_vec()?, [true, false, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn isposinf(&self) -> Array<bool, B> {
        self.deferring(self.array.isposinf())
    }

    /// Whether each element is negative infinity.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.from_slice(&[f64::INFINITY, f64::NEG_INFINITY, 0.0], 3)?;
    /// assert_eq!(x.isneginf().to_vec()?, [false, true, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn isneginf(&self) -> Array<bool, B> {
        self.deferring(self.array.isneginf())
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// Whether each element has an imaginary part that is not zero.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let z = xp.from_slice(&[Complex::new(1.0, 0.0), Complex::new(0.0, 1.0)], 2)?;
    /// assert_eq!(z.iscomplex().to_vec()?, [false, true]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn iscomplex(&self) -> Array<bool, B> {
        self.deferring(self.array.iscomplex())
    }

    /// Whether each element has no imaginary part, or it is zero.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let z = xp.from_slice(&[Complex::new(1.0, 0.0), Complex::new(0.0, 1.0)], 2)?;
    /// assert_eq!(z.isreal().to_vec()?, [true, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn isreal(&self) -> Array<bool, B> {
        self.deferring(self.array.isreal())
    }

    /// Whether the element type is complex.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert!(xp.zeros::<Complex<f32>>(1)?.iscomplexobj());
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn iscomplexobj(&self) -> bool {
        self.array.iscomplexobj()
    }

    /// Whether the element type is not complex.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert!(xp.zeros::<f32>(1)?.isrealobj());
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn isrealobj(&self) -> bool {
        self.array.isrealobj()
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
        self.array.isfortran()
    }
}

impl<B: Backend> DynArray<B> {
    #[doc = dyn_doc!(isposinf)]
    pub fn isposinf(&self) -> Result<Self> {
        self.is_the_float("isposinf", f64::INFINITY)
    }

    #[doc = dyn_doc!(isneginf)]
    pub fn isneginf(&self) -> Result<Self> {
        self.is_the_float("isneginf", f64::NEG_INFINITY)
    }

    #[doc = dyn_doc!(iscomplex)]
    pub fn iscomplex(&self) -> Result<Self> {
        self.known(self.iscomplexobj(), false, |z| z.unary(UnaryOp::Imag)?.with_number(BinaryOp::Ne, 0.0))
    }

    #[doc = dyn_doc!(isreal)]
    pub fn isreal(&self) -> Result<Self> {
        self.known(self.iscomplexobj(), true, |z| z.unary(UnaryOp::Imag)?.with_number(BinaryOp::Eq, 0.0))
    }

    /// [`Array::iscomplexobj`].
    pub fn iscomplexobj(&self) -> bool {
        self.dtype().is_complex()
    }

    /// [`Array::isrealobj`].
    pub fn isrealobj(&self) -> bool {
        !self.iscomplexobj()
    }

    /// [`Array::isfortran`].
    pub fn isfortran(&self) -> bool {
        !self.layout().is_contiguous() && self.layout().transpose().is_contiguous()
    }

    fn is_the_float(&self, op: &'static str, value: f64) -> Result<Self> {
        TypeClass::RealElement.check(op, self.dtype())?;
        self.known(self.dtype().is_float(), false, |x| x.with_number(BinaryOp::Eq, value))
    }

    /// A test of elements, if their type leaves the answer open.
    fn known(&self, open: bool, otherwise: bool, test: impl Fn(&Self) -> Result<Self>) -> Result<Self> {
        if open { test(self) } else { Self::full(self.xp(), Scalar::new(otherwise), self.shape()) }
    }
}
