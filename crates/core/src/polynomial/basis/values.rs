//! Values at the elements of arrays, and roots.

use super::{Basis, Coefficient, Series, mapped};
use crate::array::{AnyArray, Array, Create, DynArray, Linspace};
use crate::backend::Backend;
use crate::dtype::{DType, Scalar};
use crate::error::Result;
use crate::ir::BinaryOp;
use num_complex::Complex;

const OP: &str = "Series";

impl<T: Coefficient> Series<T> {
    /// The values at the elements of an array, of the common type of these and the coefficients.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::{Basis, Series};
    /// let p = Series::new(Basis::Laguerre, [1.0, 2.0])?; // 1 + 2 (1 - x)
    /// assert_eq!(p.at(&xp.array([0.0, 1.0, 2.0])?)?.to_string(), "[ 3.  1. -1.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Unsupported`](crate::Error::Unsupported) for a backend without `f64`.
    #[doc(alias = "__call__")]
    pub fn at<B: Backend>(&self, x: &impl AnyArray<B>) -> Result<DynArray<B>> {
        let x = x.as_dyn();
        let dtype = x.dtype().promote(T::DTYPE);
        let x = moved(&x.astype(dtype)?, self.mapparms())?;
        let number = |value: T| DynArray::full(x.xp(), Scalar::new(value).astype(dtype), &[]);
        let (mut next, mut after): (Option<DynArray<B>>, Option<DynArray<B>>) = (None, None);
        for (k, &coefficient) in self.coefficients.iter().enumerate().rev() {
            let [a, b, _] = self.basis.recurrence(k);
            let [.., c] = self.basis.recurrence(k + 1);
            let mut sum = number(coefficient)?.broadcast(OP, x.shape())?;
            if let Some(next) = &next {
                let factor = moved(&x, (b, a))?;
                sum = factor.binary(BinaryOp::Mul, OP, next)?.binary(BinaryOp::Add, OP, &sum)?;
            }
            if let (Some(after), true) = (&after, c != 0.0) {
                sum = sum.binary(BinaryOp::Sub, OP, &after.with_number(BinaryOp::Mul, c)?)?;
            }
            (next, after) = (Some(sum), next);
        }
        next.map_or_else(|| DynArray::full(x.xp(), Scalar::from_f64(dtype, 0.0), x.shape()), Ok)
    }

    /// So many places of the domain, at equal distances, and the values there.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::{Basis, Series};
    /// let (x, y) = Series::new(Basis::Power, [0.0, 0.0, 1.0])?.linspace(&xp, 3)?;
    /// assert_eq!((x.to_string(), y.to_string()), ("[-1.  0.  1.]".into(), "[1. 0. 1.]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory).
    pub fn linspace<B: Backend>(&self, xp: &B, n: usize) -> Result<(DynArray<B>, DynArray<B>)> {
        let x = xp.linspace_of(DType::F64, self.domain[0], self.domain[1], n, Linspace::new())?;
        let y = self.at(&x)?;
        Ok((x, y))
    }

    /// The roots, by real, then imaginary part: eigenvalues of the matrix that multiplication by `x` is, modulo the polynomial.
    /// They are computed on the host.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::{Basis, Series};
    /// let p = Series::fromroots(Basis::Legendre, &[0.5, -0.25]);
    /// assert!(p.roots(&xp)?.real().allclose(&xp.array([-0.25, 0.5])?)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`eigvals`](Array::eigvals).
    pub fn roots<B: Backend>(&self, xp: &B) -> Result<Array<Complex<f64>, B>> {
        let series = self.trim(0.0).coefficients;
        let n = series.len() - 1;
        let mut matrix = vec![T::zero(); n * n];
        for k in 0..n {
            let [a, b, c] = self.basis.recurrence(k);
            let row = &mut matrix[k * n..][..n];
            row[k] -= T::from(b / a);
            if k > 0 {
                row[k - 1] += T::from(c / a);
            }
            if k + 1 < n {
                row[k + 1] += T::from(1.0 / a);
            } else {
                for (entry, &coefficient) in row.iter_mut().zip(&series) {
                    *entry -= coefficient / (series[n] * T::from(a));
                }
            }
        }
        if n == 0 {
            return xp.zeros::<Complex<f64>>(0);
        }
        let roots = xp.from_slice(&matrix, [n, n])?.into_dyn().eigvals()?;
        moved(&roots, mapped(self.window, self.domain))?.sort()?.typed()
    }
}

impl Basis {
    /// The basis' polynomials up to a degree at each element, along a new last axis: a pseudo-Vandermonde matrix.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::Basis;
    /// let x = xp.array([0.5, 2.0])?;
    /// assert_eq!(Basis::Chebyshev.vander(&x, 2)?.to_string(), "[[ 1.   0.5 -0.5]\n [ 1.   2.   7. ]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) for too many elements.
    #[doc(alias("chebvander", "legvander", "hermvander", "hermevander", "lagvander"))]
    pub fn vander<B: Backend>(self, x: &impl AnyArray<B>, degree: usize) -> Result<DynArray<B>> {
        let x = x.as_dyn();
        let x = x.astype(x.dtype().promote(DType::F32).quotient())?;
        let mut columns = vec![DynArray::full(x.xp(), Scalar::from_f64(x.dtype(), 1.0), x.shape())?];
        for k in 0..degree {
            let [a, b, c] = self.recurrence(k);
            let mut column = moved(&x, (b, a))?.binary(BinaryOp::Mul, OP, &columns[k])?;
            if c != 0.0 {
                column = column.binary(BinaryOp::Sub, OP, &columns[k - 1].with_number(BinaryOp::Mul, c)?)?;
            }
            columns.push(column);
        }
        let columns = columns.iter().map(|column| column.trailed_by(1)).collect::<Result<Vec<_>>>()?;
        DynArray::concatenate(OP, &columns.iter().collect::<Vec<_>>(), x.ndim())
    }
}

/// `offset + scale x`.
pub(super) fn moved<B: Backend>(x: &DynArray<B>, (offset, scale): (f64, f64)) -> Result<DynArray<B>> {
    let x = if scale == 1.0 { x.clone() } else { x.with_number(BinaryOp::Mul, scale)? };
    if offset == 0.0 { Ok(x) } else { x.with_number(BinaryOp::Add, offset) }
}
