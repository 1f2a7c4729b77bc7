//! The parts of floats: signs, mantissas, exponents, special values.

use super::Array;
use super::DynArray;
use super::arithmetic::{Common, Float};
use super::elementwise::{binary, dyn_doc};
use super::operand::ArrayOrScalar;
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::DType;
use crate::element::{Element, RealElement, RealFloat};
use crate::error::Result;
use crate::ir::{BinaryOp, UnaryOp};
use crate::promote::Promote;
use half::{bf16, f16};

binary! {
    /// The magnitude of `self` with the sign of `other`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, 2.0])?;
    /// assert_eq!(x.copysign(-0.0)?.to_string(), "[-1. -2.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    copysign(RealElement) = Copysign => Float;
    /// The next float after `self` towards `other`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0])?;
    /// assert_eq!(x.nextafter(2.0)?.to_vec()?, [1.0 + f64::EPSILON]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    nextafter(RealElement) = NextAfter => Float;
}

/// Each of two results, with the error of both.
fn parts<T>(both: Result<(T, T)>) -> (Result<T>, Result<T>) {
    match both {
        Ok((first, second)) => (Ok(first), Ok(second)),
        Err(error) => (Err(error.clone()), Err(error)),
    }
}

impl<T: RealElement, B: Backend> Array<T, B> {
    /// The distance to the next number away from zero, with the element's sign; that of 0 is positive, and that of infinity NaN.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, -4.0, 0.0])?;
    /// assert_eq!(x.spacing().to_vec()?, [f64::EPSILON, -4.0 * f64::EPSILON, 5e-324]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn spacing(&self) -> Array<T::Float, B> {
        self.deferring(self.array.spacing())
    }

    /// The fractional and integral parts, both with the sign of the element.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (fraction, whole) = xp.array([3.5, -1.25])?.modf();
    /// assert_eq!((fraction.to_vec()?, whole.to_vec()?), (vec![0.5, -0.25], vec![3.0, -1.0]));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn modf(&self) -> (Array<T::Float, B>, Array<T::Float, B>) {
        let (fraction, integral) = parts(self.array.modf());
        (self.deferring(fraction), self.deferring(integral))
    }

    /// Mantissas in ±[0.5, 1) and exponents, such that each element is `mantissa * 2^exponent`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (mantissa, exponent) = xp.array([8.0, 0.75])?.frexp();
    /// assert_eq!((mantissa.to_vec()?, exponent.to_vec()?), (vec![0.5, 0.75], vec![4, 0]));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn frexp(&self) -> (Array<T::Float, B>, Array<i32, B>) {
        let (mantissa, exponent) = parts(self.array.frexp());
        (self.deferring(mantissa), self.deferring(exponent))
    }
}

impl<T: RealFloat, B: Backend> Array<T, B> {
    /// `self * 2^exponent`, rounded once.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([0.5, 0.75])?;
    /// assert_eq!(x.ldexp(&xp.array([4, 0])?)?.to_string(), "[8.   0.75]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`](crate::Error::Shape) if the shapes do not broadcast.
    pub fn ldexp(&self, exponent: &Array<i32, B>) -> Result<Self> {
        self.array.ldexp(&exponent.array).map(Self::from_dyn)
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The array with zero in place of NaN and the largest finite numbers in place of infinities, in both parts of complex
    /// numbers. Integers have nothing to replace.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([f64::NAN, f64::NEG_INFINITY, 1.0])?;
    /// assert_eq!(x.nan_to_num().to_vec()?, [0.0, f64::MIN, 1.0]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn nan_to_num(&self) -> Self {
        self.deferring(self.array.nan_to_num())
    }

    /// [`nan_to_num`](Array::nan_to_num) with other numbers in their place.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([f64::NAN, f64::INFINITY, 1.0])?;
    /// assert_eq!(x.nan_to_num_with(NanToNum::new().posinf(99.0)).to_string(), "[ 0. 99.  1.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn nan_to_num_with(&self, options: NanToNum) -> Self {
        self.deferring(self.array.nan_to_num_with(options))
    }
}

/// Options of [`Array::nan_to_num_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([f64::NAN, f64::INFINITY])?;
/// assert_eq!(x.nan_to_num_with(NanToNum::new().nan(-1).posinf(2.0)).to_string(), "[-1.  2.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct NanToNum {
    nan: f64,
    posinf: Option<f64>,
    neginf: Option<f64>,
}

impl NanToNum {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// What comes in place of NaN.
    pub fn nan(self, nan: impl Into<f64>) -> Self {
        Self { nan: nan.into(), ..self }
    }

    /// What comes in place of infinity: the largest number by default.
    pub fn posinf(self, posinf: impl Into<Option<f64>>) -> Self {
        Self { posinf: posinf.into(), ..self }
    }

    /// What comes in place of negative infinity: the lowest number by default.
    pub fn neginf(self, neginf: impl Into<Option<f64>>) -> Self {
        Self { neginf: neginf.into(), ..self }
    }
}

