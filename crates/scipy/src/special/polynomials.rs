//! Orthogonal polynomials by their recurrences, and the functions of real degree that they are of.

use super::beta::complete::binom;
use super::double::D;
use super::elementwise::{F, alternating, functions, is_integer, over_plane};
use super::hypergeometric::{gauss, gauss_between, kummer};
use super::polynomials_plane as plane;
use super::shifted::shifted;
use xparray_core::Var;
use xparray_core::kernel::{if_, while_};

/// 1, or NaN beside it.
fn one_beside(x: F) -> F {
    x.eq(x).select(1.0, x)
}

/// A value, or the infinity that it grew to at the degree `k`, with the sign that it has `rest` degrees further up: each changes it where `turns`.
fn grown(value: F, rest: F, turns: Var<bool>) -> F {
    let infinite = value.abs().eq(f64::INFINITY);
    (infinite & turns).select(alternating(rest) * value, value)
}

/// `p(n)` by `p(k) = a(k) p(k - 1) + b(k) p(k - 2)` with the coefficients a function of `k`: from `p(0) = 1` and `p(1)`, or of a degree that is no
/// integer from those of its fraction, by a formula, which holds for negative degrees too. Infinite values end it: further up their sign is that
/// of `x` to the power of the degree.
fn recurrence(n: F, x: F, first: F, next: impl Fn(F) -> (F, F), formula: impl Fn(F) -> F) -> F {
    let known = n.abs().lt(1e9);
    let degree = known.select(n, 0.0);
    let (whole, steps) = (is_degree(degree), degree.floor().maximum(0.0));
    let start = whole.select(0.0, degree - steps);
    let before = if_(whole, || one_beside(first), || formula(start));
    let value = if_(whole | steps.eq(0.0), || first, || formula(start + 1.0));
    let step = |(before, value, k): (F, F, F)| {
        let (a, b) = next(start + k);
        (value, a * value + b * before, k + 1.0)
    };
    let more = |(_, value, k): (F, F, F)| k.le(steps) & value.abs().lt(f64::INFINITY);
    let (_, last, k) = while_((before, value, 2.0), more, step);
    let last = grown(last, steps + 1.0 - k, x.lt(0.0));
    known.select(steps.eq(0.0).select(before, last), f64::NAN)
}

fn is_degree(n: F) -> Var<bool> {
    is_integer(n) & n.ge(0.0)
}

/// By the hypergeometric function of `(1 - x) / 2`; infinite for `x` below -1.
fn gauss_of(a: F, b: F, c: F, x: F) -> F {
    let one = x * 0.0 + 1.0;
    // The other one knows no larger parameters.
    let inside = [a, b, c].iter().fold(x.abs().le(1.0), |all, p| all & p.abs().lt(1e6));
    let y = inside.select(x, 0.0);
    let half = |d: D| d.scale(one * 0.5);
    let (z, w) = (half(D::sum(one, -y)), half(D::sum(one, y)));
    if_(inside, || gauss_between([a, b, c].map(D::new), z, w), || gauss(a, b, c, 0.5 * (1.0 - x)))
}

/// By the differences of neighbours where these cancel, and near 0, where every other one is small, of whole degrees by the plain recurrence.
fn legendre(n: F, x: F) -> F {
    let near = is_degree(n) & x.abs().lt(0.5);
    let next = |k: F| (x * (2.0 * k - 1.0) / k, (1.0 - k) / k);
    if_(near, || recurrence(n, x, x, next, |n| n * f64::NAN), || legendre_by_differences(n, x))
}

