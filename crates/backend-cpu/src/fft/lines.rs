//! Transforms along one axis: lines are brought to contiguous memory in blocks that stay in the
//! cache, transformed there, and stored.

use super::copy::{Lines, copy};
use super::{FftError, Real};
use crate::parallel::try_for_each;
use crate::pool::Pool;
use num_complex::Complex;
use smallvec::SmallVec;

/// A block of lines stays in the second-level cache: the larger, the better the neighbours in
/// memory are used; the smaller, the better many threads share a small array.
const LARGEST_BLOCK: usize = 256 << 10;
const SMALLEST_BLOCK: usize = 16 << 10;
/// The blocks that an array should have before they grow.
const BLOCKS: usize = 32;
/// Neighbouring lines of a block should fill the cache lines that they touch.
const CACHE_LINE: usize = 64;
/// Fewer elements than this are transformed by the calling thread.
pub(super) const PARALLEL: usize = 1 << 15;

/// What is done to the lines of an axis. `Src` and `Dst` are `T` or `Complex<T>`.
pub(super) trait LineOp<T>: Sync {
    /// Elements of the input.
    type Src: Copy;
    /// Elements of the output.
    type Dst: Copy;
    /// Elements of a line of the input.
    fn src_len(&self) -> usize;
    /// Elements of a line of the output.
    fn dst_len(&self) -> usize;
    /// The room that a line needs, enough for the input and for the output.
    fn work_len(&self) -> usize;
    /// The room that `apply` needs.
    fn scratch_len(&self) -> usize;
    /// Transforms lines in place: each starts with its input, then zeros, and shall start with its
    /// output. They are the lines `first, first + 1, ...` of their group.
    fn apply(&self, first: usize, lines: &mut [Complex<T>], scratch: &mut [Complex<T>]);
    /// The same from the input where it lies, if it lies as the lines do, which saves a copy. Says whether it could.
    fn apply_from(&self, input: &[Self::Src], lines: &mut [Complex<T>], scratch: &mut [Complex<T>]) -> bool {
        let _ = (input, lines, scratch);
        false
    }
}

/// A dimension of a pass over an array: its length, and its steps in the input and the output.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Dim {
    pub len: usize,
    pub src: isize,
    pub dst: isize,
}

/// A pass over all lines of an array along one axis.
#[derive(Debug)]
pub(super) struct Pass<S, D> {
    src: *const S,
    dst: *mut D,
    /// The steps along the lines.
    steps: (isize, isize),
    /// Lines that are close in memory; blocks are made of these.
    group: Dim,
    /// All other dimensions.
    outer: SmallVec<[Dim; 4]>,
}

// SAFETY: the pointers are only used by `run`, whose caller promises that they may be.
unsafe impl<S, D> Sync for Pass<S, D> {}

impl<S: Copy, D: Copy> Pass<S, D> {
    /// A pass from `src` to `dst`, with these steps along the lines and these other dimensions.
    pub fn new(src: *const S, dst: *mut D, steps: (isize, isize), dims: impl Iterator<Item = Dim>) -> Self {
        let mut outer: SmallVec<[Dim; 4]> = SmallVec::new();
        for dim in dims.filter(|dim| dim.len != 1) {
            let inner = |step: isize| step.checked_mul(dim.len as isize);
            match outer.last_mut() {
                // One dimension where both sides step as if it were.
                Some(last) if Some(last.src) == inner(dim.src) && Some(last.dst) == inner(dim.dst) => {
                    *last = Dim { len: last.len * dim.len, ..dim };
                }
                _ => outer.push(dim),
            }
        }
        // The neighbours that matter are those of the side whose lines are scattered.
        let distance = |dim: &Dim| {
            let step = if steps.1 == 1 { dim.src } else { dim.dst };
            (dim.len < 8, step.unsigned_abs())
        };
        let nearest = (0..outer.len()).min_by_key(|&i| distance(&outer[i]));
        let group = match nearest {
            Some(i) => outer.remove(i),
            None => Dim { len: 1, src: 0, dst: 0 },
        };
        Self { src, dst, steps, group, outer }
    }

    /// The number of lines.
    pub fn lines(&self) -> usize {
        self.group.len * self.outer.iter().map(|dim| dim.len).product::<usize>()
    }

    /// The first elements of each line, in any order.
    pub fn starts(&self) -> impl Iterator<Item = (*const S, *mut D)> {
        let outer = self.lines() / self.group.len;
        (0..outer).flat_map(move |i| (0..self.group.len).map(move |first| self.start(i, first)))
    }

    /// The steps along the lines.
    pub fn steps(&self) -> (isize, isize) {
        self.steps
    }

    /// The first elements of line `first` of group `i`.
    fn start(&self, mut i: usize, first: usize) -> (*const S, *mut D) {
        let mut src = first as isize * self.group.src;
        let mut dst = first as isize * self.group.dst;
        for dim in self.outer.iter().rev() {
            src += (i % dim.len) as isize * dim.src;
            dst += (i % dim.len) as isize * dim.dst;
            i /= dim.len;
        }
        (self.src.wrapping_offset(src), self.dst.wrapping_offset(dst))
    }

