//! Padé's approximation.

use super::wide;
use xparray_core::polynomial::Poly1d;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Join, Result};

/// Two polynomials, of orders `n` and `m`, whose quotient has a Taylor series that begins with given coefficients, that of the constant first;
/// without `n` all coefficients are used: SciPy's `pade`. The second polynomial is 1 at 0.
///
/// By the linear equations for the denominator (Baker and Graves-Morris, Padé Approximants, 1996, section 1.1).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::pade;
/// let (p, q) = pade(&xp.array([1.0, 1.0, 1.0 / 2.0, 1.0 / 6.0, 1.0 / 24.0])?, 2, None)?; // of exp
/// let x = xp.array([0.5])?;
/// assert!(p.at(&x)?.divide(&q.at(&x)?)?.allclose_with(0.5f64.exp(), Tolerance::new().rtol(1e-4))?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the coefficients are a vector; [`Error::Value`] for fewer than `n + m + 1` of them; [`Error::Singular`] where the
/// equations have no single solution.
pub fn pade<B: Backend>(
    an: &impl AnyArray<B>,
    m: usize,
    n: impl Into<Option<usize>>,
) -> Result<(Poly1d<B>, Poly1d<B>)> {
    const OP: &str = "pade";
    let a = an.as_dyn();
    if a.ndim() != 1 {
        return Err(Error::shape(OP, a.shape(), &[a.len()]));
    }
    let given = n.into();
    let n = given.or_else(|| (a.len().checked_sub(1)?).checked_sub(m));
    let Some(n) = n.filter(|n| n.checked_add(m).is_some_and(|last| last < a.len())) else {
        let message = format!("orders {given:?} and {m} of {} coefficients", a.len());
        return Err(Error::value(OP, message));
    };
    let (xp, a) = (a.xp(), a.astype(wide(a.dtype()))?);
    let one = xp.ones_of(a.dtype(), 1)?;
    // Rows of coefficients: of the powers `first`, `first - 1` and so on, and those below 0 are 0.
    let padded = xp.concatenate(&[&xp.zeros_of(a.dtype(), m)?, &a], 0)?;
    let rows = |firsts: std::ops::Range<usize>, columns: usize| {
        let powers: Vec<i64> =
            firsts.clone().flat_map(|first| (0..columns).map(move |j| (first + m - j) as i64)).collect();
        padded.take(xp.from_slice(&powers, [firsts.len(), columns])?.as_dyn(), 0)
    };
    let q = if m == 0 {
        one
    } else {
        let side = a.slice(s![n as isize + 1..(n + m) as isize + 1])?.negative()?;
        xp.concatenate(&[&one, &rows(n..n + m, m)?.solve(&side)?], 0)?
    };
    let p = rows(0..n + 1, m + 1)?.matmul(&q)?;
    Ok((Poly1d::new(&p.flip(0)?)?, Poly1d::new(&q.flip(0)?)?))
}
