super::function! {
    /// The inverse of the logistic function, `log(x / (1 - x))`, for numbers from 0 to 1; NaN beyond.
    logit: "[0.5, 0.0, 0.75]" => "[0.               -inf 1.09861229]";
    value: logit,
    single: None,
    derivative: Some(|x| 1.0 / (x * (1.0 - x))),
    reference: "log(x / (1 - x))",
    scipy: "special.logit(x)",
    terms: None,
    bound: [1.0, 2.0],
    samples: &[Uniform(0.0, 1.0), Positive(1e-300, 1.0), Near(0.5), Near(0.25), Near(1.0)],
    special: &[(0.0, -INFINITY), (-0.0, -INFINITY), (1.0, INFINITY), (-1.0, NAN), (2.0, NAN), (INFINITY, NAN)],
}

use super::Sample::{Near, Positive, Uniform};
use super::{INFINITY, NAN, X};

/// Around 1/2 from the distance to it, which is exact.
fn logit(x: X<'_>) -> X<'_> {
    let upper = x.ge(0.5);
    let least = upper.select(1.0 - x, x);
    let distance = upper.select((x + x) - 1.0, 1.0 - (x + x));
    let value = (distance / least).log1p();
    x.lt(0.25).select((x / (1.0 - x)).log(), upper.select(value, -value))
}
