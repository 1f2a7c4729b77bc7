//! Matrices by a formula of the places of their elements.

use std::f64::consts::PI;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// The factor of the matrix of the Fourier transform.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DftScale {
    /// 1.
    #[default]
    None,
    /// `1 / sqrt(n)`: a unitary matrix.
    Sqrtn,
    /// `1 / n`.
    N,
}

/// 0, 1, .. below `n`, along a column or a row.
fn places<B: Backend>(xp: &B, op: &'static str, n: usize, column: bool) -> Result<DynArray<B>> {
    let n = i64::try_from(n).map_err(|_| Error::value(op, format!("{n} rows")))?;
    let k = xp.arange_of(DType::I64, 0..n)?;
    if column { k.expand_dims(1) } else { Ok(k) }
}

/// The matrix of the discrete Fourier transform, `exp(-2 pi i j k / n)`, of `complex128`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{DftScale, dft};
/// assert_eq!(dft(&xp, 2, DftScale::None)?.real()?.to_string(), "[[ 1.  1.]\n [ 1. -1.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for more rows than an index can have.
pub fn dft<B: Backend>(xp: &B, n: usize, scale: DftScale) -> Result<DynArray<B>> {
    let product = places(xp, "dft", n, true)?.multiply(&places(xp, "dft", n, false)?)?;
    let size = n.max(1) as f64;
    // Whole turns are left out, so the angles are exact.
    let angle = product.remainder(n.max(1) as i64)?.astype(DType::F64)?.multiply(-2.0 * PI / size)?;
    let matrix = angle.cos()?.add(&angle.sin()?.multiply(Complex::new(0.0, 1.0))?)?;
    match scale {
        DftScale::None => Ok(matrix),
        DftScale::Sqrtn => matrix.multiply(1.0 / size.sqrt()),
        DftScale::N => matrix.multiply(1.0 / size),
    }
}

/// Fiedler's matrix of the distances of numbers, `|a[i] - a[j]|`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::fiedler;
/// assert_eq!(fiedler(&xp.array([1, 4])?)?.to_string(), "[[0 3]\n [3 0]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless it is a vector; [`Error::DType`] for truth values.
pub fn fiedler<B: Backend>(a: &impl AnyArray<B>) -> Result<DynArray<B>> {
    let a = a.as_dyn();
    TypeClass::Number.check("fiedler", a.dtype())?;
    if a.ndim() != 1 {
        return Err(Error::shape("fiedler", a.shape(), &[]));
    }
    let column = a.expand_dims(1)?;
    if a.dtype().is_integer() {
        // Unsigned numbers have no negative differences.
        return column.maximum(a)?.subtract(&column.minimum(a)?);
    }
    column.subtract(a)?.abs()
}

/// Hadamard's matrix of Sylvester's construction, of 1 and -1, for powers of two: the sign of `popcount(i & j)`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::hadamard;
/// assert_eq!(hadamard(&xp, 2)?.to_string(), "[[ 1  1]\n [ 1 -1]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for another number.
pub fn hadamard<B: Backend>(xp: &B, n: usize) -> Result<DynArray<B>> {
    const OP: &str = "hadamard";
    if !n.is_power_of_two() {
        return Err(Error::value(OP, format!("{n} is no power of two")));
    }
    let common = places(xp, OP, n, true)?.bitwise_and(&places(xp, OP, n, false)?)?;
    let odd = common.bitwise_count()?.astype(DType::I64)?.remainder(2)?;
    odd.multiply(-2)?.add(1)
}

/// Helmert's matrix, whose rows are orthonormal and, but for the first one, orthogonal to a constant: without the first one unless
/// `full`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::helmert;
/// assert_eq!(helmert(&xp, 2, false)?.to_string(), "[[ 0.70710678 -0.70710678]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for no rows.
pub fn helmert<B: Backend>(xp: &B, n: usize, full: bool) -> Result<DynArray<B>> {
    const OP: &str = "helmert";
    if n == 0 {
        return Err(Error::value(OP, "no rows"));
    }
    let (i, j) = (places(xp, OP, n, true)?, places(xp, OP, n, false)?);
    let (row, column) = (i.astype(DType::F64)?, j.astype(DType::F64)?);
    let below = j.less(&i)?.astype(DType::F64)?;
    let diagonal = j.equal(&i)?.astype(DType::F64)?.multiply(&column)?;
    let first = i.equal(0)?;
    let values = first.where_(1.0, &below.subtract(&diagonal)?)?;
    let squares = first.where_(n as f64, &row.multiply(&row.add(1)?)?)?;
    let matrix = values.divide(&squares.sqrt()?)?;
    if full { Ok(matrix) } else { matrix.slice(s![1..]) }
}

/// Hilbert's matrix, `1 / (i + j + 1)`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::hilbert;
/// assert_eq!(hilbert(&xp, 2)?.to_string(), "[[1.         0.5       ]\n [0.5        0.33333333]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for more rows than an index can have.
pub fn hilbert<B: Backend>(xp: &B, n: usize) -> Result<DynArray<B>> {
    let sum = places(xp, "hilbert", n, true)?.add(&places(xp, "hilbert", n, false)?)?.add(1)?;
    sum.astype(DType::F64)?.reciprocal()
}
