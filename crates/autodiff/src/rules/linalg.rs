//! Systems of equations, and factors of matrices.
//!
//! Formulas: S. F. Walter, L. Lehmann, "Algorithmic differentiation of linear algebra functions with application in optimum
//! experimental design", 2010; I. Murray, "Differentiation of the Cholesky decomposition", arXiv:1602.07527. Those that are not
//! holomorphic are stated for the conjugates of cotangents, which pair by the inner product.

use super::{map, sum, wanted};
use crate::batch::Batch;
use crate::rule::{At, Rule, Tangent, Values};
use crate::trace::is_on;
use xparray_core::backend::Backend;
use xparray_core::linalg::{SolveTriangular, lu_pivots_to_permutation};
use xparray_core::{Create, Result, Sort};

/// The triangle below the diagonal and half of the diagonal.
fn half_triangle<B: Backend>(x: &Values<B>) -> Result<Values<B>> {
    x.tril()?.add(&x.tril_with(-1)?)?.multiply(0.5)
}

/// The Hermitian part.
pub(super) fn hermitian<B: Backend>(x: &Values<B>) -> Result<Values<B>> {
    x.add(&x.adjoint()?)?.multiply(0.5)
}

fn triangular(lower: bool) -> SolveTriangular {
    SolveTriangular::new().lower(lower)
}

/// `x t^-1` for a triangle `t`.
fn divided<B: Backend>(x: &Values<B>, t: &Values<B>, lower: bool) -> Result<Values<B>> {
    t.matrix_transpose()?.solve_triangular_with(&x.matrix_transpose()?, triangular(!lower))?.matrix_transpose()
}

/// `x` with `a x = b`.
pub(crate) struct Solve;

impl<B: Backend> Rule<B> for Solve {
    fn name(&self) -> &'static str {
        "solve"
    }

    fn keeps_results(&self) -> bool {
        true
    }

    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let moved = map(&tangents[0], |t| t.matmul(&at.result(0)?)?.negative())?;
        let right = sum([tangents[1].clone(), moved])?;
        Ok(vec![map(&right, |b| at.operand(0)?.solve(b))?])
    }

    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let b = map(&cotangents[0], |c| at.operand(0)?.matrix_transpose()?.solve(c))?;
        let a = match &b {
            Some(b) => wanted(at.wanted[0], || b.matmul(&at.result(0)?.matrix_transpose()?)?.negative())?,
            None => None,
        };
        Ok(vec![a, b])
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        Ok(vec![at.operand(0)?.solve(&at.operand(1)?)?])
    }
}

/// Likewise for a triangle of `a`.
pub(crate) struct Triangular {
    pub lower: bool,
    pub unit_diagonal: bool,
}

impl Triangular {
    fn part<B: Backend>(&self, x: &Values<B>) -> Result<Values<B>> {
        let k = if self.unit_diagonal { 1 } else { 0 };
        if self.lower { x.tril_with(-k) } else { x.triu_with(k) }
    }
}

impl<B: Backend> Rule<B> for Triangular {
    fn name(&self) -> &'static str {
        "solve_triangular"
    }

    fn keeps_results(&self) -> bool {
        true
    }

    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let moved = map(&tangents[0], |t| self.part(t)?.matmul(&at.result(0)?)?.negative())?;
        let right = sum([tangents[1].clone(), moved])?;
        let options = triangular(self.lower).unit_diagonal(self.unit_diagonal);
        Ok(vec![map(&right, |b| at.operand(0)?.solve_triangular_with(b, options))?])
    }

    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let options = triangular(!self.lower).unit_diagonal(self.unit_diagonal);
        let b = map(&cotangents[0], |c| at.operand(0)?.matrix_transpose()?.solve_triangular_with(c, options))?;
        let a = match &b {
            Some(b) => wanted(at.wanted[0], || self.part(&b.matmul(&at.result(0)?.matrix_transpose()?)?.negative()?))?,
            None => None,
        };
        Ok(vec![a, b])
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        Ok(vec![
            at.operand(0)?
                .solve_triangular_with(&at.operand(1)?, triangular(self.lower).unit_diagonal(self.unit_diagonal))?,
        ])
    }
}

/// The inverse.
pub(crate) struct Inverse;

impl<B: Backend> Rule<B> for Inverse {
    fn name(&self) -> &'static str {
        "inv"
    }

    fn keeps_results(&self) -> bool {
        true
    }

    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let y = at.result(0)?;
        Ok(vec![map(&tangents[0], |t| y.matmul(t)?.matmul(&y)?.negative())?])
    }

    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let y = at.result(0)?.matrix_transpose()?;
        Ok(vec![map(&cotangents[0], |c| y.matmul(c)?.matmul(&y)?.negative())?])
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        Ok(vec![at.operand(0)?.inv()?])
    }
}

/// The lower triangle `l` with `a = l l^H`, of the Hermitian part of `a`, as in JAX.
pub(crate) struct Cholesky;

impl<B: Backend> Rule<B> for Cholesky {
    fn name(&self) -> &'static str {
        "cholesky"
    }

    fn keeps_results(&self) -> bool {
        true
    }

    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let l = at.result(0)?;
        let push = |t: &Values<B>| {
            let left = l.solve_triangular_with(&hermitian(t)?, triangular(true))?;
            let both = divided(&left, &l.adjoint()?, false)?;
            l.matmul(&half_triangle(&both)?)
        };
        Ok(vec![map(&tangents[0], push)?])
    }

    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let l = at.result(0)?;
        let pull = |c: &Values<B>| {
            let middle = half_triangle(&l.adjoint()?.matmul(&c.conj()?)?)?;
            let left = l.adjoint()?.solve_triangular_with(&middle, triangular(false))?;
            hermitian(&divided(&left, &l, true)?)?.conj()
        };
        Ok(vec![map(&cotangents[0], pull)?])
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        Ok(vec![at.operand(0)?.cholesky()?])
    }
}

