//! Gaussian filters and their derivatives.

use super::correlate::{correlate_axes, correlate1d};
use super::edges::{generic_gradient_magnitude, generic_laplace};
use super::mode::PerAxis;
use super::options::{Along, Filter};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Options of Gaussian filters.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Gaussian, gaussian_filter1d};
/// let x = xp.array([0.0, 1.0, 2.0, 3.0])?;
/// let slope = gaussian_filter1d(&x, 0.5, 0, Gaussian::new().order(1))?;
/// assert_eq!(slope.round(3)?.to_string(), "[0.428 0.858 0.858 0.428]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Gaussian {
    filter: Filter,
    order: PerAxis<u32>,
    truncate: f64,
    radius: Option<PerAxis<usize>>,
}

impl Default for Gaussian {
    fn default() -> Self {
        Self { filter: Filter::new(), order: 0.into(), truncate: 4.0, radius: None }
    }
}

impl From<Filter> for Gaussian {
    fn from(filter: Filter) -> Self {
        Self { filter, ..Self::default() }
    }
}

impl Gaussian {
    /// The Gaussian itself, cut off at four standard deviations; [`Filter::new`].
    pub fn new() -> Self {
        Self::default()
    }

    /// Modes, axes and the result's type. Windows are not moved.
    pub fn filter(self, filter: Filter) -> Self {
        Self { filter, ..self }
    }

    /// The order of the derivative, for all axes or for each.
    pub fn order(self, order: impl Into<PerAxis<u32>>) -> Self {
        Self { order: order.into(), ..self }
    }

    /// At how many standard deviations it is cut off.
    pub fn truncate(self, truncate: f64) -> Self {
        Self { truncate, ..self }
    }

    /// At how many elements it is cut off instead.
    pub fn radius(self, radius: impl Into<PerAxis<usize>>) -> Self {
        Self { radius: Some(radius.into()), ..self }
    }
}

/// The Gaussian, or a derivative: the derivative of `q(x) exp(p(x))` is `(q' + q p') exp(p)`, so `q` is a polynomial.
fn kernel(sigma: f64, order: u32, radius: usize) -> Vec<f64> {
    let points = || (0..=2 * radius).map(|k| k as f64 - radius as f64);
    let variance = sigma * sigma;
    let bell: Vec<f64> = points().map(|x| (-0.5 / variance * x * x).exp()).collect();
    let sum = bell.iter().sum::<f64>();
    let mut q = vec![0.0; order as usize + 1];
    q[0] = 1.0;
    for _ in 0..order {
        let derivative = |k: usize| {
            let own = q.get(k + 1).map_or(0.0, |c| c * (k + 1) as f64);
            let inner = k.checked_sub(1).map_or(0.0, |below| q[below] / -variance);
            own + inner
        };
        q = (0..q.len()).map(derivative).collect();
    }
    let value = |x: f64| q.iter().enumerate().map(|(k, c)| c * x.powi(k as i32)).sum::<f64>();
    points().zip(&bell).map(|(x, y)| if order == 0 { y / sum } else { value(x) * (y / sum) }).collect()
}

/// What windows are multiplied by: the Gaussian turned about.
fn weights(sigma: f64, order: u32, radius: usize) -> Vec<f64> {
    let mut weights = kernel(sigma, order, radius);
    weights.reverse();
    weights
}

/// The most elements on either side of one.
const WIDEST: f64 = 1e6;

/// How far the Gaussian goes.
fn radius_of(op: &'static str, sigma: f64, truncate: f64, radius: Option<usize>) -> Result<usize> {
    if let Some(radius) = radius.filter(|&radius| radius as f64 <= WIDEST) {
        return Ok(radius);
    }
    let radius = truncate * sigma + 0.5;
    match (0.0..=WIDEST).contains(&radius) {
        true => Ok(radius as usize),
        false => Err(Error::value(op, format!("a Gaussian of width {sigma}, up to {truncate} of it"))),
    }
}

/// Smooths along one axis.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Gaussian, gaussian_filter1d};
/// let x = xp.array([1.0, 1.0, 4.0, 1.0, 1.0])?;
/// assert_eq!(gaussian_filter1d(&x, 0.2, 0, Gaussian::new())?.round(3)?.to_string(), "[1. 1. 4. 1. 1.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] for an axis that is not there; [`Error::Value`] for a width that is not a number or negative.
pub fn gaussian_filter1d<B: Backend>(
    x: &impl AnyArray<B>,
    sigma: f64,
    axis: isize,
    options: Gaussian,
) -> Result<DynArray<B>> {
    const OP: &str = "gaussian_filter1d";
    let Gaussian { filter, order, truncate, radius } = options;
    let one = |message: &str| Error::value(OP, message.to_owned());
    let order = order.of(1).ok_or_else(|| one("orders of several axes"))?[0];
    let radius = radius.map(|radius| radius.of(1).ok_or_else(|| one("radii of several axes"))).transpose()?;
    let radius = radius_of(OP, sigma, truncate, radius.map(|radius| radius[0]))?;
    correlate1d(x, &weights(sigma, order, radius), axis, filter.origin(0))
}

