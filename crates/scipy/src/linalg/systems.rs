//! Equations of matrices as one system of all elements: what has derivatives of every order, batches and replays, where a host's algorithm has none.

use crate::field;
use xparray_core::prelude::*;
use xparray_core::{NewAxis, Result, s};

/// How many unknowns such a system has at most.
const MOST: usize = 4096;

/// Whether a program is traced, so that an equation of `[m, n]` unknowns is to be solved in this way.
pub fn are_asked<B: Backend>(xp: &B, m: usize, n: usize) -> bool {
    xp.remembers() && (1..=MOST).contains(&m.saturating_mul(n))
}

/// The unit matrix `[n, n]`.
fn unit<B: Backend>(like: &DynArray<B>, n: usize) -> Result<DynArray<B>> {
    like.xp().eye_of(like.dtype(), n, Eye::new())
}

/// Arrays as one type that solvers take.
fn alike<B: Backend, const N: usize>(arrays: [&DynArray<B>; N]) -> Result<[DynArray<B>; N]> {
    let mut dtype = field(arrays[0])?.dtype();
    for array in arrays {
        dtype = dtype.promote(field(array)?.dtype());
    }
    let mut alike = arrays.map(DynArray::clone);
    for array in &mut alike {
        *array = array.astype(dtype)?;
    }
    Ok(alike)
}

/// The matrix of `x -> a x b` over the elements of `x` in their order, of `a` and the transpose of `b`.
fn kron<B: Backend>(a: &DynArray<B>, bt: &DynArray<B>) -> Result<DynArray<B>> {
    let (m, n) = (a.shape()[a.ndim() - 1], bt.shape()[bt.ndim() - 1]);
    let product = a.slice(s![Ellipsis, .., NewAxis, .., NewAxis])?;
    let product = product.multiply(&bt.slice(s![Ellipsis, NewAxis, .., NewAxis, ..])?)?;
    let stack = product.shape()[..product.ndim() - 4].to_vec();
    product.reshape([&stack[..], &[m * n, m * n]].concat())
}

/// `x` `[m, n]` of such a system.
fn solved<B: Backend>(system: &DynArray<B>, q: &DynArray<B>) -> Result<DynArray<B>> {
    let (stack, last) = q.shape().split_at(q.ndim() - 2);
    let x = system.solve(&q.reshape([stack, &[last[0] * last[1], 1]].concat())?)?;
    let stack = &x.shape()[..x.ndim() - 2];
    x.reshape([stack, last].concat())
}

/// `x` with `a x + x b = q`.
pub fn sylvester<B: Backend>(a: &DynArray<B>, b: &DynArray<B>, q: &DynArray<B>) -> Result<DynArray<B>> {
    let [a, b, q] = alike([a, b, q])?;
    let (m, n) = (a.shape()[a.ndim() - 1], b.shape()[b.ndim() - 1]);
    let left = kron(&a, &unit(&a, n)?)?;
    solved(&left.add(&kron(&unit(&a, m)?, &b.swapaxes(-2, -1)?)?)?, &q)
}

/// `x` with `x - a x aᴴ = q`.
pub fn stein<B: Backend>(a: &DynArray<B>, q: &DynArray<B>) -> Result<DynArray<B>> {
    let [a, q] = alike([a, q])?;
    let n = a.shape()[a.ndim() - 1];
    solved(&unit(&a, n * n)?.subtract(&kron(&a, &a.conj()?)?)?, &q)
}

/// A square root of `a` with its derivatives of up to the third order, of the root as a constant: each of two steps of Newton's method doubles the number of
/// orders, and one more, that are right.
pub fn root<B: Backend>(a: &DynArray<B>, root: &DynArray<B>) -> Result<DynArray<B>> {
    let mut x = root.clone();
    for _ in 0..2 {
        x = x.add(&sylvester(&x, &x, &a.subtract(&x.matmul(&x)?)?)?)?;
    }
    with_slopes_of(root, &x)
}

/// The same values, with the derivatives of others.
pub fn with_slopes_of<B: Backend>(value: &DynArray<B>, other: &DynArray<B>) -> Result<DynArray<B>> {
    value.add(&other.subtract(&other.detached()?)?)
}
