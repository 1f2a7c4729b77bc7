//! Copies between layouts, and column-major scratch matrices.

use crate::linalg::{Field, MatMut, MatRef, Scalar, SolverError, Workspace};
use crate::parallel::{for_items, join};
use crate::pool::Scratch;
use crate::transpose::transpose;
use num_traits::Float;

/// Copies below this many elements stay on one thread.
const PARALLEL_ELEMENTS: usize = 1 << 17;
/// A copy that transposes works in squares of this side, whose rows are a cache line or two.
const TILE: usize = 8;
/// Rows that one task copies.
const BAND: usize = 64;

/// `dst = f(src)` elementwise, for matrices of one shape.
pub(super) fn copy_map<T, U, F>(dst: MatMut<'_, U>, src: MatRef<'_, T>, ws: Workspace<'_>, f: F)
where
    T: Copy + Send + Sync,
    U: Copy + Send + Sync,
    F: Fn(T) -> U + Copy + Send + Sync,
{
    debug_assert_eq!(dst.shape(), src.shape());
    let (dst, transposed) = dst.row_major();
    let src = if transposed { src.t() } else { src };
    for_bands(dst, src, ws, |dst, src| band(dst, src, f));
}

/// Calls `copy_band` for bands of both, of which the first is row-major.
fn for_bands<T: Copy + Send + Sync, U: Copy + Send + Sync>(
    mut dst: MatMut<'_, U>,
    src: MatRef<'_, T>,
    ws: Workspace<'_>,
    copy_band: impl Fn(&mut MatMut<'_, U>, MatRef<'_, T>) + Sync,
) {
    if dst.rows() <= BAND {
        return copy_band(&mut dst, src);
    }
    // On one thread too: a band's lines stay in the caches while it is transposed.
    let least = if is_large(&dst, ws) { 1 } else { usize::MAX };
    for_items(row_bands(dst, BAND), least, |_, (i, mut dst)| {
        let src = src.block((i, 0), dst.shape()).expect("inside the matrix");
        copy_band(&mut dst, src);
    });
}

/// `dst = src` in the lower triangle of square matrices, and in the whole of the blocks of side `block` along the
/// diagonal. Above them it is `above`, or what it was.
pub(super) fn copy_lower<T: Copy + Send + Sync>(
    dst: MatMut<'_, T>,
    src: MatRef<'_, T>,
    block: usize,
    above: Option<T>,
    ws: Workspace<'_>,
) {
    debug_assert_eq!(dst.shape(), src.shape());
    let large = is_large(&dst, ws);
    let (dst, transposed) = dst.row_major();
    let src = if transposed { src.t() } else { src };
    let copy_band = |_, (i, dst): (usize, MatMut<'_, T>)| {
        let rows = dst.rows();
        let (left, right) = dst.t().split_rows(if transposed { i } else { i + rows });
        let (mut lower, upper, start) = if transposed { (right.t(), left, i) } else { (left.t(), right, 0) };
        let src = src.block((i, start), lower.shape()).expect("inside the matrix");
        same(&mut lower, src);
        if let Some(above) = above {
            fill(upper.t(), above);
        }
    };
    for_items(row_bands(dst, block), if large { 1 } else { usize::MAX }, copy_band);
}

/// Makes a square matrix symmetric: what is above the diagonal becomes what is below.
pub(super) fn mirror_lower<T: Copy + Send + Sync>(mut c: MatMut<'_, T>, ws: Workspace<'_>) {
    let n = c.rows();
    if n <= BAND {
        for j in 0..n {
            for i in j + 1..n {
                // SAFETY: both are inside the matrix.
                unsafe {
                    let value = c.rb().at(i, j);
                    c.put(j, i, value);
                }
            }
        }
        return;
    }
    let half = n / 2;
    let (first, upper, lower, second) = c.split_at(half, half);
    copy(upper, lower.rb().t(), ws);
    let small = ws.sequential();
    if n * n >= PARALLEL_ELEMENTS && ws.is_parallel() {
        join(|| mirror_lower(first, small), || mirror_lower(second, small));
    } else {
        mirror_lower(first, ws);
        mirror_lower(second, ws);
    }
}

fn is_large<T>(a: &MatMut<'_, T>, ws: Workspace<'_>) -> bool {
    ws.is_parallel() && a.rows().saturating_mul(a.cols()) >= PARALLEL_ELEMENTS
}

fn fill<T: Copy>(mut a: MatMut<'_, T>, value: T) {
    for i in 0..a.rows() {
        for j in 0..a.cols() {
            // SAFETY: inside the matrix.
            unsafe { a.put(i, j, value) };
        }
    }
}

/// `dst = src`, for matrices of one shape.
pub(super) fn copy<T: Copy + Send + Sync>(dst: MatMut<'_, T>, src: MatRef<'_, T>, ws: Workspace<'_>) {
    debug_assert_eq!(dst.shape(), src.shape());
    let (dst, transposed) = dst.row_major();
    for_bands(dst, if transposed { src.t() } else { src }, ws, same);
}

/// Copies on one thread what is not changed; `dst` is row-major.
fn same<T: Copy>(dst: &mut MatMut<'_, T>, src: MatRef<'_, T>) {
    if src.row_stride() != 1 || dst.col_stride() != 1 {
        return band(dst, src, |x| x);
    }
    let (rows, cols) = dst.shape();
    // SAFETY: both have as many rows and columns, contiguous where the strides are one; `dst` is borrowed exclusively.
    unsafe { transpose(rows, cols, src.as_ptr(), src.col_stride(), dst.as_mut_ptr(), dst.row_stride()) };
}

/// The matrix in bands of `height` rows, each with its first row's index.
pub(super) fn row_bands<T>(mut matrix: MatMut<'_, T>, height: usize) -> Vec<(usize, MatMut<'_, T>)> {
    let mut bands = Vec::with_capacity(matrix.rows().div_ceil(height));
    let mut start = 0;
    while matrix.rows() > 0 {
        let (band, rest) = matrix.split_rows(height);
        let rows = band.rows();
        bands.push((start, band));
        start += rows;
        matrix = rest;
    }
    bands
}

/// Copies on one thread; `dst` is row-major.
fn band<T: Copy, U: Copy>(dst: &mut MatMut<'_, U>, src: MatRef<'_, T>, f: impl Fn(T) -> U + Copy) {
    let (rows, cols) = dst.shape();
    let by_rows = src.col_stride().unsigned_abs() <= src.row_stride().unsigned_abs();
    if by_rows || rows == 1 || cols == 1 {
        for i in 0..rows {
            copy_row(dst, src, i, f);
        }
        return;
    }
    let (whole_rows, whole_cols) = (rows - rows % TILE, cols - cols % TILE);
    for i in (0..whole_rows).step_by(TILE) {
        for j in (0..whole_cols).step_by(TILE) {
            // SAFETY: the tile lies inside both matrices.
            unsafe { tile(dst, src, i, j, f) };
        }
    }
    for i in 0..rows {
        let from = if i < whole_rows { whole_cols } else { 0 };
        for j in from..cols {
            // SAFETY: the indices are inside both matrices.
            unsafe { dst.put(i, j, f(src.at(i, j))) };
        }
    }
}

fn copy_row<T: Copy, U: Copy>(dst: &mut MatMut<'_, U>, src: MatRef<'_, T>, i: usize, f: impl Fn(T) -> U) {
    let cols = dst.cols();
    // The unit strides are written out so that the compiler sees a contiguous loop.
    if dst.col_stride() == 1 && src.col_stride() == 1 {
        for j in 0..cols {
            // SAFETY: the strides are one, and the indices are inside both matrices.
            unsafe {
                let to = dst.as_mut_ptr().offset(i as isize * dst.row_stride());
                let from = src.as_ptr().offset(i as isize * src.row_stride());
                *to.add(j) = f(*from.add(j));
            }
        }
    } else {
        for j in 0..cols {
            // SAFETY: the indices are inside both matrices.
            unsafe { dst.put(i, j, f(src.at(i, j))) };
        }
    }
}

/// Transposes one tile through registers: reads along the source's columns, writes along rows.
///
/// # Safety
/// Rows `i..i + TILE` and columns `j..j + TILE` must be inside both matrices.
#[inline(always)]
unsafe fn tile<T: Copy, U: Copy>(dst: &mut MatMut<'_, U>, src: MatRef<'_, T>, i: usize, j: usize, f: impl Fn(T) -> U) {
    // SAFETY: the caller's promise.
    unsafe {
        let columns: [[T; TILE]; TILE] = std::array::from_fn(|c| std::array::from_fn(|r| src.at(i + r, j + c)));
        for r in 0..TILE {
            for (c, column) in columns.iter().enumerate() {
                dst.put(i + r, j + c, f(column[r]));
            }
        }
    }
}

/// The largest absolute value of a part, at least zero; NaN if an element is not finite.
pub(super) fn max_abs<T: Field>(a: MatRef<'_, T>) -> T::R {
    let a = if a.row_stride().unsigned_abs() < a.col_stride().unsigned_abs() { a.t() } else { a };
    let mut max = T::R::ZERO;
    for i in 0..a.rows() {
        for j in 0..a.cols() {
            // SAFETY: the indices are inside the matrix.
            let x = unsafe { a.at(i, j) };
            if !x.is_finite() {
                return T::R::nan();
            }
            max = Float::max(max, x.largest_part());
        }
    }
    max
}

/// A column-major scratch matrix.
pub(super) struct Buffer<T> {
    scratch: Scratch<T>,
    rows: usize,
    cols: usize,
    stride: usize,
}

impl<T: Copy> Buffer<T> {
    pub(super) fn new(ws: Workspace<'_>, rows: usize, cols: usize) -> Result<Self, SolverError> {
        let line = (64 / size_of::<T>()).max(1);
        // What has no size in bytes is refused by the pool.
        let mut stride = rows.checked_next_multiple_of(line).unwrap_or(usize::MAX);
        // Columns a multiple of a page apart would share a few cache sets.
        if stride.saturating_mul(size_of::<T>()).is_multiple_of(2048) {
            stride += line;
        }
        Ok(Self { scratch: ws.scratch(stride.saturating_mul(cols))?, rows, cols, stride })
    }

    /// The matrix to write.
    pub(super) fn view_mut(&mut self) -> MatMut<'_, T> {
        let (shape, strides) = ((self.rows, self.cols), (1, self.stride as isize));
        // SAFETY: the scratch memory holds `stride * cols` elements, is ours, and `stride >= rows`.
        unsafe { MatMut::from_raw(self.scratch.as_mut_ptr().cast(), shape, strides) }
    }

    /// The matrix, of which only elements that were written may be read.
    pub(super) fn view(&self) -> MatRef<'_, T> {
        let (shape, strides) = ((self.rows, self.cols), (1, self.stride as isize));
        // SAFETY: as for `view_mut`; the caller reads what it has written.
        unsafe { MatRef::from_raw(self.scratch.as_ptr().cast(), shape, strides) }
    }
}
