//! How the result of an instruction changes with one of its operands.

use super::values::complex;
use crate::rule::Values;
use xparray_core::backend::Backend;
use xparray_core::{DType, Result};

/// A linear map of tangents, element by element, and its transpose.
pub(super) enum Partial<B: Backend> {
    /// None: the result is constant where it is continuous.
    Zero,
    /// The tangent itself.
    One,
    /// The tangent with the other sign.
    Minus,
    /// The tangent times a number.
    Times(Values<B>),
    /// The real part of the tangent times a number.
    RealOf(Values<B>),
    /// Of a number with this sign and modulus, what turns its sign.
    Phase(Values<B>, Values<B>),
    /// The tangent where a condition holds.
    Where(Values<B>),
    /// The tangent where a condition does not hold.
    Unless(Values<B>),
    /// A conversion to a type.
    Cast(DType),
    Conj,
    /// The real part, of a complex number.
    Real,
    /// The imaginary part, of a complex number.
    Imag,
    /// What becomes the real part.
    AsReal,
    /// What becomes the imaginary part.
    AsImag,
}

use Partial::*;

impl<B: Backend> Partial<B> {
    /// The tangent of the result of an operand's. `None` is zero.
    pub fn push(&self, t: &Values<B>) -> Result<Option<Values<B>>> {
        Ok(Some(match self {
            Zero => return Ok(None),
            One => t.clone(),
            Minus => t.negative()?,
            Times(d) => t.multiply(d)?,
            RealOf(d) => t.multiply(d)?.real()?,
            Phase(sign, modulus) => {
                let along = sign.multiply(&sign.conj()?.multiply(t)?.real()?)?;
                t.subtract(&along)?.divide(modulus)?
            }
            Where(condition) => condition.where_(t, 0)?,
            Unless(condition) => condition.where_(0, t)?,
            Cast(dtype) => t.astype(*dtype)?,
            Conj => t.conj()?,
            Real => t.real()?,
            Imag => t.imag()?,
            AsReal => complex(t, &t.zeros_like()?)?,
            AsImag => complex(&t.zeros_like()?, t)?,
        }))
    }

    /// The cotangent of an operand of the result's, for an operand of a type. `None` is zero.
    pub fn pull(&self, c: &Values<B>, operand: DType) -> Result<Option<Values<B>>> {
        Ok(Some(match self {
            Zero => return Ok(None),
            One => c.clone(),
            Minus => c.negative()?,
            Times(d) | RealOf(d) => c.multiply(d)?,
            Phase(sign, modulus) => {
                let along = sign.conj()?.multiply(&sign.multiply(c)?.real()?)?;
                c.subtract(&along)?.divide(modulus)?
            }
            Where(condition) => condition.where_(c, 0)?,
            Unless(condition) => condition.where_(0, c)?,
            Cast(_) => c.astype(operand)?,
            Conj => c.conj()?,
            Real => complex(c, &c.zeros_like()?)?,
            Imag => complex(&c.zeros_like()?, &c.negative()?)?,
            AsReal => c.real()?,
            AsImag => c.imag()?.negative()?,
        }))
    }
}
