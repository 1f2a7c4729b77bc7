//! Tests of counts.

use super::sample::{Significance, of_chi_squared, samples};
use crate::special::xlogy;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, IntoOptionalAxis, Result};

/// Options of [`power_divergence`] and [`chisquare`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{PowerDivergence, power_divergence};
/// let counts = xp.array([[16], [18], [16], [14], [12], [12]])?;
/// let test = power_divergence(&counts, PowerDivergence::new().lambda(0.0).axis(0).ddof(1.0))?;
/// assert_eq!((test.statistic.to_string(), test.pvalue.to_string()), ("[2.00657316]".into(), "[0.73454982]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PowerDivergence<B: Backend> {
    expected: Option<DynArray<B>>,
    ddof: f64,
    axis: Option<isize>,
    lambda: f64,
}

impl<B: Backend> Default for PowerDivergence<B> {
    fn default() -> Self {
        Self { expected: None, ddof: 0.0, axis: Some(0), lambda: 1.0 }
    }
}

impl<B: Backend> PowerDivergence<B> {
    /// Equal counts expected, along the first axis, Pearson's statistic.
    pub fn new() -> Self {
        Self::default()
    }

    /// The counts that are expected.
    pub fn f_exp(self, expected: &impl AnyArray<B>) -> Self {
        Self { expected: Some(expected.as_dyn().clone()), ..self }
    }

    /// How many degrees of freedom there are less than counts, besides one.
    pub fn ddof(self, ddof: impl Into<f64>) -> Self {
        Self { ddof: ddof.into(), ..self }
    }

    /// The axis, or all elements (`None`).
    pub fn axis(self, axis: impl IntoOptionalAxis) -> Self {
        Self { axis: axis.into_optional_axis(), ..self }
    }

    /// The power: 1 (Pearson), 0 (the likelihood's logarithm, the G-test), -1/2 (Freeman and Tukey), -1 (the modified likelihood), -2 (Neyman),
    /// 2/3 (Cressie and Read).
    pub fn lambda(self, lambda: f64) -> Self {
        Self { lambda, ..self }
    }
}

/// Whether counts are as expected, by Pearson's statistic, the sum of `(observed - expected)^2 / expected`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{PowerDivergence, chisquare};
/// let test = chisquare(&xp.array([16, 18, 16, 14, 12, 12])?, PowerDivergence::new())?;
/// assert_eq!((test.statistic.to_string(), format!("{:.6}", test.pvalue.item()?.get::<f64>())), ("2.0".into(), "0.849145".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`power_divergence`].
pub fn chisquare<B: Backend>(observed: &impl AnyArray<B>, options: PowerDivergence<B>) -> Result<Significance<B>> {
    power_divergence(observed, options.lambda(1.0))
}

/// Whether counts are as expected, by the statistics of Cressie and Read (1984), the sum of
/// `2 / (l (l + 1)) observed ((observed / expected)^l - 1)`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{PowerDivergence, power_divergence};
/// let counts = xp.array([[16.0], [18.0], [16.0]])?;
/// let expected = xp.array([[16.0], [17.0], [17.0]])?;
/// assert_eq!(power_divergence(&counts, PowerDivergence::new().f_exp(&expected))?.statistic.to_string(), "[0.11764706]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] if the sums of observed and expected counts differ by more than 1.5e-8 of them; [`Error::Shape`] if they do not
/// broadcast; [`Error::Axis`] if the axis is not there; [`Error::DType`] for complex numbers.
pub fn power_divergence<B: Backend>(
    observed: &impl AnyArray<B>,
    options: PowerDivergence<B>,
) -> Result<Significance<B>> {
    const OP: &str = "power_divergence";
    let (observed, n) = samples(OP, observed.as_dyn(), options.axis)?;
    let expected = match &options.expected {
        None => observed.mean(keepdims(-1))?,
        Some(expected) => {
            let (expected, _) = samples(OP, expected, options.axis)?;
            let (sum, theirs) = (observed.sum(-1)?, expected.broadcast_to(observed.shape())?.sum(-1)?);
            let off = sum.subtract(&theirs)?.abs()?.greater(&sum.minimum(&theirs)?.multiply(1.5e-8)?)?;
            if off.any(..)?.typed::<bool>()?.item()? {
                return Err(Error::value(OP, "the sums of observed and expected counts differ"));
            }
            expected
        }
    };
    let terms = divergences(&observed, &expected, options.lambda)?;
    of_chi_squared(terms.sum(-1)?, n as f64 - 1.0 - options.ddof).map(Significance::new)
}

