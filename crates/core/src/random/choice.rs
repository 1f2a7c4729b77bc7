//! Choices among the items of an array, and counts of such choices.

use super::Generator;
use super::discrete::{binomial, hypergeometric};
use super::draw::F;
use super::parameter::Parameter;
use crate::array::{AnyArray, Array, DynArray, IntoShape, Join};
use crate::backend::{Backend, Side};
use crate::error::{Error, Result};
use crate::layout::{Dims, checked_len};

/// Options of [`Generator::choice_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let (x, p) = (xp.array([10, 20, 30])?, xp.array([0.5, 0.5, 0.0])?);
/// let pair = xp.rng(1).choice_with(&x, 2, Choice::new().replace(false).p(&p))?;
/// assert_eq!(pair.sort()?.to_string(), "[10 20]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone)]
pub struct Choice<'a, B: Backend> {
    replace: bool,
    p: Option<&'a DynArray<B>>,
}

impl<B: Backend> Default for Choice<'_, B> {
    fn default() -> Self {
        Self { replace: true, p: None }
    }
}

impl<'a, B: Backend> Choice<'a, B> {
    /// With replacement, all items alike.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether an item may be chosen more than once.
    pub fn replace(self, replace: bool) -> Self {
        Self { replace, ..self }
    }

    /// The probability of each item: a vector whose sum is 1.
    pub fn p(self, p: &'a impl AnyArray<B>) -> Self {
        Self { p: Some(p.as_dyn()), ..self }
    }
}

impl<B: Backend> Generator<B> {
    /// Items of an array along its first axis, chosen with replacement, all alike: an array of this shape, and of the shape of an item.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([10, 20, 30])?;
    /// let chosen = xp.rng(1).choice(&x, [2, 5])?;
    /// assert_eq!(chosen.shape(), [2, 5]);
    /// assert!(x.isin(&chosen)?.any(..)?.item()?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for a zero-dimensional array, [`Error::Value`] for one without items.
    pub fn choice<A: AnyArray<B>>(&mut self, x: &A, shape: impl IntoShape) -> Result<A> {
        self.choice_with(x, shape, Choice::new())
    }

    /// [`choice`](Generator::choice) without replacement, or with probabilities. Without replacement and with probabilities the
    /// items come one after the other, each with its probability among those that are left.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.arange((0, 5, 1))?;
    /// let all = xp.rng(1).choice_with(&x, 5, Choice::new().replace(false))?;
    /// assert_eq!(all.sort()?.to_string(), "[0 1 2 3 4]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for a zero-dimensional array; [`Error::Shape`] unless there is a probability for each item; [`Error::Value`] unless
    /// these are not negative and their sum is 1 within 1e-8, if there are fewer items to choose from than are chosen without
    /// replacement, or if there are none.
    pub fn choice_with<A: AnyArray<B>>(&mut self, x: &A, shape: impl IntoShape, options: Choice<'_, B>) -> Result<A> {
        const OP: &str = "choice";
        let (items, shape) = (x.as_dyn(), shape.into_shape());
        let Some(&n) = items.shape().first() else {
            return Err(Error::Axis { op: OP, axis: 0, ndim: 0 });
        };
        let count = checked_len(&shape)?;
        let p = options.p.map(|p| self.probabilities(OP, p)).transpose()?;
        if let Some(p) = &p
            && p.shape() != [n]
        {
            return Err(Error::shape(OP, &[n], p.shape()));
        }
        let few = |left: usize| Error::value(OP, format!("{count} of {left} items"));
        if n == 0 && count > 0 {
            return Err(few(0));
        }
        let places: DynArray<B> = match (p, options.replace) {
            _ if count == 0 => DynArray::iota(&self.xp, &shape)?,
            (None, true) => self.integers(0i64, n as i64, shape)?.into_dyn(),
            (Some(p), true) => {
                // The last one that can be chosen takes what rounding leaves of the sum.
                let sums = p.cumsum(0)?;
                let shares = &sums / sums.max(..)?;
                let u = self.random::<f64>(shape)?;
                shares.searchsorted_with(&u, Side::Right)?.into_dyn()
            }
            (None, false) if count > n => return Err(few(n)),
            (None, false) => self.permutation(n)?.into_dyn().narrow(0, 0, count)?.reshaped(&shape)?,
            (Some(p), false) => {
                let left = p.count_nonzero(..)?.item()? as usize;
                if count > left {
                    return Err(few(left));
                }
                // The items arrive at random times, each at the rate of its probability.
                let times = self.exponential(1.0f64, n)? / p;
                times.into_dyn().argsort()?.narrow(0, 0, count)?.reshaped(&shape)?
            }
        };
        A::of(items.take(&places.typed::<i64>()?, 0)?)
    }

