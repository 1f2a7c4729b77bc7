//! Least squares fits.

use crate::array::elementwise::dyn_doc;
use crate::array::{Array, DynArray, Quotient, check_vector};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::element::{Number, Results};
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, ReduceOp, UnaryOp};
use crate::linalg::{Cutoff, Lstsq};
use crate::promote::Promote;

/// Options of [`Array::polyfit_with`] and its like.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::polynomial::Polyfit;
/// let (x, y) = (xp.array([0.0, 1.0, 2.0])?, xp.array([1.0, 3.0, 100.0])?);
/// let weights = xp.array([1.0, 1.0, 0.0])?;
/// let line = x.polyfit_with(&y, 1, Polyfit::new().w(&weights))?;
/// assert!(line.allclose(&xp.array([2.0, 1.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Debug)]
pub struct Polyfit<'a, A> {
    w: Option<&'a A>,
    rcond: Option<f64>,
}

impl<A> Default for Polyfit<'_, A> {
    fn default() -> Self {
        Self { w: None, rcond: None }
    }
}

impl<'a, A> Polyfit<'a, A> {
    /// The defaults: every point has the weight 1.
    pub fn new() -> Self {
        Self::default()
    }

    /// What the residual of each point is multiplied by, before it is squared.
    pub fn w(self, w: &'a A) -> Self {
        Self { w: Some(w), ..self }
    }

    /// The part of the largest singular value below which others count as zero: by default the number of points times the machine
    /// epsilon.
    pub fn rcond(self, rcond: f64) -> Self {
        Self { rcond: Some(rcond), ..self }
    }
}

/// A system whose columns have the length 1.
pub(super) struct Scaled<B: Backend> {
    matrix: DynArray<B>,
    rhs: DynArray<B>,
    /// The lengths that the columns had.
    scale: DynArray<B>,
}

impl<B: Backend> Scaled<B> {
    /// The system of a matrix of functions at points, and their values, each row times its weight.
    pub fn new(
        op: &'static str,
        mut matrix: DynArray<B>,
        mut rhs: DynArray<B>,
        w: Option<&DynArray<B>>,
    ) -> Result<Self> {
        if let Some(w) = w {
            if w.shape() != &matrix.shape()[..1] {
                return Err(Error::shape(op, &matrix.shape()[..1], w.shape()));
            }
            let w = w.astype(matrix.dtype())?;
            matrix = matrix.binary(BinaryOp::Mul, op, &w.trailed_by(1)?)?;
            rhs = rhs.binary(BinaryOp::Mul, op, &w.trailed_by(rhs.ndim() - 1)?)?;
        }
        let squares = matrix.squared_magnitude()?;
        let scale = DynArray::reduce(ReduceOp::Sum, 0, &[&squares], &[0], None)?
            .unary(UnaryOp::Sqrt)?
            .astype(matrix.dtype())?;
        Ok(Self { matrix: matrix.binary(BinaryOp::Div, op, &scale)?, rhs, scale })
    }
}

impl<B: Backend> DynArray<B> {
    /// The system that a fit solves.
    fn fitted(&self, op: &'static str, y: &Self, degree: usize, w: Option<&Self>) -> Result<Scaled<B>> {
        let dtype = self.dtype().promote(y.dtype()).quotient();
        check_vector(op, self)?;
        if self.is_empty() || !(1..=2).contains(&y.ndim()) || y.shape()[0] != self.len() {
            return Err(Error::shape(op, self.shape(), y.shape()));
        }
        let powers = self.astype(dtype)?.widened()?.powers(op, degree.saturating_add(1))?;
        TypeClass::Field.check(op, powers.dtype())?;
        Scaled::new(op, powers.flip(1)?, y.astype(powers.dtype())?, w)
    }

    #[doc = dyn_doc!(polyfit)]
    pub fn polyfit(&self, y: &Self, degree: usize) -> Result<Self> {
        self.polyfit_with(y, degree, Polyfit::new())
    }

