//! Orthogonal polynomials of real degrees over the complex plane. Those of fractional degrees have a cut at the left of -1, on which they are as below it.

use super::beta::complete::binom;
use super::complex::Z;
use super::elementwise::{F, alternating, is_integer};
use super::hypergeometric::{gauss_over_plane, kummer_over_plane};
use xparray_core::Var;
use xparray_core::kernel::{if_, while_};

type Parts = (F, F);

fn parts(z: Z) -> Parts {
    (z.re, z.im)
}

fn of((re, im): Parts) -> Z {
    Z::new(re, im)
}

/// 1, or NaN beside it.
fn one_beside(x: Z) -> Z {
    Z::new(x.re * 0.0 + 1.0, x.im * 0.0)
}

/// A degree below which there are so many steps to it.
struct Degree {
    known: Var<bool>,
    whole: Var<bool>,
    start: F,
    steps: F,
}

impl Degree {
    fn new(n: F) -> Self {
        let known = n.abs().lt(1e9);
        let degree = known.select(n, 0.0);
        let whole = is_integer(degree) & degree.ge(0.0);
        let steps = degree.floor().maximum(0.0);
        Self { known, whole, start: whole.select(0.0, degree - steps), steps }
    }

    /// The values of the first two degrees: those of whole ones are given, others are by a formula, which holds for negative degrees too.
    fn first(&self, given: (Z, Z), formula: impl FnOnce(F) -> Z) -> (Z, Z) {
        let count = self.whole.select(0.0, self.steps.eq(0.0).select(1.0, 2.0));
        let next = |(k, _, last): (F, Parts, Parts)| (k + 1.0, last, parts(formula(self.start + k)));
        let nothing = (count * 0.0, count * 0.0);
        let (_, before, last) = while_((0.0, nothing, nothing), |(k, ..): (F, Parts, Parts)| k.lt(count), next);
        // Of one value it is the last one.
        let before = of(last).when(count.eq(1.0), of(before));
        (given.0.when(self.whole, before), given.1.when(count.lt(2.0), of(last)))
    }

    fn result(&self, value: Z) -> Z {
        value.when(self.known, Z::constant(f64::NAN, f64::NAN))
    }
}

/// `p(n)` by `p(k) = a(k) p(k - 1) + b(k) p(k - 2)` with the coefficients a function of `k`: from `p(0) = 1` and `p(1)`.
fn recurrence(n: F, x: Z, first: Z, next: impl Fn(F) -> (Z, F), formula: impl FnOnce(F) -> Z) -> Z {
    let degree = Degree::new(n);
    let (before, value) = degree.first((one_beside(x), first), formula);
    let step = |(before, value, k): (Parts, Parts, F)| {
        let (a, b) = next(degree.start + k);
        (value, parts(a * of(value) + of(before).scale(b)), k + 1.0)
    };
    let more = |(.., k): (Parts, Parts, F)| k.le(degree.steps);
    let (_, last, _) = while_((parts(before), parts(value), 2.0), more, step);
    degree.result(before.when(degree.steps.eq(0.0), of(last)))
}

/// By the hypergeometric function of `(1 - x) / 2`, on the axis that above it.
fn gauss_of(a: F, b: F, c: F, x: Z) -> Z {
    gauss_over_plane(a, b, c, Z::new(0.5 * (1.0 - x.re), x.im.eq(0.0).select(0.0, -0.5 * x.im)))
}

/// Of a number on the axis that beside it on the lower side.
fn below(z: Z) -> Z {
    Z::new(z.re, z.im.eq(0.0).select(-0.0, z.im))
}

/// As of real numbers: by the plain recurrence near 0, else by the differences of neighbours.
pub fn legendre(n: F, x: Z) -> Z {
    let near = is_integer(n) & n.ge(0.0) & x.abs().lt(0.5);
    let next = |k: F| (x.scale((2.0 * k - 1.0) / k), (1.0 - k) / k);
    let plain = || parts(recurrence(n, x, x, next, |_| Z::constant(f64::NAN, f64::NAN)));
    of(if_(near, plain, || parts(by_differences(n, x))))
}

