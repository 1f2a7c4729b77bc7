//! Products of two vectors: `dot` and `vdot`. They sum in fixed blocks, so that results do not depend on the number of
//! threads.

use crate::linalg::{MatRef, Scalar, SolverError, Workspace};
use crate::parallel::map;
use crate::simd::{Compiled, Kernel};

/// Partial sums of a dot product that the compiler keeps in vector registers.
const LANES: usize = 32;
/// Elements that one task sums.
const BLOCK: usize = 1 << 15;

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
pub(super) fn term<T: Scalar, const FMA: bool, const CONJ: bool>(x: T, y: T, sum: T::Acc) -> T::Acc {
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