/// Smooths along all axes, one after the other, each time in the type of the result.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Gaussian, gaussian_filter};
/// let x = xp.array([[0, 0, 0], [0, 100, 0], [0, 0, 0]])?;
/// assert_eq!(gaussian_filter(&x, 0.5, Gaussian::new())?.to_string(), "[[ 1  7  1]\n [ 8 61  8]\n [ 1  7  1]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`gaussian_filter1d`]; [`Error::Value`] unless there is one width, or one for each axis.
pub fn gaussian_filter<B: Backend>(
    x: &impl AnyArray<B>,
    sigma: impl Into<PerAxis<f64>>,
    options: Gaussian,
) -> Result<DynArray<B>> {
    const OP: &str = "gaussian_filter";
    let x = x.as_dyn();
    let along = options.filter.along(OP, x.ndim())?;
    let wrong = |what: &str| Error::value(OP, format!("{what} for another number of axes than {}", along.len()));
    let sigmas = sigma.into().of(along.len()).ok_or_else(|| wrong("widths"))?;
    let orders = options.order.of(along.len()).ok_or_else(|| wrong("orders"))?;
    let radii = match &options.radius {
        Some(radius) => radius.of(along.len()).ok_or_else(|| wrong("radii"))?.into_iter().map(Some).collect(),
        None => vec![None; along.len()],
    };
    let output = options.filter.output_of(x.dtype());
    let wide = (0..along.len()).filter(|&k| sigmas[k] > 1e-15 || sigmas[k].is_nan());
    let passes = wide.map(|k| {
        let radius = radius_of("gaussian_filter1d", sigmas[k], options.truncate, radii[k])?;
        Ok((Along { origin: 0, ..along[k] }, weights(sigmas[k], orders[k], radius)))
    });
    correlate_axes(OP, x, &passes.collect::<Result<Vec<_>>>()?, output)
}

/// The Laplacian of the smoothed array.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Gaussian, gaussian_laplace};
/// let x = xp.array([0.0, 0.0, 1.0, 0.0, 0.0])?;
/// assert!(gaussian_laplace(&x, 0.7, Gaussian::new())?.slice(s![2])?.item()?.get::<f64>() < -1.0);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`gaussian_filter`].
pub fn gaussian_laplace<B: Backend>(
    x: &impl AnyArray<B>,
    sigma: impl Into<PerAxis<f64>>,
    options: Gaussian,
) -> Result<DynArray<B>> {
    let derivative = derivative(x.as_dyn(), sigma.into(), &options, 2)?;
    generic_laplace(x, derivative, options.filter)
}

/// The magnitude of the gradient of the smoothed array.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Gaussian, gaussian_gradient_magnitude};
/// let x = xp.array([[0.0, 3.0, 6.0], [4.0, 7.0, 10.0], [8.0, 11.0, 14.0]])?;
/// let slope = gaussian_gradient_magnitude(&x, 0.4, Gaussian::new())?;
/// assert_eq!(slope.slice(s![1])?.round(3)?.to_string(), "[2.157 2.525 2.157]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`gaussian_filter`].
pub fn gaussian_gradient_magnitude<B: Backend>(
    x: &impl AnyArray<B>,
    sigma: impl Into<PerAxis<f64>>,
    options: Gaussian,
) -> Result<DynArray<B>> {
    let derivative = derivative(x.as_dyn(), sigma.into(), &options, 1)?;
    generic_gradient_magnitude(x, derivative, options.filter)
}

/// The smoothed array's derivative of an order along an axis, as a function of these.
fn derivative<B: Backend>(
    x: &DynArray<B>,
    sigma: PerAxis<f64>,
    options: &Gaussian,
    order: u32,
) -> Result<impl Fn(&DynArray<B>, usize, Filter) -> Result<DynArray<B>> + use<B>> {
    const OP: &str = "gaussian_filter";
    let along = options.filter.along(OP, x.ndim())?;
    let sigmas = sigma
        .of(along.len())
        .ok_or_else(|| Error::value(OP, format!("widths for another number of axes than {}", along.len())))?;
    let Gaussian { truncate, radius, .. } = options.clone();
    Ok(move |x: &DynArray<B>, axis: usize, filter: Filter| {
        let axes: Vec<isize> = along.iter().map(|along| along.axis as isize).collect();
        let orders: Vec<u32> = along.iter().map(|along| if along.axis == axis { order } else { 0 }).collect();
        let options = Gaussian { filter: filter.axes(axes), order: orders.into(), truncate, radius: radius.clone() };
        gaussian_filter(x, sigmas.clone(), options)
    })
}
