//! Moments and entropies of distributions without formulas for them: integrals of functions of quantiles over probabilities.

use super::*;
use crate::stats::distributions::densities::Family;
use xparray_core::kernel::while_;

const STEP: f64 = 1.0 / 32.0;

/// How many steps lead from a half to next to nothing.
const NODES: f64 = 195.0;

/// A probability up to 1/2, and its weight in an integral over this half (Takahasi and Mori, 1974).
fn node(k: F) -> (F, F) {
    let u = k * STEP;
    let odds = (-PI * u.sinh()).exp();
    let share = odds / (1.0 + odds);
    let weight = STEP * PI * u.cosh() * share / (1.0 + odds);
    (share, k.eq(0.0).select(0.5 * weight, weight))
}

/// Mean, variance, skewness, and kurtosis less 3 of a distribution that has them.
pub fn moments(family: &Family, shapes: &[F]) -> [F; 4] {
    let more = |k: F| k.lt(NODES);
    let mean = while_(
        (0.0, 0.0),
        |(_, k): (F, F)| more(k),
        |(sum, k): (F, F)| {
            let (share, weight) = node(k);
            (sum + weight * ((family.ppf)(share, shapes) + (family.isf)(share, shapes)), k + 1.0)
        },
    )
    .0;
    let next = |(second, third, fourth, k): (F, F, F, F)| {
        let (share, weight) = node(k);
        let (low, high) = ((family.ppf)(share, shapes) - mean, (family.isf)(share, shapes) - mean);
        let (p, q) = (low * low, high * high);
        (second + weight * (p + q), third + weight * (p * low + q * high), fourth + weight * (p * p + q * q), k + 1.0)
    };
    let start = (0.0, 0.0, 0.0, 0.0);
    let (variance, third, fourth, _) = while_(start, |(_, _, _, k): (F, F, F, F)| more(k), next);
    [mean, variance, third / (variance * variance.sqrt()), fourth / (variance * variance) - 3.0]
}

/// The mean of the logarithm of the density, with its sign changed.
pub fn entropy(family: &Family, shapes: &[F]) -> F {
    let next = |(sum, k): (F, F)| {
        let (share, weight) = node(k);
        // What is rounded to an end of the support has next to no weight.
        let log = |z: F| {
            let log = (family.logpdf)(z, shapes);
            log.abs().lt(f64::INFINITY).select(log, 0.0)
        };
        (sum - weight * (log((family.ppf)(share, shapes)) + log((family.isf)(share, shapes))), k + 1.0)
    };
    while_((0.0, 0.0), |(_, k): (F, F)| k.lt(NODES), next).0
}

/// The integral of a function over probabilities up to 1/2.
pub fn of_shares(f: impl Fn(F) -> F) -> F {
    let next = |(sum, k): (F, F)| {
        let (share, weight) = node(k);
        (sum + weight * f(share), k + 1.0)
    };
    while_((0.0, 0.0), |(_, k): (F, F)| k.lt(NODES), next).0
}
