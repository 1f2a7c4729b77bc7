//! Arnoldi's method with thick restarts (Stewart, A Krylov-Schur algorithm for large eigenproblems, SIAM J. Matrix Anal. Appl. 23,
//! 2001).

use super::basis::{apart, direction, epsilon, orthonormal, unit};
use super::{LinearOperator, Spectrum, Wanted};
use xparray_core::prelude::*;
use xparray_core::random::Generator;
use xparray_core::{Error, Result};

/// A search for eigenvalues of one operator.
pub(super) struct Search<'a, B: Backend> {
    pub xp: &'a B,
    pub a: &'a dyn LinearOperator<B>,
    pub which: Wanted,
    /// Of the vectors: complex.
    pub dtype: DType,
    /// The vectors that the space has before it is restarted.
    pub size: usize,
    pub rng: Generator<B>,
}

impl<B: Backend> Search<'_, B> {
    /// The product with a complex vector; a real matrix is multiplied by both its parts.
    fn image(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        if self.a.dtype().is_complex() {
            return self.a.matvec(x)?.astype(self.dtype);
        }
        let (re, im) = (self.a.matvec(&x.real()?)?, self.a.matvec(&x.imag()?)?);
        let i = self.xp.full([], Complex::new(0.0, 1.0))?.into_dyn().astype(self.dtype)?;
        re.astype(self.dtype)?.add(&im.astype(self.dtype)?.multiply(&i)?)
    }

    fn random(&mut self) -> Result<DynArray<B>> {
        self.rng.random_of(self.dtype.real(), self.a.shape()[0])?.subtract(0.5)?.astype(self.dtype)
    }

    /// The `k` eigenvalues that are wanted most.
    pub fn run(mut self, first: &DynArray<B>, k: usize, restarts: usize, tol: f64) -> Result<Spectrum<B>> {
        let (xp, dtype, n, m) = (self.xp, self.dtype, self.a.shape()[0], self.size);
        let whole = m == n;
        let start = unit(&first.astype(dtype)?)?;
        if !start.isfinite()?.all(..)?.item()?.get::<bool>() {
            return Err(Error::value("eigs", "the first vector has no direction"));
        }
        // The vectors of the space and the one that follows, and what the operator makes of them.
        let mut basis = xp.zeros_of(dtype, [m + 1, n])?;
        let mut images = xp.zeros_of(dtype, [m, n])?;
        basis.assign(s![0], &start)?;
        let mut kept = 0;
        for restart in 0.. {
            // The norm of what the last image has outside of the space.
            let mut last = xp.zeros_of(dtype.real(), [])?;
            for j in kept..m {
                let all = basis.slice(s![..j + 1])?;
                let image = self.image(&basis.take(j, 0)?)?;
                images.assign(s![j], &image)?;
                if whole && j + 1 == m {
                    break; // There is nothing else.
                }
                let next;
                (next, last) = direction(&image, &all, &self.random()?)?;
                // The basis is written where it lies if nothing else refers to it.
                drop(all);
                basis.assign(s![j + 1], &next)?;
            }
            let space = basis.slice(s![..m])?;
            let projected = space.conj()?.matmul(&images.t())?;
            if !projected.isfinite()?.all(..)?.item()?.get::<bool>() {
                return Err(Error::value("eigs", "a product is not finite"));
            }
            let (values, vectors) = projected.eig()?;
            let order = self.which.order(&values)?;
            let best = order.slice(s![..k])?;
            let (found, combined) = (values.take(&best, 0)?, vectors.take(&best, 1)?);
            let errors = combined.take(m - 1, 0)?.abs()?.multiply(&last)?;
            // Those of eigenvalues near zero are held to a small number as ARPACK does, and none to less than rounding leaves.
            let scale = found.abs()?.maximum(epsilon(dtype).powf(2.0 / 3.0))?;
            let rounding = projected.abs()?.norm(..)?.multiply(epsilon(dtype))?;
            let allowed = scale.multiply(tol)?.maximum(&rounding)?;
            let converged = whole || errors.less_equal(&allowed)?.all(..)?.item()?.get::<bool>();
            if converged || restart >= restarts {
                let vectors = combined.t().matmul(&space)?.t();
                let vectors = vectors.divide(&vectors.norm(keepdims(0))?)?;
                return Ok(Spectrum { values: found, vectors, converged });
            }
            kept = (k + (m - k) / 2).min(m - 1);
            // An orthonormal basis of the space of the best eigenvectors.
            let turn = vectors.take(&order.slice(s![..kept])?, 1)?.qr()?.0.t();
            let rows = turn.matmul(&space)?;
            let changed = orthonormal(&rows)?;
            let (rows, rows_images) = (changed(&rows)?, changed(&turn.matmul(&images)?)?);
            let next = basis.take(m, 0)?;
            basis = xp.zeros_of(dtype, [m + 1, n])?;
            basis.assign(s![..kept], &rows)?;
            basis.assign(s![kept], &unit(&apart(&apart(&next, &rows)?, &rows)?)?)?;
            images = xp.zeros_of(dtype, [m, n])?;
            images.assign(s![..kept], &rows_images)?;
        }
        unreachable!("a restart returns or is followed by another")
    }
}

impl Wanted {
    /// Places of the eigenvalues, those wanted most first.
    fn order<B: Backend>(self, values: &DynArray<B>) -> Result<DynArray<B>> {
        let key = match self {
            Self::LargestMagnitude => values.abs()?.negative()?,
            Self::SmallestMagnitude => values.abs()?,
            Self::LargestReal => values.real()?.negative()?,
            Self::SmallestReal => values.real()?,
            Self::LargestImaginary => values.imag()?.abs()?.negative()?,
            Self::SmallestImaginary => values.imag()?.abs()?,
        };
        key.argsort()
    }
}
