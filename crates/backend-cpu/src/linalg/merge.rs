//! What the divide and conquer algorithms for eigenvalues and for singular values share: the merge of two solutions.

use crate::linalg::columns::{column, column_mut};
use crate::linalg::product::{Accum, Factor, matmul};
use crate::linalg::secular::gap;
use crate::linalg::{MatMut, MatRef, Workspace};
use crate::parallel::for_items;
use crate::simd::{Compiled, Kernel};
use num_traits::{Float, NumAssign};
use std::ops::Range;

/// `f32` and `f64`.
pub trait Real: Float + NumAssign + Factor {}
impl<T: Float + NumAssign + Factor> Real for T {}

/// In which half of the rows a column of the two solutions is not zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Half {
    Top,
    Both,
    Bottom,
}

/// What is left of a rank-one update when what it hardly changes is set apart.
pub struct Deflated {
    /// The columns that change, by ascending eigenvalue, and the others.
    pub kept: Vec<usize>,
    pub done: Vec<usize>,
    pub halves: Vec<Half>,
}

/// Calls `f` for each column of length `k` of a matrix and what belongs to it.
pub fn each<R: Real, X: Send>(
    ws: Workspace<'_>,
    matrix: &mut [R],
    others: impl IntoIterator<Item = X>,
    k: usize,
    f: impl Fn(usize, (&mut [R], X)) + Sync,
) {
    // On one thread, one piece.
    let least = if ws.is_parallel() { 8 } else { usize::MAX };
    for_items(matrix.chunks_exact_mut(k).zip(others), least, f);
}

/// BLAS's `rot` of two columns.
pub fn rotate<R: Real>(mut q: MatMut<'_, R>, i: usize, j: usize, c: R, s: R) {
    for row in 0..q.rows() {
        let (x, y) = (q[(row, i)], q[(row, j)]);
        (q[(row, i)], q[(row, j)]) = (c * x + s * y, c * y - s * x);
    }
}

/// The vector `z` for which the roots found are exact, from the differences of the diagonal to them.
pub fn repaired<R: Real, const SQUARED: bool>(d: &[R], z: &[R], delta: &[R], ws: Workspace<'_>) -> Vec<R> {
    let mut new = vec![R::one(); d.len()];
    let part = |i: usize, new: &mut [R]| {
        let rows = i * ROWS..i * ROWS + new.len();
        R::Isa::run(Ratios::<R, SQUARED> { d, delta, rows: rows.clone(), products: new });
        for (new, &z) in new.iter_mut().zip(&z[rows]) {
            *new = Float::copysign(Float::sqrt(Float::abs(*new)), z);
        }
    };
    const ROWS: usize = 128;
    for_items(new.chunks_mut(ROWS), if ws.is_parallel() { 1 } else { usize::MAX }, part);
    new
}

/// Multiplies by the ratios of the differences to the roots and to the diagonal.
struct Ratios<'a, R, const SQUARED: bool> {
    d: &'a [R],
    delta: &'a [R],
    rows: Range<usize>,
    products: &'a mut [R],
}

impl<R: Real, const SQUARED: bool> Kernel for Ratios<'_, R, SQUARED> {
    type Output = ();

    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let Self { d, delta, rows, products } = self;
        let own = &d[rows.clone()];
        for (&pole, column) in d.iter().zip(delta.chunks_exact(d.len())) {
            for ((product, &delta), &d) in products.iter_mut().zip(&column[rows.clone()]).zip(own) {
                let gap = gap::<R, SQUARED>(d, pole);
                *product *= delta / if gap == R::zero() { R::one() } else { gap };
            }
        }
    }
}

/// Divides a vector by its length and brings it into an order.
pub fn unit_in_order<R: Real>(x: &[R], order: &[usize], out: &mut [R]) {
    let scale = Float::recip(Float::sqrt(R::Isa::run(Squares(x))));
    out.iter_mut().zip(order).for_each(|(out, &i)| *out = x[i] * scale);
}

/// The sum of squares.
struct Squares<'a, R>(&'a [R]);

impl<R: Real> Kernel for Squares<'_, R> {
    type Output = R;

    #[inline(always)]
    fn run<const FMA: bool>(self) -> R {
        const LANES: usize = 16;
        let (chunks, tail) = self.0.as_chunks::<LANES>();
        let mut sums = [R::zero(); LANES];
        for x in chunks {
            for l in 0..LANES {
                sums[l] += x[l] * x[l];
            }
        }
        sums.into_iter().chain(tail.iter().map(|&x| x * x)).fold(R::zero(), |sum, x| sum + x)
    }
}

impl Deflated {
    /// The columns of both solutions that change, times the eigenvectors `u`, whose rows are in this order; then the
    /// others.
    pub fn multiply<R: Real>(
        &self,
        order: &[usize],
        m: usize,
        q: MatMut<'_, R>,
        u: &[R],
        copies: &mut [R],
        ws: Workspace<'_>,
    ) {
        let Self { kept, done, halves } = self;
        let (n, k) = (q.rows(), kept.len());
        let in_half = |half: Half| order.iter().map(|&i| kept[i]).filter(move |&j| halves[j] != half);
        let (top, bottom) = (in_half(Half::Bottom).count(), in_half(Half::Top).count());
        let (tops, rest) = copies.split_at_mut(m * top);
        let (bottoms, rest) = rest.split_at_mut((n - m) * bottom);
        gather(tops, in_half(Half::Bottom), q.rb().subrows(0, m));
        gather(bottoms, in_half(Half::Top), q.rb().subrows(m, n - m));
        gather(rest, done.iter().copied(), q.rb());
        let (changed, same) = q.split_at_col(k);
        let (upper, lower) = changed.split_at_row(m);
        let u = MatRef::of_columns(u, k, k);
        let tops = MatRef::of_columns(tops, m, top);
        let bottoms = MatRef::of_columns(bottoms, n - m, bottom);
        matmul(upper, Accum::Replace, tops, u.subrows(0, top), R::one(), ws);
        matmul(lower, Accum::Replace, bottoms, u.subrows(k - bottom, bottom), R::one(), ws);
        let mut same = same;
        for (j, column) in rest.chunks_exact(n).take(done.len()).enumerate() {
            column_mut(&mut same, j).copy_from_slice(column);
        }
    }
}

/// Copies columns side by side.
fn gather<R: Real>(to: &mut [R], columns: impl Iterator<Item = usize>, q: MatRef<'_, R>) {
    for (to, j) in to.chunks_exact_mut(q.rows()).zip(columns) {
        to.copy_from_slice(column(q, j));
    }
}
