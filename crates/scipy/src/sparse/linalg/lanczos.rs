//! Lanczos' method with thick restarts (Wu and Simon, SIAM J. Matrix Anal. Appl. 22, 2000).

use super::LinearOperator;
use super::basis::{apart, direction, epsilon, orthonormal, unit};
use super::eigsh::Which;
use xparray_core::prelude::*;
use xparray_core::random::Generator;
use xparray_core::{Error, Result};

/// The precisions of the operator's norm that the last components of the projection's eigenvectors are known to.
const ROUNDING: f64 = 2.0;

/// Eigenvalues that were found, the best first.
#[derive(Clone)]
pub(super) struct Pairs<B: Backend> {
    pub values: DynArray<B>,
    /// The eigenvectors, each a row.
    pub vectors: DynArray<B>,
    /// The norms of `A v - v w`.
    errors: DynArray<B>,
    /// What rounding leaves of errors, whatever their eigenvalue: it goes by the operator's norm.
    rounding: DynArray<B>,
    /// Whether the search ended because this was enough.
    pub converged: bool,
}

impl<B: Backend> Pairs<B> {
    /// The errors that are allowed: `tol` times the eigenvalue, of one near zero times a small number as ARPACK does, and what rounding
    /// leaves.
    pub fn allowed(&self, tol: f64) -> Result<DynArray<B>> {
        self.values.abs()?.maximum(epsilon(self.values.dtype()).powf(2.0 / 3.0))?.multiply(tol)?.maximum(&self.rounding)
    }

    /// Whether each error is allowed.
    pub fn within(&self, tol: f64) -> Result<bool> {
        Ok(self.errors.less_equal(&self.allowed(tol)?)?.all(..)?.item()?.get())
    }

    /// Whether no eigenvalue next to these has a key above a bound.
    pub fn below(&self, which: Which, bound: &DynArray<B>) -> Result<bool> {
        Ok(which.key(&self.values)?.add(&self.errors)?.less_equal(bound)?.all(..)?.item()?.get())
    }
}

/// A search for eigenvalues of one Hermitian operator.
pub(super) struct Search<'a, B: Backend> {
    pub xp: &'a B,
    pub a: &'a dyn LinearOperator<B>,
    pub which: Which,
    /// Of the vectors.
    pub dtype: DType,
    /// The vectors that the space has before it is restarted.
    pub size: usize,
    /// The restarts that are left.
    pub restarts: usize,
    pub rng: Generator<B>,
}

