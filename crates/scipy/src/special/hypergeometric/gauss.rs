//! Gauss's hypergeometric function `F(a, b; c; x)`: transformed to an argument between 0 and 1 and to a value that is finite at 1, the power
//! series at 0 with twice the precision, and from its circle steps of Taylor's series towards 1. So parameters that differ by integers, where
//! formulas for the singularity at 1 have limits, are as others.

use super::super::double::{D, Parts};
use super::super::elementwise::F;
use super::confluent::away;
use xparray_core::Var;
use xparray_core::kernel::{if_, while_};

/// Parameters.
#[derive(Clone, Copy)]
pub(super) struct Abc {
    pub a: D,
    pub b: D,
    pub c: D,
}

impl Abc {
    pub fn product(self) -> F {
        (self.a.hi * self.b.hi).abs()
    }

    /// The exponent at 1.
    pub fn exponent(self) -> D {
        self.c - self.a - self.b
    }

    /// Of the derivative, which is `a b / c` times the function of these.
    pub fn next(self) -> Self {
        Self { a: self.a + 1.0, b: self.b + 1.0, c: self.c + 1.0 }
    }

    pub fn when(self, condition: Var<bool>, other: Self) -> Self {
        let [a, b, c] = [(self.a, other.a), (self.b, other.b), (self.c, other.c)].map(|(x, y)| x.when(condition, y));
        Self { a, b, c }
    }
}

/// The power series (DLMF 15.2.1); NaN if it takes too long.
fn series(p: Abc, z: D) -> D {
    let next = |(term, sum, k, _): (Parts, Parts, F, F)| {
        let term = D::of(term) * (p.a + k) * (p.b + k) * z / (away(p.c + k) * (k + 1.0));
        let sum = D::of(sum) + term;
        let k = k + 1.0;
        // Terms fall for good once the factors of the next one are small.
        let factors = ((p.a.hi + k) * (p.b.hi + k) * z.hi).abs();
        let falls = factors.lt(0.95 * ((p.c.hi + k) * (k + 1.0)).abs());
        let done = term.hi.eq(0.0) | (falls & term.hi.abs().le(1e-18 * sum.hi.abs()));
        (term.parts(), sum.parts(), k, done.select(1.0, 0.0))
    };
    let more = |(.., k, done): (Parts, Parts, F, F)| done.eq(0.0) & k.lt(2e4);
    let zero = z.hi * 0.0;
    let one = (zero + 1.0, zero);
    let (_, sum, _, done) = while_((one, one, zero, zero), more, next);
    D::of(sum).scale(done.eq(0.0).select(f64::NAN, 1.0))
}

/// Where the series stops and steps begin: the terms cancel too much if the product of `a` and `b` is large.
pub(super) fn start(p: Abc) -> F {
    (100.0 / p.product()).minimum(0.5)
}

/// For `z = 1 - w` between 0 and 1, of parameters whose exponent at 1 is not negative.
fn between(p: Abc, z: D, w: D) -> D {
    let first = start(p);
    let (hi, lo) = if_(z.hi.le(first), || series(p, z).parts(), || steps(p, first, w).parts());
    D { hi, lo }
}

/// From `z = first` on. A step is half the way to a singularity at most, and about a third of a wave. Next to 1 the function is that of the exponents
/// there.
fn steps(p: Abc, first: F, target: D) -> D {
    let z = D::new(first);
    let (f, g) = (series(p, z), series(p.next(), z) * p.a * p.b / p.c);
    let product = p.product();
    let next = |(f, g, w): (Parts, Parts, Parts)| {
        let w = D::of(w);
        let z = -w + 1.0;
        let step = 0.5 * z.hi.minimum(w.hi);
        let step = product.gt(1.0).select(step.minimum(2.0 * (z.hi * w.hi / product).sqrt()), step);
        let last = (w.hi - step).le(target.hi);
        let step = (w - target).when(last, D::new(step));
        let (f, g) = taylor(p, z, w, step, D::of(f), D::of(g));
        (f.parts(), g.parts(), target.when(last, w - step).parts())
    };
    let more = |(_, _, w): (Parts, Parts, Parts)| w.0.gt(target.hi) & w.0.gt(1e-18);
    let (f, g, w) = while_((f.parts(), g.parts(), (-z + 1.0).parts()), more, next);
    // With a constant and a power of `w`: f + f' w (1 - r^s) / s for the ratio r.
    let (w, s) = (w.0, p.exponent().hi);
    let log = (target.hi / w).log();
    let power = s.abs().lt(1e-300).select(log, (s * log).expm1() / s);
    let rest = w.gt(target.hi).select(-power * w * g.0, 0.0);
    D::new(rest).when(rest.abs().eq(f64::INFINITY), D::of(f) + rest)
}

