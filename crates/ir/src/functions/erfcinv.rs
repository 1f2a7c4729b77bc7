super::function! {
    /// The inverse of [`erfc`](Array::erfc), for numbers from 0 to 2; NaN beyond.
    erfcinv: "[1.0, 1e-10, 2.0]" => "[0.         4.57282497       -inf]";
    value: |x| 0.0 - ndtri::erfinv(0.5 * x),
    single: Some(|x| (0.0 - ndtri::erfinv_single(0.5 * x.cast(DType::F64))).cast(DType::F32)),
    derivative: Some(|x| {
        let y = x.call(FunctionId::erfcinv);
        -1.0 / std::f64::consts::FRAC_2_SQRT_PI * (y * y).exp()
    }),
    reference: "sign(1 - x) * findroot(lambda t: log(erfc(t)) - log(min(x, 2 - x)), sqrt(-log(min(x, 2 - x) / 2)))",
    scipy: "special.erfcinv(x)",
    terms: None,
    bound: [1.0, 4.0],
    samples: &[Uniform(0.0, 2.0), Positive(1e-300, 1.0), Near(1.0), Near(0.25), Near(1.75), Near(2.0)],
    special: &[(1.0, 0.0), (0.0, INFINITY), (-0.0, INFINITY), (2.0, -INFINITY), (-0.5, NAN), (2.5, NAN), (INFINITY, NAN)],
}

use super::Sample::{Near, Positive, Uniform};
use super::{FunctionId, INFINITY, NAN, ndtri};
use crate::dtype::DType;
