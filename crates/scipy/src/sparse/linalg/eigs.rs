//! Eigenvalues of large matrices that need not be Hermitian.

use super::arnoldi::Search;
use super::direct::{Splu, splu};
use super::restarted::{Restarted, Start};
use super::{Eigen, Lanczos, LinearOperator, eigsh};
use xparray_core::prelude::*;
use xparray_core::sparse::Csr;
use xparray_core::{Error, Result};

/// Which eigenvalues of [`eigs`] are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// The largest in magnitude: SciPy's `LM`.
    #[default]
    LargestMagnitude,
    /// The smallest in magnitude: `SM`. [`eigs_sigma`] around zero finds them sooner.
    SmallestMagnitude,
    /// Those with the largest real part: `LR`.
    LargestReal,
    /// Those with the smallest real part: `SR`.
    SmallestReal,
    /// Those farthest from the real axis: `LI`.
    LargestImaginary,
    /// Those nearest to the real axis: `SI`.
    SmallestImaginary,
}

/// Options of [`eigs`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Arnoldi, Wanted, eigs};
/// let a = xp.array([1.0, 2.0, 3.0, -9.0])?.diag()?;
/// let found = eigs(&xp, &a, 1, Arnoldi::new().which(Wanted::LargestReal).ncv(4))?;
/// assert!((found.values.item()?.get::<Complex<f64>>() - 3.0).norm() < 1e-12);
/// # Ok::<(), xparray::Error>(())
/// ```
pub type Arnoldi<B> = Restarted<Wanted, B>;

/// Complex eigenvalues, the wanted ones first, and their vectors.
#[derive(Clone)]
#[must_use]
pub struct Spectrum<B: Backend> {
    /// The eigenvalues, complex.
    pub values: DynArray<B>,
    /// The eigenvectors, each a column of norm 1.
    pub vectors: DynArray<B>,
    /// Whether they are as precise as was asked for.
    pub converged: bool,
}

/// Some eigenvalues of a square matrix, with vectors: Arnoldi's method, restarted with the space of the best eigenvectors so far
/// (Stewart, A Krylov-Schur algorithm for large eigenproblems, 2001). Everything is complex, also of a real matrix. Of an
/// eigenvalue with several vectors one is found for sure.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Arnoldi, eigs};
/// use xparray::sparse::Csr;
/// // Each node of a ring is led to the next: the eigenvalues are roots of unity, times two with the diagonal.
/// let one = xp.array([1.0])?;
/// let ring = Csr::diags(&[&one, &one, &one], &[0, 1, -49], [50, 50])?;
/// let found = eigs(&xp, &ring, 1, Arnoldi::new())?;
/// assert!(found.converged && (found.values.item()?.get::<Complex<f64>>() - 2.0).norm() < 1e-12);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// With a matrix on the right, `A v = M v w`, these are the eigenvalues of the product of `M`'s inverse and `A`:
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Arnoldi, Product, Splu, eigs, splu};
/// use xparray::sparse::Csr;
/// let a = Csr::diags(&[&xp.array([6.0, 4.0, 3.0])?], &[0], None)?;
/// let m = Csr::diags(&[&xp.array([1.0, 0.5, 1.0])?], &[0], None)?;
/// let inverse = splu(&m, Splu::new())?;
/// let found = eigs(&xp, &Product::new(&inverse, &a)?, 1, Arnoldi::new())?;
/// assert!((found.values.item()?.get::<Complex<f64>>() - 8.0).norm() < 1e-12);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the matrix is square and the first vector as long; [`Error::Value`] for no eigenvalues or more than
/// there are, for a negative tolerance, a first vector of zeros, and if a product is not finite; those of the operator.
pub fn eigs<B: Backend>(xp: &B, a: &dyn LinearOperator<B>, k: usize, options: Arnoldi<B>) -> Result<Spectrum<B>> {
    let Start { first, dtype, size, restarts, tol, rng } = options.start("eigs", xp, a, k)?;
    Search { xp, a, which: options.which, dtype: dtype.complex(), size, rng }.run(&first, k, restarts, tol)
}

