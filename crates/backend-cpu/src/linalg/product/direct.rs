//! Products whose operands are read where they are, as packing small ones would cost more than it brings.

use super::Accum;
use super::blocks::{DEPTH, LARGEST_TILE, Part, Product, depth};
use super::microkernel::Tile;
use super::pack::Strides;
use crate::linalg::{MatMut, MatRef, Scalar};
use crate::parallel::for_items;
use std::mem::MaybeUninit;

/// Rows of the largest tile.
const ROWS: usize = 48;

/// A product with so few columns at most, and so many rows and terms at least, waits for the memory of its left operand.
const FEW: usize = 63;
const MANY: usize = 128;
/// Terms that are added at a time then: so many columns of the left operand are read side by side, each along its length. By whole
/// slabs, of each column a tile's height would be read, and memory gives most to who reads on.
const TERMS: usize = 16;
/// Bytes of the result that are added to meanwhile, which stay in the second-level cache.
const CACHED: usize = 512 << 10;

/// Room for a panel of rows that are not contiguous, aligned for every element type.
type Panel = [MaybeUninit<u128>; ROWS * DEPTH / size_of::<u128>()];

impl<T: Scalar> Product<'_, T> {
    /// Computes the product, and takes no memory.
    pub fn direct(self, threads: usize) {
        let (m, n) = self.c.shape();
        let streams = self.streams();
        // How many terms are added at a time decides how sums round, so it depends on the whole product alone.
        let depth = if streams { TERMS } else { depth::<T>(self.a.cols()) };
        if self.part == Part::Lower || threads == 1 && !streams {
            return self.alone(depth);
        }
        // Any division gives the same result, as each element is summed in one order.
        let Self { kernel, c, accum, a, b, conj, alpha, part } = self;
        let by_rows = m >= n;
        let (mut rest, mut strips, mut start) = (if by_rows { c } else { c.t() }, Vec::new(), 0);
        let parts = match streams {
            true => (rest.rows() * n).div_ceil(CACHED / size_of::<T>()).next_multiple_of(threads),
            false => 4 * threads,
        };
        let width = rest.rows().div_ceil(parts).next_multiple_of(kernel.mr);
        while rest.rows() > 0 {
            let (strip, after) = rest.split_rows(width);
            let end = start + strip.rows();
            strips.push((start, strip));
            (rest, start) = (after, end);
        }
        let multiply = |(start, strip): (usize, MatMut<'_, T>)| {
            let len = strip.rows();
            let (c, a, b) = match by_rows {
                true => (strip, a.subrows(start, len), b),
                false => (strip.t(), a, b.subcols(start, len)),
            };
            Product { kernel, c, accum, a, b, conj, alpha, part }.alone(depth);
        };
        match threads {
            1 => strips.into_iter().for_each(multiply),
            _ => for_items(strips, 1, |_, strip| multiply(strip)),
        }
    }

    /// Whether it waits for the memory of its left operand, of which the columns are contiguous.
    pub(super) fn streams(&self) -> bool {
        let (rows, k) = self.a.shape();
        let lies = self.a.row_stride() == 1 && self.a.col_stride().unsigned_abs() >= rows;
        let long = rows >= MANY && k >= MANY && rows * k >= 4 * MANY * MANY;
        self.part == Part::All && lies && long && (1..=FEW).contains(&self.c.cols())
    }

    fn alone(mut self, depth: usize) {
        let (m, k) = (self.c.rows(), self.a.cols());
        if k == 0 && self.accum == Accum::Replace {
            self.c.fill(T::ZERO);
        }
        if self.a.row_stride() == 1 || m == 1 {
            self.for_rows(depth, |a| (a.as_ptr(), a.col_stride()));
        } else {
            self.with_panel(depth);
        }
    }

    /// The product of rows that are not contiguous, which are copied to the stack.
    #[inline(never)]
    fn with_panel(self, depth: usize) {
        let mut panel: Panel = [MaybeUninit::uninit(); ROWS * DEPTH / size_of::<u128>()];
        let kernel = self.kernel;
        self.for_rows(depth, |a| {
            let strides = Strides { across: a.row_stride(), along: a.col_stride() };
            // SAFETY: the panel has room for the rows of a tile, of this depth.
            unsafe { (kernel.pack_a)(a.as_ptr(), strides, a.shape(), panel.as_mut_ptr().cast()) };
            (panel.as_ptr().cast(), kernel.mr as isize)
        });
    }

    /// Multiplies the rows of a tile after the other, which `read` makes contiguous and tells the step from one term to
    /// the next.
    fn for_rows(mut self, depth: usize, mut read: impl FnMut(MatRef<'_, T>) -> (*const T, isize)) {
        let ((m, n), k, mr) = (self.c.shape(), self.a.cols(), self.kernel.mr);
        for p in (0..k).step_by(depth) {
            let terms = depth.min(k - p);
            for i in (0..m).step_by(mr) {
                let rows = mr.min(m - i);
                let a = read(self.a.submatrix(i, p, rows, terms));
                self.row_of_tiles((i, rows, n), (p, terms), a);
            }
        }
    }

    /// Some rows of the result, from row `i` on.
    fn row_of_tiles(
        &mut self,
        (i, rows, n): (usize, usize, usize),
        (p, k): (usize, usize),
        (a, a_step): (*const T, isize),
    ) {
        let add = p > 0 || self.accum == Accum::Add;
        let (row_stride, ldc) = self.c.strides();
        let width = self.kernel.nr;
        for j in (0..n).step_by(width) {
            if self.part == Part::Lower && i + rows <= j {
                break;
            }
            let columns = width.min(n - j);
            let b = self.b.submatrix(p, j, k, columns);
            let c = self.c.rb_mut().submatrix(i, j, rows, columns).as_mut_ptr();
            let b_steps = (b.row_stride(), b.col_stride());
            let (conj, alpha, size) = (self.conj, self.alpha, (rows, columns));
            let tile = Tile { k, a, a_step, b: b.as_ptr(), b_steps, conj, alpha, c, ldc, size, add };
            if row_stride == 1 || rows == 1 {
                // SAFETY: the operands are as many rows, terms and columns, and the tile is ours.
                unsafe { (self.kernel.direct)(&tile) };
                continue;
            }
            let mut own = [MaybeUninit::<T>::uninit(); LARGEST_TILE];
            let tile = Tile { c: own.as_mut_ptr().cast(), ldc: rows as isize, add: false, ..tile };
            // SAFETY: as above, and the tile on the stack is large enough.
            unsafe { (self.kernel.direct)(&tile) };
            for (y, column) in own.chunks_exact(rows).take(columns).enumerate() {
                for (x, value) in column.iter().enumerate() {
                    let at = c.wrapping_offset(x as isize * row_stride + y as isize * ldc);
                    // SAFETY: the kernel has written the tile, and the element is in the result.
                    unsafe {
                        let value = value.assume_init();
                        *at = if add { (*at).plus(value) } else { value };
                    }
                }
            }
        }
    }
}
