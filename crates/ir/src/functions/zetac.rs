super::function! {
    /// Riemann's zeta function less 1, also where that is small: infinite at 1.
    zetac: "[2.0, 0.0, 50.0]" => "[ 6.44934067e-01 -1.50000000e+00  8.88178421e-16]";
    value: zetac,
    single: None,
    derivative: None,
    reference: "zeta(x) - 1 if x < 300 else mpf(2)**-x + mpf(3)**-x",
    scipy: "special.zetac(x)",
    terms: Some("1 if x < -1 else 0"),
    bound: [1.0, 4.0],
    samples: &[
        Uniform(-1.0, 4.0), Uniform(0.0, 60.0), Uniform(0.0, 1000.0), Uniform(-20.0, 0.0), Uniform(-200.0, 0.0),
        Wide(1e-300, 1.0), Near(1.0), Near(2.0), Near(-1.0), Near(-40.0),
    ],
    special: &[
        (0.0, -1.5), (-0.0, -1.5), (1.0, INFINITY), (-2.0, -1.0), (-400.0, -1.0), (-1e30, -1.0), (INFINITY, 0.0),
        (-INFINITY, NAN),
    ],
}

use super::Sample::{Near, Uniform, Wide};
use super::double::Double;
use super::{INFINITY, NAN, X, gamma};

/// Around the pole a polynomial besides it, from 2 on a sum, below -1 by reflection at 1/2.
fn zetac(x: X<'_>) -> X<'_> {
    let middle = 1.0 / (x - 1.0) + (x.max(-1.0).min(2.0) - 0.5).poly(MIDDLE);
    let below = x.lt(-1.0);
    let large = large(below.select(1.0 - x, x).max(2.0));
    // The reflected one is exp(x log(2 pi)) gamma(1 - x) sin(pi x / 2) / pi times the function of 1 - x.
    let power = gamma::exp(Double::constant(x, LOG_TAU) * x.max(-1000.0).min(-1.0) + gamma::log(x));
    let sine = gamma::sine(0.5 * x);
    let reflected = sine.eq(0.0).select(0.0, sine * power * (1.0 + large)) - 1.0;
    x.ge(2.0).select(large, below.select(reflected, middle))
}

/// From 2 on: the terms up to the fourth power, and what follows by Euler and Maclaurin.
fn large(x: X<'_>) -> X<'_> {
    let half = (-x).exp2();
    let rest = 5.0 / (x - 1.0) + (0.5 + (x.min(40.0) - 21.0).poly(REST));
    half + ((-LOG_3 * x).exp() + (half * half + (-LOG_5 * x).exp() * rest))
}

const LOG_3: f64 = 1.098_612_288_668_109_8;
const LOG_5: f64 = 1.609_437_912_434_100_3;
/// The logarithm of two pi.
const LOG_TAU: [f64; 2] = [1.837_877_066_409_345_6, -7.756_588_316_134_483e-17];
// fit(lambda t: zeta(t + 0.5) - 1 - 1 / (t - 0.5) if abs(t - 0.5) > 1e-20 else euler - 1, -1.5, 1.5, 16)
const MIDDLE: &[f64] = &[
    2.779394936377897e-16,
    -4.348841405269243e-15,
    2.756640345508617e-14,
    2.527558113430186e-13,
    -8.649044604132706e-12,
    9.924431864800747e-11,
    -2.9044605182093524e-10,
    -8.373061151218502e-09,
    1.3941004097175076e-07,
    -7.590798043063526e-07,
    -5.005517222187083e-06,
    0.00011167831469048458,
    -0.0005515408865116837,
    -0.004178506964330718,
    0.07735386079084827,
    -0.46035450880958684,
];
// let sum = lambda x: zeta(x) - 1 - mpf(2)**-x - mpf(3)**-x - mpf(4)**-x
// fit(lambda t: sum(t + 21) * mpf(5)**(t + 21) - 5 / (t + 20) - mpf(1) / 2, -19, 19, 22)
const REST: &[f64] = &[
    2.430618402491209e-36,
    4.895058517196171e-35,
    -1.4303903105270778e-32,
    3.962910377227627e-31,
    1.460506304673684e-29,
    -1.5497978935725361e-27,
    5.819565830220502e-26,
    -4.3521854702202834e-26,
    -1.2897012578333946e-22,
    7.600274923907237e-21,
    -1.5331440320054166e-19,
    -7.41257324711845e-18,
    7.154855391752007e-16,
    -2.3472649178450023e-14,
    -1.4737148395650056e-13,
    5.137429124605674e-11,
    -2.3405030561352272e-09,
    2.696354650439156e-08,
    2.7983412693824e-06,
    -0.0002087947269648,
    0.008222425757578354,
    0.2726470336155327,
];
