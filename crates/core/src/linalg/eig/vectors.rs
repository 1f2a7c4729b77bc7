//! Eigenvectors from a Schur form, by substitution from below, as LAPACK's `trevc3`: many of them at a time, so that most is done by products.

use super::balance::Balance;
use crate::error::Result;
use crate::linalg::host::{C, Entry, Host, Matrix, Schur, dot};
use std::ops::Range;

/// Vectors, and components of them, that are found together.
const TOGETHER: usize = 64;

/// An entry whose matrices have eigenvectors, as LAPACK packs them: one in each row, of a real matrix the real and the imaginary part of the
/// first one of a pair.
pub trait Vectors: Schur {
    /// Begins the vector of a Schur form for the block that begins in this row, in row `place` of `x`, and of a pair in the next one, too: its
    /// components in the block.
    #[doc(hidden)]
    fn begin(t: &Matrix<Self>, row: usize, value: C, x: &mut Matrix<Self>, place: usize);

    /// Components of such a vector, where `x` holds what those from `end` on give already, with a minus.
    #[doc(hidden)]
    fn substitute(t: &Matrix<Self>, rows: Range<usize>, end: usize, value: C, x: &mut Matrix<Self>, place: usize);

    /// Each vector, of the matrix before it was balanced, with a norm of 1.
    #[doc(hidden)]
    fn unpack(packed: &[Self], values: &[C], balance: &Balance) -> Vec<C>;
}

/// The eigenvectors of the matrix with the Schur form `t`; `z` is the adjoint of the transformation.
pub fn vectors<E: Vectors>(host: &Host<'_>, t: &Matrix<E>, z: &Matrix<E>, values: &[C]) -> Result<Matrix<E>> {
    let (n, zero) = (t.rows(), E::real(0.0));
    // A row that is not the first one of a pair's block.
    let second = |k: usize| k > 0 && k < n && t[k][k - 1] != zero;
    let z = z.map(E::conj);
    let mut packed = Matrix::zeros(n, n);
    let mut row = 0;
    while row < n {
        let end = (row + TOGETHER).min(n);
        let end = end + usize::from(second(end));
        let mut x = Matrix::zeros(end - row, end);
        let blocks: Vec<usize> = (row..end).filter(|&k| !second(k)).collect();
        for &k in &blocks {
            E::begin(t, k, values[k], &mut x, k - row);
            E::substitute(t, row..k, k + 1 + usize::from(second(k + 1)), values[k], &mut x, k - row);
        }
        let mut known = row;
        while known > 0 {
            let from = known.saturating_sub(TOGETHER);
            let from = from - usize::from(second(from));
            let mut sums = Matrix::zeros(end - row, known - from);
            let (x_known, t_known) = (x.part(0..end - row, known..end), t.part(from..known, known..end));
            E::gemm(host.blas, E::real(-1.0), x_known, t_known.t(), zero, sums.all_mut())?;
            (0..end - row).for_each(|i| x[i][from..known].copy_from_slice(&sums[i]));
            blocks.iter().for_each(|&k| E::substitute(t, from..known, known, values[k], &mut x, k - row));
            known = from;
        }
        for &k in &blocks {
            to_one(&mut x.entries_mut()[(k - row) * end..][..end * (1 + usize::from(second(k + 1)))]);
        }
        let to = packed.rows_mut(row..end, 0..n);
        E::gemm(host.blas, E::real(1.0), x.all(), z.part(0..end, 0..n), zero, to)?;
        row = end;
    }
    Ok(packed)
}

/// The least divisor: one that is smaller would mean two equal eigenvalues, and the vector of a near matrix is taken.
fn smallest(value: C) -> f64 {
    // Matrices have a size of 1, so a component that is divided by it does not overflow.
    (f64::EPSILON * value.l1()).max(1e-150)
}

/// A divisor that is not too small.
fn divisor<E: Entry>(x: E, smallest: f64) -> E {
    if x.l1() < smallest { E::real(smallest) } else { x }
}

/// Divides by this long before anything overflows.
fn bounded<E: Entry>(x: &mut [E], size: f64) {
    if size > 1e100 {
        x.iter_mut().for_each(|x| *x = *x / size);
    }
}

impl Vectors for C {
    fn begin(_: &Matrix<C>, row: usize, _: C, x: &mut Matrix<C>, place: usize) {
        x[place][row] = C::ONE;
    }

    fn substitute(t: &Matrix<C>, rows: Range<usize>, end: usize, value: C, x: &mut Matrix<C>, place: usize) {
        let (x, smallest) = (&mut x[place], smallest(value));
        for i in rows.rev() {
            let sum = x[i] - dot(&t[i][i + 1..end], &x[i + 1..end]);
            x[i] = sum.over(divisor(t[i][i] - value, smallest));
            let size = x[i].l1();
            bounded(x, size);
        }
    }

    fn unpack(packed: &[C], values: &[C], balance: &Balance) -> Vec<C> {
        let mut found = packed.to_vec();
        for vector in found.chunks_exact_mut(values.len()) {
            balance.undo(vector);
            normalise(vector);
            turn(vector);
        }
        found
    }
}

