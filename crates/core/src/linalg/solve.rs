//! Linear systems, inverses and determinants.

use super::products::raw_matmul;
use crate::array::Array;
use crate::array::DynArray;
use crate::backend::Backend;
use crate::dtype::{DType, Scalar};
use crate::element::{Element, Field};
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, ReduceOp, UnaryOp};
use crate::layout::{Dims, broadcast_shapes};

/// A least-squares solution.
pub struct Lstsq<T: Field, B: Backend> {
    /// The solution of least norm.
    pub x: Array<T, B>,
    /// The sums of squared residuals, one for each right-hand side; empty if the rank is below n or m <= n.
    pub residuals: Array<T::Real, B>,
    /// The effective rank.
    pub rank: usize,
    /// The singular values.
    pub singular_values: Array<T::Real, B>,
}

/// The machine epsilon of a type's real part.
pub(super) fn epsilon(dtype: DType) -> f64 {
    match dtype {
        DType::F32 | DType::C32 => f32::EPSILON as f64,
        _ => f64::EPSILON,
    }
}

/// The sign and the logarithm of the magnitude of the product of diagonals, the last axis, times signs.
fn sign_and_log<B: Backend>(diagonal: &DynArray<B>, signs: &DynArray<B>) -> Result<(DynArray<B>, DynArray<B>)> {
    let factors = diagonal.unary(UnaryOp::Sign)?.binary(BinaryOp::Mul, "slogdet", signs)?;
    let last = [factors.shape().len() - 1];
    let sign = DynArray::reduce(ReduceOp::Prod, 0, &[&factors], &last, None)?;
    let logs = diagonal.unary(UnaryOp::Abs)?.unary(UnaryOp::Log)?;
    Ok((sign, DynArray::reduce(ReduceOp::Sum, 0, &[&logs], &last, None)?))
}

impl<T: Field, B: Backend> Array<T, B> {
    /// `x` with `A x = b` for square `A` and a vector or a matrix of right-hand sides; stacks broadcast. By LU
    /// factorisation with partial pivoting.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array(&[2.0, 0.0, 0.0, 4.0], [2, 2])?;
    /// assert_eq!(a.solve(&xp.array(&[1.0, 2.0], 2)?)?.to_string(), "[0.5 0.5]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Singular`] if a pivot is zero; [`Error::Shape`] if the shapes do not match; [`Error::Value`] if `A` is not
    /// square.
    pub fn solve(&self, b: &Self) -> Result<Self> {
        self.solve_with("solve", b, |xp, a, b| xp.solve(a, b))
    }

    /// `x` with `T x = b` for the lower or upper triangle `T` of a square matrix.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let t = xp.array(&[2.0, 0.0, 1.0, 4.0], [2, 2])?;
    /// assert_eq!(t.solve_triangular(&xp.array(&[2.0, 5.0], 2)?, true, false)?.to_string(), "[1. 1.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Singular`] if the diagonal has a zero; [`Error::Shape`] if the shapes do not match; [`Error::Value`] if
    /// `T` is not square.
    pub fn solve_triangular(&self, b: &Self, lower: bool, unit_diagonal: bool) -> Result<Self> {
        self.solve_with("solve_triangular", b, |xp, a, b| xp.solve_triangular(a, b, lower, unit_diagonal))
    }

    fn solve_with(
        &self,
        op: &'static str,
        b: &Self,
        solve: impl Fn(&B, crate::backend::View<'_, B::Buffer>, crate::backend::View<'_, B::Buffer>) -> Result<B::Buffer>,
    ) -> Result<Self> {
        let n = self.array.square_matrix(op)?;
        let vector = b.ndim() == 1;
        let columns = if vector { b.array.reshaped(&[b.len(), 1])? } else { b.array.clone() };
        let (rows, k) = columns.matrix_shape(op)?;
        if rows != n {
            return Err(Error::shape(op, self.shape(), b.shape()));
        }
        let stack = |x: &DynArray<B>| Dims::from_slice(&x.shape()[..x.shape().len() - 2]);
        let stack = broadcast_shapes(op, &stack(&self.array), &stack(&columns))?;
        let with = |last: [usize; 2]| stack.iter().copied().chain(last).collect::<Dims>();
        let (a, rhs) = (self.array.broadcast(op, &with([n, n]))?, columns.broadcast(op, &with([n, k]))?);
        let mut shape = with([n, k]);
        if vector {
            shape.pop();
        }
        if a.len() == 0 {
            return Ok(Self::from_dyn(DynArray::full(self.xp(), Scalar::new(T::default()), &shape)?));
        }
        let buffer = solve(self.xp(), a.computed()?.view()?, rhs.computed_for(op, self.xp())?.view()?)?;
        Ok(Self::from_dyn(DynArray::from_buffer(self.xp(), T::DTYPE, &shape, buffer)))
    }

