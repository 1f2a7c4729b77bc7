//! Orthogonal polynomials of integer degree, by their recurrences.

use super::beta::complete::binom;
use super::elementwise::{F, alternating, functions, is_integer};
use xparray_core::kernel::while_;

/// `p(n)` by `p(k) = a(k) p(k - 1) + b(k) p(k - 2)` from `p(0) = 1` and `p(1)`, the coefficients a function of `k`; NaN unless the degree is an
/// integer from 0 on.
fn recurrence(n: F, first: F, next: impl Fn(F) -> (F, F)) -> F {
    let known = is_integer(n) & n.ge(0.0) & n.lt(1e9);
    let degree = known.select(n, 0.0);
    let step = |(before, value, k): (F, F, F)| {
        let (a, b) = next(k);
        (value, a * value + b * before, k + 1.0)
    };
    let value = while_((first * 0.0 + 1.0, first, 2.0), |(_, _, k): (F, F, F)| k.le(degree), step).1;
    let value = degree.eq(0.0).select(first * 0.0 + 1.0, value);
    known.select(value, f64::NAN)
}

/// In terms of the distance to 1, in which the differences of neighbours add up without cancelling near there.
fn legendre(n: F, x: F) -> F {
    let known = is_integer(n) & n.ge(0.0) & n.lt(1e9);
    let degree = known.select(n, 0.0);
    let mirrored = x.lt(0.0);
    let d = x.abs() - 1.0;
    let step = |(difference, value, k): (F, F, F)| {
        let difference = ((2.0 * k + 1.0) * d * value + k * difference) / (k + 1.0);
        (difference, value + difference, k + 1.0)
    };
    let (_, value, _) = while_((d, d + 1.0, 1.0), |(_, _, k): (F, F, F)| k.lt(degree), step);
    let value = degree.eq(0.0).select(x * 0.0 + 1.0, value);
    known.select(mirrored.select(alternating(degree), 1.0) * value, f64::NAN)
}

fn jacobi(n: F, a: F, b: F, x: F) -> F {
    let first = 0.5 * ((a - b) + (a + b + 2.0) * x);
    recurrence(n, first, |k| {
        let sum = 2.0 * k + a + b;
        let divisor = 2.0 * k * (k + a + b) * (sum - 2.0);
        let middle = (sum - 1.0) * (sum * (sum - 2.0) * x + (a - b) * (a + b));
        (middle / divisor, -2.0 * (k + a - 1.0) * (k + b - 1.0) * sum / divisor)
    })
}

fn gegenbauer(n: F, a: F, x: F) -> F {
    recurrence(n, 2.0 * a * x, |k| (2.0 * x * (k + a - 1.0) / k, -(k + 2.0 * a - 2.0) / k))
}

/// By the differences of neighbours over their values at 0.
fn laguerre(n: F, a: F, x: F) -> F {
    let known = is_integer(n) & n.ge(0.0) & n.lt(1e9);
    let degree = known.select(n, 0.0);
    let first = -x / (a + 1.0);
    let step = |(difference, value, k): (F, F, F)| {
        let difference = (k * difference - x * value) / (k + a + 1.0);
        (difference, value + difference, k + 1.0)
    };
    let (_, value, _) = while_((first, first + 1.0, 1.0), |(_, _, k): (F, F, F)| k.lt(degree), step);
    let value = degree.eq(0.0).select(x * 0.0 + 1.0, value * binom(degree + a, degree));
    known.select(value, f64::NAN)
}

functions! {
    /// Legendre's polynomial of integer degree `n` (DLMF 18.3).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::eval_legendre;
    /// assert_eq!(eval_legendre(2, &xp.array([-1.0, 0.0, 0.5])?)?.to_string(), "[ 1.    -0.5   -0.125]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    eval_legendre(n, x) = legendre;
    /// Legendre's polynomial of integer degree `n`, of `2 x - 1`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::eval_sh_legendre;
    /// assert_eq!(eval_sh_legendre(2, &xp.array([0.0, 0.5])?)?.to_string(), "[ 1.  -0.5]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    eval_sh_legendre(n, x) = |n, x| legendre(n, 2.0 * x - 1.0);
    /// Chebyshev's polynomial of the first kind of integer degree `n` (DLMF 18.3).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::eval_chebyt;
    /// assert_eq!(eval_chebyt(3, &xp.array([0.5, 2.0])?)?.to_string(), "[-1. 26.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    eval_chebyt(n, x) = |n, x| recurrence(n, x, |_| (2.0 * x, x * 0.0 - 1.0));
    /// Chebyshev's polynomial of the second kind of integer degree `n` (DLMF 18.3).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::eval_chebyu;
    /// assert_eq!(eval_chebyu(2, &xp.array([0.5, 2.0])?)?.to_string(), "[ 0. 15.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    eval_chebyu(n, x) = |n, x| recurrence(n, 2.0 * x, |_| (2.0 * x, x * 0.0 - 1.0));
    /// Gegenbauer's polynomial of integer degree `n` and parameter `alpha` (DLMF 18.3).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::eval_gegenbauer;
    /// assert_eq!(eval_gegenbauer(2, 1.0, &xp.array([0.5, 2.0])?)?.to_string(), "[ 0. 15.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    eval_gegenbauer(n, alpha, x) = gegenbauer;
    /// Jacobi's polynomial of integer degree `n` and parameters `alpha` and `beta` above -1 (DLMF 18.3).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::eval_jacobi;
    /// assert_eq!(eval_jacobi(2, 1.0, 1.0, &xp.array([0.0, 0.5])?)?.to_string(), "[-0.75    0.1875]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    eval_jacobi(n, alpha, beta, x) = jacobi;
    /// Laguerre's polynomial of integer degree `n` (DLMF 18.3).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::eval_laguerre;
    /// assert_eq!(eval_laguerre(2, &xp.array([0.0, 1.0])?)?.to_string(), "[ 1.  -0.5]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    eval_laguerre(n, x) = |n, x| laguerre(n, x * 0.0, x);
    /// The generalized polynomial of Laguerre of integer degree `n` and parameter `alpha` (DLMF 18.3).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::eval_genlaguerre;
    /// assert_eq!(eval_genlaguerre(2, 1.0, &xp.array([0.0, 1.0])?)?.to_string(), "[3.  0.5]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    eval_genlaguerre(n, alpha, x) = laguerre;
    /// Hermite's polynomial of integer degree `n`, of the weight `exp(-x^2)` (DLMF 18.3).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::eval_hermite;
    /// assert_eq!(eval_hermite(2, &xp.array([0.0, 1.0])?)?.to_string(), "[-2.  2.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    eval_hermite(n, x) = |n, x| recurrence(n, 2.0 * x, |k| (2.0 * x, -2.0 * (k - 1.0)));
    /// Hermite's polynomial of integer degree `n`, of the weight `exp(-x^2 / 2)` (DLMF 18.3).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::eval_hermitenorm;
    /// assert_eq!(eval_hermitenorm(2, &xp.array([0.0, 2.0])?)?.to_string(), "[-1.  3.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    eval_hermitenorm(n, x) = |n, x| recurrence(n, x, |k| (x, 1.0 - k));
}
