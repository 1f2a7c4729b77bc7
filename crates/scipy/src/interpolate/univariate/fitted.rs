//! What a fit gives.

use crate::interpolate::bspline::BSpline;
use crate::interpolate::options::{Evaluate, Extrapolate};
use crate::interpolate::ppoly::{PPoly, Solve};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Join, Result, TypeClass};

/// What a [`FittedSpline`] is outside of its interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outside {
    /// The first or the last piece goes on.
    #[default]
    Extrapolate,
    /// 0.
    Zeros,
    /// An error.
    Raise,
    /// The value at the end.
    Const,
}

/// A spline of [`UnivariateSpline`](super::UnivariateSpline) and its kin.
#[derive(Clone, Debug)]
pub struct FittedSpline<B: Backend> {
    pub(super) spline: BSpline<B>,
    pub(super) residual: f64,
    pub(super) ext: Outside,
}

impl<B: Backend> FittedSpline<B> {
    /// The spline.
    pub fn spline(&self) -> &BSpline<B> {
        &self.spline
    }

    /// The knots, each end once.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn knots(&self) -> Result<Array<f64, B>> {
        let k = self.spline.k as isize;
        self.spline.knots.x.slice(s![k..self.spline.knots.x.len() as isize - k])
    }

    /// The coefficients.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn coeffs(&self) -> Result<DynArray<B>> {
        self.spline.c()
    }

    /// The sum of squared weighted residuals; of derivatives and antiderivatives NaN.
    pub fn residual(&self) -> f64 {
        self.residual
    }

    /// The values at places of any shape.
    ///
    /// # Errors
    /// [`Error::Value`] for places outside, if these are errors; [`Error::DType`] for complex places.
    pub fn evaluate(&self, x: &impl AnyArray<B>) -> Result<DynArray<B>> {
        self.evaluate_with(x, 0, self.ext)
    }

    /// The derivative of order `nu` at places, with another rule for what is outside.
    ///
    /// # Errors
    /// Those of [`evaluate`](Self::evaluate).
    pub fn evaluate_with(&self, x: &impl AnyArray<B>, nu: usize, ext: Outside) -> Result<DynArray<B>> {
        const OP: &str = "FittedSpline";
        let (x, (low, high)) = (x.as_dyn(), self.spline.inner.bounds());
        TypeClass::RealElement.check(OP, x.dtype())?;
        let options = Evaluate::new().nu(nu).extrapolate(Extrapolate::Yes);
        let outside = x.less(low)?.logical_or(&x.greater(high)?)?;
        match ext {
            Outside::Extrapolate => self.spline.evaluate_with(x, options),
            Outside::Zeros => outside.where_(0.0, &self.spline.evaluate_with(x, options)?),
            Outside::Const => self.spline.evaluate_with(&x.astype(DType::F64)?.maximum(low)?.minimum(high)?, options),
            Outside::Raise if outside.any(..)?.item()?.get::<bool>() => {
                Err(Error::value(OP, format!("places outside of the interval from {low} to {high}")))
            }
            Outside::Raise => self.spline.evaluate_with(x, options),
        }
    }

    /// The integral from `a` to `b`; outside of the interval there is nothing.
    ///
    /// # Errors
    /// [`Error::Value`] unless both ends are finite.
    pub fn integral(&self, a: f64, b: f64) -> Result<f64> {
        let integral = self.spline.integrate_with(a, b, Evaluate::new().extrapolate(Extrapolate::No))?;
        Ok(integral.item()?.get())
    }

    /// The derivatives at a place, of order 0 to the degree.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn derivatives(&self, x: f64) -> Result<DynArray<B>> {
        let xp = self.spline.knots.x.xp();
        let place = xparray_core::Create::array(xp, [x])?;
        let all = (0..=self.spline.k)
            .map(|nu| self.evaluate_with(&place, nu, Outside::Extrapolate))
            .collect::<Result<Vec<_>>>()?;
        xp.concatenate(&all.iter().collect::<Vec<_>>(), 0)
    }

    /// The zeros in the interval, rising.
    ///
    /// # Errors
    /// Those of [`PPoly::roots`].
    pub fn roots(&self) -> Result<Vec<f64>> {
        let p = PPoly::from_spline(&self.spline)?;
        let roots = p.roots(Solve::new().discontinuity(false).extrapolate(Extrapolate::No))?;
        Ok(roots.into_iter().flatten().collect())
    }

    /// The derivative of order `n`.
    ///
    /// # Errors
    /// Those of [`BSpline::derivative`].
    pub fn derivative(&self, n: usize) -> Result<Self> {
        Ok(Self { spline: self.spline.derivative(n)?, residual: f64::NAN, ext: self.ext })
    }

    /// The antiderivative of order `n`, 0 at the first knot.
    ///
    /// # Errors
    /// Those of [`BSpline::antiderivative`].
    pub fn antiderivative(&self, n: usize) -> Result<Self> {
        Ok(Self { spline: self.spline.antiderivative(n)?, residual: f64::NAN, ext: self.ext })
    }
}
