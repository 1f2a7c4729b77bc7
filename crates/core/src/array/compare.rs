//! Comparison.

use super::Array;
use super::DynArray;
use super::IntoAxes;
use super::elementwise::dyn_doc;
use super::operand::{ArrayLike, ArrayOrNumber, ArrayOrScalar, fits};
use crate::backend::Backend;
use crate::dtype::{DType, Kind};
use crate::element::Element;
use crate::error::Result;
use crate::ir::{BinaryOp, ReduceOp, UnaryOp};
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
            {
                self.array.$name(other).map(Array::from_dyn)
            }
        )*}

        impl<B: Backend> DynArray<B> {$(
            #[doc = dyn_doc!($name)]
            pub fn $name(&self, other: impl ArrayLike<B>) -> Result<Self> {
                self.compare(BinaryOp::$Op, stringify!($name), &other.operand())
            }
        )*}
    };
}

comparisons! {
    /// Whether `self == other`; NaN equals nothing.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([1, 2, 3])?, xp.array([1.0, 2.5, 3.0])?);
    /// assert_eq!(x.equal(&y)?.to_vec()?, [true, false, true]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    equal = Eq;
    /// Whether `self != other`; NaN differs from everything.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, f64::NAN])?;
    /// assert_eq!(x.not_equal(&x)?.to_vec()?, [false, true]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    not_equal = Ne;
    /// Whether `self < other`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2, 3])?;
    /// assert_eq!(x.less(2)?.to_vec()?, [true, false, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    less = Lt;
    /// Whether `self <= other`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2, 3])?;
    /// assert_eq!(x.less_equal(2)?.to_vec()?, [true, true, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    less_equal = Le;
    /// Whether `self > other`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2, 3])?;
    /// assert_eq!(x.greater(2)?.to_vec()?, [false, false, true]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    greater = Gt;
    /// Whether `self >= other`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2, 3])?;
    /// assert_eq!(x.greater_equal(2)?.to_vec()?, [false, true, true]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    greater_equal = Ge;
}

/// Options of [`Array::isclose_with`], [`Array::allclose_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([1.0, f64::NAN])?;
/// assert!(x.allclose_with(&(&x + 0.01), Tolerance::new().rtol(0).atol(0.1).equal_nan(true))?);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Tolerance {
    rtol: f64,
    atol: f64,
    equal_nan: bool,
}

impl Default for Tolerance {
    fn default() -> Self {
        Self { rtol: 1e-5, atol: 1e-8, equal_nan: false }
    }
}

impl Tolerance {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The tolerance relative to the other's magnitude: 1e-5 by default.
    pub fn rtol(self, rtol: impl Into<f64>) -> Self {
        Self { rtol: rtol.into(), ..self }
    }

    /// The absolute tolerance: 1e-8 by default.
    pub fn atol(self, atol: impl Into<f64>) -> Self {
        Self { atol: atol.into(), ..self }
    }

    /// Whether NaN is close to NaN.
    pub fn equal_nan(self, equal_nan: bool) -> Self {
        Self { equal_nan, ..self }
    }

    /// The two numbers, relative and absolute.
    pub(crate) fn numbers(self) -> [f64; 2] {
        [self.rtol, self.atol]
    }
}

/// Options of [`Array::array_equal_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([1.0, f64::NAN])?;
/// assert!(x.array_equal_with(&x, ArrayEqual::new().equal_nan(true))?);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ArrayEqual {
    equal_nan: bool,
}

impl ArrayEqual {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether NaN equals NaN.
    pub fn equal_nan(self, equal_nan: bool) -> Self {
        Self { equal_nan }
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// Whether `|self - other| <= atol + rtol * |other|`, or they are equal, with `rtol` 1e-5 and `atol` 1e-8.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([1e10, 1e-7])?, xp.array([1.00001e10, 1e-8])?);
    /// assert_eq!(x.isclose(&y)?.to_vec()?, [true, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`](crate::Error::Shape) if the shapes do not broadcast.
    pub fn isclose<O>(&self, other: O) -> Result<Array<bool, B>>
    where
        O: ArrayOrScalar<T, B>,
    {
        self.array.isclose(other).map(Array::from_dyn)
    }

    /// [`isclose`](Array::isclose) with other tolerances.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, 2.0])?;
    /// assert_eq!(x.isclose_with(1.5, Tolerance::new().atol(0.5))?.to_vec()?, [true, true]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`isclose`](Array::isclose).
    pub fn isclose_with<O>(&self, other: O, options: Tolerance) -> Result<Array<bool, B>>
    where
        O: ArrayOrScalar<T, B>,
    {
        self.array.isclose_with(other, options).map(Array::from_dyn)
    }

    /// Whether all elements are close, as [`isclose`](Array::isclose) says. This reads the result.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.linspace(0.0, 1.0, 11)?;
    /// assert!((&x * 3.0).allclose(&(&x + &x + &x))?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`](crate::Error::Shape) if the shapes do not broadcast.
    pub fn allclose<O>(&self, other: O) -> Result<bool>
    where
        O: ArrayOrScalar<T, B>,
    {
        self.array.allclose(other)
    }

    /// [`allclose`](Array::allclose) with other tolerances.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.linspace(0.0, 1.0, 11)?;
    /// assert!((&x * 3.0).allclose_with(&(&x + &x + &x), Tolerance::new().rtol(1e-15).atol(0))?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`allclose`](Array::allclose).
    pub fn allclose_with<O>(&self, other: O, options: Tolerance) -> Result<bool>
    where
        O: ArrayOrScalar<T, B>,
    {
        self.array.allclose_with(other, options)
    }

    /// Whether shape and elements are equal; NaN equals nothing. This reads the result.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, f64::NAN])?;
    /// assert!(!x.array_equal(&x)? && x.slice(s![..1])?.array_equal(&xp.array([1])?)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if computing fails.
    pub fn array_equal<U: Element>(&self, other: &Array<U, B>) -> Result<bool>
    where
        T: Promote<U>,
    {
        self.array.array_equal(&other.array)
    }

    /// [`array_equal`](Array::array_equal), and NaN may equal NaN.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, f64::NAN])?;
    /// assert!(x.array_equal_with(&x, ArrayEqual::new().equal_nan(true))?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`array_equal`](Array::array_equal).
    pub fn array_equal_with<U: Element>(&self, other: &Array<U, B>, options: ArrayEqual) -> Result<bool>
    where
        T: Promote<U>,
    {
        self.array.array_equal_with(&other.array, options)
    }

    /// Whether the arrays are equal once they are broadcast; false if they cannot be. This reads the result.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([1, 2])?, xp.array([[1, 2], [1, 2]])?);
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
        self.array.array_equiv(&other.array)
    }
}

