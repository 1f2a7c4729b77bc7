//! Eigenvalues and singular values, by Jacobi's rotations.

use super::matrix::Matrix;
use super::number::Number;

/// More sweeps than any matrix of finite numbers needs.
const SWEEPS: usize = 60;
const EPSILON: f64 = f64::EPSILON;

/// The rotation of two columns that makes them orthogonal: of their products with themselves and with each other.
fn rotation<N: Number>(aa: f64, bb: f64, ab: N) -> [N; 4] {
    let size = ab.abs();
    let phase = ab.scaled(1.0 / size);
    let theta = (bb - aa) / (2.0 * size);
    let t = if theta < 0.0 { -1.0 } else { 1.0 } / (theta.abs() + f64::hypot(theta, 1.0));
    let c = 1.0 / f64::hypot(t, 1.0);
    let s = t * c;
    [N::of(c), phase.conj().scaled(-s), phase.scaled(s), N::of(c)]
}

/// Columns in another order.
fn ordered<N: Number>(matrix: &Matrix<N>, order: &[usize]) -> Matrix<N> {
    Matrix::of(matrix.rows, order.len(), |i, j| matrix[(i, order[j])])
}

fn sorted(values: &[f64], ascending: bool) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&i, &j| if ascending { values[i].total_cmp(&values[j]) } else { values[j].total_cmp(&values[i]) });
    order
}

/// Eigenvalues of a Hermitian matrix, which grow, with their vectors; none if some number is not finite, or rotations come
/// to no end.
pub fn hermitian<N: Number>(a: &Matrix<N>) -> Option<(Vec<f64>, Matrix<N>)> {
    if !a.is_finite() {
        return None;
    }
    let (n, scale) = (a.rows, a.scale());
    let mut a = a.clone().scaled(scale);
    let mut vectors = Matrix::identity(n);
    for _ in 0..SWEEPS {
        let mut rotated = false;
        for p in 0..n {
            for q in p + 1..n {
                let (pp, qq, pq) = (a[(p, p)].re(), a[(q, q)].re(), a[(p, q)]);
                let small = pq.abs() <= EPSILON / 8.0 * (pp.abs() * qq.abs()).sqrt() || pq.abs() <= EPSILON * 1e-3;
                if small {
                    continue;
                }
                rotated = true;
                let [x, y, z, w] = rotation(pp, qq, pq);
                a.combine(p, q, [x, y, z, w]);
                // The rows, by the conjugates.
                for k in 0..n {
                    let (u, v) = (a[(p, k)], a[(q, k)]);
                    a[(p, k)] = x.conj() * u + y.conj() * v;
                    a[(q, k)] = z.conj() * u + w.conj() * v;
                }
                vectors.combine(p, q, [x, y, z, w]);
                (a[(p, q)], a[(q, p)]) = (N::of(0.0), N::of(0.0));
            }
        }
        if !rotated {
            let values: Vec<f64> = (0..n).map(|k| a[(k, k)].re() / scale).collect();
            let order = sorted(&values, true);
            return Some((order.iter().map(|&k| values[k]).collect(), ordered(&vectors, &order)));
        }
    }
    None
}

/// `U`, singular values, which fall, and `V` of a matrix of no more columns than rows.
type Singular<N> = (Matrix<N>, Vec<f64>, Matrix<N>);

fn tall<N: Number>(a: &Matrix<N>) -> Option<Singular<N>> {
    if !a.is_finite() {
        return None;
    }
    let (n, scale) = (a.cols, a.scale());
    let mut a = a.clone().scaled(scale);
    let mut v = Matrix::identity(n);
    let product = |a: &Matrix<N>, p: usize, q: usize| {
        a.col(p).iter().zip(a.col(q)).fold(N::of(0.0), |sum, (&x, &y)| sum + x.conj() * y)
    };
    for _ in 0..SWEEPS {
        let mut rotated = false;
        for p in 0..n {
            for q in p + 1..n {
                let (pp, qq, pq) = (product(&a, p, p).re(), product(&a, q, q).re(), product(&a, p, q));
                let small = pq.abs() <= 4.0 * EPSILON * (pp * qq).sqrt() || pq.abs() <= f64::MIN_POSITIVE;
                if small {
                    continue;
                }
                rotated = true;
                let by = rotation(pp, qq, pq);
                a.combine(p, q, by);
                v.combine(p, q, by);
            }
        }
        if !rotated {
            let values: Vec<f64> = (0..n).map(|k| product(&a, k, k).re().sqrt()).collect();
            let order = sorted(&values, false);
            let mut u = ordered(&a, &order);
            for (k, &from) in order.iter().enumerate() {
                if values[from] > 0.0 {
                    (0..u.rows).for_each(|i| u[(i, k)] = u[(i, k)].scaled(1.0 / values[from]));
                }
            }
            return Some((u, order.iter().map(|&k| values[k] / scale).collect(), ordered(&v, &order)));
        }
    }
    None
}

