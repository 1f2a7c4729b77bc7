//! Operations on arrays in the memory of devices: queued on the arrays' streams, so that nobody waits for them.

use super::Comm;
use super::header::{row_len, section_lengths, with_rows};
use super::links::address;
use crate::nccl::{Call, Group, Memory, Reduction, watch};
use crate::op::Op;
use crate::transport::places;
use std::sync::Arc;
use xparray_core::backend::Event as _;
use xparray_core::prelude::*;
use xparray_core::{DType, DynArray, Result, dispatch_dtype};

/// The array that queued calls make of others.
pub(super) fn queued<B: Backend>(
    group: &Group,
    xp: &B,
    dtype: DType,
    shape: &[usize],
    operands: &[&DynArray<B>],
    calls: &[Call],
) -> Result<DynArray<B>> {
    let bytes = shape.iter().product::<usize>() * dtype.size();
    let buffers = operands.iter().map(|x| x.buffer_on(xp)).collect::<Result<Vec<_>>>()?;
    let memory = |(x, (buffer, before)): (&&DynArray<B>, &(Arc<B::Buffer>, usize))| -> Result<Memory> {
        let size = x.dtype().size();
        Ok(Memory { address: address(&**buffer)? + (before * size) as u64, bytes: x.len() * size })
    };
    let memories = operands.iter().zip(&buffers).map(memory).collect::<Result<Vec<_>>>()?;
    let calls: Vec<Call> = calls.iter().copied().filter(|call| !call.is_empty()).collect();
    let mut result = xp.alloc(bytes.max(1))?;
    if let Some(first) = calls.first() {
        let reads: Vec<&B::Buffer> = buffers.iter().map(|(buffer, _)| &**buffer).collect();
        let to = Memory { address: address(&result)?, bytes };
        xp.queue_on_stream(&reads, &mut result, &mut |stream| {
            // SAFETY: operands and result are ordered on the stream and live until it is done with them; the memories are theirs.
            unsafe { group.queue(&calls, &memories, to, stream) }
        })?;
        watch::queued(first.name(), || {
            let event = xp.record()?;
            Ok(move || drop(event.synchronize()))
        })?;
    }
    dispatch_dtype!(dtype, T => Ok(xp.from_device_buffer::<T>(result, shape)?.into_dyn()))
}

/// Two arrays combined as [`Op`] says.
fn combined<B: Backend>(op: Op, x: &DynArray<B>, y: &DynArray<B>) -> Result<DynArray<B>> {
    match op {
        Op::Sum => x.add(y),
        Op::Prod => x.multiply(y),
        Op::Min => x.minimum(y),
        Op::Max => x.maximum(y),
        Op::LogicalAnd => x.logical_and(y),
        Op::LogicalOr => x.logical_or(y),
    }?
    .astype(x.dtype())
}

impl Comm {
    /// [`Comm::all_reduce`]: in the order of the ranks if that is asked for, or if the library has no such reduction.
    pub(super) fn all_reduced<B: Backend>(
        &self,
        group: &Group,
        x: &DynArray<B>,
        op: Op,
        rank_order: bool,
    ) -> Result<DynArray<B>> {
        let len = x.len();
        if let Some(reduction) = Reduction::of(op, x.dtype()).filter(|_| !rank_order) {
            return queued(group, x.xp(), x.dtype(), x.shape(), &[x], &[Call::AllReduce { reduction, len }]);
        }
        // Each combines a part, and shares it.
        let lengths = section_lengths(len, self.size());
        let part = self.part_reduced(group, &x.reshape(len)?, op, &lengths)?;
        self.all_joined(group, &part, &lengths)?.reshape(x.shape())
    }

    /// [`Comm::reduce`]; what other processes than the root get means nothing.
    pub(super) fn root_reduced<B: Backend>(
        &self,
        group: &Group,
        x: &DynArray<B>,
        op: Op,
        root: usize,
    ) -> Result<DynArray<B>> {
        let Some(reduction) = Reduction::of(op, x.dtype()) else { return self.all_reduced(group, x, op, true) };
        let shape = if self.rank() == root { x.shape() } else { &[0] };
        queued(group, x.xp(), x.dtype(), shape, &[x], &[Call::Reduce { reduction, len: x.len(), root }])
    }

    /// [`Comm::reduce_scatter_v`].
    pub(super) fn parts_reduced<B: Backend>(
        &self,
        group: &Group,
        x: &DynArray<B>,
        op: Op,
        lengths: &[usize],
    ) -> Result<DynArray<B>> {
        let equal = lengths.iter().all(|len| *len == lengths[0]);
        let Some(reduction) = Reduction::of(op, x.dtype()).filter(|_| equal) else {
            return self.part_reduced(group, x, op, lengths);
        };
        let call = Call::ReduceScatter { reduction, len: lengths[0] * row_len(x.shape()) };
        queued(group, x.xp(), x.dtype(), &with_rows(x.shape(), lengths[0]), &[x], &[call])
    }

