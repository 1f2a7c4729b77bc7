//! Machine code that adds up what it computes, in lanes: nothing goes through memory in between, and operands are read where they are.

use super::arguments::Word;
use super::run::describe;
use super::{Along, Purpose, Settings, Variant, When, alike, machine};
use crate::launch::program::Load;
use crate::launch::reduce::ROW_BYTES;
use crate::launch::space::{Access, Tile};
use crate::launch::{Job, RunSums};
use crate::simd::Level;
use smallvec::{SmallVec, smallvec};
use std::ops::Range;
use std::ptr;

/// The axis along which a tile has rows, if it has several.
struct Rows(Option<usize>);

/// What adds up the tiles of a launch, if there is machine code for that.
pub fn sums(job: &Job<'_>, settings: Settings) -> Option<Box<RunSums>> {
    let (section, space) = (job.body.section, job.space);
    let worth = || job.program.natives.is_worth(section, space.dims.iter().product(), settings);
    // What is stored as well goes through tiles.
    if !section.stores.is_empty() || settings.when == When::Never || !machine::adds(settings.level) || !worth() {
        return None;
    }
    let Rows(rows) = rows(job)?;
    let last = space.dims.len() - 1;
    let sums = section.sums.iter().map(|_| Some(Along::Next));
    let loads = section.loads.iter().zip(job.body.loads).map(|(load, access)| direction(load, access, last));
    let along = sums.chain(loads).collect::<Option<SmallVec<[Along; 8]>>>()?;
    let purpose = if space.reduced_inside() { Purpose::Rows } else { Purpose::Columns };
    let wide = settings.level == Level::Avx512;
    let variant = Variant { along, wide, streams: false, purpose, alike: alike(job.context.params) };
    let native = job.program.natives.get(section, &variant)?;
    if !section.sums.iter().all(|sum| machine::LANES * native.lanes * sum.size == ROW_BYTES) {
        return None;
    }
    let nowhere = |size: usize| Access::new(ptr::null_mut(), size, smallvec![0; last + 1]);
    let lanes: SmallVec<[Access; 2]> = section.sums.iter().map(|sum| nowhere(sum.size)).collect();
    let accesses: SmallVec<[&Access; 8]> = lanes.iter().chain(job.body.loads).collect();
    let mut described = describe(&native, &variant, job, &accesses);
    let first = lanes.len();
    let from_row = |access: &Access| rows.map_or(0, |axis| access.strides[axis] * access.size as isize) as u64;
    for k in 0..accesses.len() {
        let step = if k >= first {
            from_row(accesses[k])
        } else if purpose == Purpose::Rows {
            ROW_BYTES as u64
        } else {
            0
        };
        described[native.arguments.operand(k as u16, Word::Row)] = step;
    }
    Some(Box::new(move |loads: &[Access], tile: &Tile, range: Range<usize>, lanes: &[*mut u8]| {
        let mut words = described.clone();
        let (length, from) = match purpose {
            Purpose::Rows => (range.len(), range.start),
            _ => (tile.dims[last], 0),
        };
        words[native.arguments.length()] = length as u64;
        words[native.arguments.rows()] = rows.map_or(1, |axis| tile.dims[axis]) as u64;
        for (k, lanes) in lanes.iter().enumerate() {
            words[native.arguments.operand(k as u16, Word::Base)] = lanes.expose_provenance() as u64;
        }
        for (k, access) in loads.iter().enumerate() {
            let along = access.strides[last] * (from * access.size) as isize;
            let base = access.at(&tile.start, 0..last + 1).wrapping_offset(along);
            words[native.arguments.operand((first + k) as u16, Word::Base)] = base.expose_provenance() as u64;
        }
        // SAFETY: the caller promises that the tile's elements may be read, and has as many lanes as the sums need.
        unsafe { native.call(&mut words) };
    }))
}

/// The axis of rows, if tiles are rows along the last axis, and those along one other axis.
fn rows(job: &Job<'_>) -> Option<Rows> {
    let space = job.space;
    let (inner, outer) =
        if space.reduced_inside() { (&space.reduced, &space.kept) } else { (&space.kept, &space.reduced) };
    let long =
        |axes: &Range<usize>| axes.clone().filter(|&axis| space.blocks[axis] > 1).collect::<SmallVec<[usize; 4]>>();
    let (inner_axes, outer_axes) = (long(inner), long(outer));
    let along_last = inner_axes.iter().all(|&axis| axis + 1 == space.dims.len()) && inner.end == space.dims.len();
    match outer_axes[..] {
        _ if !along_last || inner.is_empty() => None,
        [] => Some(Rows(None)),
        [axis] => Some(Rows(Some(axis))),
        _ => None,
    }
}

/// How an operand's elements follow each other; `None` if loops had better copy them.
fn direction(load: &Load, access: &Access, last: usize) -> Option<Along> {
    match access.strides[last] {
        _ if load.lazy || load.counted || access.spans.is_some() => None,
        _ if load.index => Some(Along::Index),
        1 => Some(Along::Next),
        0 => Some(Along::Same),
        _ => None,
    }
}
