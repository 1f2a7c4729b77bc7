//! Approximations of low rank.

use super::pivoting::qr_pivoting;
use crate::field;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// Options of [`randomized_svd_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{RandomizedSvd, randomized_svd_with};
/// let options = RandomizedSvd::new().oversamples(5).power_iterations(4).seed(1);
/// assert_eq!(randomized_svd_with(&xp.ones::<f32>([4, 3])?, 1, options)?.1.shape(), [1]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RandomizedSvd {
    oversamples: usize,
    power_iterations: usize,
    seed: u64,
}

impl Default for RandomizedSvd {
    fn default() -> Self {
        Self { oversamples: 10, power_iterations: 2, seed: 0 }
    }
}

impl RandomizedSvd {
    /// Ten directions more than there are singular values, two more products with the matrix, and the seed 0.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many more random directions there are than singular values.
    pub fn oversamples(self, oversamples: usize) -> Self {
        Self { oversamples, ..self }
    }

    /// How often the directions are multiplied by the matrix and its adjoint once more: each time small singular values count for less.
    pub fn power_iterations(self, power_iterations: usize) -> Self {
        Self { power_iterations, ..self }
    }

    /// The seed of the random directions.
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }
}

/// The `k` largest singular values of a matrix `[m, n]` and their vectors, nearly: `u` `[m, k]`, the values `[k]` in descending order, and `vᴴ`
/// `[k, n]`. They are precise where values behind them are small.
///
/// By products with random directions (Halko, Martinsson and Tropp, SIAM Review 53, 2011, algorithm 4.4).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::randomized_svd;
/// let a = xp.array([[2.0, 4.0], [1.0, 2.0], [3.0, 6.0]])?; // of rank 1
/// let (u, s, vh) = randomized_svd(&a, 1)?;
/// assert!(u.multiply(&s)?.matmul(&vh)?.allclose(a.as_dyn())?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for more values than the matrix has, and for NaN or infinities; [`Error::Shape`] unless it is a matrix; [`Error::DType`] for
/// truth values.
pub fn randomized_svd<B: Backend>(a: &impl AnyArray<B>, k: usize) -> Result<(DynArray<B>, DynArray<B>, DynArray<B>)> {
    randomized_svd_with(a, k, RandomizedSvd::new())
}

/// [`randomized_svd`] with options.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{RandomizedSvd, randomized_svd_with};
/// let (_, s, _) = randomized_svd_with(&xp.ones::<f64>([4, 9])?, 1, RandomizedSvd::new().seed(7))?;
/// assert!(s.allclose(6.0)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`randomized_svd`].
pub fn randomized_svd_with<B: Backend>(
    a: &impl AnyArray<B>,
    k: usize,
    options: RandomizedSvd,
) -> Result<(DynArray<B>, DynArray<B>, DynArray<B>)> {
    const OP: &str = "randomized_svd";
    let (a, [m, n]) = matrix(OP, a.as_dyn(), k)?;
    let width = k.saturating_add(options.oversamples).min(m.min(n));
    let directions = a.xp().rng(options.seed).normal_of(a.dtype().real(), [n, width])?.astype(a.dtype())?;
    let mut basis = a.matmul(&directions)?.qr()?.0;
    let adjoint = a.adjoint()?;
    for _ in 0..options.power_iterations {
        basis = a.matmul(&adjoint.matmul(&basis)?.qr()?.0)?.qr()?.0;
    }
    let (u, s, vh) = basis.adjoint()?.matmul(&a)?.svd()?;
    Ok((basis.matmul(&u.slice(s![.., ..k])?)?, s.slice(s![..k])?, vh.slice(s![..k])?))
}

/// The interpolative decomposition of rank `k` of a matrix `[m, n]`: `(order, p)`, where the first `k` of `order` `[n]` are columns whose
/// combinations by `p` `[k, n - k]` are nearly the others, `a[:, order[k..]] = a[:, order[..k]] p`. SciPy's
/// `scipy.linalg.interpolative.interp_decomp`.
///
/// By [`qr_pivoting`](super::qr_pivoting) (Cheng, Gimbutas, Martinsson and Rokhlin, SIAM J. Sci. Comput. 26, 2005).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::interp_decomp;
/// let (order, p) = interp_decomp(&xp.array([[1.0, 2.0], [2.0, 4.0]])?, 1)?;
/// assert_eq!((order.to_string(), p.to_string()), ("[1 0]".into(), "[[0.5]]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Singular`] for a rank that the matrix does not have; else those of [`randomized_svd`].
pub fn interp_decomp<B: Backend>(a: &impl AnyArray<B>, k: usize) -> Result<(DynArray<B>, DynArray<B>)> {
    const OP: &str = "interp_decomp";
    let (a, _) = matrix(OP, a.as_dyn(), k)?;
    let (_, r, order) = qr_pivoting(&a, QrMode::Reduced)?;
    let front = r.slice(s![..k, ..k])?;
    if let Some(pivot) = zero_pivot(&front)? {
        return Err(Error::Singular { op: OP, pivot });
    }
    let p = front.solve_triangular_with(&r.slice(s![..k, k..])?, SolveTriangular::new().lower(false))?;
    Ok((order, p))
}

/// The first zero on a diagonal.
fn zero_pivot<B: Backend>(triangle: &DynArray<B>) -> Result<Option<usize>> {
    let zeros = triangle.diagonal()?.equal(0)?.typed::<bool>()?.to_vec()?;
    Ok(zeros.iter().position(|&zero| zero))
}

/// A matrix of numbers of a field that has `k` singular values.
fn matrix<B: Backend>(op: &'static str, a: &DynArray<B>, k: usize) -> Result<(DynArray<B>, [usize; 2])> {
    TypeClass::Number.check(op, a.dtype())?;
    let &[m, n] = a.shape() else {
        return Err(Error::shape(op, a.shape(), &[]));
    };
    if k > m.min(n) {
        return Err(Error::value(op, format!("rank {k} of {m} rows and {n} columns")));
    }
    Ok((field(a)?, [m, n]))
}
