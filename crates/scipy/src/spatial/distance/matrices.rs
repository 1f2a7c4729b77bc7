//! Distances between all pairs of points.

use super::formulas::WRITTEN_OUT;
use super::metric::{Metric, Parameters};
use super::points;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Covariance, Error, Result, Variance};

/// The distances between the rows of two matrices: `[i, j]` is that of `xa[i]` and `xb[j]`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::spatial::distance::{Metric, cdist};
/// let (xa, xb) = (xp.array([[1, 0], [0, 1]])?, xp.array([[1, 1], [4, 4], [1, 0]])?);
/// assert_eq!(cdist(&xa, &xb, Metric::Cityblock)?.to_string(), "[[1. 7. 0.]\n [1. 7. 2.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] for points of different dimensions; [`Error::Value`] for what is no matrix; those of [`Metric::between`].
pub fn cdist<B: Backend>(xa: &impl AnyArray<B>, xb: &impl AnyArray<B>, metric: Metric) -> Result<DynArray<B>> {
    cdist_with(xa, xb, metric, &Parameters::new())
}

/// [`cdist`] with parameters. A variance or covariance that is missing is that of all points.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::spatial::distance::{Metric, Parameters, cdist_with};
/// let (xa, xb) = (xp.array([[1, 0], [0, 1]])?, xp.array([[1, 1], [4, 4]])?);
/// let weights = Parameters::new().w(&xp.array([1.0, 0.5])?);
/// assert_eq!(cdist_with(&xa, &xb, Metric::Cityblock, &weights)?.to_string(), "[[0.5 5. ]\n [1.  5.5]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`cdist`]; [`Error::Value`] for too few points to have a covariance; [`Error::Singular`] for points in a plane.
pub fn cdist_with<B: Backend>(
    xa: &impl AnyArray<B>,
    xb: &impl AnyArray<B>,
    metric: Metric,
    parameters: &Parameters<B>,
) -> Result<DynArray<B>> {
    const OP: &str = "cdist";
    let (xa, xb) = (points(OP, xa.as_dyn())?, points(OP, xb.as_dyn())?);
    if xa.shape()[1] != xb.shape()[1] {
        return Err(Error::shape(OP, xa.shape(), xb.shape()));
    }
    let all = || xa.xp().concatenate(&[&xa, &xb], 0);
    pairs(&xa, &xb, metric, &completed(OP, metric, parameters, all)?)
}

/// The distances between the rows of a matrix: those of the first with all others, of the second with all after it, and so on.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::spatial::distance::{Metric, pdist};
/// let x = xp.array([[0.0, 0.0], [3.0, 4.0], [6.0, 8.0]])?;
/// assert_eq!(pdist(&x, Metric::Euclidean)?.to_string(), "[ 5. 10.  5.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`cdist`].
pub fn pdist<B: Backend>(x: &impl AnyArray<B>, metric: Metric) -> Result<DynArray<B>> {
    pdist_with(x, metric, &Parameters::new())
}

/// [`pdist`] with parameters. A variance or covariance that is missing is that of the points.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::spatial::distance::{Metric, Parameters, pdist_with};
/// let x = xp.array([[0.0, 0.0], [3.0, 4.0], [6.0, 8.0]])?;
/// let weights = Parameters::new().w(&xp.array([1.0, 0.0])?);
/// assert_eq!(pdist_with(&x, Metric::Euclidean, &weights)?.to_string(), "[3. 6. 3.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`cdist_with`].
pub fn pdist_with<B: Backend>(x: &impl AnyArray<B>, metric: Metric, parameters: &Parameters<B>) -> Result<DynArray<B>> {
    const OP: &str = "pdist";
    let x = points(OP, x.as_dyn())?;
    let parameters = completed(OP, metric, parameters, || Ok(x.clone()))?;
    let m = x.shape()[0];
    // The distance of a point from itself, which is zero, has a derivative that is no number.
    if x.xp().remembers() {
        let above = || (0..m as i64).flat_map(|i| (i + 1..m as i64).map(move |j| (i, j)));
        let of = |places: Vec<i64>| x.take(x.xp().from_slice(&places, places.len())?.as_dyn(), 0);
        let (first, second) = (of(above().map(|pair| pair.0).collect())?, of(above().map(|pair| pair.1).collect())?);
        return metric.between(&first, &second, &parameters);
    }
    // The part of a block of rows that is left of the diagonal is computed in vain: blocks are short, so that it is small.
    let block = (m / 16).max(256);
    let mut parts = Vec::new();
    for start in (0..m).step_by(block) {
        let rows = pairs(&x.slice(s![start..(start + block).min(m)])?, &x.slice(s![start..])?, metric, &parameters)?;
        parts.push(super::condensed::above_diagonal(&rows)?);
    }
    match parts.is_empty() {
        true => x.xp().zeros_of(x.dtype(), 0),
        false => x.xp().concatenate(&parts.iter().collect::<Vec<_>>(), 0),
    }
}

