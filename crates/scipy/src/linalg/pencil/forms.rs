//! The generalised Schur form.

use super::iteration::{Pencil, Qz};
use super::{pencil, same_squares};
use crate::linalg::SchurOutput;
use crate::linalg::dense::{C, Dense, Matrix, each};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// The generalised Schur form of two square matrices, or of each ones of stacks: `(s, t, q, z)` with `a = q s zᴴ` and `b = q t zᴴ`, all
/// `[.., n, n]`, `q` and `z` unitary. Of complex matrices `s` and `t` are triangles, the diagonal of `t` real and not negative; the quotients
/// of the diagonals' elements are the eigenvalues. Of real ones all are real, and `s` has a block of two rows for each pair of complex
/// eigenvalues, where `t` has a diagonal of two positive numbers.
///
/// By the QZ algorithm (Moler and Stewart, SIAM J. Numerical Analysis 10, 1973), in double precision on the host.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::qz;
/// let (a, b) = (xp.array([[1.0, 2.0], [3.0, 4.0]])?, xp.array([[1.0, 0.0], [1.0, 1.0]])?);
/// let (s, t, q, z) = qz(&a, &b)?;
/// assert!(q.matmul(&s)?.matmul(&z.t())?.allclose(a.as_dyn())?);
/// assert!(q.matmul(&t)?.matmul(&z.t())?.allclose(b.as_dyn())?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the matrices are square and as large; [`Error::Value`] for NaN or infinities, and without convergence;
/// [`Error::DType`] for truth values.
pub fn qz<B: Backend>(
    a: &impl AnyArray<B>,
    b: &impl AnyArray<B>,
) -> Result<(DynArray<B>, DynArray<B>, DynArray<B>, DynArray<B>)> {
    qz_with(a, b, SchurOutput::Real)
}

/// [`qz`], of real matrices in the real or in the complex form.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{SchurOutput, qz_with};
/// let (a, b) = (xp.array([[0.0, -2.0], [2.0, 0.0]])?, xp.eye::<f64>(2)?);
/// let (s, t, _, _) = qz_with(&a, &b, SchurOutput::Complex)?;
/// assert!(s.diagonal()?.divide(&t.diagonal()?)?.abs()?.allclose(&xp.array([2.0, 2.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`qz`].
pub fn qz_with<B: Backend>(
    a: &impl AnyArray<B>,
    b: &impl AnyArray<B>,
    output: SchurOutput,
) -> Result<(DynArray<B>, DynArray<B>, DynArray<B>, DynArray<B>)> {
    const OP: &str = "qz";
    let (a, b) = (a.as_dyn(), b.as_dyn());
    same_squares(OP, a, b)?;
    let parts = each(OP, &[a, b], &|parts| match (&parts[0], &parts[1], output) {
        (Dense::Real(a), Dense::Real(b), SchurOutput::Real) => Ok(forms(pencil(OP, a, b)?)),
        (a, b, _) => Ok(forms(pencil(OP, &a.complex(), &b.complex())?)),
    })?;
    match <[_; 4]>::try_from(parts) {
        Ok([s, t, q, z]) => Ok((s, t, q, z)),
        Err(_) => Err(Error::value(OP, "no result")),
    }
}

/// [`qz`], with those eigenvalues in front for which `chosen` holds of their numerators and denominators, of a pair of a real form both if it
/// holds for either; and how many these are, `[..]`. A triangle has them on its diagonals.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::ordqz;
/// let (a, b) = (xp.array([[3.0, 2.0], [0.0, 1.0]])?, xp.array([[1.0, 4.0], [0.0, 2.0]])?);
/// let (s, t, _, _, count) = ordqz(&a, &b, |alpha, beta| alpha.norm() < beta)?;
/// assert!(s.diagonal()?.divide(&t.diagonal()?)?.allclose(&xp.array([0.5, 3.0])?)? && count.to_string() == "1");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`qz`].
pub fn ordqz<B: Backend>(
    a: &impl AnyArray<B>,
    b: &impl AnyArray<B>,
    chosen: impl Fn(C, f64) -> bool,
) -> Result<(DynArray<B>, DynArray<B>, DynArray<B>, DynArray<B>, DynArray<B>)> {
    ordqz_with(a, b, SchurOutput::Real, chosen)
}

/// [`ordqz`], of real matrices in the real or in the complex form.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{SchurOutput, ordqz_with};
/// let (a, b) = (xp.array([[0.0, -2.0], [2.0, 0.0]])?, xp.eye::<f64>(2)?);
/// let (s, _, _, _, count) = ordqz_with(&a, &b, SchurOutput::Complex, |alpha, _| alpha.im < 0.0)?;
/// assert!(count.to_string() == "1" && s.slice(s![1, 0])?.abs()?.to_string() == "0.0");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`qz`].
pub fn ordqz_with<B: Backend>(
    a: &impl AnyArray<B>,
    b: &impl AnyArray<B>,
    output: SchurOutput,
    chosen: impl Fn(C, f64) -> bool,
) -> Result<(DynArray<B>, DynArray<B>, DynArray<B>, DynArray<B>, DynArray<B>)> {
    const OP: &str = "ordqz";
    let (a, b) = (a.as_dyn(), b.as_dyn());
    same_squares(OP, a, b)?;
    let parts = each(OP, &[a, b], &|parts| match (&parts[0], &parts[1], output) {
        (Dense::Real(a), Dense::Real(b), SchurOutput::Real) => Ok(ordered(pencil(OP, a, b)?, &chosen)),
        (a, b, _) => Ok(ordered(pencil(OP, &a.complex(), &b.complex())?, &chosen)),
    })?;
    match <[_; 5]>::try_from(parts) {
        Ok([s, t, q, z, count]) => Ok((s, t, q, z, count.squeeze([-2, -1])?.astype(DType::I64)?)),
        Err(_) => Err(Error::value(OP, "no result")),
    }
}

fn forms<E: Qz>(pencil: Pencil<E>) -> Vec<Dense> {
    [pencil.h, pencil.t, pencil.q, pencil.z].map(E::dense).into()
}

fn ordered<E: Qz>(pencil: Pencil<E>, chosen: &dyn Fn(C, f64) -> bool) -> Vec<Dense> {
    let (of_h, of_t) = (pencil.h.scale(), pencil.t.scale());
    let Pencil { h, t, q, z } = pencil;
    let mut pencil = Pencil { h: h.scaled(1.0 / of_h), t: t.scaled(1.0 / of_t), q, z };
    let count = pencil.order(&|above, below| chosen(above * of_h, below * of_t));
    let Pencil { h, t, q, z } = pencil;
    let mut parts = forms(Pencil { h: h.scaled(of_h), t: t.scaled(of_t), q, z });
    parts.push(Dense::Real(Matrix::from_fn(1, 1, |_, _| count as f64)));
    parts
}
