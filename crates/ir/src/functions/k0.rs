super::function! {
    /// The modified Bessel function of the second kind and order 0: infinite at zero, NaN below.
    k0: "[0.0, 1.0, 10.0]" => "[           inf 4.21024438e-01 1.77800623e-05]";
    value: k0,
    single: None,
    derivative: Some(|x| -x.call(FunctionId::k1)),
    reference: "nan if x <= 0 else besselk(0, x)",
    scipy: "special.k0(x)",
    terms: None,
    bound: [1.0, 4.0],
    samples: &[Uniform(0.0, 2.0), Uniform(0.0, 700.0), Positive(1e-300, 100.0), Near(1.0)],
    special: &[(0.0, INFINITY), (-0.0, INFINITY), (-1.0, NAN), (INFINITY, 0.0), (-INFINITY, NAN)],
}

use super::Sample::{Near, Positive, Uniform};
use super::{FunctionId, INFINITY, NAN, X, k0e};

fn k0(x: X<'_>) -> X<'_> {
    let c = x.max(1.0);
    x.lt(1.0).select(k0e::near(x), (-c).exp() * k0e::far(c))
}