/// The eigenvalues of a sparse matrix around a number: [`eigs`] of the inverse of `A - sigma I`, decomposed by [`splu`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Arnoldi, eigs_sigma};
/// use xparray::sparse::Csr;
/// let a = Csr::diags(&[&xp.arange((1.0, 101.0, 1.0))?], &[0], None)?;
/// let found = eigs_sigma(&a, 1, Complex::new(41.7, 0.0), Arnoldi::new())?;
/// assert!((found.values.item()?.get::<Complex<f64>>() - 42.0).norm() < 1e-10);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`eigs`] and [`splu`], as where `sigma` is an eigenvalue.
pub fn eigs_sigma<T: Field, B: Backend>(
    a: &Csr<T, B>,
    k: usize,
    sigma: Complex<f64>,
    options: Arnoldi<B>,
) -> Result<Spectrum<B>> {
    let found = match sigma.im == 0.0 && !T::DTYPE.is_complex() {
        true => eigs(a.xp(), &splu(&shifted(a, &a.xp().full([], sigma.re)?.into_dyn())?, Splu::new())?, k, options)?,
        false => {
            let shift = a.xp().full([], sigma)?.into_dyn();
            let inverse = match T::DTYPE.real() == DType::F32 {
                true => splu(&shifted(&a.astype::<Complex<f32>>()?, &shift)?, Splu::new()).map(Inverse::Single)?,
                false => splu(&shifted(&a.astype::<Complex<f64>>()?, &shift)?, Splu::new()).map(Inverse::Double)?,
            };
            eigs(a.xp(), inverse.operator(), k, options)?
        }
    };
    let ones = found.values.ones_like()?;
    let values = ones.divide(&found.values)?.add(a.xp().full([], sigma)?.into_dyn().astype(found.values.dtype())?)?;
    Ok(Spectrum { values, ..found })
}

/// The inverse of a complex matrix.
enum Inverse<B: Backend> {
    Single(super::SuperLU<Complex<f32>, B>),
    Double(super::SuperLU<Complex<f64>, B>),
}

impl<B: Backend> Inverse<B> {
    fn operator(&self) -> &dyn LinearOperator<B> {
        match self {
            Self::Single(lu) => lu,
            Self::Double(lu) => lu,
        }
    }
}

/// The eigenvalues of a Hermitian sparse matrix around a number, ascending: [`eigsh`] of the inverse of `A - sigma I`, decomposed
/// by [`splu`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Lanczos, eigsh_sigma};
/// use xparray::sparse::Csr;
/// let a = Csr::diags(&[&xp.arange((1.0, 101.0, 1.0))?], &[0], None)?;
/// let found = eigsh_sigma(&a, 2, 41.7, Lanczos::new())?;
/// assert!(found.converged && found.values.allclose(&xp.array([41.0, 42.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`eigsh`] and [`splu`], as where `sigma` is an eigenvalue.
pub fn eigsh_sigma<T: Field, B: Backend>(a: &Csr<T, B>, k: usize, sigma: f64, options: Lanczos<B>) -> Result<Eigen<B>> {
    let inverse = splu(&shifted(a, &a.xp().full([], sigma)?.into_dyn())?, Splu::new())?;
    let found = eigsh(a.xp(), &inverse, k, options)?;
    let values = found.values.ones_like()?.divide(&found.values)?.add(sigma)?;
    let places = values.argsort()?;
    let vectors = found.vectors.take(&places, 1)?;
    Ok(Eigen { values: values.take(&places, 0)?, vectors, converged: found.converged })
}

/// `A - sigma I`, for a number of the matrix' kind.
fn shifted<T: Field, B: Backend>(a: &Csr<T, B>, sigma: &DynArray<B>) -> Result<Csr<T, B>> {
    let [n, columns] = a.shape();
    if n != columns {
        return Err(Error::shape("sigma", &a.shape(), &a.shape()));
    }
    a.subtract(&Csr::eye(a.xp(), n)?.multiply(&sigma.astype(T::DTYPE)?)?)
}
