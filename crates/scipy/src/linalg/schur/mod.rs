//! Schur's form of matrices, and forms on the way to it.

mod hessenberg;

pub use hessenberg::hessenberg;

use super::dense::{C, Dense, Matrix, each};
use super::square;
use xparray_core::linalg::host::{self, Host, ordered, triangle};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Which form of a real matrix.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SchurOutput {
    /// Real, with blocks of two rows for pairs of complex eigenvalues.
    #[default]
    Real,
    /// Complex: a triangle.
    Complex,
}

/// Schur's form of a square matrix, or of each one of a stack: `(t, z)` with `a = z t zᴴ` and `z` unitary, all `[.., n, n]`. Of a complex
/// matrix `t` is a triangle with the eigenvalues on its diagonal; of a real one it is real, with a block of two rows and equal elements on its
/// diagonal for each pair of complex eigenvalues.
///
/// By the QR algorithm with many shifts and aggressive early deflation (Braman, Byers and Mathias, SIAM J. Matrix Analysis and Applications
/// 23, 2002), in double precision on the host.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::schur;
/// let a = xp.array([[0.0, 2.0, 2.0], [0.0, 1.0, 2.0], [1.0, 0.0, 1.0]])?;
/// let (t, z) = schur(&a)?;
/// assert!(z.matmul(&t)?.matmul(&z.adjoint()?)?.allclose(a.as_dyn())?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the matrices are square; [`Error::Value`] for NaN or infinities, and if there is no convergence;
/// [`Error::DType`] for truth values.
pub fn schur<B: Backend>(a: &impl AnyArray<B>) -> Result<(DynArray<B>, DynArray<B>)> {
    schur_with(a, SchurOutput::Real)
}

/// [`schur`], of real matrices in the real or in the complex form.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{SchurOutput, schur_with};
/// let (t, _) = schur_with(&xp.array([[0.0, -1.0], [1.0, 0.0]])?, SchurOutput::Complex)?;
/// assert!(t.diagonal()?.imag()?.abs()?.allclose(&xp.array([1.0, 1.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`schur`].
pub fn schur_with<B: Backend>(a: &impl AnyArray<B>, output: SchurOutput) -> Result<(DynArray<B>, DynArray<B>)> {
    const OP: &str = "schur";
    let a = a.as_dyn();
    square(OP, a)?;
    let host = Host::new(OP, a.xp());
    let parts = each(OP, &[a], &|mut a| {
        if let (Dense::Real(a), SchurOutput::Real) = (&a[0], output) {
            let (t, z) = host::schur(&host, a.clone())?;
            return Ok(vec![Dense::Real(t), Dense::Real(z)]);
        }
        let (t, z) = of_either(&host, a.remove(0))?;
        Ok(vec![Dense::Complex(t), Dense::Complex(z)])
    })?;
    pair(parts)
}

/// [`schur_with`], with those eigenvalues in front that `chosen` says, of a pair of a real form both if it says either; and how many these are,
/// `[..]`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{SchurOutput, schur_sorted};
/// let a = xp.array([[1.0, 5.0], [0.0, -2.0]])?;
/// let (t, z, count) = schur_sorted(&a, SchurOutput::Real, |value| value.re < 0.0)?;
/// assert!(t.diagonal()?.allclose(&xp.array([-2.0, 1.0])?)? && count.to_string() == "1");
/// assert!(z.matmul(&t)?.matmul(&z.adjoint()?)?.allclose(a.as_dyn())?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`schur`].
pub fn schur_sorted<B: Backend>(
    a: &impl AnyArray<B>,
    output: SchurOutput,
    chosen: impl Fn(C) -> bool,
) -> Result<(DynArray<B>, DynArray<B>, DynArray<B>)> {
    const OP: &str = "schur";
    let a = a.as_dyn();
    square(OP, a)?;
    let host = Host::new(OP, a.xp());
    let parts = each(OP, &[a], &|mut a| {
        let number = |count: usize| Dense::Real(Matrix::from_fn(1, 1, |_, _| count as f64));
        let a = a.remove(0);
        if let (Dense::Real(a), SchurOutput::Real) = (&a, output) {
            let (mut t, mut z) = host::schur(&host, a.clone())?;
            // A triangle may come as it is, with numbers of any size.
            let scale = t.scale();
            t = t.scaled(1.0 / scale);
            let count = ordered(&mut t, &mut z, &|value| chosen(value * scale));
            return Ok(vec![Dense::Real(t.scaled(scale)), Dense::Real(z), number(count)]);
        }
        let (mut t, mut z) = of_either(&host, a)?;
        let count = ordered(&mut t, &mut z, &chosen);
        Ok(vec![Dense::Complex(t), Dense::Complex(z), number(count)])
    })?;
    match <[_; 3]>::try_from(parts) {
        Ok([t, z, count]) => Ok((t, z, count.squeeze([-2, -1])?.astype(DType::I64)?)),
        Err(_) => Err(Error::value(OP, "no result")),
    }
}

/// The complex Schur form from the real one: `t` and `z` as [`schur`] gives them of real matrices.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{rsf2csf, schur};
/// let a = xp.array([[1.0, 2.0], [-3.0, 1.0]])?;
/// let (t, z) = schur(&a)?;
/// let (t, z) = rsf2csf(&t, &z)?;
/// assert_eq!(t.slice(s![1, 0])?.abs()?.to_string(), "0.0");
/// assert!(z.matmul(&t)?.matmul(&z.adjoint()?)?.real()?.allclose(a.as_dyn())?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless both are square and of the same number of rows; [`Error::Value`] for NaN or infinities, and unless `t` has zeros
/// below the diagonal that is below the main one; [`Error::DType`] for truth values.
pub fn rsf2csf<B: Backend>(t: &impl AnyArray<B>, z: &impl AnyArray<B>) -> Result<(DynArray<B>, DynArray<B>)> {
    const OP: &str = "rsf2csf";
    let (t, z) = (t.as_dyn(), z.as_dyn());
    if square(OP, t)? != square(OP, z)? {
        return Err(Error::shape(OP, t.shape(), z.shape()));
    }
    let parts = each(OP, &[t, z], &|mut parts| {
        let (z, t) = (parts.remove(1).complex(), parts.remove(0).complex());
        if !t.is_upper(1) {
            return Err(Error::value(OP, "there is something below the blocks of a Schur form"));
        }
        let (t, z) = triangle(t, z);
        Ok(vec![Dense::Complex(t), Dense::Complex(z)])
    })?;
    pair(parts)
}

/// Two results.
pub(super) fn pair<B: Backend>(parts: Vec<DynArray<B>>) -> Result<(DynArray<B>, DynArray<B>)> {
    match <[_; 2]>::try_from(parts) {
        Ok([first, second]) => Ok((first, second)),
        Err(parts) => Err(Error::value("linalg", format!("{} results of two", parts.len()))),
    }
}

/// The complex Schur form of a matrix of either kind, and its transformation.
pub(super) fn of_either(host: &Host<'_>, a: Dense) -> Result<(Matrix<C>, Matrix<C>)> {
    match a {
        Dense::Real(a) => {
            let (t, z) = host::schur(host, a)?;
            Ok(triangle(t.complex(), z.complex()))
        }
        Dense::Complex(a) => host::schur(host, a),
    }
}
