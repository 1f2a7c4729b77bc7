//! Moments of distributions of the user.

use super::super::expectations::Expect;
use super::RvContinuous;
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

impl<B: Backend> RvContinuous<B> {
    /// The expectation of a function of arrays of numbers, of many at once, for one location and scale: an adaptive integral of a density, or one
    /// over the quantiles of a distribution function. NaN if it does not converge.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::RvContinuous;
    /// let d = RvContinuous::of_pdf(&xp, [0.0, 1.0], |x| x.multiply(2.0))?.loc(1.0)?;
    /// assert!((d.expect(|x| x.power(-1.0))?.item()?.get::<f64>() - 2.0 * (1.0 - 2f64.ln())).abs() < 1e-13);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] for arrays of locations or scales, and unless there is a number for each; those of the functions.
    pub fn expect(&self, f: impl Fn(&DynArray<B>) -> Result<DynArray<B>>) -> Result<DynArray<B>> {
        self.expect_with(f, Expect::new())
    }

    /// As [`expect`](Self::expect), of a part of the support.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::{Expect, RvContinuous};
    /// let d = RvContinuous::of_pdf(&xp, [0.0, f64::INFINITY], |x| x.negative()?.exp())?;
    /// let mean = d.expect_with(|x| Ok(x.clone()), Expect::new().lb(9.0).conditional(true))?;
    /// assert!((mean.item()?.get::<f64>() - 10.0).abs() < 1e-12);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`expect`](Self::expect).
    pub fn expect_with(&self, f: impl Fn(&DynArray<B>) -> Result<DynArray<B>>, options: Expect) -> Result<DynArray<B>> {
        let (loc, scale) = (self.parameters.loc.as_dyn(), self.parameters.scale.as_dyn());
        if loc.len() != 1 || scale.len() != 1 {
            return Err(Error::shape("expect", loc.shape(), scale.shape()));
        }
        let (loc, scale) = (loc.reshape(())?, scale.reshape(())?);
        let (a, b) = (loc.item()?.get::<f64>(), scale.item()?.get::<f64>());
        let [low, high] = self.law.support().ends;
        let inside = |x: f64| ((x - a) / b).max(low).min(high);
        let ends = [options.lb.map_or(low, inside), options.ub.map_or(high, inside)];
        let values = |z: &DynArray<B>, _: &DynArray<B>| {
            let x = z.multiply(&scale)?.add(&loc)?;
            let y = f(&x)?;
            if y.shape() == x.shape() { Ok(y) } else { Err(Error::shape("expect", y.shape(), x.shape())) }
        };
        let sum = self.law.mean(ends, &values)?;
        let mass = if options.conditional { self.law.mean(ends, &|z, _| z.ones_like())? } else { 1.0 };
        self.like(sum / mass)
    }

    /// A number for each location and scale, NaN for scales that are not positive.
    fn like(&self, value: f64) -> Result<DynArray<B>> {
        let scale = self.parameters.scale.as_dyn();
        let value = scale.greater(0.0)?.where_(value, f64::NAN)?;
        value.add(self.parameters.loc.zeros_like())
    }

    /// The mean of a power of the standardised number less another.
    fn central(&self, middle: f64, power: i32) -> Result<f64> {
        self.law.mean(self.law.support().ends, &|z, _| z.subtract(middle)?.power(f64::from(power)))
    }

    /// The mean; NaN if its integral does not converge. So of the other moments.
    ///
    /// # Errors
    /// Those of the user's function. So of the other moments.
    pub fn mean(&self) -> Result<DynArray<B>> {
        self.like(self.central(0.0, 1)?)?.multiply(&self.parameters.scale)?.add(&self.parameters.loc)
    }

    /// The variance.
    ///
    /// # Errors
    /// Those of [`mean`](Self::mean).
    pub fn var(&self) -> Result<DynArray<B>> {
        let variance = self.central(self.central(0.0, 1)?, 2)?;
        self.like(variance)?.multiply(self.parameters.scale.as_dyn().square()?)
    }

    /// The standard deviation.
    ///
    /// # Errors
    /// Those of [`mean`](Self::mean).
    pub fn std(&self) -> Result<DynArray<B>> {
        self.var()?.sqrt()
    }

    /// Mean, variance, skewness, and kurtosis less that of the normal distribution.
    ///
    /// # Errors
    /// Those of [`mean`](Self::mean).
    pub fn stats(&self) -> Result<[DynArray<B>; 4]> {
        let mean = self.central(0.0, 1)?;
        let [variance, third, fourth] = [2, 3, 4].map(|power| self.central(mean, power));
        let variance = variance?;
        let skewness = self.like(third? / variance.powf(1.5))?;
        Ok([self.mean()?, self.var()?, skewness, self.like(fourth? / (variance * variance) - 3.0)?])
    }

    /// The moment about 0, the mean of the powers.
    ///
    /// # Errors
    /// Those of [`mean`](Self::mean).
    pub fn moment(&self, order: u32) -> Result<DynArray<B>> {
        // By the binomial formula, as (loc + scale z)^n.
        let (loc, scale) = (self.parameters.loc.as_dyn(), self.parameters.scale.as_dyn());
        let mut sum = self.like(0.0)?;
        let mut binomial = 1.0;
        for k in 0..=order {
            let moment = self.central(0.0, k as i32)? * binomial;
            let rest = loc.power(f64::from(order - k))?;
            sum = sum.add(&scale.power(f64::from(k))?.multiply(&rest)?.multiply(moment)?)?;
            binomial *= f64::from(order - k) / f64::from(k + 1);
        }
        Ok(sum)
    }

    /// The differential entropy.
    ///
    /// # Errors
    /// Those of [`mean`](Self::mean).
    pub fn entropy(&self) -> Result<DynArray<B>> {
        let lost = |_: &DynArray<B>, p: &DynArray<B>| p.greater(0.0)?.where_(&p.log()?.negative()?, 0.0);
        let entropy = self.law.mean(self.law.support().ends, &lost)?;
        self.like(entropy)?.add(self.parameters.scale.as_dyn().log()?)
    }
}
