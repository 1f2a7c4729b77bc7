super::function! {
    /// The modified Bessel function of the second kind and order 1: infinite at zero, NaN below.
    k1: "[0.0, 1.0, 10.0]" => "[           inf 6.01907230e-01 1.86487735e-05]";
    value: k1,
    single: None,
    derivative: Some(|x| -x.call(FunctionId::k0) - x.call(FunctionId::k1) / x),
    reference: "nan if x <= 0 else besselk(1, x)",
    scipy: "special.k1(x)",
    terms: None,
    bound: [1.0, 4.0],
    samples: &[Uniform(0.0, 2.0), Uniform(0.0, 700.0), Positive(1e-300, 100.0), Near(1.0)],
    special: &[(0.0, INFINITY), (-0.0, INFINITY), (-1.0, NAN), (INFINITY, 0.0), (-INFINITY, NAN)],
}

use super::Sample::{Near, Positive, Uniform};
use super::{FunctionId, INFINITY, NAN, X, k1e};

fn k1(x: X<'_>) -> X<'_> {
    let c = x.max(1.0);
    x.lt(1.0).select(k1e::near(x), (-c).exp() * k1e::far(c))
}
