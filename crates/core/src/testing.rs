//! Assertions for tests, as `numpy.testing`: they panic, and say how many elements differ, by how much, and where.
//!
//! ```should_panic
//! # use xparray::prelude::*; let xp = Cpu::new();
//! use xparray::testing::assert_allclose;
//! let (x, y) = (xp.array([1.0, 2.0, 4.0])?, xp.array([1.0, 2.0, 3.0])?);
//! assert_allclose(&x, &y); // Mismatched elements: 1 / 3 (33.3%) ..
//! # Ok::<(), xparray::Error>(())
//! ```

use crate::array::{AnyArray, Array, DynArray, Tolerance};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::{DType, Scalar};
use crate::error::{Error, Result};
use crate::layout::broadcast_shapes;
use num_complex::Complex;
use std::fmt::Write;

/// The tolerance of [`assert_allclose`]: `rtol` 1e-7, `atol` 0, NaN equal to NaN.
fn default_tolerance() -> Tolerance {
    Tolerance::new().rtol(1e-7).atol(0.0).equal_nan(true)
}

/// Asserts that elements differ by at most 1e-7 of the desired ones; NaN is equal to NaN. The arrays broadcast if one has a single element.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::testing::assert_allclose;
/// assert_allclose(&xp.array([1.0, 2.0])?, &xp.array([1.0 + 1e-9, 2.0])?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Panics
/// If they differ by more, if their shapes do, or if they cannot be computed.
#[track_caller]
pub fn assert_allclose<B: Backend>(actual: &impl AnyArray<B>, desired: &impl AnyArray<B>) {
    assert_allclose_with(actual, desired, default_tolerance());
}

/// [`assert_allclose`] with another tolerance: `|actual - desired| <= atol + rtol |desired|`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::testing::assert_allclose_with;
/// let (x, y) = (xp.array([1.0, 2.0])?, xp.array([1.01, 2.0])?);
/// assert_allclose_with(&x, &y, Tolerance::new().rtol(0.1));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Panics
/// As [`assert_allclose`].
#[track_caller]
pub fn assert_allclose_with<B: Backend>(actual: &impl AnyArray<B>, desired: &impl AnyArray<B>, tolerance: Tolerance) {
    let [rtol, atol] = tolerance.numbers();
    let title = format!("Not equal to tolerance rtol={rtol:?}, atol={atol:?}");
    hold(title, ACTUAL, actual, desired, |x, y| x.isclose_with(y, tolerance));
}

/// Asserts that shapes and elements are equal; NaN is equal to NaN.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::testing::assert_array_equal;
/// assert_array_equal(&xp.array([1.0, f64::NAN])?, &xp.array([1.0, f64::NAN])?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Panics
/// If they are not, or cannot be computed.
#[track_caller]
pub fn assert_array_equal<B: Backend>(actual: &impl AnyArray<B>, desired: &impl AnyArray<B>) {
    hold("Arrays are not equal".into(), ACTUAL, actual, desired, equal);
}

/// Asserts that elements differ by less than `1.5 * 10^-decimal`; NaN is equal to NaN.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::testing::assert_array_almost_equal;
/// assert_array_almost_equal(&xp.array([1.0, 2.00001])?, &xp.array([1.0, 2.0])?, 4);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Panics
/// As [`assert_allclose`].
#[track_caller]
pub fn assert_array_almost_equal<B: Backend>(actual: &impl AnyArray<B>, desired: &impl AnyArray<B>, decimal: i32) {
    let title = format!("Arrays are not almost equal to {decimal} decimals");
    let tolerance = Tolerance::new().rtol(0.0).atol(1.5 * 10f64.powi(-decimal)).equal_nan(true);
    hold(title, ACTUAL, actual, desired, |x, y| x.isclose_with(y, tolerance));
}

/// Asserts that each element of the first array is less than that of the second.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::testing::assert_array_less;
/// assert_array_less(&xp.array([1, 2])?, &xp.array([2, 3])?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Panics
/// If one is not, if the shapes differ, or if they cannot be computed.
#[track_caller]
pub fn assert_array_less<B: Backend>(x: &impl AnyArray<B>, y: &impl AnyArray<B>) {
    hold("Arrays are not strictly ordered `x < y`".into(), ["x", "y"], x, y, |x, y| x.less(y));
}

