//! Exponents, logarithms, powers, and the arithmetic that has no operator.

use super::Array;
use super::arithmetic::{ArrayOrScalar, Common, Float};
use super::functions::{binary, unary};
use super::raw::Raw;
use crate::backend::Backend;
use crate::dtype::Kind;
use crate::element::{Element, Integer, Number, RealElement, RealNumber};
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, UnaryOp};
use crate::promote::Promote;

unary! {
    /// e to the power of each element.
    exp(T: Element) = Exp: T::Float => T::Float;
    /// 2 to the power of each element.
    exp2(T: Element) = Exp2: T::Float => T::Float;
    /// `exp(x) - 1`, accurate near zero.
    expm1(T: Element) = Expm1: T::Float => T::Float;
    /// The natural logarithm; NaN below zero for reals.
    log(T: Element) = Log: T::Float => T::Float;
    /// The logarithm of base 2.
    log2(T: Element) = Log2: T::Float => T::Float;
    /// The logarithm of base 10.
    log10(T: Element) = Log10: T::Float => T::Float;
    /// `log(1 + x)`, accurate near zero.
    log1p(T: Element) = Log1p: T::Float => T::Float;
    /// The square root; NaN below zero for reals.
    sqrt(T: Element) = Sqrt: T::Float => T::Float;
    /// The cube root.
    cbrt(T: RealElement) = Cbrt: T::Float => T::Float;
    /// The square.
    square(T: Number) = Square: T => T;
    /// `1 / x`; for integers truncated, so 0 beyond ±1 (of 0 itself it is unspecified, as NumPy's).
    reciprocal(T: Number) = Reciprocal: T => T;
    /// `-x`; for integers it wraps.
    negative(T: Number) = Neg: T => T;
    /// The magnitude, of the real type. That of the lowest signed integer wraps to itself.
    absolute(T: Element) = Abs: T => T::Real;
    /// The magnitude: [`absolute`](Array::absolute).
    abs(T: Element) = Abs: T => T::Real;
    /// The magnitude as a float.
    fabs(T: RealElement) = Abs: T::Float => <T::Float as Element>::Real;
    /// -1, 0 or 1; NaN for NaN; `x / |x|` for complex numbers.
    sign(T: Number) = Sign: T => T;
    /// The modified Bessel function of the first kind and order 0; `f64` for integers.
    i0(T: RealElement) = I0: T::Quotient => T::Quotient;
    /// `sin(pi x) / (pi x)`, 1 at 0; `f64` for integers.
    sinc(T: Element) = Sinc: T::Quotient => T::Quotient;
}

binary! {
    /// `log(exp(self) + exp(other))` without overflow on the way.
    logaddexp(RealElement) = LogAddExp => Float;
    /// `log2(exp2(self) + exp2(other))` without overflow on the way.
    logaddexp2(RealElement) = LogAddExp2 => Float;
    /// `self / other` rounded down; 0 for an integer divided by 0.
    floor_divide(RealNumber) = FloorDiv => Common;
    /// The remainder with the dividend's sign, as C's `fmod` and Rust's `%`; 0 for an integer modulo 0.
    fmod(RealNumber) = Fmod => Common;
    /// The remainder with the divisor's sign: [`remainder`](Array::remainder).
    mod_(RealNumber) = Mod => Common;
    /// The greatest common divisor, not negative (but for that of lowest integers, which wraps).
    gcd(Integer) = Gcd => Common;
    /// The least common multiple; it wraps.
    lcm(Integer) = Lcm => Common;
}

/// The type of a power that is at least `f64`.
type Double<T, U> = <Common<T, U> as Promote<f64>>::Output;

impl<T: Element, B: Backend> Array<T, B> {
    /// `self / other`: [`divide`](Array::divide).
    ///
    /// # Errors
    /// [`Error::Shape`] if the shapes do not broadcast.
    pub fn true_divide<O>(&self, other: O) -> Result<Array<super::arithmetic::Quotient<T, O::Element>, B>>
    where
        O: ArrayOrScalar<T, B>,
        T: Promote<O::Element>,
    {
        self.divide(other)
    }

