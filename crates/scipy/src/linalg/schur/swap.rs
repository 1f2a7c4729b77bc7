//! The order of the blocks of a real Schur form.

use super::real::split;
use crate::linalg::dense::{C, Matrix, reflection};

/// Moves the eigenvalues that are chosen to the front, a pair as one if either is, and says how many these are. Neighbouring blocks change
/// places by reflections (Bai and Demmel, Linear Algebra Appl. 186, 1993).
pub fn ordered(t: &mut Matrix<f64>, z: &mut Matrix<f64>, chosen: &dyn Fn(C) -> bool) -> usize {
    let n = t.rows();
    let (mut front, mut k) = (0, 0);
    while k < n {
        let size = if k + 1 < n && t[k + 1][k] != 0.0 { 2 } else { 1 };
        let im = if size == 2 { t[k][k + 1].abs().sqrt() * t[k + 1][k].abs().sqrt() } else { 0.0 };
        if chosen(C::new(t[k][k], im)) || (size == 2 && chosen(C::new(t[k][k], -im))) {
            let mut place = k;
            while place > front {
                let before = if place >= front + 2 && t[place - 1][place - 2] != 0.0 { 2 } else { 1 };
                place -= before;
                swap(t, z, place, before, size);
            }
            front += size;
        }
        k += size;
    }
    front
}

/// Exchanges two blocks of `first` and `second` rows, which begin at row `k`.
fn swap(t: &mut Matrix<f64>, z: &mut Matrix<f64>, k: usize, first: usize, second: usize) {
    let n = t.rows();
    let size = first + second;
    // The columns [y, 1] span the space of the second block's eigenvalues.
    let y = sylvester(t, k, first, second);
    let mut basis =
        Matrix::from_fn(
            size,
            second,
            |i, j| {
                if i < first { y[i * second + j] } else { f64::from(u8::from(i - first == j)) }
            },
        );
    for j in 0..second {
        let column = (j..size).map(|i| basis[i][j]).collect();
        let Some((mut reflection, _)) = reflection(j, column) else { continue };
        reflection.adjoint_times(&mut basis, j);
        reflection.first += k;
        reflection.adjoint_times(t, k);
        reflection.after(t, k + size);
        reflection.after(z, n);
    }
    for i in k + second..k + size {
        (k..k + second).for_each(|j| t[i][j] = 0.0);
    }
    if second == 2 {
        split(t, z, k);
    }
    if first == 2 {
        split(t, z, k + second);
    }
}

/// `y` with `t1 y - y t2 = -t12`, of two blocks: elimination with the largest pivots of up to four equations.
fn sylvester(t: &Matrix<f64>, k: usize, first: usize, second: usize) -> Vec<f64> {
    let count = first * second;
    let mut rows: Vec<Vec<f64>> = Vec::new();
    for i in 0..first {
        for j in 0..second {
            let mut row = vec![0.0; count + 1];
            (0..first).for_each(|l| row[l * second + j] += t[k + i][k + l]);
            (0..second).for_each(|l| row[i * second + l] -= t[k + first + l][k + first + j]);
            row[count] = -t[k + i][k + first + j];
            rows.push(row);
        }
    }
    let smallest = f64::EPSILON * rows.iter().flatten().fold(f64::MIN_POSITIVE, |size, x| size.max(x.abs()));
    let mut unknowns: Vec<usize> = (0..count).collect();
    for step in 0..count {
        let places = (step..count).flat_map(|i| (step..count).map(move |j| (i, j)));
        let size = |&(i, j): &(usize, usize)| rows[i][j].abs();
        let (i, j) = places.fold((step, step), |best, place| if size(&place) > size(&best) { place } else { best });
        rows.swap(step, i);
        rows.iter_mut().for_each(|row| row.swap(step, j));
        unknowns.swap(step, j);
        // Of equal eigenvalues nothing is exchanged but roundings.
        if rows[step][step].abs() < smallest {
            rows[step][step] = smallest;
        }
        let head = rows[step].clone();
        for row in &mut rows[step + 1..] {
            let factor = row[step] / head[step];
            (step..=count).for_each(|l| row[l] -= factor * head[l]);
        }
    }
    let mut y = vec![0.0; count];
    for i in (0..count).rev() {
        let known: f64 = (i + 1..count).map(|l| rows[i][l] * y[unknowns[l]]).sum();
        y[unknowns[i]] = (rows[i][count] - known) / rows[i][i];
    }
    y
}
