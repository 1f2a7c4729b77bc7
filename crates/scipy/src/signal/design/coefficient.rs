//! What a coefficient of a filter is.

use super::pairs::conjugate_pairs;
use super::{C, polynomial};
use crate::linalg::{Matrix, eigenvalues, eigenvalues_complex};
use xparray_core::linalg::host::Schur;
use xparray_core::{Error, Result};

/// A coefficient: `f64` or `Complex<f64>`.
pub trait Coefficient: Schur {
    /// Whether it is neither NaN nor infinite.
    #[doc(hidden)]
    fn is_finite(self) -> bool {
        self.complex().is_finite()
    }

    /// The polynomial with these roots and a first coefficient of 1; of a real one complex roots come in pairs.
    #[doc(hidden)]
    fn with_roots(op: &'static str, roots: &[C]) -> Result<Vec<Self>>;

    /// Complex numbers as coefficients, if they are.
    #[doc(hidden)]
    fn of_complex(op: &'static str, x: Vec<C>) -> Result<Vec<Self>>;

    /// The roots of `x^2 + b x + c`, without cancellation.
    #[doc(hidden)]
    fn quadratic(b: Self, c: Self) -> [C; 2];

    /// Eigenvalues on the host.
    #[doc(hidden)]
    fn eigenvalues(op: &'static str, a: Matrix<Self>) -> Result<Vec<C>>;
}

impl Coefficient for f64 {
    fn with_roots(op: &'static str, roots: &[C]) -> Result<Vec<f64>> {
        let (complex, real) = conjugate_pairs(op, roots)?;
        let quadratic = |z: &C| vec![1.0, -2.0 * z.re, z.norm_sqr()];
        let factors = complex.iter().map(quadratic).chain(real.iter().map(|&x| vec![1.0, -x]));
        Ok(factors.fold(vec![1.0], |product, factor| polynomial::multiply(&product, &factor)))
    }

    fn of_complex(op: &'static str, x: Vec<C>) -> Result<Vec<f64>> {
        let largest = x.iter().map(|x| x.norm()).fold(0.0, f64::max);
        match x.iter().all(|x| x.im.abs() <= 1e-9 * largest) {
            true => Ok(x.iter().map(|x| x.re).collect()),
            false => Err(Error::value(op, "residues or poles are not conjugate")),
        }
    }

    fn quadratic(b: f64, c: f64) -> [C; 2] {
        let half = -b / 2.0;
        let rest = half * half - c;
        if rest < 0.0 {
            let root = C::new(half, (-rest).sqrt());
            return [root, root.conj()];
        }
        let larger = half + rest.sqrt().copysign(half);
        let smaller = if larger == 0.0 { 0.0 } else { c / larger };
        [larger.into(), smaller.into()]
    }

    fn eigenvalues(op: &'static str, a: Matrix<f64>) -> Result<Vec<C>> {
        eigenvalues(op, a)
    }
}

impl Coefficient for C {
    fn with_roots(_: &'static str, roots: &[C]) -> Result<Vec<C>> {
        Ok(roots.iter().fold(vec![C::ONE], |product, &root| polynomial::multiply(&product, &[C::ONE, -root])))
    }

    fn of_complex(_: &'static str, x: Vec<C>) -> Result<Vec<C>> {
        Ok(x)
    }

    fn quadratic(b: C, c: C) -> [C; 2] {
        let half = -b / 2.0;
        let root = (half * half - c).sqrt();
        // Of the two signs the one that adds.
        let larger = if (half.conj() * root).re < 0.0 { half - root } else { half + root };
        let smaller = if larger == C::ZERO { C::ZERO } else { c / larger };
        [larger, smaller]
    }

    fn eigenvalues(op: &'static str, a: Matrix<C>) -> Result<Vec<C>> {
        eigenvalues_complex(op, a)
    }
}
