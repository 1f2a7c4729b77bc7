//! The QZ algorithm with a double shift, for real matrices.

use super::iteration::{Pencil, Qz, from_right};
use super::swap;
use crate::linalg::dense::{C, Entry, reflection};
use xparray_core::linalg::host::{Schur, rotation, wilkinson};

impl Qz for f64 {
    fn step(pencil: &mut Pencil<f64>, first: usize, last: usize, round: usize) {
        let n = pencil.rows();
        let shifts = shifts(pencil, last, round);
        for k in first..last - 1 {
            let x = if k == first {
                column(pencil, first, shifts).to_vec()
            } else {
                (k..k + 3).map(|i| pencil.h[i][k - 1]).collect()
            };
            if let Some((reflection, beta)) = reflection(k, x) {
                reflection.adjoint_times(&mut pencil.h, k);
                reflection.adjoint_times(&mut pencil.t, k);
                reflection.after(&mut pencil.q, n);
                if k > first {
                    (pencil.h[k][k - 1], pencil.h[k + 1][k - 1], pencil.h[k + 2][k - 1]) = (beta, 0.0, 0.0);
                }
            }
            // The last of three rows of the triangle again; the reflection is one of the columns from right to left.
            let row = (k..k + 3).rev().map(|j| pencil.t[k + 2][j]).collect();
            if let Some((mut reflection, beta)) = reflection(k, row) {
                reflection.v.reverse();
                reflection.after(&mut pencil.h, (k + 4).min(last + 1));
                reflection.after(&mut pencil.t, k + 2);
                reflection.after(&mut pencil.z, n);
                pencil.t[k + 2][k..k + 3].copy_from_slice(&[0.0, 0.0, beta]);
            }
            triangle(pencil, k, (k + 4).min(last + 1));
        }
        let k = last - 1;
        let (turn, r) = rotation(pencil.h[k][k - 1], pencil.h[last][k - 1]);
        (pencil.h[k][k - 1], pencil.h[last][k - 1]) = (r, 0.0);
        pencil.rotate_rows(k, k, turn);
        triangle(pencil, k, last + 1);
    }

    fn finish(pencil: &mut Pencil<f64>, k: usize) -> bool {
        let mut value = wilkinson(block(pencil, k));
        if value.im != 0.0 {
            diagonal(pencil, k);
            // Of a double eigenvalue this is a question of roundings, and the answer counts that the block as it is now gives.
            value = wilkinson(block(pencil, k));
            if value.im != 0.0 {
                return true;
            }
        }
        let sizes = [pencil.h.scale(), pencil.t.scale()];
        for _ in 0..TRIES {
            deflate(pencil, k, sizes);
            if is_deflated(pencil, k, sizes) {
                break;
            }
            let (turn, length) = rotation(pencil.t[k][k], pencil.t[k + 1][k]);
            pencil.rotate_rows(k, k, turn);
            (pencil.t[k][k], pencil.t[k + 1][k]) = (length, 0.0);
        }
        pencil.align(k, sizes);
        true
    }

    fn quotients(pencil: &Pencil<f64>, k: usize) -> Vec<(C, f64)> {
        let below = pencil.t[k][k];
        if pencil.block(k) == 1 {
            return vec![(C::from(pencil.h[k][k]), below)];
        }
        let value = wilkinson(block(pencil, k));
        let above = C::new(value.re, value.im.abs()) * below;
        vec![(above, below), (above.conj(), below)]
    }

    fn exchange(pencil: &mut Pencil<f64>, k: usize, blocks: [usize; 2]) {
        match blocks {
            [1, 1] => pencil.exchange(k),
            _ => swap::exchange(pencil, k, blocks),
        }
    }
}

/// How often a vector of two rows is looked for: each look begins with the one before, and the second is nearly always good enough.
const TRIES: usize = 8;

/// Makes the first column of two rows a vector of the larger eigenvalue, which has the smaller relative error.
fn deflate(pencil: &mut Pencil<f64>, k: usize, [of_h, of_t]: [f64; 2]) {
    let rows = block(pencil, k);
    let value = wilkinson(rows).re;
    let other = (rows[0][0] + rows[1][1]).re - value;
    let value = if other.abs() > value.abs() { other } else { value };
    let size = 1.0f64.max(value.abs() * of_t / of_h);
    let (h, t) = (&pencil.h, &pencil.t);
    let at = |i: usize, j: usize| h[i][j] / of_h / size - value / size * (t[i][j] / of_h);
    // From the longer row.
    let [one, two] = [k, k + 1].map(|i| (at(i, k), at(i, k + 1)));
    let (x, y) = if one.0.hypot(one.1) >= two.0.hypot(two.1) { one } else { two };
    let (turn, _) = rotation(y, -x);
    pencil.rotate_columns(k, [k + 2, k + 2], turn);
}

