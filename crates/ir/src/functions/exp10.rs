super::function! {
    /// 10 to the power `x`.
    exp10: "[0.0, 3.0, -0.5]" => "[1.00000000e+00 1.00000000e+03 3.16227766e-01]";
    value: exp10,
    single: None,
    derivative: Some(|x| x.call(FunctionId::exp10) * std::f64::consts::LN_10),
    reference: "mpf(10)**x",
    scipy: "special.exp10(x)",
    terms: None,
    bound: [1.0, 1.0],
    samples: &[Uniform(-300.0, 308.2), Uniform(-37.0, 38.5), Uniform(-1.0, 1.0), Wide(1e-300, 1.0), Near(308.25471555991674)],
    special: &[
        (0.0, 1.0), (-0.0, 1.0), (2.0, 100.0), (10.0, 1e10), (INFINITY, INFINITY), (-INFINITY, 0.0), (400.0, INFINITY),
        (-400.0, 0.0),
    ],
}

use super::Sample::{Near, Uniform, Wide};
use super::double::Double;
use super::{FunctionId, INFINITY, X};
use std::f64::consts::LOG2_10;

/// A power of 2 and `exp(r)` of the rest, which has twice the precision up to its square: exact powers of 10 are exact.
fn exp10(x: X<'_>) -> X<'_> {
    // Beyond, the value is infinite or zero.
    let x = x.max(-400.0).min(400.0);
    let n = (x * LOG2_10).rint();
    // The first product is exact.
    let rest = Double::sum(x - n * LOG10_2[0], -(n * LOG10_2[1]));
    let Double(r, r_rest) = rest * Double::constant(x, LN_10);
    let power = Double::ordered_sum(x.constant(1.0), r).with_rest(r_rest + r * r * r.poly(EXP));
    let half = (0.5 * n).floor();
    power.value() * half.exp2() * (n - half).exp2()
}

/// The logarithm of 2 to base 10: eleven bits less than a number has, and what they leave.
const LOG10_2: [f64; 2] = [0.30102999566395283, 2.8363394551044964e-14];
/// The natural logarithm of 10.
const LN_10: [f64; 2] = [std::f64::consts::LN_10, -2.1707562233822494e-16];
// fit(lambda r: (exp(r) - 1 - r) / r**2 if abs(r) > 1e-9 else mpf(1) / 2 + r / 6, -0.348, 0.348, 11)
const EXP: &[f64] = &[
    2.091499245327924e-09,
    2.510564479145537e-08,
    2.755727290616548e-07,
    2.755725436822675e-06,
    2.4801587326131077e-05,
    0.00019841269875637497,
    0.0013888888888883581,
    0.0083333333333259,
    0.04166666666666667,
    0.1666666666666667,
    0.5,
];
