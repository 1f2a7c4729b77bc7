//! Comparisons of the means of several samples: of each two, and of each one with that of a control.

use super::sample::{Alternative, samples};
use crate::special::{gammainccinv, gammaincinv, roots_legendre};
use std::f64::consts::TAU;
use xparray_core::prelude::*;
use xparray_core::{Create, Error, Result};

/// Nodes of the quadratures of both integrals.
const NODES: usize = 120;

/// What a sample is here: its mean, the sum of squares about it, and its size.
struct Moments {
    mean: f64,
    squares: f64,
    size: f64,
}

impl Moments {
    fn of<B: Backend>(op: &'static str, x: &DynArray<B>, least: usize) -> Result<Self> {
        let (values, n) = samples(op, x, None)?;
        if x.ndim() != 1 || n < least {
            return Err(Error::value(op, format!("a sample of the shape {:?}, not a vector of {least}", x.shape())));
        }
        let values = values.astype(DType::F64)?;
        let (mean, squares) = (values.mean(..)?, values.var(..)?.multiply(n as f64)?);
        Ok(Self { mean: mean.item()?.get(), squares: squares.item()?.get(), size: n as f64 })
    }
}

/// Standard normal numbers, and their weights in a quadrature.
#[derive(Clone, Debug)]
struct Normals<B: Backend> {
    z: DynArray<B>,
    weights: DynArray<B>,
}

/// Nodes and weights between two ends.
fn nodes<B: Backend>(xp: &B, low: f64, high: f64) -> Result<(DynArray<B>, DynArray<B>)> {
    let (x, weights) = roots_legendre(xp, NODES)?;
    let half = 0.5 * (high - low);
    Ok((x.multiply(half)?.add(0.5 * (low + high))?, weights.multiply(half)?))
}

impl<B: Backend> Normals<B> {
    fn new(xp: &B) -> Result<Self> {
        // Beyond is less than roundings.
        let (z, weights) = nodes(xp, -8.5, 8.5)?;
        let density = z.square()?.multiply(-0.5)?.exp()?.divide(TAU.sqrt())?;
        Ok(Self { weights: weights.multiply(&density)?, z })
    }

    /// The mean of a probability over standard deviations of `df` degrees of freedom, a column of which it is given.
    fn over_deviations(&self, df: f64, inside: impl Fn(&DynArray<B>) -> Result<DynArray<B>>) -> Result<f64> {
        let (xp, half) = (self.z.xp(), 0.5 * df);
        if half.is_nan() {
            return Ok(f64::NAN);
        }
        let tail = xp.full([], 1e-17)?;
        let end = |square: DynArray<B>| Ok::<_, Error>((square.item()?.get::<f64>() / half).sqrt());
        let (s, weights) = nodes(xp, end(gammaincinv(half, &tail)?)?, end(gammainccinv(half, &tail)?)?)?;
        let size = xp.full([], half)?.into_dyn().gammaln()?.negative()?.add(half * half.ln())?;
        let density = s.log()?.multiply(df - 1.0)?.subtract(&s.square()?.multiply(half)?)?.add(&size)?.exp()?;
        let mean = density.multiply(&weights)?.multiply(&inside(&s.expand_dims(1)?)?)?.sum(..)?;
        Ok(2.0 * mean.item()?.get::<f64>())
    }

    /// The distribution function of the range of so many normal numbers over their standard deviation (Lund and Lund, 1983).
    fn range(&self, q: f64, count: usize, df: f64) -> Result<f64> {
        // Of the greatest number the others are within the range below it.
        let upper = self.z.ndtr()?;
        self.over_deviations(df, |s| {
            let within = upper.subtract(&self.z.subtract(&s.multiply(q)?)?.ndtr()?)?;
            within.power(count as f64 - 1.0)?.multiply(&self.weights)?.multiply(count as f64)?.sum(-1)
        })
    }

    /// The probability that no mean is further from the control's than `d`, on both sides or above: given that of the control they are
    /// independent (Dunnett, 1955), with correlations that are products of shares.
    fn together(&self, d: f64, shares: &[f64], df: f64, both: bool) -> Result<f64> {
        self.over_deviations(df, |s| {
            let mut product = self.weights.clone();
            for share in shares {
                let (rest, moved) = ((1.0 - share * share).sqrt(), self.z.multiply(*share)?);
                let below = |d: f64| s.multiply(d)?.subtract(&moved)?.divide(rest)?.ndtr();
                let inside = if both { below(d)?.subtract(&below(-d)?)? } else { below(d)? };
                product = product.multiply(&inside)?;
            }
            product.sum(-1)
        })
    }
}

/// Where an increasing function of numbers from `low` on has a value, by halving; NaN for one that is nowhere known.
fn root(level: f64, mut low: f64, function: impl Fn(f64) -> Result<f64>) -> Result<f64> {
    let mut high: f64 = 8.0;
    if function(high)?.is_nan() {
        return Ok(f64::NAN);
    }
    while high < 1e6 && function(high)? < level {
        (low, high) = (high, 2.0 * high);
    }
    for _ in 0..60 {
        if high - low < 1e-12 * high.abs().max(low.abs()) {
            break;
        }
        let middle = 0.5 * (low + high);
        if function(middle)? < level {
            low = middle;
        } else {
            high = middle;
        }
    }
    Ok(0.5 * (low + high))
}

