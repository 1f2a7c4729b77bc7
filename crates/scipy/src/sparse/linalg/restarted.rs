//! Searches for eigenvalues that begin anew with the best of what they have: their options.

use super::LinearOperator;
use super::basis::epsilon;
use crate::field;
use xparray_core::prelude::*;
use xparray_core::random::Generator;
use xparray_core::{AnyArray, Error, Result};

/// Options of searches for eigenvalues, which name those that are wanted by a type of their own:
/// [`Lanczos`](super::Lanczos) and [`Arnoldi`](super::Arnoldi).
#[derive(Clone)]
pub struct Restarted<W, B: Backend> {
    pub(super) which: W,
    ncv: Option<usize>,
    maxiter: Option<usize>,
    tol: f64,
    v0: Option<DynArray<B>>,
}

impl<W: Default, B: Backend> Default for Restarted<W, B> {
    fn default() -> Self {
        Self { which: W::default(), ncv: None, maxiter: None, tol: 0.0, v0: None }
    }
}

impl<W: Default, B: Backend> Restarted<W, B> {
    /// The largest in magnitude, as precise as rounding allows, from a random vector.
    pub fn new() -> Self {
        Self::default()
    }
}

impl<W, B: Backend> Restarted<W, B> {
    /// Which eigenvalues; around a number, which `1 / (w - sigma)`.
    pub fn which(self, which: W) -> Self {
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

    /// An eigenvalue is found if the norm of `A v - v w` is at most this times its magnitude, or what rounding leaves of it; 0 stands
    /// for the precision of the type.
    pub fn tol(self, tol: f64) -> Self {
        Self { tol, ..self }
    }

    /// The vector to start from.
    pub fn v0(self, v0: &impl AnyArray<B>) -> Self {
        Self { v0: Some(v0.as_dyn().clone()), ..self }
    }

    /// What a search begins with, checked.
    pub(super) fn start(&self, op: &'static str, xp: &B, a: &dyn LinearOperator<B>, k: usize) -> Result<Start<B>> {
        let [n, columns] = a.shape();
        if n != columns {
            return Err(Error::shape(op, &a.shape(), &a.shape()));
        }
        if k == 0 || k > n {
            return Err(Error::value(op, format!("{k} eigenvalues of {n}")));
        }
        if self.tol.is_nan() || self.tol < 0.0 {
            return Err(Error::value(op, format!("a tolerance of {}", self.tol)));
        }
        let mut rng = xp.rng(0);
        let first = match &self.v0 {
            Some(v0) if v0.shape() != [n] => return Err(Error::shape(op, &a.shape(), v0.shape())),
            Some(v0) => v0.clone(),
            None => rng.random_of(DType::F32, n)?.add(0.5)?,
        };
        let dtype = field(&xp.zeros_of(a.dtype(), 0)?)?.dtype();
        let dtype = if self.v0.is_some() { field(&first)?.dtype().promote(dtype) } else { dtype };
        let size = self.ncv.unwrap_or((2 * k).saturating_add(1).max(20)).max(k + 2).min(n);
        let restarts = self.maxiter.unwrap_or(n.saturating_mul(10));
        let tol = self.tol.max(epsilon(dtype));
        Ok(Start { first, dtype, size, restarts, tol, rng })
    }
}

/// What a search begins with.
pub(super) struct Start<B: Backend> {
    /// The first vector, of any norm.
    pub first: DynArray<B>,
    /// The type of products with it.
    pub dtype: DType,
    /// The vectors that the space has before it is restarted.
    pub size: usize,
    pub restarts: usize,
    /// The largest error of an eigenvalue, times its magnitude.
    pub tol: f64,
    pub rng: Generator<B>,
}