/// `l` and `u` in one matrix with `p a = l u`, of a square matrix; and the pivots.
pub(crate) struct Lu;

/// The rows of matrices in another order.
fn reordered<B: Backend>(x: &Values<B>, order: &Values<B>) -> Result<Values<B>> {
    let rows = order.expand_dims(-1)?.broadcast_to(x.shape())?;
    x.take_along_axis(&rows, x.ndim() - 2)
}

/// The order of `m` rows after the interchanges. While a program is traced the pivots are not read, but exchanged one by one.
fn order<B: Backend>(pivots: &Values<B>, m: usize) -> Result<Values<B>> {
    if !is_on() {
        return lu_pivots_to_permutation(pivots, m);
    }
    let last = pivots.ndim() - 1;
    let shape = [&pivots.shape()[..last], &[m]].concat();
    let places = pivots.xp().arange(0..m as i64)?.into_dyn().broadcast_to(shape)?;
    let mut order = places.clone();
    for i in 0..pivots.shape()[last] {
        let pivot = pivots.take([i], last)?;
        let (here, there) = (order.take([i], last)?, order.take_along_axis(&pivot, last)?);
        order = places.equal(i)?.where_(&there, places.equal(&pivot)?.where_(&here, &order)?)?;
    }
    Ok(order)
}

/// The triangles of the factors.
fn triangles<B: Backend>(factors: &Values<B>) -> Result<[Values<B>; 2]> {
    let unit = factors.ones_like()?.tril()?.subtract(&factors.ones_like()?.tril_with(-1)?)?;
    Ok([factors.tril_with(-1)?.add(&unit)?, factors.triu()?])
}

impl<B: Backend> Rule<B> for Lu {
    fn name(&self) -> &'static str {
        "lu"
    }

    fn keeps_results(&self) -> bool {
        true
    }

    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let [l, u] = triangles(&at.result(0)?)?;
        let order = order(&at.result(1)?, l.shape()[l.ndim() - 2])?;
        let push = |t: &Values<B>| {
            let left = l.solve_triangular_with(&reordered(t, &order)?, triangular(true).unit_diagonal(true))?;
            let both = divided(&left, &u, false)?;
            l.matmul(&both.tril_with(-1)?)?.add(&both.triu()?.matmul(&u)?)
        };
        Ok(vec![map(&tangents[0], push)?, None])
    }

    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let [l, u] = triangles(&at.result(0)?)?;
        let order = order(&at.result(1)?, l.shape()[l.ndim() - 2])?;
        let back = order.argsort_with(Sort::new())?;
        let pull = |c: &Values<B>| {
            let lower = l.matrix_transpose()?.matmul(&c.tril_with(-1)?)?.tril_with(-1)?;
            let upper = c.triu()?.matmul(&u.matrix_transpose()?)?.triu()?;
            let left = l.matrix_transpose()?;
            let left = left.solve_triangular_with(&lower.add(&upper)?, triangular(false).unit_diagonal(true))?;
            reordered(&divided(&left, &u.matrix_transpose()?, true)?, &back)
        };
        Ok(vec![map(&cotangents[0], pull)?])
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        let (factors, pivots) = at.operand(0)?.lu_factor()?;
        Ok(vec![factors, pivots])
    }
}

/// `q` with orthonormal columns and the triangle `r`, of a matrix with at least as many rows as columns.
pub(crate) struct Orthogonal;

impl<B: Backend> Rule<B> for Orthogonal {
    fn name(&self) -> &'static str {
        "qr"
    }

    fn keeps_results(&self) -> bool {
        true
    }

    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let Some(t) = &tangents[0] else { return Ok(vec![None, None]) };
        let (q, r) = (at.result(0)?, at.result(1)?);
        let moved = divided(t, &r, false)?;
        let inner = q.adjoint()?.matmul(&moved)?;
        let below = inner.tril_with(-1)?;
        // What turns the columns without a change of their span; the diagonal of `r` stays real.
        let diagonal = inner.tril()?.subtract(&below)?;
        let turn = below.subtract(&below.adjoint()?)?.add(&diagonal.subtract(&diagonal.conj()?)?.multiply(0.5)?)?;
        let q = q.matmul(&turn.subtract(&inner)?)?.add(&moved)?;
        Ok(vec![Some(q), Some(inner.subtract(&turn)?.matmul(&r)?)])
    }

    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let (q, r) = (at.result(0)?, at.result(1)?);
        let of_q = map(&cotangents[0], |c| c.conj())?;
        let of_r = map(&cotangents[1], |c| c.conj()?.triu())?;
        let first = map(&of_r, |c| r.matmul(&c.adjoint()?))?;
        let second = map(&of_q, |c| c.adjoint()?.matmul(&q)?.negative())?;
        let Some(m) = sum([first, second])? else { return Ok(vec![None]) };
        let below = m.tril_with(-1)?;
        let diagonal = m.tril()?.subtract(&below)?;
        let copied = below.add(&below.adjoint()?)?.add(&diagonal.add(&diagonal.conj()?)?.multiply(0.5)?)?;
        let inner = sum([of_q, Some(q.matmul(&copied)?)])?;
        Ok(vec![map(&inner, |x| divided(x, &r.adjoint()?, true)?.conj())?])
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        let (q, r) = at.operand(0)?.qr()?;
        Ok(vec![q, r])
    }
}
