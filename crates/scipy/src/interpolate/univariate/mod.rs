//! Smoothing splines as FITPACK has them.

mod curve;
mod data;
mod fitted;

pub use fitted::{FittedSpline, Outside};

use super::breaks::vector;
use super::bspline::BSpline;
use data::{Common, Data};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// The setters that they have in common.
macro_rules! common {
    ($Kind:ident) => {
        impl<B: Backend> Default for $Kind<B> {
            fn default() -> Self {
                Self::new()
            }
        }

        impl<B: Backend> $Kind<B> {
            /// The degree, 1 to 5.
            pub fn k(mut self, k: usize) -> Self {
                self.common.k = k;
                self
            }

            /// The weights of the residuals, one for each abscissa.
            pub fn w(mut self, w: &impl AnyArray<B>) -> Self {
                self.common.w = Some(w.as_dyn().clone());
                self
            }

            /// The interval of the spline; `None`: from the first or to the last abscissa.
            pub fn bbox(mut self, first: impl Into<Option<f64>>, last: impl Into<Option<f64>>) -> Self {
                self.common.bbox = [first.into(), last.into()];
                self
            }

            /// What is outside of the interval.
            pub fn ext(mut self, ext: Outside) -> Self {
                self.common.ext = ext;
                self
            }
        }
    };
}

/// Ordinates are a vector.
fn one_row<B: Backend>(op: &'static str, x: &DynArray<B>, y: &DynArray<B>) -> Result<()> {
    match y.ndim() {
        1 => Ok(()),
        _ => Err(Error::shape(op, x.shape(), y.shape())),
    }
}

/// A spline with as few knots as its sum of squared weighted residuals needs to be `s`: SciPy's `UnivariateSpline`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::UnivariateSpline;
/// let x = xp.linspace(0.0, 1.0, 20)?;
/// let spline = UnivariateSpline::new().s(1e-3).fit(&x, &x.multiply(6.0)?.sin())?;
/// assert!((spline.residual() - 1e-3).abs() < 1e-6 && spline.knots()?.len() < 8);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct UnivariateSpline<B: Backend> {
    common: Common<B>,
    s: Option<f64>,
    nest: Option<usize>,
}

common!(UnivariateSpline);

impl<B: Backend> UnivariateSpline<B> {
    /// Cubic, with equal weights, `s` being their number; the first and the last piece go on.
    pub fn new() -> Self {
        Self { common: Common::default(), s: None, nest: None }
    }

    /// The sum of squared weighted residuals; `None`: the number of points.
    pub fn s(self, s: impl Into<Option<f64>>) -> Self {
        Self { s: s.into(), ..self }
    }

    /// For how many knots, those at the ends with them, there is room at first; where they do not suffice the search goes on with fewer at
    /// once. `None`: half the number of points, as SciPy's `UnivariateSpline` has it; its `splrep` has room for all.
    pub fn nest(self, nest: impl Into<Option<usize>>) -> Self {
        Self { nest: nest.into(), ..self }
    }

    /// The spline of points. Where the search for the smoothness ends without the sum, it is the last one.
    ///
    /// # Errors
    /// [`Error::Value`] for abscissae that fall, or repeat where `s` is 0, NaN or infinities, a degree above 5 or not below the number of
    /// points, a negative `s`, negative weights, and an interval that does not enclose the abscissae; [`Error::Shape`] unless ordinates and
    /// weights are vectors of their number; [`Error::DType`] for complex numbers; [`Error::Singular`] if too few points have a weight.
    pub fn fit(self, x: &impl AnyArray<B>, y: &impl AnyArray<B>) -> Result<FittedSpline<B>> {
        const OP: &str = "UnivariateSpline";
        one_row(OP, x.as_dyn(), y.as_dyn())?;
        let (data, t, c) = self.parts(OP, x.as_dyn(), y.as_dyn())?;
        data.fitted(OP, &t, &c)
    }

    /// The curve of points `[n, d]` at `n` parameters `u`, of one set of knots, with the sum of squared weighted distances: SciPy's `splprep`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::interpolate::UnivariateSpline;
    /// let u = xp.linspace(0.0, 3.0, 30)?;
    /// let points = xp.stack(&[&u.cos(), &u.sin()], 1)?;
    /// let (curve, residual) = UnivariateSpline::new().s(1e-3).fit_curve(&u, &points)?;
    /// assert!((residual - 1e-3).abs() < 1e-6 && curve.evaluate(&u)?.shape() == [30, 2]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`fit`](Self::fit).
    pub fn fit_curve(self, u: &impl AnyArray<B>, points: &impl AnyArray<B>) -> Result<(BSpline<B>, f64)> {
        const OP: &str = "splprep";
        let (data, t, c) = self.parts(OP, u.as_dyn(), points.as_dyn())?;
        data.spline(OP, &t, &c)
    }