    /// The inverse, from the LU factorisation.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array(&[2.0, 1.0, 1.0, 1.0], [2, 2])?;
    /// assert_eq!(a.inv()?.to_string(), "[[ 1. -1.]\n [-1.  2.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Singular`] if there is none; [`Error::Value`] if the matrix is not square.
    pub fn inv(&self) -> Result<Self> {
        self.array.square_matrix("inv")?;
        if self.is_empty() {
            return Ok(self.clone());
        }
        let buffer = self.xp().inv(self.array.computed()?.view()?)?;
        Ok(Self::from_dyn(DynArray::from_buffer(self.xp(), T::DTYPE, self.shape(), buffer)))
    }

    /// The diagonal of U, and the sign of the row exchanges.
    fn lu_diagonal(&self, op: &'static str) -> Result<(DynArray<B>, DynArray<B>)> {
        let n = self.array.square_matrix(op)?;
        let (factors, pivots) = self.lu_factor()?;
        let row = DynArray::iota(self.xp(), &[n])?;
        let moved = pivots.array.binary(BinaryOp::Ne, op, &row)?;
        let constant = |x: i8| DynArray::full(self.xp(), Scalar::new(x.cast::<T>()), &[]);
        let signs = DynArray::selected(&moved, &constant(-1)?, &constant(1)?)?;
        Ok((factors.array.matrix_diagonal()?, signs))
    }

    /// The determinant, from the LU factorisation: 0 for a singular matrix.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array(&[2.0, 1.0, 0.0, 4.0], [2, 2])?;
    /// assert_eq!(a.det()?.item()?, 8.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the matrix is not square.
    pub fn det(&self) -> Result<Self> {
        let (diagonal, signs) = self.lu_diagonal("det")?;
        let factors = diagonal.binary(BinaryOp::Mul, "det", &signs)?;
        let last = [factors.shape().len() - 1];
        let product = DynArray::reduce(ReduceOp::Prod, 0, &[&factors], &last, None)?;
        // A product that overflows or vanishes on the way is computed from the logarithms.
        let (sign, log) = sign_and_log(&diagonal, &signs)?;
        let by_logs = log.unary(UnaryOp::Exp)?.astype(T::DTYPE)?.binary(BinaryOp::Mul, "det", &sign)?;
        let zero = DynArray::full(product.xp(), Scalar::new(T::default()), &[])?;
        let whole = product.binary(BinaryOp::Ne, "det", &zero)?;
        let fits = product.unary(UnaryOp::IsFinite)?.binary(BinaryOp::And, "det", &whole)?;
        Ok(Self::from_dyn(DynArray::selected(&fits, &product, &by_logs)?))
    }

    /// The sign (a complex number of modulus 1, or 0) and the logarithm of the magnitude of the determinant.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (sign, logarithm) = xp.array(&[0.0, 1.0, 1.0, 0.0], [2, 2])?.slogdet()?;
    /// assert_eq!((sign.item()?, logarithm.item()?), (-1.0, 0.0));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the matrix is not square.
    pub fn slogdet(&self) -> Result<(Self, Array<T::Real, B>)> {
        let (diagonal, signs) = self.lu_diagonal("slogdet")?;
        let (sign, log) = sign_and_log(&diagonal, &signs)?;
        DynArray::eval_all(&[&sign, &log])?;
        Ok((Self::from_dyn(sign), Array::from_dyn(log)))
    }

    /// The Moore-Penrose inverse, from the singular value decomposition. Singular values below `rcond` times the
    /// largest count as zero; by default `max(m, n)` times the machine epsilon (NumPy's default of 1e-15 is below
    /// `f32`'s).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array(&[1.0, 0.0, 0.0, 2.0, 0.0, 0.0], [3, 2])?;
    /// let expected = xp.array(&[1.0, 0.0, 0.0, 0.0, 0.5, 0.0], [2, 3])?;
    /// assert!(a.pinv(None)?.allclose(&expected, 1e-12, 1e-12, false)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the matrix holds NaN or infinity, or for fewer than two dimensions.
    pub fn pinv(&self, rcond: Option<f64>) -> Result<Self> {
        let (m, n) = self.array.matrix_shape("pinv")?;
        if self.is_empty() {
            let shape = self.array.stack_shape(&[n, m]);
            return crate::array::Create::zeros(self.xp(), &shape[..]);
        }
        let rcond = rcond.unwrap_or(m.max(n) as f64 * epsilon(T::DTYPE));
        let (u, s, vt) = self.svd()?;
        let inverse = reciprocals(&s.array, rcond)?.astype(T::DTYPE)?;
        let k = m.min(n);
        let column = inverse.reshaped(&self.array.stack_shape(&[k, 1]))?;
        let scaled = column.binary(BinaryOp::Mul, "pinv", &u.adjoint()?.array)?;
        Ok(Self::from_dyn(raw_matmul(&vt.adjoint()?.array, &scaled)?))
    }