fn divergences<B: Backend>(observed: &DynArray<B>, expected: &DynArray<B>, lambda: f64) -> Result<DynArray<B>> {
    let ratio = observed.divide(expected)?;
    if lambda == 1.0 {
        return observed.subtract(expected)?.square()?.divide(expected);
    }
    if lambda == 0.0 {
        return xlogy(observed, &ratio)?.multiply(2.0);
    }
    if lambda == -1.0 {
        return xlogy(expected, &ratio.reciprocal()?)?.multiply(2.0);
    }
    let powers = ratio.power(lambda)?.subtract(1.0)?.multiply(observed)?;
    powers.multiply(2.0 / (lambda * (lambda + 1.0)))
}

/// What [`chi2_contingency`] gives.
#[derive(Clone, Debug)]
pub struct Contingency<B: Backend> {
    /// The statistic.
    pub statistic: DynArray<B>,
    /// The probability of one at least as large.
    pub pvalue: DynArray<B>,
    /// The degrees of freedom.
    pub dof: usize,
    /// The counts that would be expected of independent variables.
    pub expected_freq: DynArray<B>,
}

/// Whether the variables of a table of counts, one for each dimension, are independent, by the statistic of Cressie and Read with the power
/// `lambda` (1 is Pearson's); with one degree of freedom and `correction`, counts go up to 1/2 towards what is expected (Yates).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::chi2_contingency;
/// let test = chi2_contingency(&xp.array([[10, 10, 20], [20, 20, 20]])?, true, 1.0)?;
/// assert_eq!((test.dof, test.expected_freq.to_string()), (2, "[[12. 12. 16.]\n [18. 18. 24.]]".into()));
/// assert_eq!(format!("{:.6}", test.statistic.item()?.get::<f64>()), "2.777778");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for no counts, negative ones, or none at all where some are expected; [`Error::DType`] for complex numbers.
pub fn chi2_contingency<B: Backend>(
    observed: &impl AnyArray<B>,
    correction: bool,
    lambda: f64,
) -> Result<Contingency<B>> {
    const OP: &str = "chi2_contingency";
    let counts = observed.as_dyn();
    let (flat, n) = samples(OP, counts, None)?;
    if n == 0 || flat.less(0)?.any(..)?.typed::<bool>()?.item()? {
        return Err(Error::value(OP, "counts must be there and not negative"));
    }
    let observed = flat.reshape(counts.shape())?;
    let total = observed.sum(..)?;
    let mut expected = total.reshape(vec![1; counts.ndim()])?;
    for axis in 0..counts.ndim() {
        let others: Vec<isize> = (0..counts.ndim()).filter(|&k| k != axis).map(|k| k as isize).collect();
        let margin = if others.is_empty() { observed.clone() } else { observed.sum(keepdims(&others[..]))? };
        expected = expected.multiply(&margin.divide(&total)?)?;
    }
    if !expected.greater(0)?.all(..)?.typed::<bool>()?.item()? {
        return Err(Error::value(OP, "a whole row of counts is 0"));
    }
    let lengths: usize = counts.shape().iter().map(|n| n - 1).sum();
    let dof = n - 1 - lengths;
    if dof == 0 {
        let none = total.multiply(0.0)?;
        return Ok(Contingency { pvalue: none.add(1.0)?, statistic: none, dof, expected_freq: expected });
    }
    let nearer = if dof == 1 && correction {
        let difference = expected.subtract(&observed)?;
        observed.add(&difference.sign()?.multiply(&difference.abs()?.minimum(0.5)?)?)?
    } else {
        observed
    };
    let [statistic, pvalue] = of_chi_squared(divergences(&nearer, &expected, lambda)?.sum(..)?, dof as f64)?;
    Ok(Contingency { statistic, pvalue, dof, expected_freq: expected })
}