/// In terms of the distance to 1, in which the differences of neighbours add up without cancelling near there.
fn legendre_by_differences(n: F, x: F) -> F {
    let known = n.abs().lt(1e9);
    let degree = known.select(n, 0.0);
    let degree = degree.lt(-0.5).select(-degree - 1.0, degree);
    let (whole, steps) = (is_degree(degree), degree.floor().maximum(0.0));
    let start = whole.select(0.0, degree - steps);
    let mirrored = x.lt(0.0) & whole;
    let d = mirrored.select(-x, x) - 1.0;
    let formula = |n: F| gauss_of(-n, n + 1.0, n * 0.0 + 1.0, x);
    let before = if_(whole, || one_beside(x), || formula(start));
    let first = if_(whole | steps.eq(0.0), || d, || formula(start + 1.0) - before);
    let step = |(difference, value, k): (F, F, F)| {
        let n = start + k;
        let difference = ((2.0 * n + 1.0) * d * value + n * difference) / (n + 1.0);
        (difference, value + difference, k + 1.0)
    };
    let more = |(_, value, k): (F, F, F)| k.lt(steps) & value.abs().lt(f64::INFINITY);
    let (_, value, _) = while_((first, before + first, 1.0), more, step);
    let value = steps.eq(0.0).select(before, value);
    let value = (x.eq(f64::INFINITY) & degree.gt(0.0)).select(x, value);
    known.select(mirrored.select(alternating(degree), 1.0) * value, f64::NAN)
}

pub(super) fn jacobi(n: F, a: F, b: F, x: F) -> F {
    let first = 0.5 * ((a - b) + (a + b + 2.0) * x);
    let next = |k: F| {
        let sum = 2.0 * k + a + b;
        let divisor = 2.0 * k * (k + a + b) * (sum - 2.0);
        let middle = (sum - 1.0) * (sum * (sum - 2.0) * x + (a - b) * (a + b));
        (middle / divisor, -2.0 * (k + a - 1.0) * (k + b - 1.0) * sum / divisor)
    };
    recurrence(n, x, first, next, |n| binom(n + a, n) * gauss_of(-n, n + a + b + 1.0, a + 1.0, x))
}

fn gegenbauer(n: F, a: F, x: F) -> F {
    let next = |k: F| (2.0 * x * (k + a - 1.0) / k, -(k + 2.0 * a - 2.0) / k);
    recurrence(n, x, 2.0 * a * x, next, |n| binom(n + 2.0 * a - 1.0, n) * gauss_of(-n, n + 2.0 * a, a + 0.5, x))
}

/// The angle whose cosine or hyperbolic cosine is a number from -1 on.
fn angle(x: F) -> F {
    let half = (0.5 * (x - 1.0).abs()).sqrt();
    2.0 * x.gt(1.0).select(half.arcsinh(), half.minimum(1.0).arcsin())
}

pub(super) fn chebyt(n: F, x: F) -> F {
    recurrence(
        n,
        x,
        x,
        |_| (2.0 * x, -one_beside(x)),
        |n| {
            let turn = n * angle(x);
            let cos = (x.eq(-1.0) & is_integer(n + 0.5)).select(0.0, turn.cos());
            x.lt(-1.0).select(f64::INFINITY, x.gt(1.0).select(turn.cosh(), cos))
        },
    )
}

pub(super) fn chebyu(n: F, x: F) -> F {
    let value = recurrence(
        n,
        x,
        2.0 * x,
        |_| (2.0 * x, -one_beside(x)),
        |n| {
            let (one, all) = (angle(x), (n + 1.0) * angle(x));
            let value = x.gt(1.0).select(all.sinh() / one.sinh(), all.sin() / ((1.0 - x) * (1.0 + x)).sqrt());
            x.eq(1.0).select(n + 1.0, value)
        },
    );
    (x.le(-1.0) & !is_integer(n)).select(f64::INFINITY, value)
}

/// By the differences of neighbours over their values at 0; of other degrees than integers by Kummer's function.
fn laguerre(n: F, a: F, x: F) -> F {
    let known = n.abs().lt(1e9);
    let degree = known.select(n, 0.0);
    let whole = is_degree(degree);
    let first = -x / (a + 1.0);
    let step = |(difference, value, k): (F, F, F)| {
        let difference = (k * difference - x * value) / (k + a + 1.0);
        (difference, value + difference, k + 1.0)
    };
    let polynomial = || {
        let more = |(_, value, k): (F, F, F)| k.lt(degree) & value.abs().lt(f64::INFINITY);
        let (_, value, k) = while_((first, first + 1.0, 1.0), more, step);
        degree.eq(0.0).select(one_beside(x), grown(value, degree - k, x.gt(0.0)))
    };
    let value = if_(whole, polynomial, || kummer(-degree, a + 1.0, x));
    known.select(value * degree.eq(0.0).select(1.0, binom(degree + a, degree)), f64::NAN)
}

