//! What a derivative needs to know of an operation.

use crate::Autodiff;
use crate::batch::Batch;
use crate::buffer::{Origin, Step, TracedBuffer};
use crate::trace::array;
use crate::view::through;
use std::sync::Arc;
use xparray_core::backend::Backend;
use xparray_core::{DynArray, Error, Result};

/// An array of the backend that traces.
pub(crate) type Values<B> = DynArray<Autodiff<B>>;
/// A tangent or a cotangent: none is zero.
pub(crate) type Tangent<B> = Option<Values<B>>;

/// An operation of the backend. Its derivatives are written with operations of arrays, so they have derivatives themselves.
///
/// Complex numbers follow JAX: a cotangent `c` and a tangent `t` pair to the real part of `c t`.
pub(crate) trait Rule<B: Backend>: Send + Sync {
    /// What it is called in errors.
    fn name(&self) -> &'static str;

    /// Whether the derivatives need the results.
    fn keeps_results(&self) -> bool {
        false
    }

    /// The tangents of the results, of those of the operands.
    ///
    /// # Errors
    /// [`Error::Value`] if there is no rule.
    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let _ = (at, tangents);
        Err(missing(self.name()))
    }

    /// The cotangents of the operands, of those of the results.
    ///
    /// # Errors
    /// [`Error::Value`] if there is no rule.
    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let _ = (at, cotangents);
        Err(missing(self.name()))
    }

    /// The results for all elements of a batch, along a first axis.
    ///
    /// # Errors
    /// [`Error::Value`] if there is no rule.
    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        let _ = at;
        Err(alone(self.name()))
    }
}

/// The error of an operation that has no rule for batches.
pub(crate) fn alone(name: &'static str) -> Error {
    Error::value(
        name,
        "there is no rule for batches, as its result depends on values, or it is rarely used; `stack` results of single calls",
    )
}

/// The error of an operation without a rule.
pub(crate) fn missing(name: &'static str) -> Error {
    Error::value(
        name,
        "there is no rule for its derivative; `custom_vjp` gives it one, `stop_gradient` makes it a constant",
    )
}

/// A step whose derivative is asked for.
pub(crate) struct At<'a, B: Backend> {
    pub xp: &'a Autodiff<B>,
    pub step: &'a Arc<Step<B>>,
    /// Which operands depend on what is differentiated by.
    pub wanted: Vec<bool>,
}

impl<B: Backend> At<'_, B> {
    /// An operand, in its shape.
    pub fn operand(&self, k: usize) -> Result<Values<B>> {
        let operand = &self.step.operands[k];
        let len = operand.buffer.bytes / operand.dtype.size();
        through(&array(self.xp, operand.buffer.clone(), operand.dtype, &[len])?, &operand.layout)
    }

    /// A result, of a rule that keeps them.
    pub fn result(&self, k: usize) -> Result<Values<B>> {
        let (dtype, shape) = &self.step.outputs[k];
        let Some(memory) = self.step.results.get(k) else { return Err(missing(self.step.rule.name())) };
        let origin = Some(Origin { step: self.step.clone(), output: k });
        let bytes = shape.iter().product::<usize>() * dtype.size();
        array(self.xp, TracedBuffer::shared(memory.clone(), bytes, origin), *dtype, shape)
    }

    /// The shape of an operand.
    pub fn shape(&self, k: usize) -> &[usize] {
        self.step.operands[k].layout.shape()
    }
}
