//! Products of a matrix and a vector, in tiles of the matrix whose size depends on its shape alone, so that results do not
//! depend on the number of threads.
//!
//! They read each element once, so memory is what they wait for, and it gives most to a thread that reads several lines at
//! a time.

use crate::linalg::gemm::scale;
use crate::linalg::vector::{add_chunks, dot, padded, term, total};
use crate::linalg::{MatMut, MatRef, Scalar, SolverError, Workspace};
use crate::parallel::{Order, for_ranges};
use crate::simd::{Compiled, Kernel};
use smallvec::SmallVec;
use std::array;
use std::sync::{Mutex, PoisonError};

/// Rows that are read at a time, and their partial sums, which the compiler keeps in vector registers.
const ROWS: usize = 4;
const LANES: usize = 16;
/// Columns that are read at a time.
const COLUMNS: usize = 8;
/// Elements of a tile.
const TILE: usize = 1 << 16;
/// The most results of a tile: their sums stay in the first-level cache.
const HEIGHT: usize = 2048;
/// The least columns of a tile of long columns, and the most of one of rows: `x` stays in the second-level cache.
const NARROW: usize = 256;
const WIDE: usize = 1 << 15;

/// `y = alpha a x + beta y`, for vectors given as one column each. If `beta` is zero, `y` is not read.
pub fn gemv<T: Scalar>(
    alpha: T,
    a: MatRef<'_, T>,
    x: MatRef<'_, T>,
    beta: T,
    mut y: MatMut<'_, T>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    if x.shape() != (a.cols(), 1) || y.shape() != (a.rows(), 1) {
        return Err(SolverError::Shape);
    }
    if a.is_empty() || alpha == T::ZERO {
        scale(beta, y);
        return Ok(());
    }
    if a.rows() == 1 {
        store(alpha, dot(a, x.t(), ws)?.widen(), beta, 0, &mut y);
        return Ok(());
    }
    let mut contiguous;
    let x: &[T] = match x.t().row(0) {
        Some(x) => x,
        None => {
            contiguous = ws.filled(x.rows(), T::ZERO)?;
            for (k, to) in contiguous.iter_mut().enumerate() {
                // SAFETY: `x` has as many rows.
                *to = unsafe { x.at(k, 0) };
            }
            &contiguous
        }
    };
    let (rows, depth) = a.shape();
    let (height, width) = tile(a);
    let mut sums = ws.filled(rows * depth.div_ceil(width), T::Acc::ZERO)?;
    let tiles: SmallVec<[_; 8]> = sums
        .chunks_mut(rows)
        .enumerate()
        .flat_map(|(k, sums)| sums.chunks_mut(height).enumerate().map(move |(i, sums)| (i * height, k * width, sums)))
        .map(Mutex::new)
        .collect();
    // A byte takes a tenth of a nanosecond. The caller takes part, as others may wake too late for what is in the caches.
    let shared = ws.is_parallel() && rows.saturating_mul(depth) > 2 * TILE;
    let cost =
        if shared { height.min(rows).saturating_mul(width.min(depth)).saturating_mul(size_of::<T>()) } else { 0 };
    for_ranges(tiles.len(), cost, Order::Forwards, &|range| {
        for tile in &tiles[range] {
            let (i, k, sums) = &mut *tile.lock().unwrap_or_else(PoisonError::into_inner);
            let x = &x[*k..depth.min(*k + width)];
            T::Isa::run(Tile { a: a.submatrix(*i, *k, sums.len(), x.len()), x, sums });
        }
    });
    drop(tiles);
    let (first, others) = sums.split_at_mut(rows);
    for others in others.chunks(rows) {
        first.iter_mut().zip(others).for_each(|(sum, other)| *sum = sum.plus(*other));
    }
    for (i, &sum) in first.iter().enumerate() {
        store(alpha, sum, beta, i, &mut y);
    }
    Ok(())
}

/// Rows and columns of a tile.
fn tile<T>(a: MatRef<'_, T>) -> (usize, usize) {
    let (rows, depth) = a.shape();
    if by_rows(a) {
        let width = depth.min(WIDE);
        ((TILE / width).next_multiple_of(ROWS).min(HEIGHT), width)
    } else {
        let height = rows.min(HEIGHT);
        (height, (TILE / height).next_multiple_of(COLUMNS).max(NARROW))
    }
}

