//! Derivatives and integrals.

use super::BPoly;
use crate::interpolate::options::Evaluate;
use crate::interpolate::pieces::Basis;
use xparray_core::Result;
use xparray_core::prelude::*;

impl<B: Backend> BPoly<B> {
    /// The derivative of order `nu`.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](xparray_core::Error::OutOfMemory).
    pub fn derivative(&self, nu: usize) -> Result<Self> {
        let mut pieces = self.0.clone();
        for _ in 0..nu {
            let n = pieces.terms() - 1;
            if n == 0 {
                return Ok(Self(pieces.with(&pieces.packed.zeros_like())));
            }
            let rise = pieces.packed.slice(s![.., .., 1..])?.subtract(&pieces.packed.slice(s![.., .., ..-1])?)?;
            pieces = pieces.with(&rise.multiply(n as f64)?.divide(&pieces.widths()?.expand_dims(1)?)?);
        }
        Ok(Self(pieces))
    }

    /// The antiderivative of order `nu`, continuous and 0 at the first breakpoint. That of one that repeats does not.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](xparray_core::Error::OutOfMemory).
    pub fn antiderivative(&self, nu: usize) -> Result<Self> {
        self.0.antiderivative(Basis::Bernstein, nu).map(Self)
    }

    /// The integral from `a` to `b`, of the shape of the further axes: NaN for an end outside where nothing is there.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::interpolate::BPoly;
    /// let p = BPoly::new(&xp.array([[0.0], [1.0], [0.0]])?, &xp.array([0.0, 3.0])?)?;
    /// assert_eq!(p.integrate(0.0, 3.0)?.to_string(), "1.0");
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
        self.0.integrate(Basis::Bernstein, (a, b), options)
    }
}
