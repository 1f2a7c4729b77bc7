//! The entropy of a density, by a sample of it.

use super::along::{Along, along_setters};
use crate::SliceLast;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Result};

const OP: &str = "differential_entropy";

/// How [`differential_entropy`] estimates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EntropyMethod {
    /// By van Es up to 10 elements, Ebrahimi up to 1000, and Vasicek beyond.
    #[default]
    Auto,
    /// By the distances of elements a window apart, those beyond the ends being the ends (Vasicek, A test for normality based on sample entropy,
    /// 1976).
    Vasicek,
    /// With a correction of the bias (van Es, Estimating functionals related to a density by a class of statistics based on spacings, 1992).
    VanEs,
    /// With other weights at the ends (Ebrahimi, Pflughoeft and Soofi, Two measures of sample entropy, 1994).
    Ebrahimi,
    /// By the slopes of lines through the elements of a window (Correa, A new estimator of entropy, 1995).
    Correa,
}

/// Options of [`differential_entropy`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{DifferentialEntropy, EntropyMethod, differential_entropy};
/// let x = xp.array([[1.0, 2.0, 4.0, 7.0]])?;
/// let options = DifferentialEntropy::new().axis(1).base(2.0).window_length(1).method(EntropyMethod::Vasicek);
/// assert_eq!(differential_entropy(&x, options)?.to_string(), "[2.37296327]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DifferentialEntropy {
    along: Along,
    window_length: Option<usize>,
    base: Option<f64>,
    method: EntropyMethod,
}

impl Default for DifferentialEntropy {
    fn default() -> Self {
        Self { along: Along::new(0), window_length: None, base: None, method: EntropyMethod::Auto }
    }
}

impl DifferentialEntropy {
    /// In natural units, along the first axis.
    pub fn new() -> Self {
        Self::default()
    }

    along_setters!();

    /// The distance of elements to either side that are compared; by default the root of their number, rounded.
    pub fn window_length(self, window_length: usize) -> Self {
        Self { window_length: Some(window_length), ..self }
    }

    /// The base of the logarithm.
    pub fn base(self, base: f64) -> Self {
        Self { base: Some(base), ..self }
    }

    /// How it is estimated.
    pub fn method(self, method: EntropyMethod) -> Self {
        Self { method, ..self }
    }
}

/// The entropy of the density that a sample is of, `-integral(p log(p))`, by the distances of its elements. In double precision, on the device.
///
/// Samples of so few elements that they have no window by default have NaN.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{DifferentialEntropy, differential_entropy};
/// let x = xp.array([0.5, 1.0, 1.2, 2.0, 2.9, 4.0])?;
/// let found = differential_entropy(&x, DifferentialEntropy::new())?;
/// assert_eq!(format!("{:.6}", found.item()?.get::<f64>()), "1.666775");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for a window of no or of half of the elements, and for a base that is not positive; [`Error::Axis`] if the axis is not there;
/// [`Error::DType`] for complex numbers.
pub fn differential_entropy<B: Backend>(x: &impl AnyArray<B>, options: DifferentialEntropy) -> Result<DynArray<B>> {
    let base = options.base.unwrap_or(std::f64::consts::E);
    if base.is_nan() || base <= 0.0 {
        return Err(Error::value(OP, format!("the base {base}")));
    }
    let [found] = options.along.one(OP, x.as_dyn(), 1, |x, n| {
        let m = options.window_length.unwrap_or(((n as f64).sqrt() + 0.5) as usize);
        if options.window_length.is_none() && 2 * m >= n {
            let batch = x.shape()[..x.ndim() - 1].to_vec();
            return Ok([x.xp().full_of(DType::F64, batch, f64::NAN)?]);
        }
        if m == 0 || 2 * m >= n {
            let message = format!("a window of {m}, which must be positive and less than half of {n} elements");
            return Err(Error::value(OP, message));
        }
        let method = match options.method {
            EntropyMethod::Auto if n <= 10 => EntropyMethod::VanEs,
            EntropyMethod::Auto if n <= 1000 => EntropyMethod::Ebrahimi,
            EntropyMethod::Auto => EntropyMethod::Vasicek,
            method => method,
        };
        Ok([estimated(&x.astype(DType::F64)?.sort()?, (n, m), method)?])
    })?;
    if options.base.is_some() { found.divide(base.ln()) } else { Ok(found) }
}

/// The entropy by sorted samples of `n` elements, with a window of `m`.
fn estimated<B: Backend>(x: &DynArray<B>, (n, m): (usize, usize), method: EntropyMethod) -> Result<DynArray<B>> {
    let (count, width) = (n as f64, m as f64);
    let place = x.xp().arange(n as i64)?.into_dyn();
    // The elements so many places behind each; beyond the ends, the ends.
    let moved = |by: &DynArray<B>| x.take(&place.expand_dims(-1)?.add(by)?.clip(0, n as i64 - 1)?, -1);
    let steps = x.xp().arange(-(m as i64)..m as i64 + 1)?.into_dyn();
    let apart = || {
        let ends = moved(&steps.slice(s![..; 2 * m as isize])?)?;
        ends.slice_last(s![1])?.subtract(&ends.slice_last(s![0])?)
    };
    match method {
        EntropyMethod::VanEs => {
            let apart = x.slice_last(s![m as isize..])?.subtract(&x.slice_last(s![..(n - m) as isize])?)?;
            let first = apart.multiply((count + 1.0) / width)?.log()?.sum(-1)?.divide((n - m) as f64)?;
            let bias: f64 = (m..=n).map(|k| 1.0 / k as f64).sum();
            first.add(bias + width.ln() - (count + 1.0).ln())
        }
        EntropyMethod::Ebrahimi => {
            let inwards = place.minimum(&place.negative()?.add(n as i64 - 1)?)?.astype(DType::F64)?;
            let weights = inwards.divide(width)?.minimum(1.0)?.add(1.0)?;
            apart()?.multiply(count / width)?.divide(&weights)?.log()?.mean(-1)
        }
        EntropyMethod::Correa => {
            let windows = moved(&steps)?;
            let away = windows.subtract(&windows.mean(keepdims(-1))?)?;
            let slope = away.multiply(&steps)?.sum(-1)?.divide(&away.square()?.sum(-1)?.multiply(count)?)?;
            slope.log()?.mean(-1)?.negative()
        }
        EntropyMethod::Auto | EntropyMethod::Vasicek => apart()?.multiply(0.5 * count / width)?.log()?.mean(-1),
    }
}
