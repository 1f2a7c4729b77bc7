//! Products with vectors: `dot`, `vdot` and `gemv`. They sum in fixed blocks, so that results do not depend on the
//! number of threads.

use crate::linalg::copy::row_bands;
use crate::linalg::gemm::scale;
use crate::linalg::{MatMut, MatRef, Scalar, SolverError, Workspace};
use crate::parallel::{for_items, map};
use crate::simd::{Compiled, Kernel};

/// Partial sums of a dot product that the compiler keeps in vector registers.
const LANES: usize = 32;
/// Elements that one task sums.
const BLOCK: usize = 1 << 15;
/// Elements of a matrix that one task reads.
const TASK: usize = 1 << 16;
/// Results that are summed together where the matrix is column-major.
const COLUMN_BLOCK: usize = 256;

/// The sum of `x[i] y[i]`, for vectors given as one row each.
pub fn dot<T: Scalar>(x: MatRef<'_, T>, y: MatRef<'_, T>, ws: Workspace<'_>) -> Result<T, SolverError> {
    inner::<T, false>(x, y, ws)
}

/// The sum of `conj(x[i]) y[i]`, for vectors given as one row each.
pub fn vdot<T: Scalar>(x: MatRef<'_, T>, y: MatRef<'_, T>, ws: Workspace<'_>) -> Result<T, SolverError> {
    inner::<T, true>(x, y, ws)
}

fn inner<T: Scalar, const CONJ: bool>(x: MatRef<'_, T>, y: MatRef<'_, T>, ws: Workspace<'_>) -> Result<T, SolverError> {
    if x.rows() != 1 || x.shape() != y.shape() {
        return Err(SolverError::Shape);
    }
    let n = x.cols();
    let sum = |block: usize| {
        let (start, len) = (block * BLOCK, BLOCK.min(n - block * BLOCK));
        let x = x.block((0, start), (1, len)).expect("inside the vector");
        let y = y.block((0, start), (1, len)).expect("as long as x");
        T::Isa::run(Dot::<T, CONJ> { x, y })
    };
    let blocks = n.div_ceil(BLOCK);
    let total = if ws.is_parallel() && blocks > 4 {
        map(blocks, 1, sum).into_iter().fold(T::Acc::ZERO, T::Acc::plus)
    } else {
        (0..blocks).map(sum).fold(T::Acc::ZERO, T::Acc::plus)
    };
    Ok(T::narrow(total))
}

/// The dot product of two rows.
struct Dot<'a, T, const CONJ: bool> {
    x: MatRef<'a, T>,
    y: MatRef<'a, T>,
}

impl<T: Scalar, const CONJ: bool> Kernel for Dot<'_, T, CONJ> {
    type Output = T::Acc;

    #[inline(always)]
    fn run<const FMA: bool>(self) -> T::Acc {
        match (self.x.row(0), self.y.row(0)) {
            (Some(x), Some(y)) => dot_slices::<T, FMA, CONJ>(x, y),
            _ => dot_strided::<T, FMA, CONJ>(self.x, self.y),
        }
    }
}

#[inline(always)]
fn term<T: Scalar, const FMA: bool, const CONJ: bool>(x: T, y: T, sum: T::Acc) -> T::Acc {
    let x = if CONJ { x.conjugate() } else { x };
    x.widen().fma::<FMA>(y.widen(), sum)
}

#[inline(always)]
pub(super) fn dot_slices<T: Scalar, const FMA: bool, const CONJ: bool>(x: &[T], y: &[T]) -> T::Acc {
    let mut lanes = [T::Acc::ZERO; LANES];
    let ((xs, x_rest), (ys, y_rest)) = (x.as_chunks::<LANES>(), y.as_chunks::<LANES>());
    for (x, y) in xs.iter().zip(ys) {
        for (lane, (&x, &y)) in lanes.iter_mut().zip(x.iter().zip(y)) {
            *lane = term::<T, FMA, CONJ>(x, y, *lane);
        }
    }
    for (lane, (&x, &y)) in lanes.iter_mut().zip(x_rest.iter().zip(y_rest)) {
        *lane = term::<T, FMA, CONJ>(x, y, *lane);
    }
    let mut width = LANES / 2;
    while width > 0 {
        for i in 0..width {
            lanes[i] = lanes[i].plus(lanes[i + width]);
        }
        width /= 2;
    }
    lanes[0]
}

#[inline(always)]
fn dot_strided<T: Scalar, const FMA: bool, const CONJ: bool>(x: MatRef<'_, T>, y: MatRef<'_, T>) -> T::Acc {
    let mut lanes = [T::Acc::ZERO; 4];
    for i in 0..x.cols() {
        // SAFETY: both rows have as many columns.
        let (x, y) = unsafe { (x.at(0, i), y.at(0, i)) };
        lanes[i % 4] = term::<T, FMA, CONJ>(x, y, lanes[i % 4]);
    }
    lanes.into_iter().fold(T::Acc::ZERO, T::Acc::plus)
}

