//! The gamma distribution, and what is made of it.

use super::Generator;
use super::continuous::{NOT_NEGATIVE, POSITIVE, not_negative, positive};
use super::discrete::poisson;
use super::draw::{Draw, F, decide};
use super::parameter::Parameter;
use crate::array::{Array, IntoShape, keepdims};
use crate::backend::Backend;
use crate::error::{Error, Result};
use crate::kernel::{IntoVar, Var, while_};

/// A gamma variate of a shape parameter of at least 1 and scale 1: the method of Marsaglia and Tsang (ACM TOMS 26, 2000).
fn large(draw: Draw, shape: F) -> F {
    let d = shape - 1.0 / 3.0;
    let root = d.sqrt();
    let c = 1.0 / (root * 3.0);
    let cube = |x: F| {
        let root = c * x + 1.0;
        root * root * root
    };
    let likely = |x: F, u: F| {
        let exact = || {
            let v = cube(x);
            v.gt(0.0) & u.log().lt(x.square() * 0.5 + d - d * v + d * v.log())
        };
        // The same with the differences of large terms taken first.
        let (t, d, u): (Var<f32>, Var<f32>, Var<f32>) = ((c * x).cast(), d.cast(), u.cast());
        let cubic = t * 3.0f32 + t * t * 3.0f32 + t * t * t;
        let bound = x.cast::<f32>().square() * 0.5f32 + d * (t.log1p() * 3.0f32 - cubic);
        // Near -1, where the logarithm is infinite, it is left to the other.
        let error = t.lt(-0.99f32).select(f32::INFINITY, root.cast::<f32>() * 1e-5f32 + 1e-4f32);
        decide(u.log() - bound, error, exact)
    };
    // Below their squeeze, where more than nine in ten numbers are, no logarithm is needed; nor is any there whose cube is negative,
    // as `x` is below -2.4 for that.
    let accepted = |x: F, u: F| {
        let squeezed = u.lt(1.0 - x.square().square() * 0.0331);
        while_((squeezed, squeezed), |(_, known)| !known, |_| (likely(x, u), true.into_var())).0
    };
    // Most first attempts are accepted: their numbers are drawn for neighbours at once.
    let next = |(_, _, k): (F, F, Var<u64>)| {
        let draw = draw.step(k + 1);
        (draw.normal(0), draw.uniform(1), k + 1)
    };
    let (x, _, _) = while_((draw.normal(0), draw.uniform(1), 0u64), |(x, u, _)| !accepted(x, u), next);
    d * cube(x)
}

/// The logarithm of a gamma variate of scale 1: a small shape parameter takes one above and a power of a uniform number. As a
/// logarithm, what is too small for a float keeps its ratios.
fn log_gamma(draw: Draw, shape: F) -> F {
    let small = shape.lt(1.0);
    let power = -draw.exponential(2) / shape;
    large(draw, small.select(shape + 1.0, shape)).log() + small.select(power, 0.0)
}

/// A gamma variate of scale 1; 0 of shape 0.
pub(super) fn gamma(draw: Draw, shape: F) -> F {
    let small = shape.lt(1.0);
    let x = large(draw, small.select(shape + 1.0, shape));
    // As a loop, it costs nothing where no shape parameter is small.
    let power = || (-draw.exponential(2) / shape).exp();
    while_((x, small), |(_, small)| small, |(x, _)| (x * power(), false.into_var())).0
}

/// Chi-square, with this noncentrality: of as many more degrees of freedom as twice a Poisson number.
fn noncentral(draw: Draw, df: F, nonc: F) -> F {
    let more = poisson(draw.part(2), nonc * 0.5);
    gamma(draw.part(3), df * 0.5 + more) * 2.0
}

