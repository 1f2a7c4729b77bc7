//! Launches of several stages: all stages run over a block of rows, whose operands the core's cache keeps meanwhile,
//! before any runs over the next block.

use super::program::Program;
use super::space::Access;
use super::tile::Context;
use super::{Executor, NEAR, Operands, touched};
use crate::parallel::{Order, for_ranges, threads};
use crate::pool::Block;
use smallvec::SmallVec;
use std::sync::{Arc, Mutex, PoisonError};
use xparray_ir::Result;
use xparray_ir::backend::StagedArgs;
use xparray_ir::layout::{Dims, len};

/// Bytes of a block: a part of a core's second cache.
const BLOCK: usize = 256 << 10;
/// Rows of more bytes do not stay in the cache.
const LONGEST_ROW: usize = 1 << 20;

/// Whether rows of so many bytes stay in the cache, and there are enough of them for all threads.
pub fn pays(rows: usize, bytes: usize) -> bool {
    bytes <= LONGEST_ROW && (rows >= 2 * threads() || rows.saturating_mul(bytes) <= BLOCK)
}

/// A stage over all rows.
struct Stage {
    program: Arc<Program>,
    kept: usize,
    operands: Operands,
}

// SAFETY: pointers of accesses are only used for the rows that the blocks divide among the threads.
unsafe impl Sync for Stage {}

impl Executor {
    /// Runs stages. If they are refused, nothing was written.
    pub fn launch_stages(&self, args: StagedArgs<'_, Block>) -> Result<()> {
        if args.is_empty() {
            return Ok(());
        }
        let (shape, stages) = (args.shape(), args.stages());
        let mut planned = SmallVec::<[Stage; 3]>::new();
        let (mut bytes, mut cost) = (0, 0);
        for stage in stages {
            let program = self.program(stage.kernel())?;
            let mut operands = Operands::default();
            operands.find(&program, args.inputs(), (stage.outputs(), &[]), shape.len(), stages)?;
            bytes = bytes.max(touched(len(shape), &operands.accesses));
            cost += len(shape) * program.body.cost;
            planned.push(Stage { program, kept: stage.kept(), operands });
        }
        let cut = Cut::new(&shape[..args.kept()], bytes);
        let order = if bytes > NEAR { self.turn() } else { Order::Forwards };
        // What comes before stays in the cache: the next stage reads it.
        let far = bytes > self.caches();
        let failed = Mutex::new(Ok(()));
        let (planned, cut) = (&planned, &cut);
        for_ranges(cut.blocks, cost / cut.blocks, order, &|range| {
            for block in range {
                let done = planned.iter().try_for_each(|stage| {
                    let streams = far && stage.program.reducers.is_empty();
                    let context = Context { streams, shared: cut.blocks > 1, ..Context::new(args.params()) };
                    let (mut operands, mut shape) = (stage.operands.clone(), Dims::from_slice(shape));
                    cut.take(block, &mut shape, &mut operands);
                    self.run_on(&stage.program, (&shape, stage.kept), &mut operands, &context)
                });
                if done.is_err() {
                    *failed.lock().unwrap_or_else(PoisonError::into_inner) = done;
                }
            }
        });
        failed.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How the kept axes are cut into blocks: one index of the first axes, some of the next, all of the others.
struct Cut {
    kept: Dims,
    axis: usize,
    each: usize,
    blocks: usize,
}

impl Cut {
    /// Blocks of [`BLOCK`] bytes, if all rows together have so many.
    fn new(kept: &[usize], bytes: usize) -> Self {
        let kept = Dims::from_slice(kept);
        let mut one = bytes;
        let fits = |&(_, &d): &(usize, &usize)| {
            one /= d;
            one <= BLOCK
        };
        // Without kept axes there is one row.
        let axis = kept.iter().enumerate().find(fits).map_or(kept.len().saturating_sub(1), |(axis, _)| axis);
        let count = kept.get(axis).copied().unwrap_or(1);
        let pieces = count.div_ceil((BLOCK / one.max(1)).clamp(1, count));
        let each = count.div_ceil(pieces);
        let blocks = kept[..axis.min(kept.len())].iter().product::<usize>() * count.div_ceil(each);
        Self { kept, axis, each, blocks }
    }

    /// Leaves of the operands and the shape what belongs to a block.
    fn take(&self, block: usize, shape: &mut Dims, operands: &mut Operands) {
        let Some(&count) = self.kept.get(self.axis) else { return };
        let pieces = count.div_ceil(self.each);
        let mut begin = |axis: usize, index: usize, count: usize| {
            shape[axis] = count;
            operands.accesses.iter_mut().for_each(|access| access.advance(axis, index));
        };
        let first = block % pieces * self.each;
        begin(self.axis, first, self.each.min(count - first));
        let mut rest = block / pieces;
        for axis in (0..self.axis).rev() {
            begin(axis, rest % self.kept[axis], 1);
            rest /= self.kept[axis];
        }
    }
}

impl Access {
    /// Begins at another index of an axis.
    fn advance(&mut self, axis: usize, index: usize) {
        let by = self.strides[axis] * index as isize * self.size as isize;
        self.base = self.base.wrapping_offset(by);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_all_rows_once() {
        for (kept, bytes) in [
            (&[][..], 1 << 20),
            (&[1], 100),
            (&[1000], 100 << 20),
            (&[32, 8, 256], 128 << 20),
            (&[7, 1, 3, 50], 3 << 20),
            (&[5, 3], 1 << 30),
        ] {
            let cut = Cut::new(kept, bytes);
            let mut seen = vec![0; kept.iter().product()];
            for block in 0..cut.blocks {
                let mut shape = Dims::from_slice(kept);
                let strides = xparray_ir::layout::row_major_strides(kept);
                let access = Access::new(std::ptr::without_provenance_mut(0), 1, strides);
                let mut operands =
                    Operands { accesses: smallvec::smallvec![access], body_end: 1, ..Operands::default() };
                cut.take(block, &mut shape, &mut operands);
                let first = operands.accesses[0].base.addr();
                let rows: usize = shape.iter().product();
                // Of row-major axes, a block is a run.
                assert!(cut.blocks == 1 || rows == 1 || rows * (bytes / seen.len()) <= BLOCK, "{kept:?}");
                seen[first..first + rows].iter_mut().for_each(|count| *count += 1);
            }
            assert!(seen.iter().all(|&count| count == 1), "{kept:?}");
        }
    }
}
