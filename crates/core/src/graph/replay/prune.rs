//! What results depend on, of the steps of a recorded program. A program computes more on its way: an array that has a name is stored as
//! long as the name is in scope, and what is differentiated makes values that its derivative does not need.

use super::{Before, Sink, Source, Step};
use crate::backend::Backend;
use crate::ir::SharedKernel;
use crate::layout::Dims;

/// An output of so many bytes is worth a kernel without it, which a GPU's backend has to compile.
const LARGE: usize = 1 << 18;

/// The steps that results depend on, without large outputs that nobody reads.
pub(super) fn needed<B: Backend>(steps: Vec<Step<B>>, buffers: usize, results: &[usize]) -> Vec<Step<B>> {
    let mut wanted = vec![false; buffers];
    results.iter().for_each(|&k| wanted[k] = true);
    let mut kept: Vec<Step<B>> = Vec::with_capacity(steps.len());
    for step in steps.into_iter().rev() {
        if step.makes().iter().any(|&k| wanted[k]) {
            let step = without_unread(&step, &wanted).unwrap_or(step);
            step.reads().into_iter().chain(step.overwrites()).for_each(|k| wanted[k] = true);
            kept.push(step);
        }
    }
    kept.reverse();
    kept
}

/// A launch without the large outputs that nobody wants, if it has any.
fn without_unread<B: Backend>(step: &Step<B>, wanted: &[bool]) -> Option<Step<B>> {
    let Step::Launch { before, kernel, shape, kept, inputs, outputs, parts, params, .. } = step else { return None };
    let stays = |&k: &usize| wanted[outputs[k].buffer] || outputs[k].bytes < LARGE;
    let staying: Vec<usize> = (0..outputs.len()).filter(stays).collect();
    if staying.len() == outputs.len() || !before.is_empty() || !parts.is_empty() {
        return None;
    }
    let mut smaller = kernel.keeping(&staying);
    let (mut shape, mut kept) = (shape.clone(), *kept);
    if smaller.kernel.reductions.is_empty() {
        let in_body = staying.iter().filter(|&&k| kernel.in_body(kernel.outputs[k])).count();
        match in_body {
            // An epilogue of nothing is a kernel over the axes that were kept.
            0 => (shape, smaller.kernel.body) = (Dims::from_slice(&shape[..kept]), smaller.kernel.insts.len()),
            n if n < staying.len() => return None,
            _ => {}
        }
        kept = shape.len();
    }
    let input = |&k: &usize| match &inputs[k] {
        Source::Output(output) => match staying.iter().position(|stays| stays == output) {
            Some(number) => Some(Source::Output(number)),
            None => outputs[*output].overwritten(),
        },
        other => Some(other.clone()),
    };
    let kernel = SharedKernel::new(smaller.kernel).ok()?;
    Some(Step::Launch {
        before: Vec::new(),
        kernel,
        shape,
        kept,
        inputs: smaller.operands.iter().map(input).collect::<Option<_>>()?,
        outputs: staying.iter().map(|&k| outputs[k].clone()).collect(),
        parts: Vec::new(),
        params: smaller.params.iter().map(|&k| params[k]).collect(),
        prepared: Default::default(),
    })
}

impl Sink {
    /// What would be overwritten, to be read where it is.
    fn overwritten(&self) -> Option<Source> {
        Some(Source::Buffer(self.before.map(Before::number)?, self.dtype, self.layout.clone()))
    }
}
