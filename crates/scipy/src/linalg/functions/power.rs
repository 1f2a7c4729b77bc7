//! Powers of matrices that are no whole numbers.

use super::general::of_triangle as by_values;
use super::inverse_scaling::{inverse_scaling, power_beside};
use super::spectrum::{by_schur, of_diagonal, off_the_cut, solve_triangle};
use crate::field;
use crate::linalg::dense::{C, Entry, Matrix, each};
use crate::linalg::equations::one;
use crate::linalg::square;
use xparray_core::linalg::host::Host;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// A real power of a square matrix, or of each one of a stack: `exp(p log(a))`, of the principal logarithm. It is real for real matrices
/// without negative eigenvalues, and for whole powers, else complex.
///
/// The part of the power behind the point by the Schur form, square roots and approximations of them (Higham and Lin, SIAM J. Matrix Anal.
/// Appl. 34, 2013), in double precision on the host; the whole part by products.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::fractional_matrix_power;
/// let a = xp.array([[1.0, 3.0], [1.0, 4.0]])?;
/// let root = fractional_matrix_power(&a, 0.25)?;
/// assert!(root.matrix_power(4)?.allclose(a.as_dyn())?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Singular`] for negative powers of a singular matrix; [`Error::Value`] for a power that is no `i32` in its whole part, for powers of
/// singular matrices that are no functions of it, for NaN or infinities, and without convergence; [`Error::Shape`] unless the matrices are
/// square; [`Error::DType`] for truth values.
pub fn fractional_matrix_power<B: Backend>(a: &impl AnyArray<B>, p: f64) -> Result<DynArray<B>> {
    const OP: &str = "fractional_matrix_power";
    let a = a.as_dyn();
    square(OP, a)?;
    xparray_core::TypeClass::Number.check(OP, a.dtype())?;
    if p.is_nan() || p.abs() >= f64::from(i32::MAX) {
        return Err(Error::value(OP, format!("the power {p}")));
    }
    let a = field(a)?;
    let whole = p.floor();
    if whole == p {
        return a.matrix_power(p as i32);
    }
    // The condition says whether the power above or the one below loses less.
    let (below, above) = (p - whole, p - whole - 1.0);
    let host = Host::new(OP, a.xp());
    let parts = each(OP, &[&a], &|mut a| {
        let fraction = |t: Matrix<C>, power: f64| of_triangle(OP, &t, power);
        Ok(vec![by_schur(&host, a.remove(0), off_the_cut, |t| {
            if p > 0.0
                && let Some(values) = of_diagonal(&t, |z| if z == C::ZERO { z } else { z.powf(p) })
            {
                return Ok(values);
            }
            let sizes = || (0..t.rows()).map(|i| t[i][i].size());
            let smallest = sizes().fold(f64::INFINITY, f64::min);
            if smallest == 0.0 {
                if p < 0.0 {
                    let pivot = (0..t.rows()).find(|&i| t[i][i] == C::ZERO).unwrap_or(0);
                    return Err(Error::Singular { op: OP, pivot });
                }
                let (values, error) = by_values(&t, &|z| if z == C::ZERO { z } else { z.powf(p) });
                return match error < 1.0 {
                    true => Ok(values),
                    false => Err(Error::value(OP, "this power of a singular matrix is no function of it")),
                };
            }
            let condition = sizes().fold(0.0, f64::max) / smallest;
            let (power, part) = match below * condition.powf(1.0 - below) <= -above * condition {
                true => (whole as i32, below),
                false => (whole as i32 + 1, above),
            };
            Ok(whole_power(&t, power).times(&fraction(t, part)?))
        })?])
    })?;
    one(parts)
}

/// A whole power of a regular triangle.
fn whole_power(t: &Matrix<C>, power: i32) -> Matrix<C> {
    let n = t.rows();
    let mut base = if power < 0 { solve_triangle(t, Matrix::identity(n)) } else { t.clone() };
    let mut product = Matrix::identity(n);
    let mut left = power.unsigned_abs();
    while left > 0 {
        if left & 1 == 1 {
            product = product.times(&base);
        }
        left >>= 1;
        if left > 0 {
            base = base.times(&base);
        }
    }
    product
}

/// Below these norms approximations of the degrees 1 to 7 are as precise as numbers are (Higham and Lin, 2011, table 3.1).
const BOUNDS: [f64; 7] = [1.51e-5, 2.24e-3, 1.88e-2, 6.04e-2, 1.24e-1, 2.00e-1, 2.79e-1];

/// A power between -1 and 1 of a regular triangle.
fn of_triangle(op: &'static str, t: &Matrix<C>, power: f64) -> Result<Matrix<C>> {
    let n = t.rows();
    let root = inverse_scaling(op, t, &BOUNDS)?;
    let r = root.r.scaled(-1.0);
    // The continued fraction of (1 - x)^power, from its end.
    let one = || Matrix::identity(n);
    let mut value = r.clone().scaled(coefficient(2 * root.degree, power));
    for k in (1..2 * root.degree).rev() {
        value = solve_triangle(&one().plus(1.0, &value), r.clone().scaled(coefficient(k, power)));
    }
    let mut value = one().plus(1.0, &value);
    let principal = off_the_cut(t);
    for k in (0..=root.roots).rev() {
        if k < root.roots {
            value = value.times(&value);
        }
        if principal {
            let part = power * f64::from(-k).exp2();
            for i in 0..n {
                value[i][i] = t[i][i].powf(part);
                if i + 1 < n {
                    value[i][i + 1] = power_beside(t[i][i], t[i + 1][i + 1], t[i][i + 1], part);
                }
            }
        }
    }
    Ok(value)
}

/// Of the continued fraction (Higham and Lin, 2011, algorithm 4.1).
fn coefficient(k: usize, power: f64) -> f64 {
    let j = (k / 2) as f64;
    match k {
        1 => -power,
        _ if k.is_multiple_of(2) => (power - j) / (2.0 * (2.0 * j - 1.0)),
        _ => (-power - j) / (2.0 * (2.0 * j + 1.0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matrices_of_one_element_are_numbers() {
        for (x, power) in [(3.0, 0.3), (0.01, -0.7), (1.0, 0.5), (1e300, 0.25)] {
            let t = Matrix::from_fn(1, 1, |_, _| C::new(x, 0.0));
            let found = of_triangle("power", &t, power).unwrap()[0][0];
            assert!((found.re / x.powf(power) - 1.0).abs() < 1e-14);
        }
        let two = Matrix::identity(2).scaled(2.0);
        assert_eq!(whole_power(&two, -3).entries(), two.scaled(1.0 / 16.0).entries());
    }
}
