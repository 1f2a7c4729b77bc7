//! The formulas of continuous distributions.

use super::parameters::constant;
use crate::special::kernels::F;
use xparray_core::Var;

/// A function of a standardized variable or probability and the shape parameters.
pub(super) type Formula = fn(F, &[F]) -> F;

/// The formulas of a continuous distribution of location 0 and scale 1, for numbers of its support and valid parameters.
pub(super) struct Family {
    /// As SciPy names it.
    pub name: &'static str,
    /// Whether shape parameters are valid.
    pub valid: fn(&[F]) -> Var<bool>,
    /// The least and the greatest number with a density.
    pub support: fn(&[F]) -> [F; 2],
    pub logpdf: Formula,
    /// Where the exponential of `logpdf` is not as precise.
    pub pdf: Option<Formula>,
    pub cdf: Formula,
    pub sf: Formula,
    pub ppf: Formula,
    /// The inverse of `sf`.
    pub isf: Formula,
    /// Mean, variance, skewness, and kurtosis less 3.
    pub moments: fn(&[F]) -> [F; 4],
    pub entropy: fn(&[F]) -> F,
}

/// Any parameters are valid: there are none.
pub(super) fn always(_: &[F]) -> Var<bool> {
    constant(0.0).eq(0.0)
}

impl std::fmt::Debug for Family {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}
