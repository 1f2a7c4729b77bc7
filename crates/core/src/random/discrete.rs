//! Distributions of integers.

use super::Generator;
use super::draw::{Draw, F, decide};
use super::gamma::gamma;
use super::parameter::Parameter;
use super::table::Table;
use crate::array::{Array, IntoShape};
use crate::backend::Backend;
use crate::error::Result;
use crate::kernel::{IntoVar, Var, for_, if_, while_};
use std::f64::consts::TAU;

/// From here on, means are sampled by rejection, below by searching.
const SEARCHED: f64 = 10.0;

/// The largest mean whose Poisson numbers are integers of 64 bits.
const LARGEST_MEAN: f64 = 9.223372006484771e18;
/// About the largest integer of 64 bits.
const LARGEST: f64 = 9.2e18;

/// A whole number that floats have.
pub(super) fn whole(x: F) -> Var<bool> {
    x.ge(0.0) & x.le(9e15) & x.floor().eq(x)
}
pub(super) const WHOLE: &str = "a whole number from 0 to 9e15";

/// A probability.
fn probability(x: F) -> Var<bool> {
    x.ge(0.0) & x.le(1.0)
}
const PROBABILITY: &str = "in [0, 1]";

/// What Stirling's formula lacks of the logarithm of `k!`, times 12 k, as a polynomial of 1 / k, from 1 on: off by less than 3e-11.
// chebyfit(lambda w: 12 / w * (loggamma(1 / w + 1) - (1 / w + 0.5) * log(1 / w) + 1 / w - log(2 * pi) / 2), [0, 1], 13)
const STIRLING: [f64; 13] = [
    5.487_732_992_671_596e-4,
    -3.415_336_925_662_966e-3,
    8.846_445_643_013_378e-3,
    -1.139_493_872_239_781e-2,
    4.879_818_458_694_379e-3,
    6.515_137_183_909_026e-3,
    -1.008_358_961_846_722_7e-2,
    7.586_490_692_809_035e-4,
    9.405_851_351_728_984e-3,
    1.060_481_043_451_255e-5,
    -3.333_382_176_350_527e-2,
    8.773_812_064_641_98e-9,
    0.999_999_999_974_012_4,
];

/// The logarithm of the probability of `k` in a Poisson distribution, whose ratios to others are exact also of large numbers: Loader's
/// saddle-point expansion (Fast and Accurate Computation of Binomial Probabilities, 2000).
fn log_poisson(k: F, mean: F) -> F {
    let inverse = 1.0 / k;
    let [first, rest @ ..] = STIRLING;
    let start = inverse * first + rest[0];
    let error = rest[1..].iter().fold(start, |sum, &c| sum * inverse + c) * inverse * (1.0 / 12.0);
    let deviance = k * ((k - mean) / mean).log1p() - (k - mean);
    k.eq(0.0).select(-mean, -deviance - error - (k * TAU).log() * 0.5)
}

/// What [`log_poisson`] subtracts of the logarithm of the leading factor, for `k` that is `off` away from the mean and 3 or more, in
/// single precision: off by less than `1e-6 + 2e-6 |off|`.
fn near_poisson(k: Var<f32>, off: Var<f32>, inverse_mean: Var<f32>) -> Var<f32> {
    let inverse = 1.0f32 / k;
    let square = inverse.square();
    let series = inverse * (1.0f32 / 12.0 - square * (1.0f32 / 360.0 - square * (1.0f32 / 1260.0)));
    k * (off * inverse_mean).log1p() - off + series
}

/// Where single precision knows the squares of what an attempt begins with.
fn near_the_middle(us: F) -> Var<bool> {
    us.ge(1e-4)
}

/// An attempt's point in the unit square, `u` less 1/2, and how far `u` is from the ends: what both of Hörmann's methods begin with.
fn hat(draw: Draw) -> (F, F, F) {
    let (u, v) = draw.uniforms(0);
    let u = u - 0.5;
    (u, v.maximum(f64::EPSILON / 4.0), 0.5 - u.abs())
}

