super::function! {
    /// The sign of the gamma function, 1 or -1: NaN at the negative integers, and the sign of a zero.
    gammasgn: "[2.5, -0.5, -1.0]" => "[ 1. -1. nan]";
    value: gammasgn,
    single: Some(gammasgn),
    derivative: Some(|x| x.constant(0.0)),
    reference: "1 if x > 0 else nan if x == floor(x) else 1 - 2 * (floor(x) % 2)",
    scipy: "special.gammasgn(x)",
    terms: None,
    bound: [0.5, 0.5],
    samples: &[Uniform(-10.0, 10.0), Wide(1e-300, 1e300), Near(-3.0), Near(-4.0), Near(-1e6)],
    special: &[(0.0, 1.0), (-0.0, -1.0), (-1.0, NAN), (-2.0, NAN), (INFINITY, 1.0), (-INFINITY, NAN)],
}

use super::Sample::{Near, Uniform, Wide};
use super::{INFINITY, NAN, X};

fn gammasgn(x: X<'_>) -> X<'_> {
    let floor = x.floor();
    let half = 0.5 * floor;
    let sign = 1.0 - 4.0 * (half - half.floor());
    let negative = x.eq(floor).select(NAN, sign);
    x.gt(0.0).select(1.0, x.eq(0.0).select(x.constant(1.0).copysign(x), negative))
}
