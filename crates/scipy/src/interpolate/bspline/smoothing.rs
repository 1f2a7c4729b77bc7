//! Natural cubic splines between smooth and close.

use super::{BSpline, InterpSpline, make_interp_spline_with};
use crate::interpolate::breaks::vector;
use crate::interpolate::cubic::{BoundaryCondition, Points};
use crate::interpolate::minimum::minimum;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, IntoAxis, Result, TypeClass};

const OP: &str = "make_smoothing_spline";

/// Options of [`make_smoothing_spline_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::{SmoothingSpline, make_smoothing_spline_with};
/// let x = xp.array([0.0, 1.0, 2.0, 3.0, 4.0])?;
/// let y = xp.array([0.0, 1.0, 0.0, 1.0, 0.0])?;
/// // So smooth that it is the line of least squares.
/// let line = make_smoothing_spline_with(&x, &y, SmoothingSpline::new().lam(1e9))?;
/// assert!(line.evaluate(&x)?.allclose(0.4)?);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct SmoothingSpline<B: Backend> {
    w: Option<DynArray<B>>,
    lam: Option<f64>,
    axis: isize,
}

impl<B: Backend> Default for SmoothingSpline<B> {
    fn default() -> Self {
        Self { w: None, lam: None, axis: 0 }
    }
}

impl<B: Backend> SmoothingSpline<B> {
    /// With equal weights, as smooth as generalised cross-validation says, along the first axis.
    pub fn new() -> Self {
        Self::default()
    }

    /// The weights of the squared residuals, one for each abscissa, above 0.
    pub fn w(self, w: &impl AnyArray<B>) -> Self {
        Self { w: Some(w.as_dyn().clone()), ..self }
    }

    /// The weight of the integral of the second derivative's square.
    pub fn lam(self, lam: impl Into<Option<f64>>) -> Self {
        Self { lam: lam.into(), ..self }
    }

    /// The axis of the ordinates.
    pub fn axis(self, axis: impl IntoAxis) -> Self {
        Self { axis: axis.into_axis(), ..self }
    }
}

/// The natural cubic spline that generalised cross-validation chooses: [`make_smoothing_spline_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::make_smoothing_spline;
/// let x = xp.linspace(0.0, 1.0, 9)?;
/// let spline = make_smoothing_spline(&x, &x.multiply(2.0)?)?; // a line is as smooth as can be
/// assert!(spline.evaluate(&xp.array([0.3])?)?.allclose(0.6)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`make_smoothing_spline_with`].
pub fn make_smoothing_spline<B: Backend>(x: &impl AnyArray<B>, y: &impl AnyArray<B>) -> Result<BSpline<B>> {
    make_smoothing_spline_with(x, y, SmoothingSpline::new())
}

/// The function `f` with the least `sum(w (y - f(x))^2) + lam integral(f''^2)`, which is a natural cubic spline with knots at the abscissae:
/// SciPy's `make_smoothing_spline`. Without `lam` each column's is the one between 0 and the number of abscissae of the least generalised
/// cross-validation.
/// Computed on the host.
///
/// # Errors
/// [`Error::Value`] for abscissae that do not rise, fewer than 5 of them, NaN or infinities, weights that are not above 0, and a negative `lam`;
/// [`Error::Shape`] for another number of ordinates or weights; [`Error::DType`] for complex numbers; [`Error::Axis`] if the axis is not there.
pub fn make_smoothing_spline_with<B: Backend>(
    x: &impl AnyArray<B>,
    y: &impl AnyArray<B>,
    options: SmoothingSpline<B>,
) -> Result<BSpline<B>> {
    let SmoothingSpline { w, lam, axis } = options;
    TypeClass::RealElement.check(OP, y.as_dyn().dtype())?;
    let points = Points::new(OP, x.as_dyn(), y.as_dyn(), axis)?;
    let (x, n, count) = (&points.breaks.host, points.breaks.host.len(), points.columns.count());
    if n < 5 {
        return Err(Error::value(OP, format!("{n} abscissae, fewer than 5")));
    }
    let w = match &w {
        None => vec![1.0; n],
        Some(w) if w.len() == n => vector(OP, w)?.1,
        Some(w) => return Err(Error::shape(OP, &[n], w.shape())),
    };
    if w.iter().any(|&w| w <= 0.0) || lam.is_some_and(|lam| !(lam >= 0.0 && lam.is_finite())) {
        return Err(Error::value(OP, format!("weights must be above 0 and lam not below: {lam:?}")));
    }
    let y = points.y.to_vec()?;
    let system = System::new(x, &w);
    let mut smooth = vec![0.0; y.len()];
    for j in 0..count {
        let column: Vec<f64> = (0..n).map(|i| y[i * count + j]).collect();
        let lam = match lam {
            Some(lam) => lam,
            None => minimum(&|lam| system.cross_validation(&column, lam), 0.0, n as f64),
        };
        let away = system.solve(&column, lam).0;
        (0..n).for_each(|i| smooth[i * count + j] = column[i] - away[i]);
    }
    let smooth = points.y.xp().from_slice(&smooth, points.y.shape())?;
    let options = InterpSpline::new().bc_type(BoundaryCondition::Natural);
    let spline = make_interp_spline_with(&points.breaks.x, &smooth, options)?;
    Ok(BSpline { columns: points.columns, ..spline })
}

