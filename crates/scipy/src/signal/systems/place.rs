//! Feedback that gives a system the poles that it should have.

use super::matrices::solve;
use crate::linalg::{Matrix, eigenvalues};
use crate::signal::design::{C, conjugate_pairs};
use std::cmp::Ordering;
use xparray_core::{Error, Result};

const OP: &str = "place_poles";

/// What [`place_poles`] finds.
#[derive(Clone, Debug)]
pub struct PlacedPoles {
    gain_matrix: Matrix<f64>,
    computed_poles: Vec<C>,
    requested_poles: Vec<C>,
    vectors: Matrix<C>,
}

impl PlacedPoles {
    /// The feedback `k`: `[inputs, states]`, row by row.
    pub fn gain_matrix(&self) -> &[f64] {
        self.gain_matrix.entries()
    }

    /// The poles that there are with it.
    pub fn computed_poles(&self) -> &[C] {
        &self.computed_poles
    }

    /// The poles that were asked for, first the real ones, ascending, then pairs, each with the negative imaginary part first.
    pub fn requested_poles(&self) -> &[C] {
        &self.requested_poles
    }

    /// The eigenvectors of these poles, SciPy's `X`, of norm 1: the columns of a matrix `[states, states]`, row by row.
    pub fn vectors(&self) -> &[C] {
        self.vectors.entries()
    }
}

/// A feedback `u = -k x` with which the system `x' = a x + b u` has these poles: `a - b k` has them as eigenvalues. With several inputs there are many; they
/// are chosen so that eigenvectors are far apart, by turns (Kautsky, Nichols and Van Dooren, Int. J. Control 41, 1985, method 0), and poles do not
/// change much with `a` and `b`.
///
/// ```
/// use xparray::prelude::*;
/// use xparray::scipy::signal::place_poles;
/// let poles = [Complex::new(-1.0, 1.0), Complex::new(-1.0, -1.0)];
/// let placed = place_poles(&[&[0.0, 1.0], &[0.0, 0.0]], &[&[0.0], &[1.0]], &poles)?;
/// assert!(placed.gain_matrix().iter().all(|k| (k - 2.0).abs() < 1e-14));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless `a` is square, and `b` has as many rows and there are as many poles; [`Error::Value`] for poles without their conjugates, for
/// more equal ones than there are independent inputs, for what is not finite, and if they cannot be placed.
pub fn place_poles(a: &[&[f64]], b: &[&[f64]], poles: &[C]) -> Result<PlacedPoles> {
    let n = a.len();
    let m = b.first().map_or(0, |row| row.len());
    if n == 0 || m == 0 || a.iter().any(|row| row.len() != n) || b.iter().any(|row| row.len() != m) || b.len() != n {
        return Err(Error::shape(OP, &[n, a.first().map_or(0, |row| row.len())], &[b.len(), m]));
    }
    if poles.len() != n {
        return Err(Error::shape(OP, &[poles.len()], &[n]));
    }
    let (a, b) = (Matrix::new(n, n, a.concat()), Matrix::new(n, m, b.concat()));
    let finite = a.entries().iter().chain(b.entries()).all(|x| x.is_finite()) && poles.iter().all(|p| p.is_finite());
    if !finite {
        return Err(Error::value(OP, "a matrix or a pole is NaN or infinite"));
    }
    let (pairs, reals) = conjugate_pairs(OP, poles)?;
    let column = |j: usize| (0..n).map(|i| b[i][j].into()).collect::<Vec<C>>();
    let inputs = orthonormal(&[], &(0..m).map(column).collect::<Vec<_>>());
    let rank = inputs.len();
    let wanted: Vec<C> = pairs.into_iter().chain(reals.into_iter().map(C::from)).collect();
    if wanted.iter().any(|p| wanted.iter().filter(|other| *other == p).count() > rank) {
        return Err(Error::value(OP, "more equal poles than independent inputs"));
    }
    let others = complement(&inputs, n);
    let spaces: Vec<Vec<Vec<C>>> = wanted.iter().map(|&pole| reachable(&a, &others, pole)).collect();
    let chosen = apart(&wanted, &spaces, n);
    // The matrix with these eigenvalues and eigenvectors, those of pairs with their conjugates.
    let mut all: Vec<(C, Vec<C>)> = Vec::with_capacity(n);
    for (&pole, x) in wanted.iter().zip(&chosen) {
        all.push((pole, x.clone()));
        if pole.im != 0.0 {
            all.push((pole.conj(), conjugate(x)));
        }
    }
    all.sort_by(|(a, _), (b, _)| {
        let key = |p: &C| (p.im != 0.0, p.re, p.im.abs(), p.im);
        key(a).partial_cmp(&key(b)).unwrap_or(Ordering::Equal)
    });
    let requested_poles = all.iter().map(|(pole, _)| *pole).collect();
    let vectors = Matrix::from_fn(n, n, |i, j| all[j].1[i]);
    let x = Matrix::from_fn(n, n, |i, j| all[i].1[j]);
    let scaled = Matrix::from_fn(n, n, |i, j| all[i].0 * all[i].1[j]);
    let unplaced = |_| Error::value(OP, "these poles cannot be placed: the system is not controllable");
    let wanted = solve(OP, x, scaled).map_err(unplaced)?;
    // The least k with b k = a - wanted, by r = u^H b, which has independent rows.
    let r = Matrix::from_fn(rank, m, |i, j| (0..n).fold(C::ZERO, |sum, k| sum + inputs[i][k].conj() * b[k][j]));
    let difference = Matrix::from_fn(rank, n, |i, j| {
        (0..n).fold(C::ZERO, |sum, k| sum + inputs[i][k].conj() * (a[k][j] - wanted[j][k]))
    });
    let gain = r.adjoint().times(&solve(OP, r.times(&r.adjoint()), difference).map_err(unplaced)?).map(|x| x.re);
    let computed_poles = eigenvalues(OP, a.plus(-1.0, &b.times(&gain)))?;
    let missed = |p: &C| computed_poles.iter().all(|other| (p - other).norm() > 1e-3 * p.norm().max(1.0));
    if poles.iter().any(missed) {
        return Err(Error::value(OP, "these poles cannot be placed: the system is hardly controllable"));
    }
    Ok(PlacedPoles { gain_matrix: gain, computed_poles, requested_poles, vectors })
}

