//! The QR algorithm with Francis' double shift: the real Schur form of a Hessenberg matrix.
//!
//! After EISPACK's `hqr2`. J. H. Wilkinson and C. Reinsch, *Handbook for Automatic Computation II: Linear Algebra*, 1971,
//! contributions II/14 and II/15.

use super::matrix::Matrix;
use super::{NoConvergence, ROUNDS};
use num_complex::Complex;
use std::ops::Range;

/// Eigenvalues of a Hessenberg matrix, in the order of the diagonal. With `z`, whose rows are the columns of a transformation,
/// `h` becomes the Schur form: blocks of one row, and of two for a pair of complex eigenvalues; `z` takes part.
pub(super) fn schur(
    h: &mut Matrix<f64>,
    mut z: Option<&mut Matrix<f64>>,
    active: &Range<usize>,
) -> Result<Vec<Complex<f64>>, NoConvergence> {
    let n = h.len();
    let mut values: Vec<_> = (0..n).map(|i| Complex::from(h[i][i])).collect();
    let norm = (0..n).flat_map(|i| h[i].iter()).fold(0.0f64, |norm, x| norm.max(x.abs()));
    // The sum of the exceptional shifts, by which the diagonal is smaller than it should be.
    let mut shifted = 0.0;
    let mut end = active.end;
    let mut round = 0;
    while end > active.start {
        let last = end - 1;
        let first = deflated(h, active.start, last, norm);
        if first == last {
            h[last][last] += shifted;
            values[last] = h[last][last].into();
            (end, round) = (last, 0);
        } else if first + 1 == last {
            h[last - 1][last - 1] += shifted;
            h[last][last] += shifted;
            [values[last - 1], values[last]] = pair(h, z.as_deref_mut(), last);
            (end, round) = (last - 1, 0);
        } else {
            if round == ROUNDS {
                return Err(NoConvergence);
            }
            let [x, y, w] = if round % 10 == 9 {
                let x = h[last][last];
                (0..end).for_each(|i| h[i][i] -= x);
                shifted += x;
                let s = h[last][last - 1].abs() + h[last - 1][last - 2].abs();
                [0.75 * s, 0.75 * s, -0.4375 * s * s]
            } else {
                [h[last][last], h[last - 1][last - 1], h[last][last - 1] * h[last - 1][last]]
            };
            round += 1;
            step(h, z.as_deref_mut(), first, last, [x, y, w]);
        }
    }
    Ok(values)
}

/// The first row of the last block that does not fall apart; the negligible element left of it becomes zero.
fn deflated(h: &mut Matrix<f64>, start: usize, last: usize, norm: f64) -> usize {
    for l in (start + 1..=last).rev() {
        let beside = h[l - 1][l - 1].abs() + h[l][l].abs();
        let beside = if beside == 0.0 { norm } else { beside };
        if h[l][l - 1].abs() <= f64::EPSILON * beside {
            h[l][l - 1] = 0.0;
            return l;
        }
    }
    start
}

/// The eigenvalues of the block of two rows that ends here. If they are real, the block becomes a triangle.
fn pair(h: &mut Matrix<f64>, z: Option<&mut Matrix<f64>>, last: usize) -> [Complex<f64>; 2] {
    let before = last - 1;
    let (x, y, below) = (h[last][last], h[before][before], h[last][before]);
    let w = below * h[before][last];
    let p = 0.5 * (y - x);
    let q = p * p + w;
    let root = q.abs().sqrt();
    if q < 0.0 {
        return [Complex::new(x + p, root), Complex::new(x + p, -root)];
    }
    let zz = p + root.copysign(p);
    let value = x + zz;
    let other = if zz == 0.0 { value } else { x - w / zz };
    let r = below.hypot(zz);
    let (p, q) = if r == 0.0 { (0.0, 1.0) } else { (below / r, zz / r) };
    let rotate = |a: &mut f64, b: &mut f64| (*a, *b) = (q * *a + p * *b, q * *b - p * *a);
    let (above, row) = h.two_rows(before, last);
    above[before..].iter_mut().zip(&mut row[before..]).for_each(|(a, b)| rotate(a, b));
    for i in 0..=last {
        let (left, right) = h[i].split_at_mut(last);
        rotate(&mut left[before], &mut right[0]);
    }
    if let Some(z) = z {
        let (a, b) = z.two_rows(before, last);
        a.iter_mut().zip(b).for_each(|(a, b)| rotate(a, b));
    }
    h[last][before] = 0.0;
    (h[before][before], h[last][last]) = (value, other);
    [value.into(), other.into()]
}

