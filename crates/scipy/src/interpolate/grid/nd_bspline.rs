//! Products of splines.

use super::tensor::{Axis, Beyond, Weights, coordinates, values};
use crate::interpolate::bspline::BSpline;
use crate::interpolate::columns::Columns;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

const OP: &str = "NdBSpline";

/// A spline of several coordinates: the sum of `c[i, j, ..] B(i, k[0]; t[0]) B(j, k[1]; t[1]) ..`. SciPy's `NdBSpline`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::NdBSpline;
/// let t = xp.array([0.0, 0.0, 1.0, 1.0])?;
/// let plane = NdBSpline::new(&[&t, &t], &xp.array([[0.0, 1.0], [2.0, 3.0]])?, &[1, 1])?; // 2 x + y
/// assert_eq!(plane.evaluate(&xp.array([[0.5, 0.5], [1.0, 0.25]])?)?.to_string(), "[1.5  2.25]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct NdBSpline<B: Backend> {
    /// The knots of each coordinate, as splines of one coefficient.
    axes: Vec<BSpline<B>>,
    coefficients: DynArray<B>,
    extrapolate: bool,
}

impl<B: Backend> NdBSpline<B> {
    /// Of knots for each coordinate, coefficients `[n0, n1, .., ..]`, and a degree for each coordinate.
    ///
    /// # Errors
    /// Those of [`BSpline::new`] along each axis; [`Error::Value`] for another number of degrees, no coordinates, and fewer axes of
    /// coefficients than coordinates.
    pub fn new<A: AnyArray<B>>(t: &[&A], c: &impl AnyArray<B>, k: &[usize]) -> Result<Self> {
        let c = c.as_dyn();
        if t.is_empty() || t.len() != k.len() || t.len() > c.ndim() {
            let message = format!("{} vectors of knots, degrees {k:?}, coefficients {:?}", t.len(), c.shape());
            return Err(Error::value(OP, message));
        }
        let (mut axes, mut coefficients) = (Vec::new(), c.clone());
        for (dim, (t, &k)) in t.iter().zip(k).enumerate() {
            let spline = BSpline::new(*t, &coefficients.moveaxis(dim, 0)?, k)?;
            coefficients = spline.c()?.moveaxis(0, dim)?;
            axes.push(spline);
        }
        Ok(Self { axes, coefficients, extrapolate: true })
    }

    /// Whether the pieces at the ends go on; else NaN is outside.
    pub fn extrapolate(self, extrapolate: bool) -> Self {
        Self { extrapolate, ..self }
    }

    /// The coefficients.
    pub fn c(&self) -> &DynArray<B> {
        &self.coefficients
    }

    /// The degrees.
    pub fn k(&self) -> Vec<usize> {
        self.axes.iter().map(BSpline::k).collect()
    }

    /// The knots.
    pub fn t(&self) -> Vec<&Array<f64, B>> {
        self.axes.iter().map(BSpline::t).collect()
    }

    /// The values at places `[.., d]`, or `[d]` for one, which gives one value in an axis.
    ///
    /// # Errors
    /// [`Error::Value`] for places of another number of coordinates; [`Error::DType`] for complex ones.
    pub fn evaluate(&self, xi: &impl AnyArray<B>) -> Result<DynArray<B>> {
        self.evaluate_with(xi, &vec![0; self.axes.len()])
    }

    /// A derivative at places, of an order for each coordinate.
    ///
    /// # Errors
    /// Those of [`evaluate`](Self::evaluate); [`Error::Value`] for another number of orders.
    pub fn evaluate_with(&self, xi: &impl AnyArray<B>, nu: &[usize]) -> Result<DynArray<B>> {
        let beyond = if self.extrapolate { Beyond::GoOn } else { Beyond::Fill([f64::NAN; 2]) };
        self.filled(OP, xi.as_dyn(), nu, beyond)
    }

    pub(super) fn filled(
        &self,
        op: &'static str,
        xi: &DynArray<B>,
        nu: &[usize],
        beyond: Beyond,
    ) -> Result<DynArray<B>> {
        let d = self.axes.len();
        if nu.len() != d {
            return Err(Error::value(op, format!("derivatives of the orders {nu:?} in {d} dimensions")));
        }
        let (rows, shape) = coordinates(op, xi, d)?;
        let (mut axes, mut c, mut nothing) = (Vec::new(), self.coefficients.clone(), false);
        for (dim, (axis, &nu)) in self.axes.iter().zip(nu).enumerate() {
            let (columns, coefficients) = Columns::of(op, &c, dim as isize)?;
            let spline = BSpline { columns: Columns { axis: 0, ..columns }, coefficients, ..axis.clone() };
            let derived = spline.derived(nu.min(axis.k), true)?;
            nothing |= nu > axis.k;
            c = derived.c()?.moveaxis(0, dim)?;
            axes.push(derived);
        }
        let sizes = c.shape()[..d].to_vec();
        let flat = c.reshape([&[sizes.iter().product::<usize>()], &c.shape()[d..]].concat())?;
        let (columns, coefficients) = Columns::of(op, &flat, 0)?;
        let count = columns.count();
        let coefficients = if nothing { coefficients.multiply(0.0)? } else { coefficients };
        let tensor: Vec<_> = axes
            .iter()
            .enumerate()
            .map(|(dim, spline)| {
                let stride = sizes[dim + 1..].iter().product::<usize>() * count;
                let weights = Weights::Spline(spline.k);
                Axis { breaks: &spline.inner, knots: &spline.knots.x, weights, piece: stride, term: stride }
            })
            .collect();
        let found = values(&tensor, &coefficients.ascontiguousarray(), count, columns.complex, &rows, beyond)?;
        columns.restore(&found, &shape)
    }
}