/// Asserts that floats are at most `maxulp` neighbours apart; gives the distances.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::testing::assert_array_max_ulp;
/// let distances = assert_array_max_ulp(&xp.array([1.0])?, &xp.array([1.0 + f64::EPSILON])?, 1);
/// assert_eq!(distances, [1]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Panics
/// If two are further apart, or one is NaN and the other not; if the shapes differ, or the types are not one of floats; if they cannot be
/// computed.
#[track_caller]
pub fn assert_array_max_ulp<B: Backend>(
    actual: &impl AnyArray<B>,
    desired: &impl AnyArray<B>,
    maxulp: u64,
) -> Vec<u64> {
    let found = distances(actual.as_dyn(), desired.as_dyn()).unwrap_or_else(|e| panic!("{e}"));
    let most = found.iter().copied().max().unwrap_or(0);
    assert!(most <= maxulp, "Arrays are not almost equal up to {maxulp} ULP (max difference is {most} ULP)");
    found
}

/// Asserts that floats are at most `nulp` of their own spacing apart.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::testing::assert_array_almost_equal_nulp;
/// assert_array_almost_equal_nulp(&xp.array([1.0])?, &xp.array([1.0 + f64::EPSILON])?, 1);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Panics
/// As [`assert_array_max_ulp`].
#[track_caller]
pub fn assert_array_almost_equal_nulp<B: Backend>(x: &impl AnyArray<B>, y: &impl AnyArray<B>, nulp: u64) {
    let found = distances(x.as_dyn(), y.as_dyn()).unwrap_or_else(|e| panic!("{e}"));
    let most = found.into_iter().max().unwrap_or(0);
    assert!(most <= nulp, "Arrays are not equal to {nulp} ULP (max is {most})");
}

/// Asserts that two lists have as many arrays, and that these are equal in turn.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::testing::assert_array_list_equal;
/// let x = xp.array([1, 2])?;
/// assert_array_list_equal(&[&x, &x], &[&x, &x]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Panics
/// If they are not.
#[track_caller]
pub fn assert_array_list_equal<B: Backend>(actual: &[&impl AnyArray<B>], desired: &[&impl AnyArray<B>]) {
    assert_eq!(actual.len(), desired.len(), "the lists have different lengths");
    actual.iter().zip(desired).for_each(|(x, y)| assert_array_equal(*x, *y));
}

/// What the arrays are called in messages.
const ACTUAL: [&str; 2] = ["ACTUAL", "DESIRED"];

/// So many elements that differ are shown.
const SHOWN: usize = 5;

fn equal<B: Backend>(x: &DynArray<B>, y: &DynArray<B>) -> Result<DynArray<B>> {
    let both_nan = x.isnan()?.logical_and(&y.isnan()?)?;
    x.equal(y)?.logical_or(&both_nan)
}

/// Panics with a report unless a relation holds for all elements.
#[track_caller]
fn hold<B: Backend>(
    title: String,
    names: [&str; 2],
    x: &impl AnyArray<B>,
    y: &impl AnyArray<B>,
    relation: impl FnOnce(&DynArray<B>, &DynArray<B>) -> Result<DynArray<B>>,
) {
    let (x, y) = (x.as_dyn(), y.as_dyn());
    let report = match x.shape() == y.shape() || x.ndim() == 0 || y.ndim() == 0 {
        true => report(names, x, y, relation).unwrap_or_else(|e| panic!("{title}\n\n{e}")),
        false => Some(format!("(shapes {:?}, {:?} mismatch)", x.shape(), y.shape())),
    };
    if let Some(report) = report {
        let [first, second] = names;
        panic!("{title}\n\n{report}\n {first}: {x:?}\n {second}: {y:?}");
    }
}

