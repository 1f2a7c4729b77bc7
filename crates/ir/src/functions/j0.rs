super::function! {
    /// The Bessel function of the first kind and order 0.
    j0: "[0.0, 1.0, -10.0]" => "[ 1.          0.76519769 -0.24593576]";
    value: j0,
    single: Some(single),
    derivative: Some(|x| -x.call(FunctionId::j1)),
    reference: "besselj(0, x)",
    scipy: "special.j0(x)",
    terms: Some("sqrt(2 / (pi * abs(x))) / (100 if abs(x) < 1e15 else 1) if abs(x) > 6 else 0"),
    bound: [1.0, 4.0],
    samples: &[
        Uniform(-6.0, 6.0), Uniform(0.0, 50.0), Uniform(-1e4, 1e4), Wide(1e-10, 1e10), Wide(1e10, 1e300), Near(2.404825557695773),
        Near(5.520078110286311), Near(8.653727912911013), Near(11.791534439014281), Near(62.048469190227166),
        Near(3140.8072952250786), Near(6.0), Near(1.0),
    ],
    special: &[(0.0, 1.0), (-0.0, 1.0), (INFINITY, NAN), (-INFINITY, NAN)],
}

use super::Sample::{Near, Uniform, Wide};
use super::{FunctionId, INFINITY, NAN, X, bessel};
use crate::dtype::DType;

fn j0(x: X<'_>) -> X<'_> {
    let a = x.abs();
    a.lt(1.0).select(near(a), a.lt(6.0).select(small(a), bessel::J0.value(a)))
}

fn single(x: X<'_>) -> X<'_> {
    let a = x.cast(DType::F64).abs();
    a.lt(7.0).select(small_single(a), bessel::J0.single(a)).cast(DType::F32)
}

/// Up to 6, without the two zeros there: a polynomial of the square, from its end, where all terms have one sign.
fn small(a: X<'_>) -> X<'_> {
    let (square, rest) = (a * a, a.product_error(a));
    let zero = |[zero, less]: [f64; 2]| (square - zero) + (rest - less);
    zero(FIRST) * zero(SECOND) * (36.0 - square).poly(SMALL)
}

/// Up to 7, of a number of `f32`, whose square is exact.
fn small_single(a: X<'_>) -> X<'_> {
    let square = a * a;
    let zero = |[zero, less]: [f64; 2]| (square - zero) - less;
    zero(FIRST) * zero(SECOND) * square.poly(SMALL_32)
}

/// Up to 1, with no more rounding than that of 1.
pub(super) fn near(a: X<'_>) -> X<'_> {
    let square = (a * a).min(1.0);
    1.0 + square * square.poly(NEAR)
}

/// The squares of the first zeros.
const FIRST: [f64; 2] = [5.783185962946784, 4.123247343506204e-16];
const SECOND: [f64; 2] = [30.471262343662087, -2.366534485750659e-16];
// fit(lambda z: (besselj(0, sqrt(z)) - 1) / z, 0, 1, 9)
const NEAR: &[f64] = &[
    -2.8644893688011676e-17,
    9.385360312426417e-15,
    -2.4028069366408285e-12,
    4.709502793458082e-10,
    -6.781684027765287e-08,
    6.781684027777754e-06,
    -0.00043402777777777775,
    0.015625,
    -0.25,
];
// let first = besseljzero(0, 1)
// let second = besseljzero(0, 2)
// let small = lambda z: besselj(0, sqrt(z)) / ((z - first**2) * (z - second**2))
// fit(lambda t: small(36 - t), 0, 36, 13)
const SMALL: &[f64] = &[
    3.6246630259964366e-31,
    1.9977883300053441e-28,
    1.3563679678358756e-25,
    7.382181040672666e-23,
    3.3611940686524947e-20,
    1.2493070762193972e-17,
    3.701754275041169e-15,
    8.47798746581896e-13,
    1.4403421044930696e-10,
    1.7133171222269975e-08,
    1.3070128605685887e-06,
    5.492709539652298e-05,
    0.0009017389077897542,
];
// fit(small, 0, 49, 10)
const SMALL_32: &[f64] = &[
    -9.137093511777222e-23,
    6.250696331256995e-20,
    -2.6239532468527088e-17,
    8.404127482765676e-15,
    -2.092928696105895e-12,
    3.9358023059295294e-10,
    -5.3178844560343905e-08,
    4.784356069230777e-06,
    -0.00025120235404321636,
    0.005674693325129603,
];
