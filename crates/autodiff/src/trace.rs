//! When steps are recorded, and between arrays and buffers.

use crate::Autodiff;
use crate::batch::Batch;
use crate::buffer::{Operand, Origin, Step, TracedBuffer};
use crate::rule::{At, Rule, Tangent, Values};
use std::cell::Cell;
use std::sync::Arc;
use xparray_core::backend::Backend;
use xparray_core::layout::Dims;
use xparray_core::{Create, DType, Error, Layout, Result, dispatch_dtype};

thread_local! {
    /// How many traces are under way on this thread, one in the other.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

thread_local! {
    /// How many of them are of programs over batches.
    static BATCHES: Cell<usize> = const { Cell::new(0) };
}

/// A trace of a program over batches, until it is dropped.
pub(crate) struct Batches(());

impl Batches {
    pub fn start() -> Self {
        BATCHES.set(BATCHES.get() + 1);
        Self(())
    }
}

impl Drop for Batches {
    fn drop(&mut self) {
        BATCHES.set(BATCHES.get() - 1);
    }
}

/// Whether a program over batches is traced: what it computes is not the same for all, even if it has no derivative.
pub(crate) fn is_batched() -> bool {
    BATCHES.get() > 0
}

/// A trace of this thread, until it is dropped.
pub(crate) struct Trace(());

impl Trace {
    pub fn start() -> Self {
        DEPTH.set(DEPTH.get() + 1);
        Self(())
    }
}

impl Drop for Trace {
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get() - 1);
    }
}

/// Whether this thread traces a program.
pub(crate) fn is_on() -> bool {
    DEPTH.get() > 0
}

/// Whether what is computed of a buffer is recorded.
pub(crate) fn watches<B: Backend>(buffer: &TracedBuffer<B>) -> bool {
    is_on() && buffer.origin.is_some()
}

/// Whether the results of steps of a type are followed: others have no derivatives, but they differ between the elements of a batch.
pub(crate) fn follows(dtype: DType) -> bool {
    is_batched() || is_differentiable(dtype)
}

/// The array of a buffer that it fills.
pub(crate) fn array<B: Backend>(
    xp: &Autodiff<B>,
    buffer: TracedBuffer<B>,
    dtype: DType,
    shape: &[usize],
) -> Result<Values<B>> {
    dispatch_dtype!(dtype, T => Ok(xp.from_device_buffer::<T>(buffer, shape)?.into_dyn()))
}

/// The buffer of an array, computed, and where in it the elements lie in row-major order.
pub(crate) fn operand<B: Backend>(x: &Values<B>) -> Result<Operand<B>> {
    let (buffer, start) = x.row_major_buffer()?;
    let row_major = Layout::row_major(x.shape());
    let layout = Layout::new(Dims::from_slice(x.shape()), row_major.strides().into(), start)?;
    Ok(Operand { buffer: (*buffer).clone(), dtype: x.dtype(), layout })
}

/// The same elements in a buffer that they fill.
pub(crate) fn whole<B: Backend>(x: &Values<B>) -> Result<Operand<B>> {
    let part = operand(x)?;
    let fills = part.layout.offset() == 0 && part.buffer.bytes == x.len() * x.dtype().size();
    if fills { Ok(part) } else { operand(&x.copy()?) }
}

/// The arrays as constants, computed.
pub(crate) fn stopped<B: Backend>(x: &Values<B>) -> Result<Values<B>> {
    let part = whole(x)?;
    array(x.xp(), TracedBuffer { origin: None, ..part.buffer }, x.dtype(), x.shape())
}

/// A truth value, as a constant.
pub(crate) fn truth<B: Backend>(x: &Values<B>) -> Result<bool> {
    stopped(x)?.typed::<bool>()?.item()
}

/// What a program is differentiated by: its arguments, as the results of a step.
struct Arguments;

impl<B: Backend> Rule<B> for Arguments {
    fn name(&self) -> &'static str {
        "arguments"
    }

    fn jvp(&self, _: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        Ok(tangents.to_vec())
    }

    fn vjp(&self, _: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        Ok(cotangents.to_vec())
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        (0..at.operands()).map(|k| at.operand(k)).collect()
    }
}

/// Arrays that count as constants.
pub(crate) struct Constants;

impl<B: Backend> Rule<B> for Constants {
    fn name(&self) -> &'static str {
        "stop_gradient"
    }

    fn jvp(&self, _: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        Ok(vec![None; tangents.len()])
    }

    fn vjp(&self, _: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        Ok(vec![None; cotangents.len()])
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        (0..at.operands()).map(|k| at.operand(k)).collect()
    }
}

/// Arrays equal to these, as the results of a step of a rule.
pub(crate) fn results_of<B: Backend>(
    rule: Box<dyn Rule<B>>,
    operands: &[Values<B>],
    results: &[Values<B>],
) -> Result<(Arc<Step<B>>, Vec<Values<B>>)> {
    let outputs = results.iter().map(|x| (x.dtype(), Dims::from_slice(x.shape()))).collect();
    of_step(Step::new(rule, operands.iter().map(whole).collect::<Result<_>>()?, outputs), results)
}

/// Arrays equal to these, as the results of a step; also the step, which holds them.
pub(crate) fn of_step<B: Backend>(mut step: Step<B>, results: &[Values<B>]) -> Result<(Arc<Step<B>>, Vec<Values<B>>)> {
    let parts: Vec<_> = results.iter().map(whole).collect::<Result<_>>()?;
    step.results = parts.iter().map(|part| part.buffer.memory.clone()).collect();
    let step = Arc::new(step);
    let arrays = parts.into_iter().zip(results).enumerate().map(|(output, (part, x))| {
        let origin = follows(x.dtype()).then(|| Origin { step: step.clone(), output });
        array(x.xp(), TracedBuffer { origin, ..part.buffer }, x.dtype(), x.shape())
    });
    let arrays = arrays.collect::<Result<_>>()?;
    Ok((step, arrays))
}

/// The step of the arguments, with arguments that remember it.
pub(crate) fn arguments<B: Backend>(arrays: &[Values<B>]) -> Result<(Arc<Step<B>>, Vec<Values<B>>)> {
    results_of(Box::new(Arguments), arrays, arrays)
}

/// Whether arrays of a type have derivatives.
pub(crate) fn is_differentiable(dtype: DType) -> bool {
    dtype.is_float() || dtype.is_complex()
}

/// The error of an array whose type has no derivatives.
pub(crate) fn check_differentiable(op: &'static str, dtype: DType) -> Result<()> {
    if is_differentiable(dtype) {
        return Ok(());
    }
    Err(Error::DType { op, expected: "a floating-point or complex type".to_owned(), found: dtype.to_string() })
}
