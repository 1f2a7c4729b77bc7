//! Correlation and convolution.

use super::options::{Along, Filter};
use super::windows::{Windows, converted, one_by_one};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Weights on the host: elements in row-major order, of a shape.
struct Weights {
    shape: Vec<usize>,
    values: Vec<Complex<f64>>,
    complex: bool,
}

impl Weights {
    fn of<B: Backend>(op: &'static str, weights: &DynArray<B>) -> Result<Self> {
        if weights.shape().contains(&0) {
            return Err(Error::value(op, "there are no weights"));
        }
        let values = weights.astype(DType::Complex128)?.typed::<Complex<f64>>()?.to_vec()?;
        Ok(Self { shape: weights.shape().to_vec(), values, complex: weights.dtype().is_complex() })
    }

    /// As a convolution has them: turned about, and windows moved to the other side.
    fn turned(mut self, along: &mut [Along]) -> Self {
        self.values.reverse();
        for (along, size) in along.iter_mut().zip(&self.shape) {
            along.origin = along.origin.saturating_neg().saturating_sub(isize::from(size.is_multiple_of(2)));
        }
        self
    }

    /// Conjugates: what a correlation multiplies by.
    fn conjugate(mut self) -> Self {
        for value in &mut self.values {
            value.im = -value.im;
        }
        self
    }
}

/// The type of sums, and of the result.
fn types(dtype: DType, complex: bool, filter: &Filter) -> (DType, DType) {
    match complex || dtype.is_complex() {
        true => (DType::Complex128, filter.output_of(dtype.promote(DType::Complex64)).promote(DType::Complex64)),
        false => (DType::F64, filter.output_of(dtype)),
    }
}

/// Sums of the elements of windows times weights. They are added up in SciPy's order, so that where integers are cut off is the same.
fn weighted<B: Backend>(
    op: &'static str,
    x: &DynArray<B>,
    along: &[Along],
    weights: &Weights,
    filter: &Filter,
) -> Result<DynArray<B>> {
    let (sums, output) = types(x.dtype(), weights.complex, filter);
    if x.is_empty() {
        return x.xp().zeros_of(output, x.shape());
    }
    summed(Windows::new(op, x, along, &weights.shape)?, weights, sums, output)
}

/// The sums of windows that are there, of this type, as another one.
fn summed<B: Backend>(windows: Windows<B>, weights: &Weights, sums: DType, output: DType) -> Result<DynArray<B>> {
    let windows = windows.astype(sums)?;
    let times = |part: DynArray<B>, weight: Complex<f64>| match sums {
        DType::F64 => part.multiply(weight.re),
        _ => part.multiply(weight),
    };
    let single = weights.shape.len() == 1;
    let sum = match single.then(|| mirrored(&weights.values)).flatten() {
        // A pair of one weight is added up, or subtracted, before it is multiplied.
        Some(sign) => {
            let half = weights.values.len() / 2;
            let mut sum = times(windows.at(&[half])?, weights.values[half])?;
            for k in 0..half {
                let (left, right) = (windows.at(&[k])?, windows.at(&[2 * half - k])?);
                let pair = if sign > 0 { left.add(&right)? } else { left.subtract(&right)? };
                sum = sum.add(times(pair, weights.values[k])?)?;
            }
            sum
        }
        None => {
            let mut sum: Option<DynArray<B>> = None;
            // Weights that are nearly zero do not count in several dimensions.
            let counts = |weight: Complex<f64>| single || weight.norm() > f64::EPSILON;
            for (place, &weight) in windows.places().zip(&weights.values).filter(|(_, weight)| counts(**weight)) {
                let product = times(windows.at(&place)?, weight)?;
                sum = Some(sum.map_or(Ok(product.clone()), |sum| sum.add(&product))?);
            }
            sum.map_or_else(|| windows.extended().xp().zeros_of(sums, windows.shape()), Ok)?
        }
    };
    converted(&sum, output)
}

/// Whether an odd number of real weights is the same from both ends, or the opposite.
fn mirrored(weights: &[Complex<f64>]) -> Option<i8> {
    if weights.len().is_multiple_of(2) || weights.iter().any(|weight| weight.im != 0.0) {
        return None;
    }
    let half = weights.len() / 2;
    let all =
        |sign: f64| (1..=half).all(|k| (weights[half + k].re - sign * weights[half - k].re).abs() <= f64::EPSILON);
    if all(1.0) {
        Some(1)
    } else if all(-1.0) {
        Some(-1)
    } else {
        None
    }
}

