super::function! {
    /// Spence's function, the dilogarithm of `1 - x`: the integral of `log(t) / (1 - t)` from 1 to `x`; NaN below zero.
    spence: "[0.0, 1.0, 10.0]" => "[ 1.64493407  0.         -3.95066378]";
    value: spence,
    single: None,
    derivative: Some(slope),
    reference: "nan if x < 0 else re(polylog(2, 1 - x))",
    scipy: "special.spence(x)",
    terms: None,
    bound: [1.0, 4.0],
    samples: &[Uniform(0.0, 2.0), Uniform(0.0, 50.0), Positive(1e-300, 1e300), Near(1.0), Near(0.5), Near(2.0)],
    special: &[(0.0, SIXTH), (-0.0, SIXTH), (1.0, 0.0), (-1.0, NAN), (INFINITY, -INFINITY), (-INFINITY, NAN)],
}

use super::Sample::{Near, Positive, Uniform};
use super::{INFINITY, NAN, X};

/// `log(x) / (1 - x)`, near 1 by its series.
fn slope(x: X<'_>) -> X<'_> {
    let near = (x - 1.0).abs().lt(0.25);
    let far = near.select(0.5, x);
    near.select(-near.select(x - 1.0, 0.0).poly(LOGARITHM), far.log() / (1.0 - far))
}

/// From 1/2 to 2 by the logarithm, below by reflection at 1/2, above by that of the inverse.
fn spence(x: X<'_>) -> X<'_> {
    let above = x.gt(2.0);
    let y = above.select(1.0 / x, x);
    let log = x.max(1e-300).log();
    let other = (-y.min(0.5)).log1p();
    // At zero and infinity the product vanishes.
    let product = log.min(1000.0) * other;
    let outer = SIXTH - above.select(-product, product) - of_log(-other);
    let outer = above.select(-0.5 * (log * log) - outer, outer);
    let value = (x - 1.25).abs().le(0.75).select(of_log(0.0 - log.max(-1.0).min(1.0)), outer);
    x.lt(0.0).select(NAN, value)
}

/// The function of `exp(-u)`, from -1 to 1: Bernoulli's numbers in a series.
fn of_log(u: X<'_>) -> X<'_> {
    let square = u * u;
    u - (0.25 * square - u * square * square.poly(SERIES))
}

/// A sixth of the square of pi.
const SIXTH: f64 = 1.644_934_066_848_226_4;
// fit(lambda z: (polylog(2, 1 - exp(-sqrt(z))) - sqrt(z) + z / 4) / z**1.5, mpf(10)**-8, 0.5, 8)
const SERIES: &[f64] = &[
    -1.9059582107259223e-14,
    8.914606848772827e-13,
    -4.0647318030527675e-11,
    1.897886929126188e-09,
    -9.185773073775287e-08,
    4.724111866968456e-06,
    -0.0002777777777777778,
    0.027777777777777776,
];

/// `log(1 + x) / x`.
const LOGARITHM: &[f64] = &[
    -0.03571428571428571,
    0.037037037037037035,
    -0.038461538461538464,
    0.04,
    -0.041666666666666664,
    0.043478260869565216,
    -0.045454545454545456,
    0.047619047619047616,
    -0.05,
    0.05263157894736842,
    -0.05555555555555555,
    0.058823529411764705,
    -0.0625,
    0.06666666666666667,
    -0.07142857142857142,
    0.07692307692307693,
    -0.08333333333333333,
    0.09090909090909091,
    -0.1,
    0.1111111111111111,
    -0.125,
    0.14285714285714285,
    -0.16666666666666666,
    0.2,
    -0.25,
    0.3333333333333333,
    -0.5,
    1.0,
];
