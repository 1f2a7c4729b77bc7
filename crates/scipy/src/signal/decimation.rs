//! Signals at a whole fraction of their rate, without what would be folded back.

use super::design::{Band, Pairing, cheby1, zpk2sos};
use super::fir::firwin;
use super::recursive::{FiltFilt, LFilter, sosfilt_with, sosfiltfilt_with};
use super::resampling::{ResamplePoly, UpFirDn, resample_poly_with, upfirdn_with};
use crate::field;
use xparray_core::layout::normalize_axis;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, IntoAxis, Result, SliceItem, SliceRange};

/// The low pass of [`decimate_with`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DecimateFilter {
    /// Chebyshev's of the first kind, of order 8 unless another one is asked for.
    #[default]
    Iir,
    /// A finite one under Hamming's window, of order 20 times the factor unless another one is asked for.
    Fir,
}

/// Options of [`decimate_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{Decimate, DecimateFilter, decimate_with};
/// let x = xp.ones::<f64>([100, 2])?;
/// assert_eq!(decimate_with(&x, 4, Decimate::new().filter(DecimateFilter::Fir).axis(0))?.shape(), [25, 2]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Decimate {
    n: Option<usize>,
    filter: DecimateFilter,
    axis: isize,
    zero_phase: bool,
}

impl Default for Decimate {
    fn default() -> Self {
        Self { n: None, filter: DecimateFilter::Iir, axis: -1, zero_phase: true }
    }
}

impl Decimate {
    /// Along the last axis, by a recursive filter forwards and backwards.
    pub fn new() -> Self {
        Self::default()
    }

    /// The order of the filter.
    pub fn n(self, n: usize) -> Self {
        Self { n: Some(n), ..self }
    }

    /// The filter.
    pub fn filter(self, filter: DecimateFilter) -> Self {
        Self { filter, ..self }
    }

    /// The axis.
    pub fn axis(self, axis: impl IntoAxis) -> Self {
        Self { axis: axis.into_axis(), ..self }
    }

    /// Whether the filter shifts no phases.
    pub fn zero_phase(self, zero_phase: bool) -> Self {
        Self { zero_phase, ..self }
    }
}

/// Each `q`-th element along the last axis of signals behind a low pass: SciPy's `decimate`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::decimate;
/// let x = xp.arange_of(DType::F64, 0..200)?.multiply(0.05)?.sin()?;
/// let y = decimate(&x, 4)?;
/// assert!(y.subtract(&x.slice(s![..;4])?)?.abs()?.max(..)?.typed::<f64>()?.item()? < 0.02);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for a factor of 0 and a signal shorter than what it is continued by; [`Error::Axis`] for a number.
pub fn decimate<B: Backend>(x: &impl AnyArray<B>, q: usize) -> Result<DynArray<B>> {
    decimate_with(x, q, Decimate::new())
}

/// [`decimate`] with options.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{Decimate, decimate_with};
/// let x = xp.ones::<f64>(50)?;
/// assert_eq!(decimate_with(&x, 5, Decimate::new().n(3).zero_phase(false))?.shape(), [10]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`decimate`]; [`Error::Axis`] if the axis is not there; [`Error::Value`] for an order of 0.
pub fn decimate_with<B: Backend>(x: &impl AnyArray<B>, q: usize, options: Decimate) -> Result<DynArray<B>> {
    const OP: &str = "decimate";
    let x = field(x.as_dyn())?;
    let axis = normalize_axis(OP, options.axis, x.ndim())?;
    if q == 0 {
        return Err(Error::value(OP, "each 0-th element"));
    }
    let real = x.real()?.dtype();
    let mut items = vec![SliceItem::from(..); x.ndim()];
    match options.filter {
        DecimateFilter::Fir => {
            let b = firwin(options.n.unwrap_or(20 * q) + 1, &[1.0 / q as f64])?;
            let b = x.xp().array(b)?.into_dyn().astype(real)?;
            if options.zero_phase {
                return resample_poly_with(&x, 1, q, ResamplePoly::new().axis(axis).window(&b));
            }
            items[axis] = (..x.shape()[axis].div_ceil(q)).into();
            upfirdn_with(&b, &x, 1, q, UpFirDn::new().axis(axis))?.slice(&items)
        }
        DecimateFilter::Iir => {
            let low_pass = cheby1(options.n.unwrap_or(8), 0.05, Band::lowpass(0.8 / q as f64))?;
            let sos = zpk2sos(&low_pass, Pairing::default())?.array(x.xp())?.into_dyn().astype(real)?;
            let y = match options.zero_phase {
                true => sosfiltfilt_with(&sos, &x, FiltFilt::new().axis(axis))?,
                false => sosfilt_with(&sos, &x, LFilter::new().axis(axis))?.0,
            };
            items[axis] = SliceRange::from(0..).step(q).into();
            y.slice(&items)
        }
    }
}

/// What the convolution with `divisor` makes `signal` of, and what is left: polynomial division, of vectors; SciPy's `deconvolve`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::deconvolve;
/// let (quotient, rest) = deconvolve(&xp.array([0.0, 1.0, 2.5, 4.0, 1.5])?, &xp.array([2.0, 1.0])?)?;
/// assert_eq!(quotient.to_string(), "[0.  0.5 1.  1.5]");
/// assert_eq!(rest.to_string(), "[0. 0. 0. 0. 0.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless both are vectors; [`Error::Value`] for an empty divisor and one that begins with 0.
pub fn deconvolve<B: Backend>(
    signal: &impl AnyArray<B>,
    divisor: &impl AnyArray<B>,
) -> Result<(DynArray<B>, DynArray<B>)> {
    const OP: &str = "deconvolve";
    let (signal, divisor) = (field(signal.as_dyn())?, field(divisor.as_dyn())?);
    if signal.ndim() != 1 || divisor.ndim() != 1 {
        return Err(Error::shape(OP, signal.shape(), divisor.shape()));
    }
    let (n, m) = (signal.len(), divisor.len());
    if m == 0 || !divisor.slice(s![0])?.not_equal(0.0)?.typed::<bool>()?.item()? {
        return Err(Error::value(OP, "a divisor of no elements, or one that begins with 0"));
    }
    let dtype = signal.dtype().promote(divisor.dtype());
    let signal = signal.astype(dtype)?;
    if m > n {
        return Ok((signal.xp().zeros_of(dtype, 0)?, signal));
    }
    // The response of the recursive filter to the signal.
    let quotient = super::lfilter(&signal.xp().ones_of(dtype, 1)?, &divisor, &signal.slice(s![..n - m + 1])?)?;
    let product =
        super::convolve_with(&quotient, &divisor, super::Convolve::new().method(super::ConvolveMethod::Direct))?;
    let rest = signal.subtract(&product)?;
    Ok((quotient, rest))
}
