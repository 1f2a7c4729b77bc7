//! Linear operations that are not a backend's, such as sums over processes.

use crate::Autodiff;
use crate::batch::Batch;
use crate::buffer::{Origin, Step, TracedBuffer};
use crate::rule::{At, Rule, Tangent, Values};
use crate::trace::{array, operand, stopped, watches, whole};
use std::sync::Arc;
use xparray_core::Result;
use xparray_core::array::{LinearMap, Outside};
use xparray_core::backend::Backend;
use xparray_core::layout::Dims;

/// An operation, its transpose, and the operation on batches, which are asked again for derivatives of derivatives.
struct Linear<B: Backend> {
    name: &'static str,
    apply: LinearMap<Autodiff<B>>,
    transpose: LinearMap<Autodiff<B>>,
    batch: LinearMap<Autodiff<B>>,
}

impl<B: Backend> Rule<B> for Linear<B> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn jvp(&self, _: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        Ok(vec![tangents[0].as_ref().map(|t| (self.apply)(t)).transpose()?])
    }

    fn vjp(&self, _: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        Ok(vec![cotangents[0].as_ref().map(|c| (self.transpose)(c)).transpose()?])
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        Ok(vec![(self.batch)(&at.operand(0)?)?])
    }
}

/// The result of an operation, which remembers it; `None` if its operand is a constant.
pub(crate) fn remembered<B: Backend>(outside: &Outside<Autodiff<B>>) -> Result<Option<Values<B>>> {
    let x = &outside.operand;
    if !watches(&operand(x)?.buffer) {
        return Ok(None);
    }
    let result = (outside.apply)(&stopped(x)?)?;
    let Outside { name, apply, transpose, batch, .. } = outside;
    let rule = Linear { name, apply: apply.clone(), transpose: transpose.clone(), batch: batch.clone() };
    let (from, shape) = (whole(&result)?.buffer, Dims::from_slice(result.shape()));
    let step = Step::new(Box::new(rule), vec![operand(x)?], vec![(result.dtype(), shape)]);
    let origin = Some(Origin { step: Arc::new(step), output: 0 });
    array(result.xp(), TracedBuffer { origin, ..from }, result.dtype(), result.shape()).map(Some)
}