    /// This process's part of all arrays, combined in the order of the ranks.
    fn part_reduced<B: Backend>(
        &self,
        group: &Group,
        x: &DynArray<B>,
        op: Op,
        lengths: &[usize],
    ) -> Result<DynArray<B>> {
        let own = lengths[self.rank()];
        let parts = self.all_exchanged(group, x, lengths, &vec![own; self.size()])?;
        let part = |rank: usize| parts.slice(s![rank * own..(rank + 1) * own]);
        (1..self.size()).try_fold(part(0)?, |sum, rank| combined(op, &sum, &part(rank)?))
    }

    /// The rows of all processes, so many of each, everywhere.
    pub(super) fn all_joined<B: Backend>(
        &self,
        group: &Group,
        x: &DynArray<B>,
        lengths: &[usize],
    ) -> Result<DynArray<B>> {
        let row = row_len(x.shape()) * x.dtype().size();
        let equal = lengths.iter().all(|len| *len == lengths[0]);
        let calls: Vec<Call> = match equal {
            true => vec![Call::AllGather { bytes: lengths[0] * row }],
            false => {
                let starts = places(lengths).into_iter().zip(lengths).enumerate();
                starts
                    .map(|(root, (start, len))| Call::Broadcast { start: start * row, bytes: len * row, root })
                    .collect()
            }
        };
        queued(group, x.xp(), x.dtype(), &with_rows(x.shape(), lengths.iter().sum()), &[x], &calls)
    }

    /// The rows of all processes, on the process `root`; what others get means nothing.
    pub(super) fn root_joined<B: Backend>(
        &self,
        group: &Group,
        x: &DynArray<B>,
        lengths: &[usize],
        root: usize,
    ) -> Result<DynArray<B>> {
        let row = row_len(x.shape()) * x.dtype().size();
        let mut calls = vec![Call::Send { operand: 0, start: 0, bytes: lengths[self.rank()] * row, to: root }];
        let mut rows = 0;
        if self.rank() == root {
            calls.extend(received(lengths, row));
            rows = lengths.iter().sum();
        }
        queued(group, x.xp(), x.dtype(), &with_rows(x.shape(), rows), &[x], &calls)
    }

    /// Rows of the process `root` to each; `shape` is that of its array, which only it gives.
    pub(super) fn given_out<B: Backend>(
        &self,
        group: &Group,
        xp: &B,
        x: Option<&DynArray<B>>,
        (dtype, shape): (DType, &[usize]),
        lengths: &[usize],
        root: usize,
    ) -> Result<DynArray<B>> {
        let row = row_len(shape) * dtype.size();
        let own = lengths[self.rank()];
        let mut calls = if x.is_some() { sent(lengths, row) } else { Vec::new() };
        calls.push(Call::Recv { start: 0, bytes: own * row, from: root });
        queued(group, xp, dtype, &with_rows(shape, own), x.as_slice(), &calls)
    }

    /// [`Comm::exchanged`].
    pub(super) fn all_exchanged<B: Backend>(
        &self,
        group: &Group,
        x: &DynArray<B>,
        to: &[usize],
        from: &[usize],
    ) -> Result<DynArray<B>> {
        let row = row_len(x.shape()) * x.dtype().size();
        let calls = [sent(to, row), received(from, row)].concat();
        queued(group, x.xp(), x.dtype(), &with_rows(x.shape(), from.iter().sum()), &[x], &calls)
    }

    /// The array of the process `root`, everywhere.
    pub(super) fn shared_out<B: Backend>(
        &self,
        group: &Group,
        xp: &B,
        x: Option<&DynArray<B>>,
        (dtype, shape): (DType, &[usize]),
        root: usize,
    ) -> Result<DynArray<B>> {
        let bytes = shape.iter().product::<usize>() * dtype.size();
        queued(group, xp, dtype, shape, x.as_slice(), &[Call::Broadcast { start: 0, bytes, root }])
    }
}

/// Parts of the operand, of so many rows, to the processes.
fn sent(lengths: &[usize], row: usize) -> Vec<Call> {
    let parts = places(lengths).into_iter().zip(lengths).enumerate();
    parts.map(|(to, (start, len))| Call::Send { operand: 0, start: start * row, bytes: len * row, to }).collect()
}

/// Parts of the result, of so many rows, from the processes.
fn received(lengths: &[usize], row: usize) -> Vec<Call> {
    let parts = places(lengths).into_iter().zip(lengths).enumerate();
    parts.map(|(from, (start, len))| Call::Recv { start: start * row, bytes: len * row, from }).collect()
}
