//! Kummer's function `M(a, b, z)` of real parameters over the complex plane: as on the real axis the power series with twice the precision, and
//! where its terms cancel too much steps along its differential equation, from a small number on straight to `z`.

use super::super::beta::complete::poch;
use super::super::complex::Z;
use super::super::double::{D, Parts};
use super::super::double_plane::{Parts2, W};
use super::super::elementwise::{F, alternating};
use super::confluent::{away, waves};
use xparray_core::kernel::{if_, while_};

/// Digits that terms may cancel, as a natural logarithm: half of those of numbers of twice the precision.
const CANCELLED: f64 = 34.0;
/// What is left of numbers that grow beyond it, `exp(512)`.
const LARGE: f64 = 2.284_413_586_539_756_5e222;

/// A number as `value * exp(512 * count)`.
#[derive(Clone, Copy)]
struct Scaled {
    value: W,
    count: F,
}

impl Scaled {
    fn of((value, count): (Parts2, F)) -> Self {
        Self { value: W::of(value), count }
    }

    fn parts(self) -> (Parts2, F) {
        (self.value.parts(), self.count)
    }

    fn times_exp(self, exponent: Z) -> Z {
        let half = Z::new(0.5 * (exponent.re + 512.0 * self.count), 0.5 * exponent.im).exp();
        self.value.round() * half * half
    }
}

/// The power series (DLMF 13.2.2); NaN if it takes too long.
fn series(a: D, b: D, z: W) -> Scaled {
    let size = z.size();
    let next = |(term, sum, k, count, _): (Parts2, Parts2, F, F, F)| {
        let term = W::of(term) * z * ((a + k) / (away(b + k) * (k + 1.0)));
        let sum = W::of(sum) + term;
        let k = k + 1.0;
        // Terms fall for good once the factors of the next one are small.
        let falls = ((a.hi + k).abs() * size).lt(0.9 * ((b.hi + k) * (k + 1.0)).abs()) & (b.hi + k).gt(0.0);
        let done = term.size().eq(0.0) | (falls & term.size().le(1e-30 * sum.size()));
        let large = (sum.size() + term.size()).gt(LARGE);
        let by = large.select(1.0 / LARGE, 1.0);
        let count = large.select(count + 1.0, count);
        ((term * by).parts(), (sum * by).parts(), k, count, done.select(1.0, 0.0))
    };
    let more = |(.., k, _, done): (Parts2, Parts2, F, F, F)| done.eq(0.0) & k.lt(1e5);
    let zero = size * 0.0;
    let one = ((zero + 1.0, zero), (zero, zero));
    let (_, sum, _, count, done) = while_((one, one, zero, zero, zero), more, next);
    Scaled { value: W::of(sum).scale(done.eq(0.0).select(f64::NAN, 1.0)), count }
}

/// Of a negative integer `a`: a polynomial, by its recurrence in the degree for differences of neighbours (DLMF 13.3.1).
fn polynomial(a: D, b: D, z: W) -> Scaled {
    let next = |(difference, value, k, count): (Parts2, Parts2, F, F)| {
        let difference = (W::of(difference) * k - W::of(value) * z) / (b + k);
        let value = W::of(value) + difference;
        let large = (difference.size() + value.size()).gt(LARGE);
        let by = large.select(1.0 / LARGE, 1.0);
        ((difference * by).parts(), (value * by).parts(), k + 1.0, large.select(count + 1.0, count))
    };
    let zero = a.hi * 0.0;
    let nothing = (zero, zero);
    let start = ((nothing, nothing), ((zero + 1.0, zero), nothing), zero, zero);
    let (_, value, _, count) = while_(start, |(_, _, k, _): (Parts2, Parts2, F, F)| k.lt(-a.hi), next);
    Scaled { value: W::of(value), count }
}

