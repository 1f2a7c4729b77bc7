super::function! {
    /// The terms of entropy, `-x log(x)`: 0 at zero, negative infinity below.
    entr: "[0.0, 0.5, -1.0]" => "[0.         0.34657359       -inf]";
    value: entr,
    single: Some(entr),
    derivative: Some(|x| -1.0 - x.log()),
    reference: "-x * log(x) if x > 0 else nan",
    scipy: "special.entr(x)",
    terms: None,
    bound: [2.0, 2.0],
    samples: &[Uniform(0.0, 1.0), Uniform(0.0, 100.0), Positive(1e-290, 1e300), Near(1.0)],
    special: &[(0.0, 0.0), (-0.0, 0.0), (1.0, -0.0), (-1.0, -INFINITY), (INFINITY, -INFINITY), (-INFINITY, -INFINITY)],
}

use super::Sample::{Near, Positive, Uniform};
use super::{INFINITY, X};

fn entr(x: X<'_>) -> X<'_> {
    let positive = -x * x.log();
    x.eq(0.0).select(0.0, x.lt(0.0).select(-INFINITY, positive))
}