/// The number itself, or where the mean is small one found by searching. The rejection comes first, as the one loop of most elements.
fn searched(small: Var<bool>, k: F, search: impl FnOnce() -> F) -> F {
    while_((k, small), |(_, small)| small, |_| (search(), false.into_var())).0
}

/// In single precision.
fn single(x: F) -> Var<f32> {
    x.cast()
}

/// Poisson, as a float: small means by searching, others by the method PTRS of Hörmann (Insurance: Mathematics and Economics 12,
/// 1993).
pub(super) fn poisson(draw: Draw, mean: F) -> F {
    let small = mean.lt(SEARCHED);
    let search = || {
        let u = draw.uniform(0);
        let p = (-mean).exp();
        while_(
            (0.0f64, p, p),
            |(k, _, sum)| u.gt(sum) & k.lt(200.0),
            |(k, p, sum)| {
                let p = p * mean / (k + 1.0);
                (k + 1.0, p, sum + p)
            },
        )
        .0
    };
    let reject = || {
        let root = mean.sqrt();
        let b = root * 2.53 + 0.931;
        let a = b * 0.02483 - 0.059;
        let inverse = 1.1328 / (b - 3.4) + 1.1239;
        let border = 0.9277 - 3.6224 / (b - 2.0);
        let (inverse_mean, inverse_32, a_32, b_32) = (single(1.0 / mean), single(inverse), single(a), single(b));
        draw.accept_unless(small, |draw| {
            let (u, v, us) = hat(draw);
            let k = ((a * 2.0 / us + b) * u + mean + 0.43).floor();
            let inside = us.ge(0.07) & v.le(border);
            let outside = k.lt(0.0) | (us.lt(0.013) & v.gt(us));
            let exact = || (v * inverse / (a / us.square() + b)).log().le(log_poisson(k, mean));
            let (off, square) = (single(k - mean), single(us).square());
            let near = single(mean) + off;
            let factor = single(v) * inverse_32 * square / (a_32 + b_32 * square) * (near * TAU as f32).sqrt();
            let excess = factor.log() + near_poisson(near, off, inverse_mean);
            let excess = inside.select(-f32::INFINITY, outside.select(f32::INFINITY, excess));
            let known = inside | outside | (near_the_middle(us) & k.ge(3.0));
            (k, decide(excess, known.select(off.abs() * 4e-6f32 + 1e-5f32, f32::INFINITY), exact))
        })
    };
    searched(small, reject(), search)
}

/// Binomial, as a float: small means by searching, others by the method BTRS of Hörmann (Journal of Statistical Computation and
/// Simulation 46, 1993).
pub(super) fn binomial(draw: Draw, n: F, p: F) -> F {
    let turned = p.gt(0.5);
    let p = turned.select(1.0 - p, p);
    let q = 1.0 - p;
    let search = || {
        let u = draw.uniform(0);
        let none = (n * (-p).log1p()).exp();
        while_(
            (0.0f64, none, none),
            |(k, _, sum)| u.gt(sum) & k.lt(n),
            |(k, probability, sum)| {
                let next = probability * (n - k) * p / ((k + 1.0) * q);
                (k + 1.0, next, sum + next)
            },
        )
        .0
    };
    let reject = || {
        let root = (n * p * q).sqrt();
        let b = root * 2.53 + 1.15;
        let a = b * 0.0248 + p * 0.01 - 0.0873;
        let (center, border) = (n * p + 0.5, 0.92 - 4.2 / b);
        let alpha = (5.1 / b + 2.83) * root;
        let mode = ((n + 1.0) * p).floor();
        let log = |k: F| log_poisson(k, n * p) + log_poisson(n - k, n * q);
        let most = log(mode);
        let (few_mean, many_mean) = (n * p, n * q);
        let (inverse_few, inverse_many) = (single(1.0 / few_mean), single(1.0 / many_mean));
        let (alpha_32, most_32, a_32, b_32) = (single(alpha * TAU), single(most), single(a), single(b));
        draw.accept(|draw| {
            let (u, v, us) = hat(draw);
            let k = ((a * 2.0 / us + b) * u + center).floor();
            let possible = k.ge(0.0) & k.le(n);
            let inside = possible & us.ge(0.07) & v.le(border);
            let exact = || (v * alpha / (a / us.square() + b)).log().le(log(k) - most);
            let (off, square) = (single(k - few_mean), single(us).square());
            let (few, many) = (single(few_mean) + off, single(many_mean) - off);
            let factor = single(v) * alpha_32 * square / (a_32 + b_32 * square) * (few * many).sqrt();
            let deviance = near_poisson(few, off, inverse_few) + near_poisson(many, -off, inverse_many);
            let excess = factor.log() + most_32 + deviance;
            let excess = inside.select(-f32::INFINITY, possible.select(excess, f32::INFINITY));
            let known = inside | !possible | (near_the_middle(us) & k.ge(3.0) & (n - k).ge(3.0));
            (k, decide(excess, known.select(off.abs() * 8e-6f32 + 2e-5f32, f32::INFINITY), exact))
        })
    };
    let k = if_((n * p).lt(SEARCHED), search, reject);
    turned.select(n - k, k)
}

