//! Integrals of estimated densities, and densities of fewer dimensions.

use super::kde::{Bandwidth, GaussianKde, gaussian_kde};
use crate::field;
use crate::special::logsumexp;
use std::f64::consts::TAU;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Result};

impl<B: Backend> GaussianKde<B> {
    /// The logarithms of normal densities of a covariance at the differences of points, columns of `x`, and of the sample.
    fn log_normals(&self, x: &DynArray<B>, covariance: &DynArray<B>) -> Result<DynArray<B>> {
        let cholesky = covariance.cholesky()?;
        let white = |x: &DynArray<B>| {
            let options = SolveTriangular::new().lower(true);
            cholesky.solve_triangular_with(&x.astype(cholesky.dtype())?, options)
        };
        let differences = white(x)?.expand_dims(-1)?.subtract(&white(&self.dataset)?.expand_dims(1)?)?;
        let energy = differences.square()?.sum(0)?.multiply(-0.5)?;
        let scale = cholesky.diagonal()?.log()?.sum(0)?.add(0.5 * self.dataset.shape()[0] as f64 * TAU.ln())?;
        energy.subtract(&scale)
    }

    /// The integral of the density times a normal one of a mean and a matrix of covariances.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::{Bandwidth, gaussian_kde};
    /// let kde = gaussian_kde(&xp.array([-1.0, 0.0, 1.0])?, Bandwidth::Scott, None)?;
    /// let value = kde.integrate_gaussian(&xp.array([0.0])?, &xp.array([[1e-12]])?)?;
    /// assert!(value.allclose(&kde.pdf(&xp.array([0.0])?)?.squeeze(0)?)?); // the density at the mean
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if they are of other dimensions; [`Error::NotPositiveDefinite`]; [`Error::DType`] for complex numbers.
    pub fn integrate_gaussian(&self, mean: &impl AnyArray<B>, cov: &impl AnyArray<B>) -> Result<DynArray<B>> {
        let (d, mean, cov) = (self.dataset.shape()[0], field(mean.as_dyn())?, field(cov.as_dyn())?);
        if mean.len() != d || cov.len() != d * d {
            return Err(Error::shape("integrate_gaussian", mean.shape(), cov.shape()));
        }
        let logs = self.log_normals(&mean.reshape([d, 1])?, &cov.reshape([d, d])?.add(&self.covariance)?)?;
        logsumexp(&logs.add(&self.weights.log()?)?, -1)?.exp()?.squeeze(0)
    }

    /// The integral of the product with another estimated density.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::{Bandwidth, gaussian_kde};
    /// let kde = gaussian_kde(&xp.array([-1.0, 0.0, 1.0])?, Bandwidth::Scott, None)?;
    /// let far = gaussian_kde(&xp.array([99.0, 100.0])?, Bandwidth::Scott, None)?;
    /// assert!(kde.integrate_kde(&kde)?.greater(&kde.integrate_kde(&far)?)?.item()?.get::<bool>());
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if it is of other dimensions.
    pub fn integrate_kde(&self, other: &Self) -> Result<DynArray<B>> {
        if self.dataset.shape()[0] != other.dataset.shape()[0] {
            return Err(Error::shape("integrate_kde", self.dataset.shape(), other.dataset.shape()));
        }
        let logs = self.log_normals(&other.dataset, &self.covariance.add(&other.covariance)?)?;
        let weights = self.weights.log()?.add(&other.weights.log()?.expand_dims(1)?)?;
        let terms = logs.add(&weights)?;
        logsumexp(&terms.reshape(terms.len())?, -1)?.exp()
    }

    /// The density of some of the dimensions, with bandwidth and weights as they are.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::{Bandwidth, gaussian_kde};
    /// let kde = gaussian_kde(&xp.array([[-1.0, 0.0, 1.0], [2.0, 0.0, 1.0]])?, Bandwidth::Scott, None)?;
    /// assert_eq!(kde.marginal(&[1])?.dataset.shape(), [1, 3]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] for a dimension that is not there; [`Error::Value`] for none, and for one that is named twice.
    pub fn marginal(&self, dimensions: &[usize]) -> Result<Self> {
        const OP: &str = "marginal";
        let len = self.dataset.shape()[0];
        if let Some(&index) = dimensions.iter().find(|&&k| k >= len) {
            return Err(Error::Index { op: OP, index: index as i64, len });
        }
        if dimensions.iter().enumerate().any(|(k, d)| dimensions[..k].contains(d)) {
            return Err(Error::value(OP, format!("the dimensions {dimensions:?}")));
        }
        let places: Vec<i64> = dimensions.iter().map(|&k| k as i64).collect();
        let rows = self.dataset.take(&self.dataset.xp().from_slice(&places, places.len())?, 0)?;
        gaussian_kde(&rows, Bandwidth::Factor(self.factor), Some(&self.weights))
    }
}
