//! Operations of `f64` for results in `f32`: relative errors of some `2^-35`, so that rounding alone counts.

use super::X;
use crate::dtype::DType;
use std::f64::consts::{FRAC_1_SQRT_2, LN_2};

/// `1 / x`, where `f32` has both: the quotient there, and one step of Newton's method.
pub(super) fn inverse(x: X<'_>) -> X<'_> {
    let near = (1.0 / x.cast(DType::F32)).cast(DType::F64);
    near * (2.0 - x * near)
}

/// `1 / sqrt(x)`, likewise.
pub(super) fn inverse_root(x: X<'_>) -> X<'_> {
    let near = (1.0 / x.cast(DType::F32).sqrt()).cast(DType::F64);
    near * (1.5 - 0.5 * x * (near * near))
}

/// The natural logarithm of a positive, finite number, of others some number.
pub(super) fn log(x: X<'_>) -> X<'_> {
    let (mantissa, exponent) = (x.mantissa(), x.exponent());
    let low = mantissa.lt(FRAC_1_SQRT_2);
    let over = low.select(mantissa + mantissa, mantissa) - 1.0;
    let exponent = low.select(exponent - 1.0, exponent);
    over * over.poly(LOG) + exponent * LN_2
}

// fit(lambda f: log1p(f) / f, sqrt(mpf(0.5)) - 1, sqrt(mpf(2)) - 1, 13)
const LOG: &[f64] = &[
    0.05235888516923783,
    -0.09804420067786203,
    0.1004720511888933,
    -0.09945996186719662,
    0.11006038270379548,
    -0.12495435324992145,
    0.1429081173942899,
    -0.16667024572009081,
    0.19999888139973632,
    -0.24999992728449305,
    0.3333333424920659,
    -0.5000000003595171,
    0.9999999999874651,
];
