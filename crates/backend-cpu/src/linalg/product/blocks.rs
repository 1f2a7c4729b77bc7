//! The loops around the innermost one, which keep operands in the caches (Goto and van de Geijn, "Anatomy of
//! high-performance matrix multiplication", ACM TOMS 34, 2008), and their threads.

use super::Accum;
use super::microkernel::{Microkernel, Tile};
use super::pack::Strides;
use crate::linalg::{MatMut, MatRef, Scalar, Workspace};
use crate::parallel::with_helpers;
use crate::pool::Scratch;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes of the depth of a block: panels of either operand fit into half of the L1 cache.
pub(super) const DEPTH: usize = 2688;
/// Bytes of a block of the left operand, which stays in the L2 cache.
const BLOCK: usize = 256 << 10;
/// Columns of a block of the result, at most.
const COLUMNS: usize = 120;
/// The least panels of columns in a block.
const PANELS: usize = 4;
/// Blocks for each thread, at least, if there are so many.
const BLOCKS: usize = 8;
/// Elements of the largest tile.
pub(super) const LARGEST_TILE: usize = 48 * 8;

/// How many of `k` terms are added to the result at a time: that decides how sums round, so it is the same for all.
pub(super) fn depth<T>(k: usize) -> usize {
    k.div_ceil(k.div_ceil(DEPTH / size_of::<T>()).max(1)).max(1)
}

/// A product, divided into slabs of terms and the result into blocks.
///
/// Blocks are tasks of about a tenth of a millisecond, which threads take as they come: cores are not equally fast where
/// others use them too. Phase `p` packs slab `p` of both operands, and multiplies slab `p - 1`.
pub(super) struct Product<'a, T: 'static> {
    pub kernel: &'static Microkernel<T>,
    pub c: MatMut<'a, T>,
    pub accum: Accum,
    pub a: MatRef<'a, T>,
    pub b: MatRef<'a, T>,
    /// Whether the complex conjugates of either operand are meant.
    pub conj: (bool, bool),
    pub alpha: T,
    pub part: Part,
}

/// Which elements of the result are computed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    All,
    /// Those on and below the diagonal; what is above may become anything. The result must be column-major.
    Lower,
}

/// How a product is divided, its memory, and how far it is.
struct BlockedProduct<'a, T: 'static> {
    kernel: &'static Microkernel<T>,
    c: Shared<T>,
    accum: Accum,
    a: MatRef<'a, T>,
    b: MatRef<'a, T>,
    conj: (bool, bool),
    alpha: T,
    part: Part,
    /// Terms, rows and columns of a block.
    kc: usize,
    mc: usize,
    nc: usize,
    /// Packed slabs, one or two, of each operand.
    packed_a: Vec<Memory<T>>,
    packed_b: Vec<Memory<T>>,
    phases: Vec<Phase>,
}

/// The tasks of a phase: which comes next, and how many are done.
#[derive(Default)]
struct Phase {
    next: AtomicUsize,
    done: AtomicUsize,
}

/// The result, of which each task writes its own block.
struct Shared<T> {
    first: *mut T,
    rows: usize,
    columns: usize,
    row_stride: isize,
    column_stride: isize,
}

