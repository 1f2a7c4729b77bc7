//! Eigenvalues of large Hermitian matrices.

use super::LinearOperator;
use super::basis::epsilon;
use super::lanczos::Search;
use crate::field;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Which eigenvalues are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Which {
    /// The largest in magnitude: SciPy's `LM`.
    #[default]
    LargestMagnitude,
    /// The largest: `LA`.
    Largest,
    /// The smallest, negative ones first: `SA`.
    Smallest,
}

/// Options of [`eigsh`] and [`svds`](super::svds).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Lanczos, Which, eigsh};
/// let a = xp.array([1.0, 2.0, 3.0, -9.0])?.diag()?;
/// let smallest = eigsh(&xp, &a, 1, Lanczos::new().which(Which::Smallest).ncv(4))?;
/// assert!((smallest.values.item()?.get::<f64>() + 9.0).abs() < 1e-12);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone)]
pub struct Lanczos<B: Backend> {
    which: Which,
    ncv: Option<usize>,
    maxiter: Option<usize>,
    tol: f64,
    v0: Option<DynArray<B>>,
}

impl<B: Backend> Default for Lanczos<B> {
    fn default() -> Self {
        Self { which: Which::default(), ncv: None, maxiter: None, tol: 0.0, v0: None }
    }
}

impl<B: Backend> Lanczos<B> {
    /// The largest in magnitude, as precise as rounding allows, from a random vector.
    pub fn new() -> Self {
        Self::default()
    }

    /// Which eigenvalues; of singular values these are always the largest.
    pub fn which(self, which: Which) -> Self {
        Self { which, ..self }
    }

    /// So many vectors are kept; by default one more than twice the number of eigenvalues, and 20 at least.
    pub fn ncv(self, ncv: usize) -> Self {
        Self { ncv: Some(ncv), ..self }
    }

    /// So many restarts at most, by default ten for each row.
    pub fn maxiter(self, maxiter: usize) -> Self {
        Self { maxiter: Some(maxiter), ..self }
    }

    /// An eigenvalue is found if the norm of `A v - v w` is at most this times its magnitude; 0 stands for the precision of the
    /// type.
    pub fn tol(self, tol: f64) -> Self {
        Self { tol, ..self }
    }

    /// The vector to start from.
    pub fn v0(self, v0: &impl AnyArray<B>) -> Self {
        Self { v0: Some(v0.as_dyn().clone()), ..self }
    }
}

/// Eigenvalues, ascending, and their vectors.
#[derive(Clone)]
#[must_use]
pub struct Eigen<B: Backend> {
    /// The eigenvalues, real.
    pub values: DynArray<B>,
    /// The eigenvectors, orthonormal, each a column.
    pub vectors: DynArray<B>,
    /// Whether they are as precise as was asked for.
    pub converged: bool,
}

/// Some eigenvalues of a Hermitian matrix, with vectors: Lanczos' method with thick restarts (Wu and Simon, SIAM J. Matrix Anal.
/// Appl. 22, 2000), each vector orthogonal to all others by Gram and Schmidt's method, twice. A second search, from a random
/// vector orthogonal to those found, looks for further copies of multiple eigenvalues.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Lanczos, eigsh};
/// use xparray::sparse::Csr;
/// let (main, side) = (xp.array([2.0])?, xp.array([-1.0])?);
/// let a = Csr::diags(&[&main, &side, &side], &[0, -1, 1], [100, 100])?;
/// let found = eigsh(&xp, &a, 3, Lanczos::new())?;
/// let exact = |k: f64| 2.0 + 2.0 * (k * std::f64::consts::PI / 101.0).cos();
/// assert!(found.converged && found.values.allclose(&xp.array([exact(3.0), exact(2.0), exact(1.0)])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the matrix is square and the first vector as long; [`Error::Value`] for no eigenvalues or more than
/// there are, for a negative tolerance, and if a product is not finite; those of the operator.
pub fn eigsh<B: Backend>(xp: &B, a: &dyn LinearOperator<B>, k: usize, options: Lanczos<B>) -> Result<Eigen<B>> {
    const OP: &str = "eigsh";
    let [n, columns] = a.shape();
    if n != columns {
        return Err(Error::shape(OP, &a.shape(), &a.shape()));
    }
    if k == 0 || k > n {
        return Err(Error::value(OP, format!("{k} eigenvalues of {n}")));
    }
    if options.tol.is_nan() || options.tol < 0.0 {
        return Err(Error::value(OP, format!("a tolerance of {}", options.tol)));
    }
    let mut rng = xp.rng(0);
    let first = match &options.v0 {
        Some(v0) if v0.shape() != [n] => return Err(Error::shape(OP, &a.shape(), v0.shape())),
        Some(v0) => v0.clone(),
        None => rng.random_of(DType::F32, n)?.add(0.5)?,
    };
    let dtype = field(&xp.zeros_of(a.dtype(), 0)?)?.dtype();
    let dtype = if options.v0.is_some() { field(&first)?.dtype().promote(dtype) } else { dtype };
    let size = options.ncv.unwrap_or((2 * k).saturating_add(1).max(20)).max(k + 2).min(n);
    let restarts = options.maxiter.unwrap_or(n.saturating_mul(10));
    let tol = options.tol.max(epsilon(dtype));

    let mut search = Search { xp, a, which: options.which, dtype, size, restarts, rng };
    let mut found = search.run(&xp.zeros_of(dtype, [0, n])?, &first, k, |pairs| pairs.within(tol))?;
    // One vector leads to one eigenvector of a multiple eigenvalue. So the best outside of what was found is looked for, until
    // it is no better than the worst that was found.
    while found.converged && size < n {
        let bound = options.which.key(&found.values)?.add(&found.scale()?.multiply(8.0 * tol)?)?.amin(..)?;
        let other = search.outside(&found.vectors, |pairs, key| match key.greater(&bound)?.item()?.get() {
            true => pairs.within(tol),
            // An eigenvalue is known twice as precisely as its vector.
            false => pairs.within(tol.cbrt()),
        })?;
        found.converged = other.converged;
        if !options.which.key(&other.values)?.greater(&bound)?.all(..)?.item()?.get::<bool>() {
            break;
        }
        found = search.best(&found, &other, k)?;
    }
    let places = found.values.argsort()?;
    let vectors = found.vectors.take(&places, 0)?.t();
    Ok(Eigen { values: found.values.take(&places, 0)?, vectors, converged: found.converged })
}
