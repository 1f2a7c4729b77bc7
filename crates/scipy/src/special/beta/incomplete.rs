//! The incomplete beta function from both ends: of the side whose fraction converges, and 1 less the other.

use super::complete::{betaln, log_rest, quotient_of_large};
use crate::special::elementwise::F;
use crate::special::exact::{product_error, root_of_power, sum_error};
use crate::special::gamma::{away, log1pmx};
use std::f64::consts::TAU;
use xparray_core::Var;
use xparray_core::kernel::{if_, is_remembered, while_};

pub fn lower(a: F, b: F, x: F) -> F {
    ends(a, b, x, 1.0 - x, false)
}

pub fn upper(a: F, b: F, x: F) -> F {
    ends(a, b, x, 1.0 - x, true)
}

/// With the values where the distribution is at one of its ends.
fn ends(a: F, b: F, x: F, y: F, complement: bool) -> F {
    let finite = a.lt(f64::INFINITY) & b.lt(f64::INFINITY);
    let inside = a.gt(0.0) & b.gt(0.0) & x.gt(0.0) & y.gt(0.0) & finite;
    let of = |value: F, other: f64| inside.select(value, other);
    let value = sides(of(a, 1.0), of(b, 1.0), of(x, 0.5), of(y, 0.5))[usize::from(complement)];
    let wrong = a.lt(0.0) | b.lt(0.0) | x.lt(0.0) | y.lt(0.0);
    // All is near 0 if a is 0 or b infinite, near 1 the other way round.
    let (near_zero, near_one) = (a.eq(0.0) | b.eq(f64::INFINITY), b.eq(0.0) | a.eq(f64::INFINITY));
    let unknown = wrong | (near_zero & near_one) | a.ne(a) | b.ne(b) | x.ne(x);
    let everything = near_zero.select(x.gt(0.0), near_one.select(y.le(0.0), x.gt(0.0)));
    let end = if complement { everything.select(0.0, 1.0) } else { everything.select(1.0, 0.0) };
    let end = if is_remembered() { with_slopes_at_ends([a, b, x, y], finite, complement, end) } else { end };
    inside.select(value, unknown.select(f64::NAN, end))
}

/// The value at an end with the slopes there, by two terms of the series.
fn with_slopes_at_ends([a, b, x, y]: [F; 4], finite: Var<bool>, complement: bool, end: F) -> F {
    let ordinary = finite & a.gt(0.0) & b.gt(0.0) & (x.eq(0.0) | y.eq(0.0));
    let of = |value: F| ordinary.select(value, 1.0);
    let (a, b, low) = (of(a), of(b), x.eq(0.0));
    let (c, d, u) = (low.select(a, b), low.select(b, a), of(low.select(x, y)));
    let part = u.power(c) * (1.0 + c * (1.0 - d) / (c + 1.0) * u) / (c * betaln(c, d).exp());
    let falls = if complement { low } else { !low };
    ordinary.select(falls.select(end - part, end + part), end)
}

/// The function and its complement, for positive numbers, `x + y = 1`.
pub fn sides(a: F, b: F, x: F, y: F) -> [F; 2] {
    // The fraction converges fast up to the mean.
    // The mean is told by the smaller one of both, of which nothing is lost.
    let swap = a.gt(b).select(y.lt((b + 1.0) / (a + b + 2.0)), x.gt((a + 1.0) / (a + b + 2.0)));
    let [c, d] = [swap.select(b, a), swap.select(a, b)];
    let [u, v] = [swap.select(y, x), swap.select(x, y)];
    let value = factor(c, d, u, v) / fraction(c, d, u, v);
    let small = c.lt(1e-3);
    let value = if_(small, || near_zero(c, d, u)[0], || value);
    let other = if_(small, || near_zero(c, d, u)[1], || 1.0 - value);
    [swap.select(other, value), swap.select(value, other)]
}

/// The function and its complement for small `a`, up to the mean: by the power series (DLMF 8.17.7), whose first term is `b / (a + b)` times
/// the exponential of a small number.
fn near_zero(a: F, b: F, x: F) -> [F; 2] {
    // The logarithm of gamma(1 + b + a) / gamma(1 + b), the integral of its slope by Gauss' rule of two points.
    let growth = |b: F| {
        let (middle, distance) = (1.0 + b + 0.5 * a, a * (0.5 / 3.0f64.sqrt()));
        0.5 * a * ((middle - distance).digamma() + (middle + distance).digamma())
    };
    let log = a * x.log() + growth(b) - growth(a * 0.0);
    let (share, rest) = (1.0 / (1.0 + a / b), 1.0 / (1.0 + b / a));
    let next = |(sum, term, k): (F, F, F)| {
        let term = term * (k - b) / k * x;
        (sum + term / (k + a), term, k + 1.0)
    };
    let more = |(sum, term, k): (F, F, F)| (term.abs().gt(1e-17 * sum.abs()) | k.lt(3.0)) & k.lt(1e4);
    let (sum, ..) = while_((0.0, 1.0, 1.0), more, next);
    let series = a * log.exp() * sum;
    [share * (log.exp() + series), rest - share * (log.expm1() + series)]
}