impl Vectors for f64 {
    fn begin(t: &Matrix<f64>, row: usize, value: C, x: &mut Matrix<f64>, place: usize) {
        if value.im == 0.0 {
            x[place][row] = 1.0;
            return;
        }
        // The eigenvector of the block itself, whose diagonal's elements are equal.
        let (re, im) = x.two_rows(place);
        let (above, under) = (t[row][row + 1], t[row + 1][row]);
        (re[row], im[row + 1]) =
            if above.abs() >= under.abs() { (1.0, value.im / above) } else { (-value.im / under, 1.0) };
    }

    fn substitute(t: &Matrix<f64>, rows: Range<usize>, end: usize, value: C, x: &mut Matrix<f64>, place: usize) {
        if value.im == 0.0 {
            return below(t, rows, end, value, &mut [&mut x[place]]);
        }
        let (re, im) = x.two_rows(place);
        below(t, rows, end, value, &mut [re, im]);
    }

    fn unpack(packed: &[f64], values: &[C], balance: &Balance) -> Vec<C> {
        let (n, mut found) = (values.len(), Vec::with_capacity(packed.len()));
        let row = |k: usize| packed[k * n..][..n].iter().copied();
        for (k, value) in values.iter().enumerate().filter(|_| !packed.is_empty()) {
            if value.im == 0.0 {
                let mut vector: Vec<f64> = row(k).collect();
                balance.undo(&mut vector);
                normalise(&mut vector);
                found.extend(vector.into_iter().map(C::from));
            } else if value.im > 0.0 {
                let mut vector: Vec<C> = row(k).zip(row(k + 1)).map(|(re, im)| C::new(re, im)).collect();
                balance.undo(&mut vector);
                normalise(&mut vector);
                turn(&mut vector);
                found.extend(&vector);
                found.extend(vector.iter().map(C::conj));
            }
        }
        found
    }
}

/// Components of a real vector, or of the parts of a complex one, for a real Schur form: [`Vectors::substitute`].
fn below(t: &Matrix<f64>, rows: Range<usize>, end: usize, value: C, x: &mut [&mut [f64]]) {
    let smallest = smallest(value);
    let mut i = rows.end;
    while i > rows.start {
        let count = if i >= 2 && t[i - 1][i - 2] != 0.0 { 2 } else { 1 };
        let known = i..end;
        i -= count;
        let sum = |i: usize, x: &[&mut [f64]]| {
            let part = |x: &[f64]| x[i] - dot(&t[i][known.clone()], &x[known.clone()]);
            C::new(part(x[0]), x.get(1).map_or(0.0, |x| part(x)))
        };
        let found = if count == 1 {
            [sum(i, x).over(divisor(C::from(t[i][i]) - value, smallest)), C::ZERO]
        } else {
            let matrix =
                [0, 1].map(|r| [0, 1].map(|c| C::from(t[i + r][i + c]) - if r == c { value } else { C::ZERO }));
            solve(matrix, [sum(i, x), sum(i + 1, x)], smallest)
        };
        for (k, found) in found.iter().take(count).enumerate() {
            x[0][i + k] = found.re;
            if let Some(im) = x.get_mut(1) {
                im[i + k] = found.im;
            }
        }
        let size = found[0].l1().max(found[1].l1());
        x.iter_mut().for_each(|x| bounded(x, size));
    }
}

/// Two equations, by elimination with the larger pivot.
fn solve(matrix: [[C; 2]; 2], side: [C; 2], smallest: f64) -> [C; 2] {
    let [[a, b], [c, d]] = matrix;
    let (a, b, c, d, p, q) =
        if a.l1() >= c.l1() { (a, b, c, d, side[0], side[1]) } else { (c, d, a, b, side[1], side[0]) };
    let a = divisor(a, smallest);
    let factor = c.over(a);
    let second = (q - factor * p).over(divisor(d - factor * b, smallest));
    [(p - b * second).over(a), second]
}

/// Makes the largest component 1, so that products do not overflow.
fn to_one<E: Entry>(x: &mut [E]) {
    let largest = x.iter().map(|x| x.l1()).fold(0.0, f64::max);
    x.iter_mut().for_each(|x| *x = *x / largest);
}

/// A vector of a norm of 1.
fn normalise<E: Entry>(x: &mut [E]) {
    let largest = x.iter().map(|x| x.l1()).fold(0.0, f64::max);
    x.iter_mut().for_each(|x| *x = *x / largest);
    let norm = x.iter().map(|x| x.re() * x.re() + x.im() * x.im()).sum::<f64>().sqrt();
    x.iter_mut().for_each(|x| *x = *x / norm);
}

/// Turns a vector so that its largest component is real, as LAPACK does.
fn turn(x: &mut [C]) {
    let largest = x.iter().copied().fold(C::ZERO, |l, x| if x.norm_sqr() > l.norm_sqr() { x } else { l });
    if largest.im != 0.0 {
        let phase = largest.conj() / largest.norm();
        for x in x {
            let is_largest = *x == largest;
            *x *= phase;
            if is_largest {
                x.im = 0.0;
            }
        }
    }
}
