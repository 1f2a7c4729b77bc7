//! Piecewise polynomials in Bernstein's basis.

mod calculus;
mod conversions;

use super::options::{Evaluate, Extrapolate};
use super::pieces::{Basis, Pieces};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// A piecewise polynomial in Bernstein's basis: on piece `i`, with `s` the part of it that lies behind, the sum of
/// `c[a, i] binom(n, a) s^a (1 - s)^(n - a)`, of `n + 1` coefficients `c` that may have further axes. SciPy's `BPoly`. Values are `f64`, or
/// `complex128` if coefficients are complex.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::BPoly;
/// // 2 s (1 - s) on [0, 2]
/// let p = BPoly::new(&xp.array([[0.0], [1.0], [0.0]])?, &xp.array([0.0, 2.0])?)?;
/// assert_eq!(p.evaluate(&xp.array([0.0, 1.0, 1.5])?)?.to_string(), "[0.    0.5   0.375]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct BPoly<B: Backend>(pub(super) Pieces<B>);

impl<B: Backend> BPoly<B> {
    /// Of coefficients `[n + 1, m, ..]` and of `m + 1` breakpoints that rise or fall.
    ///
    /// # Errors
    /// Those of [`PPoly::new`](super::PPoly::new).
    pub fn new(c: &impl AnyArray<B>, x: &impl AnyArray<B>) -> Result<Self> {
        Pieces::new("BPoly", c.as_dyn(), x.as_dyn()).map(Self)
    }

    /// The same, with another rule for what is outside of the breakpoints.
    pub fn extrapolate(mut self, extrapolate: Extrapolate) -> Self {
        self.0.extrapolate = extrapolate;
        self
    }

    /// The coefficients `[n + 1, m, ..]`.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](xparray_core::Error::OutOfMemory).
    pub fn c(&self) -> Result<DynArray<B>> {
        self.0.c()
    }

    /// The breakpoints.
    pub fn x(&self) -> &Array<f64, B> {
        &self.0.breaks.x
    }

    /// The values at places of any shape, whose axes come first.
    ///
    /// # Errors
    /// [`Error::DType`](xparray_core::Error::DType) for complex places.
    pub fn evaluate(&self, x: &impl AnyArray<B>) -> Result<DynArray<B>> {
        self.evaluate_with(x, Evaluate::new())
    }

    /// [`evaluate`](Self::evaluate) of derivatives, or with another rule for what is outside.
    ///
    /// # Errors
    /// Those of [`evaluate`](Self::evaluate).
    pub fn evaluate_with(&self, x: &impl AnyArray<B>, options: Evaluate) -> Result<DynArray<B>> {
        let pieces = if options.nu == 0 { &self.0 } else { &self.derivative(options.nu)?.0 };
        pieces.evaluate("BPoly", Basis::Bernstein, x.as_dyn(), options)
    }
}
