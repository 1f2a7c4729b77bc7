//! Piecewise polynomials by powers.

mod calculus;
mod conversions;
mod roots;

pub use roots::Solve;

use super::options::{Evaluate, Extrapolate};
use super::pieces::{Basis, Pieces};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// A piecewise polynomial: on piece `i`, from `x[i]` to `x[i + 1]`, the sum of `c[j, i] (x - x[i])^(k - 1 - j)`, of `k` coefficients `c` that
/// may have further axes. SciPy's `PPoly`. Values are `f64`, or `complex128` if coefficients are complex.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::PPoly;
/// // x on [0, 1], then 1 + (x - 1)^2 on [1, 3]
/// let p = PPoly::new(&xp.array([[0.0, 1.0], [1.0, 0.0], [0.0, 1.0]])?, &xp.array([0.0, 1.0, 3.0])?)?;
/// assert_eq!(p.evaluate(&xp.array([0.5, 1.0, 2.0, 4.0])?)?.to_string(), "[ 0.5  1.   2.  10. ]");
/// assert_eq!(p.derivative(1)?.evaluate(&xp.array([0.5, 2.0])?)?.to_string(), "[1. 2.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PPoly<B: Backend>(pub(super) Pieces<B>);

impl<B: Backend> PPoly<B> {
    /// Of coefficients `[k, m, ..]`, from the highest power to the constant, and of `m + 1` breakpoints that rise or fall.
    ///
    /// # Errors
    /// [`Error::Value`](xparray_core::Error::Value) for coefficients that do not fit, breakpoints that neither rise nor fall throughout, fewer
    /// than two of them, and NaN among them; [`Error::DType`](xparray_core::Error::DType) for complex ones.
    pub fn new(c: &impl AnyArray<B>, x: &impl AnyArray<B>) -> Result<Self> {
        Pieces::new("PPoly", c.as_dyn(), x.as_dyn()).map(Self)
    }

    /// The same, with another rule for what is outside of the breakpoints.
    pub fn extrapolate(mut self, extrapolate: Extrapolate) -> Self {
        self.0.extrapolate = extrapolate;
        self
    }

    /// The coefficients `[k, m, ..]`.
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

    /// The axis of the values along which places are.
    pub fn axis(&self) -> usize {
        self.0.columns.axis
    }

    /// The values at places of any shape, whose axes are where [`axis`](Self::axis) is. At a breakpoint the piece that begins there counts.
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
        pieces.evaluate("PPoly", Basis::Power, x.as_dyn(), options)
    }
}
