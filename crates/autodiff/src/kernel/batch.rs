//! A kernel for all elements of a batch: the same kernel with a further axis, the first of those that it keeps.

use super::launched::{Part, launched};
use super::{Fused, Source};
use crate::batch::{Batch, with_first};
use crate::rule::{Values, alone};
use xparray_core::Result;
use xparray_core::backend::Backend;
use xparray_core::ir::{Read, Value};
use xparray_core::layout::Dims;

pub(super) fn launch<B: Backend>(fused: &Fused, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
    let parts = fused.sources.iter().zip(fused.kernel.reads()).map(|(source, read)| part(at, source, *read));
    let parts = parts.collect::<Result<Vec<_>>>()?;
    let first = |space: &[usize]| -> Dims { std::iter::once(at.n).chain(space.iter().copied()).collect() };
    let kind = |&value: &Value| (fused.kernel.dtype(value), first(fused.space(value)));
    let kinds = fused.kernel.outputs.iter().map(kind).collect();
    let made =
        launched(at.xp, (fused.kernel.clone(), &fused.params), (first(&fused.shape), fused.kept + 1), parts, kinds)?;
    let mut results = Vec::new();
    for (values, written) in made.into_iter().zip(&fused.written) {
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
    let gathered = matches!(read, Read::Gather(_));
    Ok(Part::Elements(match &at.rows[k] {
        Some(_) if gathered => return Err(alone("gather")),
        None if gathered => at.same(k)?,
        _ => at.operand(k)?,
    }))
}
