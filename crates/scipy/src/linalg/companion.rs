//! Matrices of polynomials and populations.

use crate::field;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// A square matrix with this first row and this first diagonal below the main one, and zeros elsewhere.
fn with_row<B: Backend>(row: &DynArray<B>, below: &DynArray<B>) -> Result<DynArray<B>> {
    let n = row.len();
    let mut matrix = row.xp().zeros_of(row.dtype().promote(below.dtype()), n * n)?;
    matrix.assign(s![..n], row)?;
    matrix.assign(s![n..;n as isize + 1], below)?;
    matrix.reshape([n, n])
}

/// Coefficients over the first one, which must not be 0: it is read.
fn monic<B: Backend>(op: &'static str, a: &DynArray<B>) -> Result<DynArray<B>> {
    if a.ndim() != 1 {
        return Err(Error::shape(op, a.shape(), &[]));
    }
    let a = field(a)?;
    let first = a.slice(s![..1])?;
    if a.is_empty() || first.equal(0)?.any(..)?.typed::<bool>()?.item()? {
        return Err(Error::value(op, "the first coefficient is 0 or there is none"));
    }
    a.divide(&first)
}

/// The companion matrix of a polynomial with these coefficients, the highest first: its eigenvalues are the roots.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::companion;
/// assert_eq!(companion(&xp.array([1.0, -10.0, 31.0, -30.0])?)?.to_string(), "[[ 10. -31.  30.]\n [  1.   0.   0.]\n [  0.   1.   0.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless it is a vector; [`Error::Value`] for less than two coefficients, or a first one of 0.
pub fn companion<B: Backend>(a: &impl AnyArray<B>) -> Result<DynArray<B>> {
    const OP: &str = "companion";
    let a = monic(OP, a.as_dyn())?;
    if a.len() < 2 {
        return Err(Error::value(OP, "less than two coefficients"));
    }
    let ones = a.xp().ones_of(a.dtype(), a.len() - 2)?;
    with_row(&a.slice(s![1..])?.negative()?, &ones)
}

/// Fiedler's companion matrix, with five diagonals (Fiedler, Linear Algebra Appl. 372, 2003).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::fiedler_companion;
/// let f = fiedler_companion(&xp.array([1.0, -6.0, 11.0, -6.0])?)?;
/// assert_eq!(f.to_string(), "[[  6. -11.   1.]\n [  1.   0.   0.]\n [  0.   6.   0.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless it is a vector; [`Error::Value`] for no coefficients, or a first one of 0.
pub fn fiedler_companion<B: Backend>(a: &impl AnyArray<B>) -> Result<DynArray<B>> {
    let a = monic("fiedler_companion", a.as_dyn())?;
    let n = a.len() - 1;
    if n < 2 {
        return a.slice(s![1..])?.negative()?.reshape([n, n]);
    }
    let negative = a.negative()?;
    let mut matrix = a.xp().zeros_of(a.dtype(), n * n)?;
    // Every other element of a diagonal, which begins at a row and a column.
    let mut diagonal = |row: usize, column: usize, values: Option<&DynArray<B>>| {
        let start = row * n + column;
        let end = if column > row { (n - column + row) * n } else { n * n };
        let items = s![start..end; 2 * (n as isize + 1)];
        match values {
            Some(values) => matrix.assign(items, values),
            None => matrix.assign(items, 1),
        }
    };
    if n > 3 {
        diagonal(3, 1, None)?;
    }
    if n > 2 {
        diagonal(2, 1, Some(&negative.slice(s![3..;2])?))?;
        diagonal(0, 2, None)?;
    }
    diagonal(0, 1, Some(&negative.slice(s![2..;2])?))?;
    matrix.assign(s![..1], &negative.slice(s![1..2])?)?;
    matrix.assign(s![n..n + 1], 1)?;
    matrix.reshape([n, n])
}

/// Leslie's matrix of a population with these fecundities, a vector of at least two, and these chances to survive, one less.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::leslie;
/// assert_eq!(leslie(&xp.array([0.1, 2.0])?, &xp.array([0.2])?)?.to_string(), "[[0.1 2. ]\n [0.2 0. ]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless they have these lengths.
pub fn leslie<B: Backend>(f: &impl AnyArray<B>, s: &impl AnyArray<B>) -> Result<DynArray<B>> {
    let (f, s) = (f.as_dyn(), s.as_dyn());
    if f.ndim() != 1 || s.ndim() != 1 || s.is_empty() || f.len() != s.len() + 1 {
        return Err(Error::shape("leslie", f.shape(), s.shape()));
    }
    with_row(f, s)
}
