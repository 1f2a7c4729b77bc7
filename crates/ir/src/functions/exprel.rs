super::function! {
    /// `(exp(x) - 1) / x`, which is 1 at zero.
    exprel: "[0.0, 1.0, -10.0]" => "[1.         1.71828183 0.09999546]";
    value: exprel,
    single: None,
    derivative: None,
    reference: "expm1(x) / x",
    scipy: "special.exprel(x)",
    terms: None,
    bound: [1.0, 3.0],
    samples: &[Uniform(-50.0, 700.0), Uniform(-2.0, 2.0), Wide(1e-300, 700.0), Near(700.0), Near(709.782712893384), Near(716.0)],
    special: &[(0.0, 1.0), (-0.0, 1.0), (INFINITY, INFINITY), (-INFINITY, 0.0)],
}

use super::Sample::{Near, Uniform, Wide};
use super::{INFINITY, X};

fn exprel(x: X<'_>) -> X<'_> {
    // The exponential is infinite before its quotient is.
    let a = x.min(1000.0);
    let half = (0.5 * a).exp();
    let value = x.gt(700.0).select(half / a * half, x.min(700.0).expm1() / x);
    x.eq(0.0).select(1.0, value)
}