impl<B: Backend> Search<'_, B> {
    /// The best eigenvalue whose vector is orthogonal to the rows of `locked`, as soon as it is `enough`.
    pub fn outside(&mut self, locked: &DynArray<B>, enough: impl Fn(&Pairs<B>) -> Result<bool>) -> Result<Pairs<B>> {
        let first = self.random()?;
        self.run(locked, &first, 1, enough)
    }

    /// The `k` best of both.
    pub fn best(&self, a: &Pairs<B>, b: &Pairs<B>, k: usize) -> Result<Pairs<B>> {
        let both = |f: fn(&Pairs<B>) -> &DynArray<B>| self.xp.concatenate(&[f(a), f(b)], 0);
        let values = both(|pairs| &pairs.values)?;
        let best = self.which.order(&values)?.slice(s![..k])?;
        let vectors = both(|pairs| &pairs.vectors)?.take(&best, 0)?;
        // The later ones are orthogonal to the others but for rounding; that must not add up either.
        let vectors = orthonormal(&vectors)?(&vectors)?;
        let errors = both(|pairs| &pairs.errors)?.take(&best, 0)?;
        let (rounding, converged) = (a.rounding.maximum(&b.rounding)?, a.converged && b.converged);
        Ok(Pairs { values: values.take(&best, 0)?, vectors, errors, rounding, converged })
    }

    /// A vector of random numbers.
    pub fn random(&mut self) -> Result<DynArray<B>> {
        self.rng.random_of(self.dtype.real(), self.a.shape()[0])?.subtract(0.5)?.astype(self.dtype)
    }

    /// The `k` best eigenvalues whose vectors are orthogonal to the rows of `locked`, as soon as they are `enough`.
    pub fn run(
        &mut self,
        locked: &DynArray<B>,
        first: &DynArray<B>,
        k: usize,
        enough: impl Fn(&Pairs<B>) -> Result<bool>,
    ) -> Result<Pairs<B>> {
        let (xp, dtype, real) = (self.xp, self.dtype, self.dtype.real());
        let (n, fixed) = (self.a.shape()[0], locked.shape()[0]);
        let m = self.size.min(n - fixed);
        let whole = m == n - fixed;
        // The locked vectors, those of the space, and the one that follows.
        let new_basis = || -> Result<DynArray<B>> {
            let mut basis = xp.zeros_of(dtype, [fixed + m + 1, n])?;
            basis.assign(s![..fixed], locked)?;
            Ok(basis)
        };
        let mut basis = new_basis()?;
        // What the operator makes of each vector of the space.
        let mut images = xp.zeros_of(dtype, [m, n])?;
        basis.assign(s![fixed], &unit(&apart(&apart(&first.astype(dtype)?, locked)?, locked)?)?)?;
        let mut kept = 0;
        loop {
            // The norm of what the last image has outside of the space.
            let mut last = xp.zeros_of(real, [])?;
            for j in kept..m {
                let all = basis.slice(s![..fixed + j + 1])?;
                let image = self.a.matvec(&basis.take(fixed + j, 0)?)?.astype(dtype)?;
                images.assign(s![j], &image)?;
                if whole && j + 1 == m {
                    break; // There is nothing else.
                }
                let next;
                (next, last) = direction(&image, &all, &self.random()?)?;
                // The basis is written where it lies if nothing else refers to it.
                drop(all);
                basis.assign(s![fixed + j + 1], &next)?;
            }
            let space = basis.slice(s![fixed..fixed + m])?;
            let projected = space.conj()?.matmul(&images.t())?;
            if !projected.isfinite()?.all(..)?.item()?.get::<bool>() {
                return Err(Error::value("eigsh", "a product is not finite"));
            }
            let (values, vectors) = projected.add(&projected.adjoint()?)?.multiply(0.5)?.eigh()?;
            let order = self.which.order(&values)?;
            let best = order.slice(s![..k.min(m)])?;
            let combined = vectors.take(&best, 1)?;
            let mut pairs = Pairs {
                values: values.take(&best, 0)?,
                vectors: combined.t().matmul(&space)?,
                errors: combined.take(m - 1, 0)?.abs()?.multiply(&last)?,
                rounding: values.abs()?.amax(..)?.multiply(ROUNDING * epsilon(dtype))?,
                converged: whole,
            };
            pairs.converged = whole || enough(&pairs)?;
            if pairs.converged || self.restarts == 0 {
                return Ok(pairs);
            }
            self.restarts -= 1;
            kept = (k + (m - k) / 2).min(m - 1);
            let combined = vectors.take(&order.slice(s![..kept])?, 1)?.t();
            // What products round must not add up from restart to restart.
            let rows = combined.matmul(&space)?;
            let changed = orthonormal(&rows)?;
            let (rows, rows_images) = (changed(&rows)?, changed(&combined.matmul(&images)?)?);
            let next = basis.take(fixed + m, 0)?;
            basis = new_basis()?;
            basis.assign(s![fixed..fixed + kept], &rows)?;
            let all = basis.slice(s![..fixed + kept])?;
            basis.assign(s![fixed + kept], &unit(&apart(&apart(&next, &all)?, &all)?)?)?;
            images = xp.zeros_of(dtype, [m, n])?;
            images.assign(s![..kept], &rows_images)?;
        }
    }
}

impl Which {
    /// The larger, the better.
    pub(super) fn key<B: Backend>(self, values: &DynArray<B>) -> Result<DynArray<B>> {
        match self {
            Self::LargestMagnitude => values.abs(),
            Self::Largest => Ok(values.clone()),
            Self::Smallest => values.negative(),
            Self::SmallestMagnitude => values.abs()?.negative(),
        }
    }

    /// Places of the eigenvalues, the best first.
    fn order<B: Backend>(self, values: &DynArray<B>) -> Result<DynArray<B>> {
        self.key(values)?.negative()?.argsort()
    }
}
