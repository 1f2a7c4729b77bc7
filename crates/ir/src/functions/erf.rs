super::function! {
    /// The error function: `2 / sqrt(pi)` times the integral of `exp(-t^2)` from 0 to `x`.
    erf: "[0.0, 0.5, -3.0]" => "[ 0.          0.52049988 -0.99997791]";
    value: erf,
    single: Some(erf_32),
    derivative: Some(|x| std::f64::consts::FRAC_2_SQRT_PI * (-(x * x)).exp()),
    reference: "erf(x)",
    scipy: "special.erf(x)",
    terms: None,
    bound: [2.0, 2.0],
    samples: &[Uniform(-7.0, 7.0), Uniform(-1.5, 1.5), Wide(1e-300, 1.0), Near(1.0)],
    special: &[(0.0, 0.0), (-0.0, -0.0), (INFINITY, 1.0), (-INFINITY, -1.0)],
}

use super::Sample::{Near, Uniform, Wide};
use super::{INFINITY, X, erfc};

fn erf(x: X<'_>) -> X<'_> {
    let a = x.abs();
    a.lt(1.0).select(near_zero(x), (1.0 - erfc::tail(a.max(0.5))).copysign(x))
}

/// In `f32`, whose rounding a polynomial of the logarithm's does not exceed: without divisions.
fn erf_32(x: X<'_>) -> X<'_> {
    let a = x.abs();
    let tail = (a.max(1.0).min(4.0) - 1.0).poly(LOG_OF_TAIL).exp();
    a.lt(1.0).select(near_zero(x), (1.0 - tail).copysign(x))
}

/// The error function from -1 to 1.
pub(super) fn near_zero(x: X<'_>) -> X<'_> {
    x + x * (x * x).min(1.0).poly(x.choose(SERIES_32, SERIES))
}

// fit(lambda z: erf(sqrt(z)) / sqrt(z) - 1, 0, 1, 13)
const SERIES: &[f64] = &[
    5.957176147748911e-11,
    -1.1372848856791674e-09,
    1.4659775274047436e-08,
    -1.6350312701054695e-07,
    1.6461000484121368e-06,
    -1.4925595266831182e-05,
    0.0001205533111164271,
    -0.000854832698083379,
    0.0052239776248180145,
    -0.026866170645076792,
    0.11283791670954879,
    -0.3761263890318375,
    0.1283791670955126,
];
// fit(lambda z: erf(sqrt(z)) / sqrt(z) - 1, 0, 1, 7)
const SERIES_32: &[f64] = &[
    7.875875062685488e-05,
    -0.000801686428716587,
    0.005189087423433974,
    -0.026854212010626412,
    0.11283594715160218,
    -0.37612626666720334,
    0.12837916584835093,
];
// fit(lambda q: log(erfc(1 + q)), 0, 3, 9)
const LOG_OF_TAIL: &[f64] = &[
    1.6371514145936436e-06,
    -3.2960831372440634e-05,
    0.0003202395664450733,
    -0.002054300956557328,
    0.010077808029144182,
    -0.04157574036051611,
    -0.8431047415762557,
    -2.6389676995839992,
    -1.8496055068535158,
];
