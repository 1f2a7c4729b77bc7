//! Continuous distributions that are functions of a few numbers.

use super::Generator;
use super::draw::F;
use super::parameter::Parameter;
use crate::array::{Array, IntoShape};
use crate::backend::Backend;
use crate::error::Result;
use crate::kernel::Var;
use std::f64::consts::PI;

/// A finite number above 0.
pub(super) fn positive(x: F) -> Var<bool> {
    x.gt(0.0) & x.lt(f64::INFINITY)
}

/// A finite number that is not negative.
pub(super) fn not_negative(x: F) -> Var<bool> {
    x.ge(0.0) & x.lt(f64::INFINITY)
}

/// A finite number.
pub(super) fn finite(x: F) -> Var<bool> {
    x.abs().lt(f64::INFINITY)
}

pub(super) const POSITIVE: &str = "above 0 and finite";
pub(super) const NOT_NEGATIVE: &str = "0 or above, and finite";
pub(super) const FINITE: &str = "finite";

impl<B: Backend> Generator<B> {
    /// Laplace (double exponential) with this mode and scale: by inversion.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).laplace(2.0, 1.0, 10_000)?;
    /// assert!((x.mean(..)?.item()? - 2.0).abs() < 0.1);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) if the scale is negative or one is not finite; [`Error::Shape`](crate::Error::Shape) if a parameter does not broadcast to the shape.
    pub fn laplace(
        &mut self,
        loc: impl Parameter<B>,
        scale: impl Parameter<B>,
        shape: impl IntoShape,
    ) -> Result<Array<f64, B>> {
        let loc = self.parameter("laplace", loc, FINITE, finite)?;
        let scale = self.parameter("laplace", scale, NOT_NEGATIVE, not_negative)?;
        let array = self.sample(shape, [&loc, &scale], |draw, [loc, scale]: [F; 2]| {
            let u = draw.open(0);
            let left = u.lt(0.5);
            let log = left.select(u, 1.0 - u).maximum(f64::EPSILON / 4.0) * 2.0;
            loc + left.select(scale, -scale) * log.log()
        })?;
        Ok(Array::from_dyn(array))
    }

    /// Logistic with this mean and scale: by inversion.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).logistic(2.0, 1.0, 10_000)?;
    /// assert!((x.mean(..)?.item()? - 2.0).abs() < 0.1);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) if the scale is negative or one is not finite; [`Error::Shape`](crate::Error::Shape) if a parameter does not broadcast to the shape.
    pub fn logistic(
        &mut self,
        loc: impl Parameter<B>,
        scale: impl Parameter<B>,
        shape: impl IntoShape,
    ) -> Result<Array<f64, B>> {
        let loc = self.parameter("logistic", loc, FINITE, finite)?;
        let scale = self.parameter("logistic", scale, NOT_NEGATIVE, not_negative)?;
        let array = self.sample(shape, [&loc, &scale], |draw, [loc, scale]: [F; 2]| {
            let u = draw.open(0);
            loc + scale * (u / (1.0 - u)).log()
        })?;
        Ok(Array::from_dyn(array))
    }

    /// Gumbel (the largest of many) with this mode and scale: by inversion.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).gumbel(0.0, 1.0, 10_000)?;
    /// assert!((x.mean(..)?.item()? - 0.5772).abs() < 0.1);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) if the scale is negative or one is not finite; [`Error::Shape`](crate::Error::Shape) if a parameter does not broadcast to the shape.
    pub fn gumbel(
        &mut self,
        loc: impl Parameter<B>,
        scale: impl Parameter<B>,
        shape: impl IntoShape,
    ) -> Result<Array<f64, B>> {
        let loc = self.parameter("gumbel", loc, FINITE, finite)?;
        let scale = self.parameter("gumbel", scale, NOT_NEGATIVE, not_negative)?;
        let array = self.sample(shape, [&loc, &scale], |draw, [loc, scale]: [F; 2]| {
            loc - scale * draw.exponential(0).maximum(f64::MIN_POSITIVE).log()
        })?;
        Ok(Array::from_dyn(array))
    }

    /// Log-normal: the exponential of a normal number of this mean and standard deviation.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).lognormal(0.0, 0.5, 10_000)?;
    /// assert!((x.mean(..)?.item()? - 1.1331).abs() < 0.1);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) if the standard deviation is negative or one is not finite; [`Error::Shape`](crate::Error::Shape) if a parameter does not broadcast to the shape.
    pub fn lognormal(
        &mut self,
        mean: impl Parameter<B>,
        sigma: impl Parameter<B>,
        shape: impl IntoShape,
    ) -> Result<Array<f64, B>> {
        let mean = self.parameter("lognormal", mean, FINITE, finite)?;
        let sigma = self.parameter("lognormal", sigma, NOT_NEGATIVE, not_negative)?;
        let array =
            self.sample(shape, [&mean, &sigma], |draw, [mean, sigma]: [F; 2]| (mean + sigma * draw.normal(0)).exp())?;
        Ok(Array::from_dyn(array))
    }

