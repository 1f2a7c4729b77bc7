super::function! {
    /// The complete elliptic integral of the first kind of the parameter `1 - x`, accurate where that is near 1; NaN below zero.
    ellipkm1: "[1.0, 1e-10, 0.0]" => "[ 1.57079633 12.89921983         inf]";
    value: |p| ellipk::complete(1.0 - p, p),
    single: None,
    derivative: Some(|x| {
        let m = 1.0 - x;
        let rest = m.call(FunctionId::ellipe) - x * x.call(FunctionId::ellipkm1);
        let far = -0.5 * rest / (x * m);
        m.abs().lt(0.1).select(-m.min(0.1).max(-0.1).poly(ellipk::SLOPE), far)
    }),
    reference: "nan if x <= 0 else pi / (2 * agm(1, sqrt(x)))",
    scipy: "special.ellipkm1(x)",
    terms: None,
    bound: [1.0, 4.0],
    samples: &[Uniform(0.0, 1.0), Uniform(0.0, 10.0), Positive(1e-300, 1e300), Near(0.5), Near(1.0), Near(2.0)],
    special: &[
        (1.0, std::f64::consts::FRAC_PI_2), (0.0, INFINITY), (-0.0, INFINITY), (-1.0, NAN), (INFINITY, 0.0), (-INFINITY, NAN),
    ],
}

use super::Sample::{Near, Positive, Uniform};
use super::{FunctionId, INFINITY, NAN, ellipk};