fn conjugate(x: &[C]) -> Vec<C> {
    x.iter().map(|x| x.conj()).collect()
}

/// `x^H y`.
fn product(x: &[C], y: &[C]) -> C {
    x.iter().zip(y).map(|(x, y)| x.conj() * y).sum()
}

fn norm(x: &[C]) -> f64 {
    x.iter().map(|x| x.norm_sqr()).sum::<f64>().sqrt()
}

/// What is left of a vector beside others, which are orthonormal: taken away twice, so that nothing of them remains.
fn beside(mut x: Vec<C>, others: &[Vec<C>]) -> Vec<C> {
    for other in others.iter().chain(others) {
        let part = product(other, &x);
        x.iter_mut().zip(other).for_each(|(x, other)| *x -= part * other);
    }
    x
}

/// Orthonormal vectors that say, with those that are there, what these say; the largest rest first. Rests of roundings are left out.
fn orthonormal(basis: &[Vec<C>], vectors: &[Vec<C>]) -> Vec<Vec<C>> {
    let mut all = basis.to_vec();
    let mut left = vectors.to_vec();
    let largest = left.iter().map(|x| norm(x)).fold(0.0, f64::max);
    let negligible = 8.0 * f64::EPSILON * largest * vectors.first().map_or(0, Vec::len) as f64;
    while !left.is_empty() {
        left = left.into_iter().map(|x| beside(x, &all)).collect();
        let best = (0..left.len()).max_by(|&i, &j| norm(&left[i]).total_cmp(&norm(&left[j]))).unwrap_or(0);
        let x = left.swap_remove(best);
        let size = norm(&x);
        if size <= negligible {
            break;
        }
        all.push(x.iter().map(|x| x / size).collect());
    }
    all.split_off(basis.len())
}