/// `x^a y^b / beta(a, b)`, `x + y = 1`.
pub fn factor(a: F, b: F, x: F, y: F) -> F {
    let sum = a + b;
    let swap = a.gt(b);
    let [c, d] = [swap.select(b, a), swap.select(a, b)];
    let [u, v] = [swap.select(y, x), swap.select(x, y)];
    let both_small = || power(u, v, c) * power(v, u, d) * c.rgamma() * d.rgamma() / sum.rgamma();
    // What is too small for a number is so no more as a square root.
    let one_small = || {
        let half = power(v, u, 0.5 * d);
        half * ((u * sum).power(c) * c.rgamma() * half) / quotient_of_large(c, d)
    };
    // Over the value at the mean.
    let scale = || (1.0 / (TAU * (1.0 / a + 1.0 / b))).sqrt() * (-log_rest(a, b)).exp();
    let lost = sum_error(a, b);
    let root = |x: F, other: F, a: F| {
        // The one of both that is rounded is the difference of the other one from 1.
        let rounded = x.gt(0.5).select((1.0 - x) - other, 0.0);
        root_of_power(x * sum, product_error(x, sum) + x * lost + rounded * sum, a, a)
    };
    let moderate = || {
        let ((first, first_error), (second, second_error)) = (root(x, y, a), root(y, x, b));
        let both = first * second;
        let square = both * both;
        scale() * (square * square) * (1.0 + (first_error + second_error))
    };
    let far = || {
        let distance = x * b - a * y;
        let exponent = a * log1pmx(distance / a, x * sum / a) + b * log1pmx(-distance / b, y * sum / b);
        scale() * exponent.exp()
    };
    let large = || if_(d.lt(2000.0), moderate, far);
    if_(d.lt(10.0), both_small, || if_(c.lt(10.0), one_small, large))
}

/// `x^a`, if `other` is `1 - x`: the larger one of both may be rounded, and its power needs what it lost.
fn power(x: F, other: F, a: F) -> F {
    let rounded = x.gt(0.5).select((1.0 - x) - other, 0.0);
    x.power(a) * (1.0 + a * rounded / x)
}

/// [`factor`] over the function: the even part of a continued fraction (DiDonato and Morris, ACM TOMS 18, 1992), in which only `b - n`
/// may be negative, by Lentz's method, over `a + 1`, so that both parts of a step are of one size and are divided by at once.
fn fraction(a: F, b: F, x: F, y: F) -> F {
    let over = 1.0 / (a + 1.0);
    let base = a * y - b * x + 1.0;
    let first = away(a * base * over * over);
    // `inverse` is `1 / (a + 2 n - 1)`; of the other two numbers the inverses are kept.
    // Of an integer `b` the fraction ends, but not its slope by `b`: then it goes on until what it would change by is small.
    let goes_on = is_remembered();
    let next = |(f, c, d, inverse, n, last): (F, F, F, F, F, F)| {
        let (scale, following) = (x * inverse, 1.0 / (a + 2.0 * n + 1.0));
        let rest = n * (b - n) * scale;
        let numerator = (a + n - 1.0) * over * ((a + b + n - 1.0) * scale) * (rest * over);
        let term = (n + rest) * over + (a + n) * over * ((base + n * (1.0 + y)) * following);
        let (above, below) = (away(term + numerator * c), away(term + numerator * d));
        let inverse = 1.0 / (above * below);
        let ratio = above * (above * inverse);
        let part = (a + n - 1.0) * over * ((a + b + n - 1.0) * scale) * (n * (b - n).abs().maximum(0.5) * scale * over);
        let before = d.eq(0.0).select(c, d);
        let last = if goes_on { (last * part * before * (above * inverse)).abs() } else { (ratio - 1.0).abs() };
        (f * ratio, below * inverse, above * inverse, following, n + 1.0, last)
    };
    let more = |(_, _, _, _, n, last): (F, F, F, F, F, F)| last.gt(f64::EPSILON) & n.lt(1e5);
    while_((first, 1.0 / first, 0.0, over, 1.0, 1.0), more, next).0 * (a + 1.0)
}
