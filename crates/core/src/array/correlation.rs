//! Covariance and correlation.

use super::bincount::Weights;
use super::{Array, DynArray};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::{DType, Scalar};
use crate::element::Element;
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, ReduceOp, UnaryOp};
use crate::layout::checked_len;
use crate::promote::Promote;

/// The type of a covariance: at least `f64`.
type CovarianceOf<T> = <T as Promote<f64>>::Output;

/// Options of [`Array::cov_with`], [`Array::corrcoef_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([[0.0, 2.0], [1.0, 1.0], [2.0, 0.0]])?;
/// assert_eq!(x.cov_with(Covariance::new().rowvar(false))?.to_string(), "[[ 1. -1.]\n [-1.  1.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Debug)]
pub struct Covariance<'a, A, F = (), W = ()> {
    y: Option<&'a A>,
    rowvar: bool,
    ddof: f64,
    fweights: F,
    aweights: W,
}

impl<A> Default for Covariance<'_, A> {
    fn default() -> Self {
        Self { y: None, rowvar: true, ddof: 1.0, fweights: (), aweights: () }
    }
}

impl<A> Covariance<'_, A> {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }
}

impl<'a, A, F, W> Covariance<'a, A, F, W> {
    /// More variables, with the same observations.
    pub fn y(self, y: &'a A) -> Self {
        Self { y: Some(y), ..self }
    }

    /// Whether variables are the rows, not the columns.
    pub fn rowvar(self, rowvar: bool) -> Self {
        Self { rowvar, ..self }
    }

    /// What is subtracted from the number of observations in the divisor: 1 by default.
    pub fn ddof(self, ddof: impl Into<f64>) -> Self {
        Self { ddof: ddof.into(), ..self }
    }

    /// How often each observation counts: a vector of integers.
    pub fn fweights<V>(self, fweights: V) -> Covariance<'a, A, V, W> {
        let Self { y, rowvar, ddof, aweights, .. } = self;
        Covariance { y, rowvar, ddof, fweights, aweights }
    }

    /// How much each observation weighs: a vector.
    pub fn aweights<V>(self, aweights: V) -> Covariance<'a, A, F, V> {
        let Self { y, rowvar, ddof, fweights, .. } = self;
        Covariance { y, rowvar, ddof, fweights, aweights }
    }
}

impl<'a, T: Element, B: Backend, F, W> Covariance<'a, Array<T, B>, F, W> {
    fn into_dyn(self) -> Covariance<'a, DynArray<B>, F, W> {
        let Self { y, rowvar, ddof, fweights, aweights } = self;
        Covariance { y: y.map(Array::as_dyn), rowvar, ddof, fweights, aweights }
    }
}

impl<B: Backend> DynArray<B> {
    /// [`Array::cov`].
    ///
    /// # Errors
    /// Those of [`Array::cov`].
    pub fn cov(&self) -> Result<Self> {
        self.cov_with(Covariance::new())
    }

    /// [`Array::cov_with`]. The types of both arrays are promoted.
    ///
    /// # Errors
    /// Those of [`Array::cov_with`].
    pub fn cov_with<F: Weights<B>, W: Weights<B>>(&self, options: Covariance<'_, Self, F, W>) -> Result<Self> {
        self.covariance("cov", options)?.squeezed()
    }

    /// [`Array::corrcoef`].
    ///
    /// # Errors
    /// Those of [`Array::corrcoef`].
    pub fn corrcoef(&self) -> Result<Self> {
        self.corrcoef_with(Covariance::new())
    }

    /// [`Array::corrcoef_with`]. The types of both arrays are promoted.
    ///
    /// # Errors
    /// Those of [`Array::corrcoef_with`].
    pub fn corrcoef_with<F: Weights<B>, W: Weights<B>>(&self, options: Covariance<'_, Self, F, W>) -> Result<Self> {
        const OP: &str = "corrcoef";
        let covariance = self.covariance(OP, Covariance { ddof: 1.0, ..options })?;
        let n = covariance.shape()[0];
        let deviation =
            covariance.with_layout(covariance.layout().diagonal(0, 1)?)?.unary(UnaryOp::Real)?.unary(UnaryOp::Sqrt)?;
        let deviation = deviation.astype(covariance.dtype())?;
        let columns = deviation.reshaped(&[n, 1])?;
        let r = covariance.binary(BinaryOp::Div, OP, &columns)?.binary(BinaryOp::Div, OP, &deviation)?;
        // Rounding must not make a correlation larger than 1.
        let clip = |x: &Self| x.with_number(BinaryOp::Max, -1.0)?.with_number(BinaryOp::Min, 1.0);
        let r = match r.dtype().is_complex() {
            true => Self::complex(&clip(&r.unary(UnaryOp::Real)?)?, &clip(&r.unary(UnaryOp::Imag)?)?)?,
            false => clip(&r)?,
        };
        r.squeezed()
    }

