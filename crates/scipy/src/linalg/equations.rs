//! Equations of Sylvester, Lyapunov and Stein: linear ones of matrices.

use super::dense::{C, Dense, Entry, Matrix, each};
use super::schur::of_either;
use super::{square, systems};
use xparray_core::linalg::host::Host;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// The matrix `x` `[m, n]` with `a x + x b = q`, of square `a` `[m, m]` and `b` `[n, n]`, or of each ones of stacks, which broadcast.
///
/// By Schur forms (Bartels and Stewart, Communications of the ACM 15, 1972), in double precision on the host.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::solve_sylvester;
/// let (a, b) = (xp.array([[1.0, 2.0], [0.0, 3.0]])?, xp.array([[4.0]])?);
/// let x = solve_sylvester(&a, &b, &xp.array([[9.0], [7.0]])?)?;
/// assert!(x.allclose(&xp.array([[1.4], [1.0]])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Singular`] if an eigenvalue of `a` is the negative of one of `b`; [`Error::Shape`] if they do not fit; [`Error::Value`] for NaN or
/// infinities, and without convergence; [`Error::DType`] for truth values.
pub fn solve_sylvester<B: Backend>(
    a: &impl AnyArray<B>,
    b: &impl AnyArray<B>,
    q: &impl AnyArray<B>,
) -> Result<DynArray<B>> {
    sylvester("solve_sylvester", a.as_dyn(), b.as_dyn(), q.as_dyn())
}

/// The matrix `x` with `a x + x aᴴ = q`, all `[n, n]`, or of each ones of stacks, which broadcast: Lyapunov's equation, as
/// [`solve_sylvester`] solves it.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::solve_continuous_lyapunov;
/// let (a, q) = (xp.array([[-1.0, 1.0], [0.0, -2.0]])?, xp.array([[-2.0, 0.0], [0.0, -4.0]])?);
/// let x = solve_continuous_lyapunov(&a, &q)?;
/// assert!(a.as_dyn().matmul(&x)?.add(&x.matmul(&a.as_dyn().adjoint()?)?)?.allclose(q.as_dyn())?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`solve_sylvester`].
#[doc(alias = "solve_lyapunov")]
pub fn solve_continuous_lyapunov<B: Backend>(a: &impl AnyArray<B>, q: &impl AnyArray<B>) -> Result<DynArray<B>> {
    const OP: &str = "solve_continuous_lyapunov";
    square(OP, a.as_dyn())?;
    sylvester(OP, a.as_dyn(), &a.as_dyn().swapaxes(-2, -1)?.conj()?, q.as_dyn())
}

/// The matrix `x` with `a x aᴴ - x + q = 0`, all `[n, n]`, or of each ones of stacks, which broadcast: Stein's equation.
///
/// By the Schur form (Kitagawa, Int. J. Control 25, 1977), in double precision on the host.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::solve_discrete_lyapunov;
/// let x = solve_discrete_lyapunov(&xp.array([[0.5]])?, &xp.array([[3.0]])?)?;
/// assert_eq!(x.to_string(), "[[4.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Singular`] if the product of an eigenvalue of `a` and the conjugate of another one is 1; else those of [`solve_sylvester`].
pub fn solve_discrete_lyapunov<B: Backend>(a: &impl AnyArray<B>, q: &impl AnyArray<B>) -> Result<DynArray<B>> {
    const OP: &str = "solve_discrete_lyapunov";
    let (a, q) = (a.as_dyn(), q.as_dyn());
    if square(OP, a)? != square(OP, q)? {
        return Err(Error::shape(OP, a.shape(), q.shape()));
    }
    if systems::are_asked(a.xp(), a.shape()[a.ndim() - 1], q.shape()[q.ndim() - 1]) {
        return systems::stein(a, q);
    }
    let host = Host::new(OP, a.xp());
    one(each(OP, &[a, q], &|mut parts| {
        let (q, a) = (parts.remove(1), parts.remove(0));
        let real = matches!(a, Dense::Real(_));
        let (t, u) = of_either(&host, a)?;
        let f = u.adjoint().times(&q.complex()).times(&u);
        let n = t.rows();
        // The rows are columns of the solution, of which each needs those behind it.
        let mut y = Matrix::zeros(n, n);
        for j in (0..n).rev() {
            let mut known = vec![C::ZERO; n];
            for k in j + 1..n {
                known.iter_mut().zip(&y[k]).for_each(|(sum, &x)| *sum += x * t[j][k].conj());
            }
            let side: Vec<C> = (0..n).map(|i| -f[i][j] - (i..n).map(|k| t[i][k] * known[k]).sum::<C>()).collect();
            let shifted = Matrix::from_fn(n, n, |i, k| t[i][k] * t[j][j].conj() - C::real(f64::from(i == k)));
            y[j].copy_from_slice(&substitute(OP, &shifted, side, 1.0 + t[j][j].size() * t.largest())?);
        }
        let x = u.times(&Matrix::from_fn(n, n, |i, j| y[j][i])).times(&u.adjoint());
        Ok(vec![if real { Dense::Real(x.map(|x| x.re)) } else { Dense::Complex(x) }])
    })?)
}

