super::function! {
    /// The modified Bessel function of the second kind and order 1, scaled: [`k1`](Array::k1) times `exp(x)`. Infinite at zero,
    /// NaN below.
    k1e: "[0.0, 1.0, 1e6]" => "[           inf 1.63615349e+00 1.25331461e-03]";
    value: k1e,
    single: None,
    derivative: Some(|x| x.call(FunctionId::k1e) * (1.0 - 1.0 / x) - x.call(FunctionId::k0e)),
    reference: "nan if x <= 0 else exp(x) * besselk(1, x) if x < 1e4 \
        else (1 + sum((-1)**k * mp.rf(mpf(-1) / 2, k) * mp.rf(mpf(3) / 2, k) \
        / (fac(k) * (2 * x)**k) for k in range(1, 30))) * sqrt(pi / (2 * x))",
    scipy: "special.k1e(x)",
    terms: None,
    bound: [1.0, 4.0],
    samples: &[Uniform(0.0, 2.0), Uniform(0.0, 100.0), Positive(1e-300, 1e300), Near(1.0)],
    special: &[(0.0, INFINITY), (-0.0, INFINITY), (-1.0, NAN), (INFINITY, 0.0), (-INFINITY, NAN)],
}

use super::Sample::{Near, Positive, Uniform};
use super::{FunctionId, INFINITY, NAN, X};

fn k1e(x: X<'_>) -> X<'_> {
    x.lt(1.0).select(x.min(1.0).exp() * near(x), far(x.max(1.0)))
}

/// The function without a scale up to 1: `1 / x + log(x / 2) I(x)`, and what that leaves to a polynomial of the square.
pub(super) fn near(x: X<'_>) -> X<'_> {
    let b = x.abs().min(1.0);
    let square = b * b;
    let (log, half) = ((0.5 * b).log(), 0.5 * b);
    let rest = half * log + b * (square.poly(REST) + log * square * square.poly(FIRST));
    // At zero only the first term counts.
    x.lt(0.0).select(NAN, b.eq(0.0).select(INFINITY, 1.0 / b + rest))
}

/// The scaled one from 1 on, where it is nearly an inverse square root.
pub(super) fn far(x: X<'_>) -> X<'_> {
    let c = x.min(1e17);
    ((c - 1.0) / (c + 1.0)).poly(FAR) / x.sqrt()
}

// fit(lambda z: (besseli(1, sqrt(z)) / sqrt(z) - mpf(1) / 2) / z, mpf(10)**-12, 1, 8)
const FIRST: &[f64] = &[
    5.272678001316767e-16,
    1.501659891599552e-13,
    3.363931372402835e-11,
    5.651403352715267e-09,
    6.781684027787368e-07,
    5.4253472222222104e-05,
    0.0026041666666666665,
    0.0625,
];
// let rest = lambda x: (besselk(1, x) - 1 / x - log(x / 2) * besseli(1, x)) / x
// fit(lambda z: rest(sqrt(z)), mpf(10)**-12, 1, 9)
const REST: &[f64] = &[
    -1.1602871991688481e-15,
    -3.120575132438663e-13,
    -6.54020010031254e-11,
    -1.0112909380707974e-08,
    -1.0892182538794238e-06,
    -7.493042905988387e-05,
    -0.0028371119837633696,
    -0.042049020943654196,
    0.03860783245076643,
];
// let scaled = lambda x: exp(x) * besselk(1, x) * sqrt(x)
// fit(lambda q: scaled((1 + q) / (1 - q)), 0, 1 - mpf(10)**-6, 23)
const FAR: &[f64] = &[
    -2.5581781457843325e-05,
    0.00017474345021041977,
    -0.00028747998702843494,
    -0.0013906316851546835,
    0.009591418783614762,
    -0.030407441423713582,
    0.06602715920283492,
    -0.11097820202777874,
    0.15500553928177696,
    -0.19007393985447893,
    0.2144563229327295,
    -0.23126953909627787,
    0.24475432246477719,
    -0.25801666827644926,
    0.27281679754000493,
    -0.29029189047930104,
    0.3115432444633997,
    -0.33832314894474963,
    0.37323246404121146,
    -0.4225163735442817,
    0.4959122093428832,
    -0.6527726733505295,
    1.6361534862632583,
];
