//! Kummer's function `M(a, b, x)`: the power series with twice the precision, which what its terms cancel leaves enough of; where that is
//! not so, steps along its differential equation.

use super::super::beta::complete::poch;
use super::super::double::{D, Parts};
use super::super::elementwise::F;
use xparray_core::kernel::{if_, while_};

/// What is left of numbers that grow beyond it, and `512 log(2)` in two parts, the first of few digits.
const LARGE: f64 = 1.340_780_792_994_259_7e154;
const LOG_LARGE: [f64; 2] = [354.891_356_445_848_94, 8.430_566_186_443_306e-10];

/// A number as `value * LARGE^count`.
#[derive(Clone, Copy)]
struct Scaled {
    value: D,
    count: F,
}

impl Scaled {
    /// Times `exp(exponent)`, which is 1 or a negative power.
    fn times_exp(self, exponent: F) -> F {
        let factor = |k: f64| self.count.ge(k).select(LARGE, 1.0);
        let plain = self.value.hi * factor(1.0) * factor(2.0) * factor(3.0);
        let half = (0.5 * ((exponent + self.count * LOG_LARGE[0]) + self.count * LOG_LARGE[1])).exp();
        exponent.eq(0.0).select(plain, self.value.hi * half * half)
    }
}

/// A factor of a denominator, 1 for 0: that stands below the 0 that ends a sum.
pub(super) fn away(factor: D) -> D {
    D::new(factor.hi * 0.0 + 1.0).when(factor.hi.eq(0.0), factor)
}

/// The power series (DLMF 13.2.2); NaN if it takes too long.
fn series(a: D, b: D, x: F) -> Scaled {
    let next = |(term, sum, k, count, _): (Parts, Parts, F, F, F)| {
        let term = D::of(term) * (a + k) * x / (away(b + k) * (k + 1.0));
        let sum = D::of(sum) + term;
        let k = k + 1.0;
        // Terms fall for good once the factors of the next one are small.
        let falls = ((a.hi + k) * x).abs().lt(0.9 * ((b.hi + k) * (k + 1.0)).abs()) & (b.hi + k).gt(0.0);
        let done = term.hi.eq(0.0) | (falls & term.hi.abs().le(1e-18 * sum.hi.abs()));
        let large = sum.hi.abs().gt(LARGE);
        let by = large.select(1.0 / LARGE, 1.0);
        let count = large.select(count + 1.0, count);
        (term.scale(by).parts(), sum.scale(by).parts(), k, count, done.select(1.0, 0.0))
    };
    let more = |(.., k, _, done): (Parts, Parts, F, F, F)| done.eq(0.0) & k.lt(1e5);
    let zero = x * 0.0;
    let one = (zero + 1.0, zero);
    let (_, sum, _, count, done) = while_((one, one, zero, zero, zero), more, next);
    Scaled { value: D::of(sum).scale(done.eq(0.0).select(f64::NAN, 1.0)), count }
}

/// Of a negative integer `a`: a polynomial, by its recurrence in the degree for differences of neighbours (DLMF 13.3.1).
fn polynomial(a: D, b: D, x: F) -> Scaled {
    let next = |(difference, value, k, count): (Parts, Parts, F, F)| {
        let difference = (D::of(difference) * k - D::of(value) * x) / (b + k);
        let value = D::of(value) + difference;
        let large = (difference.hi.abs() + value.hi.abs()).gt(LARGE);
        let by = large.select(1.0 / LARGE, 1.0);
        (difference.scale(by).parts(), value.scale(by).parts(), k + 1.0, large.select(count + 1.0, count))
    };
    let zero = x * 0.0;
    let start = ((zero, zero), (zero + 1.0, zero), zero, zero);
    let (_, value, _, count) = while_(start, |(_, _, k, _): (Parts, Parts, F, F)| k.lt(-a.hi), next);
    Scaled { value: D::of(value), count }
}

/// Where waves of the solutions begin for negative `a` and `b`, 0 if there are none (DLMF 13.14.1). Before it one grows as a power of `x` beside
/// the other one, so that steps lose what is wanted; the series does not.
pub(super) fn waves(a: D, b: D) -> F {
    let (kappa, mu) = (0.5 * b.hi - a.hi, 0.5 * (b.hi - 1.0));
    let square = kappa * kappa - mu * mu;
    let any = b.hi.lt(0.0) & kappa.gt(0.0) & square.gt(0.0);
    any.select(2.0 * mu * mu / (kappa + square.abs().sqrt()), 0.0)
}

/// Of negative `a`, from a small number on in steps of Taylor's series, whose coefficients the differential equation (DLMF 13.2.1) gives. A step is
/// half the way from the singularity at 0 at most, and about a third of a wave.
fn steps(a: D, b: D, x: F) -> Scaled {
    let size = -a.hi;
    let x_0 = (60.0 / (size + 1.0) + waves(a, b)).minimum(x);
    let (f, g) = (series(a, b, x_0).value, series(a + 1.0, b + 1.0, x_0).value * a / b);
    let next = |(f, g, x_0, count): (Parts, Parts, F, F)| {
        let step = (0.5 * x_0).minimum(2.0 * (x_0 / size).sqrt());
        let x_1 = (x_0 + step).minimum(x);
        let (f, g) = taylor(a, b, x_0, x_1 - x_0, D::of(f), D::of(g));
        let large = (f.hi.abs() + g.hi.abs()).gt(LARGE);
        let by = large.select(1.0 / LARGE, 1.0);
        (f.scale(by).parts(), g.scale(by).parts(), x_1, large.select(count + 1.0, count))
    };
    let start = (f.parts(), g.parts(), x_0, x * 0.0);
    let (f, _, _, count) = while_(start, |(_, _, x_0, _): (Parts, Parts, F, F)| x_0.lt(x), next);
    Scaled { value: D::of(f), count }
}

