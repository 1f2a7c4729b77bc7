//! Eigenvalues of two matrices, `A v = M v w`.

use super::direct::{Cholesky, Ordering, Splu, SuperLU, cholesky, splu};
use super::{
    Apply, Arnoldi, Eigen, Lanczos, LinearOperator, Product, Spectrum, Triangular, eigs, eigsh, spsolve_triangular,
};
use xparray_core::prelude::*;
use xparray_core::sparse::Csr;
use xparray_core::{Error, Result};

/// `M = Pᴴ L Lᴴ P`.
struct Root<T: Field, B: Backend> {
    lower: Csr<T, B>,
    upper: Csr<T, B>,
    order: Array<i64, B>,
    back: Array<i64, B>,
}

impl<T: Field, B: Backend> Root<T, B> {
    fn new(m: &Csr<T, B>) -> Result<Self> {
        let factor: Cholesky<T, B> = cholesky(m, Ordering::default())?;
        let (lower, order) = (factor.l()?, factor.p()?);
        let upper = lower.conj()?.transpose()?;
        let back = order.argsort()?;
        Ok(Self { lower, upper, order, back })
    }

    /// `Pᴴ L⁻ᴴ y`.
    fn outward(&self, y: &DynArray<B>) -> Result<DynArray<B>> {
        spsolve_triangular(&self.upper, y, Triangular::new().lower(false))?.take(&self.back, 0)
    }

    /// `L⁻¹ P x`.
    fn inward(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        spsolve_triangular(&self.lower, &x.take(&self.order, 0)?, Triangular::new())
    }
}

/// The Hermitian matrix that has the eigenvalues of a pencil, or those around a number, inverted.
enum Reduced<'a, T: Field, B: Backend> {
    /// `L⁻¹ P A Pᴴ L⁻ᴴ`.
    Plain(&'a dyn LinearOperator<B>, &'a Root<T, B>),
    /// `Lᴴ P (A - sigma M)⁻¹ Pᴴ L`.
    Around(&'a SuperLU<T, B>, &'a Root<T, B>),
}

impl<T: Field, B: Backend> LinearOperator<B> for Reduced<'_, T, B> {
    fn shape(&self) -> [usize; 2] {
        match self {
            Self::Plain(_, root) | Self::Around(_, root) => root.lower.shape(),
        }
    }

    fn dtype(&self) -> DType {
        match self {
            Self::Plain(a, _) => a.dtype().promote(T::DTYPE),
            Self::Around(..) => T::DTYPE,
        }
    }

    fn matvec(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        match self {
            Self::Plain(a, root) => root.inward(&a.matvec(&root.outward(x)?)?),
            Self::Around(inverse, root) => {
                let x = LinearOperator::matvec(&root.lower, x)?.take(&root.back, 0)?;
                LinearOperator::matvec(&root.upper, &inverse.matvec(&x)?.take(&root.order, 0)?)
            }
        }
    }

    fn adjoint(&self) -> Result<Apply<'_, B>> {
        Ok(Box::new(|x| self.matvec(x)))
    }
}

/// Some eigenvalues of a Hermitian matrix `A` and a positive definite one `M`, `A v = M v w`, ascending, with vectors for which `vᴴ M v` is the identity:
/// [`eigsh`] of `L⁻¹ A L⁻ᴴ`, with `M` decomposed by [`cholesky`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Lanczos, eigsh_generalized};
/// use xparray::sparse::Csr;
/// let a = Csr::diags(&[&xp.array([6.0, 4.0, 3.0])?], &[0], None)?;
/// let m = Csr::diags(&[&xp.array([1.0, 0.5, 1.0])?], &[0], None)?;
/// let found = eigsh_generalized(&a, &m, 2, Lanczos::new())?;
/// assert!(found.values.allclose(&xp.array([6.0, 8.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`eigsh`] and of [`cholesky`], as where `M` is not positive definite; [`Error::Shape`] unless both are of one size.
pub fn eigsh_generalized<T: Field, B: Backend>(
    a: &dyn LinearOperator<B>,
    m: &Csr<T, B>,
    k: usize,
    options: Lanczos<B>,
) -> Result<Eigen<B>> {
    same("eigsh", a.shape(), m.shape())?;
    let root = Root::new(m)?;
    let found = eigsh(m.xp(), &Reduced::Plain(a, &root), k, options)?;
    Ok(Eigen { vectors: root.outward(&found.vectors)?, ..found })
}

