//! Matrices of binomial coefficients.

use xparray_core::prelude::*;
use xparray_core::{Error, Result};

/// Where the coefficients of Pascal's matrix are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PascalKind {
    /// `binomial(i + j, i)` everywhere.
    #[default]
    Symmetric,
    /// `binomial(i, j)`, and zeros above the diagonal.
    Lower,
    /// `binomial(j, i)`, and zeros below the diagonal.
    Upper,
}

/// `binomial(n, k)`, if a float of 64 bits, or an `i64` for exact ones, has it.
fn binomial(op: &'static str, n: u64, k: u64, exact: bool) -> Result<f64> {
    let mut value = 1u128;
    for i in 0..k.min(n.saturating_sub(k)) {
        // The product of the first coefficients is a coefficient, so that divisions are exact.
        value = value.checked_mul(u128::from(n - i)).ok_or_else(|| too_large(op))? / u128::from(i + 1);
    }
    if k > n {
        return Ok(0.0);
    }
    if exact && value > 1 << 53 { Err(too_large(op)) } else { Ok(value as f64) }
}

fn too_large(op: &'static str) -> Error {
    Error::value(op, "the coefficients are no whole numbers that floats have")
}

/// Of whole numbers, made on the host.
fn matrix<B: Backend>(
    xp: &B,
    op: &'static str,
    n: usize,
    dtype: DType,
    f: impl Fn(u64, u64) -> Result<f64>,
) -> Result<DynArray<B>> {
    // Larger ones have coefficients that no number here has.
    if n > 512 {
        return Err(too_large(op));
    }
    let mut entries = Vec::with_capacity(n * n);
    for i in 0..n as u64 {
        for j in 0..n as u64 {
            entries.push(f(i, j)?);
        }
    }
    xp.from_slice(&entries, [n, n])?.into_dyn().astype(dtype)
}

/// Pascal's matrix of binomial coefficients, of `int64`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{PascalKind, pascal};
/// assert_eq!(pascal(&xp, 3, PascalKind::Symmetric)?.to_string(), "[[1 1 1]\n [1 2 3]\n [1 3 6]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for coefficients above 2^53: more than 28 rows of the symmetric one, and 57 of the others.
pub fn pascal<B: Backend>(xp: &B, n: usize, kind: PascalKind) -> Result<DynArray<B>> {
    const OP: &str = "pascal";
    matrix(xp, OP, n, DType::I64, |i, j| match kind {
        PascalKind::Symmetric => binomial(OP, i + j, i, true),
        PascalKind::Lower => binomial(OP, i, j, true),
        PascalKind::Upper => binomial(OP, j, i, true),
    })
}

/// The inverse of [`pascal`]'s matrix, of `int64`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{PascalKind, invpascal};
/// assert_eq!(invpascal(&xp, 2, PascalKind::Symmetric)?.to_string(), "[[ 2 -1]\n [-1  1]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for elements above 2^53.
pub fn invpascal<B: Backend>(xp: &B, n: usize, kind: PascalKind) -> Result<DynArray<B>> {
    const OP: &str = "invpascal";
    let size = n as u64;
    matrix(xp, OP, n, DType::I64, |i, j| {
        let value = match kind {
            PascalKind::Symmetric => {
                let mut sum = 0.0;
                for k in i.max(j)..size {
                    sum += binomial(OP, k, i, true)? * binomial(OP, k, j, true)?;
                }
                sum
            }
            PascalKind::Lower => binomial(OP, i, j, true)?,
            PascalKind::Upper => binomial(OP, j, i, true)?,
        };
        if value > (1u64 << 53) as f64 {
            return Err(too_large(OP));
        }
        Ok(if (i + j) % 2 == 0 { value } else { -value })
    })
}

/// The inverse of Hilbert's matrix, of `float64`, whose elements are whole numbers, rounded where floats do
/// not have them.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::invhilbert;
/// assert_eq!(invhilbert(&xp, 2)?.to_string(), "[[ 4. -6.]\n [-6. 12.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for more than 60 rows, whose coefficients are too large.
pub fn invhilbert<B: Backend>(xp: &B, n: usize) -> Result<DynArray<B>> {
    const OP: &str = "invhilbert";
    let size = n as u64;
    matrix(xp, OP, n, DType::F64, |i, j| {
        let of = |n: u64, k: u64| binomial(OP, n, k, false);
        let product = (i + j + 1) as f64 * of(size + i, size - j - 1)? * of(size + j, size - i - 1)?;
        let value = product * of(i + j, i)?.powi(2);
        Ok(if (i + j) % 2 == 0 { value } else { -value })
    })
}