/// As many orthonormal columns as asked for: the first `given` ones of a matrix, where they are not zeros, and others.
fn completed<N: Number>(u: &Matrix<N>, columns: usize) -> Matrix<N> {
    let mut full = Matrix::zeros(u.rows, columns);
    let mut axes = 0..u.rows;
    for j in 0..columns {
        let given = j < u.cols && u.col(j).iter().any(|x| x.abs() > 0.0);
        if given {
            (0..u.rows).for_each(|i| full[(i, j)] = u[(i, j)]);
            continue;
        }
        // An axis that is not nearly in what is there; also not in what follows.
        for axis in axes.by_ref() {
            let mut candidate = Matrix::of(u.rows, 1, |i, _| N::of(f64::from(u8::from(i == axis))));
            for _ in 0..2 {
                for other in (0..j).map(|k| full.col(k).to_vec()).chain((j..u.cols).map(|k| u.col(k).to_vec())) {
                    let along = other.iter().zip(candidate.col(0)).fold(N::of(0.0), |sum, (&x, &y)| sum + x.conj() * y);
                    (0..u.rows).for_each(|i| candidate[(i, 0)] -= other[i] * along);
                }
            }
            let length = candidate.col(0).iter().map(|x| x.abs()).fold(0.0, f64::hypot);
            if length > 0.5 / (u.rows as f64).sqrt() {
                (0..u.rows).for_each(|i| full[(i, j)] = candidate[(i, 0)].scaled(1.0 / length));
                break;
            }
        }
    }
    full
}

/// `U` with so many columns, the singular values, and `V` with so many; none as of [`hermitian`].
pub fn singular<N: Number>(a: &Matrix<N>, [columns, rows]: [usize; 2]) -> Option<Singular<N>> {
    if a.rows < a.cols {
        let (v, values, u) = singular(&a.adjoint(), [rows, columns])?;
        return Some((u, values, v));
    }
    let (u, values, v) = tall(a)?;
    Some((completed(&u, columns), values, completed(&v, rows)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_complex::Complex;

    type C = Complex<f64>;

    fn close(a: &Matrix<C>, b: &Matrix<C>) {
        assert_eq!((a.rows, a.cols), (b.rows, b.cols));
        for j in 0..a.cols {
            (0..a.rows).for_each(|i| assert!((a[(i, j)] - b[(i, j)]).norm() < 1e-12, "{i} {j}"));
        }
    }

    #[test]
    fn vectors_diagonalise() {
        let a = Matrix::of(7, 7, |i, j| C::new(((i + 1) * (j + 1)) as f64 % 5.0, i as f64 - j as f64));
        let a = Matrix::of(7, 7, |i, j| a[(i, j)] + a[(j, i)].conj());
        let (values, vectors) = hermitian(&a).unwrap();
        assert!(values.is_sorted());
        let scaled = Matrix::of(7, 7, |i, j| vectors[(i, j)] * values[j]);
        close(&a.times(&vectors), &scaled);
        close(&vectors.adjoint().times(&vectors), &Matrix::identity(7));
        assert!(hermitian(&Matrix::of(2, 2, |_, _| f64::NAN)).is_none());
    }

    #[test]
    fn singular_vectors_are_whole_bases() {
        // Of rank 2.
        for (m, n) in [(6, 4), (4, 6), (5, 5)] {
            let a = Matrix::of(m, n, |i, j| C::new((i * 2 + j) as f64, (i * 2) as f64 - 3.0 * j as f64));
            let (u, values, v) = singular(&a, [m, n]).unwrap();
            assert!(values.iter().rev().is_sorted() && values[1] > 1.0 && values[2] < 1e-12);
            close(&u.adjoint().times(&u), &Matrix::identity(m));
            close(&v.adjoint().times(&v), &Matrix::identity(n));
            let scaled =
                Matrix::of(m, n, |i, j| if j < values.len() { u.col(j.min(m - 1))[i] * values[j] } else { 0.0.into() });
            close(&scaled.times(&v.adjoint()), &a);
        }
    }
}