    #[doc = dyn_doc!(polyfit_with)]
    pub fn polyfit_with(&self, y: &Self, degree: usize, options: Polyfit<'_, Self>) -> Result<Self> {
        Ok(self.polyfit_full(y, degree, options)?.x)
    }

    #[doc = dyn_doc!(polyfit_full)]
    pub fn polyfit_full(&self, y: &Self, degree: usize, options: Polyfit<'_, Self>) -> Result<Lstsq<Self>> {
        let Polyfit { w, rcond } = options;
        let dtype = self.dtype().promote(y.dtype()).quotient();
        let system = self.fitted("polyfit", y, degree, w)?;
        self.solved_fit(&system, rcond, dtype)
    }

    pub(super) fn solved_fit(
        &self,
        system: &Scaled<B>,
        rcond: Option<f64>,
        dtype: crate::dtype::DType,
    ) -> Result<Lstsq<Self>> {
        const OP: &str = "polyfit";
        let Scaled { matrix, rhs, scale } = system;
        let epsilon =
            if matrix.dtype().real() == crate::dtype::DType::F32 { f32::EPSILON.into() } else { f64::EPSILON };
        let cutoff = Cutoff::new().rcond(rcond.unwrap_or(self.len() as f64 * epsilon));
        let fit = matrix.lstsq_with(rhs, cutoff)?;
        let x = fit.x.binary(BinaryOp::Div, OP, &scale.trailed_by(rhs.ndim() - 1)?)?;
        let real = |x: Self| x.astype(dtype.real());
        Ok(Lstsq {
            x: x.astype(dtype)?,
            residuals: real(fit.residuals)?,
            rank: fit.rank,
            singular_values: real(fit.singular_values)?,
        })
    }

    #[doc = dyn_doc!(polyfit_cov)]
    pub fn polyfit_cov(&self, y: &Self, degree: usize, options: Polyfit<'_, Self>) -> Result<(Self, Self)> {
        const OP: &str = "polyfit";
        let Polyfit { w, rcond } = options;
        let dtype = self.dtype().promote(y.dtype()).quotient();
        let system = self.fitted(OP, y, degree, w)?;
        let fit = self.solved_fit(&system, rcond, dtype)?;
        let (points, unknowns) = (self.len(), degree.saturating_add(1));
        if points <= unknowns || fit.rank < unknowns {
            let message = format!("{points} points do not tell how certain {unknowns} coefficients are");
            return Err(Error::value(OP, message));
        }
        let Scaled { matrix, scale, .. } = system;
        let inverse = matrix.adjoint()?.matmul(&matrix)?.inv()?;
        let base = inverse.binary(BinaryOp::Div, OP, &scale.outer(&scale)?)?.trailed_by(y.ndim() - 1)?;
        let residuals = if y.ndim() == 1 { fit.residuals.reshaped(&[])? } else { fit.residuals };
        let variance = residuals.with_number(BinaryOp::Div, (points - unknowns) as f64)?;
        Ok((fit.x, base.binary(BinaryOp::Mul, OP, &variance.astype(base.dtype())?)?.astype(dtype)?))
    }
}

/// The real type of a fit.
type Real<T, U> = <Quotient<T, U> as Results>::Real;

impl<T: Number, B: Backend> Array<T, B> {
    /// The coefficients, the highest power first, of the polynomial of a degree that is next to the points (element, element of `y`):
    /// for which the sum of the squares of residuals is least. Several columns of `y` give several columns.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([0.0, 1.0, 2.0, 3.0])?, xp.array([1.0, 2.0, 5.0, 10.0])?);
    /// assert!(x.polyfit(&y, 2)?.allclose(&xp.array([1.0, 0.0, 1.0])?)?); // x^2 + 1
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the array is not a vector, or holds NaN or infinity; [`Error::Shape`] unless there is an element or row of
    /// `y` for each of its elements, and one at least.
    pub fn polyfit<U: Number>(&self, y: &Array<U, B>, degree: usize) -> Result<Array<Quotient<T, U>, B>>
    where
        T: Promote<U>,
    {
        self.array.polyfit(y.as_dyn(), degree).map(Array::from_dyn)
    }

