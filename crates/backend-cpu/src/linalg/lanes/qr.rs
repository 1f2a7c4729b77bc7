//! QR factorisation in lanes, by Householder reflections with LAPACK's signs.

use super::{Lane, Lanes, Real, add, multiply, subtract};
use crate::linalg::Scalar;
use num_traits::Float;
use std::ops::Range;

/// Factors `a` in place; `q` gets the orthonormal columns.
#[inline(always)]
pub(super) fn qr<T: Real, const FMA: bool, const L: usize>(
    a: &mut [Lanes<T, L>],
    q: &mut [Lanes<T, L>],
    row: usize,
    (m, n): (usize, usize),
    side: &mut [Lanes<T, L>],
) -> [Lane; L] {
    let (factors, sums) = side.split_at_mut(n);
    for k in 0..n {
        factors[k] = reflection::<T, FMA, L>(&mut a[k * row..m * row], row, k);
        reflect::<T, FMA, L>(&mut a[k * row..m * row], None, row, k, k + 1..n, &factors[k], sums);
    }
    q.fill([T::ZERO; L]);
    (0..n).for_each(|i| q[i * row + i] = [T::ONE; L]);
    for k in (0..n).rev() {
        let (a, q) = (&mut a[k * row..m * row], &mut q[k * row..m * row]);
        reflect::<T, FMA, L>(a, Some(q), row, k, k..n, &factors[k], sums);
    }
    for i in 1..n {
        a[i * row..][..i].fill([T::ZERO; L]);
    }
    [Lane::Done; L]
}

/// Makes column `k` of rows, of which row `k` is the first, its reflection, whose first element is 1 and not written; that is
/// where its length goes. Returns the reflection's factor.
#[inline(always)]
fn reflection<T: Real, const FMA: bool, const L: usize>(a: &mut [Lanes<T, L>], row: usize, k: usize) -> Lanes<T, L> {
    let mut squares = [T::ZERO; L];
    for line in a.chunks_exact(row).skip(1) {
        add::<T, FMA, L>(&mut squares, &line[k], &line[k]);
    }
    let (mut tau, mut scale) = ([T::ZERO; L], [T::ZERO; L]);
    for l in 0..L {
        let alpha = a[k][l];
        let norm = Float::sqrt(Scalar::fma::<FMA>(alpha, alpha, squares[l]));
        let beta = if alpha < T::ZERO { norm } else { -norm };
        // Nothing to reflect.
        let none = squares[l] == T::ZERO;
        tau[l] = if none { T::ZERO } else { (beta - alpha) / beta };
        scale[l] = if none { T::ZERO } else { T::ONE / (alpha - beta) };
        a[k][l] = if none { alpha } else { beta };
    }
    for line in a.chunks_exact_mut(row).skip(1) {
        multiply(&mut line[k], &scale);
    }
    tau
}

/// Applies the reflection in column `k` of `a` to some columns of `to`, or of `a` itself.
#[inline(always)]
fn reflect<T: Real, const FMA: bool, const L: usize>(
    a: &mut [Lanes<T, L>],
    to: Option<&mut [Lanes<T, L>]>,
    row: usize,
    k: usize,
    columns: Range<usize>,
    tau: &Lanes<T, L>,
    sums: &mut [Lanes<T, L>],
) {
    // The reflection is apart, so that what is written is not what is read.
    let mut v = [[T::ZERO; L]; super::SMALL];
    let lines = a.len() / row;
    v[0] = [T::ONE; L];
    for (v, line) in v.iter_mut().zip(a.chunks_exact(row)).skip(1) {
        *v = line[k];
    }
    let to = to.unwrap_or(a);
    let sums = &mut sums[..columns.len()];
    sums.copy_from_slice(&to[columns.clone()]);
    for (v, line) in v[..lines].iter().zip(to.chunks_exact(row)).skip(1) {
        for (sum, x) in sums.iter_mut().zip(&line[columns.clone()]) {
            add::<T, FMA, L>(sum, v, x);
        }
    }
    sums.iter_mut().for_each(|sum| multiply(sum, tau));
    for (v, line) in v[..lines].iter().zip(to.chunks_exact_mut(row)) {
        for (x, sum) in line[columns.clone()].iter_mut().zip(&*sums) {
            subtract::<T, FMA, L>(x, v, sum);
        }
    }
}
