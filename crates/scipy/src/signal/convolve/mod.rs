//! Convolution and correlation of arrays of any number of dimensions.

mod direct;
mod extent;
mod fourier;
mod planar;

pub(super) use direct::windows_times;
pub use fourier::{FftConvolve, fftconvolve, fftconvolve_with, oaconvolve, oaconvolve_with};
pub use planar::{Boundary, Planar, convolve2d, convolve2d_with, correlate2d, correlate2d_with, sepfir2d};

use crate::field_type;
use extent::{extent, operands};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, ConvolveMode, Result};

/// How a convolution is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ConvolveMethod {
    /// Whichever is estimated to be faster ([`choose_conv_method`]).
    #[default]
    Auto,
    /// By the definition.
    Direct,
    /// By Fourier transforms, in blocks where one array is much longer. The error is one of the largest element; of integers the sums are
    /// made in `f64` and rounded.
    Fft,
}

/// Options of [`convolve_with`] and [`correlate_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::ConvolveMode;
/// use xparray::scipy::signal::{Convolve, ConvolveMethod, convolve_with};
/// let (x, h) = (xp.ones::<f64>([4, 4])?, xp.ones::<f64>([3, 3])?);
/// let y = convolve_with(&x, &h, Convolve::new().mode(ConvolveMode::Valid).method(ConvolveMethod::Direct))?;
/// assert_eq!(y.to_string(), "[[9. 9.]\n [9. 9.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Convolve {
    mode: ConvolveMode,
    method: ConvolveMethod,
}

impl Default for Convolve {
    fn default() -> Self {
        Self { mode: ConvolveMode::Full, method: ConvolveMethod::Auto }
    }
}

impl Convolve {
    /// All overlaps, by the method that is estimated to be faster.
    pub fn new() -> Self {
        Self::default()
    }

    /// Which overlaps: all of them, as many as there are elements in the first array, or the whole ones.
    pub fn mode(self, mode: ConvolveMode) -> Self {
        Self { mode, ..self }
    }

    /// How it is computed.
    pub fn method(self, method: ConvolveMethod) -> Self {
        Self { method, ..self }
    }
}

/// The convolution of two arrays of as many dimensions: `y[k] = sum(a[i] b[k - i])` over all `i` of all axes; SciPy's `convolve`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::convolve;
/// let (x, h) = (xp.array([[1, 2], [3, 4]])?, xp.array([[1, 1]])?);
/// assert_eq!(convolve(&x, &h)?.to_string(), "[[1 3 2]\n [3 7 4]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`](xparray_core::Error::Shape) for different numbers of dimensions; [`Error::DType`](xparray_core::Error::DType) for two arrays of truth values.
pub fn convolve<B: Backend>(a: &impl AnyArray<B>, b: &impl AnyArray<B>) -> Result<DynArray<B>> {
    convolve_with(a, b, Convolve::new())
}

/// [`convolve`] with options.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::ConvolveMode;
/// use xparray::scipy::signal::{Convolve, convolve_with};
/// let (x, h) = (xp.array([1.0, 2.0, 3.0, 4.0])?, xp.array([1.0, 0.0, -1.0])?);
/// assert_eq!(convolve_with(&x, &h, Convolve::new().mode(ConvolveMode::Same))?.to_string(), "[ 2.  2.  2. -3.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`convolve`]; [`Error::Value`](xparray_core::Error::Value) for whole overlaps where each array is longer along one axis.
pub fn convolve_with<B: Backend>(a: &impl AnyArray<B>, b: &impl AnyArray<B>, options: Convolve) -> Result<DynArray<B>> {
    convolution("convolve", a.as_dyn(), b.as_dyn(), options)
}

/// The correlation of two arrays of as many dimensions: the convolution of `a` with `b` reversed along all axes and conjugated; SciPy's
/// `correlate`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::correlate;
/// let (x, template) = (xp.array([0, 0, 1, 2, 0])?, xp.array([1, 2])?);
/// assert_eq!(correlate(&x, &template)?.to_string(), "[0 0 2 5 2 0]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`convolve`].
pub fn correlate<B: Backend>(a: &impl AnyArray<B>, b: &impl AnyArray<B>) -> Result<DynArray<B>> {
    correlate_with(a, b, Convolve::new())
}

/// [`correlate`] with options.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::ConvolveMode;
/// use xparray::scipy::signal::{Convolve, correlate_with};
/// let (x, template) = (xp.array([0, 0, 1, 2, 0])?, xp.array([1, 2])?);
/// let y = correlate_with(&x, &template, Convolve::new().mode(ConvolveMode::Valid))?;
/// assert_eq!(y.argmax(0)?.item()?, 2i64.into()); // where the template lies
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`convolve_with`].
pub fn correlate_with<B: Backend>(
    a: &impl AnyArray<B>,
    b: &impl AnyArray<B>,
    options: Convolve,
) -> Result<DynArray<B>> {
    convolution("correlate", a.as_dyn(), &adjoint(b.as_dyn())?, options)
}