    /// [`floor_divide`](Array::floor_divide) and [`remainder`](Array::remainder).
    ///
    /// # Errors
    /// [`Error::Shape`] if the shapes do not broadcast.
    #[allow(clippy::type_complexity)]
    pub fn divmod<O>(&self, other: O) -> Result<(Array<Common<T, O::Element>, B>, Array<Common<T, O::Element>, B>)>
    where
        O: ArrayOrScalar<T, B> + Clone,
        T: Promote<O::Element>,
        Common<T, O::Element>: RealNumber,
    {
        Ok((self.floor_divide(other.clone())?, self.remainder(other)?))
    }

    /// `self` to the power of `exponent`, of the common type.
    ///
    /// Where elements of an integer array are negative exponents, the power is truncated: 0 unless the base is 1 or -1.
    ///
    /// # Errors
    /// [`Error::Value`] for an integer array and a negative scalar; [`Error::Shape`] if the shapes do not broadcast.
    pub fn power<O>(&self, exponent: O) -> Result<Array<Common<T, O::Element>, B>>
    where
        O: ArrayOrScalar<T, B>,
        T: Promote<O::Element>,
        Common<T, O::Element>: Number,
    {
        let dtype = Common::<T, O::Element>::DTYPE;
        if let Some(scalar) = exponent.as_scalar() {
            let is = |number: f64| scalar == number.cast::<O::Element>();
            if dtype.kind() == Kind::Signed && scalar.cast::<i64>() < 0 {
                return Err(Error::value(
                    "power",
                    "integers to negative powers are not integers; convert to a float type",
                ));
            }
            // As NumPy's operator `**`.
            if is(2.0) {
                return Ok(Array::from_raw(self.raw.cast(dtype)?.unary(UnaryOp::Square)?));
            }
            if dtype.is_float() && is(0.5) {
                return Ok(Array::from_raw(self.raw.cast(dtype)?.unary(UnaryOp::Sqrt)?));
            }
        }
        self.combine::<Common<T, O::Element>, _, O>(BinaryOp::Pow, "power", &exponent)
    }

    /// `self` to the power of `exponent`: [`power`](Array::power).
    ///
    /// # Errors
    /// Those of [`power`](Array::power).
    pub fn pow<O>(&self, exponent: O) -> Result<Array<Common<T, O::Element>, B>>
    where
        O: ArrayOrScalar<T, B>,
        T: Promote<O::Element>,
        Common<T, O::Element>: Number,
    {
        self.power(exponent)
    }

    /// `self` to the power of `exponent` in `f64` or `Complex<f64>`.
    ///
    /// # Errors
    /// [`Error::Shape`] if the shapes do not broadcast.
    pub fn float_power<O>(&self, exponent: O) -> Result<Array<Double<T, O::Element>, B>>
    where
        O: ArrayOrScalar<T, B>,
        T: Promote<O::Element>,
        Common<T, O::Element>: Promote<f64>,
    {
        self.combine::<Double<T, O::Element>, _, O>(BinaryOp::Pow, "float_power", &exponent)
    }

    /// 0 below zero, 1 above it, `at_zero` at it; NaN for NaN.
    ///
    /// # Errors
    /// [`Error::Shape`] if the shapes do not broadcast.
    pub fn heaviside<O>(&self, at_zero: O) -> Result<Array<Float<T, O::Element>, B>>
    where
        O: ArrayOrScalar<T, B>,
        T: Promote<O::Element>,
        Common<T, O::Element>: RealElement,
    {
        let x = self.raw.cast(Float::<T, O::Element>::DTYPE)?;
        let at_zero = at_zero.to_array::<Float<T, O::Element>>(self.xp())?;
        let [zero, one] = [x.number(0.0)?, x.number(1.0)?];
        let above = Raw::select(&x.binary(BinaryOp::Gt, "heaviside", &zero)?, &one, &x)?;
        let sides = Raw::select(&x.binary(BinaryOp::Lt, "heaviside", &zero)?, &zero, &above)?;
        Ok(Array::from_raw(Raw::select(&x.binary(BinaryOp::Eq, "heaviside", &zero)?, &at_zero.raw, &sides)?))
    }
}

impl<T: Number, B: Backend> Array<T, B> {
    /// The array itself.
    ///
    /// # Errors
    /// None.
    pub fn positive(&self) -> Result<Self> {
        Ok(self.clone())
    }
}
