//! Systems of equations, and factors of matrices.
//!
//! Formulas: S. F. Walter, L. Lehmann, "Algorithmic differentiation of linear algebra functions with application in optimum
//! experimental design", 2010; I. Murray, "Differentiation of the Cholesky decomposition", arXiv:1602.07527. Those that are not
//! holomorphic are stated for the conjugates of cotangents, which pair by the inner product.

use super::complete::{self, above, beside, columns, rows};
use super::{map, sum, wanted};
use crate::batch::Batch;
use crate::rule::{At, Rule, Tangent, Values, missing};
use xparray_core::backend::Backend;
use xparray_core::linalg::{Qr, QrMode, SolveTriangular, lu_pivots_to_permutation};
use xparray_core::{Create, Eye, Result, Sort};

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

/// `l` and `u` in one matrix with `p a = l u`; and the pivots.
pub(crate) struct Lu;

/// The rows of matrices in another order.
fn reordered<B: Backend>(x: &Values<B>, order: &Values<B>) -> Result<Values<B>> {
    let rows = order.expand_dims(-1)?.broadcast_to(x.shape())?;
    x.take_along_axis(&rows, x.ndim() - 2)
}

/// The triangles of the factors of `m` rows and `n` columns, as matrices of `m` and of `n` rows: what lacks of them is of the unit matrix.
fn triangles<B: Backend>(factors: &Values<B>) -> Result<[Values<B>; 2]> {
    let &[.., m, n] = factors.shape() else { return Err(missing("lu")) };
    let k = m.min(n);
    // So many rows of the unit matrix of `m + n - k` rows, from the last one on.
    let rest = |d: usize| {
        let unit = factors.xp().eye_of(factors.dtype(), d, Eye::new().columns(k + d).diagonal(k as isize))?;
        unit.broadcast_to([&factors.shape()[..factors.ndim() - 2], &[d, k + d]].concat())
    };
    let [lower, _] = columns(factors, k)?;
    let [upper, _] = rows(factors, k)?;
    let unit = lower.ones_like()?.tril()?.subtract(&lower.ones_like()?.tril_with(-1)?)?;
    let (mut lower, mut upper) = (lower.tril_with(-1)?.add(&unit)?, upper.triu()?);
    if m > k {
        lower = beside(&lower, &rest(m - k)?.matrix_transpose()?)?;
    }
    if n > k {
        upper = above(&upper, &rest(n - k)?)?;
    }
    Ok([lower, upper])
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
        let order = lu_pivots_to_permutation(&at.result(1)?, l.shape()[l.ndim() - 2])?;
        let push = |t: &Values<B>| {
            let left = l.solve_triangular_with(&reordered(t, &order)?, triangular(true).unit_diagonal(true))?;
            let both = divided(&left, &u, false)?;
            l.matmul(&both.tril_with(-1)?)?.add(&both.triu()?.matmul(&u)?)
        };
        Ok(vec![map(&tangents[0], push)?, None])
    }

    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let [l, u] = triangles(&at.result(0)?)?;
        let order = lu_pivots_to_permutation(&at.result(1)?, l.shape()[l.ndim() - 2])?;
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

/// `q` with orthonormal columns and the triangle `r`; or all columns of an orthonormal basis, and `r` with rows of zeros below.
pub(crate) struct Orthogonal;

/// The factors of a matrix, in parts. What is above or beside a square is apart.
struct Factors<B: Backend> {
    /// As many columns as the triangle has.
    q: Values<B>,
    /// The other columns of a basis.
    others: Option<Values<B>>,
    triangle: Values<B>,
    /// How many columns the triangle has, and how many the matrix has.
    columns: usize,
    all_columns: usize,
}

impl<B: Backend> Factors<B> {
    fn of(at: &At<'_, B>) -> Result<Self> {
        let (q, r) = (at.result(0)?, at.result(1)?);
        let &[.., m, n] = at.shape(0) else { return Err(missing("qr")) };
        let k = m.min(n);
        let [first, others] = columns(&q, k)?;
        let complete = q.shape()[q.ndim() - 1] > k;
        let triangle = columns(&rows(&r, k)?[0], k)?[0].clone();
        Ok(Self { q: first, others: complete.then_some(others), triangle, columns: k, all_columns: n })
    }

