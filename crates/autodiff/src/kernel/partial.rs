//! How the result of an instruction changes with one of its operands.

use super::number::Number;
use xparray_core::{DType, Result};

/// A linear map of tangents, element by element, and its transpose.
pub(super) enum Partial<N: Number> {
    /// None: the result is constant where it is continuous.
    Zero,
    /// The tangent itself.
    One,
    /// The tangent with the other sign.
    Minus,
    /// The tangent times a number.
    Times(N),
    /// The real part of the tangent times a number.
    RealOf(N),
    /// Of a number with this sign and modulus, what turns its sign.
    Phase(N, N),
    /// The tangent where a condition holds.
    Where(N),
    /// The tangent where a condition does not hold.
    Unless(N),
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
    /// The real part of the tangent times a number, and of complex operands the imaginary part times another one.
    Parts(N, Option<N>),
}

use Partial::*;

impl<N: Number> Partial<N> {
    /// The tangent of the result of an operand's. `None` is zero.
    pub fn push(&self, t: &N) -> Result<Option<N>> {
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
            Where(condition) => condition.where_(t, 0.0)?,
            Unless(condition) => condition.where_(0.0, t)?,
            Cast(dtype) => t.astype(*dtype)?,
            Conj => t.conj()?,
            Real => t.real()?,
            Imag => t.imag()?,
            AsReal => N::complex(t, &t.zero()?)?,
            AsImag => N::complex(&t.zero()?, t)?,
            Parts(of_real, None) => t.multiply(of_real)?,
            Parts(of_real, Some(of_imag)) => t.real()?.multiply(of_real)?.add(&t.imag()?.multiply(of_imag)?)?,
        }))
    }

    /// Whether tangents are multiplied, by what may not be finite.
    pub fn multiplies(&self) -> bool {
        matches!(self, Times(_) | RealOf(_) | Phase(..) | Parts(..))
    }

    /// The cotangent of an operand of the result's, for an operand of a type. `None` is zero.
    pub fn pull(&self, c: &N, operand: DType) -> Result<Option<N>> {
        Ok(Some(match self {
            Zero => return Ok(None),
            One => c.clone(),
            Minus => c.negative()?,
            Times(d) | RealOf(d) => c.multiply(d)?,
            Phase(sign, modulus) => {
                let along = sign.conj()?.multiply(&sign.multiply(c)?.real()?)?;
                c.subtract(&along)?.divide(modulus)?
            }
            Where(condition) => condition.where_(c, 0.0)?,
            Unless(condition) => condition.where_(0.0, c)?,
            Cast(_) => c.astype(operand)?,
            Conj => c.conj()?,
            Real => N::complex(c, &c.zero()?)?,
            Imag => N::complex(&c.zero()?, &c.negative()?)?,
            AsReal => c.real()?,
            AsImag => c.imag()?.negative()?,
            Parts(of_real, None) => c.multiply(of_real)?.real()?,
            Parts(of_real, Some(of_imag)) => {
                N::complex(&c.multiply(of_real)?.real()?, &c.multiply(of_imag)?.real()?.negative()?)?
            }
        }))
    }
}
