//! Eigenvalues and singular values.
//!
//! Eigenvectors of equal eigenvalues are not determined. What a cotangent asks of them is left out, so what depends on the space that
//! they span has its derivative and everything stays finite (JAX gives NaN). Formulas: M. Giles, "Collected matrix derivative
//! results for forward and reverse mode algorithmic differentiation", 2008; for vectors, those of the conjugate cotangents.

use super::linalg::hermitian;
use super::{complete, map, sum};
use crate::batch::Batch;
use crate::rule::{At, Rule, Tangent, Values};
use xparray_core::backend::Backend;
use xparray_core::linalg::Svd;
use xparray_core::{DType, Result};

/// A vector of each stack as a row.
fn row<B: Backend>(x: &Values<B>) -> Result<Values<B>> {
    x.expand_dims(-2)
}

fn column<B: Backend>(x: &Values<B>) -> Result<Values<B>> {
    x.expand_dims(-1)
}

/// `1 / (w_j - w_i)`, zero where these are equal but for rounding.
fn gaps<B: Backend>(w: &Values<B>) -> Result<Values<B>> {
    let difference = row(w)?.subtract(&column(w)?)?;
    let single = matches!(w.dtype(), DType::F32 | DType::Complex64);
    let epsilon = if single { f64::from(f32::EPSILON) } else { f64::EPSILON };
    let scale = w.abs()?.max(xparray_core::keepdims(-1))?.expand_dims(-1)?.multiply(epsilon)?;
    let equal = difference.abs()?.less_equal(&scale)?;
    equal.where_(0, equal.where_(1, &difference)?.reciprocal()?)
}

/// The elements on the diagonal.
fn diagonal<B: Backend>(x: &Values<B>) -> Result<Values<B>> {
    let last = x.ndim();
    x.diagonal_with(xparray_core::Diagonal::new().axes(last - 2, last - 1))
}

/// Diagonal matrices, of the type of `like`.
fn on_diagonal<B: Backend>(x: &Values<B>, like: &Values<B>) -> Result<Values<B>> {
    let ones = column(x)?.multiply(&row(&x.ones_like()?)?)?;
    ones.tril()?.subtract(&ones.tril_with(-1)?)?.astype(like.dtype())
}

/// Eigenvalues and eigenvectors of the Hermitian part of a matrix.
pub(crate) struct Eigh;

impl<B: Backend> Rule<B> for Eigh {
    fn name(&self) -> &'static str {
        "eigh"
    }

    fn keeps_results(&self) -> bool {
        true
    }

    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let Some(t) = &tangents[0] else { return Ok(vec![None, None]) };
        let (w, v) = (at.result(0)?, at.result(1)?);
        let inner = v.adjoint()?.matmul(&hermitian(t)?)?.matmul(&v)?;
        let vectors = v.matmul(&inner.multiply(&gaps(&w)?.astype(v.dtype())?)?)?;
        Ok(vec![Some(diagonal(&inner)?.real()?), Some(vectors)])
    }

    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let (w, v) = (at.result(0)?, at.result(1)?);
        let of_values = map(&cotangents[0], |c| on_diagonal(c, &v))?;
        let of_vectors =
            map(&cotangents[1], |c| v.adjoint()?.matmul(&c.conj()?)?.multiply(&gaps(&w)?.astype(v.dtype())?))?;
        let inner = sum([of_values, of_vectors])?;
        Ok(vec![map(&inner, |x| hermitian(&v.matmul(x)?.matmul(&v.adjoint()?)?)?.conj())?])
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        let (w, v) = at.operand(0)?.eigh()?;
        Ok(vec![w, v])
    }
}

/// Eigenvalues and eigenvectors, as rows, of any square matrix. Of a vector neither the norm nor the phase changes, in the sense that
/// `vᴴ dv` is zero. The derivatives need a full set of vectors.
pub(crate) struct Eig;

/// The results of [`Eig`]: eigenvalues, eigenvectors as rows and as columns.
struct System<B: Backend> {
    w: Values<B>,
    rows: Values<B>,
    columns: Values<B>,
}

