//! Linear systems, inverses and determinants.

use crate::array::elementwise::dyn_doc;
use crate::array::{Array, DynArray};
use crate::backend::{Backend, View};
use crate::class::TypeClass;
use crate::dtype::{DType, Scalar};
use crate::element::{Element, Field};
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, ReduceOp, UnaryOp};
use crate::layout::{Dims, broadcast_shapes};

/// A least-squares solution, of arrays `X` and, for real numbers, `R`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let a = xp.array([[1.0], [1.0], [1.0]])?; // the mean
/// let fit = a.lstsq(&xp.array([1.0, 2.0, 6.0])?)?;
/// assert!(fit.x.allclose_with(3.0, Tolerance::new().rtol(1e-12).atol(0.0))? && fit.residuals.allclose_with(14.0, Tolerance::new().rtol(1e-12).atol(0.0))?);
/// assert_eq!((fit.rank, fit.singular_values.shape()), (1, &[1][..]));
/// # Ok::<(), xparray::Error>(())
/// ```
pub struct Lstsq<X, R = X> {
    /// The solution of least norm.
    pub x: X,
    /// The sums of squared residuals, one for each right-hand side; empty if the rank is below n or m <= n.
    pub residuals: R,
    /// The effective rank.
    pub rank: usize,
    /// The singular values.
    pub singular_values: R,
}

/// Options of [`Array::pinv_with`] and [`Array::lstsq_with`]: which singular values count as zero.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let a = xp.array([[1.0, 0.0], [0.0, 1e-6]])?;
/// assert_eq!(a.lstsq(&xp.ones::<f64>(2)?)?.rank, 2);
/// assert_eq!(a.lstsq_with(&xp.ones::<f64>(2)?, Cutoff::new().rcond(1e-3))?.rank, 1);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Cutoff {
    rcond: Option<f64>,
}

impl Cutoff {
    /// Those below `max(m, n)` times the machine epsilon times the largest.
    pub fn new() -> Self {
        Self::default()
    }

    /// Those below `rcond` times the largest.
    #[doc(alias = "rtol")]
    pub fn rcond(self, rcond: f64) -> Self {
        Self { rcond: Some(rcond) }
    }

    /// The part of the largest singular value, for matrices of this shape and type.
    pub(super) fn of(self, (m, n): (usize, usize), dtype: DType) -> f64 {
        self.rcond.unwrap_or(m.max(n) as f64 * epsilon(dtype))
    }
}

/// Options of [`Array::solve_triangular_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let t = xp.array([[2.0, 0.0], [1.0, 4.0]])?;
/// let x = t.solve_triangular_with(&xp.array([2.0, 7.0])?, SolveTriangular::new().lower(true).unit_diagonal(true))?;
/// assert_eq!(x.to_string(), "[2. 5.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct SolveTriangular {
    lower: bool,
    unit_diagonal: bool,
}

impl SolveTriangular {
    /// The upper triangle, with its diagonal.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether the matrix is the lower triangle.
    pub fn lower(self, lower: bool) -> Self {
        Self { lower, ..self }
    }

    /// Whether the diagonal counts as ones, and is not read.
    pub fn unit_diagonal(self, unit_diagonal: bool) -> Self {
        Self { unit_diagonal, ..self }
    }
}

/// The machine epsilon of a type's real part.
fn epsilon(dtype: DType) -> f64 {
    match dtype {
        DType::F32 | DType::Complex64 => f32::EPSILON as f64,
        _ => f64::EPSILON,
    }
}

impl<T: Field, B: Backend> Array<T, B> {
    /// `x` with `A x = b` for square `A` and a vector or a matrix of right-hand sides; stacks broadcast. By LU
    /// factorisation with partial pivoting.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array([[2.0, 0.0], [0.0, 4.0]])?;
    /// assert_eq!(a.solve(&xp.array([1.0, 2.0])?)?.to_string(), "[0.5 0.5]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Singular`] if a pivot is zero; [`Error::Shape`] if the shapes do not match; [`Error::Value`] if `A` is not
    /// square.
    pub fn solve(&self, b: &Self) -> Result<Self> {
        self.array.solve(&b.array).map(Self::from_dyn)
    }

    /// `x` with `T x = b` for the upper triangle `T` of a square matrix.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let t = xp.array([[2.0, 1.0], [0.0, 4.0]])?;
    /// assert_eq!(t.solve_triangular(&xp.array([3.0, 4.0])?)?.to_string(), "[1. 1.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Singular`] if the diagonal has a zero; [`Error::Shape`] if the shapes do not match; [`Error::Value`] if
    /// `T` is not square.
    pub fn solve_triangular(&self, b: &Self) -> Result<Self> {
        self.array.solve_triangular(&b.array).map(Self::from_dyn)
    }