    /// Rayleigh with this mode: the length of a vector of two normal numbers of this standard deviation.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).rayleigh(1.0, 10_000)?;
    /// assert!((x.mean(..)?.item()? - 1.2533).abs() < 0.05);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) if the mode is negative or not finite; [`Error::Shape`](crate::Error::Shape) if a parameter does not broadcast to the shape.
    pub fn rayleigh(&mut self, scale: impl Parameter<B>, shape: impl IntoShape) -> Result<Array<f64, B>> {
        let scale = self.parameter("rayleigh", scale, NOT_NEGATIVE, not_negative)?;
        let array = self.sample(shape, [&scale], |draw, [scale]: [F; 1]| scale * (draw.exponential(0) * 2.0).sqrt())?;
        Ok(Array::from_dyn(array))
    }

    /// Weibull with this exponent and scale 1.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).weibull(2.0, 10_000)?;
    /// assert!((x.mean(..)?.item()? - 0.8862).abs() < 0.05);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) if the exponent is negative or not finite; [`Error::Shape`](crate::Error::Shape) if a parameter does not broadcast to the shape.
    pub fn weibull(&mut self, a: impl Parameter<B>, shape: impl IntoShape) -> Result<Array<f64, B>> {
        let a = self.parameter("weibull", a, NOT_NEGATIVE, not_negative)?;
        let array = self.sample(shape, [&a], |draw, [a]: [F; 1]| {
            let x = draw.exponential(0).power(1.0 / a);
            a.eq(0.0).select(0.0, x)
        })?;
        Ok(Array::from_dyn(array))
    }

    /// Pareto II (Lomax) with this exponent, from 0 on.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).pareto(4.0, 10_000)?;
    /// assert!((x.mean(..)?.item()? - 0.3333).abs() < 0.05);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) unless the exponent is positive and finite; [`Error::Shape`](crate::Error::Shape) if a parameter does not broadcast to the shape.
    pub fn pareto(&mut self, a: impl Parameter<B>, shape: impl IntoShape) -> Result<Array<f64, B>> {
        let a = self.parameter("pareto", a, POSITIVE, positive)?;
        let array = self.sample(shape, [&a], |draw, [a]: [F; 1]| (draw.exponential(0) / a).expm1())?;
        Ok(Array::from_dyn(array))
    }

    /// The distribution in [0, 1] with the density `a x^(a - 1)`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).power(3.0, 10_000)?;
    /// assert!((x.mean(..)?.item()? - 0.75).abs() < 0.05);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) unless the exponent is positive and finite; [`Error::Shape`](crate::Error::Shape) if a parameter does not broadcast to the shape.
    pub fn power(&mut self, a: impl Parameter<B>, shape: impl IntoShape) -> Result<Array<f64, B>> {
        let a = self.parameter("power", a, POSITIVE, positive)?;
        let array = self.sample(shape, [&a], |draw, [a]: [F; 1]| (-(-draw.exponential(0)).expm1()).power(1.0 / a))?;
        Ok(Array::from_dyn(array))
    }

    /// Cauchy with mode 0 and scale 1: the quotient of two normal numbers.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).standard_cauchy(10_001)?;
    /// assert!(x.median(..)?.item()?.abs() < 0.1);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) for too many elements; [`Error::Shape`](crate::Error::Shape) if a parameter does not broadcast to the shape.
    pub fn standard_cauchy(&mut self, shape: impl IntoShape) -> Result<Array<f64, B>> {
        let array = self.sample(shape, [], |draw, []: [F; 0]| {
            let angle = (draw.open(0) - 0.5) * PI;
            angle.tan()
        })?;
        Ok(Array::from_dyn(array))
    }

