//! The logarithm of a matrix.

use super::inverse_scaling::{apart, half_log, inverse_scaling};
use super::spectrum::{by_schur, of_diagonal, off_the_cut, solve_triangle};
use crate::field;
use crate::linalg::dense::{C, Entry, Matrix, each};
use crate::linalg::equations::one;
use crate::linalg::{sqrtm, square, systems};
use xparray_core::linalg::host::Host;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

const OP: &str = "logm";

/// The principal logarithm of a regular square matrix, or of each one of a stack: `x` with `expm(x) = a` and eigenvalues whose imaginary parts
/// are no larger than pi. It is real for real matrices without negative eigenvalues, else complex.
///
/// By the Schur form, square roots and approximations of it (Al-Mohy and Higham, SIAM J. Sci. Comput. 34, 2012), in double precision on the
/// host.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{expm, logm};
/// let a = xp.array([[1.0, 3.0], [1.0, 4.0]])?;
/// assert!(expm(&logm(&a)?)?.allclose(a.as_dyn())?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Singular`] for a matrix with an eigenvalue that is 0; [`Error::Value`] for NaN or infinities, and without convergence;
/// [`Error::Shape`] unless the matrices are square; [`Error::DType`] for truth values.
pub fn logm<B: Backend>(a: &impl AnyArray<B>) -> Result<DynArray<B>> {
    let a = a.as_dyn();
    let n = square(OP, a)?;
    if systems::are_asked(a.xp(), n, n) {
        return systems::with_slopes_of(&by_host(&a.detached()?)?, &by_roots(&field(a)?)?);
    }
    by_host(a)
}

fn by_host<B: Backend>(a: &DynArray<B>) -> Result<DynArray<B>> {
    let host = Host::new(OP, a.xp());
    let parts = each(OP, &[a], &|mut a| Ok(vec![by_schur(&host, a.remove(0), off_the_cut, |t| of_triangle(OP, &t))?]))?;
    one(parts)
}

/// The same by operations that have derivatives: square roots until they are near 1, of which the number is a constant.
fn by_roots<B: Backend>(a: &DynArray<B>) -> Result<DynArray<B>> {
    let unit = a.xp().eye_of(a.dtype(), a.shape()[a.ndim() - 1], Eye::new())?;
    let far = |x: &DynArray<B>| {
        let size = x.detached()?.subtract(&unit)?.abs()?.sum(keepdims(-2))?.max(..)?;
        Ok::<_, Error>(size.astype(DType::F64)?.typed::<f64>()?.item()? > 0.25)
    };
    let (mut root, mut roots) = (a.clone(), 0);
    while roots < 64 && far(&root)? {
        root = sqrtm(&root)?;
        roots += 1;
    }
    let rest = root.subtract(&unit)?;
    let mut log = rest.zeros_like()?;
    for (point, weight) in legendre(8) {
        let below = unit.add(&rest.multiply(point)?)?;
        log = log.add(&below.solve(&rest.multiply(weight)?)?)?;
    }
    log.multiply(f64::from(roots).exp2())
}

/// Below these norms approximations of the degrees 1 to 7 are as precise as numbers are (table 2.1).
const BOUNDS: [f64; 7] = [1.59e-5, 2.31e-3, 1.94e-2, 6.21e-2, 1.28e-1, 2.06e-1, 2.88e-1];

fn of_triangle(op: &'static str, t: &Matrix<C>) -> Result<Matrix<C>> {
    let n = t.rows();
    if let Some(pivot) = (0..n).find(|&i| t[i][i] == C::ZERO) {
        return Err(Error::Singular { op, pivot });
    }
    if let Some(log) = of_diagonal(t, |z| z.ln()) {
        return Ok(log);
    }
    let root = inverse_scaling(op, t, &BOUNDS)?;
    // Partial fractions at the points of Gauss' and Legendre's integration of 1 / (1 + x r).
    let mut log = Matrix::zeros(n, n);
    for (point, weight) in legendre(root.degree) {
        let below = Matrix::identity(n).plus(point, &root.r);
        log = log.plus(1.0, &solve_triangle(&below, root.r.clone().scaled(weight)));
    }
    let mut log = log.scaled(f64::from(root.roots).exp2());
    if off_the_cut(t) {
        for i in 0..n {
            log[i][i] = t[i][i].ln();
            if i + 1 < n {
                log[i][i + 1] = beside(t[i][i], t[i + 1][i + 1], t[i][i + 1]);
            }
        }
    }
    Ok(log)
}

/// The element above the diagonal of the logarithm of `[[first, t], [0, second]]` (Higham, *Functions of Matrices*, eq. 11.28).
fn beside(first: C, second: C, t: C) -> C {
    if first == second {
        return t.over(first);
    }
    let difference = second - first;
    if apart(first, second) {
        return t.over(difference) * (second.ln() - first.ln());
    }
    t.over(difference) * half_log(first, second) * 2.0
}

/// Points and weights of integration over `[0, 1]`: zeros of Legendre's polynomial, by Newton's method.
fn legendre(degree: usize) -> impl Iterator<Item = (f64, f64)> {
    // The polynomial and its derivative at a point.
    let at = move |x: f64| {
        let (mut before, mut value) = (1.0, x);
        for k in 2..=degree {
            let k = k as f64;
            (before, value) = (value, ((2.0 * k - 1.0) * x * value - (k - 1.0) * before) / k);
        }
        (value, degree as f64 * (x * value - before) / (x * x - 1.0))
    };
    (0..degree).map(move |k| {
        let mut x = (std::f64::consts::PI * (k as f64 + 0.75) / (degree as f64 + 0.5)).cos();
        for _ in 0..8 {
            let (value, slope) = at(x);
            x -= value / slope;
        }
        let (_, slope) = at(x);
        ((x + 1.0) / 2.0, 1.0 / ((1.0 - x * x) * slope * slope))
    })
}

#[cfg(test)]
mod tests {
    use super::legendre;

    #[test]
    fn polynomials_are_integrated_exactly() {
        for degree in 1..=7 {
            for power in 0..2 * degree as i32 {
                let sum: f64 = legendre(degree).map(|(x, weight)| weight * x.powi(power)).sum();
                assert!((sum - 1.0 / f64::from(power + 1)).abs() < 1e-15, "{degree}, {power}: {sum}");
            }
        }
    }
}
