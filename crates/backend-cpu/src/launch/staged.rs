//! Launches of several stages: all stages run over a block of rows, whose operands the core's cache keeps meanwhile, before
//! any runs over the next block.

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
            let earlier = |stage: usize, output: usize| Some(stages.get(stage)?.outputs().get(output)?.buffer());
            let operands = Operands::of(&program, args.inputs(), stage.outputs(), shape.len(), &earlier)?;
            bytes = bytes.max(touched(len(shape), &operands.accesses));
            cost += len(shape) * program.body.cost;
            planned.push(Stage { program, kept: stage.kept(), operands });
        }
        // The longest of the kept axes is cut; without any there is one row.
        let axis = (0..args.kept()).max_by_key(|&k| shape[k]);
        let count = axis.map_or(1, |axis| shape[axis]);
        let each = (count * BLOCK / bytes.max(1)).clamp(1, count);
        let blocks = count.div_ceil(each);
        let order = if bytes > NEAR { self.turn() } else { Order::Forwards };
        let failed = Mutex::new(Ok(()));
        let planned = &planned;
        for_ranges(blocks, cost / blocks, order, &|range| {
            for block in range {
                let first = block * each;
                let rows = (axis, first, each.min(count - first));
                let done = planned.iter().try_for_each(|stage| self.run_stage(stage, shape, rows, &args, blocks > 1));
                if done.is_err() {
                    *failed.lock().unwrap_or_else(PoisonError::into_inner) = done;
                }
            }
        });
        failed.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a stage over a block: so many indices of an axis from the first one on.
    fn run_stage(
        &self,
        stage: &Stage,
        shape: &[usize],
        (axis, first, count): (Option<usize>, usize, usize),
        args: &StagedArgs<'_, Block>,
        shared: bool,
    ) -> Result<()> {
        let mut operands = stage.operands.clone();
        let mut shape = Dims::from_slice(shape);
        if let Some(axis) = axis {
            shape[axis] = count;
            operands.accesses.iter_mut().for_each(|access| access.advance(axis, first));
        }
        let context = Context {
            params: args.params(),
            sources: SmallVec::new(),
            streams: false,
            order: Order::Forwards,
            shared,
            out_of_bounds: Mutex::new(None),
        };
        self.run_on(&stage.program, (&shape, stage.kept), operands, &context)
    }
}

impl Access {
    /// Begins at another index of an axis.
    fn advance(&mut self, axis: usize, index: usize) {
        let by = self.strides[axis] * index as isize * self.size as isize;
        self.base = self.base.wrapping_offset(by);
    }
}
