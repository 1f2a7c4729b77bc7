//! The exponential of a matrix times vectors.

use super::LinearOperator;
use super::exponential::Exponential;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Options of [`expm_multiply`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{ExpmMultiply, expm_multiply};
/// let a = xp.array([1.0, 2.0])?.diag()?;
/// let y = expm_multiply(&a, &xp.array([1.0, 1.0])?, ExpmMultiply::new().t(-1.0).trace_a(3.0))?;
/// assert!(y.allclose(&xp.array([-1.0, -2.0])?.exp())?);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ExpmMultiply {
    pub(super) t: f64,
    pub(super) trace_a: Complex<f64>,
}

impl Default for ExpmMultiply {
    fn default() -> Self {
        Self { t: 1.0, trace_a: Complex::new(0.0, 0.0) }
    }
}

impl ExpmMultiply {
    /// The exponential of the matrix itself.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number that the matrix is multiplied by.
    pub fn t(self, t: f64) -> Self {
        Self { t, ..self }
    }

    /// The sum of the matrix' diagonal, about: the mean is taken off first, so that fewer products are needed. By default
    /// nothing is.
    pub fn trace_a(self, trace_a: impl Into<Complex<f64>>) -> Self {
        Self { trace_a: trace_a.into(), ..self }
    }
}

/// The exponential of a matrix times a vector `[n]` or the columns of a matrix `[n, k]`, by products with the matrix alone: terms
/// of the series, in steps (Al-Mohy and Higham, Computing the action of the matrix exponential, SIAM J. Sci. Comput. 33, 2011).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{ExpmMultiply, expm_multiply};
/// use xparray::sparse::Csr;
/// let turn = Csr::from_dense(&xp.array([[0.0, -1.0], [1.0, 0.0]])?)?;
/// let y = expm_multiply(&turn, &xp.array([1.0, 0.0])?, ExpmMultiply::new())?;
/// assert!(y.allclose(&xp.array([1.0f64.cos(), 1.0f64.sin()])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the operator is square and there is an element of `b` for each row; [`Error::Value`] if it does not know
/// its adjoint, if the norm is not finite or asks for more than a billion steps, and for a complex trace of a real matrix.
pub fn expm_multiply<B: Backend>(
    a: &dyn LinearOperator<B>,
    b: &impl AnyArray<B>,
    options: ExpmMultiply,
) -> Result<DynArray<B>> {
    let b = b.as_dyn();
    Exponential::new(a, b, options)?.times(b, options.t)
}

/// The exponentials of `t` times a matrix for `num` numbers `t` from `start` to `stop`, times a vector or matrix: `[num, n]` or
/// `[num, n, k]`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{ExpmMultiply, expm_multiply_interval};
/// let decay = xp.array([[-1.0]])?;
/// let y = expm_multiply_interval(&decay, &xp.array([1.0])?, (0.0, 2.0, 3), ExpmMultiply::new())?;
/// assert!(y.allclose(&xp.array([[0.0], [-1.0], [-2.0]])?.exp())?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`expm_multiply`]; [`Error::Value`] for no times.
pub fn expm_multiply_interval<B: Backend>(
    a: &dyn LinearOperator<B>,
    b: &impl AnyArray<B>,
    (start, stop, num): (f64, f64, usize),
    options: ExpmMultiply,
) -> Result<DynArray<B>> {
    let b = b.as_dyn();
    if num == 0 {
        return Err(Error::value("expm_multiply_interval", "no times"));
    }
    let exponential = Exponential::new(a, b, options)?;
    let step = if num > 1 { (stop - start) / (num - 1) as f64 } else { 0.0 };
    let mut all = vec![exponential.times(b, start)?];
    for _ in 1..num {
        all.push(exponential.times(&all[all.len() - 1], step)?);
    }
    b.xp().stack(&all.iter().collect::<Vec<_>>(), 0)
}