/// The good ones of a sample without replacement, as a float: few by drawing each, more by the ratio of uniforms, the method HRUA of
/// Stadlober (Journal of Computational and Applied Mathematics 31, 1990).
pub(super) fn hypergeometric(draw: Draw, good: F, bad: F, sample: F) -> F {
    let all = good + bad;
    let drawn = sample.minimum(all - sample);
    let (few, many) = (good.minimum(bad), good.maximum(bad));
    let each = || {
        let (_, left) = for_(drawn.cast::<i64>(), (all, few), |i, (all, left)| {
            let place = draw.step(i.cast()).uniform(0) * all;
            (all - 1.0, place.lt(left).select(left - 1.0, left))
        });
        few - left
    };
    let ratio = || {
        let (p, q) = (few / all, many / all);
        let a = drawn * p + 0.5;
        let variance = (all - drawn) * drawn * p * q / (all - 1.0);
        let c = (variance + 0.5).sqrt();
        let h = c * 1.715_527_769_921_413_5 + 0.898_916_162_058_898_8;
        let mode = ((drawn + 1.0) * (few + 1.0) / (all + 2.0)).floor();
        let share = drawn / all;
        let half = |k: F, n: F| log_poisson(k, n * share) + log_poisson(n - k, n * (1.0 - share));
        let log = |k: F| half(k, few) + half(drawn - k, many);
        let most = log(mode);
        let end = (drawn.minimum(few) + 1.0).minimum((a + c * 16.0).floor());
        draw.accept(|draw| {
            let (u, v) = (draw.open(0), draw.uniform(1));
            let x = a + h * (v - 0.5) / u;
            let k = x.floor();
            let inside = x.ge(0.0) & x.lt(end);
            (k, inside & (u.log() * 2.0).le(log(k) - most))
        })
    };
    let k = if_(drawn.lt(SEARCHED), each, ratio);
    let k = good.gt(bad).select(drawn - k, k);
    drawn.lt(sample).select(good - k, k)
}

/// As an integer; what is too large becomes the largest.
fn integer(x: F) -> Var<i64> {
    x.cast()
}

impl<B: Backend> Generator<B> {
    /// Poisson with this mean: of one mean up to 1e4 by a table of the distribution function, else small means by searching, others by
    /// the method PTRS of Hörmann (Insurance: Mathematics and Economics 12, 1993). So an array of means gives other numbers than one
    /// of them alone.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).poisson(4.0, 10_000)?;
    /// assert!((x.mean(..)?.item()? - 4.0).abs() < 0.1);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) if the mean is negative or above 9.2e18; [`Error::Shape`](crate::Error::Shape) if a parameter does not broadcast to the shape.
    pub fn poisson(&mut self, lam: impl Parameter<B>, shape: impl IntoShape) -> Result<Array<i64, B>> {
        let number = lam.scalar()?;
        let lam = self.parameter("poisson", lam, "from 0 to 9.2e18", |x| x.ge(0.0) & x.le(LARGEST_MEAN))?;
        if let Some(table) = number.and_then(Table::poisson) {
            return self.looked_up(&table, shape);
        }
        let array = self.sample(shape, [&lam], |draw, [lam]: [F; 1]| integer(poisson(draw, lam)))?;
        Ok(Array::from_dyn(array))
    }

