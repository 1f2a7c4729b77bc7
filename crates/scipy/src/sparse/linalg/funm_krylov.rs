//! A function of a matrix times a vector, in Krylov spaces.

use super::LinearOperator;
use super::space::Space;
use crate::field_type;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Options of [`funm_multiply_krylov`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::expm;
/// use xparray::scipy::sparse::linalg::{FunmKrylov, funm_multiply_krylov};
/// let a = xp.array([1.0, 2.0, 3.0])?.diag()?;
/// let options = FunmKrylov::new().t(-1.0).restart_every(2).rtol(1e-12);
/// let y = funm_multiply_krylov(|h| expm(h), &a, &xp.ones::<f64>(3)?, options)?;
/// assert!(y.allclose(&xp.array([-1.0, -2.0, -3.0])?.exp())?);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FunmKrylov {
    t: f64,
    rtol: f64,
    atol: f64,
    restart: usize,
    max_restarts: usize,
}

impl Default for FunmKrylov {
    fn default() -> Self {
        Self { t: 1.0, rtol: 1e-6, atol: 0.0, restart: 20, max_restarts: 20 }
    }
}

impl FunmKrylov {
    /// The function of the matrix itself, to 1e-6 of the result, by at most 20 spaces of 20 vectors.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number that the matrix is multiplied by.
    pub fn t(self, t: f64) -> Self {
        Self { t, ..self }
    }

    /// How small a share of the result its last change may be.
    pub fn rtol(self, rtol: f64) -> Self {
        Self { rtol, ..self }
    }

    /// How small its last change may be in any case.
    pub fn atol(self, atol: f64) -> Self {
        Self { atol, ..self }
    }

    /// How many vectors a space has.
    pub fn restart_every(self, restart: usize) -> Self {
        Self { restart, ..self }
    }

    /// How many spaces there are at most.
    pub fn max_restarts(self, max_restarts: usize) -> Self {
        Self { max_restarts, ..self }
    }
}

/// `f(t a) b`, a function of a square matrix times a vector, by products with the matrix and the function of small matrices: Arnoldi's method
/// with restarts (Eiermann and Ernst, A restarted Krylov subspace method for the evaluation of matrix functions, SIAM J. Numer. Anal. 44, 2006).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::sqrtm;
/// use xparray::scipy::sparse::linalg::{FunmKrylov, funm_multiply_krylov};
/// use xparray::sparse::Csr;
/// let a = Csr::from_dense(&xp.array([[4.0, 1.0], [1.0, 4.0]])?)?;
/// let y = funm_multiply_krylov(|h| sqrtm(h), &a, &xp.array([1.0, 1.0])?, FunmKrylov::new())?;
/// assert!(y.allclose(&xp.full([2], 5.0f64.sqrt())?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the operator is square, with a row for each element of `b`, and the function keeps the shape of a matrix;
/// [`Error::Value`] for spaces without vectors, and if the result does not come to rest; [`Error::DType`] for truth values; those of the function.
pub fn funm_multiply_krylov<B: Backend>(
    f: impl Fn(&DynArray<B>) -> Result<DynArray<B>>,
    a: &dyn LinearOperator<B>,
    b: &impl AnyArray<B>,
    options: FunmKrylov,
) -> Result<DynArray<B>> {
    const OP: &str = "funm_multiply_krylov";
    let b = b.as_dyn();
    let [m, n] = a.shape();
    if m != n || b.shape() != [n] {
        return Err(Error::shape(OP, &[m, n], b.shape()));
    }
    if options.restart == 0 || options.max_restarts == 0 {
        return Err(Error::value(OP, "spaces without vectors"));
    }
    let dtype = field_type(a.dtype().promote(b.dtype()));
    let b = b.astype(dtype)?;
    let number = |x: DynArray<B>| Ok(x.item()?.get::<f64>());
    let beta = number(b.norm(..)?)?;
    let mut y = b.zeros_like()?;
    if beta == 0.0 {
        return Ok(y);
    }
    let (xp, size) = (b.xp(), options.restart.min(n));
    let mut h = xp.zeros_of(dtype, [0, 0])?;
    let (mut first, mut link) = (b.divide(beta)?, 0.0);
    for _ in 0..options.max_restarts {
        let mut space = Space::new(&first, 1.0, size)?;
        for j in 0..size {
            let image = a.matvec(&space.vector(j)?)?.astype(dtype)?;
            space.extend(j, image)?;
        }
        let (block, rests) = space.projection()?;
        // A space that the matrix keeps is all that there is to know.
        let used = rests.iter().position(|&rest| rest == 0.0).map_or(size, |j| j + 1);
        let (old, new) = (h.shape()[0], h.shape()[0] + used);
        let mut wider = xp.zeros_of(dtype, [new, new])?;
        wider.assign(s![old.., old..], &block.slice(s![..used, ..used])?)?;
        if old > 0 {
            wider.assign(s![..old, ..old], &h)?;
            wider.assign(s![old, old - 1], &xp.full([], link)?.into_dyn().astype(dtype)?)?;
        }
        h = wider;
        let value = f(&h.multiply(options.t)?)?;
        if value.shape() != [new, new] {
            return Err(Error::shape(OP, value.shape(), &[new, new]));
        }
        let change = space.combined(&value.slice(s![old.., 0])?.multiply(beta)?)?;
        y = y.add(&change)?;
        let (step, length) = (number(change.norm(..)?)?, number(y.norm(..)?)?);
        if used < size || used == n || rests[size - 1] == 0.0 || step <= options.atol.max(options.rtol * length) {
            return Ok(y);
        }
        (first, link) = (space.vector(size)?, rests[size - 1]);
    }
    Err(Error::value(OP, format!("the result still changes after {} restarts", options.max_restarts)))
}
