super::function! {
    /// The logistic function, `1 / (1 + exp(-x))`.
    expit: "[0.0, 1.0, -800.0]" => "[0.5        0.73105858 0.        ]";
    value: expit,
    single: Some(expit),
    derivative: Some(|x| x.call(FunctionId::expit) * (-x).call(FunctionId::expit)),
    reference: "1 / (1 + exp(-x))",
    scipy: "special.expit(x)",
    terms: None,
    bound: [2.0, 2.0],
    samples: &[Uniform(-745.0, 40.0), Uniform(-104.0, 20.0), Uniform(-3.0, 3.0), Wide(1e-10, 1.0)],
    special: &[(0.0, 0.5), (-0.0, 0.5), (INFINITY, 1.0), (-INFINITY, 0.0)],
}

use super::Sample::{Uniform, Wide};
use super::{FunctionId, INFINITY, X};

/// No exponential of this overflows.
fn expit(x: X<'_>) -> X<'_> {
    let e = (-x.abs()).exp();
    x.lt(0.0).select(e, 1.0) / (1.0 + e)
}
