//! Singular values, eigenvalues, and what follows from them.

use crate::array::elementwise::dyn_doc;
use crate::array::{Array, DynArray, Norm, NormOrd};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::DType;
use crate::element::Field;
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, ReduceOp, UnaryOp};

/// Options of [`Array::svd_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let (u, s, vt) = xp.ones::<f64>([3, 2])?.svd_with(Svd::new().full_matrices(true))?;
/// assert_eq!((u.shape(), s.shape(), vt.shape()), (&[3, 3][..], &[2][..], &[2, 2][..]));
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Svd {
    full_matrices: bool,
}

impl Svd {
    /// The thin decomposition.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether `U` is `[m, m]` and `Vᴴ` is `[n, n]`.
    pub fn full_matrices(self, full_matrices: bool) -> Self {
        Self { full_matrices }
    }
}

impl<T: Field, B: Backend> Array<T, B> {
    /// The thin singular value decomposition: `U` `[m, k]`, the singular values `[k]` in descending
    /// order, `Vᴴ` `[k, n]`, with `k = min(m, n)`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])?;
    /// let (u, s, vt) = a.svd()?;
    /// assert_eq!((u.shape(), s.shape(), vt.shape()), (&[3, 2][..], &[2][..], &[2, 2][..]));
    /// assert!((&u * &s).matmul(&vt)?.allclose_with(&a, Tolerance::new().rtol(1e-12).atol(0.0))?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the matrix holds NaN or infinity, or for fewer than two dimensions.
    #[allow(clippy::type_complexity)]
    pub fn svd(&self) -> Result<(Self, Array<T::Real, B>, Self)> {
        self.svd_with(Svd::new())
    }

    /// [`svd`](Array::svd) with options.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (u, s, vt) = xp.ones::<f64>([2, 5])?.svd_with(Svd::new().full_matrices(true))?;
    /// assert_eq!((u.shape(), s.shape(), vt.shape()), (&[2, 2][..], &[2][..], &[5, 5][..]));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`svd`](Array::svd).
    #[allow(clippy::type_complexity)]
    pub fn svd_with(&self, options: Svd) -> Result<(Self, Array<T::Real, B>, Self)> {
        let (u, s, vt) = self.array.svd_with(options)?;
        Ok((Self::from_dyn(u), Array::from_dyn(s), Self::from_dyn(vt)))
    }

    /// The singular values in descending order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array([[0.0, -3.0], [2.0, 0.0]])?;
    /// assert_eq!(a.svdvals()?.to_string(), "[3. 2.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the matrix holds NaN or infinity, or for fewer than two dimensions.
    pub fn svdvals(&self) -> Result<Array<T::Real, B>> {
        self.array.svdvals().map(Array::from_dyn)
    }

    /// Eigenvalues `[n]`, ascending, and eigenvectors (columns of `[n, n]`) of a Hermitian matrix. Only the
    /// lower triangle is read.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array([[2.0, 1.0], [1.0, 2.0]])?;
    /// let (values, vectors) = a.eigh()?;
    /// assert_eq!(values.to_string(), "[1. 3.]");
    /// assert!(a.matmul(&vectors)?.allclose_with(&(&vectors * &values), Tolerance::new().rtol(1e-12).atol(0.0))?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the matrix is not square, or holds NaN or infinity.
    pub fn eigh(&self) -> Result<(Array<T::Real, B>, Self)> {
        let (values, vectors) = self.array.eigh()?;
        Ok((Array::from_dyn(values), Self::from_dyn(vectors)))
    }

    /// The eigenvalues of a Hermitian matrix, ascending.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array([[2.0, 1.0], [1.0, 2.0]])?;
    /// assert_eq!(a.eigvalsh()?.to_string(), "[1. 3.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the matrix is not square, or holds NaN or infinity.
    pub fn eigvalsh(&self) -> Result<Array<T::Real, B>> {
        self.array.eigvalsh().map(Array::from_dyn)
    }

    /// The condition number: the largest singular value divided by the smallest.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array([[4.0, 0.0], [0.0, 0.5]])?;
    /// assert_eq!(a.cond()?.item()?, 8.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the matrix holds NaN or infinity, or for fewer than two dimensions.
    pub fn cond(&self) -> Result<Array<T::Real, B>> {
        self.cond_with(Norm::new())
    }

    /// The condition number in a norm: that of the matrix times that of its inverse.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array([[4.0, 0.0], [0.0, 0.5]])?;
    /// assert_eq!(a.cond_with(Norm::new().ord(f64::INFINITY))?.item()?, 8.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`cond`](Array::cond); [`Error::Singular`] for norms that need an inverse that is not there;
    /// [`Error::Value`] if they need that of a matrix that is not square.
    pub fn cond_with(&self, options: Norm) -> Result<Array<T::Real, B>> {
        self.array.cond_with(options).map(Array::from_dyn)
    }
}

#[cold]
fn no_vectors(op: &'static str) -> Error {
    Error::value(op, "the backend returned no vectors")
}

impl<B: Backend> DynArray<B> {
    #[doc = dyn_doc!(svd)]
    pub fn svd(&self) -> Result<(Self, Self, Self)> {
        self.svd_with(Svd::new())
    }

