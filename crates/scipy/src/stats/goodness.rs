//! Whether samples are of a distribution whose parameters are fitted to them, by samples that are drawn.

use super::distributions::{Continuous, Fit, Fitted, beta};
use super::sample::samples;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Result};

const OP: &str = "goodness_of_fit";

/// Statistics that are so near count as equal.
const SAME: f64 = 100.0 * f64::EPSILON;

/// How far a sample is from a distribution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GoodnessStatistic {
    /// The square of the distance of the distribution functions, over its variance (Anderson and Darling, 1952).
    #[default]
    AndersonDarling,
    /// The largest distance of the distribution functions (Kolmogorov and Smirnov).
    KolmogorovSmirnov,
    /// The mean square of their distance (Cramér and von Mises).
    CramerVonMises,
    /// The correlation of the sorted sample with the medians that its elements should have (Filliben, The probability plot correlation coefficient
    /// test for normality, 1975): the smaller, the farther.
    Filliben,
}

impl GoodnessStatistic {
    /// The statistic of all elements of an array, in double precision.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::{GoodnessStatistic, uniform};
    /// let x = xp.array([0.1, 0.4, 0.7, 0.75])?;
    /// let found = GoodnessStatistic::KolmogorovSmirnov.of(&uniform(&xp)?, &x)?;
    /// assert!((found - 0.25).abs() < 1e-15);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for no elements, and for parameters that are arrays; [`Error::DType`] for complex numbers.
    pub fn of<B: Backend>(self, law: &Continuous<B>, x: &impl AnyArray<B>) -> Result<f64> {
        let (x, n) = samples(OP, x.as_dyn(), None)?;
        if n == 0 {
            return Err(Error::value(OP, "no elements"));
        }
        let (x, count) = (x.astype(DType::F64)?.sort()?, n as f64);
        let place = || x.xp().arange(1..n as i64 + 1)?.into_dyn().astype(DType::F64);
        let number = |x: DynArray<B>| Ok::<f64, Error>(x.item()?.get());
        match self {
            Self::AndersonDarling => {
                let terms = law.logcdf(&x)?.add(&law.logsf(&x)?.flip(0)?)?;
                let weights = place()?.multiply(2.0)?.subtract(1.0)?.divide(count)?;
                Ok(-count - number(weights.multiply(&terms)?.sum(..)?)?)
            }
            Self::KolmogorovSmirnov => {
                let (p, steps) = (law.cdf(&x)?, place()?.divide(count)?);
                let below = p.subtract(&steps)?.add(1.0 / count)?;
                number(steps.subtract(&p)?.maximum(&below)?.max(..)?)
            }
            Self::CramerVonMises => {
                let steps = place()?.subtract(0.5)?.divide(count)?;
                Ok(1.0 / (12.0 * count) + number(steps.subtract(&law.cdf(&x)?)?.square()?.sum(..)?)?)
            }
            Self::Filliben => {
                let k = place()?;
                let medians = law.ppf(&beta(x.xp(), &k, &k.negative()?.add(count + 1.0)?)?.median()?)?;
                let centered = |x: &DynArray<B>| x.subtract(&x.mean(..)?);
                let (x, z) = (centered(&x)?, centered(&medians)?);
                let scale = x.square()?.sum(..)?.multiply(&z.square()?.sum(..)?)?.sqrt()?;
                number(x.multiply(&z)?.sum(..)?.divide(&scale)?)
            }
        }
    }

    /// The sign that makes larger what is farther.
    fn sign(self) -> f64 {
        if self == Self::Filliben { -1.0 } else { 1.0 }
    }
}

/// Options of [`goodness_of_fit`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Fit, Goodness, expon, goodness_of_fit};
/// let x = xp.array([0.2, 0.5, 1.0, 2.5])?;
/// let options = Goodness::new().known(Fit::new().floc(0.0)).n_mc_samples(99);
/// assert_eq!(goodness_of_fit(&expon(&xp)?, &x, options, &mut xp.rng(1))?.fitted.loc, 0.0);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Goodness {
    statistic: GoodnessStatistic,
    known: Fit,
    fitted: Option<Fit>,
    n_mc_samples: usize,
}

impl Default for Goodness {
    fn default() -> Self {
        Self { statistic: GoodnessStatistic::default(), known: Fit::new(), fitted: None, n_mc_samples: 9999 }
    }
}

