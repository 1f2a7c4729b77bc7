super::function! {
    /// The inverse of [`ndtr`](Array::ndtr), the quantiles of the standard normal distribution, for numbers from 0 to 1; NaN
    /// beyond.
    ndtri: "[0.5, 0.975, 0.0]" => "[0.         1.95996398       -inf]";
    value: ndtri,
    single: None,
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
use super::{FunctionId, INFINITY, NAN, X, erfinv};
use std::f64::consts::SQRT_2;

fn ndtri(p: X<'_>) -> X<'_> {
    let distance = p - 0.5;
    let outer = SQRT_2 * tail(p.min(1.0 - p)).copysign(distance);
    distance.abs().lt(0.375).select(SQRT_2 * erfinv::near_zero(distance + distance), outer)
}

/// The number beyond which the complementary error function is less than `2 p`, for `p` up to 1/8: nearly `s = sqrt(-log(p))`.
pub(super) fn tail(p: X<'_>) -> X<'_> {
    // SciPy's and ours of zero is infinite, and of less NaN.
    let s = (-p.log()).sqrt();
    let q = (s - 3.0) / (s + 3.0);
    p.eq(0.0).select(INFINITY, s * q.poly(TAIL))
}

// let tail = lambda s: findroot(lambda t: log(erfc(t) / 2) + s * s, s) / s
// fit(lambda q: tail(3 * (1 + q) / (1 - q)), mpf(1.442 - 3) / mpf(1.442 + 3), mpf(27.3 - 3) / mpf(27.3 + 3), 31)
const TAIL: &[f64] = &[
    -0.1438335340186676,
    0.890486882283157,
    -2.3856361576570073,
    3.5468375814891315,
    -3.095971743405355,
    1.5796594529529413,
    -0.7154373335831677,
    0.9885439595836454,
    -1.4890297638776575,
    1.5887956796750433,
    -1.4638371447973928,
    1.3898184586959066,
    -1.3836736103443934,
    1.3803439282110932,
    -1.3644803466608928,
    1.3450653448681267,
    -1.3254440338780098,
    1.3045167400525717,
    -1.2816475776122758,
    1.256400156237589,
    -1.228487043793742,
    1.1970755762410594,
    -1.1615705494379913,
    1.1203907604279957,
    -1.0722613474866631,
    1.013208206092106,
    -0.9391192885960363,
    0.8371364828483411,
    -0.6952312461689234,
    0.4434103252365599,
    0.8639754819254959,
];