    /// Binomial: how many of `n` attempts succeed with probability `p`. Where both are one number and the variance is at most 1e4, by a
    /// table of the distribution function, else small means by searching, others by the method BTRS of Hörmann (Journal of Statistical
    /// Computation and Simulation 46, 1993). So arrays of parameters give other numbers than one pair of them alone.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).binomial(10, 0.3, 10_000)?;
    /// assert!((x.mean(..)?.item()? - 3.0).abs() < 0.1);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) unless `n` is a whole number from 0 to 9e15 and `p` in [0, 1]; [`Error::Shape`](crate::Error::Shape) if a parameter does not broadcast to the shape.
    pub fn binomial(
        &mut self,
        n: impl Parameter<B>,
        p: impl Parameter<B>,
        shape: impl IntoShape,
    ) -> Result<Array<i64, B>> {
        let both = n.scalar()?.zip(p.scalar()?);
        let n = self.parameter("binomial", n, WHOLE, whole)?;
        let p = self.parameter("binomial", p, PROBABILITY, probability)?;
        if let Some(table) = both.and_then(|(n, p)| Table::binomial(n, p)) {
            return self.looked_up(&table, shape);
        }
        let array = self.sample(shape, [&n, &p], |draw, [n, p]: [F; 2]| integer(binomial(draw, n, p)))?;
        Ok(Array::from_dyn(array))
    }

    /// Geometric: the number of the first attempt that succeeds with probability `p`, by inversion.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).geometric(0.25, 10_000)?;
    /// assert!((x.mean(..)?.item()? - 4.0).abs() < 0.2);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) unless `p` is in (0, 1]; [`Error::Shape`](crate::Error::Shape) if a parameter does not broadcast to the shape.
    pub fn geometric(&mut self, p: impl Parameter<B>, shape: impl IntoShape) -> Result<Array<i64, B>> {
        let p = self.parameter("geometric", p, "in (0, 1]", |x| x.gt(0.0) & x.le(1.0))?;
        let array = self.sample(shape, [&p], |draw, [p]: [F; 1]| {
            integer((draw.exponential(0) / -(-p).log1p()).ceil().maximum(1.0))
        })?;
        Ok(Array::from_dyn(array))
    }

    /// Negative binomial: how many attempts fail before `n` succeed with probability `p`; `n` may be any positive number. Poisson
    /// numbers of gamma variates.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).negative_binomial(5.0, 0.5, 10_000)?;
    /// assert!((x.mean(..)?.item()? - 5.0).abs() < 0.2);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) unless `n` is positive and finite, and `p` in (0, 1]; [`Error::Shape`](crate::Error::Shape) if a parameter does not broadcast to the shape.
    pub fn negative_binomial(
        &mut self,
        n: impl Parameter<B>,
        p: impl Parameter<B>,
        shape: impl IntoShape,
    ) -> Result<Array<i64, B>> {
        let n = self.parameter("negative_binomial", n, "above 0 and finite", |x| x.gt(0.0) & x.lt(f64::INFINITY))?;
        let p = self.parameter("negative_binomial", p, "in (0, 1]", |x| x.gt(0.0) & x.le(1.0))?;
        let array = self.sample(shape, [&n, &p], |draw, [n, p]: [F; 2]| {
            let mean = gamma(draw, n) * (1.0 - p) / p;
            integer(poisson(draw.part(1), mean.minimum(LARGEST_MEAN)))
        })?;
        Ok(Array::from_dyn(array))
    }