    /// The least-squares solution of `A x = b` for a matrix `A` `[m, n]` and `b` `[m]` or `[m, k]`, from the singular
    /// value decomposition. Singular values below `rcond` times the largest count as zero; by default `max(m, n)`
    /// times the machine epsilon.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array(&[0.0, 1.0, 1.0, 1.0, 2.0, 1.0], [3, 2])?; // y = 2 x - 1
    /// let fit = a.lstsq(&xp.array(&[-1.0, 1.0, 3.0], 3)?, None)?;
    /// assert!(fit.x.allclose(&xp.array(&[2.0, -1.0], 2)?, 1e-12, 0.0, false)? && fit.rank == 2);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the shapes do not match; [`Error::Value`] if the matrix holds NaN or infinity.
    pub fn lstsq(&self, b: &Self, rcond: Option<f64>) -> Result<Lstsq<T, B>> {
        let (m, n) = self.array.matrix_shape("lstsq")?;
        let vector = b.ndim() == 1;
        let rhs = if vector { b.array.reshaped(&[b.len(), 1])? } else { b.array.clone() };
        if self.ndim() != 2 || rhs.shape().len() != 2 || rhs.shape()[0] != m {
            return Err(Error::shape("lstsq", self.shape(), b.shape()));
        }
        let rcond = rcond.unwrap_or(m.max(n) as f64 * epsilon(T::DTYPE));
        let k = rhs.shape()[1];
        let (u, s, vt) = self.svd()?;
        let inverse = reciprocals(&s.array, rcond)?;
        let rank = Array::<bool, B>::from_dyn(inverse.astype(DType::Bool)?).count_nonzero(..)?.item()? as usize;
        let column = inverse.astype(T::DTYPE)?.reshaped(&[m.min(n), 1])?;
        let projected = raw_matmul(&u.adjoint()?.array, &rhs)?;
        let x = raw_matmul(&vt.adjoint()?.array, &column.binary(BinaryOp::Mul, "lstsq", &projected)?)?;
        let residuals = if rank == n && m > n {
            let residual = Self::from_dyn(rhs.binary(BinaryOp::Sub, "lstsq", &raw_matmul(&self.array, &x)?)?);
            let magnitude = residual.array.unary(UnaryOp::Abs)?.unary(UnaryOp::Square)?;
            DynArray::reduce(ReduceOp::Sum, 0, &[&magnitude], &[0], None)?
        } else {
            DynArray::full(self.xp(), Scalar::new(T::Real::default()), &[0])?
        };
        let x = if vector { x.reshaped(&[n])? } else { x.reshaped(&[n, k])? };
        Ok(Lstsq { x: Self::from_dyn(x), residuals: Array::from_dyn(residuals), rank, singular_values: s })
    }

    /// The matrix multiplied by itself `n` times, by repeated squaring; for negative `n`, its inverse.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array(&[1.0, 1.0, 0.0, 1.0], [2, 2])?;
    /// assert_eq!(a.matrix_power(3)?.to_string(), "[[1. 3.]\n [0. 1.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the matrix is not square; [`Error::Singular`] if an inverse is needed and there is none.
    pub fn matrix_power(&self, n: i32) -> Result<Self> {
        let size = self.array.square_matrix("matrix_power")?;
        let mut base = if n < 0 { self.inv()?.array } else { self.array.clone() };
        let mut left = n.unsigned_abs();
        let mut product: Option<DynArray<B>> = None;
        while left > 0 {
            if left & 1 == 1 {
                product = Some(match product {
                    Some(product) => raw_matmul(&product, &base)?,
                    None => base.clone(),
                });
            }
            left >>= 1;
            if left > 0 {
                base = raw_matmul(&base, &base)?;
            }
        }
        match product {
            Some(product) => Ok(Self::from_dyn(product)),
            None => {
                let row = DynArray::iota(self.xp(), &[size])?;
                let equal = row.reshaped(&[size, 1])?.binary(BinaryOp::Eq, "matrix_power", &row)?;
                Ok(Self::from_dyn(equal.astype(T::DTYPE)?.broadcast("matrix_power", self.shape())?))
            }
        }
    }
}

/// `1 / s` along the last axis, 0 where `s` is not above `rcond` times the largest.
fn reciprocals<B: Backend>(s: &DynArray<B>, rcond: f64) -> Result<DynArray<B>> {
    let scalar = |x: f64| crate::dispatch_dtype!(s.dtype(), T => Scalar::new(x.cast::<T>()));
    let last = s.shape().len() - 1;
    let zero = DynArray::full(s.xp(), scalar(0.0), &[])?;
    if s.len() == 0 {
        return Ok(s.clone());
    }
    let mut kept: Dims = s.shape().into();
    kept[last] = 1;
    let largest = DynArray::reduce(ReduceOp::Max, 0, &[s], &[last], None)?.reshaped(&kept)?;
    let cutoff = largest.binary_scalar(BinaryOp::Mul, scalar(rcond), false)?;
    let above = s.binary(BinaryOp::Gt, "pinv", &cutoff)?;
    DynArray::selected(&above, &s.unary(UnaryOp::Reciprocal)?, &zero)
}
