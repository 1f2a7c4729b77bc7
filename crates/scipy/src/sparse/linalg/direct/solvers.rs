//! Systems of sparse matrices.

use super::device::OnDevice;
use super::lu::{Dropping, Plan};
use super::{Spilu, Splu, SuperLU};
use crate::sparse::linalg::Apply;
use xparray_core::prelude::*;
use xparray_core::sparse::Csr;
use xparray_core::{AnyArray, Error, Result};

/// Decomposes a square matrix into triangles, with the largest entry of each column as its pivot: columns that have the same rows are
/// eliminated together (Demmel, Eisenstat, Gilbert, Li and Liu, A supernodal approach to sparse partial pivoting, SIAM J. Matrix Anal.
/// Appl. 20, 1999). It is computed in double precision: on the host, but on NVIDIA's devices by cuDSS where that is installed, with the default options,
/// a thousand rows and more, and pivots that leave little of a system that it solves for a trial.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Splu, splu};
/// use xparray::sparse::Csr;
/// let a = Csr::from_dense(&xp.array([[0.0, 2.0], [1.0, 3.0]])?)?;
/// let lu = splu(&a, Splu::new())?;
/// assert_eq!(lu.solve(&xp.array([4.0, 7.0])?)?.to_string(), "[1. 2.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the matrix is square; [`Error::Singular`] if a column has no pivot; [`Error::Value`] for an entry that is
/// not finite and a threshold that is not from 0 to 1.
pub fn splu<T: Field, B: Backend>(a: &Csr<T, B>, options: Splu) -> Result<SuperLU<T, B>> {
    const OP: &str = "splu";
    let Splu { permc_spec: ordering, diag_pivot_thresh: threshold } = options;
    let plan = || Ok(Plan { op: OP, ordering, threshold, dropping: None });
    // An order that was asked for is the host's.
    let device = || if options == Splu::new() { OnDevice::new(a, false) } else { Ok(None) };
    SuperLU::new(OP, a, threshold, plan, device)
}

/// Decomposes a square matrix into triangles without their small entries, as a preconditioner (Saad, ILUT, Numer. Linear Algebra
/// Appl. 1, 1994; Li and Shao, A supernodal approach to incomplete LU factorization with partial pivoting, 2011). It is
/// computed on the host, in double precision.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Spilu, spilu};
/// use xparray::sparse::Csr;
/// let a = Csr::from_dense(&xp.array([[8.0, 1.0], [1.0, 8.0]])?)?;
/// let x = spilu(&a, Spilu::new().drop_tol(0.5))?.solve(&xp.array([8.0, 16.0])?)?;
/// assert_eq!(x.to_string(), "[1. 2.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`splu`], also where what was left out would have been a pivot; [`Error::Value`] for a negative tolerance or less than the
/// matrix' memory.
pub fn spilu<T: Field, B: Backend>(a: &Csr<T, B>, options: Spilu) -> Result<SuperLU<T, B>> {
    const OP: &str = "spilu";
    let Spilu { drop_tol: tolerance, fill_factor, permc_spec: ordering, diag_pivot_thresh: threshold } = options;
    let plan = || {
        if !(tolerance >= 0.0 && tolerance.is_finite() && fill_factor >= 1.0) {
            return Err(Error::value(OP, format!("a tolerance of {tolerance}, and {fill_factor} times the memory")));
        }
        let average = a.nnz() as f64 / a.shape()[0].max(1) as f64;
        let most = (0.5 * fill_factor * average).ceil() as usize;
        Ok(Plan { op: OP, ordering, threshold, dropping: Some(Dropping { tolerance, most }) })
    };
    SuperLU::new(OP, a, threshold, plan, || Ok(None))
}

/// Solves `A x = b`, for a vector `[n]` or a matrix `[n, k]` on the right, by [`splu`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::spsolve;
/// use xparray::sparse::Csr;
/// let a = Csr::from_dense(&xp.array([[0.0, 2.0], [1.0, 3.0]])?)?;
/// assert_eq!(spsolve(&a, &xp.array([4.0, 7.0])?)?.to_string(), "[1. 2.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`splu`] and [`SuperLU::solve`].
pub fn spsolve<T: Field, B: Backend>(a: &Csr<T, B>, b: &impl AnyArray<B>) -> Result<DynArray<B>> {
    if b.as_dyn().shape().first() != Some(&a.shape()[0]) {
        return Err(Error::shape("spsolve", &a.shape(), b.as_dyn().shape()));
    }
    splu(a, Splu::new())?.solve(b)
}

/// Columns of a sparse right-hand side that are solved together.
const COLUMNS: usize = 64;

/// Solves `A X = B` for a sparse matrix on the right, as a sparse matrix: what SciPy's `spsolve` gives of one. Columns are solved some
/// at a time, so no matrix of the size of `X` is ever full.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::spsolve_sparse;
/// use xparray::sparse::Csr;
/// let a = Csr::from_dense(&xp.array([[0.0, 2.0], [1.0, 3.0]])?)?;
/// let x = spsolve_sparse(&a, &Csr::from_dense(&xp.array([[4.0, 0.0, 2.0], [6.0, 0.0, 3.0]])?)?)?;
/// assert_eq!((x.nnz(), x.to_dense()?.to_string()), (2, "[[0. 0. 0.]\n [2. 0. 1.]]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`splu`]; [`Error::Shape`] unless there is a row of `B` for each of `A`.
#[doc(alias = "spsolve")]
pub fn spsolve_sparse<T: Field, B: Backend>(a: &Csr<T, B>, b: &Csr<T, B>) -> Result<Csr<T, B>> {
    let [rows, columns] = b.shape();
    if rows != a.shape()[0] {
        return Err(Error::shape("spsolve_sparse", &a.shape(), &b.shape()));
    }
    let (lu, b) = (splu(a, Splu::new())?, b.to_csc()?);
    let solved = (0..columns.div_ceil(COLUMNS)).map(|part| {
        let (first, last) = (part * COLUMNS, columns.min((part + 1) * COLUMNS));
        Csr::from_dense(&lu.solve(&b.slice(s![.., first..last])?.to_dense()?)?.typed()?)
    });
    let solved = solved.collect::<Result<Vec<_>>>()?;
    match solved.is_empty() {
        true => Csr::zeros(a.xp(), [a.shape()[1], 0]),
        false => Csr::hstack(&solved.iter().collect::<Vec<_>>()),
    }
}

/// The function that solves `A x = b` for one `b` after the other.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::factorized;
/// use xparray::sparse::Csr;
/// let solve = factorized(&Csr::from_dense(&xp.array([[0.0, 2.0], [1.0, 3.0]])?)?)?;
/// assert_eq!(solve(&xp.array([4.0, 7.0])?.into_dyn())?.to_string(), "[1. 2.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`splu`]; those of [`SuperLU::solve`] are the function's.
pub fn factorized<T: Field, B: Backend>(a: &Csr<T, B>) -> Result<Apply<'static, B>> {
    let lu = splu(a, Splu::new())?;
    Ok(Box::new(move |b| lu.solve(b)))
}
