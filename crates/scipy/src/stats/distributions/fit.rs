//! Parameters of the largest likelihood.

use super::continuous::Continuous;
use super::parameters::{Parameters, SHAPES};
use crate::stats::nelder_mead::minimize;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, ArrayOrNumber, Error, Result, Scalar, TypeClass};

/// Options of [`Continuous::fit`]: parameters that are known.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{self, Fit};
/// let fitted = stats::expon(&xp)?.fit(&xp.array([1.0, 2.0, 6.0])?, Fit::new().floc(0.0))?;
/// assert_eq!((fitted.loc, fitted.scale), (0.0, 3.0));
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Fit {
    loc: Option<f64>,
    scale: Option<f64>,
    shapes: [bool; SHAPES],
}

impl Fit {
    /// Nothing is known.
    pub fn new() -> Self {
        Self::default()
    }

    /// The shape parameter of this number, of at most three, which stays as the distribution has it.
    pub fn fixed_shape(mut self, k: usize) -> Self {
        self.shapes.iter_mut().skip(k).take(1).for_each(|fixed| *fixed = true);
        self
    }

    /// Whether a shape parameter is known.
    fn is_fixed(&self, k: usize) -> bool {
        self.shapes.get(k).is_some_and(|&fixed| fixed)
    }

    /// The location.
    pub fn floc(self, loc: f64) -> Self {
        Self { loc: Some(loc), ..self }
    }

    /// The scale.
    pub fn fscale(self, scale: f64) -> Self {
        Self { scale: Some(scale), ..self }
    }
}

/// What [`Continuous::fit`] gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// The shape parameters.
    pub shapes: Vec<f64>,
    /// The location.
    pub loc: f64,
    /// The scale.
    pub scale: f64,
    /// The logarithm of the likelihood, with its sign changed: what was made as small as possible.
    pub nnlf: f64,
    /// Whether the search has come to an end, rather than to its limit of steps; formulas have.
    pub converged: bool,
}

const OP: &str = "fit";

pub(super) fn number<B: Backend>(x: &DynArray<B>) -> Result<f64> {
    Ok(x.item()?.get::<f64>())
}

impl<B: Backend> Continuous<B> {
    /// The parameters with which numbers are likeliest, from those of this distribution as the first guess of shape parameters: by formulas
    /// for `norm`, `expon`, `uniform` and `laplace`, else by the method of Nelder and Mead, on the likelihood computed on the device. It finds
    /// a likelihood that no parameters nearby exceed; of a location of which the likelihood is not bounded, as of `weibull_min` with a shape
    /// parameter below 1, give it.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::{self, Fit};
    /// let fitted = stats::norm(&xp)?.fit(&xp.array([1.0, 3.0, 5.0, 7.0])?, Fit::new())?;
    /// assert_eq!((fitted.loc, fitted.scale), (4.0, 5.0f64.sqrt()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for no numbers, numbers that are not finite, parameters of this distribution that are arrays, and numbers that are
    /// impossible with what is known; [`Error::DType`] for complex numbers.
    pub fn fit(&self, data: &impl AnyArray<B>, options: Fit) -> Result<Fitted> {
        let x = sample(data.as_dyn())?;
        if let Some([loc, scale]) = self.formula(&x, options)? {
            let nnlf = self.nnlf(&x, loc, scale)?;
            return Ok(Fitted { shapes: Vec::new(), loc, scale, nnlf, converged: true });
        }
        self.fit_by(&x, options, &|law| Ok(-number(&law.logpdf(&x)?.sum(..)?)?))
    }

