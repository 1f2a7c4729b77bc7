super::function! {
    /// The Bessel function of the second kind and order 0: negative infinity at zero, NaN below.
    y0: "[0.0, 1.0, 10.0]" => "[      -inf 0.08825696 0.05567117]";
    value: y0,
    single: None,
    derivative: Some(|x| -x.call(FunctionId::y1)),
    reference: "nan if x <= 0 else bessely(0, x)",
    scipy: "special.y0(x)",
    terms: Some("sqrt(2 / (pi * abs(x))) / (100 if abs(x) < 1e15 else 1) if abs(x) > 6 else 0"),
    bound: [1.0, 4.0],
    samples: &[
        Uniform(0.0, 6.0), Uniform(0.0, 50.0), Uniform(0.0, 1e4), Positive(1e-300, 1e10), Positive(1e10, 1e300),
        Near(0.8935769662791675), Near(3.957678419314858), Near(7.086051060301773), Near(10.222345043496418),
        Near(60.47772516422348), Near(3139.236498918198), Near(6.0), Near(0.75), Near(2.25),
    ],
    special: &[(0.0, -INFINITY), (-0.0, -INFINITY), (-1.0, NAN), (INFINITY, NAN), (-INFINITY, NAN)],
}

use super::Sample::{Near, Positive, Uniform};
use super::{FunctionId, INFINITY, NAN, X, bessel, j0};
use std::f64::consts::FRAC_2_PI;

fn y0(x: X<'_>) -> X<'_> {
    let outer = x.lt(6.0).select(upper(x.max(2.25).min(6.0)), bessel::Y0.value(x.max(6.0)));
    let outer = x.lt(2.25).select(lower(x.max(0.75).min(2.25)), outer);
    x.lt(0.75).select(near(x.min(0.75)), outer)
}

/// Up to 3/4: the logarithm times the function of the first kind, and what that leaves to a polynomial of the square.
fn near(x: X<'_>) -> X<'_> {
    let log = (0.5 * x).log() + EULER;
    FRAC_2_PI * (log * j0::near(x)) + (x * x).min(1.0) * (x * x).min(1.0).poly(REST)
}

/// From 3/4 to 9/4, without the zero there.
fn lower(x: X<'_>) -> X<'_> {
    let zero = (x - 0.893_576_966_279_167_5) - 2.659_623_153_972_038_5e-17;
    zero * ((x - 1.5) / (x + 1.5)).poly(LOWER)
}

/// From 9/4 to 6, likewise.
fn upper(x: X<'_>) -> X<'_> {
    let zero = (x - 3.957_678_419_314_858) + 1.076_434_069_756_270_6e-16;
    zero * (x - 4.5).poly(UPPER)
}

const EULER: f64 = 0.577_215_664_901_532_9;
// let rest = lambda x: (bessely(0, x) - 2 / pi * (log(x / 2) + euler) * besselj(0, x)) / x**2
// fit(lambda z: rest(sqrt(z)), mpf(10)**-12, 0.5625, 8)
const REST: &[f64] = &[
    -1.6123007247600662e-14,
    3.966121410308235e-12,
    -7.345497858564e-10,
    9.857958622968845e-08,
    -8.994487795899648e-06,
    0.000506569552665176,
    -0.014920775914865188,
    0.15915494309189535,
];
// let first = findroot(lambda x: bessely(0, x), 0.9)
// let lower = lambda x: bessely(0, x) / (x - first)
// fit(lambda q: lower(1.5 * (1 + q) / (1 - q)), mpf(-1) / 3, 0.2, 22)
const LOWER: &[f64] = &[
    -12.659764481816811,
    -33.2048759735166,
    -44.840822545452305,
    -44.48104295248062,
    -38.822601739189686,
    -31.217854635017012,
    -23.068434803088753,
    -14.885406635910606,
    -7.862059127731786,
    -2.118399784121564,
    1.7037520086101,
    4.1033738623193186,
    4.7909213594387,
    4.6611160232194155,
    3.48917749624985,
    2.360958580384136,
    0.8235893758531573,
    0.057068323390690644,
    -0.9019499594737942,
    -0.6140560216459671,
    -1.0802110644095306,
    0.6306635838865904,
];
// let second = findroot(lambda x: bessely(0, x), 3.96)
// fit(lambda t: bessely(0, t + 4.5) / (t + 4.5 - second), -2.25, 1.5, 26)
const UPPER: &[f64] = &[
    -9.729969538103207e-18,
    -4.967330040641205e-17,
    8.163291157240917e-18,
    6.290873099222952e-16,
    5.841605301281046e-16,
    -2.2558872678595823e-15,
    -8.856907265631441e-15,
    2.1428144104798546e-14,
    -4.535905006784272e-14,
    3.104527807717094e-13,
    -1.5759386753105444e-12,
    7.296612681913836e-12,
    -3.2372219625650815e-11,
    1.5272427478793763e-10,
    -1.219704690316593e-09,
    6.271906376468647e-09,
    4.0200894066538637e-08,
    -2.2160966682038245e-07,
    -6.118097460028578e-06,
    2.9915767430580975e-05,
    0.0003280737230849053,
    -0.0014585059775453694,
    -0.010868089750088312,
    0.04389423506240618,
    0.10699186038048235,
    -0.3590213179116418,
];
