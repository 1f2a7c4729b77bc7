//! Parts of derivatives that have derivatives themselves, also where the plain formula is a small difference of large terms or a limit.

use super::X;

/// `value / x` of an odd function: near 0 by the polynomial of the square that it is there.
pub(super) fn quotient<'e>(x: X<'e>, value: X<'e>, series: &'static [f64]) -> X<'e> {
    let near = x.abs().lt(1.0);
    let b = near.select(x, 0.0);
    near.select((b * b).poly(series), value / near.select(1.0, x))
}

/// `near` up to 10 in magnitude, and beyond the sum of `(2 k + 1)!! q^(k + 1)` with `q = 1 / (2 x^2)` and alternating signs or without.
pub(super) fn beyond_ten<'e>(x: X<'e>, near: X<'e>, series: &'static [f64]) -> X<'e> {
    let far = x.abs().gt(10.0);
    let c = far.select(x, 10.0);
    let q = 0.5 / (c * c);
    far.select(q * q.poly(series), near)
}

/// Odd double factorials, the last first.
pub(super) const ODD: &[f64] = &[
    7905853580625.0,
    316234143225.0,
    13749310575.0,
    654729075.0,
    34459425.0,
    2027025.0,
    135135.0,
    10395.0,
    945.0,
    105.0,
    15.0,
    3.0,
    1.0,
];

/// The same with alternating signs.
pub(super) const ALTERNATING: &[f64] = &[
    7905853580625.0,
    -316234143225.0,
    13749310575.0,
    -654729075.0,
    34459425.0,
    -2027025.0,
    135135.0,
    -10395.0,
    945.0,
    -105.0,
    15.0,
    -3.0,
    1.0,
];