/// Of degrees from 0 on only.
fn hermite(n: F, x: F, first: F, next: impl Fn(F) -> (F, F)) -> F {
    is_degree(n).select(recurrence(is_degree(n).select(n, 0.0), x, first, next, |n| n * f64::NAN), f64::NAN)
}

over_plane! {
    /// Legendre's polynomial of real degree `n` (DLMF 18.3).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::eval_legendre;
    /// assert_eq!(eval_legendre(2, &xp.array([-1.0, 0.0, 0.5])?)?.to_string(), "[ 1.    -0.5   -0.125]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    eval_legendre(n; x) = Some(legendre), plane::legendre;
    /// Legendre's polynomial of real degree `n`, of `2 x - 1`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::eval_sh_legendre;
    /// assert_eq!(eval_sh_legendre(2, &xp.array([0.0, 0.5])?)?.to_string(), "[ 1.  -0.5]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    eval_sh_legendre(n; x) = Some(|n, x| legendre(n, 2.0 * x - 1.0)), |n, x| plane::legendre(n, shifted(x));
    /// Chebyshev's polynomial of the first kind of real degree `n` (DLMF 18.3).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::eval_chebyt;
    /// assert_eq!(eval_chebyt(3, &xp.array([0.5, 2.0])?)?.to_string(), "[-1. 26.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    eval_chebyt(n; x) = Some(|n, x| chebyt(n.abs(), x)), plane::chebyt;
    /// Chebyshev's polynomial of the second kind of real degree `n` (DLMF 18.3).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::eval_chebyu;
    /// assert_eq!(eval_chebyu(2, &xp.array([0.5, 2.0])?)?.to_string(), "[ 0. 15.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    eval_chebyu(n; x) = Some(chebyu), plane::chebyu;
    /// Gegenbauer's polynomial of real degree `n` and parameter `alpha` (DLMF 18.3).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::eval_gegenbauer;
    /// assert_eq!(eval_gegenbauer(2, 1.0, &xp.array([0.5, 2.0])?)?.to_string(), "[ 0. 15.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    eval_gegenbauer(n, alpha; x) = Some(gegenbauer), plane::gegenbauer;
    /// Jacobi's polynomial of real degree `n` and parameters `alpha` and `beta` above -1 (DLMF 18.3).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::eval_jacobi;
    /// assert_eq!(eval_jacobi(2, 1.0, 1.0, &xp.array([0.0, 0.5])?)?.to_string(), "[-0.75    0.1875]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    eval_jacobi(n, alpha, beta; x) = Some(jacobi), plane::jacobi;
    /// Laguerre's polynomial of real degree `n` (DLMF 18.3).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::eval_laguerre;
    /// assert_eq!(eval_laguerre(2, &xp.array([0.0, 1.0])?)?.to_string(), "[ 1.  -0.5]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    eval_laguerre(n; x) = Some(|n, x| laguerre(n, n * 0.0, x)), |n, x| plane::laguerre(n, n * 0.0, x);
    /// The generalized polynomial of Laguerre of real degree `n` and parameter `alpha` (DLMF 18.3).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::eval_genlaguerre;
    /// assert_eq!(eval_genlaguerre(2, 1.0, &xp.array([0.0, 1.0])?)?.to_string(), "[3.  0.5]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    eval_genlaguerre(n, alpha; x) = Some(laguerre), plane::laguerre;
}

functions! {
    /// Hermite's polynomial of integer degree `n`, of the weight `exp(-x^2)` (DLMF 18.3).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::eval_hermite;
    /// assert_eq!(eval_hermite(2, &xp.array([0.0, 1.0])?)?.to_string(), "[-2.  2.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    eval_hermite(n, x) = |n, x| hermite(n, x, 2.0 * x, |k| (2.0 * x, -2.0 * (k - 1.0)));
    /// Hermite's polynomial of integer degree `n`, of the weight `exp(-x^2 / 2)` (DLMF 18.3).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::eval_hermitenorm;
    /// assert_eq!(eval_hermitenorm(2, &xp.array([0.0, 2.0])?)?.to_string(), "[-1.  3.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    eval_hermitenorm(n, x) = |n, x| hermite(n, x, x, |k| (x, 1.0 - k));
}
