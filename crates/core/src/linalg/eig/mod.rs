//! Eigenvalues and eigenvectors of matrices that need not be symmetric.
//!
//! The steps are LAPACK's `geev`: balancing, the Hessenberg form, the QR algorithm, substitution. They are done on the host in
//! double precision for every backend: each needs the result of the one before, and AMD's solvers have none of it.

mod balance;
mod complex;
mod hessenberg;
mod matrix;
mod real;
mod vectors;

use crate::array::Create;
use crate::array::elementwise::dyn_doc;
use crate::array::{Array, DynArray};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::DType;
use crate::element::Field;
use crate::error::{Error, Result};
use balance::Balance;
use hessenberg::hessenberg;
use matrix::{Entry, Matrix, add_scaled};
use num_complex::Complex;
use std::ops::Mul;
use vectors::{normalise, substitute, turn};

type C = Complex<f64>;

/// After so many rounds without an eigenvalue, LAPACK gives up too.
const ROUNDS: usize = 30;

/// The QR algorithm found no eigenvalue in [`ROUNDS`] rounds.
#[derive(Debug)]
struct NoConvergence;

/// Eigenvalues, and the eigenvectors one after another if they are asked for.
type Eigen = Result<(Vec<C>, Vec<C>), NoConvergence>;

impl<T: Field, B: Backend> Array<T, B> {
    /// Eigenvalues `[n]` and eigenvectors (columns of `[n, n]`, each of norm 1) of a square matrix, or of each of a stack.
    ///
    /// Both are complex, also if all imaginary parts are zero, where NumPy's type depends on the values. The order of the
    /// eigenvalues is not specified; those of a real matrix that are complex come in pairs, the one with the positive imaginary
    /// part first. A matrix without a full set of eigenvectors gets some that are nearly parallel. Computed on the host.
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
        let parts = if self.dtype().is_complex() {
            self.each_matrix(op, n, Array::<C, B>::from_dyn(self.astype(DType::Complex128)?).to_vec()?, |a| {
                eigen_complex(a, vectors)
            })?
        } else {
            self.each_matrix(op, n, Array::<f64, B>::from_dyn(self.astype(DType::F64)?).to_vec()?, |a| {
                eigen_real(a, vectors)
            })?
        };
        let array = |elements: &[C], shape: &[usize]| self.xp().from_slice(elements, shape)?.array.astype(dtype);
        Ok((array(&parts.0, &shapes[0])?, array(&parts.1, &shapes[1])?))
    }

    /// The results for all matrices of a stack, one after another.
    fn each_matrix<E: Entry>(
        &self,
        op: &'static str,
        n: usize,
        elements: Vec<E>,
        eigen: impl Fn(Matrix<E>) -> Eigen,
    ) -> Result<(Vec<C>, Vec<C>)> {
        if !elements.iter().all(|x| x.is_finite()) {
            return Err(Error::value(op, "the matrix holds NaN or infinity"));
        }
        let (mut values, mut vectors) = (Vec::new(), Vec::new());
        for matrix in elements.chunks_exact(n * n) {
            let found = eigen(Matrix::new(n, matrix.to_vec()));
            let found = found.map_err(|_| Error::value(op, "the eigenvalues do not converge"))?;
            values.extend(found.0);
            vectors.extend(found.1);
        }
        Ok((values, vectors))
    }
}

/// For a real matrix.
fn eigen_real(mut a: Matrix<f64>, vectors: bool) -> Eigen {
    let before = a.scale_to_one();
    let balance = Balance::new(&mut a);
    let scale = before * a.scale_to_one();
    let mut z = hessenberg(&mut a, &balance.active, vectors);
    let mut values = real::schur(&mut a, z.as_mut(), &balance.active)?;
    let found = z.map(|z| vectors_of_real(&a, &z, &balance, &values));
    values.iter_mut().for_each(|value| *value *= scale);
    Ok((values, found.unwrap_or_default()))
}

/// For a complex matrix.
fn eigen_complex(mut a: Matrix<C>, vectors: bool) -> Eigen {
    let before = a.scale_to_one();
    let balance = Balance::new(&mut a);
    let scale = before * a.scale_to_one();
    let mut z = hessenberg(&mut a, &balance.active, vectors);
    let mut values = complex::schur(&mut a, z.as_mut(), &balance.active)?;
    let found = z.map(|z| vectors_of_complex(&a, &z, &balance, &values));
    values.iter_mut().for_each(|value| *value *= scale);
    Ok((values, found.unwrap_or_default()))
}

/// The eigenvectors of a real matrix with the Schur form `t`.
fn vectors_of_real(t: &Matrix<f64>, z: &Matrix<f64>, balance: &Balance, values: &[C]) -> Vec<C> {
    let (norm, mut found) = (t.largest(), Vec::new());
    for (row, &value) in values.iter().enumerate() {
        if value.im == 0.0 {
            let vector = unit_vector(z, balance, &substitute(t, norm, row, value.re));
            found.extend(vector.into_iter().map(C::from));
        } else if value.im > 0.0 {
            // The other eigenvalue of the pair is the next one, and ends their block.
            let mut vector = unit_vector(z, balance, &substitute(t, norm, row + 1, value));
            turn(&mut vector);
            found.extend(&vector);
            found.extend(vector.iter().map(C::conj));
        }
    }
    found
}

/// The eigenvectors of a complex matrix with the Schur form `t`.
fn vectors_of_complex(t: &Matrix<C>, z: &Matrix<C>, balance: &Balance, values: &[C]) -> Vec<C> {
    let (norm, mut found) = (t.largest(), Vec::new());
    for (row, &value) in values.iter().enumerate() {
        let mut vector = unit_vector(z, balance, &substitute(t, norm, row, value));
        turn(&mut vector);
        found.extend(vector);
    }
    found
}

/// A vector of the Schur form, its first components given, as one of the matrix before it was balanced: the sum of the rows of
/// `z`, each times its component.
fn unit_vector<A: Entry, E: Entry + Mul<A, Output = E>>(z: &Matrix<A>, balance: &Balance, components: &[E]) -> Vec<E> {
    let mut vector = vec![E::zero(); z.len()];
    for (i, &component) in components.iter().enumerate() {
        add_scaled(&mut vector, component, &z[i]);
    }
    balance.undo(&mut vector);
    normalise(&mut vector);
    vector
}
