//! Matrices of few diagonals, in the diagonals' order: `ab[u + i - j, j]` is `a[i, j]`, with `u` diagonals above the main one.

mod definite;
mod eigenvalues;
mod general;

pub use definite::{cho_solve_banded, cholesky_banded, solveh_banded};
pub use eigenvalues::{eig_banded, eigh_tridiagonal, eigvals_banded, eigvalsh_tridiagonal};
pub use general::solve_banded;

use super::dense::{Dense, each};
use super::equations::one;
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

/// What `f` makes of a matrix of diagonals `[.., d, n]` and of right sides: a vector `[n]`, or columns `[.., n, k]`.
fn solved<B: Backend>(
    op: &'static str,
    ab: &DynArray<B>,
    b: &DynArray<B>,
    f: &dyn Fn(Vec<Dense>) -> Result<Dense>,
) -> Result<DynArray<B>> {
    let vector = b.ndim() == 1;
    let columns = if vector { b.expand_dims(1)? } else { b.clone() };
    match (ab.shape(), columns.shape()) {
        (&[.., _, n], &[.., rows, _]) if n == rows => {}
        _ => return Err(Error::shape(op, ab.shape(), b.shape())),
    }
    let x = one(each(op, &[ab, &columns], &|parts| Ok(vec![f(parts)?]))?)?;
    if vector { x.squeeze(-1) } else { Ok(x) }
}
