//! Discrete distributions from probabilities.

use super::super::parameters::Parameters;
use super::log_of_side;
use super::{checked, drawn};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, ArrayLike, Error, IntoShape, Result, Side};

/// A discrete distribution of given probabilities: [`rv_discrete`].
///
/// Location and arguments are numbers or arrays, which broadcast; results are `f64`, or have the common type of those that are arrays, as a
/// float.
#[derive(Clone, Debug)]
pub struct RvDiscrete<B: Backend> {
    pub(super) parameters: Parameters<B>,
    /// The numbers in order, and the probability of each.
    pub(super) xk: DynArray<B>,
    pub(super) pk: DynArray<B>,
    /// The probability of less than each number, and of all; and of each number and all greater ones, and of none.
    below: DynArray<B>,
    above: DynArray<B>,
}

/// The distribution of numbers with these probabilities: vectors of one length, the numbers in any order.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::rv_discrete;
/// let d = rv_discrete(&xp.array([1, 2, 4])?, &xp.array([0.5, 0.25, 0.25])?)?;
/// assert_eq!((d.cdf(xp.array([0, 2, 3])?)?.to_string(), d.ppf(0.6)?.to_string()), ("[0.   0.75 0.75]".into(), "2.0".into()));
/// assert_eq!(d.mean()?.to_string(), "2.0");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless both are vectors of one length; [`Error::Value`] for none, for numbers that are there twice or not finite, and
/// unless the probabilities are not negative and have a sum of 1, to 1e-8; [`Error::DType`] for complex numbers.
pub fn rv_discrete<B: Backend>(xk: &impl AnyArray<B>, pk: &impl AnyArray<B>) -> Result<RvDiscrete<B>> {
    const OP: &str = "rv_discrete";
    let (xk, pk) = (checked(OP, xk.as_dyn())?, checked(OP, pk.as_dyn())?);
    if xk.len() != pk.len() {
        return Err(Error::shape(OP, xk.shape(), pk.shape()));
    }
    let order = xk.argsort()?;
    let (xk, pk) = (xk.take(&order, 0)?, pk.take(&order, 0)?);
    if !xk.diff()?.greater(0.0)?.all(..)?.typed::<bool>()?.item()? {
        return Err(Error::value(OP, "a number is there twice"));
    }
    RvDiscrete::of(OP, xk, pk)
}

impl<B: Backend> RvDiscrete<B> {
    /// The distribution on the integers from `support[0]` to `support[1]`, which may be infinite, with the probabilities that a function of
    /// arrays of them gives. It is asked for a million of them at most.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::RvDiscrete;
    /// let d = RvDiscrete::of_pmf(&xp, [1.0, f64::INFINITY], |k| k.negative()?.exp2())?; // halves
    /// assert!((d.mean()?.item()?.get::<f64>() - 2.0).abs() < 1e-12);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] unless the least number is a finite integer, the greatest no less, and the probabilities as for [`rv_discrete`];
    /// [`Error::Shape`] unless there is one for each integer; those of the function.
    pub fn of_pmf(xp: &B, [low, high]: [f64; 2], pmf: impl Fn(&DynArray<B>) -> Result<DynArray<B>>) -> Result<Self> {
        const OP: &str = "rv_discrete";
        const MANY: f64 = 1048576.0;
        if !(low.is_finite() && low.fract() == 0.0 && high >= low) {
            return Err(Error::value(OP, format!("integers from {low} to {high}")));
        }
        let high = high.floor().min(low + MANY - 1.0);
        let (mut first, mut sum, mut size) = (low, 0.0, 64.0);
        let (mut xs, mut ps) = (Vec::new(), Vec::new());
        while first <= high {
            let count = (high - first + 1.0).min(size) as usize;
            let k: Vec<f64> = (0..count).map(|i| first + i as f64).collect();
            let x = xp.from_slice(&k, count)?.into_dyn();
            let p = pmf(&x)?;
            if p.shape() != x.shape() {
                return Err(Error::shape(OP, p.shape(), x.shape()));
            }
            let p = p.astype(DType::F64)?.typed::<f64>()?.to_vec()?;
            let more: f64 = p.iter().sum();
            xs.extend(k);
            ps.extend(p);
            sum += more;
            // What is left is nothing beside roundings.
            if more <= f64::EPSILON * 1e-4 && sum > 0.5 {
                break;
            }
            (first, size) = (first + count as f64, 2.0 * size);
        }
        let array = |values: &[f64]| Ok(xp.from_slice(values, values.len())?.into_dyn());
        Self::of(OP, array(&xs)?, array(&ps)?)
    }

    fn of(op: &'static str, xk: DynArray<B>, pk: DynArray<B>) -> Result<Self> {
        let sum = pk.sum(..)?.item()?.get::<f64>();
        let valid = pk.greater_equal(0.0)?.all(..)?.typed::<bool>()?.item()?;
        if !valid || (sum - 1.0).abs() > 1e-8 {
            return Err(Error::value(op, format!("probabilities with a sum of {sum}")));
        }
        let xp = xk.xp();
        let none = xp.zeros_of(DType::F64, 1)?;
        let below = xp.concatenate(&[&none, &pk.cumsum(0)?], 0)?;
        let above = xp.concatenate(&[&pk.flip(0)?.cumsum(0)?.flip(0)?, &none], 0)?;
        Ok(Self { parameters: Parameters::new(xp, &[])?, xk, pk, below, above })
    }

    /// With a location, which moves the distribution.
    ///
    /// # Errors
    /// [`Error::DType`] for complex numbers.
    pub fn loc(mut self, loc: impl ArrayLike<B>) -> Result<Self> {
        self.parameters.loc = self.parameters.operand(&loc.operand())?;
        Ok(self)
    }

