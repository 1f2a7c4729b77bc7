super::function! {
    /// `cos(x) - 1`, also where that is small.
    cosm1: "[0.0, 1e-5, 3.0]" => "[ 0.0000000e+00 -5.0000000e-11 -1.9899925e+00]";
    value: cosm1,
    single: None,
    derivative: Some(|x| -x.sin()),
    reference: "-2 * sin(x / 2)**2",
    scipy: "special.cosm1(x)",
    terms: None,
    bound: [1.0, 3.0],
    samples: &[Uniform(-10.0, 10.0), Uniform(-1.0, 1.0), Wide(1e-150, 1e10), Near(6.283185307179586), Near(0.7853981633974483)],
    special: &[(0.0, 0.0), (-0.0, 0.0), (INFINITY, NAN), (-INFINITY, NAN)],
}

use super::Sample::{Near, Uniform, Wide};
use super::{INFINITY, NAN, X};

fn cosm1(x: X<'_>) -> X<'_> {
    let sin = (0.5 * x).sin();
    // Of zero without a sign.
    0.0 - 2.0 * (sin * sin)
}