    /// The variables as rows of a matrix.
    fn variables(&self, op: &'static str, dtype: DType, rowvar: bool) -> Result<Self> {
        let x = self.astype(dtype)?;
        match self.ndim() {
            0 | 1 => x.reshaped(&[1, self.len()]),
            2 if rowvar => Ok(x),
            2 => x.with_layout(x.layout().transpose()),
            _ => Err(Error::value(op, "expects at most two dimensions")),
        }
    }

    /// Weights of `n` observations, none of them negative.
    fn observation_weights(&self, op: &'static str, n: usize) -> Result<Self> {
        if self.shape() != [n] {
            return Err(Error::shape(op, self.shape(), &[n]));
        }
        TypeClass::RealElement.check(op, self.dtype())?;
        let weights = self.astype(DType::F64)?;
        let negative = weights.with_number(BinaryOp::Lt, 0.0)?;
        if Self::reduce(ReduceOp::Any, 0, &[&negative], &[0], None)?.item()?.get() {
            return Err(Error::value(op, "a weight is negative"));
        }
        Ok(weights)
    }

    /// The covariance matrix, contiguous.
    fn covariance<F: Weights<B>, W: Weights<B>>(
        &self,
        op: &'static str,
        options: Covariance<'_, Self, F, W>,
    ) -> Result<Self> {
        let Covariance { y, rowvar, ddof, fweights, aweights } = options;
        let dtype = y.map_or(self.dtype(), |y| self.dtype().promote(y.dtype())).promote(DType::F64);
        let mut x = self.variables(op, dtype, rowvar)?;
        if let Some(y) = y {
            x = Self::concatenate(op, &[&x, &y.variables(op, dtype, rowvar)?], 0)?;
        }
        let [variables, observations] = *x.shape() else {
            return Err(Error::value(op, "expects at most two dimensions"));
        };
        checked_len(&[variables, variables])?;
        if let Some(weights) = fweights.array() {
            TypeClass::Bits.check(op, weights.dtype())?;
        }
        let weights = |array: Option<&Self>| array.map(|w| w.observation_weights(op, observations)).transpose();
        let (frequencies, importance) = (weights(fweights.array())?, weights(aweights.array())?);
        let weights = match (&frequencies, &importance) {
            (Some(f), Some(a)) => Some(f.binary(BinaryOp::Mul, op, a)?),
            (f, a) => f.as_ref().or(a.as_ref()).cloned(),
        };
        let total = |x: &Self| Self::reduce(ReduceOp::Sum, 0, &[x], &[0], None);
        let weighted = |x: &Self| match &weights {
            Some(weights) => x.binary(BinaryOp::Mul, op, &weights.astype(dtype)?),
            None => Ok(x.clone()),
        };
        let sum = weighted(&x)?.reduce_axes(op, ReduceOp::Sum, 0, &super::keepdims(1))?;
        let count = match &weights {
            Some(weights) => total(weights)?,
            None => Self::full(x.xp(), Scalar::new(observations as f64), &[])?,
        };
        let centred = x.binary(BinaryOp::Sub, op, &sum.binary(BinaryOp::Div, op, &count.astype(dtype)?)?)?;
        centred.eval()?;
        let conjugate = centred.unary(UnaryOp::Conj)?;
        let conjugate = conjugate.with_layout(conjugate.layout().transpose())?;
        let shape = [variables, variables];
        let product =
            Self::operation(op, &[&weighted(&centred)?, &conjugate], dtype, &shape, |xp, x| xp.matmul(x[0], x[1]))?;
        // Of observations that do not count the same, the mean takes more degrees of freedom.
        let taken = match (&weights, &importance) {
            (Some(weights), Some(importance)) => {
                let squares = total(&weights.binary(BinaryOp::Mul, op, importance)?)?;
                squares.binary(BinaryOp::Div, op, &count)?.with_number(BinaryOp::Mul, ddof)?
            }
            _ => count.number(ddof)?,
        };
        let divisor = count.binary(BinaryOp::Sub, op, &taken)?.with_number(BinaryOp::Max, 0.0)?;
        product.binary(BinaryOp::Div, op, &divisor.astype(dtype)?)?.contiguous()
    }

