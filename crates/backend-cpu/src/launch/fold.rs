//! Kernels with reductions.
//!
//! The kept axes are cut into groups, the reduced axes into chunks; both cuts depend on the shape only,
//! so that the result does not depend on the number of threads. A task reduces one chunk for one group, tile by
//! tile, into accumulators. If there is one chunk it runs the epilogue over the group right away.
//! Otherwise the accumulators are merged in order when all tasks are done.

use super::ahead::Ahead;
use super::reduce::{InLanes, PIECE, ROW_BYTES, RawBlock, Reducer, Running};
use super::space::{MOST_KEPT, Tile, tile_at, tiles};
use super::tile::{Frame, UNIT, with_scratch};
use super::{Job, RunSums, Shared};
use crate::parallel::Order;
use smallvec::{SmallVec, smallvec};
use std::ops::Range;
use xparray_ir::Result;
use xparray_ir::ir::Op;
use xparray_ir::layout::Dims;

/// With this many groups there is no need for chunks.
const ENOUGH: usize = 32;
/// At least this many elements are a chunk.
const CHUNK: usize = 1 << 16;

/// The kept elements of a group whose rows are read as long as they lie: pieces of them, far apart, come at half the memory's speed.
const WIDE: usize = 16 * MOST_KEPT;
/// So many rows give enough chunks of rows, each with several for every accumulator.
const MANY_ROWS: usize = 32 * ENOUGH;

/// How a reduction is cut.
struct Cuts {
    /// The lengths of a group along the kept axes.
    group: Dims,
    groups: usize,
    /// Tiles of the reduced axes, and how many are a chunk.
    tiles: usize,
    chunk: usize,
    chunks: usize,
}

impl Cuts {
    fn new(job: &Job<'_>) -> Self {
        let space = job.space;
        let (kept, reduced) = (&space.dims[space.kept.clone()], &space.dims[space.reduced.clone()]);
        let block = &space.blocks[space.kept.clone()];
        let mut group: Dims = smallvec![1; kept.len()];
        let rows = reduced.iter().product::<usize>();
        let most = if !space.reduced_inside() && rows >= MANY_ROWS { WIDE } else { MOST_KEPT };
        let mut size = 1;
        for k in (0..kept.len()).rev() {
            group[k] = kept[k].min(most / size).max(block[k]);
            size *= group[k];
            if group[k] < kept[k] {
                break;
            }
        }
        let groups = tiles(kept, &group);
        let reduced_block = &space.blocks[space.reduced.clone()];
        let count = tiles(reduced, reduced_block);
        let elements = size * rows;
        let wanted = if groups >= ENOUGH { 1 } else { (elements / CHUNK).clamp(1, (2 * ENOUGH).div_ceil(groups)) };
        let chunk = count.div_ceil(wanted).max(1);
        Self { group, groups, tiles: count, chunk, chunks: count.div_ceil(chunk).max(1) }
    }
}

/// Memory of a task, cut from its scratch memory.
struct Memory {
    body: usize,
    epilogue: usize,
    /// For each reducer its accumulators and, if it is a user's, the room to run in.
    reducers: SmallVec<[(usize, usize); 2]>,
    /// For each reducer the lanes in which machine code adds, if it does.
    lanes: SmallVec<[usize; 2]>,
    bytes: usize,
}

impl Memory {
    fn new(job: &Job<'_>, tile: usize, group: usize) -> Self {
        let mut bytes = 0;
        let mut take = |n: usize| {
            let start = bytes;
            bytes += n.next_multiple_of(UNIT);
            start
        };
        let body = take(Frame::bytes(job.body.section, tile.next_multiple_of(UNIT)));
        let epilogue = take(Frame::bytes(job.epilogue.section, group.next_multiple_of(UNIT)));
        let reducers = job.program.reducers.iter().map(|reducer| {
            let room = if let Reducer::Custom(custom) = reducer { custom.bytes(tile.max(group)) } else { 0 };
            (take(reducer.size() * group), take(room))
        });
        let reducers = reducers.collect();
        let (kept, rows) = (&job.space.blocks[job.space.kept.clone()], job.space.reduced_inside());
        let kept: usize = kept.iter().product();
        let of = |sums: &InLanes| kept * if rows { ROW_BYTES } else { sums.size };
        let lanes = match job.sums {
            Some(_) => job.program.reducers.iter().filter_map(Reducer::lanes).map(|sums| take(of(sums))).collect(),
            None => SmallVec::new(),
        };
        Self { body, epilogue, reducers, lanes, bytes }
    }
}

