//! Generalised minimal residuals.

use super::krylov::{System, length};
use super::{Krylov, LinearOperator, Solution};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

type Z = Complex<f64>;

/// Solves `A x = b` of any square matrix: generalised minimal residuals, restarted, with the preconditioner on the right (Saad,
/// Iterative Methods for Sparse Linear Systems, algorithm 9.5), so that residuals are those of the system itself.
///
/// A step is a product and two orthogonalisations against all vectors of the restart. The host reads the small matrix of a
/// restart when it is over; steps after the one that was good enough count for nothing.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Krylov, gmres};
/// let a = xp.array([[4.0, 1.0], [-1.0, 3.0]])?;
/// let found = gmres(&a, &xp.array([6.0, 5.0])?, Krylov::new().restart(2))?;
/// assert!(found.converged && found.iterations == 2 && found.x.allclose(&xp.array([1.0, 2.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`cg`](super::cg); [`Error::Value`] for a restart after no steps.
pub fn gmres<'a, B: Backend>(
    a: &'a dyn LinearOperator<B>,
    b: &impl AnyArray<B>,
    options: Krylov<'a, B>,
) -> Result<Solution<B>> {
    const OP: &str = "gmres";
    let system = System::new(OP, a, b.as_dyn(), options)?;
    let n = system.x.len();
    let restart = match system.options.restart.unwrap_or(20) {
        0 => return Err(Error::value(OP, "a restart after no steps")),
        restart => restart.min(n.max(1)),
    };
    let (xp, dtype) = (system.x.xp(), system.x.dtype());
    let (mut x, mut taken) = (system.x.clone(), 0);
    for _ in 0..system.maxiter() {
        let r = system.residual(&x)?;
        let beta = length(&r)?;
        if beta <= system.goal {
            return system.solution(x, taken, true);
        }
        let mut basis = xp.zeros_of(dtype, [restart + 1, n])?;
        let mut hessenberg = xp.zeros_of(dtype, [restart, restart + 1])?;
        basis.assign(s![0], &r.divide(beta)?)?;
        for j in 0..restart {
            let all = basis.slice(s![..j + 1])?;
            let mut w = system.a(&system.m(&basis.take(j, 0)?)?)?;
            let before = w.norm(..)?;
            let mut column = xp.zeros_of(dtype, j + 1)?;
            // Twice is enough (Giraud, Langou and Rozloznik, 2005).
            for _ in 0..2 {
                let part = all.conj()?.matmul(&w)?;
                w = w.subtract(&part.matmul(&all)?)?;
                column = column.add(&part)?;
            }
            let norm = w.norm(..)?;
            // What rounding leaves of a vector of the space is no direction.
            let new = norm.greater(&before.multiply(4.0 * epsilon(dtype))?)?;
            let norm = new.where_(&norm, &norm.zeros_like()?)?;
            let direction = new.where_(&w.divide(&norm)?, &w.zeros_like()?)?;
            hessenberg.assign(s![j, ..j + 1], &column)?;
            hessenberg.assign(s![j, j + 1], &norm)?;
            basis.assign(s![j + 1], &direction)?;
        }
        let entries = hessenberg.astype(DType::Complex128)?.typed::<Z>()?.to_vec()?;
        let (y, small) = least_squares(&entries, restart, beta, system.goal);
        let steps = y.len();
        taken += steps;
        let y = xp.array(&y)?.into_dyn();
        let y = if dtype.is_complex() { y.astype(dtype)? } else { y.real()?.astype(dtype)? };
        let change = system.m(&y.matmul(&basis.slice(s![..steps])?)?)?;
        let next = x.add(&change)?;
        let residual = length(&system.residual(&next)?)?;
        // Neither infinite nor worse than what there was, as of a singular matrix.
        if steps == 0 || !length(&next)?.is_finite() || residual.is_nan() || residual > beta {
            return system.solution(x, taken, false);
        }
        x = next;
        if let Some(callback) = system.options.callback {
            callback(&x);
        }
        if residual <= system.goal {
            return system.solution(x, taken, true);
        }
        // All of the space is there, or the restart brought nothing: so will the next one.
        if residual >= beta * (1.0 - 1e-12) && (small || steps < restart || restart == n) {
            return system.solution(x, taken, false);
        }
    }
    let converged = length(&system.residual(&x)?)? <= system.goal;
    system.solution(x, taken, converged)
}

/// The distance from 1 to the next number.
pub(super) fn epsilon(dtype: DType) -> f64 {
    if dtype.real() == DType::F32 { f32::EPSILON.into() } else { f64::EPSILON }
}

/// The `y` for which `beta e1 - H y` is smallest, by rotations, for as many columns as it takes to get it below the goal; and
/// whether it got there. The columns of `H` lie one after the other.
pub(super) fn least_squares(columns: &[Z], restart: usize, beta: f64, goal: f64) -> (Vec<Z>, bool) {
    let mut h: Vec<Vec<Z>> = columns.chunks(restart + 1).map(<[Z]>::to_vec).collect();
    let mut g = vec![Z::default(); restart + 1];
    g[0] = beta.into();
    let mut rotations: Vec<(f64, Z)> = Vec::new();
    let mut small = false;
    for j in 0..restart {
        for (i, &(c, s)) in rotations.iter().enumerate() {
            let (a, b) = (h[j][i], h[j][i + 1]);
            (h[j][i], h[j][i + 1]) = (a * c + s * b, -s.conj() * a + b * c);
        }
        let (a, b) = (h[j][j], h[j][j + 1]);
        let r = a.norm().hypot(b.norm());
        if r == 0.0 || !r.is_finite() {
            break; // A direction that the matrix maps to nothing new, and a singular system.
        }
        let phase = if a.norm() == 0.0 { Z::new(1.0, 0.0) } else { a / a.norm() };
        let (c, s) = (a.norm() / r, phase * b.conj() / r);
        rotations.push((c, s));
        h[j][j] = phase * r;
        (g[j], g[j + 1]) = (g[j] * c, -s.conj() * g[j]);
        small = g[j + 1].norm() <= goal;
        if small || b.norm() == 0.0 {
            break;
        }
    }
    let steps = rotations.len();
    let mut y = g[..steps].to_vec();
    for i in (0..steps).rev() {
        for k in i + 1..steps {
            let known = h[k][i] * y[k];
            y[i] -= known;
        }
        y[i] /= h[i][i];
    }
    (y, small)
}
