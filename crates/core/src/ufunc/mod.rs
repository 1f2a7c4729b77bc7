//! Functions of two arrays as values, with what NumPy's universal functions can do besides being called: reduce, accumulate,
//! make tables, update in place. Generalized ones, over whole axes, are [`Gufunc`].
//!
//! ```
//! use xparray::prelude::*;
//! use xparray::Ufunc;
//!
//! let xp = Cpu::new();
//! let x = xp.array([[3.0, 4.0], [5.0, 12.0]])?;
//! assert_eq!(Ufunc::Hypot.reduce(&x, 1)?.to_string(), "[ 5. 13.]");
//! assert_eq!(Ufunc::Subtract.accumulate(&x, 0)?.to_string(), "[[ 3.  4.]\n [-2. -8.]]");
//! assert_eq!(Ufunc::Gcd.outer(&xp.array([4, 6])?, &xp.array([8, 9])?)?.to_string(), "[[4 1]\n [2 3]]");
//! # Ok::<(), xparray::Error>(())
//! ```

mod accumulate;
mod at;
mod fold;
mod gufunc;
mod reduce;
mod reduceat;
mod signature;

pub use gufunc::{Gufunc, GufuncAxes, Gufuncs};
pub use reduce::Reduction;

use crate::array::{AnyArray, ArrayLike, DynArray};
use crate::backend::Backend;
use crate::dtype::{DType, Scalar};
use crate::error::{Error, Result};

/// The functions: each by its name here, that of NumPy, and the method of arrays.
macro_rules! functions {
    ($($(#[$doc:meta])* $Name:ident $name:ident $method:ident;)*) => {
        /// A function of two arrays: NumPy's binary `ufunc`s. The element types of results are the methods' of the same names.
        ///
        /// ```
        /// # use xparray::prelude::*; let xp = Cpu::new();
        /// use xparray::Ufunc;
        /// let x = xp.array([6, 9])?;
        /// assert_eq!(Ufunc::Maximum.call(&x, 7)?.to_string(), "[7 9]");
        /// assert_eq!(Ufunc::Add.reduce(&x, 0)?.typed::<i64>()?.item()?, 15);
        /// # Ok::<(), xparray::Error>(())
        /// ```
        #[doc(alias = "ufunc")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Ufunc {
            $($(#[$doc])* $Name,)*
        }

        impl Ufunc {
            /// All functions.
            pub const ALL: &[Self] = &[$(Self::$Name),*];

            /// NumPy's name of the function.
            ///
            /// ```
            /// use xparray::Ufunc;
            /// assert_eq!(Ufunc::FloorDivide.name(), "floor_divide");
            /// ```
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$Name => stringify!($name),)*
                }
            }

            fn apply<B: Backend>(self, x: &DynArray<B>, y: impl ArrayLike<B>) -> Result<DynArray<B>> {
                match self {
                    $(Self::$Name => x.$method(y),)*
                }
            }
        }
    };
}

functions! {
    /// `x + y`.
    Add add add;
    /// `x - y`.
    Subtract subtract subtract;
    /// `x y`.
    Multiply multiply multiply;
    /// `x / y`, of floats.
    Divide divide divide;
    /// `x / y`, rounded down.
    FloorDivide floor_divide floor_divide;
    /// The remainder with the sign of `y`.
    Remainder remainder remainder;
    /// The remainder with the sign of `x`.
    Fmod fmod fmod;
    /// `x` to the power of `y`.
    Power power power;
    /// The power as `f64`, or as complex numbers.
    FloatPower float_power float_power;
    /// The larger, NaN if either is.
    Maximum maximum maximum;
    /// The smaller, NaN if either is.
    Minimum minimum minimum;
    /// The larger, the other if one is NaN.
    Fmax fmax fmax;
    /// The smaller, the other if one is NaN.
    Fmin fmin fmin;
    /// The length of a hypotenuse.
    Hypot hypot hypot;
    /// The angle of the point (y, x): [`Array::arctan2`](crate::Array::arctan2).
    Arctan2 arctan2 arctan2;
    /// The logarithm of the sum of exponentials.
    Logaddexp logaddexp logaddexp;
    /// The same to the base 2.
    Logaddexp2 logaddexp2 logaddexp2;
    /// `x` with the sign of `y`.
    Copysign copysign copysign;
    /// The next number after `x` towards `y`.
    Nextafter nextafter nextafter;
    /// 0 below zero, 1 above, `y` at zero.
    Heaviside heaviside heaviside;
    /// The greatest common divisor.
    Gcd gcd gcd;
    /// The least common multiple.
    Lcm lcm lcm;
    /// Bits that both have.
    BitwiseAnd bitwise_and bitwise_and;
    /// Bits that either has.
    BitwiseOr bitwise_or bitwise_or;
    /// Bits that one has.
    BitwiseXor bitwise_xor bitwise_xor;
    /// Bits moved up.
    LeftShift left_shift left_shift;
    /// Bits moved down.
    RightShift right_shift right_shift;
    /// Whether both are true.
    LogicalAnd logical_and logical_and;
    /// Whether either is true.
    LogicalOr logical_or logical_or;
    /// Whether one is true.
    LogicalXor logical_xor logical_xor;
    /// `x == y`.
    Equal equal equal;
    /// `x != y`.
    NotEqual not_equal not_equal;
    /// `x < y`.
    Less less less;
    /// `x <= y`.
    LessEqual less_equal less_equal;
    /// `x > y`.
    Greater greater greater;
    /// `x >= y`.
    GreaterEqual greater_equal greater_equal;
}

