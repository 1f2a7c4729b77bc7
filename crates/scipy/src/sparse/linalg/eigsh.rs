//! Eigenvalues of large Hermitian matrices.

use super::LinearOperator;
use super::lanczos::{Pairs, Search};
use super::restarted::{Restarted, Start};
use xparray_core::Result;
use xparray_core::prelude::*;

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
    /// The smallest in magnitude: `SM`. [`eigsh_sigma`](super::eigsh_sigma) around zero finds them sooner.
    SmallestMagnitude,
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
pub type Lanczos<B> = Restarted<Which, B>;

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
/// [`Error::Shape`](xparray_core::Error::Shape) unless the matrix is square and the first vector as long; [`Error::Value`](xparray_core::Error::Value) for no eigenvalues or more than
/// there are, for a negative tolerance, and if a product is not finite; those of the operator.
pub fn eigsh<B: Backend>(xp: &B, a: &dyn LinearOperator<B>, k: usize, options: Lanczos<B>) -> Result<Eigen<B>> {
    let Start { first, dtype, size, restarts, tol, rng } = options.start("eigsh", xp, a, k)?;
    let n = a.shape()[0];

    let mut search = Search { xp, a, which: options.which, dtype, size, restarts, rng };
    let mut found = search.run(&xp.zeros_of(dtype, [0, n])?, &first, k, |pairs| pairs.within(tol))?;
    // One vector leads to one eigenvector of a multiple eigenvalue. So the best outside of what was found is looked for, until
    // it is no better than the worst that was found.
    while found.converged && size < n {
        let bound = options.which.key(&found.values)?.add(&found.allowed(tol)?.multiply(8.0)?)?.amin(..)?;
        // Roughly known is enough of what is too far from the bound to get above it.
        let is_known =
            |pairs: &Pairs<B>| -> Result<bool> { Ok(pairs.within(tol.cbrt())? && pairs.below(options.which, &bound)?) };
        let other = search.outside(&found.vectors, |pairs| Ok(pairs.within(tol)? || is_known(pairs)?))?;
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
