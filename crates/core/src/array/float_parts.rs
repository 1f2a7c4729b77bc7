//! The parts of floats: signs, mantissas, exponents, special values.

use super::Array;
use super::DynArray;
use super::arithmetic::{Common, Float};
use super::functions::binary;
use super::operand::ArrayOrScalar;
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::{DType, Scalar};
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
    /// let x = xp.array(&[1.0, 2.0], 2)?;
    /// assert_eq!(x.copysign(-0.0)?.to_string(), "[-1. -2.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    copysign(RealElement) = Copysign => Float;
    /// The next float after `self` towards `other`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1.0], 1)?;
    /// assert_eq!(x.nextafter(2.0)?.to_vec()?, [1.0 + f64::EPSILON]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    nextafter(RealElement) = NextAfter => Float;
}

impl<T: RealElement, B: Backend> Array<T, B> {
    /// The fractional and integral parts, both with the sign of the element.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (fraction, whole) = xp.array(&[3.5, -1.25], 2)?.modf()?;
    /// assert_eq!((fraction.to_vec()?, whole.to_vec()?), (vec![0.5, -0.25], vec![3.0, -1.0]));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if something had to be computed first, and that failed.
    #[allow(clippy::type_complexity)]
    pub fn modf(&self) -> Result<(Array<T::Float, B>, Array<T::Float, B>)> {
        let x = self.array.astype(T::Float::DTYPE)?;
        let integral = x.unary(UnaryOp::Trunc)?;
        // Infinity minus itself is NaN, but has no fraction.
        let fraction = x.binary(BinaryOp::Sub, "modf", &integral)?;
        let fraction = DynArray::selected(&x.unary(UnaryOp::IsInf)?, &x.number(0.0)?, &fraction)?;
        let fraction = fraction.binary(BinaryOp::Copysign, "modf", &x)?;
        Ok((Array::from_dyn(fraction), Array::from_dyn(integral)))
    }

    /// Mantissas in ±[0.5, 1) and exponents, such that each element is `mantissa * 2^exponent`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (mantissa, exponent) = xp.array(&[8.0, 0.75], 2)?.frexp()?;
    /// assert_eq!((mantissa.to_vec()?, exponent.to_vec()?), (vec![0.5, 0.75], vec![4, 0]));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if something had to be computed first, and that failed.
    #[allow(clippy::type_complexity)]
    pub fn frexp(&self) -> Result<(Array<T::Float, B>, Array<i32, B>)> {
        let (mantissa, exponent) = self.array.frexp()?;
        Ok((Array::from_dyn(mantissa), Array::from_dyn(exponent)))
    }
}

impl<B: Backend> DynArray<B> {
    /// [`Array::frexp`].
    ///
    /// # Errors
    /// [`Error::DType`](crate::Error::DType) for complex numbers.
    pub fn frexp(&self) -> Result<(Self, Self)> {
        TypeClass::RealElement.check("frexp", self.dtype())?;
        let x = self.astype(self.dtype().float())?;
        Ok((x.unary(UnaryOp::Mantissa)?, x.unary(UnaryOp::Exponent)?))
    }
}

impl<T: RealFloat, B: Backend> Array<T, B> {
    /// `self * 2^exponent`, rounded once.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[0.5, 0.75], 2)?;
    /// assert_eq!(x.ldexp(&xp.array(&[4, 0], 2)?)?.to_string(), "[8.   0.75]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`](crate::Error::Shape) if the shapes do not broadcast.
    pub fn ldexp(&self, exponent: &Array<i32, B>) -> Result<Self> {
        let (mut x, mut rest) = (self.array.astype(DType::F64)?, exponent.array.clone());
        let exp2 = |exponent: &DynArray<B>| exponent.astype(DType::F64)?.unary(UnaryOp::Exp2);
        if T::DTYPE == DType::F64 {
            // Beyond the exponents of a factor in several steps. Downwards each stops short of the subnormals, where
            // it would round, unless the next one leaves nothing.
            for _ in 0..2 {
                let step = DynArray::selected(
                    &rest.with_number(BinaryOp::Gt, 1023.0)?,
                    &rest.number(1023.0)?,
                    &DynArray::selected(
                        &rest.with_number(BinaryOp::Lt, -1022.0)?,
                        &rest.number(-969.0)?,
                        &rest.number(0.0)?,
                    )?,
                )?;
                x = x.binary(BinaryOp::Mul, "ldexp", &exp2(&step)?)?;
                rest = rest.binary(BinaryOp::Sub, "ldexp", &step)?;
            }
        }
        let last = rest.with_number(BinaryOp::Max, -1022.0)?.with_number(BinaryOp::Min, 1023.0)?;
        Ok(Self::from_dyn(x.binary(BinaryOp::Mul, "ldexp", &exp2(&last)?)?.astype(T::DTYPE)?))
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The array with other numbers in place of NaN and infinities, in both parts of complex numbers. `None` for an
    /// infinity is the largest finite number of its sign. Integers have nothing to replace.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[f64::NAN, f64::INFINITY, 1.0], 3)?;
    /// assert_eq!(x.nan_to_num(0.0, Some(99.0), None)?.to_string(), "[ 0. 99.  1.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if something had to be computed first, and that failed.
    pub fn nan_to_num(&self, nan: T::Real, posinf: Option<T::Real>, neginf: Option<T::Real>) -> Result<Self> {
        let largest = match T::Real::DTYPE {
            DType::F16 => f16::MAX.to_f64(),
            DType::BF16 => bf16::MAX.to_f64(),
            DType::F32 => f32::MAX as f64,
            DType::F64 => f64::MAX,
            _ => return Ok(self.clone()),
        };
        let [posinf, neginf] = [posinf.unwrap_or(largest.cast()), neginf.unwrap_or((-largest).cast())];
        let replace = |x: &DynArray<B>| {
            let constant = |value: T::Real| DynArray::full(x.xp(), Scalar::new(value), &[]);
            let is = |value: f64| x.with_number(BinaryOp::Eq, value);
            let y = DynArray::selected(&is(f64::INFINITY)?, &constant(posinf)?, x)?;
            let y = DynArray::selected(&is(f64::NEG_INFINITY)?, &constant(neginf)?, &y)?;
            DynArray::selected(&x.unary(UnaryOp::IsNan)?, &constant(nan)?, &y)
        };
        let replaced = match T::DTYPE.is_complex() {
            true => DynArray::complex(
                &replace(&self.array.unary(UnaryOp::Real)?)?,
                &replace(&self.array.unary(UnaryOp::Imag)?)?,
            )?,
            false => replace(&self.array)?,
        };
        Ok(Self::from_dyn(replaced))
    }
}
