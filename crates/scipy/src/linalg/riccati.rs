//! Algebraic Riccati equations.

use super::dense::{Dense, each};
use super::equations::one;
use super::schur::{of_either, ordered};
use super::square;
use crate::field;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// The stabilising Hermitian `x` with `aᴴ x + x a - x b r⁻¹ bᴴ x + q = 0`, of `a` and `q` `[n, n]`, `b` `[n, m]` and `r` `[m, m]`, or of each ones of
/// stacks, which broadcast: `a - b r⁻¹ bᴴ x` has its eigenvalues in the left half-plane. `q` and `r` are Hermitian.
///
/// By the Schur form of the Hamiltonian matrix (Laub, IEEE Trans. Automatic Control 24, 1979), in double precision on the host.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::solve_continuous_are;
/// let (a, one) = (xp.array([[1.0]])?, xp.array([[1.0]])?);
/// let x = solve_continuous_are(&a, &one, &one, &one)?;
/// assert!((x.item()?.get::<f64>() - (1.0 + 2f64.sqrt())).abs() < 1e-14);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] if there is no such solution, for `q` or `r` that is not Hermitian, for NaN or infinities, and without convergence;
/// [`Error::Singular`] for a singular `r`; [`Error::Shape`] if they do not fit; [`Error::DType`] for truth values.
pub fn solve_continuous_are<B: Backend>(
    a: &impl AnyArray<B>,
    b: &impl AnyArray<B>,
    q: &impl AnyArray<B>,
    r: &impl AnyArray<B>,
) -> Result<DynArray<B>> {
    const OP: &str = "solve_continuous_are";
    let parts = prepared(OP, [a.as_dyn(), b.as_dyn(), q.as_dyn(), r.as_dyn()])?;
    let Prepared { a, g, q, dtype, n } = parts;
    if q.is_empty() {
        return q.astype(dtype);
    }
    // Both off the diagonal of one size.
    let size = |x: &DynArray<B>| x.abs()?.max(keepdims([-2, -1]));
    let (gs, qs) = (size(&g)?, size(&q)?);
    let ratio = gs.greater(0)?.logical_and(&qs.greater(0)?)?.where_(&qs.divide(&gs)?.sqrt()?, 1.0)?;
    let ratio = ratio.astype(a.dtype())?;
    let xp = a.xp();
    let above = xp.concatenate(&[&a, &g.multiply(&ratio)?.negative()?], -1)?;
    let below = xp.concatenate(&[&q.divide(&ratio)?.negative()?, &a.adjoint()?.negative()?], -1)?;
    let hamiltonian = xp.concatenate(&[&above, &below], -2)?;
    let space = one(each(OP, &[&hamiltonian], &|mut h| {
        let (mut t, mut z) = of_either(OP, h.remove(0))?;
        let stable = ordered(&mut t, &mut z, |value| value.re < 0.0);
        // Eigenvalues come in pairs on both sides of the imaginary axis, unless they are on it.
        let scale = f64::EPSILON * t.largest();
        if stable != n || (0..2 * n).any(|i| t[i][i].re.abs() <= scale) {
            return Err(Error::value(OP, "no solution is stabilising: eigenvalues are on the imaginary axis"));
        }
        Ok(vec![Dense::Complex(z)])
    })?)?;
    let part = |rows: std::ops::Range<usize>| {
        let rows = xp.arange_of(DType::I64, rows.start as i64..rows.end as i64)?;
        space.take(&rows, -2)?.take(&xp.arange_of(DType::I64, 0..n as i64)?, -1)
    };
    let none = || Error::value(OP, "no solution is stabilising");
    // x u1 = u2, as u1ᴴ xᴴ = u2ᴴ.
    let x = part(0..n)?.adjoint()?.solve(&part(n..2 * n)?.adjoint()?).map_err(|error| match error {
        Error::Singular { .. } => none(),
        error => error,
    })?;
    let x = if a.dtype().is_complex() { x } else { x.real()? };
    let x = x.add(&x.adjoint()?)?.multiply(0.5)?.multiply(&ratio)?;
    let (linear, square) = (a.adjoint()?.matmul(&x)?, x.matmul(&g)?.matmul(&x)?);
    let rest = linear.add(&linear.adjoint()?)?.subtract(&square)?.add(&q)?;
    let residual = relative(&rest, &linear.abs()?.add(&square.abs()?)?.add(&q.abs()?)?)?;
    if residual.is_nan() || residual > 1e-6 {
        return Err(none());
    }
    x.astype(dtype)
}