    /// Triangular: the density rises from `left` to `mode` and falls to `right`. By inversion.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).triangular(0.0, 1.0, 5.0, 10_000)?;
    /// assert!((x.mean(..)?.item()? - 2.0).abs() < 0.1);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) if one is not finite, or they are not in this order or all the same; [`Error::Shape`](crate::Error::Shape) if a parameter does not broadcast to the shape.
    pub fn triangular(
        &mut self,
        left: impl Parameter<B>,
        mode: impl Parameter<B>,
        right: impl Parameter<B>,
        shape: impl IntoShape,
    ) -> Result<Array<f64, B>> {
        let left = self.parameter("triangular", left, FINITE, finite)?;
        let mode = self.parameter("triangular", mode, FINITE, finite)?;
        let right = self.parameter("triangular", right, FINITE, finite)?;
        let ordered = |[left, mode, right]: [F; 3]| left.le(mode) & mode.le(right) & left.lt(right);
        self.check("triangular", [&left, &mode, &right], "in order: left, mode, right", ordered)?;
        let array = self.sample(shape, [&left, &mode, &right], |draw, [left, mode, right]: [F; 3]| {
            let (u, base) = (draw.uniform(0), right - left);
            let (rising, share) = (mode - left, (mode - left) / base);
            let left_part = left + (u * base * rising).sqrt();
            let right_part = right - ((1.0 - u) * base * (right - mode)).sqrt();
            u.le(share).select(left_part, right_part)
        })?;
        Ok(Array::from_dyn(array))
    }

    /// Inverse Gaussian (Wald) with this mean and shape: the method of Michael, Schucany and Haas (The American Statistician 30, 1976).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).wald(3.0, 2.0, 10_000)?;
    /// assert!((x.mean(..)?.item()? - 3.0).abs() < 0.3);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) unless both are positive and finite; [`Error::Shape`](crate::Error::Shape) if a parameter does not broadcast to the shape.
    pub fn wald(
        &mut self,
        mean: impl Parameter<B>,
        scale: impl Parameter<B>,
        shape: impl IntoShape,
    ) -> Result<Array<f64, B>> {
        let mean = self.parameter("wald", mean, POSITIVE, positive)?;
        let scale = self.parameter("wald", scale, POSITIVE, positive)?;
        let array = self.sample(shape, [&mean, &scale], |draw, [mean, scale]: [F; 2]| {
            let y = mean * draw.normal(0).square();
            let x = mean + mean / (scale * 2.0) * (y - (scale * y * 4.0 + y.square()).sqrt());
            let x = x.maximum(f64::MIN_POSITIVE);
            (draw.uniform(1) * (mean + x)).le(mean).select(x, mean.square() / x)
        })?;
        Ok(Array::from_dyn(array))
    }

    /// Von Mises on the circle, in [-pi, pi], about this angle with this concentration: the method of Best and Fisher (Applied Statistics 28, 1979).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).vonmises(1.0, 4.0, 10_000)?;
    /// assert!((x.mean(..)?.item()? - 1.0).abs() < 0.05);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) if the concentration is negative or one is not finite; [`Error::Shape`](crate::Error::Shape) if a parameter does not broadcast to the shape.
    pub fn vonmises(
        &mut self,
        mu: impl Parameter<B>,
        kappa: impl Parameter<B>,
        shape: impl IntoShape,
    ) -> Result<Array<f64, B>> {
        let mu = self.parameter("vonmises", mu, FINITE, finite)?;
        let kappa = self.parameter("vonmises", kappa, NOT_NEGATIVE, not_negative)?;
        let array = self.sample(shape, [&mu, &kappa], |draw, [mu, kappa]: [F; 2]| {
            // Where the circle is all the same, and where it is a line.
            let flat = kappa.lt(1e-8);
            let sharp = kappa.gt(1e6);
            let k = kappa.maximum(1e-8).minimum(1e6);
            let r = (k.square() * 4.0 + 1.0).sqrt() + 1.0;
            let rho = (r - (r * 2.0).sqrt()) / (k * 2.0);
            let s = k.lt(1e-5).select(1.0 / k + k, (rho.square() + 1.0) / (rho * 2.0));
            let w = draw.accept(|draw| {
                let z = (draw.uniform(0) * PI).cos();
                let w = (s * z + 1.0) / (s + z);
                let (y, v) = (k * (s - w), draw.open(1));
                (w, (y * (2.0 - y)).ge(v) | ((y / v).log() + 1.0).ge(y) | flat | sharp)
            });
            let half = w.maximum(-1.0).minimum(1.0).arccos();
            let angle = draw.part(1).uniform(0).lt(0.5).select(-half, half);
            let angle = flat.select((draw.part(1).uniform(1) * 2.0 - 1.0) * PI, angle);
            let angle = sharp.select(draw.part(1).normal(2) / kappa.sqrt(), angle) + mu;
            angle - (angle / (2.0 * PI)).rint() * (2.0 * PI)
        })?;
        Ok(Array::from_dyn(array))
    }
}
