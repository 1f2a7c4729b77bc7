super::function! {
    /// The modified Bessel function of the first kind and order 1, scaled: [`i1`](Array::i1) times `exp(-abs(x))`.
    i1e: "[0.0, 1.0, -1e6]" => "[ 0.          0.20791042 -0.00039894]";
    value: i1e,
    single: None,
    derivative: Some(|x| {
        let [first, second] = [FunctionId::i0e, FunctionId::i1e].map(|function| x.call(function));
        let near = x.abs().lt(1.0);
        let b = near.select(x, 0.0);
        let mean = near.select((b * b).poly(i1::MEAN) * (-x.abs()).exp(), second / near.select(1.0, x));
        first - x.sign() * second - mean
    }),
    reference: "exp(-abs(x)) * besseli(1, x) if abs(x) < 1e4 \
        else sign(x) * (1 + sum(mp.rf(mpf(-1) / 2, k) * mp.rf(mpf(3) / 2, k) \
        / (fac(k) * (2 * abs(x))**k) for k in range(1, 30))) / sqrt(2 * pi * abs(x))",
    scipy: "special.i1e(x)",
    terms: None,
    bound: [1.0, 4.0],
    samples: &[Uniform(-10.0, 10.0), Uniform(-100.0, 100.0), Wide(1e-300, 1e300), Near(10.0)],
    special: &[(0.0, 0.0), (-0.0, -0.0), (INFINITY, 0.0), (-INFINITY, -0.0)],
}

use super::Sample::{Near, Uniform, Wide};
use super::{FunctionId, INFINITY, X, i1};

fn i1e(x: X<'_>) -> X<'_> {
    let a = x.abs();
    let b = a.min(10.0);
    a.lt(10.0).select((-b).exp() * near(x), far(a.max(10.0)).copysign(x))
}

/// The function without a scale from -10 to 10: a polynomial of the square.
pub(super) fn near(x: X<'_>) -> X<'_> {
    let b = x.max(-10.0).min(10.0);
    let (half, square) = (0.5 * b, b * b);
    let value = half + half * square * square.poly(NEAR);
    // What the square loses, times the logarithmic derivative by it, nearly.
    value + value * (0.5 * b.product_error(b) / (b.abs() + 1.0))
}

/// From 10 on, where it is nearly an inverse square root.
pub(super) fn far(a: X<'_>) -> X<'_> {
    let c = a.min(1e17);
    ((c - 20.0) / (c + 20.0)).poly(FAR) / a.sqrt()
}

// fit(lambda z: (besseli(1, sqrt(z)) / sqrt(z) * 2 - 1) / z, mpf(10)**-12, 100, 17)
const NEAR: &[f64] = &[
    4.739292825488539e-41,
    2.198208666269544e-38,
    3.631912194300449e-35,
    3.230858463199403e-32,
    2.749144803995272e-29,
    1.9979591941580625e-26,
    1.2469669630028202e-23,
    6.583861393858112e-21,
    2.8969037323309414e-18,
    1.0428852126042493e-15,
    3.0035094384472845e-13,
    6.727861138475202e-11,
    1.130280671297892e-08,
    1.3563368055554756e-06,
    0.00010850694444444466,
    0.005208333333333333,
    0.125,
];
// let scaled = lambda x: exp(-x) * besseli(1, x) * sqrt(x)
// fit(lambda q: scaled(20 * (1 + q) / (1 - q)), mpf(-1) / 3, 1 - mpf(10)**-6, 29)
const FAR: &[f64] = &[
    0.00020018731552989944,
    -0.0020368827073094474,
    0.009366561402537218,
    -0.02544780044915857,
    0.04433966343422361,
    -0.0485815056558355,
    0.024614565580985355,
    0.019187197334716168,
    -0.05808828063695495,
    0.07484657132179756,
    -0.07157349650857052,
    0.060127066898384415,
    -0.04911625852000994,
    0.04095268357358055,
    -0.0351723496051287,
    0.03100539827092204,
    -0.02792522661847052,
    0.025571503096647175,
    -0.023703094868687952,
    0.0221714373402831,
    -0.020885652451457987,
    0.019786714327983703,
    -0.018833958828054165,
    0.017998195228320052,
    -0.01725779539639238,
    0.016596320874832506,
    -0.016001016118858676,
    0.015461810253511604,
    0.39133972251206706,
];