fn level(op: &'static str, level: f64) -> Result<f64> {
    match level > 0.0 && level < 1.0 {
        true => Ok(level),
        false => Err(Error::value(op, format!("the level {level}, not between 0 and 1"))),
    }
}

/// What [`tukey_hsd`] gives.
#[derive(Clone, Debug)]
pub struct TukeyHsd<B: Backend> {
    /// The difference of the means of each two samples, `[k, k]`.
    pub statistic: Array<f64, B>,
    /// The probability of one as large somewhere, `[k, k]`.
    pub pvalue: Array<f64, B>,
    normals: Normals<B>,
    /// The scales of the differences, and their degrees of freedom, row by row.
    errors: Vec<f64>,
    df: Vec<f64>,
}

impl<B: Backend> TukeyHsd<B> {
    /// The ends `[k, k]` of intervals that have all differences of means, in a share `confidence_level` of samples.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::tukey_hsd;
    /// let (x, y) = (xp.array([24.5, 23.5, 26.4])?.into_dyn(), xp.array([28.4, 34.2, 29.5])?.into_dyn());
    /// let (low, high) = tukey_hsd(&[&x, &y], true)?.confidence_interval(0.95)?;
    /// assert!(low.slice(s![0, 1])?.item()? < -5.9 && high.slice(s![0, 1])?.item()? > -5.9);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for a level that is not between 0 and 1.
    pub fn confidence_interval(&self, confidence_level: f64) -> Result<(Array<f64, B>, Array<f64, B>)> {
        let level = level("tukey_hsd", confidence_level)?;
        let count = self.statistic.shape()[0];
        let mut known: Vec<(f64, f64)> = Vec::new();
        let mut allowances = Vec::with_capacity(self.df.len());
        for (df, error) in self.df.iter().zip(&self.errors) {
            let found = known.iter().find(|(other, _)| other == df).map(|&(_, q)| q);
            let q = match found {
                Some(q) => q,
                None => root(level, 0.0, |q| self.normals.range(q, count, *df))?,
            };
            if found.is_none() {
                known.push((*df, q));
            }
            allowances.push(q * error);
        }
        let allowance = self.statistic.xp().from_slice(&allowances, [count, count])?;
        Ok((&self.statistic - &allowance, &self.statistic + &allowance))
    }
}

/// Whether the means of samples, vectors of at least 2 elements, are the same: of each two (Tukey and Kramer); without `equal_var` by the
/// variances of both alone (Games and Howell, 1976). The distribution of the range is integrated in double precision.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::tukey_hsd;
/// let [x, y, z] = [[24.5, 23.5, 26.4], [28.4, 34.2, 29.5], [26.1, 28.3, 24.3]].map(|x| xp.array(x).map(Array::into_dyn));
/// let test = tukey_hsd(&[&x?, &y?, &z?], true)?;
/// assert_eq!(format!("{:.4}", test.pvalue.slice(s![0, 1])?.item()?), "0.0446");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for fewer samples than two, and for such as are no vectors, are shorter or not finite; [`Error::DType`] for complex numbers.
pub fn tukey_hsd<B: Backend>(samples: &[&DynArray<B>], equal_var: bool) -> Result<TukeyHsd<B>> {
    const OP: &str = "tukey_hsd";
    let moments = samples.iter().map(|x| Moments::of(OP, x, 2)).collect::<Result<Vec<_>>>()?;
    let (&[first, _, ..], count) = (samples, samples.len()) else {
        return Err(Error::value(OP, format!("{} samples, where 2 are the least", samples.len())));
    };
    if !moments.iter().all(|x| x.squares.is_finite()) {
        return Err(Error::value(OP, "samples must be finite"));
    }
    let freedom = moments.iter().map(|x| x.size - 1.0).sum::<f64>();
    let pooled = moments.iter().map(|x| x.squares).sum::<f64>() / freedom;
    let part = |x: &Moments| x.squares / (x.size - 1.0) / x.size;
    let pairs = || moments.iter().flat_map(|x| moments.iter().map(move |y| (x, y)));
    let of = |(x, y): (&Moments, &Moments)| match equal_var {
        true => ((0.5 * pooled * (1.0 / x.size + 1.0 / y.size)).sqrt(), freedom),
        false => {
            let (a, b) = (part(x), part(y));
            ((0.5 * (a + b)).sqrt(), (a + b).powi(2) / (a * a / (x.size - 1.0) + b * b / (y.size - 1.0)))
        }
    };
    let (errors, df): (Vec<f64>, Vec<f64>) = pairs().map(of).unzip();
    let statistic: Vec<f64> = pairs().map(|(x, y)| x.mean - y.mean).collect();
    let xp = first.xp();
    let normals = Normals::new(xp)?;
    let mut pvalue = vec![0.0; count * count];
    for i in 0..count {
        for j in 0..=i {
            let place = i * count + j;
            let q = statistic[place].abs() / errors[place];
            // Of means that are the same nothing is integrated; without any scatter there is no answer.
            let p = if q == 0.0 { 1.0 } else { 1.0 - normals.range(q, count, df[place])? };
            pvalue[place] = p.clamp(0.0, 1.0);
            pvalue[j * count + i] = pvalue[place];
        }
    }
    let square = |x: &[f64]| xp.from_slice(x, [count, count]);
    Ok(TukeyHsd { statistic: square(&statistic)?, pvalue: square(&pvalue)?, normals, errors, df })
}

