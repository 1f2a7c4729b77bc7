//! Eigenvalues and eigenvectors of matrices that need not be symmetric.
//!
//! The steps are LAPACK's `geev`: balancing, the Hessenberg form, the QR algorithm, substitution. They are done in double
//! precision on the host: each needs the result of the one before. A backend that has what comes between balancing and its
//! undoing ([`Solver::eig`]) does that; AMD's solvers have none of it.

mod balance;
mod sides;
mod vectors;

pub use sides::{Eigensystem, eigensystem};
pub use vectors::Vectors;

use crate::array::Create;
use crate::array::elementwise::dyn_doc;
use crate::array::{Array, DynArray};
use crate::backend::{Backend, EigFactors, View};
use crate::class::TypeClass;
use crate::dtype::DType;
use crate::element::Field;
use crate::error::{Error, Result};
use crate::layout::Layout;
use crate::linalg::host::{C, Host, Matrix, eigenvalues, iterate, reduce};
use balance::Balance;
use vectors::vectors;

impl<T: Field, B: Backend> Array<T, B> {
    /// Eigenvalues `[n]` and eigenvectors (columns of `[n, n]`, each of norm 1) of a square matrix, or of each of a stack.
    ///
    /// Both are complex, also if all imaginary parts are zero, where NumPy's type depends on the values. The order of the
    /// eigenvalues is not specified; those of a real matrix that are complex come in pairs, the one with the positive imaginary
    /// part first. A matrix without a full set of eigenvectors gets some that are nearly parallel. Computed on the host, but for
    /// large matrices on NVIDIA's devices.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let rotation = xp.array([[0.0, -1.0], [1.0, 0.0]])?;
    /// let (values, vectors) = rotation.eig()?;
    /// assert_eq!(values.to_string(), "[0.+1.j 0.-1.j]");
    /// let product = rotation.astype::<Complex<f64>>().matmul(&vectors)?;
    /// assert!(product.allclose_with(&(&vectors * &values), Tolerance::new().rtol(0.0).atol(1e-15))?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the matrix is not square, holds NaN or infinity, or the QR algorithm does not converge.
    #[allow(clippy::type_complexity)]
    pub fn eig(&self) -> Result<(Array<T::Complex, B>, Array<T::Complex, B>)> {
        let (values, vectors) = self.array.eig()?;
        Ok((Array::from_dyn(values), Array::from_dyn(vectors)))
    }

    /// The eigenvalues of a square matrix, as [`eig`](Array::eig) has them.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let companion = xp.array([[5.0, -6.0], [1.0, 0.0]])?; // of x² - 5 x + 6
    /// let roots = companion.eigvals()?.real().sort()?;
    /// assert!(roots.allclose(&xp.array([2.0, 3.0])?)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`eig`](Array::eig).
    pub fn eigvals(&self) -> Result<Array<T::Complex, B>> {
        self.array.eigvals().map(Array::from_dyn)
    }
}

impl<B: Backend> DynArray<B> {
    #[doc = dyn_doc!(eig)]
    pub fn eig(&self) -> Result<(Self, Self)> {
        let (values, vectors) = self.eigen("eig", true)?;
        Ok((values, vectors.swapaxes(-2, -1)?))
    }

    #[doc = dyn_doc!(eigvals)]
    pub fn eigvals(&self) -> Result<Self> {
        Ok(self.eigen("eigvals", false)?.0)
    }

    /// Eigenvalues, and eigenvectors as rows.
    fn eigen(&self, op: &'static str, vectors: bool) -> Result<(Self, Self)> {
        TypeClass::Field.check(op, self.dtype())?;
        let n = self.square_matrix(op)?;
        let dtype = self.dtype().complex();
        let last: &[usize] = if vectors { &[n, n] } else { &[0, 0] };
        let shapes = [self.stack_shape(&[n]), self.stack_shape(last)];
        if self.is_empty() {
            return Ok((self.zeros_of(dtype, &[n])?, self.zeros_of(dtype, last)?));
        }
        if self.xp().remembers()
            && let Some(EigFactors { values, vectors: Some(vectors) }) =
                self.xp().eig_remembered(self.computed()?.view()?)?
        {
            let array = |buffer, last: &[usize]| Self::from_buffer(self.xp(), dtype, &self.stack_shape(last), buffer);
            return Ok((array(values, &[n]), array(vectors, &[n, n])));
        }
        let parts = if self.dtype().is_complex() {
            self.each_matrix(op, n, Array::<C, B>::from_dyn(self.astype(DType::Complex128)?).to_vec()?, |a| {
                eigen(self.xp(), op, a, vectors)
            })?
        } else {
            self.each_matrix(op, n, Array::<f64, B>::from_dyn(self.astype(DType::F64)?).to_vec()?, |a| {
                eigen(self.xp(), op, a, vectors)
            })?
        };
        let array = |elements: &[C], shape: &[usize]| self.xp().from_slice(elements, shape)?.array.astype(dtype);
        Ok((array(&parts.0, &shapes[0])?, array(&parts.1, &shapes[1])?))
    }

