//! Splines of two variables, fitted to values on a grid or at scattered points as FITPACK has them.

mod grid;
mod points;
mod surface;

pub use surface::BivariateSpline;

use crate::interpolate::breaks::vector;
use crate::interpolate::columns::Columns;
use crate::interpolate::cubic::finite;
use grid::{Grid, Side};
use points::Points;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

const OP: &str = "RectBivariateSpline";

/// A spline of two variables through values on a grid, or with as few knots as the sum of squared residuals needs to be `s`: SciPy's
/// `RectBivariateSpline`. Of few knots of many these may be others than FITPACK's, for the same sum.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::RectBivariateSpline;
/// let (x, y) = (xp.linspace(0.0, 1.0, 6)?, xp.linspace(0.0, 2.0, 5)?);
/// let z = x.expand_dims(1)?.square().multiply(&y)?; // x^2 y
/// let spline = RectBivariateSpline::new().fit(&x, &y, &z)?;
/// assert!(spline.evaluate(&xp.array([0.3, 0.5])?, &xp.array([1.3, 0.1])?)?.allclose(&xp.array([0.117, 0.025])?)?);
/// assert!((spline.integral([0.0, 1.0], [0.0, 2.0])? - 2.0 / 3.0).abs() < 1e-12);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RectBivariateSpline {
    degrees: [usize; 2],
    bbox: [[Option<f64>; 2]; 2],
    s: f64,
}

impl Default for RectBivariateSpline {
    fn default() -> Self {
        Self { degrees: [3; 2], bbox: [[None; 2]; 2], s: 0.0 }
    }
}

impl RectBivariateSpline {
    /// Cubic along both axes, through all values.
    pub fn new() -> Self {
        Self::default()
    }

    /// The degree along the first axis, 1 to 5.
    pub fn kx(self, kx: usize) -> Self {
        Self { degrees: [kx, self.degrees[1]], ..self }
    }

    /// The degree along the second axis, 1 to 5.
    pub fn ky(self, ky: usize) -> Self {
        Self { degrees: [self.degrees[0], ky], ..self }
    }

    /// The rectangle of the spline: the ends along the first axis, and along the second. `None`: the first or the last place of the grid.
    pub fn bbox(self, x: [Option<f64>; 2], y: [Option<f64>; 2]) -> Self {
        Self { bbox: [x, y], ..self }
    }

    /// The sum of squared residuals.
    pub fn s(self, s: f64) -> Self {
        Self { s, ..self }
    }

    /// The spline of values `[m, n]` at `m` places `x` and `n` places `y` that rise. It is computed on the host.
    ///
    /// # Errors
    /// [`Error::Value`] for places that do not rise, NaN or infinities, a degree that is 0, above 5 or not below the number of places, a
    /// negative `s`, and a rectangle that does not enclose the grid; [`Error::Shape`] for values of another shape; [`Error::DType`] for complex
    /// numbers.
    pub fn fit<B: Backend>(
        self,
        x: &impl AnyArray<B>,
        y: &impl AnyArray<B>,
        z: &impl AnyArray<B>,
    ) -> Result<BivariateSpline<B>> {
        let z = z.as_dyn();
        TypeClass::RealElement.check(OP, z.dtype())?;
        if !(self.s >= 0.0 && self.s.is_finite()) {
            return Err(Error::value(OP, format!("the sum {} of squares", self.s)));
        }
        let sides = [
            Side::new(OP, x.as_dyn(), self.degrees[0], self.bbox[0])?,
            Side::new(OP, y.as_dyn(), self.degrees[1], self.bbox[1])?,
        ];
        let shape = [sides[0].x.len(), sides[1].x.len()];
        if z.shape() != shape {
            return Err(Error::shape(OP, &shape, z.shape()));
        }
        let (_, rows) = Columns::of(OP, z, 0)?;
        finite(OP, &rows)?;
        let grid = Grid { op: OP, sides, z: rows.to_vec()? };
        let (t, c, residual) = if self.s == 0.0 { grid.interpolated()? } else { grid.smoothed(self.s)? };
        BivariateSpline::from_host(OP, z.xp(), &t, &c, self.degrees, residual)
    }
}