/// The value and the derivative at `z + h`, of those at `z = 1 - w` (DLMF 15.10.1).
fn taylor(p: Abc, z: D, w: D, h: D, f: D, g: D) -> (D, D) {
    let singular = z * w;
    let ratio = h / singular;
    let square = ratio * h;
    let linear = (p.exponent() + -1.0) + (p.a + p.b + 1.0) * w;
    let middle = w.scale(w.hi * 0.0 + 2.0) + -1.0;
    let next = |(d_0, d_1, sum, slope, k): (Parts, Parts, Parts, Parts, F)| {
        let (d_0, d_1) = (D::of(d_0), D::of(d_1));
        let even = d_0 * (p.a + k) * (p.b + k) * square;
        let odd = d_1 * (middle * k + linear) * (ratio * (k + 1.0));
        let d_2 = (even - odd) / ((k + 2.0) * (k + 1.0));
        let (sum, slope) = (D::of(sum) + d_2, D::of(slope) + d_2 * (k + 2.0));
        (d_1.parts(), d_2.parts(), sum.parts(), slope.parts(), k + 1.0)
    };
    let more = |(d_0, d_1, sum, _, k): (Parts, Parts, Parts, Parts, F)| {
        (d_0.0.abs() + d_1.0.abs()).gt(1e-20 * sum.0.abs()) & k.lt(300.0)
    };
    let first = g * h;
    let start = (f.parts(), first.parts(), (f + first).parts(), first.parts(), z.hi * 0.0);
    let (_, _, sum, slope, _) = while_(start, more, next);
    (D::of(sum), D::of(slope) / h)
}

/// `(c - b)_n / (c)_n` for `a = -n`: of a polynomial in `z` the factor of that in `1 - z` (DLMF 15.8.7).
fn mirror(p: Abc) -> D {
    let next = |(product, k): (Parts, F)| ((D::of(product) * (p.c - p.b + k) / (p.c + k)).parts(), k + 1.0);
    let zero = p.a.hi * 0.0;
    D::of(while_(((zero + 1.0, zero), zero), |(_, k): (Parts, F)| k.lt(-p.a.hi), next).0)
}

/// For `z = 1 - w` between 0 and 1.
pub fn unit([a, b, c]: [D; 3], z: D, w: D) -> F {
    let p = Abc { a, b, c };
    let ends = a.is_pole() | b.is_pole();
    let s = p.exponent();
    let negative = s.hi.lt(0.0) & z.hi.gt(start(p));
    // Euler's transformation (DLMF 15.8.1).
    let euler = negative & !ends;
    let q = Abc { a: c - a, b: c - b, ..p }.when(euler, p);
    let power = w.hi.power(s.hi) * (1.0 + (s.hi * (w.lo / w.hi) + s.lo * w.hi.log()));
    let factor = euler.select(w.hi.eq(0.0).select(f64::INFINITY, power), 1.0);
    let mirrored = || (mirror(p) * series(Abc { c: -s + 1.0, ..p }, w)).hi;
    factor * if_(negative & ends, mirrored, || between(q, z, w).hi)
}

/// For `x` up to 1.
fn inner(p: Abc, x: F) -> F {
    let (pole_a, pole_b) = (p.a.is_pole(), p.b.is_pole());
    let swapped = (pole_b & !pole_a) | (!(pole_a ^ pole_b) & p.a.hi.gt(p.b.hi));
    let p = Abc { a: p.b.when(swapped, p.a), b: p.a.when(swapped, p.b), ..p };
    // 1 - x, and the argument of Pfaff's transformation of negative numbers (DLMF 15.8.1).
    let below = x.lt(0.0);
    let distance = D::sum(x * 0.0 + 1.0, -x);
    let w = (D::new(x * 0.0 + 1.0) / distance).when(below, distance);
    let z = (-w + 1.0).when(below, D::new(x));
    let b = (p.c - p.b).when(below, p.b);
    let change = 1.0 - p.a.hi * (distance.lo / distance.hi);
    let factor = below.select(distance.hi.power(-p.a.hi) * change, 1.0);
    factor * unit([p.a, b, p.c], z, w)
}

/// Of any numbers.
pub fn f(a: F, b: F, c: F, x: F) -> F {
    let finite = [a, b, c].iter().fold(x.eq(x), |all, p| all & p.abs().lt(1e6));
    let pole = D::new(c).is_pole();
    let ends = |p: F| D::new(p).is_pole();
    let polynomial = ends(a) | ends(b);
    // The sum may end before its terms are infinite.
    let early = (ends(a) & a.ge(c)) | (ends(b) & b.ge(c));
    let known = finite & (!pole | early) & (x.le(1.0) | polynomial);
    let of = |value: F, other: f64| known.select(value, other);
    let p = Abc { a: D::new(of(a, 0.0)), b: D::new(of(b, 0.0)), c: D::new(of(c, 1.0)) };
    let y = of(x, 0.0);
    let direct = (y.abs().le(0.5) & (p.product() * y.abs()).lt(100.0)) | y.gt(1.0) | (pole & early);
    let value = if_(direct, || series(p, D::new(y)).hi, || inner(p, y));
    // Of two equal parameters a power is left (DLMF 15.4.6).
    let (first, equal) = (p.a.hi.eq(p.c.hi), (p.a.hi.eq(p.c.hi) | p.b.hi.eq(p.c.hi)) & !polynomial & !pole);
    let distance = D::sum(y * 0.0 + 1.0, -y);
    let exponent = -first.select(p.b.hi, p.a.hi);
    let change = distance.hi.gt(0.0).select(exponent * (distance.lo / distance.hi), 0.0);
    let value = equal.select(distance.hi.power(exponent) * (1.0 + change), value);
    let value = y.eq(0.0).select(1.0, value);
    let value = known.select(value, finite.select(f64::INFINITY, f64::NAN));
    // Of positive parameters it falls as a power, to the left.
    (finite & x.eq(f64::NEG_INFINITY)).select((a.gt(0.0) & b.gt(0.0)).select(0.0, f64::NAN), value)
}
