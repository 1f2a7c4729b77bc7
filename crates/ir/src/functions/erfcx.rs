super::function! {
    /// The scaled complementary error function, `exp(x^2) erfc(x)`.
    erfcx: "[0.0, 1.0, 1000.0]" => "[1.00000000e+00 4.27583576e-01 5.64189301e-04]";
    value: erfcx,
    single: None,
    derivative: Some(slope),
    reference: "exp(x * x) * erfc(x) if x < 1e3 else (1 - 1 / (2 * x * x) + 3 / (4 * x**4) - 15 / (8 * x**6)) / (x * sqrt(pi))",
    scipy: "special.erfcx(x)",
    terms: None,
    bound: [1.0, 4.0],
    samples: &[Uniform(-26.6, 10.0), Uniform(-1.0, 1.0), Uniform(0.0, 50.0), Positive(1e-300, 1e300), Near(0.5), Near(-0.5)],
    special: &[(0.0, 1.0), (-0.0, 1.0), (INFINITY, 0.0), (-INFINITY, INFINITY)],
}

use super::Sample::{Near, Positive, Uniform};
use super::{FunctionId, INFINITY, X, erf, log_ndtr, slopes};
use std::f64::consts::{FRAC_2_SQRT_PI, SQRT_2};

fn slope(x: X<'_>) -> X<'_> {
    let near = 2.0 * x * x.call(FunctionId::erfcx) - FRAC_2_SQRT_PI;
    x.lt(0.0).select(near, slopes::beyond_ten(x, near / -FRAC_2_SQRT_PI, slopes::ALTERNATING) * -FRAC_2_SQRT_PI)
}

fn erfcx(x: X<'_>) -> X<'_> {
    let a = x.abs();
    // Beyond, the exponential is infinite.
    let b = a.min(30.0);
    let power = (b * b).exp() * (1.0 + b.product_error(b));
    let far = 2.0 * log_ndtr::scaled(SQRT_2 * a);
    let outer = x.lt(0.0).select(2.0 * power - far, far);
    a.lt(0.5).select(power * (1.0 - erf::near_zero(x)), outer)
}
