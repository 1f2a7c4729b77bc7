//! A kernel for all elements of a batch: the same kernel with a further axis, the first of those that it keeps.

use super::{Fused, Source};
use crate::batch::{Batch, with_first};
use crate::buffer::Operand;
use crate::rule::{Values, alone};
use crate::trace::{array, operand};
use smallvec::SmallVec;
use xparray_core::backend::{Backend, Input, Launch, LaunchArgs, Memory, Output, View};
use xparray_core::ir::Read;
use xparray_core::layout::Dims;
use xparray_core::{Layout, Result};

/// What a kernel reads: elements of a buffer, or places.
enum Part<B: Backend> {
    Elements(Operand<B>),
    Places(Layout),
}

pub(super) fn launch<B: Backend>(fused: &Fused, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
    let parts = fused.sources.iter().zip(fused.kernel.reads()).map(|(source, read)| part(at, source, *read));
    let parts = parts.collect::<Result<Vec<_>>>()?;
    let inputs = parts.iter().map(|part| {
        Ok(match part {
            Part::Elements(part) => Input::Buffer(View::new(&part.buffer, part.dtype, &part.layout)?),
            Part::Places(layout) => Input::Index(layout),
        })
    });
    let inputs = inputs.collect::<Result<Vec<_>>>()?;
    let first = |space: &[usize]| -> Dims { std::iter::once(at.n).chain(space.iter().copied()).collect() };
    let layouts: Vec<Layout> =
        fused.kernel.outputs.iter().map(|&value| Layout::row_major(&first(fused.space(value)))).collect();
    let shape = first(&fused.shape);
    let types = fused.kernel.outputs.iter().map(|&value| fused.kernel.dtype(value));
    let buffers = layouts.iter().zip(types.clone()).map(|(layout, dtype)| at.xp.alloc(layout.len() * dtype.size()));
    let mut buffers = buffers.collect::<Result<Vec<_>>>()?;
    let mut outputs = SmallVec::new();
    for ((buffer, layout), dtype) in buffers.iter_mut().zip(&layouts).zip(types.clone()) {
        outputs.push(Output::new(buffer, dtype, layout)?);
    }
    at.xp.launch(LaunchArgs::new(&fused.kernel, &shape, fused.kept + 1, &inputs, outputs, &fused.params)?)?;
    drop(inputs);
    let mut results = Vec::new();
    for (((buffer, layout), dtype), written) in buffers.into_iter().zip(&layouts).zip(types).zip(&fused.written) {
        let values = array(at.xp, buffer, dtype, layout.shape())?;
        results.push(match written.before {
            None => values,
            Some(k) => {
                let mut whole = at.whole(k)?.copy()?;
                let len = whole.shape()[1];
                whole.assign_through(&with_first(&written.layout, at.n, len)?, values)?;
                whole
            }
        });
    }
    Ok(results)
}

fn part<B: Backend>(at: &Batch<'_, B>, source: &Source, read: Read) -> Result<Part<B>> {
    let k = match source {
        Source::Index(layout) => return Ok(Part::Places(with_first(layout, at.n, 0)?)),
        Source::Operand(k) => *k,
    };
    let Operand { buffer, dtype, layout } = &at.step.operands[k];
    let gathered = matches!(read, Read::Gather(_));
    Ok(Part::Elements(match &at.rows[k] {
        Some(_) if gathered => return Err(alone("gather")),
        Some(rows) => {
            let rows = operand(rows)?;
            let placed = with_first(layout, at.n, rows.layout.shape()[1])?;
            let offset = placed.offset() + rows.layout.offset();
            let layout = Layout::new(placed.shape().into(), placed.strides().into(), offset)?;
            Operand { buffer: rows.buffer, dtype: *dtype, layout }
        }
        None => {
            let layout = if gathered { layout.clone() } else { with_first(layout, at.n, 0)? };
            Operand { buffer: buffer.clone(), dtype: *dtype, layout }
        }
    }))
}
