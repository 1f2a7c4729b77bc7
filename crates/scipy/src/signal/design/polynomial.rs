//! Polynomials on the host: coefficients of falling powers.

use super::{C, Coefficient};
use crate::linalg::Matrix;
use xparray_core::Result;

/// The product.
pub fn multiply<T: Coefficient>(a: &[T], b: &[T]) -> Vec<T> {
    let mut product = vec![T::real(0.0); (a.len() + b.len()).saturating_sub(1)];
    for (i, &a) in a.iter().enumerate() {
        product[i..].iter_mut().zip(b).for_each(|(sum, &b)| *sum += a * b);
    }
    product
}

/// The sum, aligned at the constant term.
pub fn add<T: Coefficient>(a: &[T], b: &[T]) -> Vec<T> {
    let (mut sum, short) = if a.len() < b.len() { (b.to_vec(), a) } else { (a.to_vec(), b) };
    let start = sum.len() - short.len();
    sum[start..].iter_mut().zip(short).for_each(|(sum, &x)| *sum += x);
    sum
}

/// The value at a point, by Horner.
pub fn value<T: Coefficient>(coefficients: &[T], x: C) -> C {
    coefficients.iter().fold(C::ZERO, |sum, &c| sum * x + c.complex())
}

/// Without zeros in front.
pub fn trimmed<T: Coefficient>(coefficients: &[T]) -> &[T] {
    let zeros = coefficients.iter().take_while(|x| **x == T::real(0.0)).count();
    &coefficients[zeros..]
}

/// All roots: of quadratics by the formula, of others as eigenvalues of the companion matrix; complex ones of a real polynomial are exact
/// conjugates.
pub fn roots<T: Coefficient>(op: &'static str, coefficients: &[T]) -> Result<Vec<C>> {
    let coefficients = trimmed(coefficients);
    let at_zero = coefficients.iter().rev().take_while(|x| **x == T::real(0.0)).count();
    let mut roots = match coefficients[..coefficients.len() - at_zero] {
        [] | [_] => Vec::new(),
        [a, b] => vec![(-b).over(a).complex()],
        [a, b, c] => T::quadratic(b.over(a), c.over(a)).to_vec(),
        ref c => {
            let n = c.len() - 1;
            let entry = |i: usize, j: usize| match i {
                0 => (-c[j + 1]).over(c[0]),
                _ => T::real(f64::from(u8::from(i == j + 1))),
            };
            T::eigenvalues(op, Matrix::from_fn(n, n, entry))?
        }
    };
    roots.extend(vec![C::ZERO; at_zero]);
    Ok(roots)
}
