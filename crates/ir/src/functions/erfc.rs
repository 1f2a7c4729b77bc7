super::function! {
    /// The complementary error function, `1 - erf(x)`, also where that is small.
    erfc: "[0.0, 2.0, -10.0]" => "[1.         0.00467773 2.        ]";
    value: erfc,
    single: None,
    derivative: Some(|x| -std::f64::consts::FRAC_2_SQRT_PI * (-(x * x)).exp()),
    reference: "erfc(x)",
    scipy: "special.erfc(x)",
    terms: None,
    bound: [1.0, 4.0],
    samples: &[Uniform(-7.0, 26.5), Uniform(-1.5, 1.5), Uniform(0.4, 10.0), Wide(1e-300, 1.0), Near(0.5)],
    special: &[(0.0, 1.0), (-0.0, 1.0), (INFINITY, 0.0), (-INFINITY, 2.0)],
}

use super::Sample::{Near, Uniform, Wide};
use super::{INFINITY, X, erf};

fn erfc(x: X<'_>) -> X<'_> {
    let a = x.abs();
    let tail = tail(a.max(0.5));
    a.lt(0.5).select(1.0 - erf::near_zero(x), x.lt(0.0).select(2.0 - tail, tail))
}

/// The function from 1/2 on: `exp(-x^2)`, which takes what the square loses into account, times a polynomial of
/// `(x - 2) / (x + 2)`, which is `1 - 4 / (x + 2)`, divided by `x + 2`, likewise.
pub(super) fn tail(x: X<'_>) -> X<'_> {
    let x = x.min(28.0);
    let inverse = 1.0 / (x + 2.0);
    let q = 1.0 - 4.0 * inverse;
    let value = (-(x * x)).exp() * (inverse * q.poly(SCALED));
    value - value * (x.product_error(x) + x.sum_error(2.0) * inverse)
}

// let scaled = lambda x: exp(x * x) * erfc(x) * (x + 2)
// fit(lambda q: scaled(2 * (1 + q) / (1 - q)), mpf(-3) / 5, mpf(13) / 15, 24)
const SCALED: &[f64] = &[
    -3.573047003261421e-08,
    3.0376624516245214e-08,
    1.5963858292802334e-07,
    1.0068562557459623e-08,
    -3.694904687558545e-07,
    -5.692135105100146e-07,
    2.6119176720426172e-08,
    1.996382044592452e-06,
    3.6356219656026876e-06,
    -1.1225863438049203e-06,
    -1.611907944869029e-05,
    -2.169706122147482e-05,
    3.414861671232789e-05,
    0.00014447088609185322,
    3.437146491482e-05,
    -0.000663073518077609,
    -0.0008372960643759353,
    0.003090612059803064,
    0.006479185067809018,
    -0.021510661889498253,
    -0.03644223150688015,
    0.2794720925560548,
    -0.6871606844138106,
    1.021582705242023,
];