/// The distances of order `p` between the rows of two matrices: [`cdist`] by [`Metric::Minkowski`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::spatial::distance_matrix;
/// let (x, y) = (xp.array([[0, 0], [0, 1]])?, xp.array([[1, 0], [1, 1]])?);
/// assert_eq!(distance_matrix(&x, &y, 2.0)?.to_string(), "[[1.         1.41421356]\n [1.41421356 1.        ]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`cdist`].
pub fn distance_matrix<B: Backend>(x: &impl AnyArray<B>, y: &impl AnyArray<B>, p: f64) -> Result<DynArray<B>> {
    cdist(x, y, Metric::Minkowski(p))
}

/// The distances of all pairs, by as many rows at a time as keep what is between two kernels in the caches.
fn pairs<B: Backend>(
    xa: &DynArray<B>,
    xb: &DynArray<B>,
    metric: Metric,
    parameters: &Parameters<B>,
) -> Result<DynArray<B>> {
    const AT_A_TIME: usize = 1 << 19;
    let columns = xb.expand_dims(0)?;
    let of = |rows: &DynArray<B>| metric.between(&rows.expand_dims(1)?, &columns, parameters);
    let rows = match metric {
        // All differences, as products of matrices with the covariances need them.
        Metric::Mahalanobis => AT_A_TIME / xb.len().max(1),
        // One kernel.
        _ if xb.shape()[1] <= WRITTEN_OUT => usize::MAX,
        _ => AT_A_TIME / xb.shape()[0].max(1),
    };
    let rows = rows.max(1);
    let m = xa.shape()[0];
    if m <= rows {
        return of(xa);
    }
    let part = |start: usize| {
        let part = of(&xa.slice(s![start..(start + rows).min(m)])?)?;
        // Now, while what it needs is in the caches.
        part.eval()?;
        Ok(part)
    };
    let parts = (0..m).step_by(rows).map(part).collect::<Result<Vec<_>>>()?;
    xa.xp().concatenate(&parts.iter().collect::<Vec<_>>(), 0)
}

/// The parameters with the variances or covariances of points that a metric needs and that are missing.
fn completed<B: Backend>(
    op: &'static str,
    metric: Metric,
    parameters: &Parameters<B>,
    points: impl Fn() -> Result<DynArray<B>>,
) -> Result<Parameters<B>> {
    let mut parameters = parameters.clone();
    match metric {
        Metric::Seuclidean if parameters.v.is_none() => {
            parameters.v = Some(points()?.var_with(0, Variance::new().ddof(1))?);
        }
        Metric::Mahalanobis if parameters.vi.is_none() => {
            let x = points()?;
            let (m, k) = (x.shape()[0], x.shape()[1]);
            if m <= k {
                let message = format!("{m} points of {k} dimensions have a singular matrix of covariances");
                return Err(Error::value(op, message));
            }
            let covariance = x.cov_with(Covariance::new().rowvar(false))?.reshape([k, k])?;
            parameters.vi = Some(covariance.inv()?);
        }
        _ => {}
    }
    Ok(parameters)
}