    #[doc = dyn_doc!(svd_with)]
    pub fn svd_with(&self, options: Svd) -> Result<(Self, Self, Self)> {
        const OP: &str = "svd";
        let full = options.full_matrices;
        let dtype = self.dtype();
        TypeClass::Field.check(OP, dtype)?;
        let (m, n) = self.matrix_shape(OP)?;
        let k = m.min(n);
        let (rows, cols) = if full { (m, n) } else { (k, k) };
        if self.all_empty(&[&[m, rows], &[k], &[cols, n]])? {
            let [u, vt] = [[m, rows], [cols, n]].map(|last| self.zeros_of(dtype, &last));
            return Ok((u?, self.zeros_of(dtype.real(), &[k])?, vt?));
        }
        let kinds: [(DType, &[usize]); 3] = [(dtype, &[m, rows]), (dtype.real(), &[k]), (dtype, &[cols, n])];
        let [u, s, vt] = self.factors(OP, kinds, move |xp, x| {
            let svd = xp.svd(x, true, full)?;
            let (Some(u), Some(vt)) = (svd.u, svd.vt) else { return Err(no_vectors(OP)) };
            Ok([u, svd.s, vt])
        })?;
        Ok((u, s, vt))
    }

    #[doc = dyn_doc!(svdvals)]
    pub fn svdvals(&self) -> Result<Self> {
        const OP: &str = "svdvals";
        TypeClass::Field.check(OP, self.dtype())?;
        let (m, n) = self.matrix_shape(OP)?;
        if self.is_empty() {
            return self.zeros_of(self.dtype().real(), &[m.min(n)]);
        }
        // The derivatives of the values need the vectors.
        if self.xp().remembers() {
            return Ok(self.svd()?.1);
        }
        let kinds: [(DType, &[usize]); 1] = [(self.dtype().real(), &[m.min(n)])];
        let [s] = self.factors(OP, kinds, |xp, x| Ok([xp.svd(x, false, false)?.s]))?;
        Ok(s)
    }

    #[doc = dyn_doc!(eigh)]
    pub fn eigh(&self) -> Result<(Self, Self)> {
        const OP: &str = "eigh";
        let dtype = self.dtype();
        TypeClass::Field.check(OP, dtype)?;
        let n = self.square_matrix(OP)?;
        if self.is_empty() {
            return Ok((self.zeros_of(dtype.real(), &[n])?, self.clone()));
        }
        let [values, vectors] = self.factors(OP, [(dtype.real(), &[n]), (dtype, &[n, n])], |xp, x| {
            let eigh = xp.eigh(x, true)?;
            Ok([eigh.values, eigh.vectors.ok_or_else(|| no_vectors(OP))?])
        })?;
        Ok((values, vectors))
    }

    #[doc = dyn_doc!(eigvalsh)]
    pub fn eigvalsh(&self) -> Result<Self> {
        const OP: &str = "eigvalsh";
        TypeClass::Field.check(OP, self.dtype())?;
        let n = self.square_matrix(OP)?;
        if self.is_empty() {
            return self.zeros_of(self.dtype().real(), &[n]);
        }
        // The derivatives of the values need the vectors.
        if self.xp().remembers() {
            return Ok(self.eigh()?.0);
        }
        let kinds: [(DType, &[usize]); 1] = [(self.dtype().real(), &[n])];
        let [values] = self.factors(OP, kinds, |xp, x| Ok([xp.eigh(x, false)?.values]))?;
        Ok(values)
    }

    #[doc = dyn_doc!(cond)]
    pub fn cond(&self) -> Result<Self> {
        self.cond_with(Norm::new())
    }

    #[doc = dyn_doc!(cond_with)]
    pub fn cond_with(&self, options: Norm) -> Result<Self> {
        const OP: &str = "cond";
        TypeClass::Field.check(OP, self.dtype())?;
        let norm = |x: &Self, ord| x.norm_of_matrices(OP, ord);
        let quotient = |a, b| norm(self, NormOrd::P(a))?.binary(BinaryOp::Div, OP, &norm(self, NormOrd::P(b))?);
        match options.order().unwrap_or(NormOrd::P(2.0)) {
            NormOrd::P(2.0) => quotient(2.0, -2.0),
            NormOrd::P(-2.0) => quotient(-2.0, 2.0),
            ord => norm(self, ord)?.binary(BinaryOp::Mul, OP, &norm(&self.inv()?, ord)?),
        }
    }

    /// A norm of the matrices on the last two axes.
    pub(crate) fn norm_of_matrices(&self, op: &'static str, ord: NormOrd) -> Result<Self> {
        self.matrix_shape(op)?;
        let n = self.ndim();
        let extremum = |x: Self, minimum: bool| {
            let last = [x.ndim() - 1];
            // The largest of no numbers is 0 here, as is their sum.
            match (x.shape()[last[0]], minimum) {
                (0, false) => Self::reduce(ReduceOp::Sum, 0, &[&x], &last, None),
                (0, true) => Err(Error::value(op, "the matrix is empty")),
                (_, false) => Self::reduce(ReduceOp::Max, 0, &[&x], &last, None),
                (_, true) => Self::reduce(ReduceOp::Min, 0, &[&x], &last, None),
            }
        };
        // Of magnitudes, over an axis.
        let sums = |axis: usize| Self::reduce(ReduceOp::Sum, 0, &[&self.unary(UnaryOp::Abs)?], &[axis], None);
        match ord {
            NormOrd::Frobenius => self.norm([-2, -1]),
            NormOrd::Nuclear => Self::reduce(ReduceOp::Sum, 0, &[&self.svdvals()?], &[n - 2], None),
            NormOrd::P(p) if p.abs() == 1.0 => extremum(sums(n - 2)?, p < 0.0),
            NormOrd::P(p) if p.abs() == 2.0 => extremum(self.svdvals()?, p < 0.0),
            NormOrd::P(p) if p.is_infinite() => extremum(sums(n - 1)?, p < 0.0),
            NormOrd::P(p) => Err(Error::value(op, format!("matrices have no norm of order {p}"))),
        }
    }
}
