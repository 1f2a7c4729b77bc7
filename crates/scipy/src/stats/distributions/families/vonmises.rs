//! The distribution of von Mises, by its Fourier series (DLMF 10.35.2): quotients of Bessel functions by the recurrence downwards.

use super::*;
use crate::stats::distributions::densities::Family;
use xparray_core::kernel::while_;

/// Beyond this, the sine of half the angle is as good as normal.
const LARGE: f64 = 1e5;

/// The sum over `j` from 1 on of `I(j) / I(0)` times a factor.
fn series(kappa: F, factor: impl Fn(F) -> F) -> F {
    let count = (30.0 + 9.5 * kappa.sqrt()).ceil();
    let next = |(sum, ratio, j): (F, F, F)| {
        let ratio = 1.0 / (2.0 * j / kappa + ratio);
        (ratio * (factor(j) + sum), ratio, j - 1.0)
    };
    while_((0.0, 0.0, count), |(_, _, j): (F, F, F)| j.gt(0.0), next).0
}

fn alternating(j: F) -> F {
    let half = 0.5 * j;
    half.floor().eq(half).select(1.0, -1.0)
}

/// Of angles from -pi to pi.
fn distribution(x: F, kappa: F) -> F {
    let near = kappa.minimum(LARGE);
    let value = 0.5 + (x / 2.0 + series(near, |j| (j * x).sin() / j)) / PI;
    let far = (2.0 * kappa.sqrt() * (0.5 * x).sin()).ndtr();
    kappa.gt(LARGE).select(far, value.maximum(0.0).minimum(1.0))
}

/// By halves, and steps of Newton's that stay between them.
fn quantile(q: F, kappa: F) -> F {
    let next = |(low, high, x, n): (F, F, F, F)| {
        let off = distribution(x, kappa) - q;
        let (low, high) = (off.gt(0.0).select(low, x), off.gt(0.0).select(x, high));
        let newton = x - off / log_density(x, kappa).exp();
        let x = (newton.gt(low) & newton.lt(high)).select(newton, 0.5 * (low + high));
        (low, high, x, n + 1.0)
    };
    let start = (constant(-PI), constant(PI), 0.0 * q, constant(0.0));
    while_(start, |(low, high, _, n): (F, F, F, F)| n.lt(60.0) & (high - low).gt(1e-16), next).2
}

fn log_density(z: F, kappa: F) -> F {
    let half = (0.5 * z).sin();
    -2.0 * kappa * half * half - TAU.ln() - kappa.i0e().log()
}

pub static VONMISES: Family = Family {
    name: "vonmises",
    valid: |s| s[0].ge(0.0) & s[0].lt(f64::INFINITY),
    support: line,
    logpdf: |z, s| log_density(z, s[0]),
    pdf: None,
    cdf: |z, s| {
        let turns = (z / TAU).rint();
        turns + distribution(z - turns * TAU, s[0])
    },
    sf: |z, s| {
        let turns = (z / TAU).rint();
        distribution(-(z - turns * TAU), s[0]) - turns
    },
    ppf: |q, s| quantile(q, s[0]),
    isf: |q, s| -quantile(q, s[0]),
    moments: |s| {
        let kappa = s[0].minimum(LARGE);
        let variance = PI * PI / 3.0 + 4.0 * series(kappa, |j| alternating(j) / (j * j));
        let fourth = |j: F| alternating(j) * (8.0 * PI * PI - 48.0 / (j * j)) / (j * j);
        let fourth = PI.powi(4) / 5.0 + series(kappa, fourth);
        // Of large kappa, by the asymptotic series of the normal distribution's neighbours.
        let u = 1.0 / s[0];
        let far = u * (1.0 + 0.5 * u * (1.0 + 1.25 * u));
        let large = s[0].gt(1000.0);
        let kurtosis = large.select(u * (1.0 + 2.75 * u), fourth / (variance * variance) - 3.0);
        [constant(0.0), large.select(far, variance), constant(0.0), kurtosis]
    },
    // The mean of the cosine is the quotient of the first Bessel functions.
    entropy: |s| {
        let (zeroth, first) = (s[0].i0e(), s[0].i1e());
        TAU.ln() + zeroth.log() + s[0] * ((zeroth - first) / zeroth)
    },
};

/// That of numbers from -pi to pi.
pub static VONMISES_LINE: Family = Family {
    name: "vonmises_line",
    valid: VONMISES.valid,
    support: |_| [constant(-PI), constant(PI)],
    logpdf: VONMISES.logpdf,
    pdf: None,
    cdf: |z, s| distribution(z, s[0]),
    sf: |z, s| distribution(-z, s[0]),
    ppf: VONMISES.ppf,
    isf: VONMISES.isf,
    moments: VONMISES.moments,
    entropy: VONMISES.entropy,
};
