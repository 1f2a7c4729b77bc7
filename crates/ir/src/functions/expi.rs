super::function! {
    /// The exponential integral Ei: the principal value of that of `exp(t) / t` from negative infinity to `x`.
    expi: "[0.0, 1.0, -1.0]" => "[       -inf  1.89511782 -0.21938393]";
    value: expi,
    single: None,
    derivative: Some(|x| x.exp() / x),
    reference: "re(ei(x)) if x > 0 else -e1(-x)",
    scipy: "special.expi(x)",
    terms: None,
    bound: [1.0, 4.0],
    samples: &[
        Uniform(-2.0, 6.0), Uniform(0.0, 30.0), Uniform(-700.0, 716.0), Wide(1e-300, 100.0), Near(0.3725074107813666), Near(6.0),
        Near(20.0),
    ],
    special: &[(0.0, -INFINITY), (-0.0, -INFINITY), (INFINITY, INFINITY), (-INFINITY, -0.0)],
}

use super::Sample::{Near, Uniform, Wide};
use super::{INFINITY, X, exp1};

fn expi(x: X<'_>) -> X<'_> {
    let positive = x.lt(6.0).select(near(x.min(6.0)), large(x, MIDDLE, FAR));
    x.lt(0.0).select(-exp1::exp1(x.abs()), positive)
}

/// Up to 6 by the distance to the zero.
fn near(x: X<'_>) -> X<'_> {
    let distance = (x - ZERO[0]) - 1.314_018_341_438_602_8e-17;
    log_over(x, distance, ZERO) + distance * (x - 3.0).poly(NEAR)
}

/// The logarithm of `x` over a zero, which comes with its logarithm and whose distance is known.
pub(super) fn log_over<'e>(x: X<'e>, distance: X<'e>, [zero, log]: [f64; 2]) -> X<'e> {
    let ratio = distance / zero;
    ratio.abs().lt(0.5).select(ratio.log1p(), x.log() - log)
}

/// From 6 on: `exp(x) / x` times a polynomial of `(x - 11) / (x + 11)` up to 20 and of `1 / x` from there on.
pub(super) fn large<'e>(x: X<'e>, middle: &'static [f64], far: &'static [f64]) -> X<'e> {
    // Beyond, the value is infinite. The exponential is so before, but not that of this difference, which is exact.
    let x = x.max(6.0).min(800.0);
    let inverse = 1.0 / x;
    let middle = ((x.min(20.0) - 11.0) / (x.min(20.0) + 11.0)).poly(middle);
    let far = (inverse.min(0.05) - 0.025).poly(far);
    (x - 10.0).exp() * (EXP_10 * (x.lt(20.0).select(middle, far) * inverse))
}

const EXP_10: f64 = 22_026.465_794_806_718;
/// The zero, and its logarithm.
const ZERO: [f64; 2] = [0.372_507_410_781_366_6, -0.987_498_346_645_341_9];
// let zero = findroot(lambda x: re(ei(x)), 0.3725)
// fit(lambda t: (re(ei(t + 3)) - log((t + 3) / zero)) / (t + 3 - zero), -3, 3, 22)
const NEAR: &[f64] = &[
    7.031587312467313e-22,
    1.616814362884104e-20,
    3.2091621436407077e-19,
    6.673676430801094e-18,
    1.327787657969219e-16,
    2.4956026225259418e-15,
    4.4377195834503914e-14,
    7.44391522893178e-13,
    1.1733488080004673e-11,
    1.7306200037968036e-10,
    2.3769736962091167e-09,
    3.023125624457689e-08,
    3.5369791862002935e-07,
    3.7769330804914324e-06,
    3.646161888485908e-05,
    0.00031447936637055395,
    0.0023871506394940656,
    0.015635280018617952,
    0.0859896331959558,
    0.3816411761263823,
    1.2845225183414326,
    2.986772243435986,
];
// let scaled = lambda x: x * exp(-x) * re(ei(x))
// fit(lambda q: scaled(11 * (1 + q) / (1 - q)), mpf(-5) / 17, mpf(9) / 31, 21)
const MIDDLE: &[f64] = &[
    5.890065063732168,
    3.6888764445075153,
    -5.440021917761177,
    -7.4692918535462445,
    0.8901924253528922,
    7.9847412670049644,
    3.4666053411610074,
    -6.881118970971494,
    -5.38497304058141,
    5.844573817441191,
    5.654098431868525,
    -7.460009954302332,
    -1.1163346367984068,
    6.197214957828779,
    -4.1360931375790075,
    0.5633117656883919,
    0.955468947615793,
    -0.914165536871957,
    0.5467071416508476,
    -0.3086187799607695,
    1.1154309389980384,
];
// fit(lambda w: scaled(1 / (w + mpf(1) / 40)), mpf(10)**-8 - mpf(1) / 40, mpf(1) / 40, 25)
const FAR: &[f64] = &[
    8.225655172812798e+28,
    1.0597300632262434e+27,
    -3.740594136872028e+26,
    -5.560933384963095e+24,
    7.8312736386388e+23,
    1.4391814386906147e+22,
    -9.891952725320052e+20,
    -2.4941732652697584e+19,
    7.669463953418702e+17,
    3.192335609754879e+16,
    -148421762713575.6,
    -27145318262953.785,
    -549048217071.16693,
    2007330574.6069787,
    447150524.8191363,
    19715402.59229949,
    839962.8436235036,
    46527.06742368709,
    3554.2189142877546,
    365.92239660409854,
    50.39308195660085,
    9.47778280709327,
    2.5643960371010412,
    1.1130378448490654,
    1.0263545114390058,
];
