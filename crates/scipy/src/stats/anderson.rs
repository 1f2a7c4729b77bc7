//! The test of Anderson and Darling of one sample.

use super::distributions::{self as laws, Continuous, Fit};
use super::goodness::GoodnessStatistic;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

const OP: &str = "anderson";

/// The distributions of [`anderson`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AndersonLaw {
    /// The normal distribution.
    #[default]
    Norm,
    /// The exponential distribution, from 0 on.
    Expon,
    /// The logistic distribution.
    Logistic,
    /// Gumbel's distribution of the least of many numbers.
    GumbelL,
    /// Gumbel's distribution of the greatest of many numbers.
    GumbelR,
    /// Weibull's distribution of the least of many numbers, with a shape parameter of at least 1.
    WeibullMin,
}

/// What [`anderson`] gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Anderson {
    /// The statistic.
    pub statistic: f64,
    /// Its critical values, as they are published: of three digits behind the point.
    pub critical_values: Vec<f64>,
    /// Their probabilities in percent; of Weibull's distribution the shares of samples that are below them.
    pub significance_level: Vec<f64>,
    /// The fitted parameters: Weibull's shape, the location and the scale.
    pub parameters: Vec<f64>,
    law: AndersonLaw,
}

impl Anderson {
    /// The probability of the statistic, between those of the critical values.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::{AndersonLaw, anderson};
    /// let test = anderson(&xp.array([1.0, 2.0, 4.0, 9.0, 10.0])?, AndersonLaw::Norm)?;
    /// assert_eq!(test.pvalue(), 0.15); // at least
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn pvalue(&self) -> f64 {
        let of = |level: f64| if self.law == AndersonLaw::WeibullMin { 1.0 - level } else { level / 100.0 };
        let points: Vec<(f64, f64)> =
            self.critical_values.iter().zip(&self.significance_level).map(|(&x, &level)| (x, of(level))).collect();
        let (Some(&first), Some(&last)) = (points.first(), points.last()) else { return f64::NAN };
        let between = points.windows(2).find(|ends| self.statistic < ends[1].0);
        match between {
            _ if self.statistic <= first.0 => first.1,
            Some(&[(a, p), (b, q)]) => p + (q - p) * (self.statistic - a) / (b - a),
            _ if self.statistic.is_nan() => f64::NAN,
            _ => last.1,
        }
    }
}

/// Critical values of large samples and their levels, and what the values are divided by for `n` elements (Stephens, EDF statistics for goodness of
/// fit and some comparisons, 1974; Goodness of fit for the extreme value distribution, 1977; Tests of fit for the logistic distribution, 1979).
fn critical(law: AndersonLaw, n: f64) -> (&'static [f64], &'static [f64], f64) {
    const FIVE: &[f64] = &[15.0, 10.0, 5.0, 2.5, 1.0];
    match law {
        AndersonLaw::Norm => (&[0.561, 0.631, 0.752, 0.873, 1.035], FIVE, 1.0 + 0.75 / n + 2.25 / n / n),
        AndersonLaw::Expon => (&[0.916, 1.062, 1.321, 1.591, 1.959], FIVE, 1.0 + 0.6 / n),
        AndersonLaw::Logistic => {
            (&[0.426, 0.563, 0.66, 0.769, 0.906, 1.01], &[25.0, 10.0, 5.0, 2.5, 1.0, 0.5], 1.0 + 0.25 / n)
        }
        AndersonLaw::GumbelL | AndersonLaw::GumbelR | AndersonLaw::WeibullMin => {
            (&[0.474, 0.637, 0.757, 0.877, 1.038], &[25.0, 10.0, 5.0, 2.5, 1.0], 1.0 + 0.2 / n.sqrt())
        }
    }
}