impl<B: Backend> System<B> {
    fn of(at: &At<'_, B>) -> Result<Self> {
        let rows = at.result(1)?;
        Ok(Self { w: at.result(0)?, columns: rows.matrix_transpose()?, rows })
    }
}

impl<B: Backend> Rule<B> for Eig {
    fn name(&self) -> &'static str {
        "eig"
    }

    fn keeps_results(&self) -> bool {
        true
    }

    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let Some(t) = &tangents[0] else { return Ok(vec![None, None]) };
        let System { w, rows, columns } = &System::of(at)?;
        let inner = columns.solve(&t.astype(w.dtype())?.matmul(columns)?)?;
        let moved = columns.matmul(&inner.multiply(&gaps(w)?)?)?.matrix_transpose()?;
        let along = rows.conj()?.multiply(&moved)?.sum(xparray_core::keepdims(-1))?;
        Ok(vec![Some(diagonal(&inner)?), Some(moved.subtract(&rows.multiply(&along)?)?)])
    }

    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let System { w, rows, .. } = &System::of(at)?;
        let of_values = map(&cotangents[0], |c| on_diagonal(c, w))?;
        let of_vectors = map(&cotangents[1], |c| {
            let along = rows.multiply(c)?.sum(xparray_core::keepdims(-1))?;
            let c = c.subtract(&rows.conj()?.multiply(&along)?)?.matrix_transpose()?;
            rows.matmul(&c)?.multiply(&gaps(w)?)
        })?;
        let pulled = map(&sum([of_values, of_vectors])?, |inner| {
            let whole = rows.solve(&inner.matmul(rows)?)?;
            if at.step.operands[0].dtype.is_complex() { Ok(whole) } else { whole.real() }
        })?;
        Ok(vec![pulled])
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        let (w, v) = at.operand(0)?.eig()?;
        Ok(vec![w, v.swapaxes(-2, -1)?])
    }
}

/// Singular values, and as many vectors on either side or, on the longer one, a whole basis.
pub(crate) struct Singular;

