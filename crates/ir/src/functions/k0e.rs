super::function! {
    /// The modified Bessel function of the second kind and order 0, scaled: [`k0`](Array::k0) times `exp(x)`. Infinite at zero,
    /// NaN below.
    k0e: "[0.0, 1.0, 1e6]" => "[       inf 1.14446308 0.00125331]";
    value: k0e,
    single: None,
    derivative: Some(|x| x.call(FunctionId::k0e) - x.call(FunctionId::k1e)),
    reference: "nan if x <= 0 else exp(x) * besselk(0, x) if x < 1e4 \
        else (1 + sum((-1)**k * mp.rf(mpf(1) / 2, k)**2 / (fac(k) * (2 * x)**k) for k in range(1, 30))) * sqrt(pi / (2 * x))",
    scipy: "special.k0e(x)",
    terms: None,
    bound: [1.0, 4.0],
    samples: &[Uniform(0.0, 2.0), Uniform(0.0, 100.0), Positive(1e-300, 1e300), Near(1.0)],
    special: &[(0.0, INFINITY), (-0.0, INFINITY), (-1.0, NAN), (INFINITY, 0.0), (-INFINITY, NAN)],
}

use super::Sample::{Near, Positive, Uniform};
use super::{FunctionId, INFINITY, NAN, X};

fn k0e(x: X<'_>) -> X<'_> {
    x.lt(1.0).select(x.min(1.0).exp() * near(x), far(x.max(1.0)))
}

/// The function without a scale up to 1: `-log(x / 2) I(x)`, and what that leaves to a polynomial of the square.
pub(super) fn near(x: X<'_>) -> X<'_> {
    let b = x.min(1.0);
    let square = b * b;
    // The logarithm of zero is infinite, of less NaN.
    let log = (0.5 * b).log();
    square.poly(REST) - log * (1.0 + square * square.poly(FIRST))
}

/// The scaled one from 1 on, where it is nearly an inverse square root.
pub(super) fn far(x: X<'_>) -> X<'_> {
    let c = x.min(1e17);
    ((c - 1.0) / (c + 1.0)).poly(FAR) / x.sqrt()
}

// fit(lambda z: (besseli(0, sqrt(z)) - 1) / z, mpf(10)**-12, 1, 8)
const FIRST: &[f64] = &[
    9.50253376635768e-15,
    2.402617759788737e-12,
    4.709504404494519e-10,
    6.781684020238936e-08,
    6.781684027796974e-06,
    0.00043402777777777537,
    0.015625,
    0.25,
];
// fit(lambda z: besselk(0, sqrt(z)) + log(sqrt(z) / 2) * besseli(0, sqrt(z)), mpf(10)**-12, 1, 9)
const REST: &[f64] = &[
    2.0387550788227265e-14,
    4.842643134875522e-12,
    8.819888686596496e-10,
    1.157035090836191e-07,
    1.0214014136072649e-05,
    0.0005451899602568355,
    0.01441850523591355,
    0.10569608377461678,
    -0.5772156649015329,
];
// let scaled = lambda x: exp(x) * besselk(0, x) * sqrt(x)
// fit(lambda q: scaled((1 + q) / (1 - q)), 0, 1 - mpf(10)**-6, 23)
const FAR: &[f64] = &[
    5.399296129698442e-05,
    -0.000541283363739496,
    0.0025275940112515416,
    -0.007279536669932891,
    0.014415238168940126,
    -0.02064535009376793,
    0.021693288484110965,
    -0.01607752316647499,
    0.006393002641862618,
    0.0032482161713210025,
    -0.010367331774156255,
    0.014882877268328718,
    -0.017913966837122212,
    0.02056303491674303,
    -0.02351231087271572,
    0.027204880219456874,
    -0.03203302356596967,
    0.038713965055497505,
    -0.04822615560362099,
    0.06365392188384761,
    -0.08898473922071885,
    0.16108226689416727,
    1.144463079806895,
];