/// Sums of elements about each one, times weights; complex weights are conjugated. Sums are computed in double precision, and have
/// the array's type, or the complex one.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, correlate};
/// let x = xp.array([[1, 2, 3], [4, 5, 6]])?;
/// let weights = xp.array([[0, 1, 2]])?;
/// assert_eq!(correlate(&x, &weights, Filter::new())?.to_string(), "[[ 5  8  9]\n [14 17 18]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless weights have the dimensions that are filtered; [`Error::Value`] if there are none, or windows are moved
/// away from their elements.
pub fn correlate<B: Backend>(x: &impl AnyArray<B>, weights: &impl AnyArray<B>, filter: Filter) -> Result<DynArray<B>> {
    const OP: &str = "correlate";
    let (x, weights) = (x.as_dyn(), Weights::of(OP, weights.as_dyn())?.conjugate());
    weighted(OP, x, &filter.along(OP, x.ndim())?, &weights, &filter)
}

/// The convolution with weights: as [`correlate`], with the weights turned about.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, convolve};
/// let x = xp.array([[1, 2, 3], [4, 5, 6]])?;
/// let weights = xp.array([[0, 1, 2]])?;
/// assert_eq!(convolve(&x, &weights, Filter::new())?.to_string(), "[[ 3  4  7]\n [12 13 16]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`correlate`].
pub fn convolve<B: Backend>(x: &impl AnyArray<B>, weights: &impl AnyArray<B>, filter: Filter) -> Result<DynArray<B>> {
    const OP: &str = "convolve";
    let x = x.as_dyn();
    let mut along = filter.along(OP, x.ndim())?;
    let weights = Weights::of(OP, weights.as_dyn())?.turned(&mut along);
    weighted(OP, x, &along, &weights, &filter)
}

/// [`correlate`] along one axis.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, correlate1d};
/// let x = xp.array([2, 8, 0, 4, 1, 9, 9, 0])?;
/// assert_eq!(correlate1d(&x, &[1.0, 3.0], 0, Filter::new())?.to_string(), "[ 8 26  8 12  7 28 36  9]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`correlate`]; [`Error::Axis`] for an axis that is not there.
pub fn correlate1d<B: Backend>(
    x: &impl AnyArray<B>,
    weights: &[f64],
    axis: isize,
    filter: Filter,
) -> Result<DynArray<B>> {
    const OP: &str = "correlate1d";
    let x = x.as_dyn();
    let along = filter.along_one(OP, axis, x.ndim())?;
    weighted(OP, x, &[along], &real(OP, weights)?, &filter)
}

/// [`convolve`] along one axis.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, convolve1d};
/// let x = xp.array([2, 8, 0, 4, 1, 9, 9, 0])?;
/// assert_eq!(convolve1d(&x, &[1.0, 3.0], 0, Filter::new())?.to_string(), "[14 24  4 13 12 36 27  0]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`correlate1d`].
pub fn convolve1d<B: Backend>(
    x: &impl AnyArray<B>,
    weights: &[f64],
    axis: isize,
    filter: Filter,
) -> Result<DynArray<B>> {
    const OP: &str = "convolve1d";
    let x = x.as_dyn();
    let mut along = [filter.along_one(OP, axis, x.ndim())?];
    let weights = real(OP, weights)?.turned(&mut along);
    weighted(OP, x, &along, &weights, &filter)
}

/// Correlations along axes, one after the other, each time in the type of the result.
pub(super) fn correlate_axes<B: Backend>(
    op: &'static str,
    x: &DynArray<B>,
    passes: &[(Along, Vec<f64>)],
    output: DType,
) -> Result<DynArray<B>> {
    if passes.is_empty() {
        return converted(x, output);
    }
    if x.is_empty() {
        return x.xp().zeros_of(output, x.shape());
    }
    if output == DType::Bool && passes.len() > 1 {
        // What is negative after one pass may be taken away from by the next.
        return converted(&correlate_axes(op, x, passes, DType::I32)?, output);
    }
    let weights = passes.iter().map(|(_, weights)| real(op, weights)).collect::<Result<Vec<_>>>()?;
    let sizes: Vec<_> = passes.iter().map(|(along, weights)| (*along, weights.len())).collect();
    let (sums, output) = types(x.dtype(), false, &Filter::new().output(output));
    one_by_one(op, x, (&sizes, usize::MAX), |k, windows| summed(windows, &weights[k], sums, output))
}

/// Weights of one axis.
fn real(op: &'static str, weights: &[f64]) -> Result<Weights> {
    match weights.is_empty() {
        true => Err(Error::value(op, "there are no weights")),
        false => Ok(Weights {
            shape: vec![weights.len()],
            values: weights.iter().map(|&w| w.into()).collect(),
            complex: false,
        }),
    }
}
