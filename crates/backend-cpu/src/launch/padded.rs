//! Operands that are padded: elements in a box of the space, and zeros around it, or its own elements again.
//!
//! A large launch without reductions is cut at the edges of the boxes: in each region an operand is there, goes on at other steps, or
//! is zero, and the largest is a launch like any other. Else tiles that reach beyond a box are put together in scratch memory.

use super::Operands;
use super::copy::copy_box;
use super::space::{Access, Tile};
use smallvec::{SmallVec, smallvec};
use std::ops::Range;
use xparray_ir::layout::{Dims, Strides, len, row_major_strides};
use xparray_ir::space::{Border, Padding, Run, Span};

/// Smaller launches are not cut: each region takes a microsecond to begin.
const LEAST: usize = 1 << 15;
/// Nor are those that would fall into more regions.
const MOST_REGIONS: usize = 64;

/// A zero of any type.
static ZERO: [u64; 2] = [0; 2];

impl Access {
    /// The same elements, in a box of this shape.
    pub fn padded(mut self, shape: &[usize], padding: &Padding) -> Self {
        let border = padding.border;
        let spans = shape.iter().zip(&padding.origin).map(|(&len, &first)| Span { first, len, border });
        self.spans = Some(spans.collect());
        for (&first, &stride) in padding.origin.iter().zip(&self.strides) {
            let steps = first.wrapping_mul(stride).wrapping_mul(self.size as isize);
            self.base = self.base.wrapping_offset(steps.wrapping_neg());
        }
        self
    }

    /// Where it has elements along an axis.
    pub fn span(&self, axis: usize) -> Span {
        self.spans.as_ref().map_or(Span::WHOLE, |spans| spans[axis])
    }

    /// Adds axes along which nothing is padded.
    pub fn widen(&mut self, rank: usize) {
        if let Some(spans) = self.spans.take() {
            let mut spans = spans.into_vec();
            spans.resize(rank, Span::WHOLE);
            self.spans = Some(spans.into_boxed_slice());
        }
    }

    /// Whether all elements of a tile are there; `axes` says which axes of the access it has.
    #[inline]
    pub fn covers(&self, tile: &Tile, axes: Range<usize>) -> bool {
        let Some(spans) = &self.spans else { return true };
        spans[axes].iter().zip(tile.start.iter().zip(&tile.dims)).all(|(span, (&start, &n))| span.covers(start, n))
    }

    /// What a tile shows along each of these axes.
    fn runs(&self, tile: &Tile, axes: Range<usize>) -> SmallVec<[SmallVec<[Run; 3]>; 4]> {
        axes.enumerate().map(|(k, axis)| self.span(axis).runs(tile.start[k], tile.dims[k])).collect()
    }

    /// The element with which runs along these axes begin, and the strides at which they go on.
    fn shown(&self, runs: &[Run], axes: Range<usize>) -> (*mut u8, Strides) {
        let strides = runs.iter().zip(&self.strides[axes]);
        let steps: isize = strides.clone().map(|(run, &stride)| run.from * stride).sum();
        let base = self.base.wrapping_offset(steps * self.size as isize);
        (base, strides.map(|(run, &stride)| run.step * stride).collect())
    }

    /// Copies what a tile shows, where that is not zero, and makes the rest zero.
    ///
    /// # Safety
    /// `slot` must be room for a tile, and the access be valid for the elements that are there.
    pub unsafe fn copy_padded(&self, slot: *mut u8, tile: &Tile, axes: Range<usize>) {
        if (0..tile.dims.len()).any(|k| self.span(axes.start + k).border == Border::Zero) {
            // SAFETY: the caller's promise; any type has a value of zeros.
            unsafe { slot.write_bytes(0, tile.len() * self.size) };
        }
        let rows = row_major_strides(&tile.dims);
        let along = self.runs(tile, axes.clone());
        // Each combination of runs along the axes is a box.
        for number in 0..along.iter().map(SmallVec::len).product() {
            let (mut rest, mut distance) = (number, 0);
            let mut runs: SmallVec<[Run; 4]> = SmallVec::new();
            for (k, of_axis) in along.iter().enumerate() {
                let run = of_axis[rest % of_axis.len()];
                rest /= of_axis.len();
                distance += (run.start - tile.start[k]) as isize * rows[k];
                runs.push(run);
            }
            let dims: Dims = runs.iter().map(|run| run.len).collect();
            let (from, strides) = self.shown(&runs, axes.clone());
            let to = slot.wrapping_offset(distance * self.size as isize);
            // SAFETY: the caller's promise; the box is a part of the tile, and what it shows is there.
            unsafe { copy_box(self.size, &dims, (to, &rows), (from, &strides)) };
        }
    }
}

/// The regions of a space, in each of which every operand goes on at equal steps or is zero. `None` if it had better not be cut.
pub fn regions(shape: &[usize], operands: &Operands) -> Option<Vec<Tile>> {
    let padded: SmallVec<[&[Span]; 4]> =
        operands.accesses.iter().filter_map(|access| access.spans.as_deref()).collect();
    if padded.is_empty() || len(shape) < LEAST {
        return None;
    }
    let mut regions = vec![Tile::default()];
    for (axis, &dim) in shape.iter().enumerate() {
        let mut cuts: SmallVec<[usize; 8]> = smallvec![0, dim];
        for spans in &padded {
            let span = spans[axis];
            cuts.extend([span.first, span.end()].map(|end| end.clamp(0, dim as isize) as usize));
        }
        cuts.sort_unstable();
        cuts.dedup();
        if regions.len() * (cuts.len() - 1) > MOST_REGIONS {
            return None;
        }
        let parts = |region: &Tile| {
            let longer = |ends: &[usize]| {
                let mut part = region.clone();
                part.start.push(ends[0]);
                part.dims.push(ends[1] - ends[0]);
                part
            };
            cuts.windows(2).map(longer).collect::<SmallVec<[Tile; 4]>>()
        };
        regions = regions.iter().flat_map(parts).collect();
    }
    let largest = regions.iter().map(Tile::len).max()?;
    (2 * largest >= len(shape)).then_some(regions)
}

impl Operands {
    /// Those of a region, in which each goes on at equal steps or is zero.
    pub fn over(&self, region: &Tile) -> Self {
        let axes = 0..region.dims.len();
        let part = |access: &Access| {
            let runs: Option<SmallVec<[Run; 4]>> =
                access.runs(region, axes.clone()).iter().map(|runs| runs.first().copied()).collect();
            if let Some(runs) = runs {
                let (base, strides) = access.shown(&runs, axes.clone());
                return Access::new(base, access.size, strides);
            }
            let zeros: Strides = smallvec![0; access.strides.len()];
            Access::new(std::ptr::from_ref(&ZERO).cast_mut().cast(), access.size, zeros)
        };
        let mut body = self.body.clone();
        let stores = body.aliased.len();
        for (early, access) in body.early.iter_mut().zip(&self.accesses[stores..]) {
            *early &= access.spans.is_none();
        }
        let accesses = self.accesses.iter().map(part).collect();
        Self { accesses, body_end: self.body_end, body, epilogue: self.epilogue.clone() }
    }
}