impl<B: Backend> Generator<B> {
    /// Gamma with this shape parameter and scale: the method of Marsaglia and Tsang (ACM TOMS 26, 2000).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).gamma(2.0, 3.0, 10_000)?;
    /// assert!((x.mean(..)?.item()? - 6.0).abs() < 0.2);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if one is negative or not finite; [`Error::Shape`] if a parameter does not broadcast to the shape.
    #[doc(alias = "standard_gamma")]
    pub fn gamma(
        &mut self,
        k: impl Parameter<B>,
        scale: impl Parameter<B>,
        shape: impl IntoShape,
    ) -> Result<Array<f64, B>> {
        let k = self.parameter("gamma", k, NOT_NEGATIVE, not_negative)?;
        let scale = self.parameter("gamma", scale, NOT_NEGATIVE, not_negative)?;
        let array = self.sample(shape, [&k, &scale], |draw, [k, scale]: [F; 2]| gamma(draw, k) * scale)?;
        Ok(Array::from_dyn(array))
    }

    /// Chi-square with so many degrees of freedom.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).chisquare(3.0, 10_000)?;
    /// assert!((x.mean(..)?.item()? - 3.0).abs() < 0.15);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] unless the degrees of freedom are positive and finite; [`Error::Shape`] if a parameter does not broadcast to the shape.
    pub fn chisquare(&mut self, df: impl Parameter<B>, shape: impl IntoShape) -> Result<Array<f64, B>> {
        let df = self.parameter("chisquare", df, POSITIVE, positive)?;
        let array = self.sample(shape, [&df], |draw, [df]: [F; 1]| gamma(draw, df * 0.5) * 2.0)?;
        Ok(Array::from_dyn(array))
    }

    /// Chi-square with so many degrees of freedom and this noncentrality: mixed by a Poisson distribution.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).noncentral_chisquare(3.0, 2.0, 10_000)?;
    /// assert!((x.mean(..)?.item()? - 5.0).abs() < 0.25);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] unless the degrees of freedom are positive, or if the noncentrality is negative or one is not finite; [`Error::Shape`] if a parameter does not broadcast to the shape.
    pub fn noncentral_chisquare(
        &mut self,
        df: impl Parameter<B>,
        nonc: impl Parameter<B>,
        shape: impl IntoShape,
    ) -> Result<Array<f64, B>> {
        let df = self.parameter("noncentral_chisquare", df, POSITIVE, positive)?;
        let nonc = self.parameter("noncentral_chisquare", nonc, NOT_NEGATIVE, not_negative)?;
        let array = self.sample(shape, [&df, &nonc], |draw, [df, nonc]: [F; 2]| noncentral(draw, df, nonc))?;
        Ok(Array::from_dyn(array))
    }

    /// Fisher's F with so many degrees of freedom of the numerator and the denominator.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).f(3.0, 10.0, 10_000)?;
    /// assert!((x.mean(..)?.item()? - 1.25).abs() < 0.1);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] unless both are positive and finite; [`Error::Shape`] if a parameter does not broadcast to the shape.
    pub fn f(
        &mut self,
        dfnum: impl Parameter<B>,
        dfden: impl Parameter<B>,
        shape: impl IntoShape,
    ) -> Result<Array<f64, B>> {
        let dfnum = self.parameter("f", dfnum, POSITIVE, positive)?;
        let dfden = self.parameter("f", dfden, POSITIVE, positive)?;
        let array = self.sample(shape, [&dfnum, &dfden], |draw, [dfnum, dfden]: [F; 2]| {
            gamma(draw, dfnum * 0.5) / dfnum / (gamma(draw.part(1), dfden * 0.5) / dfden)
        })?;
        Ok(Array::from_dyn(array))
    }