/// The eigenvalues of a Hermitian matrix and a positive definite one, as of [`eigsh_generalized`], around a number: by the inverse of `A - sigma M`,
/// decomposed by [`splu`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Lanczos, eigsh_sigma_generalized};
/// use xparray::sparse::Csr;
/// let a = Csr::diags(&[&xp.array([6.0, 4.0, 3.0])?], &[0], None)?;
/// let m = Csr::diags(&[&xp.array([1.0, 0.5, 1.0])?], &[0], None)?;
/// let found = eigsh_sigma_generalized(&a, &m, 1, 5.0, Lanczos::new())?;
/// assert!(found.values.allclose(&xp.array([6.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`eigsh_generalized`] and [`splu`], as where `sigma` is an eigenvalue.
pub fn eigsh_sigma_generalized<T: Field, B: Backend>(
    a: &Csr<T, B>,
    m: &Csr<T, B>,
    k: usize,
    sigma: f64,
    options: Lanczos<B>,
) -> Result<Eigen<B>> {
    let root = Root::new(m)?;
    let inverse = splu(&shifted(a, m, &a.xp().full([], sigma)?.into_dyn())?, Splu::new())?;
    let found = eigsh(m.xp(), &Reduced::Around(&inverse, &root), k, options)?;
    let values = found.values.ones_like()?.divide(&found.values)?.add(sigma)?;
    let places = values.argsort()?;
    let vectors = root.outward(&found.vectors)?.take(&places, 1)?;
    Ok(Eigen { values: values.take(&places, 0)?, vectors, converged: found.converged })
}

/// The eigenvalues of two matrices, `A v = M v w`, around a number: [`eigs`] of the product of the inverse of `A - sigma M`, decomposed by [`splu`], and `M`.
/// The matrices are complex if the number is.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Arnoldi, eigs_sigma_generalized};
/// use xparray::sparse::Csr;
/// let a = Csr::diags(&[&xp.array([6.0, 4.0, 3.0])?], &[0], None)?;
/// let m = Csr::diags(&[&xp.array([1.0, 0.5, 1.0])?], &[0], None)?;
/// let found = eigs_sigma_generalized(&a, &m, 1, 7.5.into(), Arnoldi::new())?;
/// assert!((found.values.item()?.get::<Complex<f64>>() - 8.0).norm() < 1e-12);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`eigs`] and [`splu`], as where `sigma` is an eigenvalue; [`Error::Value`] for a complex number beside real matrices.
pub fn eigs_sigma_generalized<T: Field, B: Backend>(
    a: &Csr<T, B>,
    m: &Csr<T, B>,
    k: usize,
    sigma: Complex<f64>,
    options: Arnoldi<B>,
) -> Result<Spectrum<B>> {
    if sigma.im != 0.0 && !T::DTYPE.is_complex() {
        return Err(Error::value("eigs", format!("the number {sigma} beside real matrices")));
    }
    let shift = a.xp().full([], sigma)?.into_dyn();
    let inverse = splu(&shifted(a, m, &shift)?, Splu::new())?;
    let found = eigs(a.xp(), &Product::new(&inverse, m)?, k, options)?;
    let ones = found.values.ones_like()?;
    let values = ones.divide(&found.values)?.add(shift.astype(found.values.dtype())?)?;
    Ok(Spectrum { values, ..found })
}

fn same(op: &'static str, a: [usize; 2], m: [usize; 2]) -> Result<()> {
    if a == m && a[0] == a[1] { Ok(()) } else { Err(Error::shape(op, &a, &m)) }
}

/// `A - sigma M`, for a number of the matrices' kind.
fn shifted<T: Field, B: Backend>(a: &Csr<T, B>, m: &Csr<T, B>, sigma: &DynArray<B>) -> Result<Csr<T, B>> {
    same("sigma", a.shape(), m.shape())?;
    let sigma = if T::DTYPE.is_complex() { sigma.clone() } else { sigma.real()? };
    a.subtract(&m.multiply(&sigma.astype(T::DTYPE)?)?)
}
