//! The exchange of neighbouring blocks of a real generalised Schur form.
//!
//! B. Kågström, *A direct method for reordering eigenvalues in the generalized real Schur form of a regular matrix pair*, in Linear Algebra
//! for Large Scale and Real-Time Applications, 1993.

use super::iteration::{Pencil, Qz};
use crate::linalg::dense::{Matrix, Reflection, reflection};
use xparray_core::linalg::host::{rotation, solve_few};

/// Exchanges two blocks of these many rows, of which the first one begins at row `k`.
pub fn exchange(pencil: &mut Pencil<f64>, k: usize, [first, second]: [usize; 2]) {
    let (n, size) = (pencil.rows(), first + second);
    // The columns [r, 1] from the right and [l, 1] from the left span the spaces of the second block's eigenvalues.
    let x = sylvester(pencil, k, first, second);
    let (r, l) = x.split_at(first * second);
    for reflection in basis(r, k, first, second) {
        reflection.after(&mut pencil.h, k + size);
        reflection.after(&mut pencil.t, k + size);
        reflection.after(&mut pencil.z, n);
    }
    for reflection in basis(l, k, first, second) {
        reflection.adjoint_times(&mut pencil.h, k);
        reflection.adjoint_times(&mut pencil.t, k);
        reflection.after(&mut pencil.q, n);
    }
    for i in k + second..k + size {
        pencil.h[i][k..k + second].fill(0.0);
        pencil.t[i][k..k + second].fill(0.0);
    }
    for (place, rows) in [(k, second), (k + second, first)] {
        if rows == 2 {
            let (turn, length) = rotation(pencil.t[place][place], pencil.t[place + 1][place]);
            pencil.rotate_rows(place, place, turn);
            (pencil.t[place][place], pencil.t[place + 1][place]) = (length, 0.0);
            f64::finish(pencil, place);
        }
    }
}

/// Reflections after which the columns `[x, 1]` are the first ones.
fn basis(x: &[f64], k: usize, first: usize, second: usize) -> Vec<Reflection<f64>> {
    let size = first + second;
    let ones = |i: usize, j: usize| f64::from(u8::from(i - first == j));
    let mut basis = Matrix::from_fn(size, second, |i, j| if i < first { x[i * second + j] } else { ones(i, j) });
    let mut reflections = Vec::with_capacity(second);
    for j in 0..second {
        let column = (j..size).map(|i| basis[i][j]).collect();
        let Some((mut reflection, _)) = reflection(j, column) else { continue };
        reflection.adjoint_times(&mut basis, j);
        reflection.first += k;
        reflections.push(reflection);
    }
    reflections
}

/// `r` and `l` with `h1 r - l h2 = -h12` and `t1 r - l t2 = -t12`, of two blocks: up to eight equations.
fn sylvester(pencil: &Pencil<f64>, k: usize, first: usize, second: usize) -> Vec<f64> {
    let count = first * second;
    let mut rows = Vec::with_capacity(2 * count);
    for matrix in [&pencil.h, &pencil.t] {
        let scale = matrix.scale();
        for i in 0..first {
            for j in 0..second {
                let mut row = vec![0.0; 2 * count + 1];
                (0..first).for_each(|m| row[m * second + j] += matrix[k + i][k + m] / scale);
                (0..second).for_each(|m| row[count + i * second + m] -= matrix[k + first + m][k + first + j] / scale);
                row[2 * count] = -matrix[k + i][k + first + j] / scale;
                rows.push(row);
            }
        }
    }
    solve_few(rows)
}
