//! Exponents, logarithms, powers, and the arithmetic that has no operator.

use super::Array;
use super::DynArray;
use super::arithmetic::{Common, Float};
use super::elementwise::{binary, unary};
use super::operand::{ArrayLike, ArrayOrScalar, with};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::{DType, Kind, Scalar};
use crate::element::{Element, Integer, Number, RealElement, RealNumber, Results};
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, UnaryOp};
use crate::promote::Promote;

unary! {
    /// e to the power of each element.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([0.0, 1.0])?;
    /// assert_eq!(x.exp().to_string(), "[1.         2.71828183]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    exp(T: Element) = Exp: T::Float => T::Float;
    /// 2 to the power of each element.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([-1.0, 3.0])?;
    /// assert_eq!(x.exp2().to_string(), "[0.5 8. ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    exp2(T: Element) = Exp2: T::Float => T::Float;
    /// `exp(x) - 1`, accurate near zero.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1e-20])?;
    /// assert_eq!(x.expm1().to_string(), "[1.e-20]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    expm1(T: Element) = Expm1: T::Float => T::Float;
    /// The natural logarithm; NaN below zero for reals.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, 10.0, 0.0])?;
    /// assert_eq!(x.log().to_string(), "[0.         2.30258509       -inf]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    log(T: Element) = Log: T::Float => T::Float;
    /// The logarithm of base 2.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2, 8])?; // integers give f64
    /// assert_eq!(x.log2().to_string(), "[0. 1. 3.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    log2(T: Element) = Log2: T::Float => T::Float;
    /// The logarithm of base 10.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, 0.001])?;
    /// assert_eq!(x.log10().to_string(), "[ 0. -3.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    log10(T: Element) = Log10: T::Float => T::Float;
    /// `log(1 + x)`, accurate near zero.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1e-20])?;
    /// assert_eq!(x.log1p().to_string(), "[1.e-20]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    log1p(T: Element) = Log1p: T::Float => T::Float;
    /// The square root; NaN below zero for reals.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([4.0, 9.0, -1.0])?;
    /// assert_eq!(x.sqrt().to_string(), "[ 2.  3. nan]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    sqrt(T: Element) = Sqrt: T::Float => T::Float;
    /// The cube root.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([8.0, -27.0])?;
    /// assert_eq!(x.cbrt().to_string(), "[ 2. -3.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    cbrt(T: RealElement) = Cbrt: T::Float => T::Float;
    /// The square.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([-2, 3])?;
    /// assert_eq!(x.square().to_string(), "[4 9]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    square(T: Number) = Square: T => T;
    /// `1 / x`; for integers truncated, so 0 beyond ±1 (of 0 itself it is unspecified, as NumPy's).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([2.0, -4.0])?;
    /// assert_eq!(x.reciprocal().to_string(), "[ 0.5  -0.25]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    reciprocal(T: Number) = Reciprocal: T => T;
    /// `-x`; for integers it wraps.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, -2])?;
    /// assert_eq!(x.negative().to_string(), "[-1  2]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    negative(T: Number) = Neg: T => T;
    /// The magnitude, of the real type. That of the lowest signed integer wraps to itself.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let z = xp.from_slice(&[Complex::new(3.0, -4.0)], 1)?;
    /// assert_eq!(z.absolute().to_string(), "[5.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    absolute(T: Element) = Abs: T => T::Real;
    /// The magnitude: [`absolute`](Array::absolute).
    abs(T: Element) = Abs: T => T::Real;
    /// The magnitude as a float.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([-1, 2])?;
    /// assert_eq!(x.fabs().to_string(), "[1. 2.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    fabs(T: RealElement) = Abs: T::Float => <T::Float as Results>::Real;
    /// -1, 0 or 1; NaN for NaN; `x / |x|` for complex numbers.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([-5.0, 0.0, 2.0])?;
    /// assert_eq!(x.sign().to_string(), "[-1.  0.  1.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    sign(T: Number) = Sign: T => T;
    /// The modified Bessel function of the first kind and order 0; `f64` for integers.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([0.0, 1.0])?;
    /// assert_eq!(x.i0().to_string(), "[1.         1.26606588]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    i0(T: RealElement) = I0: T::Quotient => T::Quotient;
    /// `sin(pi x) / (pi x)`, 1 at 0; `f64` for integers.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([0.0, 0.5])?;
    /// assert_eq!(x.sinc().to_string(), "[1.         0.63661977]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    sinc(T: Element) = Sinc: T::Quotient => T::Quotient;
}