/// A packed slab, of which each task writes its own panels.
struct Memory<T>(*mut T, #[expect(dead_code, reason = "keeps the memory")] Scratch<T>);

// SAFETY: tasks write parts of their own, and read what tasks of earlier phases wrote.
unsafe impl<T: Send> Sync for Shared<T> {}
// SAFETY: as above.
unsafe impl<T: Send> Sync for Memory<T> {}

impl<T: Scalar> Product<'_, T> {
    /// Computes the product of packed operands, on as many threads if there are enough; of operands as they are if there
    /// is no memory.
    pub fn packed(self, ws: Workspace<'_>, threads: usize) {
        let (kc, mc, nc) = self.blocks(threads);
        let Some((packed_a, packed_b)) = self.memory(kc, ws) else {
            return self.direct(threads);
        };
        let Self { kernel, c, accum, a, b, conj, alpha, part } = self;
        let slabs = a.cols().div_ceil(kc);
        let phases = std::iter::repeat_with(Phase::default).take(slabs + 1).collect();
        let plan = BlockedProduct {
            kernel,
            c: Shared::new(c),
            accum,
            a,
            b,
            conj,
            alpha,
            part,
            kc,
            mc,
            nc,
            packed_a,
            packed_b,
            phases,
        };
        let helpers = threads.min(plan.blocks()) - 1;
        // The caller works too, so that only others must be woken.
        with_helpers(helpers, &|_| plan.work());
    }

    /// The product itself, or its transpose, so that the result's columns are contiguous, as the kernels write them.
    pub fn by_columns(self) -> Self {
        let (row_stride, column_stride) = self.c.strides();
        if self.part == Part::Lower || row_stride == 1 || column_stride != 1 {
            return self;
        }
        let Self { c, a, b, conj, .. } = self;
        Self { c: c.t(), a: b.t(), b: a.t(), conj: (conj.1, conj.0), ..self }
    }

    /// Terms, rows and columns of a block. Only the terms decide in which order numbers are added.
    fn blocks(&self, threads: usize) -> (usize, usize, usize) {
        let Self { kernel, c, a, .. } = self;
        let (m, n, k) = (c.rows(), c.cols(), a.cols());
        let kc = depth::<T>(k);
        let mc = (BLOCK / size_of::<T>() / kc).min(m).next_multiple_of(kernel.mr);
        // Enough blocks for every thread to be busy to the end.
        let nc = (n * m.div_ceil(mc) / (BLOCKS * threads)).clamp(PANELS * kernel.nr, COLUMNS);
        (kc, mc, nc.next_multiple_of(kernel.nr))
    }

    /// Room for the packed slabs of both operands.
    fn memory(&self, kc: usize, ws: Workspace<'_>) -> Option<(Vec<Memory<T>>, Vec<Memory<T>>)> {
        let slabs = self.a.cols().div_ceil(kc).min(2);
        let room = |width: usize, panel: usize| -> Option<Vec<Memory<T>>> {
            // A power of two, so that products of many shapes, as in factorisations, share memory.
            let len = width.checked_next_multiple_of(panel)?.checked_mul(kc)?.checked_next_power_of_two()?;
            let one = || ws.scratch(len).ok().map(Memory::new);
            (0..slabs).map(|_| one()).collect()
        };
        Some((room(self.c.rows(), self.kernel.mr)?, room(self.c.cols(), self.kernel.nr)?))
    }
}

