//! Comparison.

use super::Array;
use super::DynArray;
use super::arithmetic::Quotient;
use super::operand::ArrayOrScalar;
use crate::backend::Backend;
use crate::dtype::{DType, Kind};
use crate::element::Element;
use crate::error::Result;
use crate::ir::{BinaryOp, UnaryOp};
use crate::layout::broadcast_shapes;
use crate::promote::Promote;

macro_rules! comparisons {
    ($($(#[$doc:meta])* $name:ident = $Op:ident;)*) => {
        impl<T: Element, B: Backend> Array<T, B> {$(
            $(#[$doc])*
            ///
            /// The arrays are broadcast and compared as their common type, `i64` with `u64` exactly; complex numbers
            /// by real, then imaginary part.
            ///
            /// # Errors
            /// [`Error::Shape`](crate::Error::Shape) if the shapes do not broadcast.
            pub fn $name<O>(&self, other: O) -> Result<Array<bool, B>>
            where
                O: ArrayOrScalar<T, B>,
                T: Promote<O::Element>,
            {
                self.compare(BinaryOp::$Op, stringify!($name), &other)
            }
        )*}
    };
}

comparisons! {
    /// Whether `self == other`; NaN equals nothing.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array(&[1, 2, 3], 3)?, xp.array(&[1.0, 2.5, 3.0], 3)?);
    /// assert_eq!(x.equal(&y)?.to_vec()?, [true, false, true]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    equal = Eq;
    /// Whether `self != other`; NaN differs from everything.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1.0, f64::NAN], 2)?;
    /// assert_eq!(x.not_equal(&x)?.to_vec()?, [false, true]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    not_equal = Ne;
    /// Whether `self < other`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1, 2, 3], 3)?;
    /// assert_eq!(x.less(2)?.to_vec()?, [true, false, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    less = Lt;
    /// Whether `self <= other`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1, 2, 3], 3)?;
    /// assert_eq!(x.less_equal(2)?.to_vec()?, [true, true, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    less_equal = Le;
    /// Whether `self > other`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1, 2, 3], 3)?;
    /// assert_eq!(x.greater(2)?.to_vec()?, [false, false, true]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    greater = Gt;
    /// Whether `self >= other`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1, 2, 3], 3)?;
    /// assert_eq!(x.greater_equal(2)?.to_vec()?, [false, true, true]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    greater_equal = Ge;
}

impl<T: Element, B: Backend> Array<T, B> {
    fn compare<O>(&self, op: BinaryOp, name: &'static str, other: &O) -> Result<Array<bool, B>>
    where
        O: ArrayOrScalar<T, B>,
        T: Promote<O::Element>,
    {
        let signed = |dtype: DType| dtype.kind() == Kind::Signed;
        match (T::DTYPE, O::Element::DTYPE) {
            (left, DType::U64) if signed(left) => {
                let other = other.operand().to_array(self.xp(), u64::DTYPE)?;
                Ok(Array::from_dyn(self.array.compare_unsigned(op, name, &other, false)?))
            }
            (DType::U64, right) if signed(right) => {
                let other = other.operand().to_array(self.xp(), i64::DTYPE)?;
                Ok(Array::from_dyn(other.compare_unsigned(op, name, &self.array, true)?))
            }
            _ => self.combine::<<T as Promote<O::Element>>::Output, bool, O>(op, name, other),
        }
    }

    /// Whether `|self - other| <= atol + rtol * |other|`, or they are equal. NumPy's tolerances are 1e-5 and 1e-8.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array(&[1e10, 1e-7], 2)?, xp.array(&[1.00001e10, 1e-8], 2)?);
    /// assert_eq!(x.isclose(&y, 1e-5, 1e-8, false)?.to_vec()?, [true, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`](crate::Error::Shape) if the shapes do not broadcast.
    pub fn isclose<O>(&self, other: O, rtol: f64, atol: f64, equal_nan: bool) -> Result<Array<bool, B>>
    where
        O: ArrayOrScalar<T, B>,
        T: Promote<O::Element>,
    {
        let x = self.array.astype(Quotient::<T, O::Element>::DTYPE)?.widened()?;
        let y = other.operand().to_array(self.xp(), Quotient::<T, O::Element>::DTYPE)?.widened()?;
        let distance = x.binary(BinaryOp::Sub, "isclose", &y)?.unary(UnaryOp::Abs)?;
        let bound = y.unary(UnaryOp::Abs)?.with_number(BinaryOp::Mul, rtol)?.with_number(BinaryOp::Add, atol)?;
        let near = distance.binary(BinaryOp::Le, "isclose", &bound)?;
        let near = near.binary(BinaryOp::And, "isclose", &y.unary(UnaryOp::IsFinite)?)?;
        let mut close = near.binary(BinaryOp::Or, "isclose", &x.binary(BinaryOp::Eq, "isclose", &y)?)?;
        if equal_nan {
            let both = x.unary(UnaryOp::IsNan)?.binary(BinaryOp::And, "isclose", &y.unary(UnaryOp::IsNan)?)?;
            close = close.binary(BinaryOp::Or, "isclose", &both)?;
        }
        Ok(Array::from_dyn(close))
    }

    /// Whether all elements are close, as [`isclose`](Array::isclose) says. This reads the result.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.linspace(0.0, 1.0, 11)?;
    /// assert!((&x * 3.0).allclose(&(&x + &x + &x), 1e-15, 0.0, false)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`](crate::Error::Shape) if the shapes do not broadcast.
    pub fn allclose<O>(&self, other: O, rtol: f64, atol: f64, equal_nan: bool) -> Result<bool>
    where
        O: ArrayOrScalar<T, B>,
        T: Promote<O::Element>,
    {
        self.isclose(other, rtol, atol, equal_nan)?.all(..)?.item()
    }

    /// Whether shape and elements are equal; NaN equals NaN if `equal_nan`. This reads the result.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1.0, f64::NAN], 2)?;
    /// assert!(!x.array_equal(&x, false)? && x.array_equal(&x, true)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if computing fails.
    pub fn array_equal<U: Element>(&self, other: &Array<U, B>, equal_nan: bool) -> Result<bool>
    where
        T: Promote<U>,
    {
        if self.shape() != other.shape() {
            return Ok(false);
        }
        let mut equal = self.equal(other)?;
        if equal_nan {
            let both = self.array.unary(UnaryOp::IsNan)?.binary(
                BinaryOp::And,
                "array_equal",
                &other.array.unary(UnaryOp::IsNan)?,
            )?;
            equal = Array::from_dyn(equal.array.binary(BinaryOp::Or, "array_equal", &both)?);
        }
        equal.all(..)?.item()
    }

    /// Whether the arrays are equal once they are broadcast; false if they cannot be. This reads the result.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array(&[1, 2], 2)?, xp.array(&[1, 2, 1, 2], [2, 2])?);
    /// assert!(x.array_equiv(&y)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if computing fails.
    pub fn array_equiv<U: Element>(&self, other: &Array<U, B>) -> Result<bool>
    where
        T: Promote<U>,
    {
        if broadcast_shapes("array_equiv", self.shape(), other.shape()).is_err() {
            return Ok(false);
        }
        self.equal(other)?.all(..)?.item()
    }
}

impl<B: Backend> DynArray<B> {
    /// `self op unsigned`, or the other way round. No type holds all values of both, but
    /// negative ones are below all unsigned ones and the rest are unsigned.
    fn compare_unsigned(&self, op: BinaryOp, name: &'static str, unsigned: &Self, reversed: bool) -> Result<Self> {
        let negative = self.with_number(BinaryOp::Lt, 0.0)?;
        let magnitude = self.astype(DType::U64)?;
        let (left, right) = if reversed { (unsigned, &magnitude) } else { (&magnitude, unsigned) };
        let rest = left.binary(op, name, right)?;
        let below = match op {
            BinaryOp::Ne => true,
            BinaryOp::Lt | BinaryOp::Le => !reversed,
            BinaryOp::Gt | BinaryOp::Ge => reversed,
            _ => false,
        };
        if below {
            return rest.binary(BinaryOp::Or, name, &negative);
        }
        rest.binary(BinaryOp::And, name, &negative.unary(UnaryOp::Not)?)
    }
}
