//! The exchange of neighbouring blocks of a real Schur form.
//!
//! By reflections (Z. Bai and J. W. Demmel, *On swapping diagonal blocks in real Schur form*, Linear Algebra and its Applications 186, 1993).

use super::real::split;
use crate::linalg::host::{Matrix, reflection, solve_few};

/// Exchanges two blocks of these many rows, of which the first one begins at row `k`: [`Schur::exchange`](super::Schur::exchange).
pub fn exchange(t: &mut Matrix<f64>, z: &mut Matrix<f64>, k: usize, [first, second]: [usize; 2], forced: bool) -> bool {
    let size = first + second;
    // The columns [y, 1] span the space of the second block's eigenvalues.
    let y = sylvester(t, k, first, second);
    let ones = |i: usize, j: usize| f64::from(u8::from(i - first == j));
    let mut basis = Matrix::from_fn(size, second, |i, j| if i < first { y[i * second + j] } else { ones(i, j) });
    let mut reflections = Vec::with_capacity(second);
    for j in 0..second {
        let column = (j..size).map(|i| basis[i][j]).collect();
        let Some((reflection, _)) = reflection(j, column) else { continue };
        reflection.adjoint_times(&mut basis, j);
        reflections.push(reflection);
    }
    if !forced {
        // What would be left below the blocks is tried on these alone.
        let mut local = t.copy_of(k..k + size, k..k + size);
        let small = (10.0 * f64::EPSILON * local.largest()).max(f64::MIN_POSITIVE / f64::EPSILON);
        for reflection in &reflections {
            reflection.adjoint_times(&mut local, 0);
            reflection.after(&mut local, size);
        }
        if (second..size).any(|i| local[i][..second].iter().any(|x| x.abs() > small)) {
            return false;
        }
    }
    for mut reflection in reflections {
        reflection.first += k;
        reflection.adjoint_times(t, k);
        reflection.after(t, k + size);
        reflection.adjoint_times(z, 0);
    }
    for i in k + second..k + size {
        t[i][k..k + second].fill(0.0);
    }
    if second == 2 {
        split(t, Some(z), k);
    }
    if first == 2 {
        split(t, Some(z), k + second);
    }
    true
}

/// `y` with `t1 y - y t2 = -t12`, of two blocks: up to four equations.
fn sylvester(t: &Matrix<f64>, k: usize, first: usize, second: usize) -> Vec<f64> {
    let count = first * second;
    let mut rows = Vec::with_capacity(count);
    for i in 0..first {
        for j in 0..second {
            let mut row = vec![0.0; count + 1];
            (0..first).for_each(|l| row[l * second + j] += t[k + i][k + l]);
            (0..second).for_each(|l| row[i * second + l] -= t[k + first + l][k + first + j]);
            row[count] = -t[k + i][k + first + j];
            rows.push(row);
        }
    }
    solve_few(rows)
}
