//! Derivatives and integrals.

use super::BSpline;
use crate::interpolate::breaks::Breaks;
use crate::interpolate::options::{Evaluate, Extrapolate, integral};
use xparray_core::prelude::*;
use xparray_core::{Create, Error, Join, Result};

impl<B: Backend> BSpline<B> {
    /// The derivative of order `nu`, a spline of degree `k - nu`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::interpolate::make_interp_spline;
    /// let x = xp.array([0.0, 1.0, 2.0, 3.0])?;
    /// let slope = make_interp_spline(&x, &x.square())?.derivative(1)?;
    /// assert!(slope.evaluate(&xp.array([1.5])?)?.allclose(3.0)?);
    /// assert!(slope.antiderivative(1)?.evaluate(&xp.array([1.5])?)?.allclose(2.25)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for an order above the degree, and for knots that repeat so often that the spline has jumps.
    pub fn derivative(&self, nu: usize) -> Result<Self> {
        if nu > self.k {
            return Err(Error::value("derivative", format!("order {nu} of a spline of degree {}", self.k)));
        }
        self.derived(nu, false)
    }

    /// The derivative; where knots repeat so often that a B-spline has no support, its coefficient may count for nothing.
    pub(in crate::interpolate) fn derived(&self, nu: usize, jumps: bool) -> Result<Self> {
        let (mut spline, xp) = (self.clone(), self.knots.x.xp());
        for _ in 0..nu {
            let (t, k, n) = (&spline.knots.host, spline.k, spline.coefficients.shape()[0]);
            let factors: Vec<f64> = (1..n)
                .map(|j| match t[j + k] - t[j] {
                    0.0 => 0.0,
                    width => k as f64 / width,
                })
                .collect();
            if !jumps && factors.contains(&0.0) {
                let message =
                    format!("a spline of degree {k} with knots that repeat {} times is not differentiable", k + 1);
                return Err(Error::value("derivative", message));
            }
            let rise = spline.coefficients.slice(s![1..])?.subtract(&spline.coefficients.slice(s![..-1])?)?;
            let coefficients = rise.multiply(&xp.array(factors)?.expand_dims(1)?)?.ascontiguousarray();
            let knots = Breaks::new("derivative", spline.knots.x.slice(s![1..-1])?.as_dyn())?;
            spline = Self { knots, coefficients, k: k - 1, ..spline };
        }
        Ok(spline)
    }

    /// The antiderivative of order `nu`, a spline of degree `k + nu` that is 0 at the first knot. That of one that repeats does not.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn antiderivative(&self, nu: usize) -> Result<Self> {
        let (mut spline, xp) = (self.clone(), self.knots.x.xp());
        for _ in 0..nu {
            let (t, k) = (&spline.knots.host, spline.k);
            let widths: Vec<f64> = (0..t.len() - k - 1).map(|j| (t[j + k + 1] - t[j]) / (k + 1) as f64).collect();
            let sums = spline.coefficients.multiply(&xp.array(widths)?.expand_dims(1)?)?.cumsum(0)?;
            let first = xp.zeros::<f64>([1, spline.columns.count()])?;
            let coefficients = xp.concatenate(&[&first, &sums], 0)?;
            let all = [&t[..1], t, &t[t.len() - 1..]].concat();
            let knots = Breaks::new("antiderivative", &xp.array(all)?.into_dyn())?;
            spline = Self { knots, coefficients, k: k + 1, ..spline };
        }
        if nu > 0 && spline.extrapolate == Extrapolate::Periodic {
            spline.extrapolate = Extrapolate::No;
        }
        Ok(spline)
    }

    /// The integral from `a` to `b`, of the shape of the further axes. Where nothing is outside of the base interval, that counts as 0.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::interpolate::BSpline;
    /// let hat = BSpline::basis_element(&xp.array([0.0, 1.0, 2.0])?)?;
    /// assert_eq!(hat.integrate(0.0, 2.0)?.to_string(), "1.0");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] unless both ends are finite.
    pub fn integrate(&self, a: f64, b: f64) -> Result<DynArray<B>> {
        self.integrate_with(a, b, Evaluate::new())
    }

    /// [`integrate`](Self::integrate) with another rule for what is outside; the order of the derivative does not count.
    ///
    /// # Errors
    /// Those of [`integrate`](Self::integrate).
    pub fn integrate_with(&self, a: f64, b: f64, options: Evaluate) -> Result<DynArray<B>> {
        let extrapolate = options.extrapolate.unwrap_or(self.extrapolate);
        let antiderivative = self.antiderivative(1)?;
        let (low, high) = self.inner.bounds();
        let sum = integral("integrate", &self.inner, (a, b), extrapolate, &|a, b| {
            let ends = match extrapolate {
                Extrapolate::No => [a.clamp(low, high), b.clamp(low, high)],
                _ => [a, b],
            };
            let ends = antiderivative.values(&self.knots.x.xp().array(ends)?, 0, Extrapolate::Yes)?;
            ends.slice(s![1..])?.subtract(&ends.slice(s![..1])?)
        })?;
        self.columns.restore(&sum, &[])
    }
}

/// The derivative of order `n` of a spline: [`BSpline::derivative`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::{BSpline, splder};
/// let hat = BSpline::basis_element(&xp.array([0.0, 1.0, 2.0])?)?;
/// assert_eq!(splder(&hat, 1)?.evaluate(&xp.array([0.5, 1.5])?)?.to_string(), "[ 1. -1.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`BSpline::derivative`].
pub fn splder<B: Backend>(spline: &BSpline<B>, n: usize) -> Result<BSpline<B>> {
    spline.derivative(n)
}

/// The antiderivative of order `n` of a spline: [`BSpline::antiderivative`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::{BSpline, splantider};
/// let hat = BSpline::basis_element(&xp.array([0.0, 1.0, 2.0])?)?;
/// assert_eq!(splantider(&hat, 1)?.evaluate(&xp.array([1.0, 2.0])?)?.to_string(), "[0.5 1. ]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::OutOfMemory`].
pub fn splantider<B: Backend>(spline: &BSpline<B>, n: usize) -> Result<BSpline<B>> {
    spline.antiderivative(n)
}
