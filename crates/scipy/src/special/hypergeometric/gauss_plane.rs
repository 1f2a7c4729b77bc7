//! Gauss's hypergeometric function `F(a, b; c; z)` of real parameters over the complex plane, with a cut from 1 on: transformed to the neighbourhood
//! of the circles of radius 1 about 0 and 1 and to a value that is finite at 1; the power series at 0 with twice the precision, and from its circle
//! steps of Taylor's series.

use super::super::complex::Z;
use super::super::double::D;
use super::super::double_plane::{Parts2, W};
use super::super::elementwise::F;
use super::confluent::away;
use super::gauss::{Abc, f as on_the_axis, start};
use xparray_core::kernel::{if_, while_};

type Pair = (F, F);

fn pair(z: Z) -> Pair {
    (z.re, z.im)
}

/// The power series (DLMF 15.2.1); NaN if it takes too long.
fn series(p: Abc, z: W) -> W {
    let size = z.size();
    let next = |(term, sum, k, _): (Parts2, Parts2, F, F)| {
        let factor = (p.a + k) * (p.b + k) / (away(p.c + k) * (k + 1.0));
        let term = W::of(term) * z * factor;
        let sum = W::of(sum) + term;
        let k = k + 1.0;
        // Terms fall for good once the factors of the next one are small.
        let falls = (((p.a.hi + k) * (p.b.hi + k)).abs() * size).lt(1.35 * ((p.c.hi + k) * (k + 1.0)).abs());
        let done = term.size().eq(0.0) | (falls & term.size().le(1e-30 * sum.size()));
        (term.parts(), sum.parts(), k, done.select(1.0, 0.0))
    };
    let more = |(.., k, done): (Parts2, Parts2, F, F)| done.eq(0.0) & k.lt(2e4);
    let zero = size * 0.0;
    let one = ((zero + 1.0, zero), (zero, zero));
    let (_, sum, _, done) = while_((one, one, zero, zero), more, next);
    W::of(sum).scale(done.eq(0.0).select(f64::NAN, 1.0))
}

/// The value and the derivative at `z + h`, of those at `z = 1 - w` (DLMF 15.10.1).
fn taylor(p: Abc, w: W, h: W, f: W, g: W) -> (W, W) {
    let zero = p.a.hi * 0.0;
    let one = D::new(zero + 1.0);
    let ratio = h / ((-w + one) * w);
    let square = ratio * h;
    let linear = w * (p.a + p.b + 1.0) + (p.exponent() + -1.0);
    let middle = w.scale(zero + 2.0) + -one;
    let next = |(d_0, d_1, sum, slope, k): (Parts2, Parts2, Parts2, Parts2, F)| {
        let (d_0, d_1) = (W::of(d_0), W::of(d_1));
        let even = d_0 * square * ((p.a + k) * (p.b + k));
        let odd = d_1 * (middle * k + linear) * ratio * (k + 1.0);
        let d_2 = (even - odd) / (D::new(k + 2.0) * (k + 1.0));
        let (sum, slope) = (W::of(sum) + d_2, W::of(slope) + d_2 * (k + 2.0));
        (d_1.parts(), d_2.parts(), sum.parts(), slope.parts(), k + 1.0)
    };
    let more = |(d_0, d_1, sum, _, k): (Parts2, Parts2, Parts2, Parts2, F)| {
        (W::of(d_0).size() + W::of(d_1).size()).gt(1e-26 * W::of(sum).size()) & k.lt(300.0)
    };
    let first = g * h;
    let state = (f.parts(), first.parts(), (f + first).parts(), first.parts(), zero);
    let (_, _, sum, slope, _) = while_(state, more, next);
    (W::of(sum), W::of(slope) / h)
}