impl<B: Backend> DynArray<B> {
    #[doc = dyn_doc!(spacing)]
    pub fn spacing(&self) -> Result<Self> {
        const OP: &str = "spacing";
        TypeClass::RealElement.check(OP, self.dtype())?;
        let x = self.astype(self.dtype().float())?;
        let size = x.unary(UnaryOp::Abs)?;
        let next = size.binary(BinaryOp::NextAfter, OP, &x.number(f64::INFINITY)?)?;
        // Infinity less infinity is NaN.
        let distance = next.binary(BinaryOp::Sub, OP, &size)?;
        let negative = x.with_number(BinaryOp::Lt, 0.0)?;
        Self::selected(&negative, &distance.unary(UnaryOp::Neg)?, &distance)
    }

    #[doc = dyn_doc!(modf)]
    pub fn modf(&self) -> Result<(Self, Self)> {
        const OP: &str = "modf";
        TypeClass::RealElement.check(OP, self.dtype())?;
        let x = self.astype(self.dtype().float())?;
        let integral = x.unary(UnaryOp::Trunc)?;
        // Infinity minus itself is NaN, but has no fraction.
        let fraction = x.binary(BinaryOp::Sub, OP, &integral)?;
        let fraction = Self::selected(&x.unary(UnaryOp::IsInf)?, &x.number(0.0)?, &fraction)?;
        Ok((fraction.binary(BinaryOp::Copysign, OP, &x)?, integral))
    }

    #[doc = dyn_doc!(frexp)]
    pub fn frexp(&self) -> Result<(Self, Self)> {
        TypeClass::RealElement.check("frexp", self.dtype())?;
        let x = self.astype(self.dtype().float())?;
        Ok((x.unary(UnaryOp::Mantissa)?, x.unary(UnaryOp::Exponent)?))
    }

    /// [`Array::ldexp`]; the exponents may be integers of any type.
    ///
    /// # Errors
    /// Those of [`Array::ldexp`]; [`Error::DType`](crate::Error::DType) if the array is not of floats, or the exponents
    /// are not integers.
    pub fn ldexp(&self, exponent: &Self) -> Result<Self> {
        const OP: &str = "ldexp";
        TypeClass::RealFloat.check(OP, self.dtype())?;
        TypeClass::Integer.check(OP, exponent.dtype())?;
        let mut x = self.astype(DType::F64)?;
        let mut rest = match exponent.dtype() {
            DType::I32 => exponent.clone(),
            // What `i64` does not have is beyond all exponents.
            DType::U64 => exponent.with_number(BinaryOp::Min, f64::from(i32::MAX))?.astype(DType::I64)?,
            _ => exponent.astype(DType::I64)?,
        };
        let exp2 = |exponent: &Self| exponent.astype(DType::F64)?.unary(UnaryOp::Exp2);
        if self.dtype() == DType::F64 {
            // Beyond the exponents of a factor in several steps. Downwards each stops short of the subnormals, where
            // it would round, unless the next one leaves nothing.
            for _ in 0..2 {
                let step = Self::selected(
                    &rest.with_number(BinaryOp::Gt, 1023.0)?,
                    &rest.number(1023.0)?,
                    &Self::selected(
                        &rest.with_number(BinaryOp::Lt, -1022.0)?,
                        &rest.number(-969.0)?,
                        &rest.number(0.0)?,
                    )?,
                )?;
                x = x.binary(BinaryOp::Mul, OP, &exp2(&step)?)?;
                rest = rest.binary(BinaryOp::Sub, OP, &step)?;
            }
        }
        let last = rest.with_number(BinaryOp::Max, -1022.0)?.with_number(BinaryOp::Min, 1023.0)?;
        x.binary(BinaryOp::Mul, OP, &exp2(&last)?)?.astype(self.dtype())
    }

    #[doc = dyn_doc!(nan_to_num)]
    pub fn nan_to_num(&self) -> Result<Self> {
        self.nan_to_num_with(NanToNum::new())
    }

    #[doc = dyn_doc!(nan_to_num_with)]
    pub fn nan_to_num_with(&self, options: NanToNum) -> Result<Self> {
        let NanToNum { nan, posinf, neginf } = options;
        let largest = match self.dtype().real() {
            DType::F16 => f16::MAX.to_f64(),
            DType::BF16 => bf16::MAX.to_f64(),
            DType::F32 => f32::MAX as f64,
            DType::F64 => f64::MAX,
            _ => return Ok(self.clone()),
        };
        let [posinf, neginf] = [posinf.unwrap_or(largest), neginf.unwrap_or(-largest)];
        let replaced = |x: &Self| {
            let is = |value: f64| x.with_number(BinaryOp::Eq, value);
            let y = Self::selected(&is(f64::INFINITY)?, &x.number(posinf)?, x)?;
            let y = Self::selected(&is(f64::NEG_INFINITY)?, &x.number(neginf)?, &y)?;
            Self::selected(&x.unary(UnaryOp::IsNan)?, &x.number(nan)?, &y)
        };
        match self.dtype().is_complex() {
            true => Self::complex(&replaced(&self.unary(UnaryOp::Real)?)?, &replaced(&self.unary(UnaryOp::Imag)?)?),
            false => replaced(self),
        }
    }
}
