//! Covariance and correlation.

use super::{Array, DynArray};
use crate::backend::Backend;
use crate::dtype::DType;
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
#[derive(Clone, Copy, Debug)]
pub struct Covariance {
    rowvar: bool,
    ddof: f64,
}

impl Default for Covariance {
    fn default() -> Self {
        Self { rowvar: true, ddof: 1.0 }
    }
}

impl Covariance {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether variables are the rows, not the columns.
    pub fn rowvar(self, rowvar: bool) -> Self {
        Self { rowvar, ..self }
    }

    /// What is subtracted from the number of observations in the divisor: 1 by default.
    pub fn ddof(self, ddof: impl Into<f64>) -> Self {
        Self { ddof: ddof.into(), ..self }
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

    /// [`Array::cov_with`].
    ///
    /// # Errors
    /// Those of [`Array::cov_with`].
    pub fn cov_with(&self, options: Covariance) -> Result<Self> {
        let Covariance { rowvar, ddof } = options;
        self.covariance("cov", rowvar, ddof)?.squeezed()
    }

    /// [`Array::corrcoef`].
    ///
    /// # Errors
    /// Those of [`Array::corrcoef`].
    pub fn corrcoef(&self) -> Result<Self> {
        self.corrcoef_with(Covariance::new())
    }

    /// [`Array::corrcoef_with`].
    ///
    /// # Errors
    /// Those of [`Array::corrcoef_with`].
    pub fn corrcoef_with(&self, options: Covariance) -> Result<Self> {
        let rowvar = options.rowvar;
        const OP: &str = "corrcoef";
        let covariance = self.covariance(OP, rowvar, 1.0)?;
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

    /// The covariance matrix, contiguous.
    fn covariance(&self, op: &'static str, rowvar: bool, ddof: f64) -> Result<Self> {
        let x = self.astype(self.dtype().promote(DType::F64))?;
        let x = match self.ndim() {
            0 | 1 => x.reshaped(&[1, self.len()])?,
            2 if rowvar => x,
            2 => x.with_layout(x.layout().transpose())?,
            _ => return Err(Error::value(op, "expects at most two dimensions")),
        };
        let [variables, observations] = *x.shape() else {
            return Err(Error::value(op, "expects at most two dimensions"));
        };
        checked_len(&[variables, variables])?;
        let mean = x.reduce_axes(op, ReduceOp::Sum, 0, &super::keepdims(1))?;
        let mean = mean.with_number(BinaryOp::Div, observations as f64)?;
        let centred = x.binary(BinaryOp::Sub, op, &mean)?;
        centred.eval()?;
        let conjugate = if x.dtype().is_complex() { centred.unary(UnaryOp::Conj)? } else { centred.clone() };
        let conjugate = conjugate.with_layout(conjugate.layout().transpose())?;
        let shape = [variables, variables];
        let product = Self::operation(op, &[&centred, &conjugate], x.dtype(), &shape, |xp, x| xp.matmul(x[0], x[1]))?;
        product.with_number(BinaryOp::Div, (observations as f64 - ddof).max(0.0))?.contiguous()
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

    /// [`cov`](Array::cov) of variables in columns, or with another divisor, `n - ddof`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[0.0, 2.0], [1.0, 1.0], [2.0, 0.0]])?;
    /// assert_eq!(x.cov_with(Covariance::new().rowvar(false))?.to_string(), "[[ 1. -1.]\n [-1.  1.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`cov`](Array::cov).
    pub fn cov_with(&self, options: Covariance) -> Result<Array<CovarianceOf<T>, B>>
    where
        T: Promote<f64>,
    {
        self.array.cov_with(options).map(Array::from_dyn)
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

    /// [`corrcoef`](Array::corrcoef) of variables in columns; `ddof` has no influence.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[0.0, 2.0], [1.0, 1.0], [2.0, 0.0]])?;
    /// assert_eq!(x.corrcoef_with(Covariance::new().rowvar(false))?.to_string(), "[[ 1. -1.]\n [-1.  1.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`corrcoef`](Array::corrcoef).
    pub fn corrcoef_with(&self, options: Covariance) -> Result<Array<CovarianceOf<T>, B>>
    where
        T: Promote<f64>,
    {
        self.array.corrcoef_with(options).map(Array::from_dyn)
    }
}