    /// The points, and the knots and coefficients of their spline.
    fn parts(self, op: &'static str, x: &DynArray<B>, y: &DynArray<B>) -> Result<(Data<B>, Vec<f64>, Vec<f64>)> {
        let (s, nest) = (self.s, self.nest);
        if s.is_some_and(|s| !(s >= 0.0 && s.is_finite())) {
            return Err(Error::value(op, format!("the sum {s:?} of squares")));
        }
        let data = Data::new(op, x, y, self.common, s != Some(0.0))?;
        let s = s.unwrap_or(data.x.len() as f64);
        let (t, c) = if s == 0.0 {
            let t = data.interpolating_knots()?;
            let c = data.coefficients(op, &t)?;
            (t, c)
        } else {
            curve::smoothed(op, &data, s, nest)?
        };
        Ok((data, t, c))
    }
}

/// A spline through points: SciPy's `InterpolatedUnivariateSpline`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::InterpolatedUnivariateSpline;
/// let x = xp.array([0.0, 1.0, 2.0, 3.0, 4.0])?;
/// let spline = InterpolatedUnivariateSpline::new().k(2).fit(&x, &x.square())?;
/// assert!(spline.evaluate(&xp.array([1.5])?)?.allclose(2.25)?);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct InterpolatedUnivariateSpline<B: Backend> {
    common: Common<B>,
}

common!(InterpolatedUnivariateSpline);

impl<B: Backend> InterpolatedUnivariateSpline<B> {
    /// Cubic; the first and the last piece go on.
    pub fn new() -> Self {
        Self { common: Common::default() }
    }

    /// The spline through points, whose weights do not count.
    ///
    /// # Errors
    /// Those of [`UnivariateSpline::fit`].
    pub fn fit(self, x: &impl AnyArray<B>, y: &impl AnyArray<B>) -> Result<FittedSpline<B>> {
        const OP: &str = "InterpolatedUnivariateSpline";
        one_row(OP, x.as_dyn(), y.as_dyn())?;
        let data = Data::new(OP, x.as_dyn(), y.as_dyn(), Common { w: None, ..self.common }, false)?;
        data.least_squares(OP, &data.interpolating_knots()?)
    }
}

/// A spline of least squares with given knots: SciPy's `LSQUnivariateSpline`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::LSQUnivariateSpline;
/// let x = xp.array([0.0, 1.0, 2.0, 3.0, 4.0])?;
/// let y = xp.array([0.0, 1.0, 2.0, 1.0, 0.0])?;
/// let spline = LSQUnivariateSpline::new().k(1).fit(&x, &y, &xp.array([2.0])?)?;
/// assert!(spline.evaluate(&xp.array([1.5, 3.5])?)?.allclose(&xp.array([1.5, 0.5])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct LSQUnivariateSpline<B: Backend> {
    common: Common<B>,
}

common!(LSQUnivariateSpline);

impl<B: Backend> LSQUnivariateSpline<B> {
    /// Cubic, with equal weights; the first and the last piece go on.
    pub fn new() -> Self {
        Self { common: Common::default() }
    }

    /// The spline of points with the knots `t` inside of the interval.
    ///
    /// # Errors
    /// Those of [`UnivariateSpline::fit`]; [`Error::Value`] for knots that do not rise inside of the interval; [`Error::Singular`] where they
    /// have too few points between them.
    pub fn fit(self, x: &impl AnyArray<B>, y: &impl AnyArray<B>, t: &impl AnyArray<B>) -> Result<FittedSpline<B>> {
        const OP: &str = "LSQUnivariateSpline";
        one_row(OP, x.as_dyn(), y.as_dyn())?;
        let data = Data::new(OP, x.as_dyn(), y.as_dyn(), self.common, true)?;
        let (_, inner) = vector(OP, t.as_dyn())?;
        let all = [&data.ends[..1], &inner, &data.ends[1..]].concat();
        if all.windows(2).any(|pair| pair[0] >= pair[1]) {
            return Err(Error::value(OP, "the knots must rise inside of the interval"));
        }
        data.least_squares(OP, &data.all_knots(&inner))
    }
}