/// Critical values of Weibull's distribution, of inverses of its shape parameter from 0 to 0.5 in steps of 0.05, for these shares (Lockhart and
/// Stephens, Estimation and tests of fit for the three-parameter Weibull distribution, 1994, table 1).
const SHARES: [f64; 8] = [0.5, 0.75, 0.85, 0.9, 0.95, 0.975, 0.99, 0.995];
const OF_WEIBULL: [[f64; 8]; 11] = [
    [0.292, 0.395, 0.467, 0.522, 0.617, 0.711, 0.836, 0.931],
    [0.295, 0.399, 0.471, 0.527, 0.623, 0.719, 0.845, 0.941],
    [0.298, 0.403, 0.476, 0.534, 0.631, 0.728, 0.856, 0.954],
    [0.301, 0.408, 0.483, 0.541, 0.640, 0.738, 0.869, 0.969],
    [0.305, 0.414, 0.490, 0.549, 0.650, 0.751, 0.885, 0.986],
    [0.309, 0.421, 0.498, 0.559, 0.662, 0.765, 0.902, 1.007],
    [0.314, 0.429, 0.508, 0.570, 0.676, 0.782, 0.923, 1.030],
    [0.320, 0.438, 0.519, 0.583, 0.692, 0.802, 0.947, 1.057],
    [0.327, 0.448, 0.532, 0.598, 0.711, 0.824, 0.974, 1.089],
    [0.334, 0.469, 0.547, 0.615, 0.732, 0.850, 1.006, 1.125],
    [0.342, 0.472, 0.563, 0.636, 0.757, 0.879, 1.043, 1.167],
];

fn rounded(x: f64) -> f64 {
    (x * 1000.0).round_ties_even() / 1000.0
}

/// Whether the elements of a vector are of a distribution whose location and scale, and Weibull's shape, are fitted to them, by the square of the
/// distance of the distribution functions over its variance (Anderson and Darling, 1952). In double precision; the statistic is computed on the
/// device, the parameters of greatest likelihood on the host.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{AndersonLaw, anderson};
/// let test = anderson(&xp.array([1.0, 2.0, 4.0, 9.0, 10.0])?, AndersonLaw::Norm)?;
/// assert_eq!(format!("{:.6}", test.statistic), "0.341271");
/// assert_eq!(test.critical_values, [0.452, 0.509, 0.606, 0.704, 0.835]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] unless there are one axis and two elements, for elements that are not finite, and for a likelihood of Weibull's distribution that
/// is greatest at an end; [`Error::DType`] for complex numbers.
pub fn anderson<B: Backend>(x: &impl AnyArray<B>, law: AndersonLaw) -> Result<Anderson> {
    let x = x.as_dyn();
    TypeClass::RealElement.check(OP, x.dtype())?;
    if x.ndim() != 1 || x.len() < 2 {
        return Err(Error::value(OP, format!("the shape {:?}, where a vector of 2 is the least", x.shape())));
    }
    let x = x.astype(DType::F64)?;
    let values = x.clone().typed::<f64>()?.to_vec()?;
    if !values.iter().all(|x| x.is_finite()) {
        return Err(Error::value(OP, "elements that are not finite"));
    }
    let n = values.len() as f64;
    let parameters = fitted(&x, &values, law)?;
    let statistic = GoodnessStatistic::AndersonDarling.of(&made(x.xp(), law, &parameters)?, &x)?;
    let (critical_values, significance_level) = match law {
        AndersonLaw::WeibullMin => (of_weibull(parameters[0]), SHARES.to_vec()),
        law => {
            let (values, levels, divisor) = critical(law, n);
            (values.iter().map(|value| rounded(value / divisor)).collect(), levels.to_vec())
        }
    };
    Ok(Anderson { statistic, critical_values, significance_level, parameters, law })
}

/// The distribution of parameters.
fn made<B: Backend>(xp: &B, law: AndersonLaw, parameters: &[f64]) -> Result<Continuous<B>> {
    let (ends, shape) = parameters.split_at(parameters.len() - 2);
    let (shape, ends) = (ends.first().copied().unwrap_or(1.0), shape);
    let standard = match law {
        AndersonLaw::Norm => laws::norm(xp),
        AndersonLaw::Expon => laws::expon(xp),
        AndersonLaw::Logistic => laws::logistic(xp),
        AndersonLaw::GumbelL => laws::gumbel_l(xp),
        AndersonLaw::GumbelR => laws::gumbel_r(xp),
        AndersonLaw::WeibullMin => laws::weibull_min(xp, shape),
    };
    standard?.loc(ends[0])?.scale(ends[1])
}

/// The parameters of greatest likelihood; of normal numbers with the unbiased variance.
fn fitted<B: Backend>(x: &DynArray<B>, values: &[f64], law: AndersonLaw) -> Result<Vec<f64>> {
    let mean = mean(values.iter().copied());
    let of = |law: Continuous<B>| law.fit(x, Fit::new()).map(|found| vec![found.loc, found.scale]);
    match law {
        AndersonLaw::Norm => Ok(vec![mean, deviation(values, mean)]),
        AndersonLaw::Expon => Ok(vec![0.0, mean]),
        AndersonLaw::Logistic => Ok(logistic(values, mean)),
        AndersonLaw::GumbelL => of(laws::gumbel_l(x.xp())?),
        AndersonLaw::GumbelR => of(laws::gumbel_r(x.xp())?),
        AndersonLaw::WeibullMin => {
            let start = laws::weibull_min(x.xp(), 1.0)?.fit(x, Fit::new())?;
            weibull(values, start.shapes[0], start.loc)
        }
    }
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let n = values.len() as f64;
    values.sum::<f64>() / n
}