/// What a thread needs to run tasks.
struct Worker<'a> {
    job: &'a Job<'a>,
    cuts: &'a Cuts,
    body: Frame<'a>,
    epilogue: Frame<'a>,
    accs: SmallVec<[*mut u8; 2]>,
    lanes: SmallVec<[*mut u8; 2]>,
    /// Of the reducers that are a user's, by number; they are large, and rare.
    running: Vec<Option<Running<'a>>>,
}

impl<'a> Worker<'a> {
    /// # Safety
    /// `memory` must be as [`Memory`] says, for this worker alone.
    unsafe fn new(job: &'a Job<'a>, cuts: &'a Cuts, layout: &Memory, memory: *mut u8) -> Self {
        let tile = job.space.blocks.iter().product::<usize>();
        let group = cuts.group.iter().product::<usize>();
        let at = |offset: usize| memory.wrapping_add(offset);
        let params = job.context.params;
        let mut running = Vec::new();
        for (k, (reducer, &(_, room))) in job.program.reducers.iter().zip(&layout.reducers).enumerate() {
            if let Reducer::Custom(custom) = reducer {
                running.resize_with(k, || None);
                // SAFETY: the caller's promise.
                running.push(Some(unsafe { custom.running(at(room), tile.max(group)) }));
            }
        }
        Self {
            job,
            cuts,
            // SAFETY: the caller's promise.
            body: unsafe { Frame::new(job.body.section, at(layout.body), tile, params) },
            // SAFETY: the caller's promise.
            epilogue: unsafe { Frame::new(job.epilogue.section, at(layout.epilogue), group, params) },
            accs: layout.reducers.iter().map(|&(acc, _)| at(acc)).collect(),
            lanes: layout.lanes.iter().map(|&lanes| at(lanes)).collect(),
            running,
        }
    }

    /// The kept elements of a group.
    fn group(&self, index: usize) -> Tile {
        let kept = &self.job.space.dims[self.job.space.kept.clone()];
        let mut group = Tile::of_rank(kept.len());
        tile_at(index, kept, &self.cuts.group, &mut group, 0);
        group
    }

    /// Reduces a chunk for the elements of a group.
    ///
    /// # Safety
    /// The accesses of the job must be valid.
    unsafe fn reduce(&mut self, group: &Tile, chunk: usize) {
        let (job, space) = (self.job, self.job.space);
        let n = group.len();
        for (reducer, &acc) in job.program.reducers.iter().zip(&self.accs) {
            // SAFETY: the accumulators have room for a group.
            unsafe {
                match reducer {
                    Reducer::Builtin(builtin) => builtin.start(acc, n),
                    Reducer::Custom(custom) => custom.start(acc, n, job.context.params),
                }
            }
        }
        let (kept, reduced) = (space.kept.clone(), space.reduced.clone());
        let kept_blocks = &space.blocks[kept.clone()];
        let rank = space.dims.len();
        let mut tile = Tile::of_rank(rank);
        let range = self.chunk(chunk);
        let parts = tiles(&group.dims, kept_blocks);
        // Of rows of kept elements all parts come before the next rows.
        let across = !space.reduced_inside();
        let (mut first, mut seen) = (0, 0);
        for step in 0..parts * range.len() {
            let (part, index) =
                if across { (step % parts, step / parts) } else { (step / range.len(), step % range.len()) };
            let is_last = part + 1 == parts;
            tile_at(part, &group.dims, kept_blocks, &mut tile, kept.start);
            for (start, from) in tile.start[kept.clone()].iter_mut().zip(&group.start) {
                *start += from;
            }
            let (dims, blocks) = (&space.dims[reduced.clone()], &space.blocks[reduced.clone()]);
            tile_at(range.start + index, dims, blocks, &mut tile, reduced.start);
            let count = tile.dims[kept.clone()].iter().product::<usize>();
            let length = tile.dims[reduced.clone()].iter().product::<usize>();
            // SAFETY: the caller's promise; the tile is in the space.
            unsafe {
                if let Some(sums) = job.sums {
                    self.add_sums(sums, &tile, (first, count), length);
                } else {
                    job.run_body(&mut self.body, &tile, &Ahead::default());
                    self.add(&tile, (first, count), length, seen);
                }
            }
            if across {
                first = if is_last { 0 } else { first + count };
                seen += if is_last { length } else { 0 };
            } else if index + 1 < range.len() {
                seen += length;
            } else {
                (first, seen) = (first + count, 0);
            }
        }
    }

