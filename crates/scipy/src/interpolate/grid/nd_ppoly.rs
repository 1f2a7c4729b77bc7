//! Piecewise polynomials of several coordinates.

use super::tensor::{Axis, Beyond, Weights, coordinates, values};
use crate::interpolate::breaks::Breaks;
use crate::interpolate::columns::Columns;
use crate::interpolate::options::{Evaluate, Extrapolate};
use crate::interpolate::ppoly::PPoly;
use xparray_core::layout::normalize_axis;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, IntoAxis, Result};

const OP: &str = "NdPPoly";

/// A piecewise polynomial of several coordinates: in the box of pieces `i, j, ..` the sum of
/// `c[a, b, .., i, j, ..] (x - x[i])^(k - 1 - a) (y - y[j])^(l - 1 - b) ..`. SciPy's `NdPPoly`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::NdPPoly;
/// // x y + 3 on [0, 1] x [0, 2]
/// let c = xp.array([[1.0, 0.0], [0.0, 3.0]])?.reshape([2, 2, 1, 1])?;
/// let p = NdPPoly::new(&c, &[&xp.array([0.0, 1.0])?, &xp.array([0.0, 2.0])?])?;
/// assert_eq!(p.evaluate(&xp.array([[0.5, 1.0]])?)?.to_string(), "[3.5]");
/// assert_eq!(p.integrate(&[(0.0, 1.0), (0.0, 2.0)])?.to_string(), "7.0");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct NdPPoly<B: Backend> {
    c: DynArray<B>,
    breaks: Vec<Breaks<B>>,
    extrapolate: bool,
}

impl<B: Backend> NdPPoly<B> {
    /// Of coefficients `[k0, k1, .., m0, m1, .., ..]` and `m + 1` breakpoints that rise for each coordinate.
    ///
    /// # Errors
    /// [`Error::Value`] for coefficients that do not fit, no coordinates, breakpoints that do not rise, fewer than two of them, and NaN among them;
    /// [`Error::DType`] for complex ones.
    pub fn new<A: AnyArray<B>>(c: &impl AnyArray<B>, x: &[&A]) -> Result<Self> {
        let breaks = x.iter().map(|x| Breaks::strict(OP, x.as_dyn())).collect::<Result<Vec<_>>>()?;
        Self::of(c.as_dyn(), breaks, true)
    }

    fn of(c: &DynArray<B>, breaks: Vec<Breaks<B>>, extrapolate: bool) -> Result<Self> {
        let (d, shape) = (breaks.len(), c.shape());
        let fits = d > 0
            && shape.len() >= 2 * d
            && !shape[..d].contains(&0)
            && breaks.iter().zip(&shape[d..]).all(|(breaks, &m)| breaks.pieces() == m);
        if !fits {
            let pieces: Vec<_> = breaks.iter().map(Breaks::pieces).collect();
            return Err(Error::value(OP, format!("coefficients {shape:?} of {pieces:?} pieces")));
        }
        let dtype = if c.dtype().is_complex() { DType::Complex128 } else { DType::F64 };
        Ok(Self { c: c.astype(dtype)?, breaks, extrapolate })
    }

    /// Whether the pieces at the ends go on; else NaN is outside.
    pub fn extrapolate(self, extrapolate: bool) -> Self {
        Self { extrapolate, ..self }
    }

    /// The coefficients.
    pub fn c(&self) -> &DynArray<B> {
        &self.c
    }

    /// The breakpoints of each coordinate.
    pub fn x(&self) -> Vec<&Array<f64, B>> {
        self.breaks.iter().map(|breaks| &breaks.x).collect()
    }

