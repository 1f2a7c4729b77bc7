super::function! {
    /// The logarithm of the standard normal distribution's cumulative function.
    log_ndtr: "[0.0, -40.0, 3.0]" => "[-6.93147181e-01 -8.04608442e+02 -1.35080996e-03]";
    value: log_ndtr,
    single: None,
    derivative: Some(slope),
    reference: "log(erfc(-x / sqrt(2)) / 2) if x < 0 else log1p(-erfc(x / sqrt(2)) / 2)",
    scipy: "special.log_ndtr(x)",
    terms: None,
    bound: [1.0, 4.0],
    samples: &[Uniform(-50.0, 37.0), Uniform(-3.0, 3.0), Wide(1e-10, 1e100), Uniform(0.0, 10.0), Near(-0.7), Near(0.7)],
    special: &[(0.0, -std::f64::consts::LN_2), (INFINITY, -0.0), (-INFINITY, -INFINITY)],
}

use super::Sample::{Near, Uniform, Wide};
use super::{FunctionId, INFINITY, X, erf};
use std::f64::consts::{FRAC_1_SQRT_2, PI};

/// Below 0 the reciprocal of Mills' ratio; far above it is 0.
fn slope(x: X<'_>) -> X<'_> {
    let below = x.lt(-1.0);
    let ratio = below.select(-x, 1.0) * FRAC_1_SQRT_2;
    let b = below.select(0.0, x).min(40.0);
    let above = (-0.5 * (b * b) - b.call(FunctionId::log_ndtr) - 0.918_938_533_204_672_7).exp();
    below.select((2.0 / PI).sqrt() / ratio.call(FunctionId::erfcx), above)
}

fn log_ndtr(x: X<'_>) -> X<'_> {
    let a = x.abs();
    let upper = a.lt(0.7).select(0.5 - 0.5 * middle(x), tail(a));
    x.le(-0.7).select(scaled(a).log() - 0.5 * (a * a), (-upper).log1p())
}

/// What the cumulative function is within of 1/2, doubled, for numbers from -0.7 to 0.7.
pub(super) fn middle(x: X<'_>) -> X<'_> {
    erf::near_zero(x * FRAC_1_SQRT_2)
}

/// What the cumulative function leaves to 1, for positive numbers.
pub(super) fn tail(a: X<'_>) -> X<'_> {
    // It ends before this.
    let b = a.min(40.0);
    let tail = (-0.5 * (b * b)).exp() * scaled(a);
    tail - tail * (0.5 * b.product_error(b))
}

/// The same, divided by `exp(-a^2 / 2)`.
pub(super) fn scaled(a: X<'_>) -> X<'_> {
    // Beyond this the polynomial is nearly constant.
    let b = a.min(1e17);
    ((b - 2.0) / (b + 2.0)).poly(SCALED) / (a + 2.0)
}

// let near = lambda t: exp(t * t) * erfc(t)
// let far = lambda t, s: (1 - s / 2 + 3 * s**2 / 4 - 15 * s**3 / 8 + 105 * s**4 / 16) / (t * sqrt(pi))
// let scaled = lambda x, t: (near(t) if t < 1e3 else far(t, 1 / t**2)) / 2 * (x + 2)
// let of = lambda x: scaled(x, x / sqrt(2))
// fit(lambda q: of(2 * (1 + q) / (1 - q)), -1, 1 - mpf(10)**-9, 32)
const SCALED: &[f64] = &[
    -6.076632566347207e-09,
    -1.2372094793233165e-08,
    3.4820260707506656e-08,
    9.558718756821974e-08,
    -4.3919062788123855e-08,
    -2.7835556418104537e-07,
    -1.2885719799590357e-07,
    2.7141534871406687e-07,
    3.3285772703993627e-07,
    2.4267311910691046e-07,
    3.54138955502211e-07,
    2.240097972871898e-08,
    -1.373999650939958e-06,
    -3.054066875924704e-06,
    -2.8506131884826214e-06,
    2.060108906476104e-06,
    1.2570713840354325e-05,
    2.1695512577562848e-05,
    9.68170481924551e-06,
    -4.6052577221834416e-05,
    -0.00012855197223213014,
    -0.00011569338323644503,
    0.00020699174615634118,
    0.0008271990192276253,
    0.0007851181548410309,
    -0.001951124165433269,
    -0.00672490707805763,
    -0.000469596834247527,
    0.036718360968919665,
    0.028797360345361105,
    -0.33140444238878103,
    0.6724080048926824,
];
