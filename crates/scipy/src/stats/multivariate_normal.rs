//! The normal distribution of vectors.

use super::multivariate::{vector, vectors};
use super::normal_integrals::probability;
use std::f64::consts::TAU;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, IntoShape, Result, TypeClass};

/// The normal distribution of vectors.
#[derive(Clone, Debug)]
pub struct MultivariateNormal<B: Backend> {
    /// The mean.
    pub mean: DynArray<B>,
    /// The covariance.
    pub cov: DynArray<B>,
    root: Root<B>,
}

/// What makes standard normal numbers of vectors.
#[derive(Clone, Debug)]
enum Root<B: Backend> {
    /// A lower triangle, to be solved with.
    Cholesky(DynArray<B>),
    /// Directions of the support, over their deviations, and those that are orthogonal to it, as columns; the deviations.
    Directions { inside: DynArray<B>, outside: DynArray<B>, deviations: DynArray<B> },
}

/// Mean and covariance in `f64`, of one size.
fn parameters<B: Backend>(
    op: &'static str,
    mean: &DynArray<B>,
    cov: &DynArray<B>,
) -> Result<(DynArray<B>, DynArray<B>)> {
    let mean = vector(op, mean)?;
    TypeClass::RealElement.check(op, cov.dtype())?;
    if cov.shape() != [mean.len(), mean.len()] {
        return Err(Error::shape(op, mean.shape(), cov.shape()));
    }
    Ok((mean, cov.astype(DType::F64)?))
}

/// The normal distribution of vectors, with a mean and a positive definite matrix of covariances. It is computed in `f64`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::multivariate_normal;
/// let d = multivariate_normal(&xp.array([0.0, 1.0])?, &xp.array([[2.0, 0.5], [0.5, 1.0]])?)?;
/// assert_eq!(d.pdf(&xp.array([[0.0, 1.0], [1.0, 0.0]])?)?.to_string(), "[0.12030983 0.03836759]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::NotPositiveDefinite`]; [`Error::Shape`] if mean and covariance do not fit; [`Error::Value`] if they have other dimensions;
/// [`Error::DType`] for complex numbers.
pub fn multivariate_normal<B: Backend>(
    mean: &impl AnyArray<B>,
    cov: &impl AnyArray<B>,
) -> Result<MultivariateNormal<B>> {
    let (mean, cov) = parameters("multivariate_normal", mean.as_dyn(), cov.as_dyn())?;
    Ok(MultivariateNormal { root: Root::Cholesky(cov.cholesky()?), mean, cov })
}

/// The normal distribution with a matrix of covariances that may be singular, as SciPy's `allow_singular`: the density is that within the
/// space of its directions, and 0 beside it. Variances below 2.2e-10 of the largest one count as 0.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::multivariate_normal_singular;
/// let d = multivariate_normal_singular(&xp.array([0.0, 0.0])?, &xp.array([[0.5, 0.5], [0.5, 0.5]])?)?;
/// assert_eq!(d.pdf(&xp.array([[0.0, 0.0], [0.0, 1.0]])?)?.to_string(), "[0.39894228 0.        ]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`multivariate_normal`]; [`Error::Value`] for negative variances in some direction.
pub fn multivariate_normal_singular<B: Backend>(
    mean: &impl AnyArray<B>,
    cov: &impl AnyArray<B>,
) -> Result<MultivariateNormal<B>> {
    const OP: &str = "multivariate_normal";
    let (mean, cov) = parameters(OP, mean.as_dyn(), cov.as_dyn())?;
    let (values, vectors) = cov.eigh()?;
    let variances = values.typed::<f64>()?.to_vec()?;
    let largest = variances.iter().fold(0.0f64, |largest, v| largest.max(v.abs()));
    let least = 1e6 * f64::EPSILON * largest;
    if variances.iter().any(|&v| v.is_nan() || v < -least) {
        return Err(Error::value(OP, "a variance is negative"));
    }
    // In ascending order.
    let rank = variances.iter().filter(|&&v| v > least).count();
    let deviations: Vec<f64> = variances[variances.len() - rank..].iter().map(|v| v.sqrt()).collect();
    let deviations = cov.xp().from_slice(&deviations, rank)?.into_dyn();
    let split = mean.len() - rank;
    let inside = vectors.slice(s![.., split..])?.divide(&deviations)?;
    let root = Root::Directions { inside, outside: vectors.slice(s![.., ..split])?, deviations };
    Ok(MultivariateNormal { mean, cov, root })
}

