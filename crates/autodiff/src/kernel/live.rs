//! Where the values of instructions are used.
//!
//! A branch that is not taken has a cotangent of zero, and that times an infinite derivative would be NaN: `x.ge(0.0).select(x.sqrt(), 0.0)`
//! has a derivative at -1.

use crate::rule::{Tangent, Values};
use xparray_core::Result;
use xparray_core::backend::Backend;
use xparray_core::ir::Op;

/// Where the result depends on a value.
#[derive(Clone)]
pub(super) enum Live<B: Backend> {
    Never,
    /// Where a condition holds.
    Where(Values<B>),
    Always,
}

impl<B: Backend> Live<B> {
    /// Where an operand of an instruction is used that is used here itself. `condition` is that of a choice.
    pub fn read_by(&self, op: &Op, place: usize, condition: impl FnOnce() -> Result<Values<B>>) -> Result<Self> {
        if !matches!(op, Op::Select) || matches!(self, Self::Never) {
            return Ok(self.clone());
        }
        let taken = match place {
            0 => return Ok(Self::Never),
            1 => condition()?,
            _ => condition()?.logical_not()?,
        };
        Ok(Self::Where(if let Self::Where(own) = self { own.logical_and(taken)? } else { taken }))
    }

    /// Also there.
    pub fn or(&mut self, other: Self) -> Result<()> {
        *self = match (&*self, other) {
            (Self::Always, _) | (_, Self::Always) => Self::Always,
            (Self::Never, other) => other,
            (_, Self::Never) => return Ok(()),
            (Self::Where(own), Self::Where(other)) if own.is_same(&other) => return Ok(()),
            (Self::Where(own), Self::Where(other)) => Self::Where(own.logical_or(other)?),
        };
        Ok(())
    }

    /// What is there, and zero elsewhere.
    pub fn only(&self, x: Tangent<B>) -> Result<Tangent<B>> {
        match (self, x) {
            (Self::Where(condition), Some(x)) => Ok(Some(condition.where_(x, 0)?)),
            (_, x) => Ok(x),
        }
    }
}