/// The value and the derivative at `x + h`, of those at `x`.
pub(super) fn taylor(a: D, b: D, x: F, h: F, f: D, g: D) -> (D, D) {
    let ratio = D::new(h) / x;
    let (square, shifted) = (ratio * h, b + -x);
    let next = |(d_0, d_1, sum, slope, k): (Parts, Parts, Parts, Parts, F)| {
        let (d_0, d_1) = (D::of(d_0), D::of(d_1));
        let rest = d_0 * (a + k) * square - d_1 * (shifted + k) * (ratio * (k + 1.0));
        let d_2 = rest / ((k + 2.0) * (k + 1.0));
        let (sum, slope) = (D::of(sum) + d_2, D::of(slope) + d_2 * (k + 2.0));
        (d_1.parts(), d_2.parts(), sum.parts(), slope.parts(), k + 1.0)
    };
    let more = |(d_0, d_1, sum, _, k): (Parts, Parts, Parts, Parts, F)| {
        (d_0.0.abs() + d_1.0.abs()).gt(1e-20 * sum.0.abs()) & k.lt(300.0)
    };
    let first = g * h;
    let start = (f.parts(), first.parts(), (f + first).parts(), first.parts(), x * 0.0);
    let (_, _, sum, slope, _) = while_(start, more, next);
    (D::of(sum), D::of(slope) / h)
}

/// For large positive `x` (DLMF 13.7.1), times `exp(exponent - x)`.
fn asymptotic(a: D, b: D, x: F, exponent: F) -> F {
    let (p, q) = (b - a, -a + 1.0);
    let next = |(sum, term, k, _): (F, F, F, F)| {
        let term = term * (p.hi + k) * (q.hi + k) / (x * (k + 1.0));
        (sum + term, term, k + 1.0, term)
    };
    // Up to where terms would grow.
    let more = |(sum, term, k, _): (F, F, F, F)| {
        term.abs().gt(1e-17 * sum.abs()) & ((p.hi + k) * (q.hi + k)).abs().lt(x * (k + 1.0))
    };
    let zero = x * 0.0;
    let (sum, ..) = while_((zero + 1.0, zero + 1.0, zero, zero), more, next);
    let moderate = b.hi.abs().lt(100.0) & a.hi.abs().lt(100.0);
    let quotient = moderate.select(b.hi.gamma() * a.hi.rgamma(), poch(a.hi, p.hi));
    // By what the rounded arguments of the gamma functions and of the power change these.
    let whole = a.lo.eq(0.0);
    let change = whole.select(0.0, a.lo * whole.select(1.0, a.hi).digamma()) + p.lo * x.log();
    let half = (0.5 * (exponent + x)).exp();
    sum * quotient * x.power(-p.hi) * (1.0 - change) * half * half
}

/// `exp(exponent) M(a, b, x)` for `x` of at least 0, of an exponent 0 or `-x`.
fn right(a: D, b: D, x: F, exponent: F) -> F {
    let whole = a.is_pole();
    let spread = ((b - a).hi.abs() + 1.0) * ((a.hi - 1.0).abs() + 1.0);
    let far = x.gt(60.0) & x.gt(2.0 * spread) & !whole;
    let size = -a.hi;
    let start = waves(a, b);
    let before = b.hi.lt(0.0) & !whole & (x.lt(start) | start.eq(0.0));
    let direct = size.le(0.0) | x.gt(8.0 * size + 2.0 * b.hi.abs() + 20.0) | (size * x).lt(250.0) | before;
    if_(
        far,
        || asymptotic(a, b, x, exponent),
        || {
            let of = |sum: Scaled| (sum.value.parts(), sum.count);
            let series = || of(series(a, b, x));
            let turning = || if_(whole, || of(polynomial(a, b, x)), || of(steps(a, b, x)));
            let (value, count) = if_(direct, series, turning);
            Scaled { value: D::of(value), count }.times_exp(exponent)
        },
    )
}

/// Of any numbers.
pub fn m(a: F, b: F, x: F) -> F {
    let finite = x.abs().lt(f64::INFINITY) & a.abs().lt(1e6) & b.abs().lt(1e6);
    let pole = D::new(b).is_pole();
    // The sum may end before its terms are infinite.
    let ends = D::new(a).is_pole() & a.ge(b);
    let known = finite & (!pole | ends);
    let of = |value: F, other: f64| known.select(value, other);
    let (p, q, y) = (of(a, 1.0), of(b, 1.0), of(x, 0.0));
    // Kummer's transformation, but for such sums (DLMF 13.2.39).
    let turned = y.lt(0.0) & !pole;
    let p = D { hi: turned.select(q - p, p), lo: turned.select(D::sum(q, -p).lo, 0.0) };
    let y_size = turned.select(-y, y);
    let value = right(p, D::new(q), y_size, turned.select(y, 0.0));
    // Of positive parameters all terms of the sum are, and the sum for negative numbers falls as a power.
    let positive = a.gt(0.0) & b.gt(0.0) & a.lt(1e6) & b.lt(1e6);
    let end = x.eq(f64::INFINITY).select(f64::INFINITY, x.eq(f64::NEG_INFINITY).select(0.0, f64::NAN));
    known.select(value, (finite & pole).select(f64::INFINITY, positive.select(end, f64::NAN)))
}