/// For `z = 1 - w`, of parameters whose exponent at 1 is not negative; `above` is whether it is above the cut.
fn steps(p: Abc, target: W, above: xparray_core::Var<bool>) -> Z {
    let zero = p.a.hi * 0.0;
    let one = D::new(zero + 1.0);
    let end = -target + one;
    // What is beyond 1 is reached round it, by the number that is as far from 0 as from 1.
    let round = end.re.hi.gt(1.0);
    let side = above.select(0.75f64.sqrt(), -(0.75f64.sqrt()));
    let corner = W { re: D::new(zero + 0.5), im: D::new(side) };
    let way = corner.when(round, end);
    let first = way * (start(p) / way.round().abs());
    let (f, g) = (series(p, first), series(p.next(), first) * (p.a * p.b / p.c));
    let product = p.product();
    let next = |(f, g, w, leg): (Parts2, Parts2, Parts2, F)| {
        let w = W::of(w);
        let to = (-corner + one).when(leg.eq(0.0) & round, target);
        let way = w - to;
        let distance = way.round().abs();
        let (near, far) = (w.round().abs(), (-w + one).round().abs());
        let step = 0.5 * near.minimum(far);
        let step = product.gt(1.0).select(step.minimum(2.0 * (near * far / product).sqrt()), step);
        let last = distance.le(step);
        let h = way.when(last, way * (step / distance));
        let (f, g) = taylor(p, w, h, W::of(f), W::of(g));
        (f.parts(), g.parts(), to.when(last, w - h).parts(), last.select(leg + 1.0, leg))
    };
    let legs = round.select(2.0, 1.0);
    let more = |(_, _, w, leg): (Parts2, Parts2, Parts2, F)| leg.lt(legs) & W::of(w).size().gt(1e-18);
    let state = (f.parts(), g.parts(), (-first + one).parts(), zero);
    let (f, g, w, leg) = while_(state, more, next);
    // With a constant and a power of `w`: f + f' w (1 - r^s) / s for the ratio r.
    let (f, g, w, s) = (W::of(f).round(), W::of(g).round(), W::of(w).round(), p.exponent().hi);
    let log = (target.round() / w).log();
    let exponent = log.scale(s);
    let half = (0.5 * exponent.im).sin();
    let growth = exponent.re.exp();
    let difference = Z::new(exponent.re.expm1() * exponent.im.cos() - 2.0 * half * half, growth * exponent.im.sin());
    let power = log.when(s.abs().lt(1e-300), difference.scale(1.0 / s));
    let rest = power * w * g;
    (f - rest).when(leg.lt(legs) & rest.abs().lt(f64::INFINITY), f)
}

/// Beyond the power series.
fn beyond(p: Abc, z: Z) -> Z {
    let zero = z.re * 0.0;
    let one = D::new(zero + 1.0);
    let swapped = p.a.hi.gt(p.b.hi);
    let p = Abc { a: p.b.when(swapped, p.a), b: p.a.when(swapped, p.b), ..p };
    let distance = -W::new(z) + one;
    // Pfaff's transformation (DLMF 15.8.1).
    let turned = z.re.lt(0.5) | distance.round().abs().gt(1.0);
    let w = (W::real(one) / distance).when(turned, distance);
    let q = Abc { b: (p.c - p.b).when(turned, p.b), ..p };
    // Of a number on the cut the side is that of its zero.
    let above = (z.im.gt(0.0) | (z.im.eq(0.0) & (1.0 / z.im).gt(0.0))) ^ turned;
    let log = Z::new(distance.re.hi, -z.im).log();
    let power = |x: D| log.scale(x.hi) + log.scale(x.lo);
    let nothing = Z::new(zero, zero);
    let exponent = (-power(p.a)).when(turned, nothing);
    // Euler's transformation.
    let s = q.exponent();
    let euler = s.hi.lt(0.0);
    let q = Abc { a: q.c - q.a, b: q.c - q.b, ..q }.when(euler, q);
    let side = power(s);
    let exponent = exponent + (-side).when(turned, side).when(euler, nothing);
    let inner = -w + one;
    let small = inner.round().abs().le(start(q));
    let value = if_(small, || pair(series(q, inner).round()), || pair(steps(q, w, above)));
    Z::new(value.0, value.1) * exponent.exp()
}

/// Of any real parameters and complex numbers.
pub fn f(a: F, b: F, c: F, z: Z) -> Z {
    let zero = a * 0.0;
    let finite = [a, b, c].iter().fold(z.abs().lt(f64::INFINITY), |all, p| all & p.abs().lt(1e6));
    let pole = D::new(c).is_pole();
    let ends = |p: F| D::new(p).is_pole();
    let polynomial = ends(a) | ends(b);
    // The sum may end before its terms are infinite.
    let early = (ends(a) & a.ge(c)) | (ends(b) & b.ge(c));
    let known = finite & (!pole | early);
    let axis = known & z.im.eq(0.0) & (z.re.le(1.0) | polynomial);
    let real = on_the_axis(axis.select(a, 0.0), axis.select(b, 0.0), axis.select(c, 1.0), axis.select(z.re, 0.0));
    let inside = known & !axis;
    let of = |value: F, other: f64| inside.select(value, other);
    let p = Abc { a: D::new(of(a, 0.0)), b: D::new(of(b, 0.0)), c: D::new(of(c, 1.0)) };
    let y = z.when(inside, Z::new(zero, zero));
    let size = y.abs();
    let direct = (size.le(0.5) & (p.product() * size).lt(100.0)) | polynomial;
    let value = if_(direct, || pair(series(p, W::new(y)).round()), || pair(beyond(p, y)));
    let value = Z::new(real, zero).when(axis, Z::new(value.0, value.1));
    let (infinite, nan) = (Z::new(zero + f64::INFINITY, zero), Z::new(zero + f64::NAN, zero + f64::NAN));
    value.when(known, infinite.when(finite & pole, nan))
}