/// What is wrong, if anything is.
fn report<B: Backend>(
    names: [&str; 2],
    x: &DynArray<B>,
    y: &DynArray<B>,
    relation: impl FnOnce(&DynArray<B>, &DynArray<B>) -> Result<DynArray<B>>,
) -> Result<Option<String>> {
    let shape = broadcast_shapes("testing", x.shape(), y.shape())?;
    let [x, y] = [x, y].map(|array| array.broadcast("testing", &shape));
    let (x, y) = (x?, y?);
    let right: Array<bool, B> = relation(&x, &y)?.typed()?;
    let wrong = right.logical_not();
    let count = wrong.count_nonzero(..)?.item()?;
    if count == 0 {
        return Ok(None);
    }
    let total = x.len();
    let mut text =
        format!("Mismatched elements: {count} / {total} ({:?}%)\n", significant(100.0 * count as f64 / total as f64));
    let places = wrong.argwhere()?;
    let indices = places.to_vec()?;
    let mask = wrong.into_dyn();
    let [left, right] = [x.compress_flat(&mask)?, y.compress_flat(&mask)?];
    if shape.is_empty() {
        let _ = writeln!(text, "Mismatch:");
    } else {
        let plural = if count == 1 {
            "Mismatch at index:".into()
        } else {
            format!("First {} mismatches are at indices:", left.len().min(SHOWN))
        };
        let _ = writeln!(text, "{plural}");
    }
    for (k, (a, b)) in left.iter().zip(&right).take(SHOWN).enumerate() {
        let index = &indices[k * shape.len()..(k + 1) * shape.len()];
        let _ = writeln!(text, " {index:?}: {a} ({}), {b} ({})", names[0], names[1]);
    }
    let number = |scalar: &Scalar| scalar.get::<Complex<f64>>();
    let differences = || left.iter().zip(&right).map(|(a, b)| ((number(a) - number(b)).norm(), number(b).norm()));
    let absolute = differences().map(|(difference, _)| difference).fold(0.0, f64::max);
    let relative =
        differences().filter(|&(_, of)| of != 0.0).map(|(difference, of)| difference / of).fold(0.0, f64::max);
    let _ = write!(
        text,
        "Max absolute difference among violations: {absolute:?}\nMax relative difference among violations: {relative:?}"
    );
    Ok(Some(text))
}

/// A share in three digits.
fn significant(share: f64) -> f64 {
    let scale = 10f64.powi(2 - share.abs().log10().floor() as i32);
    (share * scale).round() / scale
}

impl<B: Backend> DynArray<B> {
    /// The elements where a mask of the array's shape is true.
    fn compress_flat(&self, mask: &Self) -> Result<Vec<Scalar>> {
        let (dtype, bytes, mask) = (self.dtype(), self.to_bytes()?, mask.to_bytes()?);
        let elements = bytes.chunks_exact(dtype.size()).zip(&mask).filter(|&(_, &wrong)| wrong != 0);
        Ok(elements.map(|(element, _)| Scalar::from_bytes(dtype, element)).collect())
    }
}

/// How many neighbours lie between floats of two arrays; the largest number where one is NaN and the other not.
fn distances<B: Backend>(x: &DynArray<B>, y: &DynArray<B>) -> Result<Vec<u64>> {
    const OP: &str = "ulp";
    TypeClass::RealFloat.check(OP, x.dtype())?;
    if x.dtype() != y.dtype() {
        return Err(Error::value(OP, format!("{} and {} have no common neighbours", x.dtype(), y.dtype())));
    }
    if x.shape() != y.shape() {
        return Err(Error::shape(OP, x.shape(), y.shape()));
    }
    let dtype = x.dtype();
    let places = |array: &DynArray<B>| -> Result<Vec<Option<i128>>> {
        Ok(array.to_bytes()?.chunks_exact(dtype.size()).map(|bytes| place(dtype, bytes)).collect())
    };
    let distance = |(x, y): (Option<i128>, Option<i128>)| match (x, y) {
        (Some(x), Some(y)) => (x - y).unsigned_abs() as u64,
        (None, None) => 0,
        _ => u64::MAX,
    };
    Ok(places(x)?.into_iter().zip(places(y)?).map(distance).collect())
}

/// The place of a float among all of its type; none for NaN.
fn place(dtype: DType, bytes: &[u8]) -> Option<i128> {
    if Scalar::from_bytes(dtype, bytes).get::<f64>().is_nan() {
        return None;
    }
    let bits = match *bytes {
        [a, b] => u16::from_ne_bytes([a, b]).into(),
        [a, b, c, d] => u32::from_ne_bytes([a, b, c, d]).into(),
        _ => u64::from_ne_bytes(bytes.try_into().ok()?),
    };
    let sign = 1u64 << (8 * bytes.len() - 1);
    let magnitude = i128::from(bits & !sign);
    Some(if bits & sign == 0 { magnitude } else { -magnitude })
}
