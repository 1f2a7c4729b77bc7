super::function! {
    /// The Bessel function of the second kind and order 1: negative infinity at zero, NaN below.
    y1: "[0.0, 1.0, 10.0]" => "[       -inf -0.78121282  0.24901542]";
    value: y1,
    single: None,
    derivative: Some(|x| x.call(FunctionId::y0) - x.call(FunctionId::y1) / x),
    reference: "nan if x <= 0 else bessely(1, x)",
    scipy: "special.y1(x)",
    terms: Some("sqrt(2 / (pi * abs(x))) / (100 if abs(x) < 1e15 else 1) if abs(x) > 6 else 0"),
    bound: [1.0, 4.0],
    samples: &[
        Uniform(0.0, 6.0), Uniform(0.0, 50.0), Uniform(0.0, 1e4), Positive(1e-300, 1e10), Positive(1e10, 1e300),
        Near(2.197141326031017), Near(5.429681040794135), Near(8.596005868331169), Near(11.749154830839881),
        Near(62.040411147670696), Near(3140.80713603034), Near(6.0), Near(1.0),
    ],
    special: &[(0.0, -INFINITY), (-0.0, -INFINITY), (-1.0, NAN), (INFINITY, NAN), (-INFINITY, NAN)],
}

use super::Sample::{Near, Positive, Uniform};
use super::{FunctionId, INFINITY, NAN, X, bessel, j1};
use std::f64::consts::FRAC_2_PI;

fn y1(x: X<'_>) -> X<'_> {
    let outer = x.lt(6.0).select(medium(x.max(1.0).min(6.0)), bessel::Y1.value(x.max(6.0)));
    x.lt(1.0).select(near(x.min(1.0)), outer)
}

/// Up to 1: the logarithm times the function of the first kind, the pole, and what these leave to a polynomial of the square.
fn near(x: X<'_>) -> X<'_> {
    let rest = FRAC_2_PI * ((0.5 * x).log() * j1::near(x)) + x * (x * x).min(1.0).poly(REST);
    x.eq(0.0).select(-INFINITY, rest - FRAC_2_PI / x)
}

/// From 1 to 6, without the two zeros there.
fn medium(x: X<'_>) -> X<'_> {
    let zeros = ((x - 2.197_141_326_031_017) + 4.825_983_587_645_496_6e-17)
        * ((x - 5.429_681_040_794_135) - 4.162_514_026_670_377e-16);
    let d = x + 2.5;
    zeros * ((x - 2.5) / d).poly(MEDIUM) / d
}

// let rest = lambda x: (bessely(1, x) - 2 / pi * (log(x / 2) * besselj(1, x) - 1 / x)) / x
// fit(lambda z: rest(sqrt(z)), mpf(10)**-12, 1, 9)
const REST: &[f64] = &[
    -7.195590212084265e-16,
    1.9866227883024065e-13,
    -4.1636170774672354e-11,
    6.438078068130116e-09,
    -6.934178768359457e-07,
    4.7702192691508486e-05,
    -0.0018061615852847733,
    0.026769238141428797,
    0.024578509506412646,
];
// let first = findroot(lambda x: bessely(1, x), 2.2)
// let second = findroot(lambda x: bessely(1, x), 5.43)
// let medium = lambda x: bessely(1, x) * (x + 2.5) / ((x - first) * (x - second))
// fit(lambda q: medium(2.5 * (1 + q) / (1 - q)), mpf(1 - 2.5) / mpf(1 + 2.5), mpf(6 - 2.5) / mpf(6 + 2.5), 33)
const MEDIUM: &[f64] = &[
    67761.76982131533,
    26411.19535484399,
    -125377.6828469127,
    -97965.44915815364,
    27561.233645392407,
    31921.43908019812,
    -14792.93505167796,
    -14353.684616854844,
    1792.7636227329565,
    4221.574588281605,
    2080.3512011187504,
    1845.9745296225667,
    1936.0735412246559,
    1539.615487409978,
    1028.9083141540773,
    597.2197578375304,
    262.02898255443046,
    29.747529569549442,
    -104.67235599473666,
    -158.83551002809847,
    -158.15117391806714,
    -125.87936276161378,
    -82.80123147303976,
    -41.98032440179926,
    -11.893995387299686,
    6.0500071280315755,
    12.544321328975869,
    11.97891880872756,
    7.47276403930316,
    3.070369534098001,
    -0.18759810473852934,
    -1.0394367612971822,
    -0.8222784836324327,
];
