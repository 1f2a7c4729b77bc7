super::function! {
    /// The logarithm of the magnitude of the gamma function: infinite at zero and the negative integers.
    gammaln: "[1.0, 0.5, 100.0]" => "[  0.           0.57236494 359.13420537]";
    value: gammaln,
    single: Some(single),
    derivative: Some(|x| x.call(FunctionId::digamma)),
    reference: "log(abs(gamma(x))) if abs(x) < 100 else re(loggamma(x))",
    scipy: "special.gammaln(x)",
    terms: Some("re(loggamma(1 - x)) / 32 if x < -2 else 0"),
    bound: [1.0, 4.0],
    samples: &[
        Uniform(0.0, 10.0), Uniform(0.0, 200.0), Positive(1e-300, 1e300), Uniform(-10.0, 0.0), Uniform(-200.0, 0.0),
        Near(1.0), Near(2.0), Near(3.0), Near(0.5), Near(-0.5), Near(-3.0), Near(-2.4570247382208006),
        Near(-2.7476826467274127), Near(-3.14358088834998), Near(-3.955294284858598), Near(-4.039361839740537),
        Near(-4.991544640560048), Near(-8.000024800270682), Near(-8.999997244250977), Near(-13.99999999998853),
    ],
    special: &[
        (0.0, INFINITY), (-0.0, INFINITY), (1.0, 0.0), (2.0, 0.0), (-1.0, INFINITY), (-3.0, INFINITY),
        (INFINITY, INFINITY), (-INFINITY, -INFINITY),
    ],
}

use super::Sample::{Near, Positive, Uniform};
use super::double::Double;
use super::{FunctionId, INFINITY, X, single as near};
use crate::dtype::DType;

/// Of negative numbers by reflection at 1/2, then from 5/2 on by Stirling's formula, below by recurrence. There are zeros of the
/// reflected function, so the terms have twice the precision. One logarithm serves all but the reflection.
fn gammaln(x: X<'_>) -> X<'_> {
    let below = x.lt(0.0);
    let (a, half) = (below.select(1.0 - x, x), Double::sum(x, x.constant(-0.5)));
    let (b, rest) = (half.0.abs(), below.select(-half.1, half.1));
    let log = Double::log(a.lt(RECURRENCE).select(a, b));
    let small = small(a, log.value(), SMALL);

    let less = Double::sum(log.0, x.constant(-1.0)).with_rest(log.1);
    let series = rest * log.0 + series(1.0 / b, STIRLING);
    let large = (less * b + Double::constant(x, HALF_LOG_TAU)).with_rest(series);
    // Before the product is infinite, so that there is nothing to lose.
    let huge = b.gt(1e290);
    let large = Double(huge.select(less.value() * b, large.0), huge.select(0.0, large.1));
    let is_small = a.lt(2.5);
    let value = Double(is_small.select(small, large.0), is_small.select(0.0, large.1));

    // What the logarithm of the magnitude of the sine of pi x consists of.
    let rest = x - x.rint();
    let square = Double::product(rest, rest);
    let series = square.1 * SIXTH[0] + square.0 * square.0 * square.0.poly(SINE);
    let sine = (Double::constant(x, SIXTH) * square.0).with_rest(series);
    let reflected = (sine - Double::log(rest.abs()) - value).value();
    ends(x, rest, below.select(reflected, value.value()))
}

/// The same with terms of `f64`, which are not exact to the last place where there is no zero.
fn single(x: X<'_>) -> X<'_> {
    let x = x.cast(DType::F64);
    let b = x - 0.5;
    let log = near::log(x.lt(RECURRENCE).select(x, b));
    let large = b * (log - 1.0) + (series(near::inverse(b), STIRLING_32) + HALF_LOG_TAU[0]);
    let value = x.lt(2.5).select(small(x, log, SMALL_32), large);

    let rest = x - x.rint();
    let square = rest * rest;
    let sine = square * (SIXTH[0] + square * square.poly(SINE)) - rest.abs().log();
    let b = 0.5 - x;
    let large = b * (b.log() - 1.0) + (series(1.0 / b, STIRLING) + HALF_LOG_TAU[0]);
    let reflected = sine - b.lt(2.0).select(factorial(-x, SMALL_32), large);
    ends(x, rest, x.lt(0.0).select(reflected, value)).cast(DType::F32)
}

/// What Stirling's formula leaves.
fn series<'e>(inverse: X<'e>, coefficients: &'static [f64]) -> X<'e> {
    inverse * (inverse * inverse).poly(coefficients)
}

/// From 0 to 5/2, where 1 and 2 are the zeros: near 1 that of both terms, so that nothing is lost.
fn small<'e>(a: X<'e>, log: X<'e>, coefficients: &'static [f64]) -> X<'e> {
    let less = a.lt(RECURRENCE);
    let factorial = factorial(less.select(a, a - 1.0), coefficients);
    less.select(factorial - log, factorial)
}