    /// The matrix; of one variable it has no dimensions.
    fn squeezed(self) -> Result<Self> {
        if self.len() == 1 { self.reshaped(&[]) } else { Ok(self) }
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The covariance matrix of variables: the rows of a matrix. Its elements are
    /// `sum((x - mean(x)) conj(y - mean(y))) / (n - 1)` over the `n` observations. One
    /// variable, or a vector, gives no dimensions. The type is at least `f64`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[0.0, 1.0, 2.0], [2.0, 1.0, 0.0]])?;
    /// assert_eq!(x.cov()?.to_string(), "[[ 1. -1.]\n [-1.  1.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for more than two dimensions.
    pub fn cov(&self) -> Result<Array<CovarianceOf<T>, B>>
    where
        T: Promote<f64>,
    {
        self.array.cov().map(Array::from_dyn)
    }

    /// [`cov`](Array::cov) of variables in columns, of those of two arrays, of observations that have weights, or with
    /// another divisor, `n - ddof`.
    ///
    /// Of weights `w = fweights aweights`, the divisor is `sum(w) - ddof sum(w aweights) / sum(w)`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[0.0, 2.0], [1.0, 1.0], [2.0, 0.0]])?;
    /// assert_eq!(x.cov_with(Covariance::new().rowvar(false))?.to_string(), "[[ 1. -1.]\n [-1.  1.]]");
    /// let (y, times) = (xp.array([1.0, 2.0, 4.0])?, xp.array([2, 1, 1])?);
    /// assert_eq!(y.cov_with(Covariance::new().fweights(&times))?.item()?, 2.0); // of 1, 1, 2, 4
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`cov`](Array::cov); [`Error::Shape`] if the numbers of observations differ, [`Error::DType`] for frequencies
    /// that are not integers, [`Error::Value`] for negative weights (these are read).
    pub fn cov_with<F: Weights<B>, W: Weights<B>>(
        &self,
        options: Covariance<'_, Self, F, W>,
    ) -> Result<Array<CovarianceOf<T>, B>>
    where
        T: Promote<f64>,
    {
        self.array.cov_with(options.into_dyn()).map(Array::from_dyn)
    }

    /// The correlation coefficients, `cov(x, y) / sqrt(cov(x, x) cov(y, y))`, of variables: the rows of a
    /// matrix. One variable, or a vector, gives no dimensions. The type is at least `f64`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[0.0, 1.0, 2.0], [4.0, 2.0, 0.0]])?;
    /// assert_eq!(x.corrcoef()?.to_string(), "[[ 1. -1.]\n [-1.  1.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for more than two dimensions.
    pub fn corrcoef(&self) -> Result<Array<CovarianceOf<T>, B>>
    where
        T: Promote<f64>,
    {
        self.array.corrcoef().map(Array::from_dyn)
    }

    /// [`corrcoef`](Array::corrcoef) of variables in columns, of those of two arrays, or of observations that have weights;
    /// `ddof` has no influence.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[0.0, 2.0], [1.0, 1.0], [2.0, 0.0]])?;
    /// assert_eq!(x.corrcoef_with(Covariance::new().rowvar(false))?.to_string(), "[[ 1. -1.]\n [-1.  1.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`cov_with`](Array::cov_with).
    pub fn corrcoef_with<F: Weights<B>, W: Weights<B>>(
        &self,
        options: Covariance<'_, Self, F, W>,
    ) -> Result<Array<CovarianceOf<T>, B>>
    where
        T: Promote<f64>,
    {
        self.array.corrcoef_with(options.into_dyn()).map(Array::from_dyn)
    }
}