impl<B: Backend> Rule<B> for Singular {
    fn name(&self) -> &'static str {
        "svd"
    }

    fn keeps_results(&self) -> bool {
        true
    }

    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let Some(t) = &tangents[0] else { return Ok(vec![None, None, None]) };
        let Parts { u, s, vh, gaps, inverse, more_u, more_vh } = &Parts::of(at)?;
        let inner = u.adjoint()?.matmul(t)?.matmul(&vh.adjoint()?)?;
        let values = diagonal(&inner)?.real()?;
        let (right, left) = (inner.multiply(&row(s)?)?, inner.multiply(&column(s)?)?);
        // Of complex matrices a phase is free; it is given to the left.
        let phase = diagonal(&inner)?;
        let phase = on_diagonal(&phase.subtract(&phase.conj()?)?.multiply(0.5)?.multiply(inverse)?, u)?;
        let of_u = u.matmul(&gaps.multiply(&right.add(&right.adjoint()?)?)?.add(&phase)?)?;
        let of_v = vh.adjoint()?.matmul(&gaps.multiply(&left.add(&left.adjoint()?)?)?)?;
        // What lies beside the columns.
        let beside = t.matmul(&vh.adjoint()?)?;
        let beside_u = beside.subtract(&u.matmul(&inner)?)?.multiply(&row(inverse)?)?;
        let beside = t.adjoint()?.matmul(u)?;
        let beside_v = beside.subtract(&vh.adjoint()?.matmul(&inner.adjoint()?)?)?.multiply(&row(inverse)?)?;
        let (mut of_u, mut of_v) = (of_u.add(&beside_u)?, of_v.add(&beside_v)?);
        if let Some(others) = more_u {
            of_u = complete::beside(&of_u, &complete::tangent(u, others, &of_u)?)?;
        }
        if let Some(others) = more_vh {
            of_v = complete::beside(&of_v, &complete::tangent(&vh.adjoint()?, &others.adjoint()?, &of_v)?)?;
        }
        Ok(vec![Some(of_u), Some(values), Some(of_v.adjoint()?)])
    }

    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let Parts { u, s, vh, gaps, inverse, more_u, more_vh } = &Parts::of(at)?;
        let of_values = map(&cotangents[1], |c| on_diagonal(c, u))?;
        let of_u = map(&cotangents[0], |c| own(c, u, more_u.as_ref())?.conj())?;
        let (v, more_v) = (vh.matrix_transpose()?, map(more_vh, |x| x.matrix_transpose())?);
        let of_v = map(&cotangents[2], |c| own(&c.matrix_transpose()?, &v, more_v.as_ref()))?;
        let turned = |x: &Values<B>| x.subtract(&x.adjoint()?)?.multiply(gaps);
        let left = map(&of_u, |c| turned(&u.adjoint()?.matmul(c)?)?.multiply(&row(s)?))?;
        let right = map(&of_v, |c| turned(&vh.matmul(c)?)?.multiply(&column(s)?))?;
        let phase = map(&of_u, |c| {
            let d = diagonal(&u.adjoint()?.matmul(c)?)?;
            on_diagonal(&d.subtract(&d.conj()?)?.multiply(0.5)?.multiply(inverse)?, u)
        })?;
        let inner = sum([of_values, left, right, phase])?;
        let inside = map(&inner, |x| u.matmul(x)?.matmul(vh))?;
        let beside_u = map(&of_u, |c| {
            let beside = c.subtract(&u.matmul(&u.adjoint()?.matmul(c)?)?)?;
            beside.multiply(&row(inverse)?)?.matmul(vh)
        })?;
        let beside_v = map(&of_v, |c| {
            let beside = c.subtract(&vh.adjoint()?.matmul(&vh.matmul(c)?)?)?;
            u.matmul(&column(inverse)?.multiply(&beside.adjoint()?)?)
        })?;
        Ok(vec![map(&sum([inside, beside_u, beside_v])?, |x| x.conj())?])
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        let square = |k: usize| {
            let (_, shape) = &at.step.outputs[k];
            shape[shape.len() - 2] == shape[shape.len() - 1]
        };
        let options = Svd::new().full_matrices(square(0) && square(2));
        let (u, s, vh) = at.operand(0)?.svd_with(options)?;
        Ok(vec![u, s, vh])
    }
}

/// The cotangent of the columns of `u`, of that of all columns, of which `others` complete them.
fn own<B: Backend>(c: &Values<B>, u: &Values<B>, others: Option<&Values<B>>) -> Result<Values<B>> {
    let Some(others) = others else { return Ok(c.clone()) };
    let [c, rest] = complete::columns(c, u.shape()[u.ndim() - 1])?;
    c.add(&complete::cotangent(u, others, &rest)?)
}

/// What both directions need, of the type of the matrix.
struct Parts<B: Backend> {
    u: Values<B>,
    s: Values<B>,
    vh: Values<B>,
    /// `1 / (s_j^2 - s_i^2)`, zero where these are equal.
    gaps: Values<B>,
    /// `1 / s`, zero for zero.
    inverse: Values<B>,
    /// The further columns of `u`, and rows of `vh`, if there is a whole basis.
    more_u: Tangent<B>,
    more_vh: Tangent<B>,
}

impl<B: Backend> Parts<B> {
    fn of(at: &At<'_, B>) -> Result<Self> {
        let s = at.result(1)?;
        let k = s.shape()[s.ndim() - 1];
        let [u, more_u] = complete::columns(&at.result(0)?, k)?;
        let [vh, more_vh] = complete::rows(&at.result(2)?, k)?;
        let (is_u, is_vh) = (more_u.shape()[more_u.ndim() - 1] > 0, more_vh.shape()[more_vh.ndim() - 2] > 0);
        let (more_u, more_vh) = (is_u.then_some(more_u), is_vh.then_some(more_vh));
        let dtype = u.dtype();
        let none = s.equal(0)?;
        let inverse = none.where_(0, none.where_(1, &s)?.reciprocal()?)?.astype(dtype)?;
        let gaps = gaps(&s.square()?)?.astype(dtype)?;
        Ok(Self { s: s.astype(dtype)?, u, vh, gaps, inverse, more_u, more_vh })
    }
}