    /// Adds a tile's elements to the accumulators, all by machine code.
    ///
    /// # Safety
    /// The accesses of the job must be valid for the tile.
    unsafe fn add_sums(&mut self, sums: &RunSums, tile: &Tile, (first, kept): (usize, usize), reduced: usize) {
        let job = self.job;
        let rows = job.space.reduced_inside();
        let (most, end) = if rows { (PIECE, reduced) } else { (reduced, reduced) };
        for start in (0..end).step_by(most.max(1)) {
            let all = || job.program.reducers.iter().filter_map(Reducer::lanes).zip(&self.lanes).zip(&self.accs);
            for ((sums, &lanes), _) in all().filter(|_| !rows) {
                // SAFETY: there is room for the lanes of a tile; zeros are numbers.
                unsafe { lanes.write_bytes(0, kept * sums.size) };
            }
            sums(job.body.loads, tile, start..end.min(start + most), &self.lanes);
            for ((sums, &lanes), acc) in all() {
                let add = if rows { sums.add_rows } else { sums.add_columns };
                // SAFETY: the accumulators have room for a group, of which these are a part.
                unsafe { add(acc.wrapping_add(first * sums.total), lanes, kept) };
            }
        }
    }

    /// Adds the body's tile to the accumulators of `kept` elements of the group, from `first` on.
    unsafe fn add(&mut self, tile: &Tile, (first, kept): (usize, usize), reduced: usize, seen: usize) {
        let job = self.job;
        let rows = job.space.reduced_inside();
        for (k, reducer) in job.program.reducers.iter().enumerate() {
            let acc = self.accs[k].wrapping_add(first * reducer.size());
            let x = match reducer {
                Reducer::Builtin(builtin) => builtin.x,
                Reducer::Custom(custom) => custom.x,
            };
            let x = self.body.value(x);
            // SAFETY: the values are there for the whole tile.
            unsafe {
                match (reducer, self.running.get_mut(k).and_then(Option::as_mut)) {
                    (Reducer::Builtin(builtin), _) => {
                        let axes = 0..job.space.dims.len();
                        let index = builtin.index.map(|id| self.body.index(id, job.body.loads, tile, axes));
                        let y = builtin.y.map_or(x, |y| self.body.value(y));
                        let block = RawBlock { x, y, index, kept, reduced, acc, seen: seen as f64 };
                        builtin.add(block, rows, job.in_lanes);
                    }
                    (_, Some(running)) => {
                        running.add(
                            RawBlock { x, y: x, index: None, kept, reduced, acc, seen: seen as f64 },
                            rows,
                            job.context,
                        );
                    }
                    _ => {}
                }
            }
        }
    }

    /// The tiles of a chunk.
    fn chunk(&self, chunk: usize) -> Range<usize> {
        let start = chunk * self.cuts.chunk;
        start..self.cuts.tiles.min(start + self.cuts.chunk)
    }

    /// How many elements the first `chunks` chunks reduce.
    fn seen(&self, chunks: usize) -> f64 {
        let space = self.job.space;
        let (dims, blocks) = (&space.dims[space.reduced.clone()], &space.blocks[space.reduced.clone()]);
        let end = self.cuts.tiles.min(chunks * self.cuts.chunk);
        if end == self.cuts.tiles {
            return dims.iter().product::<usize>() as f64;
        }
        // Tiles cut one axis, below which they are whole and above which they have length 1.
        let Some(cut) = (0..dims.len()).find(|&k| blocks[k] > 1) else { return end as f64 };
        let (parts, inner) = (dims[cut].div_ceil(blocks[cut]), dims[cut + 1..].iter().product::<usize>());
        let along = end / parts * dims[cut] + dims[cut].min(end % parts * blocks[cut]);
        (along * inner) as f64
    }

    /// Merges `other`'s accumulators, of the chunk after those seen.
    unsafe fn merge(&mut self, others: &[*mut u8], n: usize, seen: f64, other_seen: f64) {
        for (k, reducer) in self.job.program.reducers.iter().enumerate() {
            // SAFETY: both are `n` accumulators of the reducer.
            unsafe {
                match (reducer, self.running.get_mut(k).and_then(Option::as_mut)) {
                    (Reducer::Builtin(builtin), _) => builtin.merge(self.accs[k], seen, others[k], other_seen, n),
                    (_, Some(running)) => running.combine(self.accs[k], others[k], self.accs[k], n, self.job.context),
                    _ => {}
                }
            }
        }
    }

