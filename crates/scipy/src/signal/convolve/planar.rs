//! Convolutions of images, with what lies beyond their edges.

use super::{Convolve, adjoint, convolution};
use xparray_core::ConvolveMode;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, Scalar};

/// What lies beyond the edges of an image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Boundary {
    /// A number everywhere.
    Fill(Scalar),
    /// The image again: `abcd abcd abcd`.
    Wrap,
    /// Its mirror image: `dcba abcd dcba`.
    Symm,
}

/// Options of [`convolve2d_with`] and [`correlate2d_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::ConvolveMode;
/// use xparray::scipy::signal::{Boundary, Planar, convolve2d_with};
/// let (x, h) = (xp.array([[1.0, 2.0, 3.0]])?, xp.array([[1.0, 1.0, 1.0]])?);
/// let y = convolve2d_with(&x, &h, Planar::new().mode(ConvolveMode::Same).boundary(Boundary::Symm))?;
/// assert_eq!(y.to_string(), "[[4. 6. 8.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Planar {
    mode: ConvolveMode,
    boundary: Boundary,
}

impl Default for Planar {
    fn default() -> Self {
        Self { mode: ConvolveMode::Full, boundary: Boundary::Fill(0.0.into()) }
    }
}

impl Planar {
    /// All overlaps, with zeros beyond the edges.
    pub fn new() -> Self {
        Self::default()
    }

    /// Which overlaps.
    pub fn mode(self, mode: ConvolveMode) -> Self {
        Self { mode, ..self }
    }

    /// What lies beyond the edges.
    pub fn boundary(self, boundary: Boundary) -> Self {
        Self { boundary, ..self }
    }
}

/// The convolution of two matrices, all overlaps, with zeros beyond the edges: SciPy's `convolve2d`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::convolve2d;
/// let (x, h) = (xp.array([[1.0, 2.0]])?, xp.array([[1.0], [1.0]])?);
/// assert_eq!(convolve2d(&x, &h)?.to_string(), "[[1. 2.]\n [1. 2.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless both have two axes; [`Error::Value`] for an empty one; [`Error::DType`] for two arrays of truth values.
pub fn convolve2d<B: Backend>(a: &impl AnyArray<B>, b: &impl AnyArray<B>) -> Result<DynArray<B>> {
    convolve2d_with(a, b, Planar::new())
}

/// [`convolve2d`] with options.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::ConvolveMode;
/// use xparray::scipy::signal::{Boundary, Planar, convolve2d_with};
/// let (x, h) = (xp.array([[1.0, 2.0, 3.0]])?, xp.array([[1.0, 0.0, -1.0]])?);
/// let y = convolve2d_with(&x, &h, Planar::new().mode(ConvolveMode::Same).boundary(Boundary::Wrap))?;
/// assert_eq!(y.to_string(), "[[-1.  2. -1.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`convolve2d`]; [`Error::Value`] for whole overlaps where each matrix is longer along one axis.
pub fn convolve2d_with<B: Backend>(a: &impl AnyArray<B>, b: &impl AnyArray<B>, options: Planar) -> Result<DynArray<B>> {
    planar("convolve2d", a.as_dyn(), b.as_dyn(), options, |m| (m - 1) / 2)
}

/// The correlation of two matrices: the convolution of `a` with `b` reversed and conjugated.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::correlate2d;
/// let (x, template) = (xp.array([[0.0, 1.0, 2.0]])?, xp.array([[1.0, 2.0]])?);
/// assert_eq!(correlate2d(&x, &template)?.to_string(), "[[0. 2. 5. 2.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`convolve2d`].
pub fn correlate2d<B: Backend>(a: &impl AnyArray<B>, b: &impl AnyArray<B>) -> Result<DynArray<B>> {
    correlate2d_with(a, b, Planar::new())
}