binary! {
    /// `log(exp(self) + exp(other))` without overflow on the way.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1000.0])?;
    /// assert_eq!(x.logaddexp(1000.0)?.to_string(), "[1000.69314718]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    logaddexp(RealElement) = LogAddExp => Float;
    /// `log2(exp2(self) + exp2(other))` without overflow on the way.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([2000.0])?;
    /// assert_eq!(x.logaddexp2(2000.0)?.to_string(), "[2001.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    logaddexp2(RealElement) = LogAddExp2 => Float;
    /// `self / other` rounded down; 0 for an integer divided by 0.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([7, -7])?;
    /// assert_eq!(x.floor_divide(2)?.to_string(), "[ 3 -4]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    floor_divide(RealNumber) = FloorDiv => Common;
    /// The remainder with the dividend's sign, as C's `fmod` and Rust's `%`; 0 for an integer modulo 0.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([7, -7])?;
    /// assert_eq!(x.fmod(3)?.to_string(), "[ 1 -1]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    fmod(RealNumber) = Fmod => Common;
    /// The remainder with the divisor's sign: [`remainder`](Array::remainder).
    mod_(RealNumber) = Mod => Common;
    /// The greatest common divisor, not negative (but for that of lowest integers, which wraps).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([12, -18])?;
    /// assert_eq!(x.gcd(8)?.to_string(), "[4 2]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    gcd(Integer) = Gcd => Common;
    /// The least common multiple; it wraps.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([4, 6])?;
    /// assert_eq!(x.lcm(10)?.to_string(), "[20 30]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    lcm(Integer) = Lcm => Common;
}

/// The type of a power that is at least `f64`.
impl<B: Backend> DynArray<B> {
    /// [`Array::true_divide`].
    ///
    /// # Errors
    /// Those of [`Array::true_divide`].
    pub fn true_divide(&self, other: impl ArrayLike<B>) -> Result<Self> {
        self.divide(other)
    }

    /// [`Array::divmod`].
    ///
    /// # Errors
    /// Those of [`Array::divmod`]; [`Error::DType`] for truth values and complex numbers.
    pub fn divmod(&self, other: impl ArrayLike<B>) -> Result<(Self, Self)> {
        let other = other.operand();
        Ok((self.floor_divide(&other)?, self.remainder(&other)?))
    }

    /// [`Array::power`].
    ///
    /// # Errors
    /// Those of [`Array::power`]; [`Error::DType`] for truth values.
    pub fn power(&self, exponent: impl ArrayLike<B>) -> Result<Self> {
        const OP: &str = "power";
        let exponent = exponent.operand();
        let dtype = exponent.promoted(OP, self.dtype())?;
        TypeClass::Number.check(OP, dtype)?;
        if let Some(scalar) = exponent.as_scalar() {
            if dtype.kind() == Kind::Signed && scalar.get::<i64>() < 0 {
                return Err(Error::value(OP, "integers to negative powers are not integers; convert to a float type"));
            }
            // As NumPy's operator `**`. The number's own type may not have the value: an integer is no half, a truth value no 2.
            let is = |value: f64| {
                let own = Scalar::from_f64(scalar.dtype(), value);
                scalar == own && own.get::<f64>() == value
            };
            if is(2.0) {
                return self.astype(dtype)?.unary(UnaryOp::Square);
            }
            if dtype.is_float() && is(0.5) {
                return self.astype(dtype)?.unary(UnaryOp::Sqrt);
            }
        }
        self.combine(BinaryOp::Pow, OP, &exponent, dtype)
    }

    /// [`Array::pow`].
    ///
    /// # Errors
    /// Those of [`DynArray::power`].
    pub fn pow(&self, exponent: impl ArrayLike<B>) -> Result<Self> {
        self.power(exponent)
    }

    /// [`Array::float_power`].
    ///
    /// # Errors
    /// Those of [`Array::float_power`].
    pub fn float_power(&self, exponent: impl ArrayLike<B>) -> Result<Self> {
        const OP: &str = "float_power";
        let exponent = exponent.operand();
        let dtype = exponent.promoted(OP, self.dtype())?.promote(DType::F64);
        self.combine(BinaryOp::Pow, OP, &exponent, dtype)
    }