    /// Fisher's F with so many degrees of freedom and this noncentrality of the numerator.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).noncentral_f(3.0, 10.0, 3.0, 10_000)?;
    /// assert!((x.mean(..)?.item()? - 2.5).abs() < 0.2);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] unless both are positive, or if the noncentrality is negative or one is not finite; [`Error::Shape`] if a parameter does not broadcast to the shape.
    pub fn noncentral_f(
        &mut self,
        dfnum: impl Parameter<B>,
        dfden: impl Parameter<B>,
        nonc: impl Parameter<B>,
        shape: impl IntoShape,
    ) -> Result<Array<f64, B>> {
        let dfnum = self.parameter("noncentral_f", dfnum, POSITIVE, positive)?;
        let dfden = self.parameter("noncentral_f", dfden, POSITIVE, positive)?;
        let nonc = self.parameter("noncentral_f", nonc, NOT_NEGATIVE, not_negative)?;
        let array = self.sample(shape, [&dfnum, &dfden, &nonc], |draw, [dfnum, dfden, nonc]: [F; 3]| {
            noncentral(draw, dfnum, nonc) / dfnum / (gamma(draw.part(1), dfden * 0.5) * 2.0 / dfden)
        })?;
        Ok(Array::from_dyn(array))
    }

    /// Student's t with so many degrees of freedom.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).standard_t(5.0, 10_000)?;
    /// assert!((x.mean(..)?.item()? - 0.0).abs() < 0.1);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] unless the degrees of freedom are positive and finite; [`Error::Shape`] if a parameter does not broadcast to the shape.
    pub fn standard_t(&mut self, df: impl Parameter<B>, shape: impl IntoShape) -> Result<Array<f64, B>> {
        let df = self.parameter("standard_t", df, POSITIVE, positive)?;
        let array = self.sample(shape, [&df], |draw, [df]: [F; 1]| {
            let log = log_gamma(draw, df * 0.5);
            draw.part(1).normal(0) * (df.log() * 0.5 - (log + 2.0f64.ln()) * 0.5).exp()
        })?;
        Ok(Array::from_dyn(array))
    }

    /// Beta in [0, 1] with these exponents: the share of one of two gamma variates.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).beta(2.0, 3.0, 10_000)?;
    /// assert!((x.mean(..)?.item()? - 0.4).abs() < 0.02);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] unless both are positive and finite; [`Error::Shape`] if a parameter does not broadcast to the shape.
    pub fn beta(&mut self, a: impl Parameter<B>, b: impl Parameter<B>, shape: impl IntoShape) -> Result<Array<f64, B>> {
        let a = self.parameter("beta", a, POSITIVE, positive)?;
        let b = self.parameter("beta", b, POSITIVE, positive)?;
        let array = self.sample(shape, [&a, &b], |draw, [a, b]: [F; 2]| {
            let (x, y) = (log_gamma(draw, a), log_gamma(draw.part(1), b));
            1.0 / ((y - x).exp() + 1.0)
        })?;
        Ok(Array::from_dyn(array))
    }

    /// Dirichlet: rows of positive numbers whose sum is 1, along a new last axis, by gamma variates of these exponents, a vector.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let alpha = xp.array([1.0, 2.0, 3.0])?;
    /// let x = xp.rng(1).dirichlet(&alpha, 1000)?;
    /// assert_eq!(x.shape(), [1000, 3]);
    /// assert!(x.sum(1)?.allclose(&xp.ones::<f64>(1000)?)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] unless all exponents are positive and finite; [`Error::Axis`] unless
    /// they are a vector.
    pub fn dirichlet(&mut self, alpha: impl Parameter<B>, shape: impl IntoShape) -> Result<Array<f64, B>> {
        let alpha = self.parameter("dirichlet", alpha, POSITIVE, positive)?;
        if alpha.ndim() != 1 {
            return Err(Error::Axis { op: "dirichlet", axis: 0, ndim: alpha.ndim() });
        }
        let mut all = shape.into_shape();
        all.push(alpha.len());
        let logs =
            Array::<f64, B>::from_dyn(self.sample(all, [&alpha], |draw, [alpha]: [F; 1]| log_gamma(draw, alpha))?);
        // Shares of numbers that may be too small for floats, but not their ratios.
        let parts = if alpha.is_empty() { logs } else { (&logs - logs.max(keepdims(-1))?).exp() };
        Ok(&parts / parts.sum(keepdims(-1))?)
    }
}