impl Goodness {
    /// By Anderson's and Darling's statistic of 9999 samples, to which all parameters are fitted.
    pub fn new() -> Self {
        Self::default()
    }

    /// The statistic.
    pub fn statistic(self, statistic: GoodnessStatistic) -> Self {
        Self { statistic, ..self }
    }

    /// The parameters that the hypothesis says, which are not fitted.
    pub fn known(self, known: Fit) -> Self {
        Self { known, ..self }
    }

    /// All that is not fitted to the sample itself, as its fit is known; by default what is [`known`](Self::known).
    pub fn fitted(self, fitted: Fit) -> Self {
        Self { fitted: Some(fitted), ..self }
    }

    /// How many samples are drawn.
    pub fn n_mc_samples(self, n_mc_samples: usize) -> Self {
        Self { n_mc_samples, ..self }
    }
}

/// What [`goodness_of_fit`] gives.
#[derive(Clone, Debug, PartialEq)]
pub struct GoodnessOfFit {
    /// The parameters that the sample fits best.
    pub fitted: Fitted,
    /// How far it is from the distribution of these.
    pub statistic: f64,
    /// The share of samples of that distribution, this one among them, that are as far from what they fit best.
    pub pvalue: f64,
    /// How far those are.
    pub null_distribution: Vec<f64>,
}

/// Whether the elements of an array are of a distribution of which some parameters are known, and others fitted: by samples that are drawn of the
/// fitted distribution, to each of which the parameters are fitted (Stute, Manteiga and Quindimil, Bootstrap based goodness-of-fit-tests, 1993).
/// The shape parameters that `law` has are those that are known, or the first guess. In double precision.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Goodness, goodness_of_fit, norm};
/// let x = xp.array([0.0, 0.0, 0.1, 0.1, 0.2, 9.0])?;
/// let test = goodness_of_fit(&norm(&xp)?, &x, Goodness::new().n_mc_samples(99), &mut xp.rng(1))?;
/// assert!(test.pvalue < 0.05 && test.null_distribution.len() == 99);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`Continuous::fit`].
pub fn goodness_of_fit<B: Backend>(
    law: &Continuous<B>,
    data: &impl AnyArray<B>,
    options: Goodness,
    rng: &mut Generator<B>,
) -> Result<GoodnessOfFit> {
    goodness_of_fit_with(law, data, options, rng, |law, x| options.statistic.of(law, x))
}

/// [`goodness_of_fit`] by a statistic of one's own, of a distribution and a vector; as that of the options it is small for what is near, unless that
/// is [`GoodnessStatistic::Filliben`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Goodness, goodness_of_fit_with, norm};
/// let x = xp.array([0.0, 0.0, 0.1, 0.1, 0.2, 9.0])?;
/// let options = Goodness::new().n_mc_samples(99);
/// let test = goodness_of_fit_with(&norm(&xp)?, &x, options, &mut xp.rng(1), |law, x| {
///     Ok(-law.sf(x)?.min(..)?.item()?.get::<f64>())
/// })?;
/// assert!(test.pvalue < 0.05); // the greatest element is far out
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`goodness_of_fit`], and of the statistic.
pub fn goodness_of_fit_with<B: Backend>(
    law: &Continuous<B>,
    data: &impl AnyArray<B>,
    options: Goodness,
    rng: &mut Generator<B>,
    statistic: impl Fn(&Continuous<B>, &DynArray<B>) -> Result<f64>,
) -> Result<GoodnessOfFit> {
    let (x, _) = samples(OP, data.as_dyn(), None)?;
    let x = x.astype(DType::F64)?;
    let fitted = law.fit_unbiased(&x, options.fitted.unwrap_or(options.known))?;
    let best = law.fitted(&fitted)?;
    let observed = statistic(&best, &x)?;
    let mut null_distribution = Vec::with_capacity(options.n_mc_samples);
    for _ in 0..options.n_mc_samples {
        let drawn = best.rvs(rng, [x.len()])?;
        null_distribution.push(statistic(&law.fitted(&law.fit_unbiased(&drawn, options.known)?)?, &drawn)?);
    }
    let (sign, near) = (options.statistic.sign(), SAME * observed.abs());
    let as_far = null_distribution.iter().filter(|&&each| sign * each >= sign * observed - near).count();
    let pvalue = (as_far + 1) as f64 / (options.n_mc_samples + 1) as f64;
    Ok(GoodnessOfFit { fitted, statistic: observed, pvalue, null_distribution })
}