/// A spline of two variables near scattered points: of given knots, the nearest one, SciPy's `LSQBivariateSpline`; or of as few knots as the
/// sum of squared weighted residuals needs to be `s`, its `SmoothBivariateSpline`. Where points leave coefficients open, it is smooth there.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::ScatteredBivariateSpline;
/// let x = xp.array([0.0, 1.0, 2.0, 0.0, 1.0, 2.0, 0.0, 1.0, 2.0])?;
/// let y = xp.array([0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 3.0, 3.0, 3.0])?;
/// let spline = ScatteredBivariateSpline::new().kx(2).ky(1).fit(&x, &y, &x.square().multiply(&y)?)?;
/// assert!(spline.evaluate(&xp.array([1.5])?, &xp.array([2.0])?)?.allclose(4.5)?);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ScatteredBivariateSpline<B: Backend> {
    degrees: [usize; 2],
    bbox: [[Option<f64>; 2]; 2],
    w: Option<DynArray<B>>,
    s: Option<f64>,
}

impl<B: Backend> Default for ScatteredBivariateSpline<B> {
    fn default() -> Self {
        Self { degrees: [3; 2], bbox: [[None; 2]; 2], w: None, s: None }
    }
}

impl<B: Backend> ScatteredBivariateSpline<B> {
    /// Cubic along both axes, of points with equal weights, `s` being their number.
    pub fn new() -> Self {
        Self::default()
    }

    /// The degree along the first axis, 1 to 5.
    pub fn kx(self, kx: usize) -> Self {
        Self { degrees: [kx, self.degrees[1]], ..self }
    }

    /// The degree along the second axis, 1 to 5.
    pub fn ky(self, ky: usize) -> Self {
        Self { degrees: [self.degrees[0], ky], ..self }
    }

    /// The rectangle of the spline: the ends along the first axis, and along the second. `None`: the least or the greatest place.
    pub fn bbox(self, x: [Option<f64>; 2], y: [Option<f64>; 2]) -> Self {
        Self { bbox: [x, y], ..self }
    }

    /// The weights of the residuals, one for each point.
    pub fn w(self, w: &impl AnyArray<B>) -> Self {
        Self { w: Some(w.as_dyn().clone()), ..self }
    }

    /// The sum of squared weighted residuals; `None`: the number of points.
    pub fn s(self, s: impl Into<Option<f64>>) -> Self {
        Self { s: s.into(), ..self }
    }

    /// The smoothing spline of values `z` at places `x` and `y`, vectors. It is computed on the host. Of few knots of many these may be others
    /// than FITPACK's, for the same sum.
    ///
    /// # Errors
    /// [`Error::Value`] for NaN or infinities, another number of places than of values, fewer than the product of both degrees plus 1, a degree
    /// that is 0 or above 5, a negative `s`, negative weights, and a rectangle that does not enclose the points; [`Error::Singular`] if they do not
    /// tell a polynomial; [`Error::DType`] for complex numbers.
    pub fn fit(self, x: &impl AnyArray<B>, y: &impl AnyArray<B>, z: &impl AnyArray<B>) -> Result<BivariateSpline<B>> {
        const OP: &str = "SmoothBivariateSpline";
        let points = self.points(OP, [x.as_dyn(), y.as_dyn(), z.as_dyn()])?;
        let s = self.s.unwrap_or(points.z.len() as f64);
        if !(s >= 0.0 && s.is_finite()) {
            return Err(Error::value(OP, format!("the sum {s} of squares")));
        }
        let (t, c, residual) = points.smoothed(s)?;
        BivariateSpline::from_host(OP, z.as_dyn().xp(), &t, &c, self.degrees, residual)
    }

    /// The spline of least squares with knots `tx` and `ty` inside of the rectangle.
    ///
    /// # Errors
    /// Those of [`fit`](Self::fit); [`Error::Value`] for knots that do not rise inside of the rectangle.
    pub fn least_squares(
        self,
        x: &impl AnyArray<B>,
        y: &impl AnyArray<B>,
        z: &impl AnyArray<B>,
        [tx, ty]: [&DynArray<B>; 2],
    ) -> Result<BivariateSpline<B>> {
        const OP: &str = "LSQBivariateSpline";
        let points = self.points(OP, [x.as_dyn(), y.as_dyn(), z.as_dyn()])?;
        let (t, c, residual) = points.least_squares([vector(OP, tx)?.1, vector(OP, ty)?.1])?;
        BivariateSpline::from_host(OP, z.as_dyn().xp(), &t, &c, self.degrees, residual)
    }

    fn points(&self, op: &'static str, all: [&DynArray<B>; 3]) -> Result<Points> {
        all.iter().try_for_each(|x| TypeClass::RealElement.check(op, x.dtype()))?;
        Points::new(op, all, self.w.as_ref(), self.degrees, self.bbox)
    }
}
