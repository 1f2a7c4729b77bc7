//! The formulas of the distributions, as in SciPy's documentation of each.

pub(in crate::stats) mod beta;
pub(in crate::stats) mod bounded;
pub(in crate::stats) mod counts;
pub(in crate::stats) mod distances;
pub(in crate::stats) mod extremes;
pub(in crate::stats) mod folded;
pub(in crate::stats) mod folds;
pub(in crate::stats) mod gamma;
pub(in crate::stats) mod heavy;
pub(in crate::stats) mod integers;
mod integrals;
pub(in crate::stats) mod intervals;
pub(in crate::stats) mod lives;
pub(in crate::stats) mod noncentral;
pub(in crate::stats) mod normal;
pub(in crate::stats) mod powers;
pub(in crate::stats) mod quantiles;
pub(in crate::stats) mod series;
pub(in crate::stats) mod steps;
pub(in crate::stats) mod symmetric;
pub(in crate::stats) mod two_sided;
pub(in crate::stats) mod urns;
pub(in crate::stats) mod vonmises;

use super::densities::Family;
use super::parameters::constant;
use crate::special::kernels::{F, Value, root};
use std::f64::consts::{LN_2, PI, TAU};

/// Euler's constant.
const EULER: f64 = 0.577_215_664_901_532_9;

/// `a log(x)`, 0 for `a` of 0.
fn a_log(a: F, x: F) -> F {
    a.eq(0.0).select(0.0, a * x.log())
}

/// The half line from 0 on.
fn half_line(_: &[F]) -> [F; 2] {
    [constant(0.0), constant(f64::INFINITY)]
}

/// All numbers.
fn line(_: &[F]) -> [F; 2] {
    [constant(f64::NEG_INFINITY), constant(f64::INFINITY)]
}

/// The unit interval.
fn unit(_: &[F]) -> [F; 2] {
    [constant(0.0), constant(1.0)]
}

/// All shape parameters are positive numbers.
fn positive<const N: usize>(shapes: &[F]) -> xparray_core::Var<bool> {
    let one = |k: usize| shapes[k].gt(0.0) & shapes[k].lt(f64::INFINITY);
    (1..N).fold(one(0), |all, k| all & one(k))
}

/// Skewness and kurtosis less 3 from the moments about 0 over their scale.
fn about_mean([m1, m2, m3, m4]: [F; 4]) -> [F; 4] {
    let variance = m2 - m1 * m1;
    let third = m3 - 3.0 * m1 * m2 + 2.0 * m1 * m1 * m1;
    let fourth = m4 - 4.0 * m1 * m3 + 6.0 * m1 * m1 * m2 - 3.0 * m1 * m1 * m1 * m1;
    [m1, variance, third / (variance * variance.sqrt()), fourth / (variance * variance) - 3.0]
}

/// Half the logarithm of 2 pi.
fn half_log_tau() -> f64 {
    0.5 * TAU.ln()
}

/// The positive root of `cdf(z) = q`, if `rising`, or `sf(z) = q`, of a distribution that has shape parameters of 1.
fn inverse(family: &Family, start: F, q: F, shapes: &[F], rising: bool) -> F {
    let inside = (family.valid)(shapes) & q.gt(0.0) & q.lt(1.0);
    let safe: Vec<F> = shapes.iter().map(|&shape| inside.select(shape, 1.0)).collect();
    let bounds = [constant(f64::MIN_POSITIVE), (family.support)(&safe)[1].minimum(1e300)];
    let up = constant(f64::from(u8::from(rising))).gt(0.0);
    let formula = if rising { family.cdf } else { family.sf };
    let z = root(inside.select(start, 1.0), bounds, inside.select(q, 0.5), up, constant(1e-9), |z| Value {
        value: formula(z, &safe),
        slope: z * (family.logpdf)(z, &safe).exp(),
    });
    inside.select(z, f64::NAN)
}