impl Ufunc {
    /// The function of two arrays, which broadcast, or of an array and a number.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::Ufunc;
    /// assert_eq!(Ufunc::Power.call(&xp.array([2, 3])?, 2)?.to_string(), "[4 9]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the method of this name: [`Error::Shape`], [`Error::DType`].
    pub fn call<B: Backend>(self, x: &impl AnyArray<B>, y: impl ArrayLike<B>) -> Result<DynArray<B>> {
        self.apply(x.as_dyn(), y)
    }

    /// Writes the function's values into `out` where `mask` holds: NumPy's `f(x, y, out=out, where=mask)`. The other
    /// elements of `out` stay as they are.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::Ufunc;
    /// let (x, y) = (xp.array([6.0, 1.0])?, xp.array([3.0, 0.0])?);
    /// let mut out = xp.zeros::<f64>(2)?;
    /// Ufunc::Divide.call_where(&x, &y, &y.not_equal(0)?, &mut out)?;
    /// assert_eq!(out.to_string(), "[2. 0.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`call`](Ufunc::call); [`Error::Shape`] if operands and mask do not broadcast to the shape of `out`,
    /// [`Error::DType`] if its elements are of a lesser kind than the values, or the mask's not `bool`. `out` stays as it is
    /// then.
    pub fn call_where<B: Backend, A: AnyArray<B>>(
        self,
        x: &impl AnyArray<B>,
        y: impl ArrayLike<B>,
        mask: &impl AnyArray<B>,
        out: &mut A,
    ) -> Result<()> {
        let before = out.as_dyn();
        let values = self.written(&self.apply(x.as_dyn(), y)?, before.dtype())?;
        let mask = self.mask(mask.as_dyn())?;
        let shape = before.shape();
        let (values, mask) = (values.broadcast(self.name(), shape)?, mask.broadcast(self.name(), shape)?);
        *out = A::of(DynArray::selected(&mask, &values, before)?)?;
        Ok(())
    }

    /// A table of the function: its value for each element of `x` with each one of `y`. The result has the axes of `x`, then
    /// those of `y`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::Ufunc;
    /// let x = xp.array([1, 2])?;
    /// assert_eq!(Ufunc::Multiply.outer(&x, &xp.array([3, 5, 7])?)?.to_string(), "[[ 3  5  7]\n [ 6 10 14]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`call`](Ufunc::call); [`Error::Value`] for too many axes.
    pub fn outer<B: Backend>(self, x: &impl AnyArray<B>, y: &impl AnyArray<B>) -> Result<DynArray<B>> {
        let y = y.as_dyn();
        self.apply(&x.as_dyn().trailed_by(y.ndim())?, y)
    }

    /// The value that [`reduce`](Ufunc::reduce) gives for no elements, if there is one.
    ///
    /// ```
    /// use xparray::{DType, Ufunc};
    /// assert_eq!(Ufunc::Multiply.identity(DType::F64).unwrap().get::<f64>(), 1.0);
    /// assert!(Ufunc::Maximum.identity(DType::F64).is_none());
    /// ```
    pub fn identity(self, dtype: DType) -> Option<Scalar> {
        use Ufunc::*;
        let number = match self {
            Add | LogicalOr | LogicalXor | BitwiseOr | BitwiseXor | Gcd | Hypot => 0.0,
            Multiply | LogicalAnd => 1.0,
            BitwiseAnd if dtype == DType::Bool => 1.0,
            // All bits.
            BitwiseAnd => return Some(Scalar::new(-1i64).astype(dtype)),
            Logaddexp | Logaddexp2 => f64::NEG_INFINITY,
            _ => return None,
        };
        Some(Scalar::from_f64(dtype, number))
    }

    /// Whether the order of operands and operations does not count, up to rounding.
    fn is_reorderable(self) -> bool {
        use Ufunc::*;
        matches!(self, Maximum | Minimum | Fmax | Fmin | Lcm) || self.identity(DType::F64).is_some()
    }

    /// The elements as [`reduce`](Ufunc::reduce) and its like combine them: of the type of the function's results.
    fn operand<B: Backend>(self, x: &DynArray<B>) -> Result<DynArray<B>> {
        let dtype = match self {
            Ufunc::Add | Ufunc::Multiply => x.dtype().sum(),
            _ => self.result(x.xp(), x.dtype())?,
        };
        // Whether two numbers are equal says nothing of a third.
        let comparison = self as u8 >= Ufunc::Equal as u8;
        match self.result(x.xp(), dtype)? == dtype && (!comparison || x.dtype() == dtype) {
            true => x.astype(dtype),
            false => Err(Error::DType {
                op: self.name(),
                expected: "elements of the type of the results".into(),
                found: x.dtype().to_string(),
            }),
        }
    }

    /// The type of the function's values for operands of one type.
    fn result<B: Backend>(self, xp: &B, dtype: DType) -> Result<DType> {
        let nothing = DynArray::full(xp, Scalar::from_f64(dtype, 0.0), &[0])?;
        Ok(self.apply(&nothing, &nothing)?.dtype())
    }

    /// Values for elements of type `dtype`, which is of their kind or a greater one.
    fn written<B: Backend>(self, values: &DynArray<B>, dtype: DType) -> Result<DynArray<B>> {
        match values.dtype().can_cast_with(dtype, crate::Casting::SameKind) {
            true => values.astype(dtype),
            false => {
                Err(Error::DType { op: self.name(), expected: dtype.to_string(), found: values.dtype().to_string() })
            }
        }
    }

    fn mask<B: Backend>(self, mask: &DynArray<B>) -> Result<DynArray<B>> {
        match mask.dtype() {
            DType::Bool => Ok(mask.clone()),
            found => Err(Error::DType { op: self.name(), expected: DType::Bool.to_string(), found: found.to_string() }),
        }
    }
}