    /// [`Array::heaviside`].
    ///
    /// # Errors
    /// Those of [`Array::heaviside`]; [`Error::DType`] for complex numbers.
    pub fn heaviside(&self, at_zero: impl ArrayLike<B>) -> Result<Self> {
        const OP: &str = "heaviside";
        let at_zero = at_zero.operand();
        let common = at_zero.promoted(OP, self.dtype())?;
        TypeClass::RealElement.check(OP, common)?;
        let x = self.astype(common.float())?;
        let at_zero = at_zero.to_array(self.xp(), common.float())?;
        let [zero, one] = [x.number(0.0)?, x.number(1.0)?];
        let above = Self::selected(&x.binary(BinaryOp::Gt, OP, &zero)?, &one, &x)?;
        let sides = Self::selected(&x.binary(BinaryOp::Lt, OP, &zero)?, &zero, &above)?;
        Self::selected(&x.binary(BinaryOp::Eq, OP, &zero)?, &at_zero, &sides)
    }

    /// [`Array::positive`].
    ///
    /// # Errors
    /// [`Error::DType`] for truth values.
    pub fn positive(&self) -> Result<Self> {
        TypeClass::Number.check("positive", self.dtype())?;
        Ok(self.clone())
    }
}

type Double<T> = <T as Promote<f64>>::Output;

impl<T: Element, B: Backend> Array<T, B> {
    /// `self / other`: [`divide`](Array::divide).
    ///
    /// # Errors
    /// [`Error::Shape`] if the shapes do not broadcast.
    pub fn true_divide<O>(&self, other: O) -> Result<Array<with::Quotient<T, B, O>, B>>
    where
        O: ArrayOrScalar<T, B>,
    {
        self.divide(other)
    }

    /// [`floor_divide`](Array::floor_divide) and [`remainder`](Array::remainder).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (quotient, rest) = xp.array([7, -7])?.divmod(3)?;
    /// assert_eq!((quotient.to_vec()?, rest.to_vec()?), (vec![2, -3], vec![1, 2]));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the shapes do not broadcast.
    #[allow(clippy::type_complexity)]
    pub fn divmod<O>(&self, other: O) -> Result<(Array<O::Common, B>, Array<O::Common, B>)>
    where
        O: ArrayOrScalar<T, B>,
        O::Common: RealNumber,
    {
        let (quotient, remainder) = self.array.divmod(other)?;
        Ok((Array::from_dyn(quotient), Array::from_dyn(remainder)))
    }

    /// `self` to the power of `exponent`, of the common type.
    ///
    /// Where elements of an integer array are negative exponents, the power is truncated: 0 unless the base is 1 or -1.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, 2.0, 3.0])?;
    /// assert_eq!(x.power(2.0)?.to_string(), "[1. 4. 9.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for an integer array and a negative scalar; [`Error::Shape`] if the shapes do not broadcast.
    pub fn power<O>(&self, exponent: O) -> Result<Array<O::Common, B>>
    where
        O: ArrayOrScalar<T, B>,
        O::Common: Number,
    {
        self.array.power(exponent).map(Array::from_dyn)
    }

    /// `self` to the power of `exponent`: [`power`](Array::power).
    ///
    /// # Errors
    /// Those of [`power`](Array::power).
    pub fn pow<O>(&self, exponent: O) -> Result<Array<O::Common, B>>
    where
        O: ArrayOrScalar<T, B>,
        O::Common: Number,
    {
        self.power(exponent)
    }

    /// `self` to the power of `exponent` in `f64` or `Complex<f64>`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2, 4])?;
    /// assert_eq!(x.float_power(-1)?.to_string(), "[1.   0.5  0.25]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the shapes do not broadcast.
    pub fn float_power<O>(&self, exponent: O) -> Result<Array<Double<O::Common>, B>>
    where
        O: ArrayOrScalar<T, B>,
        O::Common: Promote<f64>,
    {
        self.array.float_power(exponent).map(Array::from_dyn)
    }

    /// 0 below zero, 1 above it, `at_zero` at it; NaN for NaN.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([-1.5, 0.0, 2.0])?;
    /// assert_eq!(x.heaviside(0.5)?.to_string(), "[0.  0.5 1. ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the shapes do not broadcast.
    pub fn heaviside<O>(&self, at_zero: O) -> Result<Array<with::Float<T, B, O>, B>>
    where
        O: ArrayOrScalar<T, B>,
        O::Common: RealElement,
    {
        self.array.heaviside(at_zero).map(Array::from_dyn)
    }
}

impl<T: Number, B: Backend> Array<T, B> {
    /// The array itself.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, -2])?;
    /// assert_eq!(x.positive().to_string(), "[ 1 -2]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn positive(&self) -> Self {
        self.clone()
    }
}
