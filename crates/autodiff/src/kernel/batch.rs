//! A kernel for all elements of a batch: the same kernel with a further axis, the first of those that it keeps.

use super::launched::{Part, launched};
use super::values::Primal;
use super::{Fused, Source};
use crate::batch::{Batch, with_first};
use crate::rule::{Values, alone};
use smallvec::SmallVec;
use xparray_core::Result;
use xparray_core::backend::Backend;
use xparray_core::ir::{Inst, Op, Read, Value};
use xparray_core::layout::Dims;

/// Kernels of up to so many instructions are written down as operations of arrays again.
const SHORT: usize = 64;

/// The kernel's results, deferred, if operations of arrays do the same: these fuse with what is done before and after.
fn deferred<B: Backend>(fused: &Fused, at: &Batch<'_, B>) -> Result<Option<SmallVec<[Values<B>; 3]>>> {
    // What is read at run-time places of what differs between the elements is taken for each of them.
    let taken = |inst: &Inst| match &inst.op {
        Op::Gather(k) => fused.sources[*k as usize].operand().is_some_and(|k| at.differs(k)),
        _ => false,
    };
    let takes = fused.kernel.insts.iter().any(taken);
    let elementwise = |inst: &Inst| match &inst.op {
        Op::Gather(_) | Op::Index(_) => takes,
        Op::Load(k) => fused.sources[*k as usize].operand().is_some(),
        Op::Param(_) | Op::Const(_) | Op::Unary(_) | Op::Binary(_) => true,
        Op::Call(_) | Op::Select | Op::Cast | Op::Complex => true,
        _ => false,
    };
    if (fused.kernel.insts.len() > SHORT && !takes) || !fused.kernel.insts.iter().all(elementwise) {
        return Ok(None);
    }
    let mut primal = Primal::new(fused, at);
    let shape: Dims = std::iter::once(at.n).chain(fused.shape.iter().copied()).collect();
    let results = fused.kernel.outputs.iter().map(|&value| primal.value(value)?.broadcast_to(&shape[..]));
    results.collect::<Result<_>>().map(Some)
}

/// The kernel's results, launched with a further axis.
fn launch_whole<B: Backend>(fused: &Fused, at: &Batch<'_, B>) -> Result<SmallVec<[Values<B>; 3]>> {
    let parts = fused.sources.iter().zip(fused.kernel.reads()).map(|(source, read)| part(fused, at, source, *read));
    let parts = parts.collect::<Result<Vec<_>>>()?;
    let first = |space: &[usize]| -> Dims { std::iter::once(at.n).chain(space.iter().copied()).collect() };
    let kind = |&value: &Value| (fused.kernel.dtype(value), first(fused.space(value)));
    let kinds = fused.kernel.outputs.iter().map(kind).collect();
    launched(at.xp, (fused.kernel.clone(), &fused.params), (first(&fused.shape), fused.kept + 1), parts, kinds)
}

pub(super) fn launch<B: Backend>(fused: &Fused, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
    let made = match deferred(fused, at)? {
        Some(made) => made,
        None => launch_whole(fused, at)?,
    };
    let mut results = Vec::new();
    for (values, written) in made.into_iter().zip(&fused.written) {
        results.push(match written.before {
            None => values,
            Some(k) => {
                let mut whole = at.take_whole(k)?;
                let len = whole.shape()[1];
                whole.assign_through(&with_first(&written.layout, at.n, len)?, values)?;
                whole
            }
        });
    }
    Ok(results)
}

fn part<B: Backend>(fused: &Fused, at: &Batch<'_, B>, source: &Source, read: Read) -> Result<Part<B>> {
    let k = match source {
        Source::Index(layout) => return Ok(Part::Places(with_first(layout, at.n, 0)?)),
        Source::Operand(k) | Source::Padded(k, _) => *k,
    };
    let gathered = matches!(read, Read::Gather(_));
    Ok(Part::Elements(match gathered {
        true if at.differs(k) => return Err(alone("gather")),
        true => at.same(k)?,
        false => source.seen(at.operand(k)?, fused.space_of(read))?,
    }))
}
