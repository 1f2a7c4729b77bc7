//! The iteration space: fewer, longer axes in memory order, and how tiles cut it.

use smallvec::{SmallVec, smallvec};
use std::ops::Range;
use xparray_ir::layout::{Dims, Strides};
use xparray_ir::space::{self, Span};

/// Where the elements of an operand or output lie over the axes of a [`Space`].
///
/// An index operand has no memory: its "address" is its value and its "elements" have size 1.
#[derive(Clone, Debug)]
pub struct Access {
    /// The first element.
    pub base: *mut u8,
    /// Bytes of one element.
    pub size: usize,
    /// Distances along the axes, in elements.
    pub strides: Strides,
    /// Of a padded operand, where its elements are along the axes. The first element may not be one of them, then.
    pub spans: Option<Box<[Span]>>,
}

impl Access {
    /// Elements that are there at all places.
    pub fn new(base: *mut u8, size: usize, strides: Strides) -> Self {
        Self { base, size, strides, spans: None }
    }

    /// The element at an index.
    #[inline]
    pub fn at(&self, start: &[usize], axes: Range<usize>) -> *mut u8 {
        let steps: isize = start.iter().zip(&self.strides[axes]).map(|(&i, &s)| i as isize * s).sum();
        self.base.wrapping_offset(steps * self.size as isize)
    }
}

/// Whether elements at these strides are a row-major array without gaps.
#[inline]
pub fn is_row_major(dims: &[usize], strides: &[isize]) -> bool {
    let mut expected = 1;
    dims.iter().zip(strides).rev().all(|(&d, &s)| {
        let fits = d == 1 || s == expected;
        expected *= d as isize;
        fits
    })
}

/// Axes are kept or reduced; each group is contiguous, in the order in which tiles hold them.
#[derive(Debug)]
pub struct Space {
    /// The axes' lengths.
    pub dims: Dims,
    /// Which axes are kept.
    pub kept: Range<usize>,
    /// Which are reduced.
    pub reduced: Range<usize>,
    /// The lengths of a tile along each axis. In each group: 1, then at most one part of an
    /// axis, then whole axes; so the tiles of a group follow each other in row-major order.
    pub blocks: Dims,
}

/// What a tile should be.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// At most this many elements.
    pub limit: usize,
    /// So many accesses, the first, are of whole tiles; the others of their kept elements.
    pub body: usize,
    /// Whether anything is reduced.
    pub reduces: bool,
    /// Whether reduced axes must keep their order and direction.
    pub ordered: bool,
}

/// Tiles with rows at least this long are efficient; longer ones only spare overhead.
const LONG: usize = 256;
/// A tile of a reduction has at most this many kept elements.
pub const MOST_KEPT: usize = 1024;
/// So many values for each accumulator make up for loading and storing it.
const SEVERAL: usize = 16;
/// Of rows that are added to each other, so many make up for the accumulators: these stay in the L1 cache, and the rows are read
/// as far as they go, which is how memory gives them fastest.
const FEW: usize = 4;
/// Reducing rows shorter than this one by one is slower than transposing them.
const SHORT: usize = 32;

/// Whether axis `a` should be inside axis `b`: nearer neighbours in the first operand that says.
fn inside(accesses: &[Access], a: usize, b: usize) -> Option<bool> {
    space::inside(accesses.iter().map(|access| &access.strides), a, b)
}

/// Sorts axes from outer to inner.
fn sort(axes: &mut [usize], accesses: &[Access]) {
    space::sort(axes, |a, b| inside(accesses, a, b));
}

