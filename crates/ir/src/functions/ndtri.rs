super::function! {
    /// The inverse of [`ndtr`](Array::ndtr), the quantiles of the standard normal distribution, for numbers from 0 to 1; NaN
    /// beyond.
    ndtri: "[0.5, 0.975, 0.0]" => "[0.         1.95996398       -inf]";
    value: ndtri,
    single: Some(single),
    derivative: Some(|x| {
        let y = x.call(FunctionId::ndtri);
        (0.5 * (y * y) + 0.918_938_533_204_672_7).exp()
    }),
    reference: "sign(x - 0.5) * sqrt(2) * findroot(lambda t: log(erfc(t) / 2) - log(min(x, 1 - x)), sqrt(-log(min(x, 1 - x))))",
    scipy: "special.ndtri(x)",
    terms: None,
    bound: [1.0, 4.0],
    samples: &[Uniform(0.0, 1.0), Positive(1e-300, 1.0), Near(0.5), Near(0.125), Near(0.875), Near(1.0)],
    special: &[(0.5, 0.0), (0.0, -INFINITY), (-0.0, -INFINITY), (1.0, INFINITY), (-0.5, NAN), (1.5, NAN), (INFINITY, NAN)],
}

use super::Sample::{Near, Positive, Uniform};
use super::{FunctionId, INFINITY, NAN, X, single as near};
use crate::dtype::DType;
use std::f64::consts::SQRT_2;

fn ndtri(p: X<'_>) -> X<'_> {
    SQRT_2 * erfinv(p)
}

fn single(p: X<'_>) -> X<'_> {
    (SQRT_2 * erfinv_single(p.cast(DType::F64))).cast(DType::F32)
}

/// The inverse error function of `2 p - 1`.
pub(super) fn erfinv(p: X<'_>) -> X<'_> {
    inverse(p, X::log, MIDDLE, |square| {
        let s = square.sqrt();
        s * ((s - 4.0) / (s + 4.0)).poly(END)
    })
}

/// Likewise for a result in `f32`.
pub(super) fn erfinv_single(p: X<'_>) -> X<'_> {
    inverse(p, near::log, MIDDLE_32, |square| {
        let s = square * near::inverse_root(square);
        s * ((s - 4.0) * near::inverse(s + 4.0)).poly(END_32)
    })
}

/// The inverse error function over `2 p - 1` is smooth in `w = -log(4 p (1 - p))`. One polynomial serves as far as only one of a
/// thousand uniform numbers is beyond, so that a GPU's threads seldom take both sides. There the function is nearly
/// `s = sqrt(-log(p))`, whose square is `w` and a short series.
fn inverse<'e>(
    p: X<'e>,
    log: fn(X<'e>) -> X<'e>,
    middle: &'static [f64],
    end: impl Fn(X<'e>) -> X<'e>,
) -> X<'e> {
    let (distance, tail) = (p - 0.5, p.min(1.0 - p));
    let w = -log(4.0 * (p * (1.0 - p)));
    let square = w + (LOG_4 - tail * tail.poly(LOG1P));
    // SciPy's and ours of zero is infinite, and of less NaN.
    let outer = tail.eq(0.0).select(INFINITY, tail.gt(0.0).select(end(square), NAN));
    tail.gt(0.000_483).select(distance * w.poly(middle), outer.copysign(distance))
}

const LOG_4: f64 = 1.386_294_361_119_890_6;
// fit(lambda p: -log1p(-p) / p, mpf(10)**-20, 0.000483, 4)
const LOG1P: &[f64] = &[
    0.25019330697646425,
    0.33333327496880594,
    0.5000000000056384,
    0.9999999999999999,
];
// let ratio = lambda r: 2 * erfinv(r) / r
// fit(lambda w: ratio(sqrt(-expm1(-w))), mpf(10)**-20, 6.25, 26)
const MIDDLE: &[f64] = &[
    -3.824755609078237e-23,
    2.3121795890826683e-21,
    -5.2645131635996433e-20,
    2.7391355389682767e-19,
    1.3806012225564158e-17,
    -4.1485131618475675e-16,
    6.251287216207558e-15,
    -6.15138693622559e-14,
    4.2035192050670263e-13,
    -2.026986565021869e-12,
    7.189046735853261e-12,
    -2.3181204571603004e-11,
    8.359957615581476e-11,
    -1.5012632937617933e-10,
    -8.597258558325859e-10,
    1.2661439286375685e-09,
    4.5834239531854766e-08,
    -7.478683335023025e-08,
    -2.0249897220329384e-06,
    4.039924260339025e-06,
    9.322289784729744e-05,
    -0.0002560865921655378,
    -0.004670203282741899,
    0.023098684076508287,
    0.46402733306930993,
    1.772453850905516,
];
// fit(lambda w: ratio(sqrt(-expm1(-w))), mpf(10)**-20, 6.25, 16)
const MIDDLE_32: &[f64] = &[
    -6.472763100177171e-14,
    3.1881457668533828e-12,
    -6.81655689919343e-11,
    8.047533493034701e-10,
    -5.34985918429113e-09,
    1.5875826235398e-08,
    1.3677858940961014e-08,
    -2.979086832578106e-08,
    -2.056134602601156e-06,
    4.029344936547337e-06,
    9.326724707894744e-05,
    -0.0002561279527003094,
    -0.004670184698538662,
    0.023098680133016143,
    0.46402733337872487,
    1.7724538509016918,
];
// let tail = lambda s: findroot(lambda t: log(erfc(t) / 2) + s * s, s) / s
// fit(lambda q: tail(4 * (1 + q) / (1 - q)), mpf(2.76 - 4) / mpf(2.76 + 4), mpf(27.3 - 4) / mpf(27.3 + 4), 26)
const END: &[f64] = &[
    -0.021336939746923918,
    0.12430323782716163,
    -0.3129409778880836,
    0.41690309888514904,
    -0.22984521021768883,
    -0.2141606073185277,
    0.6587085864148883,
    -0.9111756623581657,
    0.9814672785236778,
    -0.971837928296753,
    0.9499898190930861,
    -0.9321448207539759,
    0.915635405248815,
    -0.8979178937777291,
    0.8782700359879193,
    -0.8564918763085652,
    0.8320204328668226,
    -0.804331446545166,
    0.772214551291861,
    -0.7344422391900276,
    0.688118846701257,
    -0.6302996540282442,
    0.5533794621402234,
    -0.4503190341854513,
    0.28100416397624506,
    0.9152332713897117,
];
// fit(lambda q: tail(4 * (1 + q) / (1 - q)), mpf(2.76 - 4) / mpf(2.76 + 4), mpf(10.2 - 4) / mpf(10.2 + 4), 13)
const END_32: &[f64] = &[
    -0.240483111020227,
    0.6302149284215575,
    -0.8392650938784344,
    0.8501350508346996,
    -0.8090378647268361,
    0.7720184064847881,
    -0.7342682408868777,
    0.6881120500509135,
    -0.6303020663222475,
    0.5533795929718579,
    -0.45031902209935504,
    0.2810041635250825,
    0.9152332713790388,
];