    /// [`solve_triangular`](Array::solve_triangular) with options.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let t = xp.array([[2.0, 0.0], [1.0, 4.0]])?;
    /// let x = t.solve_triangular_with(&xp.array([2.0, 5.0])?, SolveTriangular::new().lower(true))?;
    /// assert_eq!(x.to_string(), "[1. 1.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`solve_triangular`](Array::solve_triangular).
    pub fn solve_triangular_with(&self, b: &Self, options: SolveTriangular) -> Result<Self> {
        self.array.solve_triangular_with(&b.array, options).map(Self::from_dyn)
    }

    /// The inverse, from the LU factorisation.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array([[2.0, 1.0], [1.0, 1.0]])?;
    /// assert_eq!(a.inv()?.to_string(), "[[ 1. -1.]\n [-1.  2.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Singular`] if there is none; [`Error::Value`] if the matrix is not square.
    pub fn inv(&self) -> Result<Self> {
        self.array.inv().map(Self::from_dyn)
    }

    /// The determinant, from the LU factorisation: 0 for a singular matrix.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array([[2.0, 1.0], [0.0, 4.0]])?;
    /// assert_eq!(a.det()?.item()?, 8.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the matrix is not square.
    pub fn det(&self) -> Result<Self> {
        self.array.det().map(Self::from_dyn)
    }

    /// The sign (a complex number of modulus 1, or 0) and the logarithm of the magnitude of the determinant.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (sign, logarithm) = xp.array([[0.0, 1.0], [1.0, 0.0]])?.slogdet()?;
    /// assert_eq!((sign.item()?, logarithm.item()?), (-1.0, 0.0));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the matrix is not square.
    pub fn slogdet(&self) -> Result<(Self, Array<T::Real, B>)> {
        let (sign, logarithm) = self.array.slogdet()?;
        Ok((Self::from_dyn(sign), Array::from_dyn(logarithm)))
    }

    /// The Moore-Penrose inverse, from the singular value decomposition. Singular values below `max(m, n)` times the machine
    /// epsilon times the largest count as zero (NumPy's part of 1e-15 is below the epsilon of `f32`).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array([[1.0, 0.0], [0.0, 2.0], [0.0, 0.0]])?;
    /// let expected = xp.array([[1.0, 0.0, 0.0], [0.0, 0.5, 0.0]])?;
    /// assert!(a.pinv()?.allclose_with(&expected, Tolerance::new().rtol(1e-12).atol(1e-12))?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the matrix holds NaN or infinity, or for fewer than two dimensions.
    pub fn pinv(&self) -> Result<Self> {
        self.pinv_with(Cutoff::new())
    }

    /// [`pinv`](Array::pinv) with options.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array([[2.0, 0.0], [0.0, 1e-6]])?;
    /// assert!(a.pinv_with(Cutoff::new().rcond(1e-3))?.max(..)?.allclose_with(0.5, Tolerance::new().rtol(1e-12).atol(0.0))?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`pinv`](Array::pinv).
    pub fn pinv_with(&self, options: Cutoff) -> Result<Self> {
        self.array.pinv_with(options).map(Self::from_dyn)
    }

    /// The least-squares solution of `A x = b` for a matrix `A` `[m, n]` and `b` `[m]` or `[m, k]`, from the singular
    /// value decomposition. Singular values below `max(m, n)` times the machine epsilon times the largest count as zero.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array([[0.0, 1.0], [1.0, 1.0], [2.0, 1.0]])?; // y = 2 x - 1
    /// let fit = a.lstsq(&xp.array([-1.0, 1.0, 3.0])?)?;
    /// assert!(fit.x.allclose_with(&xp.array([2.0, -1.0])?, Tolerance::new().rtol(1e-12).atol(0.0))? && fit.rank == 2);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the shapes do not match; [`Error::Value`] if the matrix holds NaN or infinity.
    pub fn lstsq(&self, b: &Self) -> Result<Lstsq<Self, Array<T::Real, B>>> {
        self.lstsq_with(b, Cutoff::new())
    }