    /// Probabilities whose sum is 1.
    fn probabilities(&self, op: &'static str, p: impl Parameter<B>) -> Result<Array<f64, B>> {
        let p = self.parameter(op, p, "a probability", |p| p.ge(0.0) & p.le(1.0))?;
        let p: Array<f64, B> = p.astype(crate::DType::F64)?.typed()?;
        if p.ndim() != 1 {
            return Err(Error::Axis { op, axis: 0, ndim: p.ndim() });
        }
        let sum = p.sum(..)?.item()?;
        match (sum - 1.0).abs() <= 1e-8 {
            true => Ok(p),
            false => Err(Error::value(op, format!("the sum of the probabilities is {sum}"))),
        }
    }

    /// How often each of several outcomes comes in `n` attempts: the counts lie along a new last axis. `pvals` is the vector of their
    /// probabilities.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let counts = xp.rng(1).multinomial(20, &xp.array([0.2, 0.3, 0.5])?, 100)?;
    /// assert_eq!(counts.shape(), [100, 3]);
    /// assert!(counts.sum(1)?.equal(20)?.all(..)?.item()?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] unless `n` is a whole number from 0 to 9e15, the probabilities are not negative and their sum is 1 within 1e-8;
    /// [`Error::Shape`] if `n` does not broadcast to the shape; [`Error::Axis`] unless the probabilities are a vector.
    pub fn multinomial(
        &mut self,
        n: impl Parameter<B>,
        pvals: impl Parameter<B>,
        shape: impl IntoShape,
    ) -> Result<Array<i64, B>> {
        const OP: &str = "multinomial";
        let (shape, p) = (shape.into_shape(), self.probabilities(OP, pvals)?);
        let n = self.parameter(OP, n, super::discrete::WHOLE, super::discrete::whole)?;
        let outcomes = p.len();
        let mut all: Dims = shape.clone();
        all.push(outcomes);
        checked_len(&all)?;
        if outcomes == 0 {
            return Ok(Array::from_dyn(DynArray::iota(&self.xp, &all)?));
        }
        // Of what the outcomes before have left, each takes its share.
        let before = p.cumsum(0)? - &p;
        let shares = (&p / (1.0 - before)).into_dyn();
        let mut left = n.astype(crate::DType::F64)?.broadcast(OP, &shape)?;
        let mut counts = Vec::with_capacity(outcomes);
        for k in 0..outcomes - 1 {
            let share = shares.narrow(0, k, 1)?.reshaped(&[])?;
            let count = self.sample(shape.clone(), [&left, &share], |draw, [n, p]: [F; 2]| {
                binomial(draw, n, p.maximum(0.0).minimum(1.0))
            })?;
            left = left.subtract(&count)?;
            counts.push(count);
        }
        counts.push(left);
        let stacked = self.xp.stack(&counts.iter().collect::<Vec<_>>(), -1)?;
        stacked.astype(crate::DType::I64).map(Array::from_dyn)
    }

