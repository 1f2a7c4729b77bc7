//! Hurwitz's zeta function and the derivatives of `digamma`.

use super::elementwise::{F, functions, is_integer};
use xparray_core::kernel::while_;

/// The sum of `1 / (k + q)^x`: its first terms one by one, the rest by Euler's and Maclaurin's formula (DLMF 25.11.5).
pub(crate) fn hurwitz(x: F, q: F) -> F {
    let inside = x.gt(1.0) & (q.gt(0.0) | (is_integer(x) & !is_integer(q))) & x.lt(f64::INFINITY);
    let (s, start) = (inside.select(x, 2.0), inside.select(q, 1.0));
    // So many that the formula's terms fall by 20 or more from one to the next.
    let count = (0.8 * s + 20.0 - start).ceil().maximum(1.0);
    let next = |(sum, _, k): (F, F, F)| {
        let term = (start + k).power(-s);
        (sum + term, term, k + 1.0)
    };
    let more = |(sum, term, k): (F, F, F)| k.lt(count) & term.abs().gt(1e-18 * sum.abs());
    let (sum, _, k) = while_((0.0, 1.0, 0.0), more, next);
    let a = start + k;
    let power = a.power(-s);
    // B(2 j) / (2 j)! s (s + 1) .. (s + 2 j - 2) / a^(2 j - 1), one after the other.
    let mut factor = s / a;
    let mut rest = s * 0.0 + 0.5;
    for (j, bernoulli) in BERNOULLI.iter().enumerate() {
        rest = rest + factor * *bernoulli;
        let (first, second) = (2 * j + 1, 2 * j + 2);
        factor = factor * ((s + first as f64) / a) * ((s + second as f64) / a);
    }
    let far = x.eq(f64::INFINITY);
    let pole = x.eq(1.0) | (x.gt(1.0) & q.le(0.0) & is_integer(q));
    let end = far.select(q.eq(1.0).select(1.0, q.gt(1.0).select(0.0, f64::NAN)), f64::NAN);
    let end = pole.select(f64::INFINITY, end);
    (x.ne(x) | q.ne(q)).select(f64::NAN, inside.select(sum + (a.power(1.0 - s) / (s - 1.0) + power * rest), end))
}

/// `B(2 j) / (2 j)!`.
const BERNOULLI: [f64; 12] = [
    1.0 / 12.0,
    -1.0 / 720.0,
    1.0 / 30_240.0,
    -1.0 / 1_209_600.0,
    1.0 / 47_900_160.0,
    -691.0 / 1_307_674_368_000.0,
    1.0 / 74_724_249_600.0,
    -3617.0 / 10_670_622_842_880_000.0,
    43_867.0 / 5_109_094_217_170_944_000.0,
    -174_611.0 / 802_857_662_698_291_200_000.0,
    77_683.0 / 14_101_100_039_391_805_440_000.0,
    -236_364_091.0 / 1_693_824_136_731_743_669_452_800_000.0,
];

functions! {
    /// Hurwitz's zeta function, the sum of `1 / (k + q)^x` over `k` from 0 on, for `x` of at least 1 (DLMF 25.11.1); with `q` of 1
    /// Riemann's.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::zeta;
    /// assert_eq!(zeta(&xp.array([1.0, 2.0, 4.0])?, 1.0)?.to_string(), "[       inf 1.64493407 1.08232323]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    zeta(x, q) = hurwitz;
    /// The derivative of order `n` of `digamma`, for integers `n` from 0 on (DLMF 5.15.1).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::polygamma;
    /// assert_eq!(polygamma(1.0, &xp.array([1.0, 2.0])?)?.to_string(), "[1.64493407 0.64493407]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    polygamma(n, x) = |n, x| {
        let order = (is_integer(n) & n.gt(0.0)).select(n, 1.0);
        let factorial = 1.0 / (order + 1.0).rgamma();
        let value = -super::elementwise::alternating(order) * factorial * hurwitz(order + 1.0, x);
        n.eq(0.0).select(x.digamma(), (is_integer(n) & n.gt(0.0)).select(value, f64::NAN))
    };
}
