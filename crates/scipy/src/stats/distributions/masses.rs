//! The formulas of discrete distributions, and what loops make of them.

use super::parameters::constant;
use crate::special::kernels::F;
use xparray_core::Var;
use xparray_core::kernel::while_;

/// A function of an integer and the shape parameters.
pub(super) type Formula = fn(F, &[F]) -> F;

/// The formulas of a discrete distribution of location 0, for integers of its support and valid parameters.
pub(super) struct Family {
    /// As SciPy names it.
    pub name: &'static str,
    /// Whether shape parameters are valid.
    pub valid: fn(&[F]) -> Var<bool>,
    /// The least and the greatest integer.
    pub support: fn(&[F]) -> [F; 2],
    pub logpmf: Formula,
    /// Where the exponential of `logpmf` is not as precise.
    pub pmf: Option<Formula>,
    pub cdf: Formula,
    pub sf: Formula,
    /// Mean, variance, skewness, and kurtosis less 3.
    pub moments: fn(&[F]) -> [F; 4],
    /// A formula; otherwise terms are added up.
    pub entropy: Option<fn(&[F]) -> F>,
}

impl Family {
    pub fn probability(&self, k: F, shapes: &[F]) -> F {
        match self.pmf {
            Some(pmf) => pmf(k, shapes),
            None => (self.logpmf)(k, shapes).exp(),
        }
    }

    /// The least integer that has a property which all greater ones have, where one is wanted: steps twice as large each time find one,
    /// halves the least. Without a least integer of the support, such steps find one without the property before.
    pub fn search(&self, shapes: &[F], wanted: Var<bool>, enough: impl Fn(F) -> Var<bool>) -> F {
        let too_many = |k: F| wanted & enough(k);
        let enough = |k: F| enough(k) | !wanted;
        let [low, high] = (self.support)(shapes);
        let down = |(from, _): (F, F)| (from * 2.0, too_many(from * 2.0).select(1.0, 0.0));
        let is_open = (wanted & low.eq(f64::NEG_INFINITY)).select(1.0, 0.0);
        let more = |(from, has): (F, F)| has.gt(0.0) & from.gt(-1e300);
        let from = while_((constant(-1.0), is_open), more, down).0;
        let low = is_open.gt(0.0).select(from + 1.0, low);
        let start = (low - 1.0, low + 0.0, constant(0.0));
        // The first state is the largest known to be too small, the second one a candidate.
        let (below, found, _) = while_(
            start,
            |(_, candidate, done): (F, F, F)| done.eq(0.0) & candidate.lt(high),
            |(below, candidate, _): (F, F, F)| {
                let done = enough(candidate);
                let step = (candidate - low + 1.0) * 2.0;
                let next = (low + step).minimum(high);
                (done.select(below, candidate), done.select(candidate, next), done.select(1.0, 0.0))
            },
        );
        let more = |(low, high): (F, F)| (high - low).gt(1.0) & high.lt(1e300);
        let next = |(low, high): (F, F)| {
            let middle = ((low + high) * 0.5).floor();
            let done = enough(middle);
            (done.select(low, middle), done.select(middle, high))
        };
        while_((below, found), more, next).1
    }

    /// The parameters, NaN where they are not valid: with NaN every loop of a formula ends.
    pub fn known(&self, shapes: &[F]) -> Vec<F> {
        let valid = (self.valid)(shapes);
        shapes.iter().map(|&shape| valid.select(shape, f64::NAN)).collect()
    }

    /// The sum of `-p log(p)` over the integers about the mean that count.
    pub fn terms(&self, shapes: &[F]) -> F {
        let [low, high] = (self.support)(shapes);
        let [mean, variance, ..] = (self.moments)(shapes);
        let reach = 45.0 * variance.sqrt() + 50.0;
        let first = (mean - reach).floor().maximum(low);
        let next = |(sum, _, k): (F, F, F)| {
            let log = (self.logpmf)(k, shapes);
            let term = log.gt(-700.0).select(-log * log.exp(), 0.0);
            (sum + term, term, k + 1.0)
        };
        let more = |(sum, term, k): (F, F, F)| k.le(high) & (k.le(mean) | term.gt(sum * 1e-18)) & (k - first).lt(1e7);
        while_((0.0, 1.0, first), more, next).0.maximum(0.0)
    }
}

impl std::fmt::Debug for Family {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}
