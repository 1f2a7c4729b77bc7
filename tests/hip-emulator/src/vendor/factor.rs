//! Factorisations in LAPACK's conventions, and triangular systems.

use super::matrix::Matrix;
use super::number::Number;

/// Replaces the lower triangle by Cholesky's factor; the first column whose pivot is not positive, counted from 1.
pub fn cholesky<N: Number>(a: &mut Matrix<N>) -> i32 {
    for j in 0..a.cols {
        let squares: f64 = (0..j).map(|k| a[(j, k)].abs().powi(2)).sum();
        let pivot = a[(j, j)].re() - squares;
        // Also what is no number is not positive.
        if pivot.is_nan() || pivot <= 0.0 {
            return j as i32 + 1;
        }
        a[(j, j)] = N::of(pivot.sqrt());
        for i in j + 1..a.rows {
            let mut sum = a[(i, j)];
            (0..j).for_each(|k| sum -= a[(i, k)] * a[(j, k)].conj());
            a[(i, j)] = sum / a[(j, j)];
        }
    }
    0
}

/// Replaces a matrix by L and U of its rows in another order: the row that each row was swapped with, counted from 1, and
/// the first pivot that is zero.
pub fn lu<N: Number>(a: &mut Matrix<N>) -> (Vec<i32>, i32) {
    let (mut pivots, mut info) = (Vec::new(), 0);
    for j in 0..a.rows.min(a.cols) {
        let largest = (j..a.rows).fold(j, |best, i| if a[(i, j)].abs() > a[(best, j)].abs() { i } else { best });
        pivots.push(largest as i32 + 1);
        a.swap_rows(j, largest);
        let pivot = a[(j, j)];
        if pivot.abs() == 0.0 {
            info = if info == 0 { j as i32 + 1 } else { info };
            continue;
        }
        (j + 1..a.rows).for_each(|i| a[(i, j)] = a[(i, j)] / pivot);
        for k in j + 1..a.cols {
            let factor = a[(j, k)];
            for i in j + 1..a.rows {
                let part = a[(i, j)] * factor;
                a[(i, k)] -= part;
            }
        }
    }
    (pivots, info)
}

/// Solves a triangular system: `b` becomes its solution.
pub fn triangular<N: Number>(t: &Matrix<N>, lower: bool, unit: bool, b: &mut Matrix<N>) {
    for col in 0..b.cols {
        for step in 0..b.rows {
            let j = if lower { step } else { b.rows - 1 - step };
            if !unit {
                b[(j, col)] = b[(j, col)] / t[(j, j)];
            }
            let (x, rest) = (b[(j, col)], if lower { j + 1..b.rows } else { 0..j });
            rest.for_each(|i| b[(i, col)] -= t[(i, j)] * x);
        }
    }
}

/// Solves with the factors of [`lu`], or with their transposes.
pub fn lu_solve<N: Number>(a: &Matrix<N>, pivots: &[i32], transposed: bool, b: &mut Matrix<N>) {
    let swaps = pivots.iter().enumerate().map(|(i, &pivot)| (i, pivot as usize - 1));
    if transposed {
        let t = a.transposed();
        triangular(&t, true, false, b);
        triangular(&t, false, true, b);
        swaps.rev().for_each(|(i, j)| b.swap_rows(i, j));
    } else {
        swaps.for_each(|(i, j)| b.swap_rows(i, j));
        triangular(a, true, true, b);
        triangular(a, false, false, b);
    }
}

/// Applies `1 - factor v v*` to columns from `first` on, where `v` stands below the diagonal of column `j` of `a`.
fn reflect<N: Number>(a: &Matrix<N>, j: usize, factor: N, to: &mut Matrix<N>, first: usize) {
    for col in first..to.cols {
        let mut sum = to[(j, col)];
        (j + 1..a.rows).for_each(|i| sum += a[(i, j)].conj() * to[(i, col)]);
        let sum = factor * sum;
        to[(j, col)] -= sum;
        (j + 1..a.rows).for_each(|i| to[(i, col)] -= a[(i, j)] * sum);
    }
}

/// Replaces a matrix by R and Householder's vectors below it: their factors.
pub fn qr<N: Number>(a: &mut Matrix<N>) -> Vec<N> {
    let mut factors = Vec::new();
    for j in 0..a.rows.min(a.cols) {
        let below = (j + 1..a.rows).map(|i| a[(i, j)].abs()).fold(0.0, f64::hypot);
        let first = a[(j, j)];
        if below == 0.0 && first == N::of(first.re()) {
            factors.push(N::of(0.0));
            continue;
        }
        let length = f64::hypot(first.abs(), below);
        let new = if first.re() > 0.0 { -length } else { length };
        let factor = (N::of(new) - first).scaled(1.0 / new);
        (j + 1..a.rows).for_each(|i| a[(i, j)] = a[(i, j)] / (first - N::of(new)));
        a[(j, j)] = N::of(new);
        let vectors = a.clone();
        reflect(&vectors, j, factor.conj(), a, j + 1);
        factors.push(factor);
    }
    factors
}

/// The first columns of Q.
pub fn q<N: Number>(a: &Matrix<N>, factors: &[N]) -> Matrix<N> {
    let mut q = Matrix::of(a.rows, a.cols, |i, j| N::of(f64::from(u8::from(i == j))));
    for (j, &factor) in factors.iter().enumerate().rev() {
        reflect(a, j, factor, &mut q, 0);
    }
    q
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_complex::Complex;

    type C = Complex<f64>;

    fn matrix(rows: usize, cols: usize) -> Matrix<C> {
        Matrix::of(rows, cols, |i, j| {
            C::new((31 * i * i + 17 * j + 7 * i * j) as f64 % 11.0 - 4.5, (i * j) as f64 % 3.0 - 1.0)
        })
    }

    fn close(a: &Matrix<C>, b: &Matrix<C>) {
        assert_eq!((a.rows, a.cols), (b.rows, b.cols));
        for j in 0..a.cols {
            for i in 0..a.rows {
                assert!((a[(i, j)] - b[(i, j)]).norm() < 1e-12, "{i} {j}: {} and {}", a[(i, j)], b[(i, j)]);
            }
        }
    }

    #[test]
    fn products_of_factors_are_the_matrix() {
        let a = matrix(6, 4);
        let mut factored = a.clone();
        let factors = qr(&mut factored);
        let r = Matrix::of(4, 4, |i, j| if i <= j { factored[(i, j)] } else { C::of(0.0) });
        let q = q(&factored, &factors);
        close(&q.times(&r), &a);
        close(&q.adjoint().times(&q), &Matrix::identity(4));

        let positive = a.adjoint().times(&a);
        let mut factored = positive.clone();
        assert_eq!(cholesky(&mut factored), 0);
        let l = Matrix::of(4, 4, |i, j| if i >= j { factored[(i, j)] } else { C::of(0.0) });
        close(&l.times(&l.adjoint()), &positive);
        assert_eq!(cholesky(&mut positive.scaled(-1.0)), 1);
    }

    #[test]
    fn systems_are_solved() {
        let (a, x) = (matrix(5, 5), matrix(5, 3));
        let mut factored = a.clone();
        let (pivots, info) = lu(&mut factored);
        assert_eq!(info, 0);
        for (transposed, system) in [(false, a.clone()), (true, a.transposed())] {
            let mut b = system.times(&x);
            lu_solve(&factored, &pivots, transposed, &mut b);
            close(&b, &x);
        }
        assert_eq!(lu(&mut Matrix::of(3, 3, |_, j| C::of(j as f64))).1, 1);
    }
}
