super::function! {
    /// The inverse of [`erfc`](Array::erfc), for numbers from 0 to 2; NaN beyond.
    erfcinv: "[1.0, 1e-10, 2.0]" => "[0.         4.57282497       -inf]";
    value: erfcinv,
    single: None,
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
use super::{FunctionId, INFINITY, NAN, X, erfinv, ndtri};

fn erfcinv(x: X<'_>) -> X<'_> {
    let distance = 1.0 - x;
    let outer = ndtri::tail(0.5 * x.min(2.0 - x)).copysign(distance);
    distance.abs().lt(0.75).select(erfinv::near_zero(distance), outer)
}
