//! Distribution functions of samples.

use super::sample::samples;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Result, Side};

/// The distribution function of a sample, which [`ecdf`] gives.
#[derive(Clone, Debug)]
pub struct Ecdf<B: Backend> {
    /// The different elements, in order.
    pub quantiles: DynArray<B>,
    /// The shares of the sample up to each of them.
    pub probabilities: DynArray<B>,
    /// How many elements are no less than each of them, and how many are known to be equal.
    at_risk: DynArray<B>,
    events: DynArray<B>,
}

/// How [`Ecdf::confidence_interval`] makes an interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EcdfInterval {
    /// By a normal distribution with the variance of Greenwood (1926), cut at 0 and 1.
    #[default]
    Linear,
    /// By one of `log(-log(s))`, with `s` the survival function.
    LogLog,
}

/// The empirical distribution function of a sample.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::ecdf;
/// let f = ecdf(&xp.array([6.0, 5.0, 5.0, 8.0])?)?;
/// assert_eq!((f.quantiles.to_string(), f.probabilities.to_string()), ("[5. 6. 8.]".into(), "[0.5  0.75 1.  ]".into()));
/// assert_eq!(f.evaluate(&xp.array([4.0, 7.0])?)?.to_string(), "[0.   0.75]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for no elements, NaN, and more than one dimension; [`Error::DType`] for complex numbers.
pub fn ecdf<B: Backend>(sample: &impl AnyArray<B>) -> Result<Ecdf<B>> {
    let x = sample.as_dyn();
    let none = x.xp().zeros_of(DType::Bool, x.shape())?;
    let mut f = ecdf_censored(x, &none)?;
    // A quotient of counts, rather than a product of those.
    let n = x.len() as f64;
    f.probabilities = f.at_risk.subtract(&f.events)?.negative()?.add(n)?.divide(n)?;
    Ok(f)
}

/// [`ecdf`] of a sample of which some elements are censored: known to be greater than what they are. The estimate of Kaplan and Meier
/// (1958), SciPy's `ecdf` of right-censored data.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::ecdf_censored;
/// let (x, censored) = (xp.array([1.0, 2.0, 3.0, 4.0])?, xp.array([false, true, false, false])?);
/// assert_eq!(ecdf_censored(&x, &censored)?.probabilities.to_string(), "[0.25  0.25  0.625 1.   ]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`ecdf`]; [`Error::Shape`] unless there is a truth value for each element; [`Error::DType`] for others.
pub fn ecdf_censored<B: Backend>(sample: &impl AnyArray<B>, censored: &impl AnyArray<B>) -> Result<Ecdf<B>> {
    const OP: &str = "ecdf";
    let (x, censored) = (sample.as_dyn(), censored.as_dyn().clone().typed::<bool>()?.into_dyn());
    let (flat, n) = samples(OP, x, None)?;
    if x.ndim() > 1 || n == 0 || flat.isnan()?.any(..)?.typed::<bool>()?.item()? {
        return Err(Error::value(OP, "the sample must have one dimension and numbers"));
    }
    if censored.shape() != x.shape() {
        return Err(Error::shape(OP, x.shape(), censored.shape()));
    }
    let quantiles = flat.unique()?;
    let up_to = |sorted: &DynArray<B>, side: Side| sorted.searchsorted_with(&quantiles, side)?.astype(DType::F64);
    let known = flat.compress(&censored.ravel()?.logical_not()?, 0)?.sort()?;
    let events = up_to(&known, Side::Right)?.subtract(&up_to(&known, Side::Left)?)?;
    let at_risk = up_to(&flat.sort()?, Side::Left)?.negative()?.add(n as f64)?;
    let survival = at_risk.subtract(&events)?.divide(&at_risk)?.cumprod(-1)?;
    Ok(Ecdf { quantiles, probabilities: survival.negative()?.add(1.0)?, at_risk, events })
}

impl<B: Backend> Ecdf<B> {
    /// The share of the sample up to each number; NaN of NaN.
    ///
    /// # Errors
    /// [`Error::DType`] for complex numbers.
    pub fn evaluate(&self, x: &impl AnyArray<B>) -> Result<DynArray<B>> {
        let x = x.as_dyn();
        let place = self.quantiles.searchsorted_with(x, Side::Right)?;
        let zero = x.xp().zeros_of(self.probabilities.dtype(), 1)?;
        let steps = x.xp().concatenate(&[&zero, &self.probabilities], 0)?;
        let known = x.equal(x)?;
        known.where_(&steps.take(&place, None)?, f64::NAN)
    }

    /// The share of the sample above each number, the survival function.
    ///
    /// # Errors
    /// Those of [`evaluate`](Self::evaluate).
    pub fn sf(&self, x: &impl AnyArray<B>) -> Result<DynArray<B>> {
        self.evaluate(x)?.negative()?.add(1.0)
    }

    /// The ends of an interval that covers each of the probabilities in a share `level` of samples, such as 0.95; NaN where nothing is left
    /// that says how much they vary.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::{EcdfInterval, ecdf};
    /// let f = ecdf(&xp.array([1.0, 2.0, 3.0, 4.0])?)?;
    /// let (low, high) = f.confidence_interval(0.5, EcdfInterval::Linear)?;
    /// assert_eq!(low.to_string(), "[0.10396869 0.33137756 0.60396869        nan]");
    /// assert_eq!(high.to_string(), "[0.39603131 0.66862244 0.89603131        nan]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for a level beyond 0 to 1.
    pub fn confidence_interval(&self, level: f64, method: EcdfInterval) -> Result<(DynArray<B>, DynArray<B>)> {
        if !(0.0..=1.0).contains(&level) {
            return Err(Error::value("confidence_interval", format!("the level {level}")));
        }
        let left = self.at_risk.subtract(&self.events)?;
        let variance = self.events.divide(&self.at_risk.multiply(&left)?)?.cumsum(-1)?;
        let z = variance.multiply(0.0)?.add(0.5 * (1.0 - level))?.ndtri()?.negative()?;
        let reach = variance.sqrt()?.multiply(&z)?;
        let survival = self.probabilities.negative()?.add(1.0)?;
        match method {
            EcdfInterval::Linear => {
                let reach = reach.multiply(&survival)?;
                let end = |p: DynArray<B>| p.clip(0.0, 1.0);
                Ok((end(self.probabilities.subtract(&reach)?)?, end(self.probabilities.add(&reach)?)?))
            }
            EcdfInterval::LogLog => {
                let log = survival.log()?;
                let (log_log, reach) = (log.negative()?.log()?, reach.divide(&log.abs()?)?);
                // Where all survive, that is certain.
                let all = survival.equal(1.0)?;
                let end = |x: DynArray<B>| all.where_(0.0, &x.exp()?.negative()?.expm1()?.negative()?);
                Ok((end(log_log.subtract(&reach)?)?, end(log_log.add(&reach)?)?))
            }
        }
    }
}
