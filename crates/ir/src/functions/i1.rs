super::function! {
    /// The modified Bessel function of the first kind and order 1.
    i1: "[0.0, 1.0, -10.0]" => "[ 0.00000000e+00  5.65159104e-01 -2.67098830e+03]";
    value: i1,
    single: None,
    derivative: Some(|x| {
        let mean = slopes::quotient(x, x.call(FunctionId::i1), MEAN);
        x.abs().exp() * x.call(FunctionId::i0e) - mean
    }),
    reference: "besseli(1, x)",
    scipy: "special.i1(x)",
    terms: None,
    bound: [1.0, 4.0],
    samples: &[Uniform(-10.0, 10.0), Uniform(-713.0, 713.0), Wide(1e-290, 713.0), Near(10.0), Near(709.782712893384)],
    special: &[(0.0, 0.0), (-0.0, -0.0), (1e300, INFINITY), (INFINITY, INFINITY), (-INFINITY, -INFINITY)],
}

use super::Sample::{Near, Uniform, Wide};
use super::{FunctionId, INFINITY, X, i1e, slopes};

fn i1(x: X<'_>) -> X<'_> {
    let a = x.abs();
    // Beyond, the value is infinite. The exponential is so before, but not that of this difference, which is exact.
    let b = a.max(10.0).min(750.0);
    let far = (b - 10.0).exp() * (EXP_10 * i1e::far(b));
    a.lt(10.0).select(i1e::near(x), far.copysign(x))
}

const EXP_10: f64 = 22_026.465_794_806_718;

/// `i1(x) / x`, of the square.
pub(super) const MEAN: &[f64] = &[
    5.214426105738801e-16,
    1.5017547184527747e-13,
    3.363930569334215e-11,
    5.651403356481481e-09,
    6.781684027777778e-07,
    5.425347222222222e-05,
    0.0026041666666666665,
    0.0625,
    0.5,
];