/// In terms of the distance to 1, in which the differences of neighbours add up without cancelling near there.
fn by_differences(n: F, x: Z) -> Z {
    let degree = Degree::new(n.lt(-0.5).select(-n - 1.0, n));
    let mirrored = x.re.lt(0.0) & degree.whole;
    let d = (-x).when(mirrored, x) + -1.0;
    let formula = |n: F| gauss_of(-n, n + 1.0, n * 0.0 + 1.0, x);
    let one = one_beside(x);
    let (before, value) = degree.first((one, one + d), formula);
    let first = d.when(degree.whole, value - before);
    let step = |(difference, value, k): (Parts, Parts, F)| {
        let n = degree.start + k;
        let difference = ((d * of(value)).scale(2.0 * n + 1.0) + of(difference).scale(n)).scale(1.0 / (n + 1.0));
        (parts(difference), parts(of(value) + difference), k + 1.0)
    };
    let more = |(.., k): (Parts, Parts, F)| k.lt(degree.steps);
    let (_, last, _) = while_((parts(first), parts(before + first), 1.0), more, step);
    let value = before.when(degree.steps.eq(0.0), of(last));
    degree.result(value.scale(mirrored.select(alternating(degree.steps), 1.0)))
}

pub fn jacobi(n: F, a: F, b: F, x: Z) -> Z {
    let first = (x.scale(a + b + 2.0) + Z::new(a - b, a * 0.0)).scale(0.5);
    let next = |k: F| {
        let sum = 2.0 * k + a + b;
        let divisor = 2.0 * k * (k + a + b) * (sum - 2.0);
        let middle = x.scale(sum * (sum - 2.0)) + Z::new((a - b) * (a + b), a * 0.0);
        (middle.scale((sum - 1.0) / divisor), -2.0 * (k + a - 1.0) * (k + b - 1.0) * sum / divisor)
    };
    recurrence(n, x, first, next, |n| gauss_of(-n, n + a + b + 1.0, a + 1.0, x).scale(binom(n + a, n)))
}

pub fn gegenbauer(n: F, a: F, x: Z) -> Z {
    let next = |k: F| (x.scale(2.0 * (k + a - 1.0) / k), -(k + 2.0 * a - 2.0) / k);
    let formula = |n: F| gauss_of(-n, n + 2.0 * a, a + 0.5, x).scale(binom(n + 2.0 * a - 1.0, n));
    recurrence(n, x, x.scale(2.0 * a), next, formula)
}

/// The hyperbolic angle of a number, on the axis that of what is below.
fn angle(x: Z) -> Z {
    Z::of(below(x).join().arccosh())
}

pub fn chebyt(n: F, x: Z) -> Z {
    let formula = |n: F| Z::of(angle(x).scale(n).join().cosh());
    recurrence(n.abs(), x, x, |_| (x.scale(2.0), n * 0.0 - 1.0), formula)
}

pub fn chebyu(n: F, x: Z) -> Z {
    let formula = |n: F| {
        let x = below(x);
        let sinh = (x + -1.0).sqrt() * (x + 1.0).sqrt();
        let value = Z::of(angle(x).scale(n + 1.0).join().sinh()) / sinh;
        let end = Z::new(x.re.gt(0.0).select(n + 1.0, f64::INFINITY), n * 0.0);
        end.when(sinh.abs().eq(0.0), value)
    };
    recurrence(n, x, x.scale(2.0), |_| (x.scale(2.0), n * 0.0 - 1.0), formula)
}

/// By the differences of neighbours over their values at 0; of other degrees than integers by Kummer's function.
pub fn laguerre(n: F, a: F, x: Z) -> Z {
    let degree = Degree::new(n);
    let first = -x.scale(1.0 / (a + 1.0));
    let step = |(difference, value, k): (Parts, Parts, F)| {
        let difference = (of(difference).scale(k) - x * of(value)).scale(1.0 / (k + a + 1.0));
        (parts(difference), parts(of(value) + difference), k + 1.0)
    };
    let polynomial = || {
        let more = |(.., k): (Parts, Parts, F)| k.lt(degree.steps);
        let (_, value, _) = while_((parts(first), parts(first + 1.0), 1.0), more, step);
        parts(one_beside(x).when(degree.steps.eq(0.0), of(value)))
    };
    let n = degree.known.select(n, 0.0);
    let value = of(if_(degree.whole, polynomial, || parts(kummer_over_plane(-n, a + 1.0, x))));
    degree.result(value.scale(n.eq(0.0).select(1.0, binom(n + a, n))))
}
