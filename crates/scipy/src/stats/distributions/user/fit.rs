//! Parameters of the largest likelihood, of distributions of the user.

use super::super::fit::{Fit, Fitted, guess, likeliest, sample};
use super::RvContinuous;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

impl<B: Backend> RvContinuous<B> {
    /// The location and the scale with which numbers are likeliest, by the method of Nelder and Mead.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::{Fit, RvContinuous};
    /// let d = RvContinuous::of_pdf(&xp, [0.0, f64::INFINITY], |x| x.negative()?.exp())?;
    /// let fitted = d.fit(&xp.array([1.0, 2.0, 6.0])?, Fit::new().floc(0.0))?;
    /// assert!((fitted.scale - 3.0).abs() < 1e-6);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for no numbers, numbers that are not finite, and those that are impossible with what is known; [`Error::DType`] for
    /// complex numbers; those of the user's function.
    pub fn fit(&self, data: &impl AnyArray<B>, options: Fit) -> Result<Fitted> {
        Self::fit_shapes(data, &[], options, |_| Ok(self.clone()))
    }

    /// Shape parameters, location and scale with which numbers are likeliest, of the distributions that a function makes of shape parameters,
    /// from a first guess of these. Where it finds their values invalid, nothing is likely.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::{Fit, RvContinuous};
    /// let pareto = |b: f64| RvContinuous::of_pdf(&xp, [1.0, f64::INFINITY], move |x| x.power(-b - 1.0)?.multiply(b));
    /// let x = xp.array([1.0, 1.5, 4.0])?;
    /// let fitted = RvContinuous::fit_shapes(&x, &[1.0], Fit::new().floc(0.0).fscale(1.0), |shapes| pareto(shapes[0]))?;
    /// assert!((fitted.shapes[0] - 3.0 / 6f64.ln()).abs() < 1e-6);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`fit`](Self::fit), and of the first guess.
    pub fn fit_shapes(
        data: &impl AnyArray<B>,
        shapes: &[f64],
        options: Fit,
        of: impl Fn(&[f64]) -> Result<Self>,
    ) -> Result<Fitted> {
        let x = sample(data.as_dyn())?;
        let first = of(shapes)?;
        let [low, high] = first.law.support().ends;
        let number = |x: DynArray<B>| Ok(x.item()?.get::<f64>());
        let standard = Self { parameters: first.parameters.standard()?, ..first };
        let guess = guess(&x, options, [low, high, number(standard.mean()?)?, number(standard.var()?)?])?;
        likeliest(shapes, guess, options, &|shapes, loc, scale| {
            let distribution = match of(shapes) {
                Err(Error::Value { .. }) => return Ok(f64::INFINITY),
                other => other?,
            };
            let value = -number(distribution.loc(loc)?.scale(scale)?.logpdf(&x)?.sum(..)?)?;
            Ok(if value.is_nan() { f64::INFINITY } else { value })
        })
    }
}
