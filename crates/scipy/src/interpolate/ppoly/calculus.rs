//! Derivatives and integrals.

use super::PPoly;
use crate::interpolate::options::Evaluate;
use crate::interpolate::pieces::Basis;
use xparray_core::prelude::*;
use xparray_core::{Create, Result};

impl<B: Backend> PPoly<B> {
    /// The derivative of order `nu`.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](xparray_core::Error::OutOfMemory).
    pub fn derivative(&self, nu: usize) -> Result<Self> {
        let terms = self.0.terms();
        if nu == 0 {
            return Ok(self.clone());
        }
        if nu >= terms {
            return Ok(Self(self.0.with(&self.0.packed.slice(s![.., .., ..1])?.zeros_like())));
        }
        // p (p - 1) .. (p - nu + 1) of the power p.
        let factor = |j: usize| (0..nu).map(|i| (terms - 1 - j - i) as f64).product::<f64>();
        let factors = self.0.packed.xp().array((0..terms - nu).map(factor).collect::<Vec<_>>())?;
        let kept = self.0.packed.slice(s![.., .., ..(terms - nu) as isize])?;
        Ok(Self(self.0.with(&kept.multiply(&factors)?)))
    }

    /// The antiderivative of order `nu`, continuous and 0 at the first breakpoint. That of one that repeats does not.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::interpolate::PPoly;
    /// let steps = PPoly::new(&xp.array([[1.0, 3.0]])?, &xp.array([0.0, 1.0, 2.0])?)?;
    /// assert_eq!(steps.antiderivative(1)?.evaluate(&xp.array([0.5, 1.0, 2.0])?)?.to_string(), "[0.5 1.  4. ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](xparray_core::Error::OutOfMemory).
    pub fn antiderivative(&self, nu: usize) -> Result<Self> {
        self.0.antiderivative(Basis::Power, nu).map(Self)
    }

    /// The integral from `a` to `b`, of the shape of the further axes: NaN for an end outside where nothing is there.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::interpolate::{Extrapolate, PPoly};
    /// let steps = PPoly::new(&xp.array([[1.0, 3.0]])?, &xp.array([0.0, 1.0, 2.0])?)?;
    /// assert_eq!(steps.integrate(0.5, 2.5)?.to_string(), "5.0");
    /// assert_eq!(steps.extrapolate(Extrapolate::Periodic).integrate(0.5, 2.5)?.to_string(), "4.0");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](xparray_core::Error::Value) unless both ends are finite.
    pub fn integrate(&self, a: f64, b: f64) -> Result<DynArray<B>> {
        self.integrate_with(a, b, Evaluate::new())
    }

    /// [`integrate`](Self::integrate) with another rule for what is outside; the order of the derivative does not count.
    ///
    /// # Errors
    /// Those of [`integrate`](Self::integrate).
    pub fn integrate_with(&self, a: f64, b: f64, options: Evaluate) -> Result<DynArray<B>> {
        self.0.integrate(Basis::Power, (a, b), options)
    }
}