impl<B: Backend> ArrayOrNumber<'_, B> {
    /// The element type as which the operand is compared with an array. A number that the array's integer type does not
    /// have keeps its own, so that the answer is exact, as NumPy's.
    fn compared_as(&self, dtype: DType) -> DType {
        match self {
            Self::Array(array) => array.dtype(),
            Self::Scalar(number) => match dtype.promote_weak(number.dtype()) {
                common if common.is_integer() && !fits(number, common) => number.dtype(),
                common => common,
            },
        }
    }
}

impl<B: Backend> DynArray<B> {
    #[doc = dyn_doc!(isclose)]
    pub fn isclose(&self, other: impl ArrayLike<B>) -> Result<Self> {
        self.isclose_with(other, Tolerance::new())
    }

    #[doc = dyn_doc!(isclose_with)]
    pub fn isclose_with(&self, other: impl ArrayLike<B>, options: Tolerance) -> Result<Self> {
        let Tolerance { rtol, atol, equal_nan } = options;
        const OP: &str = "isclose";
        let other = other.operand();
        let dtype = self.dtype().promote(other.compared_as(self.dtype())).quotient();
        let x = self.astype(dtype)?.widened()?;
        let y = other.to_array(self.xp(), dtype)?.widened()?;
        let distance = x.binary(BinaryOp::Sub, OP, &y)?.unary(UnaryOp::Abs)?;
        let bound = y.unary(UnaryOp::Abs)?.with_number(BinaryOp::Mul, rtol)?.with_number(BinaryOp::Add, atol)?;
        let near = distance.binary(BinaryOp::Le, OP, &bound)?;
        let near = near.binary(BinaryOp::And, OP, &y.unary(UnaryOp::IsFinite)?)?;
        let close = near.binary(BinaryOp::Or, OP, &x.binary(BinaryOp::Eq, OP, &y)?)?;
        if equal_nan { close.or_both_nan(OP, &x, &y) } else { Ok(close) }
    }

    #[doc = dyn_doc!(allclose)]
    pub fn allclose(&self, other: impl ArrayLike<B>) -> Result<bool> {
        self.allclose_with(other, Tolerance::new())
    }

    #[doc = dyn_doc!(allclose_with)]
    pub fn allclose_with(&self, other: impl ArrayLike<B>, options: Tolerance) -> Result<bool> {
        self.isclose_with(other, options)?.holds("allclose")
    }

    #[doc = dyn_doc!(array_equal)]
    pub fn array_equal(&self, other: &Self) -> Result<bool> {
        self.array_equal_with(other, ArrayEqual::new())
    }

    #[doc = dyn_doc!(array_equal_with)]
    pub fn array_equal_with(&self, other: &Self, options: ArrayEqual) -> Result<bool> {
        let ArrayEqual { equal_nan } = options;
        const OP: &str = "array_equal";
        if self.shape() != other.shape() {
            return Ok(false);
        }
        let equal = self.equal(other)?;
        if equal_nan { equal.or_both_nan(OP, self, other)?.holds(OP) } else { equal.holds(OP) }
    }

    #[doc = dyn_doc!(array_equiv)]
    pub fn array_equiv(&self, other: &Self) -> Result<bool> {
        const OP: &str = "array_equiv";
        if broadcast_shapes(OP, self.shape(), other.shape()).is_err() {
            return Ok(false);
        }
        self.equal(other)?.holds(OP)
    }

    /// Whether these truth values hold, or both others are NaN.
    fn or_both_nan(&self, op: &'static str, x: &Self, y: &Self) -> Result<Self> {
        let both = x.unary(UnaryOp::IsNan)?.binary(BinaryOp::And, op, &y.unary(UnaryOp::IsNan)?)?;
        self.binary(BinaryOp::Or, op, &both)
    }

    /// Whether all of these truth values hold.
    fn holds(&self, op: &'static str) -> Result<bool> {
        Ok(self.reduce_axes(op, ReduceOp::All, 0, &(..).into_axes())?.item()?.get())
    }

    fn compare(&self, op: BinaryOp, name: &'static str, other: &ArrayOrNumber<'_, B>) -> Result<Self> {
        let signed = |dtype: DType| dtype.kind() == Kind::Signed;
        match (self.dtype(), other.compared_as(self.dtype())) {
            (left, DType::U64) if signed(left) => {
                self.compare_unsigned(op, name, &other.to_array(self.xp(), DType::U64)?, false)
            }
            (DType::U64, right) if signed(right) => {
                other.to_array(self.xp(), DType::I64)?.compare_unsigned(op, name, self, true)
            }
            (left, right) => self.combine(op, name, other, left.promote(right)),
        }
    }

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