impl Space {
    /// Plans the loop over `shape`, whose first `kept` axes are kept. The accesses come with a
    /// stride for each axis of `shape` and leave with one for each axis of the space.
    pub fn new(shape: &[usize], kept: usize, accesses: &mut [Access], tile: Shape) -> Self {
        let padded = accesses.iter().any(|access| access.spans.is_some());
        if kept == shape.len() && !tile.reduces && !padded && accesses.iter().all(|a| is_row_major(shape, &a.strides)) {
            return Self::flat(shape.iter().product(), accesses, tile);
        }
        if let ([n], 0) = (shape, kept)
            && *n > 1
            && accesses.iter().any(|a| a.strides[0] > 0)
        {
            // The most frequent reduction: of one axis, that has no other order.
            let blocks = smallvec![(*n).min(tile.limit)];
            return Self { dims: smallvec![*n], kept: 0..0, reduced: 0..1, blocks };
        }
        let mut groups: [SmallVec<[usize; 4]>; 2] =
            [0..kept, kept..shape.len()].map(|axes| axes.filter(|&k| shape[k] != 1).collect());
        let reorders = [true, !tile.ordered];
        for (axes, free) in groups.iter_mut().zip(reorders) {
            if free {
                sort(axes, accesses);
                axes.iter().for_each(|&k| flip(accesses, k, shape[k]));
            }
        }
        let [kept_axes, reduced_axes] = &groups;
        let kept_inside = match (kept_axes.last(), reduced_axes.last()) {
            (Some(&k), Some(&r)) => inside(accesses, k, r) == Some(true),
            _ => false,
        };
        let mut dims = Dims::new();
        let mut new: SmallVec<[Strides; 4]> = smallvec![Strides::new(); accesses.len()];
        let mut spans: SmallVec<[Vec<Span>; 4]> = smallvec![Vec::new(); if padded { accesses.len() } else { 0 }];
        let mut bounds = [0..0, 0..0];
        for group in if kept_inside { [1, 0] } else { [0, 1] } {
            let first = dims.len();
            for &k in &groups[group] {
                let merges = |(spans, access): (&Vec<Span>, &Access)| {
                    let outer = spans.last().zip(dims.last()).is_none_or(|(span, &dim)| span.merges(dim));
                    outer && access.span(k).is_whole(shape[k])
                };
                let all = !padded || spans.iter().zip(&*accesses).all(merges);
                let merged =
                    space::push(&mut dims, &mut new, first, (shape[k], all), |operand| accesses[operand].strides[k]);
                for (spans, access) in spans.iter_mut().zip(&*accesses) {
                    match spans.last_mut().filter(|_| merged) {
                        Some(last) => *last = last.times(shape[k]),
                        None => spans.push(access.span(k)),
                    }
                }
            }
            bounds[group] = first..dims.len();
        }
        for (access, strides) in accesses.iter_mut().zip(new) {
            access.strides = strides;
        }
        for (access, spans) in accesses.iter_mut().zip(spans).filter(|(access, _)| access.spans.is_some()) {
            access.spans = Some(spans.into_boxed_slice());
        }
        let [kept, reduced] = bounds;
        let blocks = smallvec![1; dims.len()];
        let mut space = Self { dims, kept, reduced, blocks };
        space.choose_blocks(accesses, tile);
        space
    }

    /// One axis, for what is contiguous everywhere.
    fn flat(n: usize, accesses: &mut [Access], tile: Shape) -> Self {
        for access in accesses {
            access.strides.clear();
            access.strides.push(1);
        }
        Self { dims: smallvec![n], kept: 0..1, reduced: 1..1, blocks: smallvec![n.min(tile.limit)] }
    }

    fn choose_blocks(&mut self, accesses: &mut [Access], tile: Shape) {
        if !tile.reduces && self.blocks_across(accesses, tile.limit) {
            return;
        }
        let mut axes: SmallVec<[usize; 4]> = (0..self.dims.len()).collect();
        if !tile.ordered {
            sort(&mut axes, accesses);
        }
        let (mut size, mut kept) = (1, 1);
        let across = tile.reduces && !self.reduced_inside();
        for &axis in axes.iter().rev() {
            let columns = across && self.reduced.contains(&axis);
            let fitting = tile.limit / size;
            let mut block = self.dims[axis].min(if columns { fitting.max(FEW) } else { fitting }).max(1);
            if tile.reduces && self.kept.contains(&axis) {
                // So many accumulators stay in the L1 cache, and each gets several values of a tile.
                let most =
                    if self.reduced.is_empty() || across { MOST_KEPT } else { MOST_KEPT.min(tile.limit / SEVERAL) };
                block = block.min((most / kept).max(1));
                kept *= block;
            }
            self.blocks[axis] = block;
            // Columns that are reduced are worth a copy: a tile of one row would touch each accumulator for one value.
            let lies = |access: &Access| {
                is_row_major(&self.blocks, &access.strides) || (tile.reduces && access.strides[axis] == 0)
            };
            if size >= LONG && !columns && !accesses[..tile.body].iter().all(lies) {
                self.blocks[axis] = 1;
            }
            size *= self.blocks[axis];
            if self.blocks[axis] < self.dims[axis] {
                break;
            }
        }
        let length = |axes: &Range<usize>| self.blocks[axes.clone()].iter().product::<usize>();
        let (kept, reduced) = (length(&self.kept), length(&self.reduced));
        let (inner, outer) = if self.reduced.start >= self.kept.end { (reduced, kept) } else { (kept, reduced) };
        if !self.reduced.is_empty() && inner < SHORT && outer > inner {
            self.swap_groups(accesses);
        }
    }