/// Whether the first columns of two rows of both matrices have one direction, but for roundings.
fn is_deflated(pencil: &Pencil<f64>, k: usize, [of_h, of_t]: [f64; 2]) -> bool {
    let (x, y) = (pencil.h[k][k] / of_h, pencil.h[k + 1][k] / of_h);
    let (v, w) = (pencil.t[k][k] / of_t, pencil.t[k + 1][k] / of_t);
    (x * w - y * v).abs() <= 4.0 * f64::EPSILON * x.hypot(y).max(v.hypot(w))
}

/// Makes the element of `t` below the diagonal in column `k` zero, by a rotation of columns; `rows` of `h` are not zero there.
fn triangle(pencil: &mut Pencil<f64>, k: usize, rows: usize) {
    let turn = from_right(pencil.t[k + 1][k], pencil.t[k + 1][k + 1]);
    pencil.rotate_columns(k, [rows, k + 2], turn);
    pencil.t[k + 1][k] = 0.0;
}

/// Two rows of `h t⁻¹`, of a block by itself.
fn block(pencil: &Pencil<f64>, k: usize) -> [[C; 2]; 2] {
    [k, k + 1].map(|i| quotient(pencil, i, k).map(C::from))
}

/// Two elements of row `i` of `h t⁻¹`, if those before column `k` are zero.
fn quotient(pencil: &Pencil<f64>, i: usize, k: usize) -> [f64; 2] {
    let (h, t) = (&pencil.h, &pencil.t);
    let first = h[i][k] / t[k][k];
    [first, (h[i][k + 1] - first * t[k][k + 1]) / t[k + 1][k + 1]]
}

/// Two shifts: eigenvalues of the last two rows of `h t⁻¹`, or exceptional ones.
fn shifts(pencil: &Pencil<f64>, last: usize, round: usize) -> [C; 2] {
    let (h, t, k) = (&pencil.h, &pencil.t, last - 2);
    let [before, middle] = quotient(pencil, last - 1, k);
    let known = before * t[k][last] + middle * t[last - 1][last];
    let above = [middle, (h[last - 1][last] - known) / t[last][last]];
    let below = quotient(pencil, last, last - 1);
    let rows = if round.is_multiple_of(10) {
        let size = below[0].abs() + before.abs();
        [[0.75 * size + below[1], -0.4375 * size], [size, 0.75 * size + below[1]]]
    } else {
        [above, below]
    };
    let value = wilkinson(rows.map(|row| row.map(C::from)));
    [value, value.conj()]
}

/// The direction of the first column of `(h t⁻¹ - s1) (h t⁻¹ - s2)`.
fn column(pencil: &Pencil<f64>, first: usize, shifts: [C; 2]) -> [f64; 3] {
    let rows = [0, 1, 2].map(|i| {
        let [a, b] = quotient(pencil, first + i, first);
        [a, b, 0.0]
    });
    f64::first_column(rows, shifts)
}

/// Makes the block of `t` that begins at row `k` a diagonal: its columns become orthogonal.
fn diagonal(pencil: &mut Pencil<f64>, k: usize) {
    let t = &pencil.t;
    let scale = t[k][k].abs().max(t[k][k + 1].abs()).max(t[k + 1][k + 1].abs());
    let (a, b, d) = (t[k][k] / scale, t[k][k + 1] / scale, t[k + 1][k + 1] / scale);
    if b != 0.0 {
        // Jacobi's rotation of the product of the transpose and the block.
        let (product, difference) = (a * b, b * b + d * d - a * a);
        let ratio = difference / (2.0 * product);
        let tangent = 1f64.copysign(ratio) / (ratio.abs() + ratio.hypot(1.0));
        let cosine = 1.0 / tangent.hypot(1.0);
        pencil.rotate_columns(k, [k + 2, k + 2], (cosine, -tangent * cosine));
        // By the longer of them: the direction of a short one is a question of roundings.
        let [[a, b], [c, d]] = [k, k + 1].map(|i| [pencil.t[i][k], pencil.t[i][k + 1]]);
        let (turn, _) = if a.hypot(c) >= b.hypot(d) { rotation(a, c) } else { rotation(d, -b) };
        pencil.rotate_rows(k, k, turn);
        (pencil.t[k][k + 1], pencil.t[k + 1][k]) = (0.0, 0.0);
    }
}
