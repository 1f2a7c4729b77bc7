super::function! {
    /// The Bessel function of the first kind and order 0.
    j0: "[0.0, 1.0, -10.0]" => "[ 1.          0.76519769 -0.24593576]";
    value: j0,
    single: None,
    derivative: Some(|x| -x.call(FunctionId::j1)),
    reference: "besselj(0, x)",
    scipy: "special.j0(x)",
    terms: Some("sqrt(2 / (pi * abs(x))) / (100 if abs(x) < 1e15 else 1) if abs(x) > 6 else 0"),
    bound: [1.0, 4.0],
    samples: &[
        Uniform(-6.0, 6.0), Uniform(0.0, 50.0), Uniform(-1e4, 1e4), Wide(1e-10, 1e10), Wide(1e10, 1e300), Near(2.404825557695773),
        Near(5.520078110286311), Near(8.653727912911013), Near(11.791534439014281), Near(62.048469190227166),
        Near(3140.8072952250786), Near(6.0), Near(1.0),
    ],
    special: &[(0.0, 1.0), (-0.0, 1.0), (INFINITY, NAN), (-INFINITY, NAN)],
}

use super::Sample::{Near, Uniform, Wide};
use super::{FunctionId, INFINITY, NAN, X, bessel};

fn j0(x: X<'_>) -> X<'_> {
    let a = x.abs();
    a.lt(1.0).select(near(a), a.lt(6.0).select(medium(a.min(6.0)), bessel::J0.value(a.max(6.0))))
}

/// Up to 1.
pub(super) fn near(a: X<'_>) -> X<'_> {
    let square = (a * a).min(1.0);
    1.0 + square * square.poly(NEAR)
}

/// From 1 to 6, without the two zeros there.
fn medium(a: X<'_>) -> X<'_> {
    let zeros = ((a - 2.404_825_557_695_773) + 1.176_691_651_530_894e-16)
        * ((a - 5.520_078_110_286_311) - 8.088_597_146_146_722e-17);
    zeros * (a - 3.0).poly(MEDIUM)
}

// fit(lambda z: (besselj(0, sqrt(z)) - 1) / z, 0, 1, 9)
const NEAR: &[f64] = &[
    -2.8644893688011676e-17,
    9.385360312426417e-15,
    -2.4028069366408285e-12,
    4.709502793458082e-10,
    -6.781684027765287e-08,
    6.781684027777754e-06,
    -0.00043402777777777775,
    0.015625,
    -0.25,
];
// let first = besseljzero(0, 1)
// let second = besseljzero(0, 2)
// fit(lambda t: besselj(0, t + 3) / ((t + 3 - first) * (t + 3 - second)), -3, 3, 20)
const MEDIUM: &[f64] = &[
    -3.7648201019824117e-22,
    -6.472094542044828e-20,
    1.7751922161549509e-19,
    2.823739961416753e-17,
    -6.30654772078392e-17,
    -9.15855203391168e-15,
    1.778181716881182e-14,
    2.334900202941293e-12,
    -3.873188220220693e-12,
    -4.547665800445787e-10,
    6.262180181671379e-10,
    6.484673077967319e-08,
    -7.108179120370603e-08,
    -6.378815643008883e-06,
    5.209640058081993e-06,
    0.0003959066212281484,
    -0.00021359590560906567,
    -0.013319871726762206,
    0.0035449169181534846,
    0.1733811372087272,
];
