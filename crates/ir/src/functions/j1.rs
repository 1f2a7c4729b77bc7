super::function! {
    /// The Bessel function of the first kind and order 1.
    j1: "[0.0, 1.0, -10.0]" => "[ 0.          0.44005059 -0.04347275]";
    value: j1,
    single: None,
    derivative: Some(|x| x.call(FunctionId::j0) - slopes::quotient(x, x.call(FunctionId::j1), MEAN)),
    reference: "besselj(1, x)",
    scipy: "special.j1(x)",
    terms: Some("sqrt(2 / (pi * abs(x))) / (100 if abs(x) < 1e15 else 1) if abs(x) > 6 else 0"),
    bound: [1.0, 4.0],
    samples: &[
        Uniform(-6.0, 6.0), Uniform(0.0, 50.0), Uniform(-1e4, 1e4), Wide(1e-300, 1e10), Wide(1e10, 1e300),
        Near(3.8317059702075125), Near(7.015586669815619), Near(10.173468135062722), Near(60.46945784534749),
        Near(3139.2363396438027), Near(6.0), Near(2.0),
    ],
    special: &[(0.0, 0.0), (-0.0, -0.0), (INFINITY, NAN), (-INFINITY, NAN)],
}

use super::Sample::{Near, Uniform, Wide};
use super::{FunctionId, INFINITY, NAN, X, bessel, slopes};

fn j1(x: X<'_>) -> X<'_> {
    let a = x.abs();
    let outer = a.lt(6.0).select(medium(a.min(6.0)), bessel::J1.value(a.max(6.0)));
    let outer = x.lt(0.0).select(-outer, outer);
    a.lt(2.0).select(near(x), outer)
}

/// From -2 to 2.
pub(super) fn near(x: X<'_>) -> X<'_> {
    let square = (x * x).min(4.0);
    x * (0.5 + square * square.poly(NEAR))
}

/// From 2 to 6, without the zero there.
fn medium(a: X<'_>) -> X<'_> {
    ((a - 3.831_705_970_207_512_5) + 1.526_918_409_008_806_7e-16) * (a - 4.0).poly(MEDIUM)
}

// fit(lambda z: (besselj(1, sqrt(z)) / sqrt(z) - mpf(1) / 2) / z, mpf(10)**-12, 4, 9)
const NEAR: &[f64] = &[
    -1.3903601911176591e-18,
    5.210097775636053e-16,
    -1.5017372689018485e-13,
    3.363930158784295e-11,
    -5.651403350803508e-09,
    6.781684027733649e-07,
    -5.4253472222220505e-05,
    0.0026041666666666665,
    -0.0625,
];
// let first = besseljzero(1, 1)
// fit(lambda t: besselj(1, t + 4) / (t + 4 - first), -2, 2, 18)
const MEDIUM: &[f64] = &[
    1.8251953692934665e-17,
    -3.6063171019562976e-16,
    -6.076679431785769e-15,
    1.1004016525282088e-13,
    1.5228367933029391e-12,
    -2.4953053789194637e-11,
    -2.8978076185057144e-10,
    4.247558253953474e-09,
    4.0055650052490704e-08,
    -5.177418137092564e-07,
    -3.7722643816942076e-06,
    4.219064946661857e-05,
    0.00021936846552294837,
    -0.0020670573280216595,
    -0.006629220325701149,
    0.05042467795379596,
    0.07005150998945092,
    -0.3924282287671335,
];

/// `j1(x) / x`, of the square.
const MEAN: &[f64] = &[
    5.214426105738801e-16,
    -1.5017547184527747e-13,
    3.363930569334215e-11,
    -5.651403356481481e-09,
    6.781684027777778e-07,
    -5.425347222222222e-05,
    0.0026041666666666665,
    -0.0625,
    0.5,
];
