//! Products.

use super::{map, sum, wanted};
use crate::batch::Batch;
use crate::rule::{At, Rule, Tangent, Values, alone};
use xparray_core::Result;
use xparray_core::backend::Backend;

/// The tangent of a product of matrices or of a matrix and a vector: each factor's, times the other factor.
fn pushed<B: Backend>(at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
    let first = map(&tangents[0], |t| t.matmul(&at.operand(1)?))?;
    let second = map(&tangents[1], |t| at.operand(0)?.matmul(t))?;
    Ok(vec![sum([first, second])?])
}

/// `a @ b`.
pub(crate) struct Matmul;

impl<B: Backend> Rule<B> for Matmul {
    fn name(&self) -> &'static str {
        "matmul"
    }

    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        pushed(at, tangents)
    }

    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let Some(c) = &cotangents[0] else { return Ok(vec![None, None]) };
        let a = wanted(at.wanted[0], || c.matmul(&at.operand(1)?.matrix_transpose()?))?;
        let b = wanted(at.wanted[1], || at.operand(0)?.matrix_transpose()?.matmul(c))?;
        Ok(vec![a, b])
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        // One matrix for all is one product.
        if !at.differs(1) && at.step.operands[0].layout.ndim() == 2 {
            let (a, b) = (at.operand(0)?, at.same(1)?);
            let &[n, m, k] = a.shape() else { return Err(alone("matmul")) };
            return Ok(vec![a.reshape([n * m, k])?.matmul(&b)?.reshape([n, m, b.shape()[1]])?]);
        }
        Ok(vec![at.operand(0)?.matmul(&at.operand(1)?)?])
    }
}

/// The product of a matrix and a vector.
pub(crate) struct Gemv;

impl<B: Backend> Rule<B> for Gemv {
    fn name(&self) -> &'static str {
        "gemv"
    }

    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        pushed(at, tangents)
    }

    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let Some(c) = &cotangents[0] else { return Ok(vec![None, None]) };
        let a = wanted(at.wanted[0], || c.expand_dims(1)?.multiply(&at.operand(1)?))?;
        let x = wanted(at.wanted[1], || at.operand(0)?.matrix_transpose()?.matmul(c))?;
        Ok(vec![a, x])
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        if !at.differs(0) {
            return Ok(vec![at.operand(1)?.matmul(&at.same(0)?.matrix_transpose()?)?]);
        }
        Ok(vec![at.operand(0)?.matmul(&at.operand(1)?.expand_dims(2)?)?.squeeze(2)?])
    }
}

/// The sum of products of two vectors.
pub(crate) struct Dot {
    /// Whether the first is conjugated.
    pub conjugate: bool,
}

impl<B: Backend> Rule<B> for Dot {
    fn name(&self) -> &'static str {
        "dot"
    }

    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let first =
            map(&tangents[0], |t| if self.conjugate { t.vdot(&at.operand(1)?) } else { t.dot(&at.operand(1)?) })?;
        let second = map(&tangents[1], |t| {
            let a = at.operand(0)?;
            if self.conjugate { a.vdot(t) } else { a.dot(t) }
        })?;
        Ok(vec![sum([first, second])?])
    }

    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let Some(c) = &cotangents[0] else { return Ok(vec![None, None]) };
        let a = wanted(at.wanted[0], || {
            let a = at.operand(1)?.multiply(c)?;
            if self.conjugate { a.conj() } else { Ok(a) }
        })?;
        let b = wanted(at.wanted[1], || {
            let a = at.operand(0)?;
            if self.conjugate { a.conj()?.multiply(c) } else { a.multiply(c) }
        })?;
        Ok(vec![a, b])
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        let (a, b) = (at.operand(0)?, at.operand(1)?);
        let a = if self.conjugate { a.conj()? } else { a };
        Ok(vec![a.expand_dims(1)?.matmul(&b.expand_dims(2)?)?.reshape(at.n)?])
    }
}