    /// The parameters with which a function of the distribution is least, from a first guess by numbers.
    pub(super) fn fit_by(&self, x: &DynArray<B>, options: Fit, nnlf: &dyn Fn(&Self) -> Result<f64>) -> Result<Fitted> {
        let x = sample(x)?;
        let shapes = (0..self.parameters.count).map(|k| self.parameters.shape(k).item()).collect::<Result<Vec<_>>>()?;
        let family = self.family;
        let part = |k: usize| {
            number(&self.parameters.of(&|_, _, shapes| {
                let [low, high] = (family.support)(shapes);
                let [mean, variance, ..] = (family.moments)(shapes);
                [low, high, mean, variance][k]
            })?)
        };
        let guess = guess(&x, options, [part(0)?, part(1)?, part(2)?, part(3)?])?;
        likeliest(&shapes, guess, options, &|shapes, loc, scale| {
            let value = nnlf(&self.of_numbers(shapes, loc, scale)?)?;
            Ok(if value.is_nan() { f64::INFINITY } else { value })
        })
    }

    /// The sum of the logarithms of densities with their sign changed, without shape parameters.
    fn nnlf(&self, x: &DynArray<B>, loc: f64, scale: f64) -> Result<f64> {
        let value = -number(&self.of_numbers(&[], loc, scale)?.logpdf(x)?.sum(..)?)?;
        Ok(if value.is_nan() { f64::INFINITY } else { value })
    }

    /// The distribution with other parameters.
    fn of_numbers(&self, shapes: &[f64], loc: f64, scale: f64) -> Result<Self> {
        let numbers: Vec<_> = shapes.iter().map(|&shape| ArrayOrNumber::Scalar(Scalar::new(shape))).collect();
        let parameters = Parameters::new(&self.parameters.xp, &numbers)?;
        Self { parameters, ..self.clone() }.loc(loc)?.scale(scale)
    }

    /// The distribution with parameters that were fitted.
    pub(in crate::stats) fn fitted(&self, fitted: &Fitted) -> Result<Self> {
        self.of_numbers(&fitted.shapes, fitted.loc, fitted.scale)
    }

    /// [`fit`](Self::fit), of normal numbers whose mean is unknown too with the unbiased variance.
    pub(in crate::stats) fn fit_unbiased(&self, data: &DynArray<B>, options: Fit) -> Result<Fitted> {
        let mut found = self.fit(data, options)?;
        if self.family.name == "norm" && options.loc.is_none() && options.scale.is_none() {
            let n = data.len() as f64;
            found.scale *= (n / (n - 1.0)).sqrt();
            found.nnlf = self.nnlf(&sample(data)?, found.loc, found.scale)?;
        }
        Ok(found)
    }

    /// Location and scale where formulas are known.
    fn formula(&self, x: &DynArray<B>, options: Fit) -> Result<Option<[f64; 2]>> {
        let about = |loc: f64| x.subtract(loc);
        let (loc, scale) = (options.loc, options.scale);
        let of = |best: DynArray<B>| loc.map_or_else(|| number(&best), Ok);
        Ok(Some(match self.family.name {
            "norm" => {
                let loc = of(x.mean(..)?)?;
                [loc, scale.map_or_else(|| Ok(number(&about(loc)?.square()?.mean(..)?)?.sqrt()), Ok::<f64, Error>)?]
            }
            "laplace" => {
                let loc = of(x.median(..)?)?;
                [loc, scale.map_or_else(|| number(&about(loc)?.abs()?.mean(..)?), Ok)?]
            }
            "expon" => {
                let loc = of(x.min(..)?)?;
                [loc, scale.map_or_else(|| number(&about(loc)?.mean(..)?), Ok)?]
            }
            "uniform" if loc.is_none() && scale.is_none() => [number(&x.min(..)?)?, number(&x.ptp(..)?)?],
            _ => return Ok(None),
        }))
    }
}

/// Finite numbers, in a row.
pub(super) fn sample<B: Backend>(data: &DynArray<B>) -> Result<DynArray<B>> {
    TypeClass::RealElement.check(OP, data.dtype())?;
    let x = data.astype(DType::F64)?.ravel()?;
    if x.is_empty() || !x.isfinite()?.all(..)?.typed::<bool>()?.item()? {
        return Err(Error::value(OP, "numbers must be there, and finite"));
    }
    Ok(x)
}