/// Reversed along all axes, and conjugated.
fn adjoint<B: Backend>(x: &DynArray<B>) -> Result<DynArray<B>> {
    let reversed = x.flip(..)?;
    if x.dtype().is_complex() { reversed.conj() } else { Ok(reversed) }
}

fn convolution<B: Backend>(
    op: &'static str,
    a: &DynArray<B>,
    b: &DynArray<B>,
    options: Convolve,
) -> Result<DynArray<B>> {
    let mode = options.mode;
    let axes: Vec<usize> = (0..a.ndim()).collect();
    let [a, b] = operands(op, a, b, mode, &axes)?;
    if a.is_empty() || b.is_empty() {
        return a.xp().zeros_of(a.dtype(), vec![0; a.ndim()]);
    }
    if a.ndim() == 0 {
        return a.multiply(&b);
    }
    let method = match options.method {
        ConvolveMethod::Auto => faster(&a, &b, mode),
        method => method,
    };
    if method == ConvolveMethod::Direct {
        return direct::direct(&a, &b, mode);
    }
    let dtype = field_type(a.dtype());
    let y = fourier::blocks(&a.astype(dtype)?, &b.astype(dtype)?, mode, &axes)?;
    if a.dtype().is_integer() { y.rint()?.astype(a.dtype()) } else { y.astype(a.dtype()) }
}

/// The method that [`convolve`] takes for two arrays: by the definition for integers, whose sums are exact then, and otherwise whichever is
/// estimated to be faster.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::ConvolveMode;
/// use xparray::scipy::signal::{ConvolveMethod, choose_conv_method};
/// let (x, h) = (xp.ones::<f32>(100_000)?, xp.ones::<f32>(4)?);
/// assert_eq!(choose_conv_method(&x, &h, ConvolveMode::Same)?, ConvolveMethod::Direct);
/// assert_eq!(choose_conv_method(&x, &x, ConvolveMode::Same)?, ConvolveMethod::Fft);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`convolve_with`].
pub fn choose_conv_method<B: Backend>(
    a: &impl AnyArray<B>,
    b: &impl AnyArray<B>,
    mode: ConvolveMode,
) -> Result<ConvolveMethod> {
    let axes: Vec<usize> = (0..a.as_dyn().ndim()).collect();
    let [a, b] = operands("choose_conv_method", a.as_dyn(), b.as_dyn(), mode, &axes)?;
    Ok(if a.is_empty() || b.is_empty() { ConvolveMethod::Direct } else { faster(&a, &b, mode) })
}

/// Products and sums of the definition that take as long as one element of a transform takes for each doubling of its length.
const PRODUCTS: f64 = 4.0;

fn faster<B: Backend>(a: &DynArray<B>, b: &DynArray<B>, mode: ConvolveMode) -> ConvolveMethod {
    if a.dtype().is_integer() {
        return ConvolveMethod::Direct;
    }
    let results: f64 = a.shape().iter().zip(b.shape()).map(|(&n, &m)| extent(mode, n, m).1 as f64).product();
    let taps = a.len().min(b.len()) as f64;
    let length: f64 = a.shape().iter().zip(b.shape()).map(|(&n, &m)| (n + m - 1) as f64).product();
    // Two transforms of that length, as that of the kernel is shorter where blocks are.
    let fourier = 2.0 * length * (1.0 + taps.log2().max(4.0)) * PRODUCTS;
    if results * taps <= fourier { ConvolveMethod::Direct } else { ConvolveMethod::Fft }
}

/// The shift of the second array that each element of the correlation of two vectors belongs to, of lengths `n` and `m`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::ConvolveMode;
/// use xparray::scipy::signal::correlation_lags;
/// assert_eq!(correlation_lags(&xp, 4, 2, ConvolveMode::Full)?.to_string(), "[-1  0  1  2  3]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`](xparray_core::Error::Value) if one is 0.
pub fn correlation_lags<B: Backend>(xp: &B, n: usize, m: usize, mode: ConvolveMode) -> Result<DynArray<B>> {
    if n == 0 || m == 0 {
        return Err(xparray_core::Error::value("correlation_lags", "no elements"));
    }
    let (start, len) = extent(mode, n, m);
    let first = start as i64 - (m as i64 - 1);
    xp.arange_of(DType::I64, first..first + len as i64)
}