/// The most likely mean and covariance of a sample, a row for each vector; of either, or of none if it is given.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::multivariate_normal_fit;
/// let (mean, cov) = multivariate_normal_fit(&xp.array([[1.0, 0.0], [3.0, 2.0]])?, None, None)?;
/// assert_eq!((mean.to_string(), cov.to_string()), ("[2. 1.]".into(), "[[1. 1.]\n [1. 1.]]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for a sample that is empty or no matrix; [`Error::Shape`] for a mean or a covariance of another size; [`Error::DType`] for
/// complex numbers.
pub fn multivariate_normal_fit<B: Backend>(
    x: &impl AnyArray<B>,
    fix_mean: Option<&DynArray<B>>,
    fix_cov: Option<&DynArray<B>>,
) -> Result<(DynArray<B>, DynArray<B>)> {
    const OP: &str = "multivariate_normal_fit";
    let x = x.as_dyn();
    TypeClass::RealElement.check(OP, x.dtype())?;
    let &[count, n] = x.shape() else { return Err(Error::value(OP, format!("a sample of the shape {:?}", x.shape()))) };
    if x.is_empty() {
        return Err(Error::value(OP, "the sample is empty"));
    }
    let x = x.astype(DType::F64)?;
    let mean = match fix_mean {
        Some(mean) => vector(OP, mean)?,
        None => x.mean(0)?,
    };
    if mean.len() != n {
        return Err(Error::shape(OP, mean.shape(), &[n]));
    }
    let centred = x.subtract(&mean)?;
    match fix_cov {
        Some(cov) => parameters(OP, &mean, cov),
        None => Ok((mean, centred.t().matmul(&centred)?.divide(count as f64)?)),
    }
}

impl<B: Backend> MultivariateNormal<B> {
    /// The logarithm of the density of each vector along the last axis.
    ///
    /// # Errors
    /// [`Error::Value`] for vectors of another length; [`Error::DType`] for complex numbers.
    pub fn logpdf(&self, x: &impl AnyArray<B>) -> Result<DynArray<B>> {
        let n = self.mean.len();
        let x = vectors("logpdf", x.as_dyn(), n)?;
        let shape = &x.shape()[..x.ndim() - 1];
        let rows = x.subtract(&self.mean)?.reshape([x.len() / n, n])?;
        let logs = |squares: DynArray<B>| squares.multiply(-0.5)?.subtract(&self.log_scale()?);
        let density = match &self.root {
            Root::Cholesky(root) => {
                let columns = rows.t().copy()?;
                let white = root.solve_triangular_with(&columns, SolveTriangular::new().lower(true))?;
                logs(white.square()?.sum(0)?)?
            }
            Root::Directions { inside, outside, deviations } => {
                let density = logs(rows.matmul(inside)?.square()?.sum(-1)?)?;
                // So far beside the support is no rounding.
                let largest = self.cov.abs()?.max(..)?.multiply(1e7 * f64::EPSILON)?;
                let beside = rows.matmul(outside)?.square()?.sum(-1)?.sqrt()?.greater(&largest)?;
                let no_support = deviations.is_empty() && outside.is_empty();
                if no_support { density } else { beside.where_(f64::NEG_INFINITY, &density)? }
            }
        };
        density.reshape(shape)
    }

    /// How many directions there are, and the logarithm of the product of their deviations.
    fn log_deviations(&self) -> Result<(usize, DynArray<B>)> {
        let deviations = match &self.root {
            Root::Cholesky(root) => root.diagonal()?,
            Root::Directions { deviations, .. } => deviations.clone(),
        };
        Ok((deviations.len(), deviations.log()?.sum(0)?))
    }