/// The standard deviation, unbiased.
fn deviation(values: &[f64], mean: f64) -> f64 {
    (values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (values.len() as f64 - 1.0)).sqrt()
}

/// The solution of two equations in two unknowns, by their matrix in rows.
fn solved([[a, b], [c, d]]: [[f64; 2]; 2], [p, q]: [f64; 2]) -> [f64; 2] {
    let det = a * d - b * c;
    [(p * d - q * b) / det, (q * a - p * c) / det]
}

/// Location and scale of the logistic distribution, by Newton's method.
fn logistic(values: &[f64], mean: f64) -> Vec<f64> {
    let (n, mut loc, mut scale) = (values.len() as f64, mean, deviation(values, mean));
    for _ in 0..100 {
        let (mut slopes, mut rest) = ([[0.0; 2]; 2], [-0.5 * n, n]);
        for x in values {
            let t = (x - loc) / scale;
            let s = 1.0 / (1.0 + t.exp());
            let (slope, g) = (-s * (1.0 - s), 2.0 * s - 1.0 - 2.0 * t * s * (1.0 - s));
            rest[0] += s;
            rest[1] += t * (2.0 * s - 1.0);
            for (k, derivative) in [slope, g].into_iter().enumerate() {
                slopes[k][0] -= derivative / scale;
                slopes[k][1] -= derivative * if t.is_finite() { t } else { 0.0 } / scale;
            }
        }
        let step = solved(slopes, rest);
        (loc, scale) = (loc - step[0], (scale - step[1]).max(0.25 * scale));
        if step[0].abs() + step[1].abs() < 1e-14 * (loc.abs() + scale) {
            break;
        }
    }
    vec![loc, scale]
}

/// Shape, location and scale of Weibull's distribution: from a first guess, by Newton's method for the two equations that are left without the
/// scale.
fn weibull(values: &[f64], mut m: f64, mut u: f64) -> Result<Vec<f64>> {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let of = |f: &dyn Fn(f64) -> f64| mean(values.iter().map(|&x| f(x)));
    let rest = |m: f64, u: f64| {
        let power = of(&|x| (x - u).powf(m));
        let shape = 1.0 / m - of(&|x| (x - u).powf(m) * (x - u).ln()) / power + of(&|x| (x - u).ln());
        [shape, (m - 1.0) / m * of(&|x| 1.0 / (x - u)) - of(&|x| (x - u).powf(m - 1.0)) / power]
    };
    for _ in 0..50 {
        let here = rest(m, u);
        let (h, k) = (1e-6 * m, 1e-6 * (least - u));
        let (more, less) = (rest(m + h, u), rest(m, u - k));
        let slopes = [0, 1].map(|row| [(more[row] - here[row]) / h, (here[row] - less[row]) / k]);
        let step = solved(slopes, here);
        (m, u) = ((m - step[0]).max(0.5 * m), (u - step[1]).min(0.5 * (u + least)));
        if step[0].abs() < 1e-9 * m && step[1].abs() < 1e-9 * (least - u) {
            break;
        }
    }
    let spread = deviation(values, mean(values.iter().copied()));
    if m.is_nan() || m < 1.0 || least - u < 1e-8 * (least.abs() + spread) {
        let message = "the likelihood of Weibull's distribution is greatest at an end: there are no critical values";
        return Err(Error::value(OP, message));
    }
    Ok(vec![m, u, of(&|x| (x - u).powf(m)).powf(1.0 / m)])
}

/// The critical values of a shape parameter, rounded up.
fn of_weibull(m: f64) -> Vec<f64> {
    let place = 20.0 / m;
    let row = (place as usize).min(9);
    let share = if place <= 10.0 { place - row as f64 } else { 1.0 };
    let between = |(a, b): (&f64, &f64)| rounded(a + share * (b - a) + 0.0005);
    OF_WEIBULL[row].iter().zip(&OF_WEIBULL[row + 1]).map(between).collect()
}