    fn is_wide(&self) -> bool {
        self.columns < self.all_columns
    }
}

impl<B: Backend> Rule<B> for Orthogonal {
    fn name(&self) -> &'static str {
        "qr"
    }

    fn keeps_results(&self) -> bool {
        true
    }

    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let Some(t) = &tangents[0] else { return Ok(vec![None, None]) };
        let factors = Factors::of(at)?;
        let (q, r) = (&factors.q, &factors.triangle);
        let [first, beyond] = columns(t, factors.columns)?;
        let moved = divided(&first, r, false)?;
        let inner = q.adjoint()?.matmul(&moved)?;
        let below = inner.tril_with(-1)?;
        // What turns the columns without a change of their span; the diagonal of `r` stays real.
        let diagonal = inner.tril()?.subtract(&below)?;
        let turn = below.subtract(&below.adjoint()?)?.add(&diagonal.subtract(&diagonal.conj()?)?.multiply(0.5)?)?;
        let mut of_q = q.matmul(&turn.subtract(&inner)?)?.add(&moved)?;
        let mut of_r = inner.subtract(&turn)?.matmul(r)?;
        if factors.is_wide() {
            let [_, rest] = columns(&at.operand(0)?, factors.columns)?;
            of_r = beside(&of_r, &of_q.adjoint()?.matmul(&rest)?.add(&q.adjoint()?.matmul(&beyond)?)?)?;
        }
        if let Some(others) = &factors.others {
            of_r = above(&of_r, &rows(&at.result(1)?, factors.columns)?[1].zeros_like()?)?;
            of_q = beside(&of_q, &complete::tangent(q, others, &of_q)?)?;
        }
        Ok(vec![Some(of_q), Some(of_r)])
    }

    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let factors = Factors::of(at)?;
        let (q, r, k) = (&factors.q, &factors.triangle, factors.columns);
        let mut of_q = map(&cotangents[0], |c| {
            let [own, rest] = columns(c, k)?;
            let own = match &factors.others {
                Some(others) => own.add(&complete::cotangent(q, others, &rest)?)?,
                None => own,
            };
            own.conj()
        })?;
        let of_r = map(&cotangents[1], |c| rows(c, k)?[0].conj())?;
        let mut of_rest = None;
        if factors.is_wide() {
            // What is beside the triangle is the adjoint of `q`, times what is there of the matrix.
            let beyond = map(&of_r, |c| Ok(columns(c, k)?[1].clone()))?;
            let [_, rest] = columns(&at.operand(0)?, k)?;
            of_q = sum([of_q, map(&beyond, |c| rest.matmul(&c.adjoint()?))?])?;
            of_rest = map(&beyond, |c| q.matmul(c))?;
        }
        let of_r = map(&of_r, |c| columns(c, k)?[0].triu())?;
        let first = map(&of_r, |c| r.matmul(&c.adjoint()?))?;
        let second = map(&of_q, |c| c.adjoint()?.matmul(q)?.negative())?;
        let Some(m) = sum([first, second])? else { return Ok(vec![None]) };
        let below = m.tril_with(-1)?;
        let diagonal = m.tril()?.subtract(&below)?;
        let copied = below.add(&below.adjoint()?)?.add(&diagonal.add(&diagonal.conj()?)?.multiply(0.5)?)?;
        let inner = sum([of_q, Some(q.matmul(&copied)?)])?;
        let pulled = map(&inner, |x| {
            let square = divided(x, &r.adjoint()?, true)?;
            if !factors.is_wide() {
                return square.conj();
            }
            let rest = match &of_rest {
                Some(rest) => rest.clone(),
                None => columns(&at.operand(0)?, k)?[1].zeros_like()?,
            };
            beside(&square, &rest)?.conj()
        });
        Ok(vec![pulled?])
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        let (_, shape) = &at.step.outputs[0];
        let &[.., m, k] = &shape[..] else { return Err(missing("qr")) };
        let mode = if m == k { QrMode::Complete } else { QrMode::Reduced };
        let (q, r) = at.operand(0)?.qr_with(Qr::new().mode(mode))?;
        Ok(vec![q, r])
    }
}
