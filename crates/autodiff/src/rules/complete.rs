//! Columns that complete others to an orthonormal basis.
//!
//! They are determined but for how they turn among each other; their derivative is the one that turns them as little as can be, so that
//! what depends on the space that they span has its derivative.

use crate::rule::Values;
use xparray_core::backend::Backend;
use xparray_core::{Ellipsis, Join, Result, s};

/// The first columns, and the others.
pub(super) fn columns<B: Backend>(x: &Values<B>, first: usize) -> Result<[Values<B>; 2]> {
    Ok([x.slice(s![Ellipsis, ..first])?, x.slice(s![Ellipsis, first..])?])
}

/// The first rows, and the others.
pub(super) fn rows<B: Backend>(x: &Values<B>, first: usize) -> Result<[Values<B>; 2]> {
    Ok([x.slice(s![Ellipsis, ..first, ..])?, x.slice(s![Ellipsis, first.., ..])?])
}

/// Matrices side by side.
pub(super) fn beside<B: Backend>(a: &Values<B>, b: &Values<B>) -> Result<Values<B>> {
    a.xp().concatenate(&[a, b], -1)
}

/// Matrices one above the other.
pub(super) fn above<B: Backend>(a: &Values<B>, b: &Values<B>) -> Result<Values<B>> {
    a.xp().concatenate(&[a, b], -2)
}

/// The tangent of columns `others` that complete `q`, of its own.
pub(super) fn tangent<B: Backend>(q: &Values<B>, others: &Values<B>, of_q: &Values<B>) -> Result<Values<B>> {
    q.matmul(&of_q.adjoint()?.matmul(others)?)?.negative()
}

/// What the cotangent of the columns `others` adds to that of `q`, which they complete.
pub(super) fn cotangent<B: Backend>(q: &Values<B>, others: &Values<B>, of_others: &Values<B>) -> Result<Values<B>> {
    others.conj()?.matmul(&of_others.adjoint()?.matmul(&q.conj()?)?)?.negative()
}
