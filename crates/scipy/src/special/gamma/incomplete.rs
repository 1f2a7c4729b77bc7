//! The incomplete gamma functions of both sides: of the smaller one is computed, so neither loses digits.

use super::{log1pmx, stirling};
use crate::special::elementwise::{F, poly};
use crate::special::exact::{root_of_power, sum_error};
use std::f64::consts::TAU;
use xparray_core::kernel::{if_, is_remembered, while_};

/// `P(a, x)`.
pub fn lower(a: F, x: F) -> F {
    sides(a, x)[0]
}

/// `Q(a, x)`.
pub fn upper(a: F, x: F) -> F {
    sides(a, x)[1]
}

/// `P(a, x)` and `Q(a, x)`.
pub fn sides(a: F, x: F) -> [F; 2] {
    // What is elsewhere takes no part in the loops.
    // At 0 as well, for the sake of slopes there, which of larger powers are 0.
    let above_zero = x.gt(0.0) | (x.eq(0.0) & a.lt(10.0));
    let inside = a.gt(0.0) & above_zero & a.lt(f64::INFINITY) & x.lt(f64::INFINITY);
    let (value, is_lower) = inner(inside.select(a, 1.0), inside.select(x, 1.0));
    let other = 1.0 - value;
    let nan = f64::NAN;
    // 0 or 1 at the ends: nothing is below 0, all is below infinity, and there all is near 0 if a is 0.
    let above = (x.gt(0.0) & a.eq(0.0)) | (x.eq(f64::INFINITY) & a.lt(f64::INFINITY));
    let below = (x.eq(0.0) & a.gt(0.0)) | (a.eq(f64::INFINITY) & x.lt(f64::INFINITY));
    let wrong = a.lt(0.0) | x.lt(0.0);
    let ends = |one: xparray_core::Var<bool>, zero: xparray_core::Var<bool>| {
        wrong.select(nan, one.select(1.0, zero.select(0.0, a * x * nan)))
    };
    [
        inside.select(is_lower.select(value, other), ends(above, below)),
        inside.select(is_lower.select(other, value), ends(below, above)),
    ]
}

/// One of both, for positive numbers, and whether it is `P`.
fn inner(a: F, x: F) -> (F, xparray_core::Var<bool>) {
    let mu = (x - a) / a;
    let uniform = a.ge(20.0) & mu.gt(-0.4) & mu.lt(0.5);
    // Where P is the larger one for small x, as Q from its own series has no 1 to be subtracted from.
    let threshold = x.le(0.5).select(-0.4 / x.log(), 1.1 * x);
    let is_lower = x.le(1.1).select(threshold.lt(a), x.lt(a));
    let value = if_(
        uniform,
        || temme(a, mu, x / a),
        || {
            let factor = factor(a, x);
            if_(is_lower, || factor * series(a, x), || if_(x.le(1.1), || small(a, x), || factor * fraction(a, x)))
        },
    );
    (value, is_lower)
}

/// `x^a exp(-x) / gamma(a)`.
pub fn factor(a: F, x: F) -> F {
    let small = || x.gt(1e4).select(0.0, x.power(a) * (-x).exp() * a.rgamma());
    let scale = || (a / TAU).sqrt() / stirling(a);
    let distance = a - x;
    // (x / a)^a exp(a - x): factors that are too large or too small for a number are so no more as fourth roots.
    let moderate = || {
        let (power, error) = root_of_power(x, x * 0.0, a, a);
        let root = power * (0.25 * distance).exp();
        let square = root * root;
        scale() * (square * square) * (1.0 + (error + sum_error(a, -x)))
    };
    let far = || scale() * (a * log1pmx((x - a) / a, x / a)).exp();
    if_(a.lt(10.0), small, || if_(distance.abs().lt(2800.0), moderate, far))
}

/// `P` over [`factor`]: the series of `x^n / (a (a + 1) .. (a + n))` (DLMF 8.11.4), four terms for each division, `x` and `a` over `a + 1`, so that
/// products of them are numbers.
fn series(a: F, x: F) -> F {
    let over = 1.0 / (a + 1.0);
    let x = x * over;
    let powers = [x * x, x * x * x];
    let next = |(sum, term, n): (F, F, F)| {
        let m = (a + n) * over;
        let [second, third, fourth] = [1.0, 2.0, 3.0].map(|k| m + k * over);
        let last_two = third * fourth;
        let last = second * last_two;
        let term = term * x / (m * last);
        let (first, second) = (term * last, term * x * last_two);
        let (third, fourth) = (term * powers[0] * fourth, term * powers[1]);
        (sum + first + second + third + fourth, fourth, n + 4.0)
    };
    let first = 1.0 / a;
    while_((first, first, 1.0), |(sum, term, _)| term.gt(sum * EPS), next).0
}

