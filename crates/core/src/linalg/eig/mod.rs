//! Eigenvalues and eigenvectors of matrices that need not be symmetric.
//!
//! The steps are LAPACK's `geev`: balancing, the Hessenberg form, the QR algorithm, substitution. They are done in double
//! precision on the host: each needs the result of the one before. A backend that has what comes between balancing and its
//! undoing ([`Solver::eig`]) does that; AMD's solvers have none of it.

mod balance;
mod complex;
mod hessenberg;
mod matrix;
mod real;
mod vectors;

use crate::array::Create;
use crate::array::elementwise::dyn_doc;
use crate::array::{Array, DynArray};
use crate::backend::{Backend, EigFactors, View};
use crate::class::TypeClass;
use crate::dtype::DType;
use crate::element::{Element, Field};
use crate::error::{Error, Result};
use crate::layout::Layout;
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
        let parts = if self.dtype().is_complex() {
            self.each_matrix(op, n, Array::<C, B>::from_dyn(self.astype(DType::Complex128)?).to_vec()?, |a| {
                eigen(self.xp(), op, a, vectors, eigen_complex, complex_vectors)
            })?
        } else {
            self.each_matrix(op, n, Array::<f64, B>::from_dyn(self.astype(DType::F64)?).to_vec()?, |a| {
                eigen(self.xp(), op, a, vectors, eigen_real, real_vectors)
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
        eigen: impl Fn(Matrix<E>) -> Result<(Vec<C>, Vec<C>)>,
    ) -> Result<(Vec<C>, Vec<C>)> {
        if !elements.iter().all(|x| x.is_finite()) {
            return Err(Error::value(op, "the matrix holds NaN or infinity"));
        }
        let (mut values, mut vectors) = (Vec::new(), Vec::new());
        for matrix in elements.chunks_exact(n * n) {
            let found = eigen(Matrix::new(n, matrix.to_vec()))?;
            values.extend(found.0);
            vectors.extend(found.1);
        }
        Ok((values, vectors))
    }
}

/// Eigenvalues and eigenvectors of a matrix: of its balanced form by the backend, or by `host`; `unpack` makes vectors of LAPACK's.
fn eigen<E: Entry + Element, B: Backend>(
    xp: &B,
    op: &'static str,
    mut a: Matrix<E>,
    vectors: bool,
    host: impl Fn(&mut Matrix<E>, &Balance, bool) -> Eigen,
    unpack: impl Fn(&[E], &[C], &Balance) -> Vec<C>,
) -> Result<(Vec<C>, Vec<C>)> {
    let before = a.scale_to_one();
    let balance = Balance::new(&mut a);
    let scale = before * a.scale_to_one();
    let (mut values, found) = match on_device(xp, &a, vectors)? {
        Some((values, packed)) => {
            let found = unpack(&packed, &values, &balance);
            (values, found)
        }
        None => host(&mut a, &balance, vectors).map_err(|_| Error::value(op, "the eigenvalues do not converge"))?,
    };
    values.iter_mut().for_each(|value| *value *= scale);
    Ok((values, found))
}

/// What the backend makes of a balanced matrix, if it does: eigenvalues, and vectors as LAPACK packs them.
fn on_device<E: Entry + Element, B: Backend>(xp: &B, a: &Matrix<E>, vectors: bool) -> Result<Option<(Vec<C>, Vec<E>)>> {
    let n = a.len();
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
        found.1 = vec![E::zero(); n * n];
        xp.download(&vectors, 0, bytemuck::cast_slice_mut(&mut found.1))?;
    }
    Ok(Some(found))
}

/// For a real matrix that is balanced.
fn eigen_real(a: &mut Matrix<f64>, balance: &Balance, vectors: bool) -> Eigen {
    let mut z = hessenberg(a, &balance.active, vectors);
    let values = real::schur(a, z.as_mut(), &balance.active)?;
    let found = z.map(|z| vectors_of_real(a, &z, balance, &values));
    Ok((values, found.unwrap_or_default()))
}

/// For a complex matrix that is balanced.
fn eigen_complex(a: &mut Matrix<C>, balance: &Balance, vectors: bool) -> Eigen {
    let mut z = hessenberg(a, &balance.active, vectors);
    let values = complex::schur(a, z.as_mut(), &balance.active)?;
    let found = z.map(|z| vectors_of_complex(a, &z, balance, &values));
    Ok((values, found.unwrap_or_default()))
}

/// Vectors of a real matrix: where a pair of values is complex, two rows are the parts of the first one's.
fn real_vectors(packed: &[f64], values: &[C], balance: &Balance) -> Vec<C> {
    let (n, mut found) = (values.len(), Vec::new());
    let row = |k: usize| packed.iter().skip(k * n).take(n).copied();
    for (k, value) in values.iter().enumerate().filter(|_| !packed.is_empty()) {
        if value.im == 0.0 {
            let mut vector: Vec<f64> = row(k).collect();
            balance.undo(&mut vector);
            normalise(&mut vector);
            found.extend(vector.into_iter().map(C::from));
        } else if value.im > 0.0 {
            let mut vector: Vec<C> = row(k).zip(row(k + 1)).map(|(re, im)| C::new(re, im)).collect();
            balance.undo(&mut vector);
            normalise(&mut vector);
            turn(&mut vector);
            found.extend(&vector);
            found.extend(vector.iter().map(C::conj));
        }
    }
    found
}

/// Vectors of a complex matrix.
fn complex_vectors(packed: &[C], values: &[C], balance: &Balance) -> Vec<C> {
    let mut found = packed.to_vec();
    for vector in found.chunks_exact_mut(values.len()) {
        balance.undo(vector);
        normalise(vector);
        turn(vector);
    }
    found
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