/// What [`dunnett`] gives.
#[derive(Clone, Debug)]
pub struct Dunnett<B: Backend> {
    /// The difference of the mean of each sample from that of the control over its standard error, `[k]`.
    pub statistic: Array<f64, B>,
    /// The probability of one as large somewhere, `[k]`.
    pub pvalue: Array<f64, B>,
    normals: Normals<B>,
    alternative: Alternative,
    shares: Vec<f64>,
    df: f64,
    errors: Array<f64, B>,
}

impl<B: Backend> Dunnett<B> {
    /// The ends `[k]` of intervals that have the differences of all means from the control's, in a share `confidence_level` of samples; to one side
    /// one end is infinite.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::{Alternative, dunnett};
    /// let (x, control) = (xp.array([24.5, 23.5, 26.4])?.into_dyn(), xp.array([28.4, 34.2, 29.5])?.into_dyn());
    /// let (low, high) = dunnett(&[&x], &control, Alternative::Less)?.confidence_interval(0.95)?;
    /// assert!(low.item()? == f64::NEG_INFINITY && high.item()? < 0.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for a level that is not between 0 and 1.
    pub fn confidence_interval(&self, confidence_level: f64) -> Result<(Array<f64, B>, Array<f64, B>)> {
        let level = level("dunnett", confidence_level)?;
        let both = self.alternative == Alternative::TwoSided;
        // Beyond -8.5 on one side is less than roundings.
        let low = if both { 0.0 } else { -8.5 };
        let d = root(level, low, |d| self.normals.together(d, &self.shares, self.df, both))?;
        let differences = &self.statistic * &self.errors;
        let allowance = &self.errors * d;
        let end = |open: Alternative, infinite: f64, end: Array<f64, B>| match self.alternative == open {
            true => end.full_like(infinite),
            false => end,
        };
        let low = end(Alternative::Less, f64::NEG_INFINITY, &differences - &allowance);
        Ok((low, end(Alternative::Greater, f64::INFINITY, &differences + &allowance)))
    }
}

/// Whether the means of samples differ from that of a control, all vectors (Dunnett, 1955). Probabilities are integrated in double precision; nothing is
/// drawn.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Alternative, dunnett};
/// let [x, y, z] = [[24.5, 23.5, 26.4], [28.4, 34.2, 29.5], [26.1, 28.3, 24.3]].map(|x| xp.array(x).map(Array::into_dyn));
/// let test = dunnett(&[&x?, &y?], &z?, Alternative::TwoSided)?;
/// assert_eq!(test.pvalue.shape(), [2]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for no samples, for such as are no vectors or are empty, and for no more elements than samples; [`Error::DType`] for
/// complex numbers.
pub fn dunnett<B: Backend>(
    samples: &[&DynArray<B>],
    control: &DynArray<B>,
    alternative: Alternative,
) -> Result<Dunnett<B>> {
    const OP: &str = "dunnett";
    let moments = samples.iter().map(|x| Moments::of(OP, x, 1)).collect::<Result<Vec<_>>>()?;
    let control_moments = Moments::of(OP, control, 1)?;
    let all = || moments.iter().chain([&control_moments]);
    let df = all().map(|x| x.size - 1.0).sum::<f64>();
    if moments.is_empty() || df == 0.0 {
        return Err(Error::value(OP, "no samples, or no more elements than samples"));
    }
    let deviation = (all().map(|x| x.squares).sum::<f64>() / df).sqrt();
    let other = &control_moments;
    let errors: Vec<f64> = moments.iter().map(|x| deviation * (1.0 / x.size + 1.0 / other.size).sqrt()).collect();
    let statistic: Vec<f64> = moments.iter().zip(&errors).map(|(x, error)| (x.mean - other.mean) / error).collect();
    let shares: Vec<f64> = moments.iter().map(|x| (x.size / (x.size + other.size)).sqrt()).collect();
    let xp = control.xp();
    let normals = Normals::new(xp)?;
    let probability = |&d: &f64| {
        let (d, both) = match alternative {
            Alternative::TwoSided => (d.abs(), true),
            Alternative::Less => (-d, false),
            Alternative::Greater => (d, false),
        };
        Ok((1.0 - normals.together(d, &shares, df, both)?).clamp(0.0, 1.0))
    };
    let pvalue = statistic.iter().map(probability).collect::<Result<Vec<f64>>>()?;
    let vector = |x: &[f64]| xp.from_slice(x, x.len());
    let (statistic, pvalue, errors) = (vector(&statistic)?, vector(&pvalue)?, vector(&errors)?);
    Ok(Dunnett { statistic, pvalue, normals, alternative, shares, df, errors })
}
