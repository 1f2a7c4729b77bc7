//! Products of two vectors: `dot` and `vdot`. They sum in fixed blocks, so that results do not depend on the number of
//! threads.

use crate::linalg::{MatRef, Scalar, SolverError, Workspace};
use crate::parallel::map;
use crate::simd::{Compiled, Kernel};
use std::array;

/// Partial sums of a dot product that the compiler keeps in vector registers.
const LANES: usize = 32;
/// Elements of vectors with strides that are copied to be summed.
const PART: usize = 256;
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
        if let (Some(x), Some(y)) = (self.x.row(0), self.y.row(0)) {
            return dot_slices::<T, FMA, CONJ>(x, y);
        }
        let (mut lanes, mut rooms) = ([T::Acc::ZERO; LANES], [[T::ZERO; PART]; 2]);
        let [x_room, y_room] = &mut rooms;
        for start in (0..self.x.cols()).step_by(PART) {
            let (x, y) = (gathered(self.x, start, x_room), gathered(self.y, start, y_room));
            add_products::<T, FMA, CONJ>(&mut lanes, x, y);
        }
        total(&lanes)
    }
}

/// Up to [`PART`] elements of a row from `start` on, one after the other.
#[inline(always)]
fn gathered<'r, T: Scalar>(row: MatRef<'r, T>, start: usize, room: &'r mut [T; PART]) -> &'r [T] {
    let len = PART.min(row.cols() - start);
    let part = row.submatrix(0, start, 1, len);
    if let Some(elements) = part.row(0) {
        return elements;
    }
    let room = &mut room[..len];
    if part.col_stride() == -1 {
        // SAFETY: the elements lie in front of the first, the last one in front of all.
        let backwards = unsafe { std::slice::from_raw_parts(part.as_ptr().sub(len - 1), len) };
        room.iter_mut().zip(backwards.iter().rev()).for_each(|(to, &x)| *to = x);
    } else {
        for (i, to) in room.iter_mut().enumerate() {
            // SAFETY: the part has as many columns.
            *to = unsafe { part.at(0, i) };
        }
    }
    room
}

#[inline(always)]
pub(super) fn term<T: Scalar, const FMA: bool, const CONJ: bool>(x: T, y: T, sum: T::Acc) -> T::Acc {
    let x = if CONJ { x.conjugate() } else { x };
    x.widen().fma::<FMA>(y.widen(), sum)
}

#[inline(always)]
pub(super) fn dot_slices<T: Scalar, const FMA: bool, const CONJ: bool>(x: &[T], y: &[T]) -> T::Acc {
    let mut lanes = [T::Acc::ZERO; LANES];
    add_products::<T, FMA, CONJ>(&mut lanes, x, y);
    total(&lanes)
}

/// Adds the products of slices of one length to lanes.
#[inline(always)]
fn add_products<T: Scalar, const FMA: bool, const CONJ: bool>(lanes: &mut [T::Acc; LANES], x: &[T], y: &[T]) {
    let ((xs, x_rest), (ys, y_rest)) = (x.as_chunks::<LANES>(), y.as_chunks::<LANES>());
    add_chunks::<T, FMA, CONJ, LANES, 1>(array::from_mut(lanes), [xs], ys);
    if !x_rest.is_empty() {
        add_chunks::<T, FMA, CONJ, LANES, 1>(array::from_mut(lanes), [&[padded(x_rest)]], &[padded(y_rest)]);
    }
}

/// Adds the products of rows, which are as long as `y`, with `y` to their lanes.
#[inline(always)]
pub(super) fn add_chunks<T: Scalar, const FMA: bool, const CONJ: bool, const N: usize, const ROWS: usize>(
    lanes: &mut [[T::Acc; N]; ROWS],
    rows: [&[[T; N]]; ROWS],
    y: &[[T; N]],
) {
    // Lanes stay in registers if nothing else refers to them.
    let mut own = *lanes;
    let rows = rows.map(|row| &row[..y.len()]);
    for (k, y) in y.iter().enumerate() {
        // Counted loops: the compiler unrolls them, so that each lane has a place of its own.
        for r in 0..ROWS {
            for l in 0..N {
                own[r][l] = term::<T, FMA, CONJ>(rows[r][k][l], y[l], own[r][l]);
            }
        }
    }
    *lanes = own;
}

/// What is left of a row, and zeros: so that lanes are never taken one by one, for which they would leave their registers.
#[inline(always)]
pub(super) fn padded<T: Scalar, const N: usize>(rest: &[T]) -> [T; N] {
    let mut all = [T::ZERO; N];
    all[..rest.len()].copy_from_slice(rest);
    all
}

/// The sum of lanes, as many as a power of two. Not inlined: the additions would make the compiler take lanes in pairs
/// all the way, not in vectors.
#[inline(never)]
pub(super) fn total<A: Scalar, const N: usize>(lanes: &[A; N]) -> A {
    let mut lanes = *lanes;
    let mut width = N / 2;
    while width > 0 {
        for i in 0..width {
            lanes[i] = lanes[i].plus(lanes[i + width]);
        }
        width /= 2;
    }
    lanes[0]
}