    /// [`lstsq`](Array::lstsq) with options.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array([[1.0, 0.0], [0.0, 1e-6]])?;
    /// let fit = a.lstsq_with(&xp.array([1.0, 1.0])?, Cutoff::new().rcond(1e-3))?;
    /// assert!(fit.rank == 1 && fit.x.allclose_with(&xp.array([1.0, 0.0])?, Tolerance::new().rtol(1e-12).atol(1e-12))?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`lstsq`](Array::lstsq).
    pub fn lstsq_with(&self, b: &Self, options: Cutoff) -> Result<Lstsq<Self, Array<T::Real, B>>> {
        let Lstsq { x, residuals, rank, singular_values } = self.array.lstsq_with(&b.array, options)?;
        let (residuals, singular_values) = (Array::from_dyn(residuals), Array::from_dyn(singular_values));
        Ok(Lstsq { x: Self::from_dyn(x), residuals, rank, singular_values })
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The matrix multiplied by itself `n` times, by repeated squaring; for negative `n`, its inverse. Integers stay integers, so
    /// they have no inverse.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array([[1.0, 1.0], [0.0, 1.0]])?;
    /// assert_eq!(a.matrix_power(3)?.to_string(), "[[1. 3.]\n [0. 1.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the matrix is not square; [`Error::Singular`] if an inverse is needed and there is none;
    /// [`Error::DType`] for that of what is not of a [`Field`].
    pub fn matrix_power(&self, n: i32) -> Result<Self> {
        self.array.matrix_power(n).map(Self::from_dyn)
    }
}

impl<B: Backend> DynArray<B> {
    #[doc = dyn_doc!(solve)]
    pub fn solve(&self, b: &Self) -> Result<Self> {
        self.solved("solve", b, |xp, a, b| xp.solve(a, b))
    }

    #[doc = dyn_doc!(solve_triangular)]
    pub fn solve_triangular(&self, b: &Self) -> Result<Self> {
        self.solve_triangular_with(b, SolveTriangular::new())
    }

    #[doc = dyn_doc!(solve_triangular_with)]
    pub fn solve_triangular_with(&self, b: &Self, options: SolveTriangular) -> Result<Self> {
        let SolveTriangular { lower, unit_diagonal } = options;
        self.solved("solve_triangular", b, move |xp, a, b| xp.solve_triangular(a, b, lower, unit_diagonal))
    }

    fn solved(
        &self,
        op: &'static str,
        b: &Self,
        solve: impl Fn(&B, View<'_, B::Buffer>, View<'_, B::Buffer>) -> Result<B::Buffer> + Send + Sync + 'static,
    ) -> Result<Self> {
        let dtype = self.dtype().promote(b.dtype());
        TypeClass::Field.check(op, dtype)?;
        let n = self.square_matrix(op)?;
        let vector = b.ndim() == 1;
        let columns = if vector { b.reshaped(&[b.len(), 1])? } else { b.clone() };
        let (rows, k) = columns.matrix_shape(op)?;
        if rows != n {
            return Err(Error::shape(op, self.shape(), b.shape()));
        }
        let stack = broadcast_shapes(op, &self.stack_shape(&[]), &columns.stack_shape(&[]))?;
        let with = |last: [usize; 2]| stack.iter().copied().chain(last).collect::<Dims>();
        let a = self.astype(dtype)?.broadcast(op, &with([n, n]))?;
        let rhs = columns.astype(dtype)?.broadcast(op, &with([n, k]))?;
        let mut shape = with([n, k]);
        if vector {
            shape.pop();
        }
        if a.is_empty() {
            return Self::full(self.xp(), Scalar::from_f64(dtype, 0.0), &shape);
        }
        Self::operation(op, &[&a, &rhs], dtype, &shape, move |xp, x| solve(xp, x[0], x[1]))?.evaluated()
    }

    #[doc = dyn_doc!(inv)]
    pub fn inv(&self) -> Result<Self> {
        const OP: &str = "inv";
        TypeClass::Field.check(OP, self.dtype())?;
        self.square_matrix(OP)?;
        if self.is_empty() {
            return Ok(self.clone());
        }
        Self::operation(OP, &[self], self.dtype(), self.shape(), |xp, x| xp.inv(x[0]))?.evaluated()
    }

    #[doc = dyn_doc!(pinv)]
    pub fn pinv(&self) -> Result<Self> {
        self.pinv_with(Cutoff::new())
    }

