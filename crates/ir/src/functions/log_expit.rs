super::function! {
    /// The logarithm of the logistic function, `-log(1 + exp(-x))`.
    log_expit: "[0.0, -800.0, 3.0]" => "[-6.93147181e-01 -8.00000000e+02 -4.85873516e-02]";
    value: log_expit,
    single: Some(log_expit),
    derivative: Some(|x| (-x).call(FunctionId::expit)),
    reference: "-log1p(exp(-x))",
    scipy: "special.log_expit(x)",
    terms: None,
    bound: [3.0, 3.0],
    samples: &[Uniform(-50.0, 700.0), Uniform(-20.0, 80.0), Uniform(-3.0, 3.0), Wide(1e-10, 80.0), Wide(1e-300, 1e-10)],
    special: &[(0.0, -std::f64::consts::LN_2), (INFINITY, -0.0), (-INFINITY, -INFINITY)],
}

use super::Sample::{Uniform, Wide};
use super::{FunctionId, INFINITY, X};

/// No exponential of this overflows.
fn log_expit(x: X<'_>) -> X<'_> {
    -((-x.abs()).exp().log1p() - x.min(0.0))
}
