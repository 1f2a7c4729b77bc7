//! From the invariant space of a pencil to the solution of an equation.

use crate::linalg::{Balance, SchurOutput, matrix_balance_with, ordqz_with};
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

/// Which equation.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    /// In continuous time.
    Continuous,
    /// In steps.
    Discrete,
}

/// The matrices of an equation, in double precision and all of one stack.
pub(super) struct Weights<B: Backend> {
    pub a: DynArray<B>,
    pub b: DynArray<B>,
    pub q: DynArray<B>,
    pub r: DynArray<B>,
    pub e: DynArray<B>,
    pub s: DynArray<B>,
}

/// The largest element of one over that of the other.
pub(super) fn relative<B: Backend>(x: &DynArray<B>, y: &DynArray<B>) -> Result<f64> {
    let size = |x: &DynArray<B>| x.abs()?.max(..)?.typed::<f64>()?.item();
    let (x, y) = (size(x)?, size(y)?);
    Ok(if x == 0.0 { 0.0 } else { x / y })
}

/// Rows of blocks.
fn blocks<B: Backend>(rows: [[&DynArray<B>; 3]; 3]) -> Result<DynArray<B>> {
    let xp = rows[0][0].xp();
    let [one, two, three] = rows.map(|row| xp.concatenate(&row, -1));
    xp.concatenate(&[&one?, &two?, &three?], -2)
}

/// The first rows or columns, or those from a place on.
fn part<B: Backend>(x: &DynArray<B>, places: std::ops::Range<usize>, axis: isize) -> Result<DynArray<B>> {
    x.take(&x.xp().arange_of(DType::I64, places.start as i64..places.end as i64)?, axis)
}

/// The stabilising solution: that of weights of one size, times their size.
pub(super) fn solution<B: Backend>(op: &'static str, weights: &Weights<B>, kind: Kind) -> Result<DynArray<B>> {
    let Weights { a, b, q, r, e, s } = weights;
    if kind == Kind::Continuous {
        // The equation has its inverse, so a singular one is an error.
        let _ = r.inv()?;
    }
    let log = |x: &DynArray<B>| x.abs()?.max(keepdims([-2, -1]))?.log2();
    // With q, r and s the solution is multiplied, and inputs may have any unit.
    let (of_b, of_q, of_r) = (log(b)?, log(q)?, log(r)?);
    let size = of_q.add(&of_r)?.multiply(0.5)?.subtract(&of_b)?.round(0)?;
    let usual = size.isfinite()?;
    let size = usual.where_(&size, 0.0)?;
    let unit = usual.where_(&of_r.subtract(&size)?.multiply(0.5)?.round(0)?, 0.0)?;
    let times = |x: &DynArray<B>, log: DynArray<B>| x.multiply(&log.exp2()?);
    let scaled = Weights {
        a: a.clone(),
        b: times(b, unit.negative()?)?,
        q: times(q, size.negative()?)?,
        r: times(r, size.add(&unit.multiply(2.0)?)?.negative()?)?,
        e: e.clone(),
        s: times(s, size.add(&unit)?.negative()?)?,
    };
    times(&invariant(op, &scaled, kind)?, size)
}

