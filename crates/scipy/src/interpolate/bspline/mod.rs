//! Splines by B-splines.

mod basis;
mod calculus;
mod design;
mod interpolation;
mod least_squares;
mod pieces;
mod smoothing;
mod triangular;
mod values;

pub use calculus::{splantider, splder};
pub use interpolation::{InterpSpline, make_interp_spline, make_interp_spline_with};
pub use least_squares::{LsqSpline, make_lsq_spline, make_lsq_spline_with};
pub use smoothing::{SmoothingSpline, make_smoothing_spline, make_smoothing_spline_with};

pub(super) use basis::basis;
pub(super) use interpolation::not_a_knot;
pub(super) use least_squares::{Fit, fit};
pub(super) use triangular::Triangular;
pub(super) use values::kernel_basis;

use super::breaks::Breaks;
use super::columns::Columns;
use super::options::{Evaluate, Extrapolate};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Result};

/// A spline of degree `k`: the sum of `c[j] B(j, k; t)`, of `n` coefficients that may have further axes, with `n + k + 1` knots `t` that do not
/// fall. Its base interval is from `t[k]` to `t[n]`. SciPy's `BSpline`. Values are `f64`, or `complex128` if coefficients are complex.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::BSpline;
/// let t = xp.array([0.0, 1.0, 2.0, 3.0, 4.0, 5.0])?;
/// let spline = BSpline::new(&t, &xp.array([-1.0, 2.0, 0.0])?, 2)?;
/// assert_eq!(spline.evaluate(&xp.array([2.0, 2.5])?)?.to_string(), "[0.5   1.375]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct BSpline<B: Backend> {
    /// All knots.
    pub(super) knots: Breaks<B>,
    /// Those of the base interval.
    pub(super) inner: Breaks<B>,
    /// `[n, columns]`.
    pub(super) coefficients: Array<f64, B>,
    pub(super) columns: Columns,
    pub(super) k: usize,
    pub(super) extrapolate: Extrapolate,
}

impl<B: Backend> BSpline<B> {
    /// Of knots `t`, coefficients `[n, ..]`, of which more than the knots take are not used, and a degree.
    ///
    /// # Errors
    /// [`Error::Value`] for knots that fall, fewer than `2 k + 2`, a base interval of no length, NaN among them, and too few coefficients;
    /// [`Error::DType`] for complex knots; [`Error::Axis`] for coefficients without axes.
    pub fn new(t: &impl AnyArray<B>, c: &impl AnyArray<B>, k: usize) -> Result<Self> {
        const OP: &str = "BSpline";
        let (columns, coefficients) = Columns::of(OP, c.as_dyn(), 0)?;
        Self::with_columns(OP, t.as_dyn(), &coefficients, columns, k)
    }

    /// Of coefficients as columns.
    pub(super) fn with_columns(
        op: &'static str,
        t: &DynArray<B>,
        coefficients: &Array<f64, B>,
        columns: Columns,
        k: usize,
    ) -> Result<Self> {
        let knots = Breaks::new(op, t)?;
        let wrong = |message: String| Err(Error::value(op, message));
        if knots.host.windows(2).any(|pair| pair[0] > pair[1]) {
            return wrong("the knots fall".into());
        }
        let count = knots.host.len();
        let Some(n) = count.checked_sub(k.saturating_add(1)).filter(|&n| n > k) else {
            return wrong(format!("{count} knots of a spline of degree {k}, which has {} at least", 2 * k as u128 + 2));
        };
        if coefficients.shape()[0] < n {
            return wrong(format!("{} coefficients, of which {count} knots take {n}", coefficients.shape()[0]));
        }
        if knots.host[k] == knots.host[n] {
            return wrong("the base interval has no length".into());
        }
        let inner = Breaks::new(op, knots.x.slice(s![k as isize..n as isize + 1])?.as_dyn())?;
        let coefficients = coefficients.slice(s![..n as isize])?.ascontiguousarray();
        Ok(Self { knots, inner, coefficients, columns, k, extrapolate: Extrapolate::Yes })
    }

    /// Of knots and coefficients from the host.
    pub(super) fn from_host(
        op: &'static str,
        xp: &B,
        t: &[f64],
        c: &[f64],
        columns: Columns,
        k: usize,
    ) -> Result<Self> {
        let n = t.len().saturating_sub(k + 1);
        let coefficients = xp.from_slice(c, [n, columns.count()])?;
        Self::with_columns(op, &xp.array(t)?.into_dyn(), &coefficients, columns, k)
    }

    /// The B-spline of these knots, whose degree is two less than their number: SciPy's `BSpline.basis_element`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::interpolate::BSpline;
    /// let hat = BSpline::basis_element(&xp.array([0.0, 1.0, 2.0])?)?;
    /// assert_eq!(hat.evaluate(&xp.array([0.5, 1.0, 1.75])?)?.to_string(), "[0.5  1.   0.25]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for fewer than 2 knots, and those that fall.
    pub fn basis_element(t: &impl AnyArray<B>) -> Result<Self> {
        const OP: &str = "BSpline::basis_element";
        let (device, host) = super::breaks::vector(OP, t.as_dyn())?;
        let Some(k) = host.len().checked_sub(2) else {
            return Err(Error::value(OP, format!("{} knots, fewer than 2", host.len())));
        };
        let (before, after) = (vec![host[0] - 1.0; k], vec![host[k + 1] + 1.0; k]);
        let mut c = vec![0.0; 2 * k + 1];
        c[k] = 1.0;
        let columns = Columns { trailing: Vec::new(), complex: false, axis: 0 };
        Self::from_host(OP, device.xp(), &[before, host, after].concat(), &c, columns, k)
    }

    /// The same, with another rule for what is outside of the base interval.
    pub fn extrapolate(self, extrapolate: Extrapolate) -> Self {
        Self { extrapolate, ..self }
    }

    /// The knots.
    pub fn t(&self) -> &Array<f64, B> {
        &self.knots.x
    }

    /// The coefficients `[n, ..]`.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn c(&self) -> Result<DynArray<B>> {
        Columns { axis: 0, ..self.columns.clone() }.restore(&self.coefficients, &[self.coefficients.shape()[0]])
    }

    /// The degree.
    pub fn k(&self) -> usize {
        self.k
    }

    /// The axis of the values along which places are.
    pub fn axis(&self) -> usize {
        self.columns.axis
    }

    /// The values at places of any shape, whose axes are where [`axis`](Self::axis) is.
    ///
    /// # Errors
    /// [`Error::DType`] for complex places.
    pub fn evaluate(&self, x: &impl AnyArray<B>) -> Result<DynArray<B>> {
        self.evaluate_with(x, Evaluate::new())
    }

    /// [`evaluate`](Self::evaluate) of derivatives, or with another rule for what is outside.
    ///
    /// # Errors
    /// Those of [`evaluate`](Self::evaluate).
    pub fn evaluate_with(&self, x: &impl AnyArray<B>, options: Evaluate) -> Result<DynArray<B>> {
        let (x, extrapolate) = (x.as_dyn(), options.extrapolate.unwrap_or(self.extrapolate));
        let places = self.inner.places("BSpline", x, extrapolate)?;
        self.columns.restore(&self.values(&places, options.nu, extrapolate)?, x.shape())
    }
}
