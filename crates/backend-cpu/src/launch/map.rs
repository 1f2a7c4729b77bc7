//! Kernels without reductions.

use super::ahead::Ahead;
use super::ops::fence;
use super::program::Section;
use super::space::{Tile, tile_at, tiles};
use super::tile::{Context, Frame, UNIT, with_scratch};
use super::{Job, Shared, first};
use crate::pool::Block;
use xparray_ir::backend::{Input, LaunchArgs};

/// Computes every element, of a plain section whose operands and outputs are apart and whole arrays without gaps: few
/// enough for one tile, which needs no plan.
pub fn run_at_once(body: &Section, n: usize, args: &LaunchArgs<'_, Block>, context: &Context<'_>) {
    // SAFETY: the scratch memory is as large as the frame wants; the launch has checked that every element is in the
    // operands' and outputs' memory.
    with_scratch(Frame::bytes(body, n.next_multiple_of(UNIT)), |memory| unsafe {
        let mut frame = Frame::new(body, memory, n, context.params);
        for load in &body.loads {
            if let Input::Buffer(view) = &args.inputs()[load.operand as usize] {
                frame.set_place(load.value, first(view.buffer(), view.layout(), load.size));
            }
        }
        for store in &body.stores {
            let (buffer, layout) = args.target(store.output as usize);
            frame.set_place(store.value, first(buffer, layout, store.size));
        }
        frame.run(n, context, &Ahead::default());
    });
}

/// Computes every element.
pub fn run(job: &Job<'_>) {
    let body = job.body.section;
    let space = job.space;
    let rank = space.dims.len();
    let n: usize = space.blocks.iter().product();
    let bytes = Frame::bytes(body, n.next_multiple_of(UNIT));
    // The processor sees by itself what a single loop reads next.
    let fetches = job.context.streams && body.steps.len() > 2;
    let job = Shared(job);
    let count = tiles(&space.dims, &space.blocks);
    job.get().context.for_ranges(count, n * body.cost, job.get().context.order, &|range| {
        let job = job.get();
        with_scratch(bytes, |memory| {
            // SAFETY: the scratch memory is as large as the frame wants.
            let mut frame = unsafe { Frame::new(body, memory, n, job.context.params) };
            let mut tile = Tile::of_rank(rank);
            for index in range.clone() {
                tile_at(index, &space.dims, &space.blocks, &mut tile, 0);
                let mut ahead = Ahead::default();
                if fetches && index + 1 < range.end {
                    let mut next = Tile::of_rank(rank);
                    tile_at(index + 1, &space.dims, &space.blocks, &mut next, 0);
                    ahead = Ahead::new(job.body.loads, &next);
                }
                // SAFETY: the launch has checked that every element of the space is in the operands' and
                // outputs' memory; no other tile writes these elements.
                unsafe { job.run_body(&mut frame, &tile, &ahead) };
            }
            if job.context.streams {
                fence();
            }
        });
    });
}
