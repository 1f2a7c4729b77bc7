//! The multinomial distribution.

use super::multivariate::{vector, vectors};
use crate::special::xlogy;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, IntoShape, Result};

/// The multinomial distribution of counts.
#[derive(Clone, Debug)]
pub struct Multinomial<B: Backend> {
    /// How many draws there are.
    pub n: u64,
    /// The probabilities of the outcomes.
    pub p: DynArray<B>,
}

/// The distribution of the counts of outcomes in `n` draws, with a probability for each outcome, whose sum is 1 but for 1e-9. It is computed
/// in `f64`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::multinomial;
/// let d = multinomial(8, &xp.array([0.3, 0.2, 0.5])?)?;
/// assert_eq!(d.pmf(&xp.array([[1, 3, 4], [1, 1, 1]])?)?.to_string(), "[0.042 0.   ]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for what are no probabilities, and for more than 2^53 draws; [`Error::DType`] for complex numbers.
pub fn multinomial<B: Backend>(n: u64, p: &impl AnyArray<B>) -> Result<Multinomial<B>> {
    const OP: &str = "multinomial";
    let p = vector(OP, p.as_dyn())?;
    let off = (p.sum(0)?.item()?.get::<f64>() - 1.0).abs();
    if off.is_nan() || off > 1e-9 || n > 1 << 53 || !p.greater_equal(0)?.all(..)?.typed::<bool>()?.item()? {
        return Err(Error::value(OP, "probabilities must not be negative, their sum must be 1"));
    }
    Ok(Multinomial { n, p })
}

impl<B: Backend> Multinomial<B> {
    /// The logarithm of the probability of each vector of counts along the last axis.
    ///
    /// # Errors
    /// [`Error::Value`] for vectors of another length; [`Error::DType`] for complex numbers.
    pub fn logpmf(&self, x: &impl AnyArray<B>) -> Result<DynArray<B>> {
        let x = vectors("logpmf", x.as_dyn(), self.p.len())?;
        let n = self.n as f64;
        let all = x.xp().full([1], n + 1.0)?.into_dyn().gammaln()?.squeeze(0)?;
        let terms = xlogy(&x, &self.p)?.subtract(&x.add(1.0)?.gammaln()?)?.sum(-1)?;
        let counts = x.greater_equal(0)?.logical_and(&x.floor()?.equal(&x)?)?.all(-1)?;
        let possible = counts.logical_and(&x.sum(-1)?.equal(n)?)?;
        possible.where_(&terms.add(&all)?, f64::NEG_INFINITY)
    }

    /// The probability of each vector of counts along the last axis.
    ///
    /// # Errors
    /// Those of [`logpmf`](Self::logpmf).
    pub fn pmf(&self, x: &impl AnyArray<B>) -> Result<DynArray<B>> {
        self.logpmf(x)?.exp()
    }

    /// The entropy, for up to some 10^10 draws; logarithms of factorials cancel, so its error is that of a number of the size of `n log(n)`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::multinomial;
    /// assert_eq!(format!("{:.6}", multinomial(2, &xp.array([0.5, 0.5])?)?.entropy()?.item()?.get::<f64>()), "1.039721");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for more draws.
    pub fn entropy(&self) -> Result<DynArray<B>> {
        let (xp, n) = (self.p.xp(), self.n as f64);
        // Each count by itself is binomial.
        let counts = super::binom(xp, n, &self.p)?;
        let logs = counts.expect(|k| k.add(1.0)?.gammaln())?.sum(0)?;
        let all = xp.full([1], n + 1.0)?.into_dyn().gammaln()?.squeeze(0)?;
        self.p.entr()?.sum(0)?.multiply(n)?.add(&logs)?.subtract(&all)
    }

    /// Random counts, in `f64`, along a last axis after the shape.
    ///
    /// # Errors
    /// [`Error::Value`] for more than 9e15 draws.
    pub fn rvs(&self, rng: &mut Generator<B>, shape: impl IntoShape) -> Result<DynArray<B>> {
        rng.multinomial(self.n as f64, &self.p, shape)?.into_dyn().astype(DType::F64)
    }

    /// The mean of each count.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn mean(&self) -> Result<DynArray<B>> {
        self.p.multiply(self.n as f64)
    }

    /// The covariances of the counts.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn cov(&self) -> Result<DynArray<B>> {
        let column = self.p.expand_dims(1)?;
        let own = self.p.xp().eye::<f64>(self.p.len())?.into_dyn().multiply(&self.p)?;
        own.subtract(&column.multiply(&self.p)?)?.multiply(self.n as f64)
    }
}