    /// [`polyfit`](Array::polyfit) of points that have weights, or with another cutoff of singular values.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::Polyfit;
    /// let (x, y) = (xp.array([0.0, 1.0, 2.0])?, xp.array([1.0, 3.0, 5.0])?);
    /// assert!(x.polyfit_with(&y, 1, Polyfit::new().rcond(1e-9))?.allclose(&xp.array([2.0, 1.0])?)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`polyfit`](Array::polyfit); [`Error::Shape`] unless there is a weight for each point.
    pub fn polyfit_with<U: Number>(
        &self,
        y: &Array<U, B>,
        degree: usize,
        options: Polyfit<'_, Array<Quotient<T, U>, B>>,
    ) -> Result<Array<Quotient<T, U>, B>>
    where
        T: Promote<U>,
    {
        Ok(self.polyfit_full(y, degree, options)?.x)
    }

    /// [`polyfit_with`](Array::polyfit_with), and what the system of equations was: NumPy's `full=True`. Its columns were scaled to
    /// length 1.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::Polyfit;
    /// let (x, y) = (xp.array([0.0, 1.0, 2.0])?, xp.array([0.0, 3.0, 0.0])?);
    /// let fit = x.polyfit_full(&y, 1, Polyfit::new())?;
    /// assert_eq!((fit.rank, fit.residuals.round(9).to_string()), (2, "[6.]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`polyfit_with`](Array::polyfit_with).
    #[allow(clippy::type_complexity)]
    pub fn polyfit_full<U: Number>(
        &self,
        y: &Array<U, B>,
        degree: usize,
        options: Polyfit<'_, Array<Quotient<T, U>, B>>,
    ) -> Result<Lstsq<Array<Quotient<T, U>, B>, Array<Real<T, U>, B>>>
    where
        T: Promote<U>,
    {
        let options = Polyfit { w: options.w.map(Array::as_dyn), rcond: options.rcond };
        let Lstsq { x, residuals, rank, singular_values } = self.array.polyfit_full(y.as_dyn(), degree, options)?;
        let (residuals, singular_values) = (Array::from_dyn(residuals), Array::from_dyn(singular_values));
        Ok(Lstsq { x: Array::from_dyn(x), residuals, rank, singular_values })
    }

    /// [`polyfit_with`](Array::polyfit_with), and the covariances of the coefficients, as the residuals tell: NumPy's `cov=True`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::Polyfit;
    /// let (x, y) = (xp.array([0.0, 1.0, 2.0])?, xp.array([0.0, 3.0, 0.0])?);
    /// let (line, covariance) = x.polyfit_cov(&y, 1, Polyfit::new())?;
    /// assert_eq!(covariance.round(9).to_string(), "[[ 3. -3.]\n [-3.  5.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`polyfit_with`](Array::polyfit_with); [`Error::Value`] for no more points than coefficients.
    #[allow(clippy::type_complexity)]
    pub fn polyfit_cov<U: Number>(
        &self,
        y: &Array<U, B>,
        degree: usize,
        options: Polyfit<'_, Array<Quotient<T, U>, B>>,
    ) -> Result<(Array<Quotient<T, U>, B>, Array<Quotient<T, U>, B>)>
    where
        T: Promote<U>,
    {
        let options = Polyfit { w: options.w.map(Array::as_dyn), rcond: options.rcond };
        let (fit, covariance) = self.array.polyfit_cov(y.as_dyn(), degree, options)?;
        Ok((Array::from_dyn(fit), Array::from_dyn(covariance)))
    }
}