fn by_rows<T>(a: MatRef<'_, T>) -> bool {
    a.col_stride().unsigned_abs() <= a.row_stride().unsigned_abs()
}

fn store<T: Scalar>(alpha: T, sum: T::Acc, beta: T, i: usize, y: &mut MatMut<'_, T>) {
    let mut value = alpha.widen().times(sum);
    // SAFETY: `y` has a row for each sum, and is read only if it holds values.
    unsafe {
        if beta != T::ZERO {
            value = value.plus(beta.widen().times(y.rb().at(i, 0).widen()));
        }
        y.put(i, 0, T::narrow(value));
    }
}

/// Adds the product of a tile and its part of `x` to its sums.
struct Tile<'a, T: Scalar> {
    a: MatRef<'a, T>,
    x: &'a [T],
    sums: &'a mut [T::Acc],
}

impl<T: Scalar> Kernel for Tile<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let by_rows = by_rows(self.a);
        let lines = if by_rows { self.a } else { self.a.t() };
        match lines.row(0) {
            Some(_) if by_rows => self.rows::<FMA>(),
            Some(_) => self.columns::<FMA>(),
            None => self.elements::<FMA>(by_rows),
        }
    }
}

impl<T: Scalar> Tile<'_, T> {
    #[inline(always)]
    fn rows<const FMA: bool>(self) {
        let last = self.a.rows() - 1;
        for (i, sums) in self.sums.chunks_mut(ROWS).enumerate() {
            // The last row takes the place of those that are missing.
            let rows = array::from_fn(|r| self.a.row((i * ROWS + r).min(last)).expect("rows are contiguous"));
            for (sum, dot) in sums.iter_mut().zip(dots::<T, FMA>(rows, self.x)) {
                *sum = sum.plus(dot);
            }
        }
    }

    #[inline(always)]
    fn columns<const FMA: bool>(self) {
        let columns = self.a.t();
        let column = |k| columns.row(k).expect("columns are contiguous");
        let (whole, rest) = self.x.as_chunks::<COLUMNS>();
        for (k, x) in whole.iter().enumerate() {
            add_columns::<T, FMA, COLUMNS>(array::from_fn(|c| column(k * COLUMNS + c)), x, self.sums);
        }
        for (k, x) in (whole.len() * COLUMNS..).zip(rest) {
            add_columns::<T, FMA, 1>([column(k)], array::from_ref(x), self.sums);
        }
    }

    /// Whatever the strides.
    #[inline(always)]
    fn elements<const FMA: bool>(self, by_rows: bool) {
        let (rows, depth) = self.a.shape();
        let (lines, len) = if by_rows { (rows, depth) } else { (depth, rows) };
        for line in 0..lines {
            for at in 0..len {
                let (i, k) = if by_rows { (line, at) } else { (at, line) };
                // SAFETY: the element is in the matrix.
                self.sums[i] = term::<T, FMA, false>(unsafe { self.a.at(i, k) }, self.x[k], self.sums[i]);
            }
        }
    }
}

/// The products of rows, each as long as `x`, with `x`.
#[inline(always)]
fn dots<T: Scalar, const FMA: bool>(rows: [&[T]; ROWS], x: &[T]) -> [T::Acc; ROWS] {
    let mut lanes = [[T::Acc::ZERO; LANES]; ROWS];
    let (chunks, rest) = x.as_chunks::<LANES>();
    let rows = rows.map(|row| row.as_chunks::<LANES>());
    add_chunks::<T, FMA, false, LANES, ROWS>(&mut lanes, rows.map(|(chunks, _)| chunks), chunks);
    if !rest.is_empty() {
        let rests = rows.map(|(_, rest)| [padded(rest)]);
        add_chunks::<T, FMA, false, LANES, ROWS>(&mut lanes, rests.each_ref().map(|rest| &rest[..]), &[padded(rest)]);
    }
    array::from_fn(|r| total(&lanes[r]))
}

/// Adds columns, times their numbers, to sums.
#[inline(always)]
fn add_columns<T: Scalar, const FMA: bool, const N: usize>(columns: [&[T]; N], x: &[T; N], sums: &mut [T::Acc]) {
    let columns = columns.map(|column| &column[..sums.len()]);
    for (i, to) in sums.iter_mut().enumerate() {
        let mut sum = *to;
        for (column, &x) in columns.iter().zip(x) {
            sum = term::<T, FMA, false>(column[i], x, sum);
        }
        *to = sum;
    }
}