    /// Transforms all lines.
    ///
    /// # Safety
    /// All elements of both sides must be in bounds, those of the input initialised, those of
    /// the output writable and distinct; nobody else may touch the output. The sides must not
    /// overlap, unless they are the same with the same steps.
    pub unsafe fn run<T: Real, O: LineOp<T, Src = S, Dst = D>>(&self, pool: &Pool, op: &O) -> Result<(), FftError> {
        let line_bytes = op.work_len() * size_of::<Complex<T>>();
        let bytes = self.lines().saturating_mul(line_bytes) / BLOCKS;
        let bytes = bytes.clamp(SMALLEST_BLOCK, LARGEST_BLOCK);
        let widest = CACHE_LINE / size_of::<S>().min(size_of::<D>());
        let least = if self.steps == (1, 1) { 1 } else { widest };
        let block = (bytes / line_bytes).next_multiple_of(least).clamp(least, self.group.len.max(least));
        let blocks = self.group.len.div_ceil(block);
        let total = self.lines() / self.group.len * blocks;
        let run = |i: usize| {
            let first = i % blocks * block;
            let count = block.min(self.group.len - first);
            // SAFETY: the caller's promise; blocks do not share lines.
            unsafe { self.run_block(pool, op, i / blocks, first, count) }
        };
        if total > 1 && self.lines() * op.work_len() >= PARALLEL {
            try_for_each(total, 1, run)
        } else {
            (0..total).try_for_each(run)
        }
    }

    /// Transforms `count` lines of a group.
    ///
    /// # Safety
    /// As for [`Self::run`], for these lines.
    unsafe fn run_block<T: Real, O: LineOp<T, Src = S, Dst = D>>(
        &self,
        pool: &Pool,
        op: &O,
        outer: usize,
        first: usize,
        count: usize,
    ) -> Result<(), FftError> {
        let (src, dst) = self.start(outer, first);
        let work_len = op.work_len();
        // Lines of the output serve as work space where they are as long and lie together.
        let in_place = size_of::<D>() == size_of::<Complex<T>>() && self.steps.1 == 1 && op.dst_len() == work_len;
        let packed = count == 1 || self.group.dst == work_len as isize;
        let work_count = if in_place { 0 } else { count };
        let scratch_len = op.scratch_len();
        let mut scratch = pool.scratch::<Complex<T>>(scratch_len + work_count * work_len)?;
        let work: *mut Complex<T> = scratch.as_mut_ptr().cast();
        // SAFETY: the scratch has this room, whose bytes are numbers, whichever.
        let (scratch, work) = unsafe { (std::slice::from_raw_parts_mut(work, scratch_len), work.add(scratch_len)) };
        let (lines, pitch) =
            if in_place { (dst.cast::<Complex<T>>(), self.group.dst) } else { (work, work_len as isize) };
        let same = in_place && src.cast() == lines.cast_const();
        let alike = size_of::<S>() == size_of::<Complex<T>>() && op.src_len() == work_len && self.steps.0 == 1;
        if !same && in_place && alike && (count == 1 || (packed && self.group.src == work_len as isize)) {
            // SAFETY: the lines of both sides lie together, the input's initialised, the output's only ours; they do not overlap, and
            // what the output holds so far are numbers, whichever.
            let (input, lines) = unsafe {
                let len = count * work_len;
                (std::slice::from_raw_parts(src, len), std::slice::from_raw_parts_mut(lines, len))
            };
            if op.apply_from(input, lines, scratch) {
                return Ok(());
            }
        }
        if !same {
            let source = Lines { ptr: src, line: self.group.src, step: self.steps.0 };
            let target = packed_lines::<T, S>(lines, pitch);
            let rest = work_len * size_of::<Complex<T>>() - op.src_len() * size_of::<S>();
            // SAFETY: the input is in bounds by the caller's promise, and each work line has room
            // for it; what it does not fill is zeroed.
            unsafe {
                copy(count, op.src_len(), source, target);
                if rest > 0 {
                    for i in 0..count as isize {
                        let end = target.ptr.offset(i * target.line).add(op.src_len());
                        end.cast::<u8>().write_bytes(0, rest);
                    }
                }
            }
        }
        let (batches, batch) = if packed || !in_place { (1, count) } else { (count, 1) };
        for i in 0..batches {
            // SAFETY: these lines are initialised, lie together, and are only ours.
            let lines = unsafe {
                let start = lines.offset(i as isize * pitch);
                std::slice::from_raw_parts_mut(start, batch * work_len)
            };
            op.apply(first + i, lines, scratch);
        }
        if !in_place {
            let Lines { ptr, line, step } = packed_lines::<T, D>(lines, pitch);
            let ptr = ptr.cast_const();
            let target = Lines { ptr: dst, line: self.group.dst, step: self.steps.1 };
            // SAFETY: the output is in bounds by the caller's promise, and does not overlap ours.
            unsafe { copy(count, op.dst_len(), Lines { ptr, line, step }, target) };
        }
        Ok(())
    }
}

/// Work lines, `pitch` complex values apart, as lines of the elements of one side.
fn packed_lines<T, E>(lines: *mut Complex<T>, pitch: isize) -> Lines<*mut E> {
    Lines { ptr: lines.cast(), line: pitch * (size_of::<Complex<T>>() / size_of::<E>()) as isize, step: 1 }
}
