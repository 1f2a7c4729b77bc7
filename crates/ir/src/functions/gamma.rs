super::function! {
    /// The gamma function: infinite at zeros, with their sign, and NaN at the negative integers.
    gamma: "[5.0, 0.5, -0.5]" => "[24.          1.77245385 -3.5449077 ]";
    value: gamma,
    single: None,
    derivative: Some(|x| x.call(FunctionId::gamma) * x.call(FunctionId::digamma)),
    reference: "gamma(x)",
    scipy: "special.gamma(x)",
    terms: None,
    bound: [1.0, 4.0],
    samples: &[
        Uniform(0.0, 171.6), Uniform(0.0, 10.0), Wide(1e-300, 170.0), Uniform(-170.0, 0.0), Uniform(-10.0, 0.0), Near(1.0),
        Near(-0.5), Near(1.5), Near(-3.0), Near(-100.0), Near(18.0),
    ],
    special: &[
        (0.0, INFINITY), (-0.0, -INFINITY), (1.0, 1.0), (2.0, 1.0), (5.0, 24.0), (11.0, 3_628_800.0), (-1.0, NAN), (-3.0, NAN),
        (INFINITY, INFINITY), (-INFINITY, NAN), (-1e300, NAN), (1e300, INFINITY),
    ],
}

use super::Sample::{Near, Uniform, Wide};
use super::double::Double;
use super::{FunctionId, INFINITY, NAN, X, gammaln};

/// From 3/2 on and, by reflection, below -1/2 by Stirling's formula, whose logarithm has twice the precision.
fn gamma(x: X<'_>) -> X<'_> {
    let below = x.lt(-0.5);
    let log = log(x);
    let less = log - Double::constant(x, MARGIN);
    let power = exp(Double(below.select(-less.0, log.0), below.select(-less.1, log.1)));
    let outer = below.select(1.0 / sine(x) * power * MARGIN_INVERSE, power);
    let small = x.lt(0.5);
    let inverse = 1.0 / inverse_near_one(small.select(x, x - 1.0));
    let value = x.lt(1.5).select(below.select(outer, small.select(inverse / x, inverse)), outer);
    // Factorials so small are exact.
    let rest = x - x.rint();
    let integer = x.lt(-0.5).select(NAN, x.le(18.0).select(value.rint(), value));
    rest.eq(0.0).select(integer, value)
}

/// The logarithm of the function, from 3/2 on, or of that of `1 - x`, for `x` up to -1/2.
pub(super) fn log(x: X<'_>) -> Double<'_> {
    // Beyond, the function is infinite or zero.
    let x = x.max(-1000.0).min(1000.0);
    let b = Double::sum(x, x.constant(-0.5));
    gammaln::large(b.0.abs().max(1.0), x.lt(-0.5).select(-b.1, b.1))
}

/// The exponential of a number of twice the precision.
pub(super) fn exp(x: Double<'_>) -> X<'_> {
    let Double(value, rest) = Double::sum(x.0, x.1);
    value.exp() * (1.0 + rest)
}

/// The sine of `pi x`, divided by `pi`.
pub(super) fn sine(x: X<'_>) -> X<'_> {
    let n = x.rint();
    let (rest, half) = (x - n, 0.5 * n);
    let square = rest * rest;
    let sign = 1.0 - 4.0 * (half - half.floor());
    sign * (rest + rest * square * square.poly(SINE))
}

/// `1 / gamma(1 + r)` from -1/2 to 1/2.
pub(super) fn inverse_near_one(r: X<'_>) -> X<'_> {
    r.max(-0.5).min(0.5).poly(INVERSE)
}

/// The logarithm of 2^64, by which the reflected function is more than it would be, so that it does not underflow before a
/// pole's factor.
pub(super) const MARGIN: [f64; 2] = [44.361_419_555_836_5, 1.484_189_960_861_631_7e-15];
const MARGIN_INVERSE: f64 = 5.421_010_862_427_522e-20;
// fit(lambda r: rgamma(1 + r), -0.5, 0.5, 16)
const INVERSE: &[f64] = &[
    4.939580133523849e-09,
    -2.0057089361510917e-07,
    1.1335045480626792e-06,
    -1.2525583573659133e-06,
    -2.01349556850396e-05,
    0.00012805072001014693,
    -0.00021524166229467653,
    -0.0011651676431973738,
    0.007218943245911072,
    -0.009621971524607897,
    -0.04219773455552084,
    0.16653861138218928,
    -0.042002635034095515,
    -0.6558780715202527,
    0.5772156649015329,
    1.0,
];
// fit(lambda w: (sin(pi * sqrt(w)) / (pi * sqrt(w)) - 1) / w, mpf(10)**-20, 0.25, 9)
const SINE: &[f64] = &[
    -7.114052818770147e-09,
    2.5303274566671434e-07,
    -6.975851212142348e-06,
    0.00014842878972770888,
    -0.002346081035170168,
    0.026147847817640922,
    -0.19075182412208389,
    0.8117424252833536,
    -1.6449340668482264,
];