fn sylvester<B: Backend>(op: &'static str, a: &DynArray<B>, b: &DynArray<B>, q: &DynArray<B>) -> Result<DynArray<B>> {
    let shape = [square(op, a)?, square(op, b)?];
    if q.ndim() < 2 || q.shape()[q.ndim() - 2..] != shape {
        return Err(Error::shape(op, &shape, q.shape()));
    }
    if systems::are_asked(a.xp(), shape[0], shape[1]) {
        return systems::sylvester(a, b, q);
    }
    let host = Host::new(op, a.xp());
    one(each(op, &[a, b, q], &|mut parts| {
        let (q, b, a) = (parts.remove(2), parts.remove(1), parts.remove(0));
        let real = matches!(a, Dense::Real(_));
        let ((r, u), (s, v)) = (of_either(&host, a)?, of_either(&host, b)?);
        let f = u.adjoint().times(&q.complex()).times(&v);
        let (m, n) = (r.rows(), s.rows());
        let scale = r.largest().max(s.largest());
        let mut y: Matrix<C> = Matrix::zeros(n, m);
        for j in 0..n {
            let mut side: Vec<C> = (0..m).map(|i| f[i][j]).collect();
            for k in 0..j {
                side.iter_mut().zip(&y[k]).for_each(|(rest, &x)| *rest -= x * s[k][j]);
            }
            let shifted = Matrix::from_fn(m, m, |i, k| if i == k { r[i][i] + s[j][j] } else { r[i][k] });
            y[j].copy_from_slice(&substitute(op, &shifted, side, scale)?);
        }
        let x = u.times(&Matrix::from_fn(m, n, |i, j| y[j][i])).times(&v.adjoint());
        Ok(vec![if real { Dense::Real(x.map(|x| x.re)) } else { Dense::Complex(x) }])
    })?)
}

/// `x` with `t x = b` of a triangle, whose diagonal must not be 0 beside numbers of this size.
fn substitute(op: &'static str, t: &Matrix<C>, mut b: Vec<C>, scale: f64) -> Result<Vec<C>> {
    for i in (0..b.len()).rev() {
        let known: C = (i + 1..b.len()).map(|k| t[i][k] * b[k]).sum();
        if t[i][i].size() <= f64::EPSILON * scale {
            return Err(Error::Singular { op, pivot: i });
        }
        b[i] = (b[i] - known).over(t[i][i]);
    }
    Ok(b)
}

/// The only result.
pub(super) fn one<B: Backend>(parts: Vec<DynArray<B>>) -> Result<DynArray<B>> {
    parts.into_iter().next().ok_or_else(|| Error::value("linalg", "no result"))
}
