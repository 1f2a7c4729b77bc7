//! What a fit gives.

use crate::interpolate::bspline::BSpline;
use crate::interpolate::columns::Columns;
use crate::interpolate::grid::NdBSpline;
use crate::interpolate::options::{Evaluate, Extrapolate};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Join, Result, TypeClass};

const OP: &str = "BivariateSpline";

/// A spline of [`RectBivariateSpline`](super::RectBivariateSpline). Outside of its rectangle it is as at the nearest place of that.
#[derive(Clone, Debug)]
pub struct BivariateSpline<B: Backend> {
    spline: NdBSpline<B>,
    residual: f64,
}

impl<B: Backend> BivariateSpline<B> {
    /// Of knots along both axes, coefficients `[n, m]` and degrees, with a residual of 0.
    ///
    /// # Errors
    /// Those of [`NdBSpline::new`]; [`Error::Shape`] for coefficients of other axes.
    pub fn new(tx: &impl AnyArray<B>, ty: &impl AnyArray<B>, c: &impl AnyArray<B>, k: [usize; 2]) -> Result<Self> {
        let &[_, _] = c.as_dyn().shape() else {
            return Err(Error::shape(OP, c.as_dyn().shape(), &[c.as_dyn().len(), 1]));
        };
        TypeClass::RealElement.check(OP, c.as_dyn().dtype())?;
        Ok(Self { spline: NdBSpline::new(&[tx.as_dyn(), ty.as_dyn()], c, &k)?, residual: 0.0 })
    }

    pub(super) fn from_host(
        op: &'static str,
        xp: &B,
        t: &[Vec<f64>; 2],
        c: &[f64],
        k: [usize; 2],
        residual: f64,
    ) -> Result<Self> {
        let columns = Columns { trailing: vec![t[1].len() - k[1] - 1], complex: false, axis: 0 };
        let spline = BSpline::from_host(op, xp, &t[0], c, columns, k[0])?;
        let second = xp.array(&t[1][..])?;
        Ok(Self { spline: NdBSpline::new(&[spline.t(), &second], &spline.c()?, &k)?, residual })
    }

    /// The knots along the first and along the second axis.
    pub fn knots(&self) -> Vec<&Array<f64, B>> {
        self.spline.t()
    }

    /// The coefficients, `[n, m]`.
    pub fn coeffs(&self) -> &DynArray<B> {
        self.spline.c()
    }

    /// The degrees.
    pub fn degrees(&self) -> Vec<usize> {
        self.spline.k()
    }

    /// The sum of squared residuals; of derivatives NaN.
    pub fn residual(&self) -> f64 {
        self.residual
    }

    /// Places along an axis within the rectangle.
    fn inside(&self, axis: usize, x: &DynArray<B>) -> Result<DynArray<B>> {
        TypeClass::RealElement.check(OP, x.dtype())?;
        let (t, k) = (self.spline.t()[axis], self.spline.k()[axis] as isize);
        let ends = [t.slice(s![k])?, t.slice(s![-k - 1])?];
        x.astype(DType::F64)?.maximum(&ends[0])?.minimum(&ends[1])
    }

    /// The spline along an axis, of what `c` has there first.
    fn along(&self, axis: usize, c: &DynArray<B>) -> Result<BSpline<B>> {
        BSpline::new(self.spline.t()[axis], c, self.spline.k()[axis])
    }

    /// The values at places `(x, y)`, of the shape that both broadcast to.
    ///
    /// # Errors
    /// [`Error::Shape`] if they do not broadcast; [`Error::DType`] for complex places.
    pub fn evaluate(&self, x: &impl AnyArray<B>, y: &impl AnyArray<B>) -> Result<DynArray<B>> {
        self.evaluate_with(x, y, [0; 2])
    }

    /// The derivative of an order along each axis at places `(x, y)`.
    ///
    /// # Errors
    /// Those of [`evaluate`](Self::evaluate).
    pub fn evaluate_with(&self, x: &impl AnyArray<B>, y: &impl AnyArray<B>, nu: [usize; 2]) -> Result<DynArray<B>> {
        let places = [self.inside(0, x.as_dyn())?, self.inside(1, y.as_dyn())?];
        let shape = places[0].add(&places[1])?.shape().to_vec();
        let flat = |x: &DynArray<B>| x.broadcast_to(&shape[..])?.reshape([shape.iter().product::<usize>()]);
        let rows = [flat(&places[0])?, flat(&places[1])?];
        let rows = rows[0].xp().stack(&[&rows[0], &rows[1]], 1)?;
        self.spline.evaluate_with(&rows, &nu)?.reshape(shape)
    }

    /// The values on the grid of vectors `x` and `y`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::interpolate::RectBivariateSpline;
    /// let x = xp.array([0.0, 1.0, 2.0])?;
    /// let spline = RectBivariateSpline::new().kx(1).ky(1).fit(&x, &x, &x.expand_dims(1)?.multiply(&x)?)?;
    /// let values = spline.evaluate_grid(&xp.array([0.5, 2.0])?, &xp.array([1.0, 1.5])?)?;
    /// assert!(values.allclose(&xp.array([[0.5, 0.75], [2.0, 3.0]])?)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::DType`] for complex places.
    pub fn evaluate_grid(&self, x: &impl AnyArray<B>, y: &impl AnyArray<B>) -> Result<DynArray<B>> {
        self.evaluate_grid_with(x, y, [0; 2])
    }

    /// The derivative of an order along each axis on the grid of vectors `x` and `y`.
    ///
    /// # Errors
    /// Those of [`evaluate_grid`](Self::evaluate_grid).
    pub fn evaluate_grid_with(
        &self,
        x: &impl AnyArray<B>,
        y: &impl AnyArray<B>,
        nu: [usize; 2],
    ) -> Result<DynArray<B>> {
        let [x, y] = [self.inside(0, &x.as_dyn().reshape([-1])?)?, self.inside(1, &y.as_dyn().reshape([-1])?)?];
        let options = |nu| Evaluate::new().nu(nu).extrapolate(Extrapolate::Yes);
        let rows = self.along(0, self.coeffs())?.evaluate_with(&x, options(nu[0]))?;
        self.along(1, &rows.matrix_transpose()?)?.evaluate_with(&y, options(nu[1]))?.matrix_transpose()
    }

    /// The integral over a rectangle, from the first to the second end along each axis; outside of the spline's there is nothing.
    ///
    /// # Errors
    /// [`Error::Value`] unless all ends are finite.
    pub fn integral(&self, x: [f64; 2], y: [f64; 2]) -> Result<f64> {
        let inside = || Evaluate::new().extrapolate(Extrapolate::No);
        let columns = self.along(0, self.coeffs())?.integrate_with(x[0], x[1], inside())?;
        Ok(self.along(1, &columns)?.integrate_with(y[0], y[1], inside())?.item()?.get())
    }

    /// The derivative of an order along each axis, a spline of lower degrees.
    ///
    /// # Errors
    /// [`Error::Value`] for an order above the degree.
    pub fn partial_derivative(&self, nu: [usize; 2]) -> Result<Self> {
        let first = self.along(0, self.coeffs())?.derivative(nu[0])?;
        let second = self.along(1, &first.c()?.matrix_transpose()?)?.derivative(nu[1])?;
        let (c, k) = (second.c()?.matrix_transpose()?, [first.k(), second.k()]);
        Ok(Self { spline: NdBSpline::new(&[first.t(), second.t()], &c, &k)?, residual: f64::NAN })
    }
}
