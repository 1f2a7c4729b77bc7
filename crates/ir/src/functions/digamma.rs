super::function! {
    /// The digamma function, the derivative of [`gammaln`](Array::gammaln): NaN at the negative integers.
    digamma: "[1.0, 0.5, -0.25]" => "[-0.57721566 -1.96351003  2.91413913]";
    value: digamma,
    single: None,
    derivative: None,
    reference: "digamma(x)",
    scipy: "special.digamma(x)",
    terms: Some("abs(digamma(1 - x)) + abs(pi * cot(pi * x)) if x < -1 else 0"),
    bound: [1.0, 4.0],
    samples: &[
        Uniform(0.0, 10.0), Uniform(0.0, 200.0), Positive(1e-300, 1e300), Uniform(-1.0, 0.0), Uniform(-10.0, 0.0),
        Uniform(-200.0, 0.0), Near(1.4616321449683623), Near(-0.504083008264455409), Near(8.0), Near(-1.0),
    ],
    special: &[
        (0.0, -INFINITY), (-0.0, INFINITY), (-1.0, NAN), (-3.0, NAN), (INFINITY, INFINITY), (-INFINITY, NAN),
    ],
}

use super::Sample::{Near, Positive, Uniform};
use super::X;
use std::f64::consts::PI;
use std::f64::{INFINITY, NAN};

/// Below -3/4 by reflection at 1/2, from 8 on by the asymptotic series.
fn digamma(x: X<'_>) -> X<'_> {
    let below = x.lt(-0.75);
    let a = below.select(1.0 - x, x);
    let value = a.lt(8.0).select(medium(a.min(8.0)), large(a.max(8.0)));
    below.select(value - PI * cotangent(x), value)
}

/// From -3/4 to 8, without the poles 0 and -1 and the zeros between and above them.
fn medium(a: X<'_>) -> X<'_> {
    let zeros = ((a - 1.461_632_144_968_362_2) - 9.549_995_429_965_697e-17) * ((a + 0.504_083_008_264_455_4) + 8.154_282_062_438_13e-18);
    let q = (a - 1.125) / (a + 5.125);
    zeros * q.poly(MEDIUM) / (a * (a + 1.0))
}

fn large(a: X<'_>) -> X<'_> {
    let inverse = 1.0 / a;
    let square = inverse * inverse;
    a.log() - (0.5 * inverse + square * square.poly(SERIES))
}

/// The cotangent of `pi x`, NaN at integers.
fn cotangent(x: X<'_>) -> X<'_> {
    let rest = x - x.rint();
    let a = rest.abs();
    let near = a.lt(0.25);
    let tangent = (PI * near.select(a, 0.5 - a)).tan();
    let value = near.select(1.0 / tangent, tangent).copysign(rest);
    a.eq(0.0).select(NAN, value)
}

// let upper = findroot(digamma, 1.46)
// let lower = findroot(digamma, -0.504)
// let factor = lambda a: digamma(a) * a * (a + 1) / ((a - upper) * (a - lower))
// fit(lambda q: factor((1.125 + 5.125 * q) / (1 - q)), mpf(-3) / 7, mpf(11) / 21, 32)
const MEDIUM: &[f64] = &[
    1.498474567082704,
    -1.4265552806144417,
    -0.7743798531704008,
    1.0329297397448327,
    0.7397849116513255,
    -0.8724547738840807,
    0.17145991490061901,
    0.017670810869558247,
    0.30712800750429514,
    -0.2541809778273459,
    0.29303968411964204,
    -0.1893403411789888,
    0.298901866468694,
    -0.19358158139198034,
    0.3050226781912632,
    -0.18574978576500678,
    0.3125662345361939,
    -0.1772831068716723,
    0.32246355335394333,
    -0.16598386526855285,
    0.3359931415097708,
    -0.15052284459542706,
    0.3558180958623535,
    -0.12841664303974934,
    0.38820316712802155,
    -0.0951741698865683,
    0.45112075727897644,
    -0.04132358478288121,
    0.6145286901584148,
    0.06364335053673077,
    1.5147653122107387,
    1.6935400832152787,
];
// fit(lambda w: (log(1 / sqrt(w)) - sqrt(w) / 2 - digamma(1 / sqrt(w))) / w, 0, mpf(1) / 64, 10)
const SERIES: &[f64] = &[
    -12.784519436126903,
    2.672927804741876,
    -0.43683201783035697,
    0.08326535490943339,
    -0.02109234287283522,
    0.007575755716593141,
    -0.00416666666225613,
    0.0039682539682486286,
    -0.008333333333333331,
    0.08333333333333333,
];
