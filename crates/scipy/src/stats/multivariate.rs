//! Distributions of vectors, along the last axis.

use crate::field;
use crate::special::xlogy;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, IntoShape, Result, TypeClass};

pub(super) fn vector<B: Backend>(op: &'static str, x: &DynArray<B>) -> Result<DynArray<B>> {
    TypeClass::RealElement.check(op, x.dtype())?;
    if x.ndim() != 1 || x.is_empty() {
        return Err(Error::value(op, format!("parameters of the shape {:?}", x.shape())));
    }
    x.astype(DType::F64)
}

/// Vectors of `n` elements along the last axis, in floats.
pub(super) fn vectors<B: Backend>(op: &'static str, x: &DynArray<B>, n: usize) -> Result<DynArray<B>> {
    TypeClass::RealElement.check(op, x.dtype())?;
    if x.shape().last() != Some(&n) {
        return Err(Error::value(op, format!("vectors of the shape {:?}, not of {n} elements", x.shape())));
    }
    field(x)?.astype(DType::F64)
}

/// Dirichlet's distribution of shares.
#[derive(Clone, Debug)]
pub struct Dirichlet<B: Backend> {
    /// The concentrations.
    pub alpha: DynArray<B>,
}

/// Dirichlet's distribution of vectors of shares, whose sum is 1, with positive concentrations. It is computed in `f64`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::dirichlet;
/// let d = dirichlet(&xp.array([1.0, 2.0, 3.0])?)?;
/// assert_eq!(d.pdf(&xp.array([[0.2, 0.3, 0.5]])?)?.to_string(), "[4.5]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for concentrations that are not positive; [`Error::DType`] for complex numbers.
pub fn dirichlet<B: Backend>(alpha: &impl AnyArray<B>) -> Result<Dirichlet<B>> {
    const OP: &str = "dirichlet";
    let alpha = vector(OP, alpha.as_dyn())?;
    if !alpha.greater(0)?.logical_and(&alpha.isfinite()?)?.all(..)?.typed::<bool>()?.item()? {
        return Err(Error::value(OP, "concentrations must be positive"));
    }
    Ok(Dirichlet { alpha })
}

impl<B: Backend> Dirichlet<B> {
    /// The logarithm of the density of each vector of shares along the last axis; NaN where they are not shares whose sum is 1 but
    /// for 1e-9.
    ///
    /// # Errors
    /// [`Error::Value`] for vectors of another length; [`Error::DType`] for complex numbers.
    pub fn logpdf(&self, x: &impl AnyArray<B>) -> Result<DynArray<B>> {
        let x = vectors("logpdf", x.as_dyn(), self.alpha.len())?;
        let log_beta = self.alpha.gammaln()?.sum(0)?.subtract(&self.alpha.sum(0)?.gammaln()?)?;
        let density = xlogy(&self.alpha.subtract(1.0)?, &x)?.sum(-1)?.subtract(&log_beta)?;
        let off = x.sum(-1)?.subtract(1.0)?.abs()?;
        let shares = x.greater_equal(0)?.all(-1)?.logical_and(&off.less_equal(1e-9)?)?;
        shares.where_(&density, f64::NAN)
    }

    /// The density of each vector of shares along the last axis.
    ///
    /// # Errors
    /// Those of [`logpdf`](Self::logpdf).
    pub fn pdf(&self, x: &impl AnyArray<B>) -> Result<DynArray<B>> {
        self.logpdf(x)?.exp()
    }

    /// The mean of each share.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn mean(&self) -> Result<DynArray<B>> {
        self.alpha.divide(&self.alpha.sum(0)?)
    }

    /// The variance of each share.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn var(&self) -> Result<DynArray<B>> {
        let mean = self.mean()?;
        mean.multiply(&mean.negative()?.add(1.0)?)?.divide(&self.alpha.sum(0)?.add(1.0)?)
    }

    /// The differential entropy.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn entropy(&self) -> Result<DynArray<B>> {
        let sum = self.alpha.sum(0)?;
        let log_beta = self.alpha.gammaln()?.sum(0)?.subtract(&sum.gammaln()?)?;
        let all = sum.subtract(self.alpha.len() as f64)?.multiply(&sum.digamma()?)?;
        let each = self.alpha.subtract(1.0)?.multiply(&self.alpha.digamma()?)?.sum(0)?;
        log_beta.add(&all)?.subtract(&each)
    }

    /// Random vectors of shares, along a last axis after the shape.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn rvs(&self, rng: &mut Generator<B>, shape: impl IntoShape) -> Result<DynArray<B>> {
        Ok(rng.dirichlet(&self.alpha, shape)?.into_dyn())
    }
}
