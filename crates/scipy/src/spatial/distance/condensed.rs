//! Distances of all pairs as a symmetric matrix, and as the vector of what is above its diagonal.

use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// The vector of distances for their symmetric matrix, or the matrix for the vector.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::spatial::distance::squareform;
/// let matrix = squareform(&xp.array([1, 2, 3])?, true)?;
/// assert_eq!(matrix.to_string(), "[[0 1 2]\n [1 0 3]\n [2 3 0]]");
/// assert_eq!(squareform(&matrix, true)?.to_string(), "[1 2 3]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for a length that is no number of pairs, for arrays that are neither vectors nor square matrices, and, with `checks`, for
/// a matrix that is not symmetric or whose diagonal is not zero.
pub fn squareform<B: Backend>(x: &impl AnyArray<B>, checks: bool) -> Result<DynArray<B>> {
    const OP: &str = "squareform";
    let x = x.as_dyn();
    match *x.shape() {
        [len] => {
            let m = points(OP, len)?;
            // The place of `[i, j]`, `i < j`, in the vector: there are `m - 1 - k` distances of each point `k < i`.
            let i = x.xp().arange(m as i64)?.into_dyn();
            let (rows, columns) = (i.expand_dims(1)?, i.expand_dims(0)?);
            let (low, high) = (rows.minimum(&columns)?, rows.maximum(&columns)?);
            let before = low.multiply(&low.negative()?.add(2 * m as i64 - 1)?)?.floor_divide(2)?;
            let place = before.add(&high)?.subtract(&low)?.subtract(1)?;
            let diagonal = rows.equal(&columns)?;
            if len == 0 {
                return x.xp().zeros_of(x.dtype(), [m, m]);
            }
            let zero = x.xp().zeros_of(x.dtype(), [])?;
            diagonal.where_(&zero, &x.take(&diagonal.where_(0, &place)?, 0)?)
        }
        [m, n] if m == n => {
            if checks {
                is_valid(OP, x, 0.0)?;
            }
            above_diagonal(x)
        }
        _ => Err(Error::value(OP, format!("an array of the shape {:?}", x.shape()))),
    }
}

/// What is above the diagonal, row by row.
pub(super) fn above_diagonal<B: Backend>(x: &DynArray<B>) -> Result<DynArray<B>> {
    // Not once for each row.
    x.eval()?;
    let rows = (0..x.shape()[0]).map(|i| x.slice(s![i, i + 1..]));
    let rows = rows.collect::<Result<Vec<_>>>()?;
    match rows.is_empty() {
        true => x.xp().zeros_of(x.dtype(), 0),
        false => x.xp().concatenate(&rows.iter().collect::<Vec<_>>(), 0),
    }
}

/// How many points have so many pairs.
fn points(op: &'static str, pairs: usize) -> Result<usize> {
    // From 1 on, as SciPy: no pairs are those of one point.
    let m = (0.5 + (0.25 + 2.0 * pairs as f64).sqrt()).round() as usize;
    match m * (m - 1) / 2 == pairs {
        true => Ok(m),
        false => Err(Error::value(op, format!("{pairs} distances are not those of all pairs of any number of points"))),
    }
}

/// Whether an array can be the matrix of distances: symmetric, with zeros on its diagonal, within a tolerance.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::spatial::distance::is_valid_dm;
/// assert!(is_valid_dm(&xp.array([[0.0, 1.0], [1.0, 0.0]])?, 0.0)?);
/// assert!(!is_valid_dm(&xp.array([[0.0, 1.0], [2.0, 0.0]])?, 0.5)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for a tolerance that is negative or NaN.
pub fn is_valid_dm<B: Backend>(d: &impl AnyArray<B>, tol: f64) -> Result<bool> {
    const OP: &str = "is_valid_dm";
    if tol.is_nan() || tol < 0.0 {
        return Err(Error::value(OP, format!("the tolerance {tol}")));
    }
    match is_valid(OP, d.as_dyn(), tol) {
        Ok(()) => Ok(true),
        Err(Error::Value { .. }) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether an array can be the vector of the distances of all pairs, by its shape.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::spatial::distance::is_valid_y;
/// assert!(is_valid_y(&xp.ones::<f64>(6)?) && !is_valid_y(&xp.ones::<f64>(7)?));
/// # Ok::<(), xparray::Error>(())
/// ```
pub fn is_valid_y<B: Backend>(y: &impl AnyArray<B>) -> bool {
    num_obs_y(y).is_ok() || y.as_dyn().shape() == [0]
}

/// The number of points that have this matrix of distances.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::spatial::distance::num_obs_dm;
/// assert_eq!(num_obs_dm(&xp.zeros::<f64>([3, 3])?)?, 3);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for what is no square matrix.
pub fn num_obs_dm<B: Backend>(d: &impl AnyArray<B>) -> Result<usize> {
    match *d.as_dyn().shape() {
        [m, n] if m == n => Ok(m),
        ref shape => Err(Error::value("num_obs_dm", format!("an array of the shape {shape:?}"))),
    }
}

/// The number of points that have this vector of distances.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::spatial::distance::num_obs_y;
/// assert_eq!(num_obs_y(&xp.zeros::<f64>(6)?)?, 4);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for what is no vector, and for a length that is no number of pairs, or 0.
pub fn num_obs_y<B: Backend>(y: &impl AnyArray<B>) -> Result<usize> {
    const OP: &str = "num_obs_y";
    match *y.as_dyn().shape() {
        [0] => Err(Error::value(OP, "no distances")),
        [len] => points(OP, len),
        ref shape => Err(Error::value(OP, format!("an array of the shape {shape:?}"))),
    }
}

/// An error that says why a matrix is none of distances.
fn is_valid<B: Backend>(op: &'static str, d: &DynArray<B>, tol: f64) -> Result<()> {
    if d.ndim() != 2 || d.shape()[0] != d.shape()[1] {
        return Err(Error::value(op, format!("distances of the shape {:?}, not a square matrix", d.shape())));
    }
    // Differences of unsigned integers are not theirs.
    let d = if d.dtype().is_complex() { d.clone() } else { d.astype(DType::F64)? };
    let holds = |x: DynArray<B>| x.all(..)?.item().map(|truth| truth.get::<bool>());
    // Equal infinite distances have no difference.
    let symmetric = d.equal(d.t())?.logical_or(&d.subtract(d.t())?.abs()?.less_equal(tol)?)?;
    if !holds(symmetric)? {
        return Err(Error::value(op, "the matrix of distances is not symmetric"));
    }
    if !holds(d.diagonal()?.abs()?.less_equal(tol)?)? {
        return Err(Error::value(op, "the diagonal of the matrix of distances is not zero"));
    }
    Ok(())
}