/// Steps of Taylor's series. One is half the way from the singularity at 0 at most, and about a third of a wave.
fn steps(a: D, b: D, z: W) -> Scaled {
    let (size, length) = (a.hi.abs() + 1.0, z.round().abs());
    // Of negative `b` without waves from as far as the series goes.
    let waves = waves(a, b);
    let reach = (b.hi.lt(0.0) & waves.eq(0.0)).select(0.9 * CANCELLED / (length - z.re.hi), 0.0);
    let first = (((60.0 / size).minimum(16.0) + waves) / length).maximum(reach).minimum(1.0);
    let start = z * first;
    let (f, g) = (series(a, b, start).value, series(a + 1.0, b + 1.0, start).value * (a / b));
    let next = |(f, g, t, count): (Parts2, Parts2, F, F)| {
        let x = t * length;
        let step = (0.5 * x).minimum(2.0 * (x / size).sqrt()).minimum(8.0) / length;
        let to = (t + step).minimum(1.0);
        let (f, g) = taylor(a, b, z * t, z * D::sum(to, -t), W::of(f), W::of(g));
        let large = (f.size() + g.size()).gt(LARGE);
        let by = large.select(1.0 / LARGE, 1.0);
        ((f * by).parts(), (g * by).parts(), to, large.select(count + 1.0, count))
    };
    let state = (f.parts(), g.parts(), first, first * 0.0);
    let more = |(_, _, t, count): (Parts2, Parts2, F, F)| t.lt(1.0) & count.lt(1e3);
    let (f, _, _, count) = while_(state, more, next);
    Scaled { value: W::of(f), count }
}

/// The value and the derivative at `x + h`, of those at `x`, by the differential equation (DLMF 13.2.1).
fn taylor(a: D, b: D, x: W, h: W, f: W, g: W) -> (W, W) {
    let ratio = h / x;
    let (square, shifted) = (ratio * h, -x + b);
    let next = |(d_0, d_1, sum, slope, k): (Parts2, Parts2, Parts2, Parts2, F)| {
        let (d_0, d_1) = (W::of(d_0), W::of(d_1));
        let real = |x: F| D::new(x);
        let rest = d_0 * square * (a + k) - d_1 * (shifted + real(k)) * ratio * (k + 1.0);
        let d_2 = rest / (real(k + 2.0) * (k + 1.0));
        let (sum, slope) = (W::of(sum) + d_2, W::of(slope) + d_2 * (k + 2.0));
        (d_1.parts(), d_2.parts(), sum.parts(), slope.parts(), k + 1.0)
    };
    let more = |(d_0, d_1, sum, _, k): (Parts2, Parts2, Parts2, Parts2, F)| {
        (W::of(d_0).size() + W::of(d_1).size()).gt(1e-28 * W::of(sum).size()) & k.lt(300.0)
    };
    let first = g * h;
    let start = (f.parts(), first.parts(), (f + first).parts(), first.parts(), a.hi * 0.0);
    let (_, _, sum, slope, _) = while_(start, more, next);
    (W::of(sum), W::of(slope) / h)
}

/// For large numbers of the right half-plane (DLMF 13.7.2), times `exp(exponent)`, and what bounds its error but for that of the factors.
fn asymptotic(a: D, b: D, z: Z, exponent: Z) -> (Z, F) {
    let zero = z.re * 0.0;
    let one = Z::new(zero + 1.0, zero);
    let length = z.abs();
    // The square of a large number is none.
    let inverse = W::new(one / z).when(length.gt(1e100), W::new(one) / W::new(z));
    let sum = |p: D, q: D, argument: W| {
        let next = |(sum, term, most, k): (Parts2, Parts2, F, F)| {
            let term = W::of(term) * argument * ((p + k) * (q + k) / (k + 1.0));
            ((W::of(sum) + term).parts(), term.parts(), most.maximum(term.size()), k + 1.0)
        };
        // Up to where terms grow, but for those that grow at first.
        let first = (p.hi.abs() + q.hi.abs()).minimum(1e3);
        let more = |(sum, term, _, k): (Parts2, Parts2, F, F)| {
            let falls = ((p.hi + k) * (q.hi + k)).abs().lt(length * (k + 1.0));
            W::of(term).size().gt(1e-20 * W::of(sum).size()) & (falls | k.lt(first))
        };
        let start = (W::new(one).parts(), W::new(one).parts(), zero + 1.0, zero);
        let (sum, last, most, _) = while_(start, more, next);
        (W::of(sum).round(), W::of(last).size() + 1e-30 * most)
    };
    let p = b - a;
    // Gamma functions of `b` and another number.
    let quotient = |x: D, rest: D| {
        let moderate = b.hi.abs().lt(100.0) & x.hi.abs().lt(100.0);
        // Next to a pole the inverse is what is beside it times a factorial.
        let pole = D::new(x.hi).is_pole() & x.lo.ne(0.0);
        let beside = x.lo * alternating(x.hi) * (1.0 - x.hi).gamma();
        let inverse = pole.select(beside, x.hi.rgamma());
        let value = moderate.select(b.hi.gamma() * inverse, poch(x.hi, rest.hi));
        // By what the rounded argument changes it.
        let whole = x.lo.eq(0.0) | pole;
        value * (1.0 - whole.select(0.0, x.lo * whole.select(1.0, x.hi).digamma()))
    };
    let log = z.log();
    let power = |x: D| log.scale(x.hi) + log.scale(x.lo);
    // The quotient first: a power alone may be too large.
    let part = |(sum, error): (Z, F), half: Z, turn: Z, quotient: F| {
        let error = error * quotient.abs() * half.abs() * half.abs();
        (sum.scale(quotient) * half * half * turn, error)
    };
    let half = |growth: Z| growth.scale(zero + 0.5).exp();
    let (growing, above) = part(sum(p, -a + 1.0, inverse), half(exponent + z - power(p)), one, quotient(a, p));
    let turn = super::super::plane::turn(z.im.lt(0.0).select(-1.0, 1.0) * a.hi);
    let (falling, below) = part(sum(a, -p + 1.0, -inverse), half(exponent - power(a)), turn, quotient(p, a));
    (growing + falling, above + below)
}