    /// The logarithm of what the density is divided by.
    fn log_scale(&self) -> Result<DynArray<B>> {
        let (rank, logs) = self.log_deviations()?;
        logs.add(0.5 * rank as f64 * TAU.ln())
    }

    /// The density of each vector along the last axis.
    ///
    /// # Errors
    /// Those of [`logpdf`](Self::logpdf).
    pub fn pdf(&self, x: &impl AnyArray<B>) -> Result<DynArray<B>> {
        self.logpdf(x)?.exp()
    }

    /// The probability of vectors whose elements are all at most those of each vector along the last axis: [`cdf_with`](Self::cdf_with)
    /// without a lower end, and without its errors.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::multivariate_normal;
    /// let d = multivariate_normal(&xp.array([0.0, 0.0])?, &xp.array([[1.0, 0.5], [0.5, 1.0]])?)?;
    /// assert_eq!(d.cdf(&xp.array([[0.0, 0.0], [0.0, 99.0]])?)?.to_string(), "[0.33333333 0.5       ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`cdf_with`](Self::cdf_with).
    pub fn cdf(&self, x: &impl AnyArray<B>) -> Result<DynArray<B>> {
        let lowest = self.mean.multiply(0.0)?.add(f64::NEG_INFINITY)?;
        Ok(self.cdf_with(&lowest, x)?.0)
    }

    /// The probability of vectors between `lower` and `x`, element by element, which broadcast, and an estimate of its error, of three standard
    /// deviations. In one or two dimensions it is exact but for roundings, and the error is 0; in more, an integral over 131,072 points
    /// (Genz, Numerical computation of multivariate normal probabilities, 1992), the same in every run, with errors about 1e-5.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::multivariate_normal;
    /// let d = multivariate_normal(&xp.zeros::<f64>(3)?, &xp.eye::<f64>(3)?)?;
    /// let (p, error) = d.cdf_with(&xp.full([3], f64::NEG_INFINITY)?, &xp.zeros::<f64>(3)?)?;
    /// assert!((p.item()?.get::<f64>() - 0.125).abs() < 1e-4 && error.item()?.get::<f64>() < 1e-4);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for vectors of another length, and a distribution that may be singular; [`Error::Shape`] if both do not broadcast;
    /// [`Error::DType`] for complex numbers.
    pub fn cdf_with(&self, lower: &impl AnyArray<B>, x: &impl AnyArray<B>) -> Result<(DynArray<B>, DynArray<B>)> {
        const OP: &str = "cdf";
        let n = self.mean.len();
        let Root::Cholesky(root) = &self.root else {
            return Err(Error::value(OP, "a distribution with fewer directions than dimensions"));
        };
        let (low, high) = (vectors(OP, lower.as_dyn(), n)?, vectors(OP, x.as_dyn(), n)?);
        let both = low.xp().broadcast_arrays(&[&low, &high])?;
        let (low, high) = (&both[0], &both[1]);
        let shape = &low.shape()[..low.ndim() - 1];
        let rows = |x: &DynArray<B>| x.subtract(&self.mean)?.reshape([x.len() / n, n]);
        let (value, error) = probability(&rows(low)?, &rows(high)?, root)?;
        Ok((value.reshape(shape)?, error.reshape(shape)?))
    }

    /// The differential entropy.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn entropy(&self) -> Result<DynArray<B>> {
        let (rank, _) = self.log_deviations()?;
        self.log_scale()?.add(0.5 * rank as f64)
    }

    /// Random vectors, along a last axis after the shape.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn rvs(&self, rng: &mut Generator<B>, shape: impl IntoShape) -> Result<DynArray<B>> {
        Ok(rng.multivariate_normal(&self.mean.clone().typed()?, &self.cov.clone().typed()?, shape)?.into_dyn())
    }
}
