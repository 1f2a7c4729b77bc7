//! Moments of distributions of given probabilities.

use super::super::expectations::Expect;
use super::RvDiscrete;
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

impl<B: Backend> RvDiscrete<B> {
    /// The mean of a function of arrays of numbers, of many at once.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::rv_discrete;
    /// let d = rv_discrete(&xp.array([1, 3])?, &xp.array([0.5, 0.5])?)?.loc(1.0)?;
    /// assert_eq!(d.expect(|x| x.square())?.to_string(), "10.0");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the function; [`Error::Shape`] unless it gives a number for each.
    pub fn expect(&self, f: impl Fn(&DynArray<B>) -> Result<DynArray<B>>) -> Result<DynArray<B>> {
        self.expect_with(f, Expect::new())
    }

    /// As [`expect`](Self::expect), of a part of the numbers.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::{Expect, rv_discrete};
    /// let d = rv_discrete(&xp.array([1, 3, 5])?, &xp.array([0.5, 0.25, 0.25])?)?;
    /// assert_eq!(d.expect_with(|x| Ok(x.clone()), Expect::new().lb(2.0).conditional(true))?.to_string(), "4.0");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`expect`](Self::expect).
    pub fn expect_with(&self, f: impl Fn(&DynArray<B>) -> Result<DynArray<B>>, options: Expect) -> Result<DynArray<B>> {
        let loc = &self.parameters.loc;
        let along = |x: &DynArray<B>| x.reshape(&[&[x.len()][..], &vec![1; loc.ndim()]].concat()[..]);
        let x = along(&self.xk)?.add(loc)?;
        let y = f(&x)?;
        if y.shape() != x.shape() {
            return Err(Error::shape("expect", y.shape(), x.shape()));
        }
        let mut p = along(&self.pk)?.add(&x.zeros_like()?)?;
        if let Some(lb) = options.lb {
            p = x.greater_equal(lb)?.where_(&p, 0.0)?;
        }
        if let Some(ub) = options.ub {
            p = x.less_equal(ub)?.where_(&p, 0.0)?;
        }
        let sum = p.equal(0.0)?.where_(0.0, &y.multiply(&p)?)?.sum(0)?;
        if options.conditional { sum.divide(&p.sum(0)?) } else { Ok(sum) }
    }

    /// The mean.
    ///
    /// # Errors
    /// Those of the operations. So of the other moments.
    pub fn mean(&self) -> Result<DynArray<B>> {
        self.expect(|x| Ok(x.clone()))
    }

    /// The variance.
    ///
    /// # Errors
    /// Those of [`mean`](Self::mean).
    pub fn var(&self) -> Result<DynArray<B>> {
        self.central(2.0)
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
        let var = self.var()?;
        let skewness = self.central(3.0)?.divide(&var.power(1.5)?)?;
        let kurtosis = self.central(4.0)?.divide(&var.square()?)?.subtract(3.0)?;
        Ok([self.mean()?, var, skewness, kurtosis])
    }

    /// The mean of a power of the distance to the mean.
    fn central(&self, power: f64) -> Result<DynArray<B>> {
        let mean = self.mean()?;
        self.expect(|x| x.subtract(&mean)?.power(power))
    }

    /// The moment about 0, the mean of the powers.
    ///
    /// # Errors
    /// Those of [`mean`](Self::mean).
    pub fn moment(&self, order: u32) -> Result<DynArray<B>> {
        self.expect(|x| x.power(f64::from(order)))
    }

    /// The entropy.
    ///
    /// # Errors
    /// Those of [`mean`](Self::mean).
    pub fn entropy(&self) -> Result<DynArray<B>> {
        let p = &self.pk;
        let log = p.equal(0.0)?.where_(0.0, &p.log()?)?;
        p.multiply(&log)?.sum(..)?.negative()?.add(self.parameters.loc.zeros_like())
    }
}