    /// The results for all matrices of a stack, one after another.
    fn each_matrix<E: Vectors>(
        &self,
        op: &'static str,
        n: usize,
        elements: Vec<E>,
        eigen: impl Fn(Matrix<E>) -> Result<(Vec<C>, Vec<C>)>,
    ) -> Result<(Vec<C>, Vec<C>)> {
        if !elements.iter().all(|x| x.re().is_finite() && x.im().is_finite()) {
            return Err(Error::value(op, "the matrix holds NaN or infinity"));
        }
        let (mut values, mut vectors) = (Vec::new(), Vec::new());
        for matrix in elements.chunks_exact(n * n) {
            let found = eigen(Matrix::new(n, n, matrix.to_vec()))?;
            values.extend(found.0);
            vectors.extend(found.1);
        }
        Ok((values, vectors))
    }
}

/// Eigenvalues and eigenvectors of a matrix: of its balanced form by the backend, or on the host.
fn eigen<E: Vectors, B: Backend>(xp: &B, op: &'static str, a: Matrix<E>, vectors: bool) -> Result<(Vec<C>, Vec<C>)> {
    let before = a.scale();
    let mut a = a.scaled(1.0 / before);
    let balance = Balance::new(&mut a);
    let scale = a.scale();
    let mut a = a.scaled(1.0 / scale);
    let (mut values, packed) = match on_device(xp, &a, vectors)? {
        Some(found) => found,
        None => on_host(&Host::new(op, xp), &mut a, &balance, vectors)?,
    };
    let found = E::unpack(&packed, &values, &balance);
    values.iter_mut().for_each(|value| *value *= before * scale);
    Ok((values, found))
}

/// Eigenvalues of a balanced matrix, and vectors as LAPACK packs them.
fn on_host<E: Vectors>(
    host: &Host<'_>,
    a: &mut Matrix<E>,
    balance: &Balance,
    vectors: bool,
) -> Result<(Vec<C>, Vec<E>)> {
    let mut z = reduce(host, a, &balance.active, vectors)?;
    iterate(host, a, z.as_mut(), &balance.active)?;
    let values = eigenvalues(a, 0..a.rows());
    let packed = match z {
        Some(z) => self::vectors(host, a, &z, &values)?.into_entries(),
        None => Vec::new(),
    };
    Ok((values, packed))
}

/// What the backend makes of a balanced matrix, if it does: eigenvalues, and vectors as LAPACK packs them.
fn on_device<E: Vectors, B: Backend>(xp: &B, a: &Matrix<E>, vectors: bool) -> Result<Option<(Vec<C>, Vec<E>)>> {
    let n = a.rows();
    if xp.eig_from()?.is_none_or(|least| n < least) {
        return Ok(None);
    }
    let mut buffer = xp.alloc(size_of_val(a.entries()))?;
    xp.upload(bytemuck::cast_slice(a.entries()), &mut buffer)?;
    let layout = Layout::row_major(&[n, n]);
    let EigFactors { values, vectors } = xp.eig(View::new(&buffer, E::DTYPE, &layout)?, vectors)?;
    let mut found = (vec![C::ZERO; n], Vec::new());
    xp.download(&values, 0, bytemuck::cast_slice_mut(&mut found.0))?;
    if let Some(vectors) = vectors {
        found.1 = vec![E::real(0.0); n * n];
        xp.download(&vectors, 0, bytemuck::cast_slice_mut(&mut found.1))?;
    }
    Ok(Some(found))
}