/// One double step on the block of rows `first..=last`, with the shifts that have the sum `x + y` and the product `x y - w`.
fn step(h: &mut Matrix<f64>, mut z: Option<&mut Matrix<f64>>, first: usize, last: usize, [x, y, w]: [f64; 3]) {
    let n = h.len();
    let everything = z.is_some();
    let (columns, top) = if everything { (n, 0) } else { (last + 1, first) };
    let (start, mut bulge) = bulge(h, first, last, [x, y, w]);
    for i in start + 2..=last {
        h[i][i - 2] = 0.0;
        if i > start + 2 {
            h[i][i - 3] = 0.0;
        }
    }
    for k in start..last {
        let three = k + 1 < last;
        let mut size = 1.0;
        if k > start {
            bulge = [h[k][k - 1], h[k + 1][k - 1], if three { h[k + 2][k - 1] } else { 0.0 }];
            size = bulge.iter().map(|x| x.abs()).sum();
            if size == 0.0 {
                continue;
            }
            bulge = bulge.map(|x| x / size);
        }
        let [p, q, r] = bulge;
        let s = (p * p + q * q + r * r).sqrt().copysign(p);
        if k > start {
            h[k][k - 1] = -s * size;
        } else if first < start {
            h[k][k - 1] = -h[k][k - 1];
        }
        let p = p + s;
        // The reflection takes (1, v[0], v[1]) times the products with u from three rows, or columns.
        let (u, v) = ([p / s, q / s, r / s], [q / p, r / p]);
        if three {
            let (a, b, c) = h.three_rows(k);
            let rows = a[k..columns].iter_mut().zip(&mut b[k..columns]).zip(&mut c[k..columns]);
            for ((a, b), c) in rows {
                let sum = *a + v[0] * *b + v[1] * *c;
                (*a, *b, *c) = (*a - sum * u[0], *b - sum * u[1], *c - sum * u[2]);
            }
            for i in top..=last.min(k + 3) {
                let row = &mut h[i][k..k + 3];
                let sum = u[0] * row[0] + u[1] * row[1] + u[2] * row[2];
                row[0] -= sum;
                row[1] -= sum * v[0];
                row[2] -= sum * v[1];
            }
            if let Some(z) = z.as_deref_mut() {
                let (a, b, c) = z.three_rows(k);
                for ((a, b), c) in a.iter_mut().zip(b).zip(c) {
                    let sum = u[0] * *a + u[1] * *b + u[2] * *c;
                    (*a, *b, *c) = (*a - sum, *b - sum * v[0], *c - sum * v[1]);
                }
            }
        } else {
            let (a, b) = h.two_rows(k, k + 1);
            for (a, b) in a[k..columns].iter_mut().zip(&mut b[k..columns]) {
                let sum = *a + v[0] * *b;
                (*a, *b) = (*a - sum * u[0], *b - sum * u[1]);
            }
            for i in top..=last {
                let row = &mut h[i][k..k + 2];
                let sum = u[0] * row[0] + u[1] * row[1];
                row[0] -= sum;
                row[1] -= sum * v[0];
            }
            if let Some(z) = z.as_deref_mut() {
                let (a, b) = z.two_rows(k, k + 1);
                for (a, b) in a.iter_mut().zip(b) {
                    let sum = u[0] * *a + u[1] * *b;
                    (*a, *b) = (*a - sum, *b - sum * v[0]);
                }
            }
        }
    }
}

/// Where the double step may begin, behind two small subdiagonal elements, and the first column of the shifted square there.
fn bulge(h: &Matrix<f64>, first: usize, last: usize, [x, y, w]: [f64; 3]) -> (usize, [f64; 3]) {
    let mut m = last - 2;
    loop {
        let z = h[m][m];
        let (r, s) = (x - z, y - z);
        let column = [(r * s - w) / h[m + 1][m] + h[m][m + 1], h[m + 1][m + 1] - z - r - s, h[m + 2][m + 1]];
        let size: f64 = column.iter().map(|x| x.abs()).sum();
        let column = if size == 0.0 { column } else { column.map(|x| x / size) };
        if m == first {
            return (m, column);
        }
        let beside = column[0].abs() * (h[m - 1][m - 1].abs() + z.abs() + h[m + 1][m + 1].abs());
        if h[m][m - 1].abs() * (column[1].abs() + column[2].abs()) <= f64::EPSILON * beside {
            return (m, column);
        }
        m -= 1;
    }
}