    /// The values at places `[.., d]`, or `[d]` for one, which gives one value in an axis.
    ///
    /// # Errors
    /// [`Error::Value`] for places of another number of coordinates; [`Error::DType`] for complex ones.
    pub fn evaluate(&self, xi: &impl AnyArray<B>) -> Result<DynArray<B>> {
        let d = self.breaks.len();
        let (rows, shape) = coordinates(OP, xi.as_dyn(), d)?;
        // The coefficients of a box lie together.
        let order: Vec<isize> = (d..2 * d).chain(0..d).chain(2 * d..self.c.ndim()).map(|axis| axis as isize).collect();
        let together = self.c.permute_dims(order)?;
        let sizes = together.shape()[..2 * d].to_vec();
        let flat = together.reshape([&[sizes.iter().product::<usize>()], &self.c.shape()[2 * d..]].concat())?;
        let (columns, coefficients) = Columns::of(OP, &flat, 0)?;
        let stride = |axis: usize| sizes[axis + 1..].iter().product::<usize>() * columns.count();
        let axes: Vec<_> = self
            .breaks
            .iter()
            .enumerate()
            .map(|(dim, breaks)| {
                let weights = Weights::Powers(sizes[d + dim]);
                Axis { breaks, knots: &breaks.x, weights, piece: stride(dim), term: stride(d + dim) }
            })
            .collect();
        let beyond = if self.extrapolate { Beyond::GoOn } else { Beyond::Fill([f64::NAN; 2]) };
        let c = coefficients.ascontiguousarray();
        columns.restore(&values(&axes, &c, columns.count(), columns.complex, &rows, beyond)?, &shape)
    }

    /// The polynomial of one coordinate, whose coefficients have the other axes behind theirs.
    fn along(&self, dim: usize) -> Result<PPoly<B>> {
        let d = self.breaks.len();
        PPoly::new(&self.c.moveaxis(&[dim as isize, (d + dim) as isize][..], &[0, 1][..])?, &self.breaks[dim].x)
    }

    /// The same along all axes but one.
    fn replaced(&self, dim: usize, p: &PPoly<B>) -> Result<Self> {
        let d = self.breaks.len();
        let c = p.c()?.moveaxis(&[0, 1][..], &[dim as isize, (d + dim) as isize][..])?;
        Ok(Self { c, ..self.clone() })
    }

    fn orders(&self, nu: &[usize]) -> Result<()> {
        match nu.len() == self.breaks.len() {
            true => Ok(()),
            false => Err(Error::value(OP, format!("orders {nu:?} in {} dimensions", self.breaks.len()))),
        }
    }

    /// The derivative of an order for each coordinate.
    ///
    /// # Errors
    /// [`Error::Value`] for another number of orders.
    pub fn derivative(&self, nu: &[usize]) -> Result<Self> {
        self.orders(nu)?;
        let each = |p: Self, (dim, &nu): (usize, &usize)| p.replaced(dim, &p.along(dim)?.derivative(nu)?);
        nu.iter().enumerate().try_fold(self.clone(), each)
    }

    /// The antiderivative of an order for each coordinate, 0 where a coordinate is at its first breakpoint.
    ///
    /// # Errors
    /// [`Error::Value`] for another number of orders.
    pub fn antiderivative(&self, nu: &[usize]) -> Result<Self> {
        self.orders(nu)?;
        let each = |p: Self, (dim, &nu): (usize, &usize)| p.replaced(dim, &p.along(dim)?.antiderivative(nu)?);
        nu.iter().enumerate().try_fold(self.clone(), each)
    }

    /// The integral along one coordinate, a polynomial of the others.
    ///
    /// # Errors
    /// [`Error::Value`] if there are no others, or unless both ends are finite; [`Error::Axis`] if the coordinate is not there.
    pub fn integrate_1d(&self, a: f64, b: f64, axis: impl IntoAxis) -> Result<Self> {
        let dim = normalize_axis(OP, axis.into_axis(), self.breaks.len())?;
        let c = self.integrated(a, b, dim)?;
        let mut breaks = self.breaks.clone();
        breaks.remove(dim);
        Self::of(&c, breaks, self.extrapolate)
    }

    fn integrated(&self, a: f64, b: f64, dim: usize) -> Result<DynArray<B>> {
        let rule = if self.extrapolate { Extrapolate::Yes } else { Extrapolate::No };
        self.along(dim)?.integrate_with(a, b, Evaluate::new().extrapolate(rule))
    }

    /// The integral over a box, given by the ends along each coordinate.
    ///
    /// # Errors
    /// [`Error::Value`] for another number of ends, or unless they are finite.
    pub fn integrate(&self, ranges: &[(f64, f64)]) -> Result<DynArray<B>> {
        let Some((&(a, b), rest)) = ranges.split_last().filter(|_| ranges.len() == self.breaks.len()) else {
            return Err(Error::value(OP, format!("{} ranges in {} dimensions", ranges.len(), self.breaks.len())));
        };
        match rest.is_empty() {
            true => self.integrated(a, b, 0),
            false => self.integrate_1d(a, b, -1)?.integrate(rest),
        }
    }
}