/// `y = alpha a x + beta y`, for vectors given as one column each. If `beta` is zero, `y` is not read.
pub fn gemv<T: Scalar>(
    alpha: T,
    a: MatRef<'_, T>,
    x: MatRef<'_, T>,
    beta: T,
    y: MatMut<'_, T>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    if x.shape() != (a.cols(), 1) || y.shape() != (a.rows(), 1) {
        return Err(SolverError::Shape);
    }
    if a.is_empty() || alpha == T::ZERO {
        scale(beta, y);
        return Ok(());
    }
    let (rows, depth) = a.shape();
    let mut contiguous;
    let x: &[T] = match x.t().row(0) {
        Some(x) => x,
        None => {
            contiguous = ws.scratch(depth)?;
            for (k, to) in contiguous.iter_mut().enumerate() {
                // SAFETY: `x` has `depth` rows.
                to.write(unsafe { x.at(k, 0) });
            }
            // SAFETY: every element was written.
            unsafe { contiguous.assume_init_mut() }
        }
    };
    let run = |_, (start, y): (usize, MatMut<'_, T>)| {
        let a = a.block((start, 0), (y.rows(), depth)).expect("as many rows as y");
        T::Isa::run(Gemv { alpha, a, x, beta, y });
    };
    if ws.is_parallel() && rows > 1 && rows.saturating_mul(depth) > 2 * TASK {
        // Whole blocks of columns, so that the split does not change how they are summed.
        let height = (TASK / depth).clamp(1, rows).next_multiple_of(COLUMN_BLOCK.min(rows));
        for_items(row_bands(y, height), 1, run);
    } else {
        run(0, (0, y));
    }
    Ok(())
}

struct Gemv<'a, T> {
    alpha: T,
    a: MatRef<'a, T>,
    x: &'a [T],
    beta: T,
    y: MatMut<'a, T>,
}

impl<T: Scalar> Kernel for Gemv<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<const FMA: bool>(mut self) {
        let by_rows = self.a.col_stride().unsigned_abs() <= self.a.row_stride().unsigned_abs();
        if by_rows || self.a.rows() == 1 {
            for i in 0..self.a.rows() {
                let sum = match self.a.row(i) {
                    Some(row) => dot_slices::<T, FMA, false>(row, self.x),
                    None => self.strided_row::<FMA>(i),
                };
                self.store::<FMA>(i, sum);
            }
        } else {
            for start in (0..self.a.rows()).step_by(COLUMN_BLOCK) {
                self.columns::<FMA>(start);
            }
        }
    }
}

impl<T: Scalar> Gemv<'_, T> {
    #[inline(always)]
    fn strided_row<const FMA: bool>(&self, i: usize) -> T::Acc {
        let mut sum = T::Acc::ZERO;
        for (k, &x) in self.x.iter().enumerate() {
            // SAFETY: `x` is as long as the rows of `a`.
            sum = term::<T, FMA, false>(unsafe { self.a.at(i, k) }, x, sum);
        }
        sum
    }

    /// A block of results from `start` on, column by column.
    #[inline(always)]
    fn columns<const FMA: bool>(&mut self, start: usize) {
        let mut sums = [T::Acc::ZERO; COLUMN_BLOCK];
        let len = COLUMN_BLOCK.min(self.a.rows() - start);
        let columns = self.a.t();
        for (k, &x) in self.x.iter().enumerate() {
            if let Some(column) = columns.row(k) {
                for (sum, &a) in sums.iter_mut().zip(&column[start..start + len]) {
                    *sum = term::<T, FMA, false>(a, x, *sum);
                }
            } else {
                for (i, sum) in sums[..len].iter_mut().enumerate() {
                    // SAFETY: the indices are inside the matrix.
                    *sum = term::<T, FMA, false>(unsafe { self.a.at(start + i, k) }, x, *sum);
                }
            }
        }
        for (i, &sum) in sums[..len].iter().enumerate() {
            self.store::<FMA>(start + i, sum);
        }
    }

    #[inline(always)]
    fn store<const FMA: bool>(&mut self, i: usize, sum: T::Acc) {
        let mut value = self.alpha.widen().times(sum);
        // SAFETY: the index is inside the vector, which is read only if it holds values.
        unsafe {
            if self.beta != T::ZERO {
                value = self.beta.widen().fma::<FMA>(self.y.rb().at(i, 0).widen(), value);
            }
            self.y.put(i, 0, T::narrow(value));
        }
    }
}