/// The solution from the space of stable eigenvalues of a pencil.
fn invariant<B: Backend>(op: &'static str, weights: &Weights<B>, kind: Kind) -> Result<DynArray<B>> {
    let Weights { a, b, q, r, e, s } = weights;
    let (n, m) = (a.shape()[a.ndim() - 1], r.shape()[r.ndim() - 1]);
    let (none, wide, small) = (a.zeros_like()?, b.zeros_like()?, r.zeros_like()?);
    let tall = wide.adjoint()?;
    let corner = if kind == Kind::Continuous { a.adjoint()?.negative()? } else { e.adjoint()? };
    let last = if kind == Kind::Continuous { b.adjoint()? } else { tall.clone() };
    let h = blocks([[a, &none, b], [&q.negative()?, &corner, &s.negative()?], [&s.adjoint()?, &last, r]])?;
    let (inner, lowest) = match kind {
        Kind::Continuous => (e.adjoint()?, tall.clone()),
        Kind::Discrete => (a.adjoint()?, b.adjoint()?.negative()?),
    };
    let j = blocks([[e, &none, &wide], [&none, &inner, &wide], [&tall, &lowest, &small]])?;
    // Powers of two make the rows and columns of one size, and keep the structure.
    let sizes = h.abs()?.add(&j.abs()?)?;
    let places = sizes.xp().arange_of(DType::I64, 0..(2 * n + m) as i64)?;
    let beside = places.expand_dims(1)?.not_equal(&places)?;
    let (_, factors) = matrix_balance_with(&beside.where_(&sizes, 0.0)?, Balance::new().permute(false))?;
    let logs = factors.diagonal_with(Diagonal::new().axes(-2, -1))?.log2()?;
    let half = part(&logs, n..2 * n, -1)?.subtract(&part(&logs, 0..n, -1)?)?.multiply(0.5)?.round(0)?;
    let logs = a.xp().concatenate(&[&half, &half.negative()?, &part(&logs, 2 * n..2 * n + m, -1)?], -1)?;
    let factors = logs.exp2()?;
    let scale = factors.expand_dims(-1)?.divide(&factors.expand_dims(-2)?)?;
    let (h, j) = (h.multiply(&scale)?, j.multiply(&scale)?);
    // Without the inputs: what is orthogonal to their columns.
    let (basis, _) = part(&h, 2 * n..2 * n + m, -1)?.qr_with(Qr::new().mode(QrMode::Complete))?;
    let others = part(&basis, m..2 * n + m, -1)?.adjoint()?;
    let [h, j] = [h, j].map(|x| others.matmul(&part(&x, 0..2 * n, -1)?));
    let none =
        |residual: f64| Error::value(op, format!("no stabilising solution is found; the residual is {residual:e}"));
    let (alpha, beta, _, z, count) = ordqz_with(&h?, &j?, SchurOutput::Complex, |alpha, beta| match kind {
        Kind::Continuous => alpha.re < 0.0,
        Kind::Discrete => alpha.norm() < beta,
    })?;
    if !count.equal(n as i64)?.all(..)?.typed::<bool>()?.item()? || on_border(kind, &alpha, &beta)? {
        return Err(none(f64::NAN));
    }
    let space = part(&z, 0..n, -1)?;
    let (mut above, mut below) = (part(&space, 0..n, -2)?, part(&space, n..2 * n, -2)?);
    // Of the space (u1, u2) the solution is x with x e u1 = u2.
    let rows = factors.expand_dims(-1)?;
    let (first, second) = (part(&rows, 0..n, -2)?, part(&rows, n..2 * n, -2)?);
    above = e.matmul(&above.divide(&first)?)?;
    below = below.divide(&second)?;
    let x = above.adjoint()?.solve(&below.adjoint()?).map_err(|error| match error {
        Error::Singular { .. } => none(f64::NAN),
        error => error,
    })?;
    let x = if a.dtype().is_complex() { x } else { x.real()? };
    let x = x.add(&x.adjoint()?)?.multiply(0.5)?;
    let residual = residual(weights, kind, &x)?;
    if residual.is_nan() || residual > 1e-6 { Err(none(residual)) } else { Ok(x) }
}

/// Whether an eigenvalue is on the border between stable ones and others, from which roundings alone move it.
fn on_border<B: Backend>(kind: Kind, s: &DynArray<B>, t: &DynArray<B>) -> Result<bool> {
    let diagonal = |x: &DynArray<B>| x.diagonal_with(Diagonal::new().axes(-2, -1));
    let (alpha, beta) = (diagonal(s)?, diagonal(t)?.real()?);
    let distance = match kind {
        Kind::Continuous => alpha.real()?.abs()?,
        Kind::Discrete => alpha.abs()?.subtract(&beta)?.abs()?,
    };
    let size = alpha.abs()?.maximum(&beta)?.multiply(4.0 * f64::EPSILON)?;
    distance.less_equal(&size)?.any(..)?.typed::<bool>()?.item()
}

/// What is left of the equation, beside its terms.
fn residual<B: Backend>(weights: &Weights<B>, kind: Kind, x: &DynArray<B>) -> Result<f64> {
    let Weights { a, b, q, r, e, s } = weights;
    let (linear, constant, side, inner) = match kind {
        Kind::Continuous => {
            let half = a.adjoint()?.matmul(x)?.matmul(e)?;
            (half.add(&half.adjoint()?)?, q.clone(), e.adjoint()?.matmul(x)?.matmul(b)?.add(s)?, r.clone())
        }
        Kind::Discrete => {
            let moved = a.adjoint()?.matmul(x)?;
            let kept = e.adjoint()?.matmul(x)?.matmul(e)?;
            let inner = r.add(&b.adjoint()?.matmul(x)?.matmul(b)?)?;
            (moved.matmul(a)?.subtract(&kept)?, q.clone(), moved.matmul(b)?.add(s)?, inner)
        }
    };
    let Ok(gain) = inner.solve(&side.adjoint()?) else {
        return Ok(f64::NAN);
    };
    let square = side.matmul(&gain)?;
    let rest = linear.subtract(&square)?.add(&constant)?;
    relative(&rest, &linear.abs()?.add(&square.abs()?)?.add(&constant.abs()?)?.add(&x.abs()?)?)
}