    /// If operands disagree about which axis is the innermost, tiles are square-like.
    fn blocks_across(&mut self, accesses: &[Access], limit: usize) -> bool {
        let Some(inner) = self.dims.len().checked_sub(1) else { return false };
        let across = accesses.iter().filter(|access| access.strides[inner].unsigned_abs() > 1).find_map(|access| {
            let near =
                (0..inner).filter(|&k| access.strides[k] != 0).min_by_key(|&k| access.strides[k].unsigned_abs())?;
            (access.strides[near].unsigned_abs() < access.strides[inner].unsigned_abs()).then_some(near)
        });
        let Some(near) = across.filter(|&near| self.dims[near] >= 16 && self.dims[inner] >= 16) else { return false };
        let row = if limit >= 2048 { 64 } else { 32 };
        self.blocks[inner] = self.dims[inner].min(row);
        self.blocks[near] = self.dims[near].min(limit / self.blocks[inner]);
        true
    }

    /// Makes the other group the inner one.
    fn swap_groups(&mut self, accesses: &mut [Access]) {
        let first = if self.kept.start == 0 { self.kept.len() } else { self.reduced.len() };
        let second = self.dims.len() - first;
        self.dims.rotate_left(first);
        self.blocks.rotate_left(first);
        for access in accesses {
            access.strides.rotate_left(first);
            if let Some(spans) = &mut access.spans {
                spans.rotate_left(first);
            }
        }
        for group in [&mut self.kept, &mut self.reduced] {
            *group = if group.start == 0 && group.end == first { second..second + first } else { 0..second };
        }
    }

    /// Whether rows of reduced elements lie one after another in a tile; otherwise rows of kept ones.
    pub fn reduced_inside(&self) -> bool {
        self.reduced.start >= self.kept.end
    }
}

/// Reverses an axis that every operand walks backwards.
fn flip(accesses: &mut [Access], axis: usize, dim: usize) {
    let backwards = accesses.iter().all(|access| access.strides[axis] <= 0);
    if dim == 0 || !backwards {
        return;
    }
    for access in accesses {
        let reach = access.strides[axis].wrapping_mul(dim as isize - 1).wrapping_mul(access.size as isize);
        access.base = access.base.wrapping_offset(reach);
        access.strides[axis] = access.strides[axis].wrapping_neg();
        if let Some(spans) = &mut access.spans {
            spans[axis] = spans[axis].reversed(dim);
        }
    }
}

/// A box of the space: a tile, or what tiles are cut from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tile {
    /// The first index along each axis.
    pub start: Dims,
    /// The lengths.
    pub dims: Dims,
}

impl Tile {
    /// Room for a tile of so many axes.
    pub fn of_rank(rank: usize) -> Self {
        Self { start: smallvec![0; rank], dims: smallvec![0; rank] }
    }

    /// The number of elements.
    #[inline]
    pub fn len(&self) -> usize {
        self.dims.iter().product()
    }
}

/// How many tiles cover `dims`.
pub fn tiles(dims: &[usize], blocks: &[usize]) -> usize {
    dims.iter().zip(blocks).map(|(&d, &b)| d.div_ceil(b)).product()
}

/// Tile number `index` in row-major order, written to the axes `at..` of `tile`.
#[inline]
pub fn tile_at(mut index: usize, dims: &[usize], blocks: &[usize], tile: &mut Tile, at: usize) {
    for k in (0..dims.len()).rev() {
        let (d, b) = (dims[k], blocks[k]);
        let count = if b == d { 1 } else { d.div_ceil(b) };
        let place = if count == 1 { 0 } else { index % count };
        index = if count == 1 { index } else { index / count };
        tile.start[at + k] = place * b;
        tile.dims[at + k] = b.min(d - place * b);
    }
}