    /// How many of each colour are among `nsample` items drawn without replacement: the counts lie along a new last axis. `colors` is the
    /// vector of how many there are. One colour after the other is drawn from what the ones before have left.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let counts = xp.rng(1).multivariate_hypergeometric(&xp.array([16, 8, 4])?, 6, 100)?;
    /// assert_eq!(counts.shape(), [100, 3]);
    /// assert!(counts.sum(1)?.equal(6)?.all(..)?.item()?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] unless all are whole numbers from 0 to 9e15, their sum too, and the sample is no larger than that;
    /// [`Error::Shape`] if `nsample` does not broadcast to the shape; [`Error::Axis`] unless the colours are a vector.
    pub fn multivariate_hypergeometric(
        &mut self,
        colors: impl Parameter<B>,
        nsample: impl Parameter<B>,
        shape: impl IntoShape,
    ) -> Result<Array<i64, B>> {
        const OP: &str = "multivariate_hypergeometric";
        let shape = shape.into_shape();
        let colors = self.parameter(OP, colors, super::discrete::WHOLE, super::discrete::whole)?;
        if colors.ndim() != 1 {
            return Err(Error::Axis { op: OP, axis: 0, ndim: colors.ndim() });
        }
        let colors = colors.astype(crate::DType::F64)?;
        let total = colors.sum(..)?;
        let sample = self.parameter(OP, nsample, super::discrete::WHOLE, super::discrete::whole)?;
        let fits = |[all, sample]: [F; 2]| all.le(9e15) & sample.le(all);
        self.check(OP, [&total, &sample], "a sample of what there is", fits)?;
        let mut all: Dims = shape.clone();
        all.push(colors.len());
        checked_len(&all)?;
        if colors.is_empty() {
            return Ok(Array::from_dyn(DynArray::iota(&self.xp, &all)?));
        }
        let behind = total.subtract(&colors.cumsum(0)?)?;
        let mut left = sample.astype(crate::DType::F64)?.broadcast(OP, &shape)?;
        let mut counts = Vec::with_capacity(colors.len());
        for k in 0..colors.len() - 1 {
            let [good, bad] = [&colors, &behind].map(|list| list.narrow(0, k, 1)?.reshaped(&[]));
            let (good, bad) = (good?, bad?);
            let count = self.sample(shape.clone(), [&good, &bad, &left], |draw, [good, bad, left]: [F; 3]| {
                hypergeometric(draw, good, bad, left)
            })?;
            left = left.subtract(&count)?;
            counts.push(count);
        }
        counts.push(left);
        let stacked = self.xp.stack(&counts.iter().collect::<Vec<_>>(), -1)?;
        stacked.astype(crate::DType::I64).map(Array::from_dyn)
    }

    /// Normal vectors with this mean, a vector, and this covariance, a symmetric matrix, along a new last axis: by the eigenvectors of the
    /// covariance, of whose lower triangle alone is read.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (mean, cov) = (xp.array([1.0, 2.0])?, xp.array([[1.0, 0.5], [0.5, 2.0]])?);
    /// let x = xp.rng(1).multivariate_normal(&mean, &cov, 10_000)?;
    /// assert!(x.t().cov()?.allclose_with(&cov, Tolerance::new().atol(0.1))?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] unless the covariance is a matrix of the mean's length; [`Error::Value`] if an eigenvalue of it is negative beyond
    /// rounding.
    pub fn multivariate_normal(
        &mut self,
        mean: &Array<f64, B>,
        cov: &Array<f64, B>,
        shape: impl IntoShape,
    ) -> Result<Array<f64, B>> {
        const OP: &str = "multivariate_normal";
        let (n, mut all) = (mean.len(), shape.into_shape());
        if mean.ndim() != 1 || cov.shape() != [n, n] {
            return Err(Error::shape(OP, mean.shape(), cov.shape()));
        }
        all.push(n);
        let normal = self.normal::<f64>(all)?;
        if n == 0 {
            return Ok(normal);
        }
        let (values, vectors) = cov.eigh()?;
        let (least, most) = (values.min(..)?.item()?, values.max(..)?.item()?);
        if least.is_nan() || least < -1e-8 * most.abs() {
            return Err(Error::value(OP, format!("the covariance has the eigenvalue {least}")));
        }
        let factor = vectors * values.maximum(0.0)?.sqrt();
        Ok(normal.matmul(&factor.t())? + mean)
    }
}