/// Orthonormal vectors orthogonal to orthonormal ones.
fn complement(basis: &[Vec<C>], n: usize) -> Vec<Vec<C>> {
    let unit = |k: usize| (0..n).map(|i| if i == k { C::ONE } else { C::ZERO }).collect::<Vec<_>>();
    let mut vectors = orthonormal(basis, &(0..n).map(unit).collect::<Vec<_>>());
    vectors.truncate(n - basis.len());
    vectors
}

/// The eigenvectors that a pole can have: those that `a - pole` takes to where inputs can make up for it.
fn reachable(a: &Matrix<f64>, others: &[Vec<C>], pole: C) -> Vec<Vec<C>> {
    let n = a.rows();
    let row = |u: &Vec<C>| {
        let entry = |j: usize| (0..n).map(|i| u[i] * a[i][j]).sum::<C>() - u[j] * pole.conj();
        (0..n).map(entry).collect::<Vec<C>>()
    };
    complement(&orthonormal(&[], &others.iter().map(row).collect::<Vec<_>>()), n)
}

/// A vector of each space, such that they are far from being dependent: in turns, each becomes what its space has of the direction that all others do
/// not have.
fn apart(poles: &[C], spaces: &[Vec<Vec<C>>], n: usize) -> Vec<Vec<C>> {
    let unit = |x: Vec<C>| {
        let size = norm(&x);
        x.iter().map(|x| x / size).collect::<Vec<C>>()
    };
    // Of a complex pole with parts out of phase, so that it is another one than its conjugate.
    let start = |(space, pole): (&Vec<Vec<C>>, &C)| {
        let part = |k: usize| if pole.im == 0.0 { C::ONE } else { C::cis(k as f64) };
        unit((0..n).map(|i| space.iter().enumerate().map(|(k, x)| x[i] * part(k)).sum()).collect())
    };
    let mut vectors: Vec<Vec<C>> = spaces.iter().zip(poles).map(start).collect();
    let others = |vectors: &[Vec<C>], but: usize| {
        let mut all = Vec::new();
        for (k, x) in vectors.iter().enumerate() {
            if k != but {
                all.push(x.clone());
            }
            if poles[k].im != 0.0 {
                all.push(conjugate(x));
            }
        }
        all
    };
    // The volume that they span.
    let volume = |vectors: &[Vec<C>]| {
        let (mut basis, mut volume): (Vec<Vec<C>>, f64) = (Vec::new(), 1.0);
        for x in others(vectors, usize::MAX) {
            let rest = beside(x, &basis);
            volume *= norm(&rest);
            basis.push(unit(rest));
        }
        volume
    };
    let mut best = (volume(&vectors), vectors.clone());
    for _ in 0..30 {
        for k in 0..vectors.len() {
            let direction = complement(&orthonormal(&[], &others(&vectors, k)), n);
            let Some(direction) = direction.first() else { continue };
            let parts: Vec<C> = spaces[k].iter().map(|x| product(x, direction)).collect();
            let x: Vec<C> = (0..n).map(|i| spaces[k].iter().zip(&parts).map(|(x, part)| x[i] * part).sum()).collect();
            if norm(&x) > 1e-8 {
                vectors[k] = unit(x);
            }
        }
        let found = volume(&vectors);
        let gained = found > best.0 * (1.0 + 1e-3);
        if found > best.0 || best.0.is_nan() {
            best = (found, vectors.clone());
        }
        if !gained {
            break;
        }
    }
    best.1
}