/// The stabilising Hermitian `x` with `aᴴ x a - x - aᴴ x b (r + bᴴ x b)⁻¹ bᴴ x a + q = 0`, of `a` and `q` `[n, n]`, `b` `[n, m]` and `r` `[m, m]`, or of
/// each ones of stacks, which broadcast: the eigenvalues of `a - b (r + bᴴ x b)⁻¹ bᴴ x a` are within the unit circle. `q` and `r` are Hermitian,
/// and `r` is regular.
///
/// By doubling (Chu, Fan, Lin and Wang, Int. J. Control 77, 2004): products and solutions on the device, in double precision; it waits for
/// each step's change.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::solve_discrete_are;
/// let one = xp.array([[1.0]])?;
/// let x = solve_discrete_are(&one, &one, &one, &one)?;
/// assert!((x.item()?.get::<f64>() - (1.0 + 5f64.sqrt()) / 2.0).abs() < 1e-14);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] if doubling does not converge to a solution, with the residual, for `q` or `r` that is not Hermitian, and for NaN or
/// infinities; [`Error::Singular`] for a singular `r`; [`Error::Shape`] if they do not fit; [`Error::DType`] for truth values.
pub fn solve_discrete_are<B: Backend>(
    a: &impl AnyArray<B>,
    b: &impl AnyArray<B>,
    q: &impl AnyArray<B>,
    r: &impl AnyArray<B>,
) -> Result<DynArray<B>> {
    const OP: &str = "solve_discrete_are";
    let Prepared { mut a, mut g, q, dtype, n } = prepared(OP, [a.as_dyn(), b.as_dyn(), q.as_dyn(), r.as_dyn()])?;
    if q.is_empty() {
        return q.astype(dtype);
    }
    let (original, weight) = (a.clone(), g.clone());
    let unit = a.xp().eye_of(a.dtype(), n, Eye::new())?;
    let mut x = q.clone();
    let mut before = f64::INFINITY;
    let mut change = f64::INFINITY;
    for _ in 0..64 {
        let w = unit.add(&g.matmul(&x)?)?;
        let (v, y) = (w.solve(&a)?, w.solve(&g.broadcast_to(w.shape())?)?);
        let more = a.adjoint()?.matmul(&x)?.matmul(&v)?;
        change = relative(&more, &x)?;
        g = g.add(&a.matmul(&y)?.matmul(&a.adjoint()?)?)?;
        a = a.matmul(&v)?;
        x = x.add(&more)?;
        x = x.add(&x.adjoint()?)?.multiply(0.5)?;
        // It converges quadratically, until roundings are all that is left.
        if change <= f64::EPSILON || change.is_nan() || (change < 1e-8 && change >= before) {
            break;
        }
        before = change;
    }
    // aᴴ x (1 + g x)⁻¹ a - x + q, which is the equation's left side.
    let inner = unit.add(&weight.matmul(&x)?)?.solve(&original.broadcast_to(x.shape())?)?;
    let rest = original.adjoint()?.matmul(&x)?.matmul(&inner)?.subtract(&x)?.add(&q)?;
    let residual = relative(&rest, &x)?;
    if residual.is_nan() || residual > 1e-6 || change > 1e-6 {
        return Err(Error::value(OP, format!("doubling does not converge; the relative residual is {residual:e}")));
    }
    x.astype(dtype)
}

/// The largest element of one over that of the other.
fn relative<B: Backend>(x: &DynArray<B>, y: &DynArray<B>) -> Result<f64> {
    let size = |x: &DynArray<B>| x.abs()?.max(..)?.typed::<f64>()?.item();
    let (x, y) = (size(x)?, size(y)?);
    Ok(if x == 0.0 { 0.0 } else { x / y })
}

/// What both equations have: in double precision, with `g = b r⁻¹ bᴴ`.
struct Prepared<B: Backend> {
    a: DynArray<B>,
    g: DynArray<B>,
    q: DynArray<B>,
    /// The type of the result.
    dtype: DType,
    n: usize,
}

fn prepared<B: Backend>(op: &'static str, [a, b, q, r]: [&DynArray<B>; 4]) -> Result<Prepared<B>> {
    let mut dtype = a.dtype();
    for x in [a, b, q, r] {
        TypeClass::Number.check(op, x.dtype())?;
        dtype = dtype.promote(x.dtype());
    }
    let (n, m) = (square(op, a)?, square(op, r)?);
    if square(op, q)? != n {
        return Err(Error::shape(op, a.shape(), q.shape()));
    }
    if b.ndim() < 2 || b.shape()[b.ndim() - 2..] != [n, m] {
        return Err(Error::shape(op, &[n, m], b.shape()));
    }
    let double = if dtype.is_complex() { DType::Complex128 } else { DType::F64 };
    let dtype = field(&a.astype(dtype)?)?.dtype();
    let [a, b, q, r] = [a, b, q, r].map(|x| x.astype(double));
    let (a, b, q, r) = (a?, b?, q?, r?);
    for x in [&a, &b, &q, &r] {
        if !x.isfinite()?.all(..)?.typed::<bool>()?.item()? {
            return Err(Error::value(op, "a matrix holds NaN or infinity"));
        }
    }
    for x in [&q, &r] {
        if !x.is_empty() && relative(&x.subtract(&x.adjoint()?)?, x)? > 100.0 * f64::EPSILON {
            return Err(Error::value(op, "q and r have to be Hermitian"));
        }
    }
    let stack = r.shape()[..r.ndim() - 2].to_vec();
    let side = b.adjoint()?;
    let axes = xparray_core::layout::broadcast_shapes(op, &stack, &b.shape()[..b.ndim() - 2])?;
    let r = r.broadcast_to(&[&axes[..], &[m, m]].concat()[..])?;
    let side = side.broadcast_to(&[&axes[..], &[m, n]].concat()[..])?;
    let g = b.matmul(&r.solve(&side)?)?;
    // All of one stack.
    let mut axes = axes.to_vec();
    for x in [&a, &q] {
        axes = xparray_core::layout::broadcast_shapes(op, &axes, &x.shape()[..x.ndim() - 2])?.to_vec();
    }
    let whole = |x: &DynArray<B>| x.broadcast_to(&[&axes[..], &[n, n][..]].concat()[..]);
    Ok(Prepared { a: whole(&a)?, g: whole(&g)?, q: whole(&q)?, dtype, n })
}