impl<T: Scalar> BlockedProduct<'_, T> {
    fn blocks(&self) -> usize {
        self.a.rows().div_ceil(self.mc) * self.b.cols().div_ceil(self.nc)
    }

    /// Takes tasks until there are none.
    fn work(&self) {
        let (rows, columns) = (self.a.rows().div_ceil(self.mc), self.b.cols().div_ceil(self.nc));
        for (slab, phase) in self.phases.iter().enumerate() {
            let blocks = if slab > 0 { rows * columns } else { 0 };
            let panels = if slab + 1 < self.phases.len() { rows + columns } else { 0 };
            loop {
                let task = phase.next.fetch_add(1, Ordering::Relaxed);
                if task < blocks {
                    self.block(slab - 1, task / columns, task % columns);
                } else if task < blocks + rows.min(panels) {
                    self.pack_rows(slab, task - blocks);
                } else if task < blocks + panels {
                    self.pack_columns(slab, task - blocks - rows);
                } else {
                    break;
                }
                phase.done.fetch_add(1, Ordering::Release);
            }
            wait(|| phase.done.load(Ordering::Acquire) == blocks + panels);
        }
    }

    /// The first term of a slab, and how many there are.
    fn terms(&self, slab: usize) -> (usize, usize) {
        let start = slab * self.kc;
        (start, self.kc.min(self.a.cols() - start))
    }

    fn pack_rows(&self, slab: usize, i: usize) {
        let (start, terms) = self.terms(slab);
        let row = i * self.mc;
        let a = self.a.submatrix(row, start, self.mc.min(self.a.rows() - row), terms);
        let strides = Strides { across: a.row_stride(), along: a.col_stride() };
        // SAFETY: the strides are the block's, and these panels are this task's.
        unsafe { (self.kernel.pack_a)(a.as_ptr(), strides, (a.rows(), terms), self.packed_rows(slab, row)) }
    }

    fn pack_columns(&self, slab: usize, j: usize) {
        let (start, terms) = self.terms(slab);
        let column = j * self.nc;
        let b = self.b.submatrix(start, column, terms, self.nc.min(self.b.cols() - column));
        let strides = Strides { across: b.col_stride(), along: b.row_stride() };
        // SAFETY: as above.
        unsafe { (self.kernel.pack_b)(b.as_ptr(), strides, (b.cols(), terms), self.packed_columns(slab, column)) }
    }

    /// The packed panels from a row on, which begins one.
    fn packed_rows(&self, slab: usize, row: usize) -> *mut T {
        self.packed_a[slab % 2].0.wrapping_add(row * self.terms(slab).1)
    }

    /// The packed panels from a column on, which begins one.
    fn packed_columns(&self, slab: usize, column: usize) -> *mut T {
        self.packed_b[slab % 2].0.wrapping_add(column * self.terms(slab).1)
    }

    /// Adds a slab's products to a block.
    fn block(&self, slab: usize, i: usize, j: usize) {
        let Microkernel { mr, nr, packed, .. } = *self.kernel;
        let (_, terms) = self.terms(slab);
        let add = slab > 0 || self.accum == Accum::Add;
        let (top, left) = (i * self.mc, j * self.nc);
        let (bottom, right) = ((top + self.mc).min(self.c.rows), (left + self.nc).min(self.c.columns));
        for j in (left..right).step_by(nr) {
            let b = self.packed_columns(slab, j);
            for i in (top..bottom).step_by(mr) {
                if self.part == Part::Lower && i + mr <= j {
                    continue;
                }
                let a = self.packed_rows(slab, i);
                let c = self.c.at(i, j);
                let (height, width) = (mr.min(bottom - i), nr.min(right - j));
                let whole = self.c.row_stride == 1 && (height, width) == (mr, nr);
                let mut own = [MaybeUninit::<T>::uninit(); LARGEST_TILE];
                let (to, ldc, add_here) = match whole {
                    true => (c, self.c.column_stride, add),
                    false => (own.as_mut_ptr().cast(), mr as isize, false),
                };
                let (a_step, b_steps, size) = (mr as isize, (nr as isize, 1), (mr, nr));
                let (conj, alpha) = (self.conj, self.alpha);
                let tile = Tile { k: terms, a, a_step, b, b_steps, conj, alpha, c: to, ldc, size, add: add_here };
                // SAFETY: the phase before this has packed these panels, and the tile is this task's, or on the stack
                // and large enough.
                unsafe {
                    packed(&tile);
                    if whole {
                        continue;
                    }
                    for (j, column) in own.chunks_exact(mr).take(width).enumerate() {
                        for (i, x) in column.iter().take(height).enumerate() {
                            let (at, x) = (self.c.offset(c, i, j), x.assume_init());
                            *at = if add { (*at).plus(x) } else { x };
                        }
                    }
                }
            }
        }
    }
}

impl<T> Shared<T> {
    fn new(mut c: MatMut<'_, T>) -> Self {
        let ((rows, columns), (row_stride, column_stride)) = (c.shape(), c.strides());
        Self { first: c.as_mut_ptr(), rows, columns, row_stride, column_stride }
    }

    fn at(&self, i: usize, j: usize) -> *mut T {
        self.offset(self.first, i, j)
    }

    fn offset(&self, from: *mut T, i: usize, j: usize) -> *mut T {
        from.wrapping_offset(i as isize * self.row_stride).wrapping_offset(j as isize * self.column_stride)
    }
}

impl<T> Memory<T> {
    fn new(mut memory: Scratch<T>) -> Self {
        Self(memory.as_mut_ptr().cast(), memory)
    }
}

/// Waits for tasks that other threads are at: short enough to spin, unless a thread has lost its core.
fn wait(done: impl Fn() -> bool) {
    for spins in 0.. {
        if done() {
            return;
        }
        if spins < 1 << 12 { std::hint::spin_loop() } else { std::thread::yield_now() }
    }
}
