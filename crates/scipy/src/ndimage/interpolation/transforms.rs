//! Values at any places, and at those of affine maps.

use super::super::mode::Mode;
use super::affine::{Affine, grid};
use super::sampling::Samples;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Options of interpolation.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Mode, Spline, shift};
/// let x = xp.array([1.0, 2.0, 4.0])?;
/// assert_eq!(shift(&x, 0.5, Spline::new().order(1).mode(Mode::Nearest))?.to_string(), "[1.  1.5 3. ]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Spline {
    pub(super) order: u32,
    pub(super) mode: Mode,
    pub(super) prefilter: bool,
    pub(super) output: Option<DType>,
}

impl Default for Spline {
    fn default() -> Self {
        Self { order: 3, mode: Mode::Constant(0.0), prefilter: true, output: None }
    }
}

impl Spline {
    /// Cubic splines, zeros outside, the array's type.
    pub fn new() -> Self {
        Self::default()
    }

    /// The order of splines, from 0, the nearest element, to 5.
    pub fn order(self, order: u32) -> Self {
        Self { order, ..self }
    }

    /// What the array is beyond its ends.
    pub fn mode(self, mode: Mode) -> Self {
        Self { mode, ..self }
    }

    /// Whether elements are values; otherwise they are coefficients, of [`spline_filter`](super::spline_filter).
    pub fn prefilter(self, prefilter: bool) -> Self {
        Self { prefilter, ..self }
    }

    /// The type of the result.
    pub fn output(self, dtype: DType) -> Self {
        Self { output: Some(dtype), ..self }
    }
}

/// The values at coordinates, `[ndim, ...]`: an array of the shape of these without the first axis.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Spline, map_coordinates};
/// let x = xp.array([[0.0, 1.0], [2.0, 3.0]])?;
/// let places = xp.array([[0.5, 1.0, 9.0], [0.5, 0.25, 0.0]])?;
/// assert_eq!(map_coordinates(&x, &places, Spline::new().order(1))?.to_string(), "[1.5  2.25 0.  ]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless there are coordinates for each axis; [`Error::Value`] for an order of splines above 5; [`Error::DType`] for
/// complex coordinates.
pub fn map_coordinates<B: Backend>(
    x: &impl AnyArray<B>,
    coordinates: &impl AnyArray<B>,
    options: Spline,
) -> Result<DynArray<B>> {
    const OP: &str = "map_coordinates";
    let (x, coordinates) = (x.as_dyn(), coordinates.as_dyn());
    xparray_core::TypeClass::RealElement.check(OP, coordinates.dtype())?;
    if x.ndim() == 0 || coordinates.ndim() < 2 || coordinates.shape()[0] != x.ndim() {
        return Err(Error::shape(OP, x.shape(), coordinates.shape()));
    }
    let places = (0..x.ndim()).map(|axis| coordinates.take(axis as isize, 0)).collect::<Result<Vec<_>>>()?;
    Samples::new(OP, x, &options)?.at(&places)
}

/// An array of a shape, or of the array's, whose elements are the values at the places that a function gives: it is called with the
/// indices along each axis of the result, arrays of its shape, and returns the places along each axis of the array.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Spline, geometric_transform};
/// let x = xp.array([[0.0, 1.0], [2.0, 3.0]])?;
/// let turned = geometric_transform(&x, |at| Ok(vec![at[1].clone(), at[0].clone()]), None, Spline::new().order(1))?;
/// assert_eq!(turned.to_string(), "[[0. 2.]\n [1. 3.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of the function; [`Error::Shape`] unless it gives arrays of the result's shape for all axes; [`Error::Value`] for an order of
/// splines above 5.
pub fn geometric_transform<B: Backend>(
    x: &impl AnyArray<B>,
    mapping: impl FnOnce(&[DynArray<B>]) -> Result<Vec<DynArray<B>>>,
    output_shape: Option<&[usize]>,
    options: Spline,
) -> Result<DynArray<B>> {
    const OP: &str = "geometric_transform";
    let x = x.as_dyn();
    let shape = output_shape.unwrap_or(x.shape());
    let places = mapping(&grid(x.xp(), shape)?)?;
    if x.ndim() == 0 || shape.is_empty() || places.len() != x.ndim() {
        return Err(Error::shape(OP, x.shape(), shape));
    }
    if let Some(place) = places.iter().find(|place| place.shape() != shape) {
        return Err(Error::shape(OP, shape, place.shape()));
    }
    Samples::new(OP, x, &options)?.at(&places)
}

/// An array of a shape, or of the array's, whose element at `o` is the value at `matrix o + offset`. The matrix may be its diagonal, or
/// have the offset as another column, with or without a row `[0, ..., 0, 1]`. No offsets are zeros.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Spline, affine_transform};
/// let x = xp.array([[0.0, 1.0], [2.0, 3.0]])?;
/// let turned = xp.array([[0.0, 1.0], [-1.0, 0.0]])?;
/// let found = affine_transform(&x, &turned, &[0.0, 1.0], None, Spline::new().order(1))?;
/// assert_eq!(found.to_string(), "[[1. 3.]\n [0. 2.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless matrix and offset have the array's dimensions; [`Error::Value`] for another last row of five numbers, and for
/// an order of splines above 5.
pub fn affine_transform<B: Backend>(
    x: &impl AnyArray<B>,
    matrix: &impl AnyArray<B>,
    offset: &[f64],
    output_shape: Option<&[usize]>,
    options: Spline,
) -> Result<DynArray<B>> {
    const OP: &str = "affine_transform";
    let (x, matrix) = (x.as_dyn(), matrix.as_dyn());
    let (ndim, shape) = (x.ndim(), output_shape.unwrap_or(x.shape()));
    let numbers = matrix.astype(DType::F64)?.typed::<f64>()?.to_vec()?;
    let wrong = || Error::shape(OP, x.shape(), matrix.shape());
    let mut offset = match offset {
        [] => vec![0.0; ndim],
        [one] => vec![*one; ndim],
        all => all.to_vec(),
    };
    if ndim == 0 || shape.len() != ndim || offset.len() != ndim {
        return Err(wrong());
    }
    let samples = Samples::new(OP, x, &options)?;
    let columns = match *matrix.shape() {
        [rows] if rows == ndim => {
            let places = (0..ndim).map(|axis| {
                let along = x.xp().arange(shape[axis])?.into_dyn().astype(DType::F64)?;
                along.multiply(numbers[axis])?.add(offset[axis])
            });
            return samples.along(&places.collect::<Result<Vec<_>>>()?);
        }
        [rows, columns] if rows == ndim && columns == ndim => columns,
        [rows, columns] if columns == ndim + 1 && (rows == ndim || rows == columns) => {
            let last = |k: usize| if k == ndim { 1.0 } else { 0.0 };
            if rows == columns && (0..columns).any(|k| numbers[ndim * columns + k] != last(k)) {
                return Err(Error::value(
                    OP,
                    "the last row of a matrix of homogeneous coordinates is not 0, ..., 0, 1",
                ));
            }
            offset = (0..ndim).map(|row| numbers[row * columns + ndim]).collect();
            columns
        }
        _ => return Err(wrong()),
    };
    let matrix: Vec<f64> = (0..ndim).flat_map(|row| numbers[row * columns..][..ndim].to_vec()).collect();
    samples.affine(Affine { matrix: &matrix, offset: &offset }, shape)
}