/// The function of `1 + t`, from 0 to 3/2.
fn factorial<'e>(t: X<'e>, coefficients: &'static [f64]) -> X<'e> {
    // The zeros are positive.
    0.0 + (t * (t - 1.0)) * (t - 0.75).poly(coefficients)
}

/// Up to here the function is that of one more, less a logarithm.
const RECURRENCE: f64 = 1.25;

/// With the values at poles, whose distance is `rest`, and of infinities.
fn ends<'e>(x: X<'e>, rest: X<'e>, value: X<'e>) -> X<'e> {
    let value = x.le(0.0).select(rest.eq(0.0).select(INFINITY, value), value);
    // Of negative infinity, the limit of neither side, but SciPy's.
    x.abs().eq(INFINITY).select(x, value)
}

// let factor = lambda t: loggamma(1 + t) / (t * (t - 1))
// fit(lambda u: factor(u + mpf(3) / 4), mpf(-3) / 4, mpf(3) / 4, 25)
const SMALL: &[f64] = &[
    8.702854149462274e-08,
    -1.577723410210679e-07,
    -1.9561462574604242e-08,
    3.404324894896923e-08,
    4.142761109248788e-07,
    -7.562612463459416e-07,
    9.597109616498142e-07,
    -1.76764375827818e-06,
    3.5071990932812468e-06,
    -6.487859797094674e-06,
    1.194925036645649e-05,
    -2.226821449897537e-05,
    4.170547456941329e-05,
    -7.8464050392945e-05,
    0.0001485167612603942,
    -0.00028319036037842405,
    0.0005448969907212743,
    -0.0010605660937984334,
    0.0020955338799232407,
    -0.004226194125189418,
    0.008776370425257302,
    -0.019053957830260832,
    0.044520447198509644,
    -0.11948158662524268,
    0.4501393121092563,
];
// fit(lambda u: factor(u + mpf(3) / 4), mpf(-3) / 4, mpf(3) / 4, 15)
const SMALL_32: &[f64] = &[
    2.3112221450489204e-05,
    -4.287023109309364e-05,
    3.1069095361256445e-05,
    -5.884596393689939e-05,
    0.00015336210701206188,
    -0.00029212466234906974,
    0.0005437445754677835,
    -0.00105844151383717,
    0.002095672702914102,
    -0.0042264500325827434,
    0.008776363114801563,
    -0.019053944354853112,
    0.044520447309150356,
    -0.11948158682918279,
    0.4501393121092563,
];
/// Half the logarithm of two pi.
pub(super) const HALF_LOG_TAU: [f64; 2] = [0.918_938_533_204_672_8, -3.878_294_158_067_241_4e-17];
// let stirling = lambda b: b * (loggamma(b + 0.5) - b * (log(b) - 1) - log(2 * pi) / 2)
// fit(lambda z: stirling(1 / sqrt(z)) if z > 1e-12 else -mpf(1) / 24 + mpf(7) / 2880 * z, 0, 0.25, 17)
const STIRLING: &[f64] = &[
    -54.598099636107705,
    123.04413790890783,
    -128.35269482113154,
    82.54312018721964,
    -36.861078111704906,
    12.262066000792572,
    -3.210677238984205,
    0.7015613183353453,
    -0.13836340077273243,
    0.027525801662969845,
    -0.006332759081668585,
    0.0019144683104413112,
    -0.0008400667130812127,
    0.000590587326130133,
    -0.0007688492033682153,
    0.002430555555547958,
    -0.041666666666666664,
];
// fit(lambda z: stirling(1 / sqrt(z)) if z > 1e-12 else -mpf(1) / 24 + mpf(7) / 2880 * z, 0, 0.25, 7)
const STIRLING_32: &[f64] = &[
    -0.0006590495952260951,
    0.0009041122951736362,
    -0.0007149955611822537,
    0.0005813366287695867,
    -0.0007684973965913494,
    0.002430550300588224,
    -0.04166666665338002,
];
/// A sixth of the square of pi.
const SIXTH: [f64; 2] = [1.644_934_066_848_226_4, 3.040_672_350_398_476e-17];
// fit(lambda w: -(log(sin(pi * sqrt(w)) / (pi * sqrt(w))) + pi**2 / 6 * w) / w**2, mpf(10)**-12, 0.25, 14)
const SINE: &[f64] = &[
    0.4094616072299338,
    -0.2813014598517495,
    0.26266557314223654,
    0.02272162799468779,
    0.10412662445701963,
    0.09800984418861144,
    0.11132044292237485,
    0.12498674116055906,
    0.14286663614020614,
    0.16670765758077194,
    0.2001989154693564,
    0.2510193390451278,
    0.3391143539948332,
    0.5411616168555691,
];
