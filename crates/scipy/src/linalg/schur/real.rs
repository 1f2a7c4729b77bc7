//! The QR algorithm with Francis' double shift: the real Schur form of a Hessenberg matrix.
//!
//! After LAPACK's `lahqr`, with the deflation of M. Ahues and F. Tisseur (LAPACK Working Note 122, 1997).

use super::NoConvergence;
use super::standard::standard;
use crate::linalg::dense::{Matrix, reflection};

/// Makes a Hessenberg matrix its real Schur form in place: blocks of one row, and standard ones of two for a pair of complex eigenvalues.
/// The columns of `z` take part.
pub fn iterate(h: &mut Matrix<f64>, z: &mut Matrix<f64>) -> Result<(), NoConvergence> {
    let n = h.rows();
    let mut left = 30 * n.max(10);
    let mut end = n;
    let mut rounds = 0;
    while end > 0 {
        let last = end - 1;
        let first = deflated(h, last);
        if first == last {
            (end, rounds) = (last, 0);
        } else if first + 1 == last {
            split(h, z, first);
            (end, rounds) = (first, 0);
        } else {
            left = left.checked_sub(1).ok_or(NoConvergence)?;
            rounds += 1;
            let shifts = shifts(h, first, last, rounds);
            step(h, z, first, last, shifts);
        }
    }
    Ok(())
}

/// The first row of the last block that does not fall apart; the negligible element left of it becomes zero.
fn deflated(h: &mut Matrix<f64>, last: usize) -> usize {
    let smallest = f64::MIN_POSITIVE / f64::EPSILON * h.rows() as f64;
    for k in (1..=last).rev() {
        let below = h[k][k - 1].abs();
        let (above, here) = (h[k - 1][k - 1], h[k][k]);
        let mut near = above.abs() + here.abs();
        if near == 0.0 {
            near += if k >= 2 { h[k - 1][k - 2].abs() } else { 0.0 };
            near += if k < last { h[k + 1][k].abs() } else { 0.0 };
        }
        let mut small = below <= smallest;
        if !small && below <= f64::EPSILON * near {
            let (ab, ba) = (below.max(h[k - 1][k].abs()), below.min(h[k - 1][k].abs()));
            let (aa, bb) = (here.abs().max((above - here).abs()), here.abs().min((above - here).abs()));
            let sum = aa + ab;
            small = ba * (ab / sum) <= smallest.max(f64::EPSILON * (bb * (aa / sum)));
        }
        if small {
            h[k][k - 1] = 0.0;
            return k;
        }
    }
    0
}

/// Makes two rows a standard block.
pub fn split(h: &mut Matrix<f64>, z: &mut Matrix<f64>, k: usize) {
    let n = h.rows();
    let found = standard([[h[k][k], h[k][k + 1]], [h[k + 1][k], h[k + 1][k + 1]]]);
    let [[a, b], [c, d]] = found.block;
    h.rotate_rows(k, k + 2, found.rotation);
    h.rotate_columns(k, k, found.rotation);
    z.rotate_columns(k, n, found.rotation);
    (h[k][k], h[k][k + 1], h[k + 1][k], h[k + 1][k + 1]) = (a, b, c, d);
}

/// Two shifts, as the real and the imaginary part of each: eigenvalues of the last two rows, or exceptional ones.
fn shifts(h: &Matrix<f64>, first: usize, last: usize, rounds: usize) -> [(f64, f64); 2] {
    let exceptional = |s: f64, x: f64| [[0.75 * s + x, -0.4375 * s], [s, 0.75 * s + x]];
    let [[a, b], [c, d]] = if rounds.is_multiple_of(20) {
        exceptional(h[last][last - 1].abs() + h[last - 1][last - 2].abs(), h[last][last])
    } else if rounds.is_multiple_of(10) {
        exceptional(h[first + 1][first].abs() + h[first + 2][first + 1].abs(), h[first][first])
    } else {
        [[h[last - 1][last - 1], h[last - 1][last]], [h[last][last - 1], h[last][last]]]
    };
    let s = a.abs() + b.abs() + c.abs() + d.abs();
    if s == 0.0 {
        return [(0.0, 0.0); 2];
    }
    let (a, b, c, d) = (a / s, b / s, c / s, d / s);
    let half = (a + d) / 2.0;
    let determinant = (a - half) * (d - half) - b * c;
    let root = determinant.abs().sqrt();
    if determinant >= 0.0 {
        return [(half * s, root * s), (half * s, -root * s)];
    }
    let (one, two) = (half + root, half - root);
    let nearer = if (one - d).abs() <= (two - d).abs() { one } else { two };
    [(nearer * s, 0.0); 2]
}

/// One double step on the block of rows `first..=last`: reflections of three rows chase the bulge down.
fn step(h: &mut Matrix<f64>, z: &mut Matrix<f64>, first: usize, last: usize, shifts: [(f64, f64); 2]) {
    let n = h.rows();
    let (start, bulge) = bulge(h, first, last, shifts);
    for k in start..last {
        let rows = (last - k + 1).min(3);
        let x = if k == start { bulge[..rows].to_vec() } else { (k..k + rows).map(|i| h[i][k - 1]).collect() };
        let found = reflection(k, x);
        if k > start {
            if let Some((_, beta)) = found {
                h[k][k - 1] = beta;
            }
            (k + 1..k + rows).for_each(|i| h[i][k - 1] = 0.0);
        } else if k > first
            && let Some((reflection, _)) = &found
        {
            // The element beside is all that the reflection changes there; this is right for a tiny one, too.
            h[k][k - 1] *= 1.0 - reflection.tau;
        }
        let Some((reflection, _)) = found else { continue };
        reflection.adjoint_times(h, k);
        reflection.after(h, (k + 4).min(last + 1));
        reflection.after(z, n);
    }
}

/// Where the double step may begin, behind two small subdiagonal elements, and the first column of the shifted square there.
fn bulge(h: &Matrix<f64>, first: usize, last: usize, [(re1, im1), (re2, im2)]: [(f64, f64); 2]) -> (usize, [f64; 3]) {
    let mut m = last - 2;
    loop {
        let here = h[m][m];
        let s = (here - re2).abs() + im2.abs() + h[m + 1][m].abs();
        let below = h[m + 1][m] / s;
        let column = [
            below * h[m][m + 1] + (here - re1) * ((here - re2) / s) - im1 * (im2 / s),
            below * (here + h[m + 1][m + 1] - re1 - re2),
            below * h[m + 2][m + 1],
        ];
        let size: f64 = column.iter().map(|x| x.abs()).sum();
        let column = if size == 0.0 { column } else { column.map(|x| x / size) };
        if m == first {
            return (m, column);
        }
        let beside = h[m - 1][m - 1].abs() + here.abs() + h[m + 1][m + 1].abs();
        if h[m][m - 1].abs() * (column[1].abs() + column[2].abs()) <= f64::EPSILON * column[0].abs() * beside {
            return (m, column);
        }
        m -= 1;
    }
}