/// [`correlate2d`] with options.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::ConvolveMode;
/// use xparray::scipy::signal::{Planar, correlate2d_with};
/// let (x, template) = (xp.array([[0.0, 1.0, 2.0]])?, xp.array([[1.0, 2.0]])?);
/// let y = correlate2d_with(&x, &template, Planar::new().mode(ConvolveMode::Valid))?;
/// assert_eq!(y.to_string(), "[[2. 5.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`convolve2d_with`].
pub fn correlate2d_with<B: Backend>(
    a: &impl AnyArray<B>,
    b: &impl AnyArray<B>,
    options: Planar,
) -> Result<DynArray<B>> {
    // Of even lengths the middle lies on the other side than in a convolution.
    planar("correlate2d", a.as_dyn(), &adjoint(b.as_dyn())?, options, |m| m / 2)
}

/// A part of the convolution of matrices, of which the results as long as the first begin at `middle` of the length of the second.
fn planar<B: Backend>(
    op: &'static str,
    a: &DynArray<B>,
    b: &DynArray<B>,
    options: Planar,
    middle: fn(usize) -> usize,
) -> Result<DynArray<B>> {
    if a.ndim() != 2 || b.ndim() != 2 {
        return Err(Error::shape(op, a.shape(), b.shape()));
    }
    if a.is_empty() || b.is_empty() {
        return Err(Error::value(op, "an empty matrix"));
    }
    let whole = Convolve::new().mode(ConvolveMode::Valid);
    let width = match options.mode {
        ConvolveMode::Valid => return convolution(op, a, b, whole),
        ConvolveMode::Full => b.shape().iter().map(|&m| (m - 1, m - 1)).collect::<Vec<_>>(),
        ConvolveMode::Same => b.shape().iter().map(|&m| (m - 1 - middle(m), middle(m))).collect(),
    };
    let a = a.astype(a.dtype().promote(b.dtype()))?;
    let mode = match options.boundary {
        Boundary::Fill(value) => PadMode::Constant(value),
        Boundary::Wrap => PadMode::Wrap,
        Boundary::Symm => PadMode::Symmetric,
    };
    convolution(op, &a.pad_with(width, mode)?, b, whole)
}

/// A matrix by a filter along its rows and one along its columns, vectors, with its mirror image beyond the edges: SciPy's `sepfir2d`, of the shape
/// of `x`. The filters have odd lengths.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::sepfir2d;
/// let x = xp.array([[1.0, 2.0], [3.0, 4.0]])?;
/// let y = sepfir2d(&x, &xp.array([1.0, 2.0, 1.0])?, &xp.array([1.0])?)?;
/// assert_eq!(y.to_string(), "[[ 5.  7.]\n [13. 15.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless `x` has two axes and the filters one; [`Error::Value`] for an empty matrix and for filters of even lengths;
/// [`Error::DType`] for two arrays of truth values.
pub fn sepfir2d<B: Backend>(
    x: &impl AnyArray<B>,
    row: &impl AnyArray<B>,
    column: &impl AnyArray<B>,
) -> Result<DynArray<B>> {
    const OP: &str = "sepfir2d";
    let (x, row, column) = (x.as_dyn(), row.as_dyn(), column.as_dyn());
    let (&[_, _], &[m], &[n]) = (x.shape(), row.shape(), column.shape()) else {
        return Err(Error::shape(OP, x.shape(), row.shape()));
    };
    if x.is_empty() || m % 2 == 0 || n % 2 == 0 {
        return Err(Error::value(OP, format!("a matrix {:?}, filters of {m} and {n} elements", x.shape())));
    }
    let whole = Convolve::new().mode(ConvolveMode::Valid);
    let padded = x.pad_with([(n / 2, n / 2), (m / 2, m / 2)], PadMode::Symmetric)?;
    let rows = convolution(OP, &padded, &row.reshape([1, m])?, whole)?;
    convolution(OP, &rows, &column.reshape([n, 1])?, whole)
}