/// Shape parameters, location and scale of the least `nnlf`, from a first guess of them.
pub(super) fn likeliest(
    shapes: &[f64],
    (loc, scale): (f64, f64),
    options: Fit,
    nnlf: &dyn Fn(&[f64], f64, f64) -> Result<f64>,
) -> Result<Fitted> {
    // The scale as its logarithm, so that it stays positive.
    let mut start: Vec<f64> = (0..shapes.len()).filter(|&k| !options.is_fixed(k)).map(|k| shapes[k]).collect();
    let free = start.len();
    start.extend(options.loc.is_none().then_some(loc));
    start.extend(options.scale.is_none().then_some(scale.ln()));
    let split = |point: &[f64]| {
        let (free, rest) = point.split_at(free);
        let (mut free, mut rest) = (free.iter(), rest.iter());
        let next = |(k, &known): (usize, &f64)| match options.is_fixed(k) {
            true => known,
            false => free.next().copied().unwrap_or(known),
        };
        let shapes: Vec<f64> = shapes.iter().enumerate().map(next).collect();
        let loc = options.loc.unwrap_or_else(|| rest.next().copied().unwrap_or(loc));
        let scale = options.scale.unwrap_or_else(|| rest.next().map_or(scale, |log| log.exp()));
        (shapes, loc, scale)
    };
    let mut likelihood = |point: &[f64]| {
        let (shapes, loc, scale) = split(point);
        nnlf(&shapes, loc, scale)
    };
    let nnlf = likelihood(&start)?;
    if !nnlf.is_finite() {
        return Err(Error::value(OP, "the numbers are impossible with the first guess of the parameters"));
    }
    if start.is_empty() {
        let (shapes, loc, scale) = split(&start);
        return Ok(Fitted { shapes, loc, scale, nnlf, converged: true });
    }
    let step = |k: usize| match k == free && options.loc.is_none() {
        true => 0.1 * scale,
        false => 0.1 * start[k].abs().max(1.0),
    };
    let steps: Vec<f64> = (0..start.len()).map(step).collect();
    let found = minimize(&start, &steps, &mut likelihood)?;
    let (shapes, loc, scale) = split(&found.point);
    Ok(Fitted { shapes, loc, scale, nnlf: found.value, converged: found.converged })
}

/// Location and scale by the ends of the support, the mean and the variance of the standardised distribution, so that all numbers are possible.
pub(super) fn guess<B: Backend>(
    x: &DynArray<B>,
    options: Fit,
    [low, high, mean, variance]: [f64; 4],
) -> Result<(f64, f64)> {
    let (least, most, spread) = (number(&x.min(..)?)?, number(&x.max(..)?)?, number(&x.std(..)?)?);
    let spread = if spread > 0.0 { spread } else { 1.0 };
    let unit = if variance.is_finite() && variance > 0.0 { variance.sqrt() } else { 1.0 };
    let mut scale = options.scale.unwrap_or(spread / unit);
    let center = if mean.is_finite() { mean } else { low.max(0.0) };
    let mut loc = options.loc.unwrap_or(number(&x.mean(..)?)? - scale * center);
    let margin = 0.1 * (most - least).max(1e-3 * spread);
    let fits = |loc: f64, scale: f64| (least - loc) / scale > low && (most - loc) / scale < high;
    if !fits(loc, scale) && low.is_finite() && high.is_finite() {
        if options.scale.is_none() {
            scale = (most - least + 2.0 * margin) / (high - low);
        }
        loc = options.loc.unwrap_or(least - margin - scale * low);
    } else if !fits(loc, scale) && options.loc.is_none() {
        loc = if low.is_finite() { least - margin - scale * low } else { most + margin - scale * high };
    } else if !fits(loc, scale) && options.scale.is_none() && low > 0.0 {
        // Above a positive number times the scale.
        scale = (least - loc) / low * (1.0 - 1e-3);
    }
    Ok((loc, scale))
}
