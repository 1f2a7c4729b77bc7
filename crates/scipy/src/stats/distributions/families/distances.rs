//! What distances of distribution functions tend to: Kolmogorov's distribution, by its two series, one for small and one for large distances.

use super::*;
use crate::stats::distributions::densities::{Family, always};

/// Where both series have their terms fall fast.
const MIDDLE: f64 = 0.82;

/// What is summed over the terms of the series of small distances: `w = ((2 k - 1) pi / z)^2 / 8`, and its `exp(-w)`.
fn small(z: F, term: impl Fn(F) -> F) -> F {
    let y = z.minimum(MIDDLE).maximum(0.02);
    let sum = [7.0, 5.0, 3.0, 1.0].iter().fold(constant(0.0), |sum, &odd| {
        let w = (odd * PI / y).square() * 0.125;
        sum + term(w) * (-w).exp()
    });
    z.lt(0.02).select(0.0, sum / y * TAU.sqrt())
}

/// What is summed, with changing signs, of the series of large distances: terms of `k`, and their `exp(-2 k^2 z^2)`.
fn large(z: F, term: impl Fn(f64) -> F) -> F {
    let y = z.maximum(MIDDLE);
    [5.0f64, -4.0, 3.0, -2.0, 1.0].iter().fold(constant(0.0), |sum, &k| sum + term(k) * (-2.0 * k * k * (y * y)).exp())
}

/// The mean, the variance, the skewness, and the kurtosis less 3: by `n gamma(n / 2) eta(n) / 2^(n / 2)`, the moments about 0.
const MOMENTS: [f64; 4] =
    [0.868_731_160_636_159_1, 0.067_773_203_963_865_08, 0.860_426_137_143_668_3, 0.881_618_967_910_523_7];

/// The integral of `-p log(p)` of the density.
const ENTROPY: f64 = 0.000_890_322_654_402_673_7;

fn density(z: F) -> F {
    let near = small(z, |w| (2.0 * w - 1.0) / z.maximum(0.02));
    let far = large(z, |k| 8.0 * k.signum() * k * k * z);
    z.lt(MIDDLE).select(near, z.eq(f64::INFINITY).select(0.0, far))
}

pub static KSTWOBIGN: Family = Family {
    name: "kstwobign",
    valid: always,
    support: half_line,
    // Far out one term is left.
    logpdf: |z, _| {
        let y = z.lt(0.3).select(z, 0.3);
        let w = (PI / y).square() * 0.125;
        let near = (TAU.sqrt() * (2.0 * w - 1.0)).log() - 2.0 * y.log() - w;
        let far = (8.0 * z).log() - 2.0 * z * z;
        let far = z.eq(f64::INFINITY).select(f64::NEG_INFINITY, far);
        z.le(0.0).select(f64::NEG_INFINITY, z.lt(0.3).select(near, z.gt(4.0).select(far, density(z).log())))
    },
    pdf: Some(|z, _| density(z)),
    cdf: |z, _| z.lt(MIDDLE).select(small(z, |_| constant(1.0)), 1.0 - large(z, |k| constant(2.0 * k.signum()))),
    sf: |z, _| z.lt(MIDDLE).select(1.0 - small(z, |_| constant(1.0)), large(z, |k| constant(2.0 * k.signum()))),
    ppf: |q, s| inverse(&KSTWOBIGN, constant(0.8), q, s, true),
    isf: |q, s| inverse(&KSTWOBIGN, constant(0.8), q, s, false),
    moments: |_| MOMENTS.map(constant),
    entropy: |_| constant(ENTROPY),
};