    /// A function of the numbers without location, NaN where they are.
    fn along(&self, x: &impl ArrayLike<B>, f: impl Fn(&DynArray<B>) -> Result<DynArray<B>>) -> Result<DynArray<B>> {
        let (own, x, dtype) = self.parameters.wide(x)?;
        let k = x.subtract(&own.loc)?;
        k.isnan()?.where_(f64::NAN, &f(&k)?)?.astype(dtype)
    }

    /// How many numbers are no greater.
    fn count(&self, k: &DynArray<B>) -> Result<DynArray<B>> {
        self.xk.searchsorted_with(k, Side::Right)
    }

    /// The probability of `x`.
    ///
    /// # Errors
    /// [`Error::Shape`] if it does not broadcast with the location; [`Error::DType`] for complex numbers. So of the other functions.
    pub fn pmf(&self, x: impl ArrayLike<B>) -> Result<DynArray<B>> {
        self.along(&x, |k| {
            let place = self.xk.searchsorted(k)?.minimum(self.xk.len() as i64 - 1)?;
            self.xk.take(&place, 0)?.equal(k)?.where_(&self.pk.take(&place, 0)?, 0.0)
        })
    }

    /// The logarithm of the probability of `x`.
    ///
    /// # Errors
    /// Those of [`pmf`](Self::pmf).
    pub fn logpmf(&self, x: impl ArrayLike<B>) -> Result<DynArray<B>> {
        self.pmf(x)?.log()
    }

    /// The distribution function, the probability of at most `x`.
    ///
    /// # Errors
    /// Those of [`pmf`](Self::pmf).
    pub fn cdf(&self, x: impl ArrayLike<B>) -> Result<DynArray<B>> {
        self.along(&x, |k| self.below.take(&self.count(k)?, 0)?.minimum(1.0))
    }

    /// The survival function, the probability of more than `x`, also where that is small.
    ///
    /// # Errors
    /// Those of [`pmf`](Self::pmf).
    pub fn sf(&self, x: impl ArrayLike<B>) -> Result<DynArray<B>> {
        self.along(&x, |k| self.above.take(&self.count(k)?, 0)?.minimum(1.0))
    }

    /// The logarithm of the distribution function.
    ///
    /// # Errors
    /// Those of [`pmf`](Self::pmf).
    pub fn logcdf(&self, x: impl ArrayLike<B>) -> Result<DynArray<B>> {
        self.logs(&x, false)
    }

    /// The logarithm of the survival function.
    ///
    /// # Errors
    /// Those of [`pmf`](Self::pmf).
    pub fn logsf(&self, x: impl ArrayLike<B>) -> Result<DynArray<B>> {
        self.logs(&x, true)
    }

    fn logs(&self, x: &impl ArrayLike<B>, above: bool) -> Result<DynArray<B>> {
        log_of_side(&self.parameters, x, above, |parameters, x| {
            let wide = Self { parameters, ..self.clone() };
            Ok([wide.cdf(x)?, wide.sf(x)?])
        })
    }

    /// The least number up to which there is this probability; the one before the first for 0.
    ///
    /// # Errors
    /// Those of [`pmf`](Self::pmf).
    pub fn ppf(&self, q: impl ArrayLike<B>) -> Result<DynArray<B>> {
        self.quantiles(&q, false, |q| self.below.slice(s![1..])?.searchsorted(q))
    }

    /// The inverse of [`sf`](Self::sf): the least number above which there is no more than this probability.
    ///
    /// # Errors
    /// Those of [`pmf`](Self::pmf).
    pub fn isf(&self, q: impl ArrayLike<B>) -> Result<DynArray<B>> {
        let rising = self.above.slice(s![1..])?.flip(0)?;
        self.quantiles(&q, true, |q| rising.searchsorted_with(q, Side::Right)?.negative()?.add(self.xk.len() as i64))
    }

    fn quantiles(
        &self,
        q: &impl ArrayLike<B>,
        falling: bool,
        place: impl Fn(&DynArray<B>) -> Result<DynArray<B>>,
    ) -> Result<DynArray<B>> {
        let (own, q, dtype) = self.parameters.wide(q)?;
        let known = q.greater_equal(0.0)?.logical_and(&q.less_equal(1.0)?)?;
        let x = self.xk.take(&place(&q)?.minimum(self.xk.len() as i64 - 1)?, 0)?;
        let none = q.equal(if falling { 1.0 } else { 0.0 })?;
        let x = none.where_(self.xk.slice(s![0])?.subtract(1.0)?, &x)?;
        known.where_(x, f64::NAN)?.add(&own.loc)?.astype(dtype)
    }

    /// The median.
    ///
    /// # Errors
    /// Those of [`mean`](Self::mean).
    pub fn median(&self) -> Result<DynArray<B>> {
        self.ppf(0.5)
    }

    /// The ends of the interval about the median that has a probability, with as much on either side of it.
    ///
    /// # Errors
    /// Those of [`pmf`](Self::pmf).
    pub fn interval(&self, confidence: impl ArrayLike<B>) -> Result<(DynArray<B>, DynArray<B>)> {
        let tail = self.parameters.tail(&confidence)?;
        Ok((self.ppf(&tail)?, self.isf(&tail)?))
    }

    /// Random numbers of a generator, with a shape to which the location broadcasts, in `f64`.
    ///
    /// # Errors
    /// [`Error::Shape`] if it does not.
    pub fn rvs(&self, rng: &mut Generator<B>, shape: impl IntoShape) -> Result<DynArray<B>> {
        drawn(rng, &shape.into_shape(), |q| self.ppf(q))
    }
}
