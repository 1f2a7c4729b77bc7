//! Polynomials on the host: coefficients of falling powers.

use super::C;
use super::pairs::conjugate_pairs;
use crate::linalg::{Matrix, eigenvalues};
use xparray_core::Result;

/// The product.
pub fn multiply(a: &[f64], b: &[f64]) -> Vec<f64> {
    let mut product = vec![0.0; (a.len() + b.len()).saturating_sub(1)];
    for (i, a) in a.iter().enumerate() {
        product[i..].iter_mut().zip(b).for_each(|(sum, b)| *sum += a * b);
    }
    product
}

/// The sum, aligned at the constant term.
pub fn add(a: &[f64], b: &[f64]) -> Vec<f64> {
    let (mut sum, short) = if a.len() < b.len() { (b.to_vec(), a) } else { (a.to_vec(), b) };
    let start = sum.len() - short.len();
    sum[start..].iter_mut().zip(short).for_each(|(sum, x)| *sum += x);
    sum
}

/// The value at a point, by Horner.
pub fn value(coefficients: &[f64], x: C) -> C {
    coefficients.iter().fold(C::ZERO, |sum, &c| sum * x + c)
}

/// The polynomial with these roots, complex ones in pairs, and a first coefficient of 1.
pub fn from_roots(op: &'static str, roots: &[C]) -> Result<Vec<f64>> {
    let (complex, real) = conjugate_pairs(op, roots)?;
    let quadratic = |z: &C| vec![1.0, -2.0 * z.re, z.norm_sqr()];
    let factors = complex.iter().map(quadratic).chain(real.iter().map(|&x| vec![1.0, -x]));
    Ok(factors.fold(vec![1.0], |product, factor| multiply(&product, &factor)))
}

/// Without zeros in front.
pub fn trimmed(coefficients: &[f64]) -> &[f64] {
    let zeros = coefficients.iter().take_while(|x| **x == 0.0).count();
    &coefficients[zeros..]
}

/// All roots: of quadratics by the formula, of others as eigenvalues of the companion matrix; complex ones are exact conjugates.
pub fn roots(op: &'static str, coefficients: &[f64]) -> Result<Vec<C>> {
    let coefficients = trimmed(coefficients);
    let at_zero = coefficients.iter().rev().take_while(|x| **x == 0.0).count();
    let mut roots = match coefficients[..coefficients.len() - at_zero] {
        [] | [_] => Vec::new(),
        [a, b] => vec![C::from(-b / a)],
        [a, b, c] => quadratic(b / a, c / a).to_vec(),
        ref c => {
            let n = c.len() - 1;
            let entry = |i: usize, j: usize| match i {
                0 => -c[j + 1] / c[0],
                _ => f64::from(u8::from(i == j + 1)),
            };
            eigenvalues(op, Matrix::from_fn(n, n, entry))?
        }
    };
    roots.extend(vec![C::ZERO; at_zero]);
    Ok(roots)
}

/// The roots of `x^2 + b x + c`, without cancellation.
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