    /// The logarithmic series: `k` with probability `-p^k / (k log(1 - p))`, by the method LK of Kemp (Applied Statistics 30, 1981).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).logseries(0.5, 10_000)?;
    /// assert!((x.mean(..)?.item()? - 1.4427).abs() < 0.05);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) unless `p` is in [0, 1); [`Error::Shape`](crate::Error::Shape) if a parameter does not broadcast to the shape.
    pub fn logseries(&mut self, p: impl Parameter<B>, shape: impl IntoShape) -> Result<Array<i64, B>> {
        let p = self.parameter("logseries", p, "in [0, 1)", |x| x.ge(0.0) & x.lt(1.0))?;
        let array = self.sample(shape, [&p], |draw, [p]: [F; 1]| {
            let (v, u) = (draw.open(0), draw.uniform(1));
            let q = -((-p).log1p() * u).expm1();
            let large = (v.log() / q.log()).floor() + 1.0;
            let few = v.ge(q).select(v * 0.0 + 1.0, 2.0);
            integer(v.ge(p).select(1.0, v.le(q.square()).select(large, few)).maximum(1.0))
        })?;
        Ok(Array::from_dyn(array))
    }

    /// Zipf: `k` with a probability proportional to `k^-a`, by rejection (Devroye, Non-Uniform Random Variate Generation, 1986, X.6.1).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).zipf(4.0, 10_000)?;
    /// assert!((x.equal(1)?.mean(..)?.item()? - 0.9239).abs() < 0.02);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) unless the exponent is above 1 and finite; [`Error::Shape`](crate::Error::Shape) if a parameter does not broadcast to the shape.
    pub fn zipf(&mut self, a: impl Parameter<B>, shape: impl IntoShape) -> Result<Array<i64, B>> {
        let a = self.parameter("zipf", a, "above 1 and finite", |x| x.gt(1.0) & x.lt(f64::INFINITY))?;
        let array = self.sample(shape, [&a], |draw, [a]: [F; 1]| {
            // Beyond, all numbers are 1.
            let less = a.minimum(1001.0) - 1.0;
            let first = less * 2.0f64.ln();
            // Below, numbers would be no integers of 64 bits.
            let least = (less * -LARGEST.ln()).exp();
            let k = draw.accept(|draw| {
                let (u, v) = (least + (1.0 - least) * draw.open(0), draw.uniform(1));
                let x = (u.log() / -less).exp().floor().maximum(1.0);
                let t = (1.0 / x).log1p() * less;
                (x, (v * x * t.expm1() / first.expm1()).le((t - first).exp()))
            });
            integer(a.ge(1001.0).select(1.0, k))
        })?;
        Ok(Array::from_dyn(array))
    }

    /// Hypergeometric: how many of a sample, drawn without replacement, are of the good ones. Few by drawing each, more by the method HRUA of
    /// Stadlober (Journal of Computational and Applied Mathematics 31, 1990).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).hypergeometric(30, 70, 20, 10_000)?;
    /// assert!((x.mean(..)?.item()? - 6.0).abs() < 0.1);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) unless all are whole numbers from 0 to 9e15, and the sample is no larger than all; [`Error::Shape`](crate::Error::Shape) if a parameter does not broadcast to the shape.
    pub fn hypergeometric(
        &mut self,
        ngood: impl Parameter<B>,
        nbad: impl Parameter<B>,
        nsample: impl Parameter<B>,
        shape: impl IntoShape,
    ) -> Result<Array<i64, B>> {
        let ngood = self.parameter("hypergeometric", ngood, WHOLE, whole)?;
        let nbad = self.parameter("hypergeometric", nbad, WHOLE, whole)?;
        let nsample = self.parameter("hypergeometric", nsample, WHOLE, whole)?;
        let fits = |[good, bad, sample]: [F; 3]| sample.le(good + bad);
        self.check("hypergeometric", [&ngood, &nbad, &nsample], "a sample of what there is", fits)?;
        let array = self.sample(shape, [&ngood, &nbad, &nsample], |draw, [ngood, nbad, nsample]: [F; 3]| {
            integer(hypergeometric(draw, ngood, nbad, nsample))
        })?;
        Ok(Array::from_dyn(array))
    }
}
