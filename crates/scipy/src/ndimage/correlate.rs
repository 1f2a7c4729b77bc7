//! Correlation and convolution.

use super::options::{Along, Filter};
use super::reading::of_elements;
use super::windows::{Windows, converted};
use xparray_core::kernel::Var;
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
    let windows = Windows::new(op, x, along, &weights.shape)?;
    let places: Vec<Vec<usize>> = windows.places().collect();
    // Weights that are nearly zero do not count in several dimensions.
    let single = weights.shape.len() == 1;
    let counts = |k: &usize| single || weights.values[*k].norm() > f64::EPSILON;
    let counted: Vec<usize> = (0..places.len()).filter(counts).collect();
    let many = (MANY..=MOST).contains(&counted.len()) && x.xp().name() != "cpu";
    let sum = match windows.extended().dtype() {
        DType::F64 if many && sums == DType::F64 => Some(at_once::<f64, B>(&windows, &places, weights, &counted)?),
        DType::F32 if many && sums == DType::F64 => Some(at_once::<f32, B>(&windows, &places, weights, &counted)?),
        _ => {
            let windows = windows.astype(sums)?;
            weights.sum(&counted, |k| windows.at(&places[k]))?
        }
    };
    converted(&sum.map_or_else(|| x.xp().zeros_of(sums, x.shape()), Ok)?, output)
}

/// On a device, sums of so many elements are one kernel, whose threads read their windows themselves: of arrays that are seen through
/// as many views they would be several, with arrays of partial sums between them.
const MANY: usize = 13;
/// Sums of more elements, with their places and weights, would be too long a kernel.
const MOST: usize = 100;

/// The sums of windows, by one kernel.
fn at_once<T: Element, B: Backend>(
    windows: &Windows<B>,
    places: &[Vec<usize>],
    weights: &Weights,
    counted: &[usize],
) -> Result<DynArray<B>> {
    of_elements(windows, places.iter().cloned(), |elements: Vec<Var<T>>| {
        let elements: Vec<Var<f64>> = elements.into_iter().map(|element| element.cast()).collect();
        // Sums of variables do not fail.
        weights.sum(counted, |k| Ok(elements[k])).ok().flatten().unwrap_or(elements[0])
    })
}

/// What is added up: arrays, or the variables of a kernel.
trait Summand: Sized {
    fn times(&self, weight: Complex<f64>) -> Result<Self>;
    fn plus(&self, other: &Self) -> Result<Self>;
    fn minus(&self, other: &Self) -> Result<Self>;
}

impl<B: Backend> Summand for DynArray<B> {
    fn times(&self, weight: Complex<f64>) -> Result<Self> {
        if self.dtype().is_complex() { self.multiply(weight) } else { self.multiply(weight.re) }
    }

    fn plus(&self, other: &Self) -> Result<Self> {
        self.add(other)
    }

    fn minus(&self, other: &Self) -> Result<Self> {
        self.subtract(other)
    }
}

impl Summand for Var<f64> {
    fn times(&self, weight: Complex<f64>) -> Result<Self> {
        Ok(*self * weight.re)
    }

    fn plus(&self, other: &Self) -> Result<Self> {
        Ok(*self + *other)
    }

    fn minus(&self, other: &Self) -> Result<Self> {
        Ok(*self - *other)
    }
}

impl Weights {
    /// The sum of elements times weights, of those that count; `None` if none does.
    fn sum<E: Summand>(&self, counted: &[usize], at: impl Fn(usize) -> Result<E>) -> Result<Option<E>> {
        let values = &self.values;
        if let Some(sign) = (self.shape.len() == 1).then(|| mirrored(values)).flatten() {
            // A pair of one weight is added up, or subtracted, before it is multiplied.
            let half = values.len() / 2;
            let mut sum = at(half)?.times(values[half])?;
            for k in 0..half {
                let (left, right) = (at(k)?, at(2 * half - k)?);
                let pair = if sign > 0 { left.plus(&right)? } else { left.minus(&right)? };
                sum = sum.plus(&pair.times(values[k])?)?;
            }
            return Ok(Some(sum));
        }
        let mut sum: Option<E> = None;
        for &k in counted {
            let product = at(k)?.times(values[k])?;
            sum = Some(match sum {
                Some(sum) => sum.plus(&product)?,
                None => product,
            });
        }
        Ok(sum)
    }
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
