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
    large(b.0.abs().max(1.0), x.lt(-0.5).select(-b.1, b.1))
}

/// The function of `1/2 + b + rest`, for `b` from 1 on.
fn large<'e>(b: X<'e>, rest: X<'e>) -> Double<'e> {
    let log = Double::log(b);
    let less = Double::sum(log.0, b.constant(-1.0)).with_rest(log.1);
    let series = rest * log.0 + ((b - 2.0) / (b + 2.0)).poly(LARGE) / b;
    let value = (less * b + Double::constant(b, gammaln::HALF_LOG_TAU)).with_rest(series);
    // Before the product is infinite, so that there is nothing to lose.
    let huge = b.gt(1e290);
    Double(huge.select(less.value() * b, value.0), huge.select(0.0, value.1))
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
// let stirling = lambda b: loggamma(b + 0.5) - b * (log(b) - 1) - log(2 * pi) / 2
// let large = lambda b: b * stirling(b) if b < 1e6 else -mpf(1) / 24 + mpf(7) / 2880 / b**2
// fit(lambda q: large(2 * (1 + q) / (1 - q)), mpf(-1) / 3, 1 - mpf(10)**-12, 24)
const LARGE: &[f64] = &[
    -1.348889916862279e-06,
    1.236176978119723e-05,
    -5.217630625626498e-05,
    0.0001356315710822565,
    -0.00024744740390590447,
    0.00034909392296041347,
    -0.000421720776144291,
    0.0004851357196586508,
    -0.0005693645247364275,
    0.0006876328600454975,
    -0.0008418204318306267,
    0.0010373757204605483,
    -0.0012864268095723326,
    0.0016041954003386536,
    -0.002006235560018042,
    0.0025046829208955936,
    -0.0030983995832783145,
    0.0037520786380119023,
    -0.004363907571314891,
    0.004739147453379128,
    -0.004611736603161604,
    0.0037510442443372326,
    -0.002124414724193774,
    -0.04110004770328841,
];
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
