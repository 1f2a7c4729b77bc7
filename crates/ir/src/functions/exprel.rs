super::function! {
    /// `(exp(x) - 1) / x`, which is 1 at zero.
    exprel: "[0.0, 1.0, -10.0]" => "[1.         1.71828183 0.09999546]";
    value: exprel,
    single: None,
    derivative: Some(|x| {
        let far = (x.exp() - x.call(FunctionId::exprel)) / x;
        x.abs().lt(0.5).select(x.min(0.5).max(-0.5).poly(SLOPE), far)
    }),
    reference: "expm1(x) / x",
    scipy: "special.exprel(x)",
    terms: None,
    bound: [1.0, 3.0],
    samples: &[Uniform(-50.0, 700.0), Uniform(-2.0, 2.0), Wide(1e-300, 700.0), Near(700.0), Near(709.782712893384), Near(716.0)],
    special: &[(0.0, 1.0), (-0.0, 1.0), (INFINITY, INFINITY), (-INFINITY, 0.0)],
}

use super::Sample::{Near, Uniform, Wide};
use super::{FunctionId, INFINITY, X};

fn exprel(x: X<'_>) -> X<'_> {
    // The exponential is infinite before its quotient is.
    let a = x.min(1000.0);
    let half = (0.5 * a).exp();
    let value = x.gt(700.0).select(half / a * half, x.min(700.0).expm1() / x);
    x.eq(0.0).select(1.0, value)
}
/// The derivative near zero, where the difference loses digits.
const SLOPE: &[f64] = &[
    7.169215998581078e-13,
    1.0706029224547743e-11,
    1.4911969277048643e-10,
    1.9270852604185937e-09,
    2.296443268665491e-08,
    2.505210838544172e-07,
    2.48015873015873e-06,
    2.2045855379188714e-05,
    0.00017361111111111112,
    0.0011904761904761906,
    0.006944444444444444,
    0.03333333333333333,
    0.125,
    0.3333333333333333,
    0.5,
];