fn parts(z: Z) -> Parts {
    (z.re, z.im)
}

fn of((re, im): Parts) -> Z {
    Z::new(re, im)
}

/// `exp(exponent) M(a, b, z)` in the right half-plane.
fn right(a: D, b: D, z: Z, exponent: Z) -> Z {
    let length = z.abs();
    let whole = a.is_pole();
    let spread = |p: F, q: F| (p.abs() + 1.0) * (q.abs() + 1.0);
    let difference = (b - a).hi;
    let far = length.gt(60.0)
        & length.gt(2.0 * spread(difference, a.hi - 1.0))
        & length.gt(2.0 * spread(a.hi, difference - 1.0))
        & !whole;
    let size = (-a.hi).maximum(0.0);
    // Of what the largest terms exceed the sum, as exponents.
    let (turned, falling) = (length - z.re, 2.0 * (size * length).sqrt());
    let start = waves(a, b);
    let before = b.hi.lt(0.0) & (length.lt(start) | start.eq(0.0));
    let beyond = z.re.gt(8.0 * size + 2.0 * b.hi.abs() + 20.0) | before;
    let direct = (turned + beyond.select(0.0, falling)).lt(CANCELLED);
    let near = || {
        let point = W::new(z);
        let series = || series(a, b, point).parts();
        let turning = || if_(whole, || polynomial(a, b, point).parts(), || steps(a, b, point).parts());
        parts(Scaled::of(if_(direct, series, turning)).times_exp(exponent))
    };
    // Steps lose what falls beside what grows: from where waves end on by its power of e, of negative `b` from the beginning. There the expansion
    // may have all digits.
    let turning = (2.0 * a.hi - b.hi).abs() + 1.0;
    let growth = z.re - turning - turning * (z.re / turning).maximum(1.0).log();
    let lossy = b.hi.lt(0.0) | growth.gt(15.0);
    let large = far | (length.gt(60.0) & !whole & !direct & lossy);
    let nothing = || (parts(z), z.re * 0.0 + f64::NAN);
    let expanded = || {
        let (value, error) = asymptotic(a, b, z, exponent);
        (parts(value), error)
    };
    let (value, error) = if_(large, expanded, nothing);
    let exact = far | (large & error.le(1e-15 * of(value).abs()));
    of(if_(exact, || value, near))
}

/// Of any real parameters and complex numbers.
pub fn m(a: F, b: F, z: Z) -> Z {
    let zero = a * 0.0;
    let finite = z.abs().lt(f64::INFINITY) & a.abs().lt(1e6) & b.abs().lt(1e6);
    let pole = D::new(b).is_pole();
    // The sum may end before its terms are infinite.
    let ends = D::new(a).is_pole() & a.ge(b);
    let known = finite & (!pole | ends);
    let (p, q) = (known.select(a, 1.0), known.select(b, 1.0));
    let at_zero = z.re.eq(0.0) & z.im.eq(0.0);
    let y = z.when(known & !at_zero, Z::new(zero + 1.0, zero));
    // Kummer's transformation, but for such sums (DLMF 13.2.39).
    let turned = y.re.lt(0.0) & !pole;
    let p = D { hi: turned.select(q - p, p), lo: turned.select(D::sum(q, -p).lo, 0.0) };
    let nothing = Z::new(zero, zero);
    let value = right(p, D::new(q), (-y).when(turned, y), y.when(turned, nothing));
    let value = Z::new(zero + 1.0, zero).when(at_zero, value);
    let (infinite, nan) = (Z::new(zero + f64::INFINITY, zero), Z::new(zero + f64::NAN, zero + f64::NAN));
    value.when(known, infinite.when(finite & pole, nan))
}