/// The equations `(R + lam Q' W^-1 Q) g = Q' y` of the second derivatives `g` at the abscissae inside, where the spline is `y - lam W^-1 Q g`
/// (Reinsch, Smoothing by spline functions, 1967).
struct System {
    /// 1 over the weights.
    variances: Vec<f64>,
    /// The three entries of each column of `Q`.
    q: Vec<[f64; 3]>,
    /// The diagonal of `R` and of `Q' W^-1 Q`, and two above it.
    r: Vec<[f64; 3]>,
    m: Vec<[f64; 3]>,
}

impl System {
    fn new(x: &[f64], w: &[f64]) -> Self {
        let h: Vec<f64> = x.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let variances: Vec<f64> = w.iter().map(|w| 1.0 / w).collect();
        let q: Vec<[f64; 3]> = h.windows(2).map(|h| [1.0 / h[0], -(1.0 / h[0] + 1.0 / h[1]), 1.0 / h[1]]).collect();
        let r = h.windows(2).map(|h| [(h[0] + h[1]) / 3.0, h[1] / 6.0, 0.0]).collect();
        let product = |j: usize, d: usize| match q.get(j + d) {
            Some(other) => (d..3).map(|i| q[j][i] * variances[j + i] * other[i - d]).sum(),
            None => 0.0,
        };
        let m = (0..q.len()).map(|j| [product(j, 0), product(j, 1), product(j, 2)]).collect();
        Self { variances, q, r, m }
    }

    /// The factors `L D L'` of the matrix: of each column the diagonal of `D`, and two entries of `L`.
    fn factors(&self, lam: f64) -> Vec<[f64; 3]> {
        let n = self.q.len();
        let mut factors: Vec<[f64; 3]> =
            (0..n).map(|i| std::array::from_fn(|d| self.r[i][d] + lam * self.m[i][d])).collect();
        for i in 0..n {
            let [pivot, a, b] = factors[i];
            let (l1, l2) = (a / pivot, b / pivot);
            if i + 1 < n {
                factors[i + 1][0] -= l1 * a;
                factors[i + 1][1] -= l1 * b;
            }
            if i + 2 < n {
                factors[i + 2][0] -= l2 * b;
            }
            factors[i] = [pivot, l1, l2];
        }
        factors
    }

    /// What the spline takes away from the ordinates, and the factors.
    fn solve(&self, y: &[f64], lam: f64) -> (Vec<f64>, Vec<[f64; 3]>) {
        let (n, factors) = (self.q.len(), self.factors(lam));
        let mut g: Vec<f64> = self.q.iter().enumerate().map(|(j, q)| (0..3).map(|i| q[i] * y[j + i]).sum()).collect();
        for i in 0..n {
            for d in 1..3.min(n - i) {
                g[i + d] -= factors[i][d] * g[i];
            }
        }
        for i in (0..n).rev() {
            g[i] /= factors[i][0];
            for d in 1..3.min(n - i) {
                g[i] -= factors[i][d] * g[i + d];
            }
        }
        let mut away = vec![0.0; y.len()];
        for (j, q) in self.q.iter().enumerate() {
            (0..3).for_each(|i| away[j + i] += lam * self.variances[j + i] * q[i] * g[j]);
        }
        (away, factors)
    }

    /// The mean square of the residuals over that of the share of the ordinates that they depend on (Wahba, Spline models for observational
    /// data, 4.3), of which the trace takes the middle diagonals of the inverse (Hutchinson and de Hoog, Smoothing noisy data with spline
    /// functions, 1985).
    fn cross_validation(&self, y: &[f64], lam: f64) -> f64 {
        let (away, factors) = self.solve(y, lam);
        let (n, count) = (self.q.len(), y.len() as f64);
        // Entries i, i + d of the inverse, from the last row upwards.
        let mut inverse = vec![[0.0f64; 3]; n + 2];
        let mut trace = 0.0;
        for i in (0..n).rev() {
            let [pivot, l1, l2] = factors[i];
            let (next, behind) = (inverse[i + 1], inverse[i + 2]);
            let second = -l1 * next[1] - l2 * behind[0];
            let first = -l1 * next[0] - l2 * next[1];
            inverse[i] = [1.0 / pivot - l1 * first - l2 * second, first, second];
            trace += self.m[i][0] * inverse[i][0] + 2.0 * (self.m[i][1] * first + self.m[i][2] * second);
        }
        let squares: f64 = away.iter().map(|r| r * r).sum();
        (squares / count) / (lam * trace / count).powi(2)
    }
}
