//! Parts of Stirling's formula, without the loss of large terms' differences.

use crate::special::elementwise::{F, poly};
use std::f64::consts::TAU;

/// `log(1 + x) - x`, of `x` and `1 + x`, both as precise as they can be: with `s = x / (2 + x)` the logarithm is `2 atanh(s)`,
/// and `2 s - x = -x s`.
pub fn log1pmx(x: F, one_plus: F) -> F {
    let near = x.abs().lt(1.0).select(x, 0.0);
    let s = near / (near + 2.0);
    let z = s * s;
    let series: Vec<f64> = (0..40).rev().map(|k| 1.0 / f64::from(2 * k + 3)).collect();
    let near = s * (2.0 * z * poly(z, &series[22..]) - near);
    (x.gt(-0.5) & x.lt(1.0)).select(near, one_plus.log() - x)
}

/// The rest of Stirling's formula: `gamma(a) = sqrt(2 pi / a) (a / e)^a stirling(a)` (DLMF 5.11.3).
pub fn stirling(a: F) -> F {
    // e^a a^(1/2 - a) is of an ordinary size up to 10; the power of a small number too.
    let small = a.minimum(10.0);
    let exact = small.exp() * small.power(0.5 - small) / (small.rgamma() * TAU.sqrt());
    a.lt(10.0).select(exact, log_stirling(a.lt(10.0).select(10.0, a)).exp())
}

/// Its logarithm, from 10 on, without the powers that smaller numbers take.
pub fn log_stirling(a: F) -> F {
    let inverse = 1.0 / a;
    inverse * poly(inverse * inverse, &TERMS)
}

/// Bernoulli numbers over `2 k (2 k - 1)`, the last first.
const TERMS: [f64; 8] = [
    -3617.0 / 122_400.0,
    1.0 / 156.0,
    -691.0 / 360_360.0,
    1.0 / 1188.0,
    -1.0 / 1680.0,
    1.0 / 1260.0,
    -1.0 / 360.0,
    1.0 / 12.0,
];
