//! Splines of two variables, fitted to values on a grid as FITPACK has them.

mod grid;
mod surface;

pub use surface::BivariateSpline;

use crate::interpolate::columns::Columns;
use crate::interpolate::cubic::finite;
use grid::{Grid, Side};
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