    /// Computes the results of a group from its accumulators.
    ///
    /// # Safety
    /// The accesses of the job must be valid, and no other worker may do this group.
    unsafe fn finish(&mut self, group: &Tile) {
        let job = self.job;
        let n = group.len();
        for (at, op) in self.epilogue.inputs() {
            let Op::Reduced { index, part } = *op else { continue };
            let acc = self.accs[index as usize];
            // SAFETY: the input has room for a group.
            unsafe {
                match &job.program.reducers[index as usize] {
                    Reducer::Builtin(builtin) => builtin.finish(acc, part, at, n),
                    Reducer::Custom(custom) => std::ptr::copy_nonoverlapping(acc, at, n * custom.size),
                }
            }
        }
        // SAFETY: the caller's promise.
        unsafe { job.run_epilogue(&mut self.epilogue, group) }
    }
}

/// Runs a kernel with reductions.
pub fn run(job: &Job<'_>) -> Result<()> {
    let cuts = Cuts::new(job);
    let space = job.space;
    let tile = space.blocks.iter().product::<usize>();
    let group = cuts.group.iter().product::<usize>();
    let memory = Memory::new(job, tile, group);
    let elements = |count: usize| count * space.dims[space.reduced.clone()].iter().product::<usize>();
    let cost = elements(group) * (job.program.body.cost + 2 * job.program.reducers.len());
    let shared = Shared(job);
    let work = |run: &mut dyn FnMut(&mut Worker<'_>)| {
        with_scratch(memory.bytes, |at| {
            // SAFETY: the scratch memory is as large as the layout says.
            run(&mut unsafe { Worker::new(shared.get(), &cuts, &memory, at) });
        });
    };
    if cuts.chunks == 1 {
        job.context.for_ranges(cuts.groups, cost + group * job.program.epilogue.cost, job.context.order, &|range| {
            work(&mut |worker| {
                for index in range.clone() {
                    let group = worker.group(index);
                    // SAFETY: the launch has checked the accesses; each group is done once.
                    unsafe {
                        worker.reduce(&group, 0);
                        worker.finish(&group);
                    }
                }
            });
        });
        return Ok(());
    }
    // One set of accumulators for each chunk of each group.
    let sizes: SmallVec<[usize; 2]> =
        job.program.reducers.iter().map(|reducer| (reducer.size() * group).next_multiple_of(UNIT)).collect();
    let set: usize = sizes.iter().sum();
    let partial = job.partials(set * cuts.groups * cuts.chunks)?;
    let at = |index: usize, chunk: usize| -> SmallVec<[*mut u8; 2]> {
        let first = partial.as_ptr().wrapping_add((index * cuts.chunks + chunk) * set);
        let offsets = sizes.iter().scan(0, |end, size| {
            *end += size;
            Some(*end - size)
        });
        offsets.map(|offset| first.wrapping_add(offset)).collect()
    };
    job.context.for_ranges(cuts.groups * cuts.chunks, cost / cuts.chunks, job.context.order, &|range| {
        work(&mut |worker| {
            for task in range.clone() {
                let (index, chunk) = (task / cuts.chunks, task % cuts.chunks);
                worker.accs = at(index, chunk);
                let group = worker.group(index);
                // SAFETY: the launch has checked the accesses; the accumulators are this task's.
                unsafe { worker.reduce(&group, chunk) };
            }
        });
    });
    let cost = group * (cuts.chunks * 10 + job.program.epilogue.cost);
    job.context.for_ranges(cuts.groups, cost, Order::Forwards, &|range| {
        work(&mut |worker| {
            for index in range.clone() {
                worker.accs = at(index, 0);
                let group = worker.group(index);
                for chunk in 1..cuts.chunks {
                    let (before, after) = (worker.seen(chunk), worker.seen(chunk + 1));
                    // SAFETY: both are accumulators of this group, which only this task uses.
                    unsafe { worker.merge(&at(index, chunk), group.len(), before, after - before) };
                }
                // SAFETY: the launch has checked the accesses; each group is done once.
                unsafe { worker.finish(&group) };
            }
        });
    });
    Ok(())
}
