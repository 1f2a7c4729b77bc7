//! Filters that find edges.

use super::correlate::{correlate_axes, correlate1d};
use super::options::{Along, Filter, normalized};
use super::windows::converted;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// The derivative along an axis, smoothed along the others.
fn smoothed_difference<B: Backend>(
    op: &'static str,
    x: &DynArray<B>,
    axis: isize,
    smooth: &[f64],
    filter: Filter,
) -> Result<DynArray<B>> {
    let axis = normalized(op, axis, x.ndim())?;
    let along = filter.clone().axes((0..x.ndim() as isize).collect::<Vec<_>>()).along(op, x.ndim())?;
    let others = (0..x.ndim()).filter(|&other| other != axis).map(|other| (other, smooth));
    let passes = std::iter::once((axis, &[-1.0, 0.0, 1.0][..])).chain(others);
    let passes = passes.map(|(axis, weights)| (Along { origin: 0, ..along[axis] }, weights.to_vec()));
    correlate_axes(op, x, &passes.collect::<Vec<_>>(), filter.output_of(x.dtype()))
}

/// Sobel's filter: differences along an axis, smoothed by 1, 2, 1 along the others.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, sobel};
/// let x = xp.array([[0, 0, 1], [0, 0, 1], [0, 0, 1]])?;
/// assert_eq!(sobel(&x, -1, Filter::new())?.to_string(), "[[0 4 4]\n [0 4 4]\n [0 4 4]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`](xparray_core::Error::Axis) for an axis that is not there.
pub fn sobel<B: Backend>(x: &impl AnyArray<B>, axis: isize, filter: Filter) -> Result<DynArray<B>> {
    smoothed_difference("sobel", x.as_dyn(), axis, &[1.0, 2.0, 1.0], filter)
}

/// Prewitt's filter: differences along an axis, smoothed by 1, 1, 1 along the others.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, prewitt};
/// let x = xp.array([[0, 0, 1], [0, 0, 1], [0, 0, 1]])?;
/// assert_eq!(prewitt(&x, -1, Filter::new())?.to_string(), "[[0 3 3]\n [0 3 3]\n [0 3 3]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`](xparray_core::Error::Axis) for an axis that is not there.
pub fn prewitt<B: Backend>(x: &impl AnyArray<B>, axis: isize, filter: Filter) -> Result<DynArray<B>> {
    smoothed_difference("prewitt", x.as_dyn(), axis, &[1.0, 1.0, 1.0], filter)
}

/// What a function gives of each axis that is filtered, in the type of the result.
fn of_axes<B: Backend>(
    op: &'static str,
    x: &DynArray<B>,
    mut derivative: impl FnMut(&DynArray<B>, usize, Filter) -> Result<DynArray<B>>,
    filter: &Filter,
) -> Result<Vec<DynArray<B>>> {
    let output = filter.output_of(x.dtype());
    let along = filter.along(op, x.ndim())?;
    along.iter().map(|along| derivative(x, along.axis, Filter::new().mode(along.mode).output(output))).collect()
}

/// The sum of second derivatives along the axes, which a function computes of the array, an axis and options.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, correlate1d, generic_laplace};
/// let x = xp.array([[0, 0, 0], [0, 1, 0], [0, 0, 0]])?;
/// let second = |x: &DynArray<_>, axis: usize, filter| correlate1d(x, &[1.0, -2.0, 1.0], axis as isize, filter);
/// assert_eq!(generic_laplace(&x, second, Filter::new())?.to_string(), "[[ 0  1  0]\n [ 1 -4  1]\n [ 0  1  0]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of the function.
pub fn generic_laplace<B: Backend>(
    x: &impl AnyArray<B>,
    derivative2: impl FnMut(&DynArray<B>, usize, Filter) -> Result<DynArray<B>>,
    filter: Filter,
) -> Result<DynArray<B>> {
    let x = x.as_dyn();
    let parts = of_axes("generic_laplace", x, derivative2, &filter)?;
    let sum = parts.into_iter().map(Ok).reduce(|sum, part| sum?.add(&part?));
    sum.unwrap_or_else(|| converted(x, filter.output_of(x.dtype())))
}

/// The sum of second differences along the axes.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, laplace};
/// let x = xp.array([[0, 0, 0], [0, 1, 0], [0, 0, 0]])?;
/// assert_eq!(laplace(&x, Filter::new())?.to_string(), "[[ 0  1  0]\n [ 1 -4  1]\n [ 0  1  0]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`](xparray_core::Error::Axis) for an axis that is not there.
pub fn laplace<B: Backend>(x: &impl AnyArray<B>, filter: Filter) -> Result<DynArray<B>> {
    generic_laplace(x, |x, axis, filter| correlate1d(x, &[1.0, -2.0, 1.0], axis as isize, filter), filter)
}

/// The root of the sum of squared derivatives along the axes, which a function computes of the array, an axis and options. Squares
/// are of the result's type: those of integers can be too large for it.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, generic_gradient_magnitude, sobel};
/// let x = xp.array([[0.0, 3.0, 6.0], [4.0, 7.0, 10.0], [8.0, 11.0, 14.0]])?;
/// let slope = generic_gradient_magnitude(&x, |x, axis, filter| sobel(x, axis as isize, filter), Filter::new())?;
/// assert_eq!(slope.slice(s![1, 1])?.item()?.get::<f64>(), 40.0);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of the function.
pub fn generic_gradient_magnitude<B: Backend>(
    x: &impl AnyArray<B>,
    derivative: impl FnMut(&DynArray<B>, usize, Filter) -> Result<DynArray<B>>,
    filter: Filter,
) -> Result<DynArray<B>> {
    let (x, output) = (x.as_dyn(), filter.output_of(x.as_dyn().dtype()));
    let parts = of_axes("generic_gradient_magnitude", x, derivative, &filter)?;
    let sum = parts.into_iter().map(|part| part.multiply(&part)).reduce(|sum, part| sum?.add(&part?));
    match sum {
        Some(sum) => {
            let sum = sum?;
            let root = if sum.dtype().is_complex() { sum.sqrt()? } else { sum.astype(DType::F64)?.sqrt()? };
            converted(&root, output)
        }
        None => converted(x, output),
    }
}