/// `Q` over [`factor`]: Legendre's continued fraction (DLMF 8.9.2, even part) by its numerators and denominators, all over the first
/// denominator, so that they grow by little. Neighbours differ by `product`, over their denominators.
fn fraction(a: F, x: F) -> F {
    let over = 1.0 / (x + 1.0 - a);
    let next = |(before, above, under, below, product, n): (F, F, F, F, F, F)| {
        let numerator = n * over * ((a - n) * over);
        let b = 1.0 + 2.0 * (n * over);
        let (next_above, next_below) = (b * above + numerator * before, b * below + numerator * under);
        // Of an integer `a` the fraction ends, but not its slope by `a`.
        let change = if is_remembered() { n * over * ((a - n).abs().maximum(0.5) * over) } else { numerator };
        let scale = next_below.gt(LARGE).select(1.0 / LARGE, 1.0);
        let [before, above, under, below] = [above, next_above, below, next_below].map(|x| x * scale);
        (before, above, under, below, -product * change * (scale * scale), n + 1.0)
    };
    let more =
        |(_, above, under, _, product, n): (F, F, F, F, F, F)| product.abs().gt(EPS * (above * under)) & n.lt(1e4);
    let (_, above, _, below, ..) = while_((0.0, 1.0, 1.0, 1.0, 1.0, 1.0), more, next);
    over * above / below
}

/// A number that can be divided by.
pub fn away(x: F) -> F {
    x.eq(0.0).select(1e-300, x)
}

/// `Q` for small numbers: the series of `1 - P` (DLMF 8.7.1), with the 1 subtracted from its first term.
fn small(a: F, x: F) -> F {
    let next = |(sum, term, n): (F, F, F)| {
        let term = term * -x / n;
        (sum + term / (a + n), term, n + 1.0)
    };
    let sum = while_((0.0, 1.0, 1.0), |(sum, term, _)| term.abs().gt(sum.abs() * EPS), next).0;
    let log = a * x.log() - a * poly(a - 0.5, GAMMALN1P);
    -log.expm1() - log.exp() * a * sum
}

/// Either side by Temme's uniform expansion, the smaller one: with `eta^2 / 2 = mu - log(1 + mu)`, half of
/// `erfc(eta sqrt(a / 2))` and `exp(-a eta^2 / 2) S / sqrt(2 pi a)` (DLMF 8.12; Gil, Segura, Temme, SIAM J. Sci. Comput. 34, 2012).
/// Both have the exponential in common.
fn temme(a: F, mu: F, lambda: F) -> F {
    let exponent = log1pmx(mu, lambda);
    let half_square = -exponent;
    let above = mu.ge(0.0);
    let z = (a * half_square).sqrt();
    let eta = (2.0 * half_square).sqrt();
    let eta = above.select(eta, -eta);
    let last = ETA.len() - 1;
    let mut b: Vec<F> = ETA.iter().map(|&f| a * 0.0 + f).collect();
    for m in (1..last).rev() {
        b[m - 1] = (m + 1) as f64 * b[m + 1] / a + ETA[m];
    }
    let sum = b[..last].iter().rev().fold(a * 0.0, |sum, &b| sum * eta + b) / (1.0 + b[1] / a);
    let side = sum / (TAU * a).sqrt();
    (a * exponent).exp() * (0.5 * z.erfcx() + above.select(side, -side))
}

const EPS: f64 = f64::EPSILON / 2.0;
/// Beyond this, numerators and denominators are divided by it.
const LARGE: f64 = 1e100;

/// The Taylor series of `eta / mu`.
const ETA: [f64; 25] = [
    1.0,
    -0.3333333333333333,
    0.08333333333333333,
    -0.014814814814814815,
    0.0011574074074074073,
    0.0003527336860670194,
    -0.0001787551440329218,
    3.919263178522438e-05,
    -2.185448510679992e-06,
    -1.85406221071516e-06,
    8.296711340953087e-07,
    -1.7665952736826078e-07,
    6.707853543401498e-09,
    1.0261809784240309e-08,
    -4.382036018453353e-09,
    9.14769958223679e-10,
    -2.5514193994946248e-11,
    -5.830772132550426e-11,
    2.4361948020667415e-11,
    -5.0276692801141755e-12,
    1.1004392031956135e-13,
    3.371763262400985e-13,
    -1.392388722418162e-13,
    2.8534893807047445e-14,
    -5.139111834242572e-16,
];

// fit(lambda t: loggamma(t + 1.5) / (t + 0.5), -0.5, 0.75, 22)
const GAMMALN1P: &[f64] = &[
    3.6463297904955693e-06,
    -1.575370416132283e-05,
    3.008719001093048e-05,
    -3.875423847733498e-05,
    5.1762424356020535e-05,
    -8.400938994407478e-05,
    0.00013911075485024705,
    -0.00022277447508354116,
    0.0003558355255069867,
    -0.0005734358355825895,
    0.0009304790590575872,
    -0.0015201973155902304,
    0.0025051291290369257,
    -0.004173530733078283,
    0.007052494463899052,
    -0.012148851422995727,
    0.021509909871083734,
    -0.03970703681561962,
    0.07856564482481192,
    -0.177415596451596,
    0.5561088984981352,
    -0.24156447527049044,
];