    #[doc = dyn_doc!(pinv_with)]
    pub fn pinv_with(&self, options: Cutoff) -> Result<Self> {
        const OP: &str = "pinv";
        TypeClass::Field.check(OP, self.dtype())?;
        let (m, n) = self.matrix_shape(OP)?;
        if self.is_empty() {
            return self.zeros_of(self.dtype(), &[n, m]);
        }
        let rcond = options.of((m, n), self.dtype());
        let (u, s, vt) = self.svd()?;
        let column = reciprocals(&s, rcond)?.astype(self.dtype())?.reshaped(&self.stack_shape(&[m.min(n), 1]))?;
        vt.adjoint()?.matmul(&column.binary(BinaryOp::Mul, OP, &u.adjoint()?)?)
    }

    #[doc = dyn_doc!(lstsq)]
    pub fn lstsq(&self, b: &Self) -> Result<Lstsq<Self>> {
        self.lstsq_with(b, Cutoff::new())
    }

    #[doc = dyn_doc!(lstsq_with)]
    pub fn lstsq_with(&self, b: &Self, options: Cutoff) -> Result<Lstsq<Self>> {
        const OP: &str = "lstsq";
        let dtype = self.dtype().promote(b.dtype());
        TypeClass::Field.check(OP, dtype)?;
        let (m, n) = self.matrix_shape(OP)?;
        let vector = b.ndim() == 1;
        let rhs = if vector { b.reshaped(&[b.len(), 1])? } else { b.clone() };
        if self.ndim() != 2 || rhs.ndim() != 2 || rhs.shape()[0] != m {
            return Err(Error::shape(OP, self.shape(), b.shape()));
        }
        let (a, rhs) = (self.astype(dtype)?, rhs.astype(dtype)?);
        let rcond = options.of((m, n), dtype);
        let k = rhs.shape()[1];
        let (u, singular_values, vt) = a.svd()?;
        let inverse = reciprocals(&singular_values, rcond)?;
        let counted = inverse.astype(DType::Bool)?.astype(DType::I64)?;
        let rank = Self::reduce(ReduceOp::Sum, 0, &[&counted], &[0], None)?.item()?.get::<i64>() as usize;
        let column = inverse.astype(dtype)?.reshaped(&[m.min(n), 1])?;
        let projected = u.adjoint()?.matmul(&rhs)?;
        let x = vt.adjoint()?.matmul(&column.binary(BinaryOp::Mul, OP, &projected)?)?;
        let residuals = if rank == n && m > n {
            let residual = rhs.binary(BinaryOp::Sub, OP, &a.matmul(&x)?)?;
            let magnitude = residual.unary(UnaryOp::Abs)?.unary(UnaryOp::Square)?;
            Self::reduce(ReduceOp::Sum, 0, &[&magnitude], &[0], None)?
        } else {
            Self::full(self.xp(), Scalar::from_f64(dtype.real(), 0.0), &[0])?
        };
        let x = if vector { x.reshaped(&[n])? } else { x.reshaped(&[n, k])? };
        Ok(Lstsq { x, residuals, rank, singular_values })
    }

    #[doc = dyn_doc!(matrix_power)]
    pub fn matrix_power(&self, n: i32) -> Result<Self> {
        const OP: &str = "matrix_power";
        if n < 0 {
            TypeClass::Field.check(OP, self.dtype())?;
        }
        let size = self.square_matrix(OP)?;
        let mut base = if n < 0 { self.inv()? } else { self.clone() };
        let mut left = n.unsigned_abs();
        let mut product: Option<Self> = None;
        while left > 0 {
            if left & 1 == 1 {
                product = Some(match product {
                    Some(product) => product.matmul(&base)?,
                    None => base.clone(),
                });
            }
            left >>= 1;
            if left > 0 {
                base = base.matmul(&base)?;
            }
        }
        if let Some(product) = product {
            return Ok(product);
        }
        let row = Self::iota(self.xp(), &[size])?;
        let equal = row.reshaped(&[size, 1])?.binary(BinaryOp::Eq, OP, &row)?;
        equal.astype(self.dtype())?.broadcast(OP, self.shape())
    }
}

/// `1 / s` along the last axis, 0 where `s` is not above `rcond` times the largest.
fn reciprocals<B: Backend>(s: &DynArray<B>, rcond: f64) -> Result<DynArray<B>> {
    if s.is_empty() {
        return Ok(s.clone());
    }
    let last = s.ndim() - 1;
    let mut kept: Dims = s.shape().into();
    kept[last] = 1;
    let largest = DynArray::reduce(ReduceOp::Max, 0, &[s], &[last], None)?.reshaped(&kept)?;
    let above = s.binary(BinaryOp::Gt, "pinv", &largest.with_number(BinaryOp::Mul, rcond)?)?;
    DynArray::selected(&above, &s.unary(UnaryOp::Reciprocal)?, &s.number(0.0)?)
}
