//! Distribution functions, by the incomplete gamma and beta functions: of both sides, so neither loses digits, with SciPy's ends.

use super::beta;
use super::beta::{inverse as beta_inverse, lower_inverse, sides, upper_inverse};
use super::elementwise::{F, functions};
use super::exact::product_error;
use super::gamma::{factor as gamma_factor, lower, upper, upper_inverse as gamma_upper_inverse};

/// `value` where a condition holds, NaN elsewhere.
fn only(condition: xparray_core::Var<bool>, value: F) -> F {
    condition.select(value, f64::NAN)
}

/// Up to `k` successes in `n` attempts, or more: with the probabilities of success `p` and failure `q`.
fn binomial(k: F, n: F, p: F, more: bool) -> F {
    let k = k.floor();
    let inside = k.ge(0.0) & k.lt(n) & p.ge(0.0) & p.le(1.0);
    let of = |value: F, other: f64| inside.select(value, other);
    let end = |p: F, value: F| p.eq(0.0).select(0.0, p.eq(1.0).select(1.0, value));
    let p_inside = of(p, 0.5);
    let ordinary = p_inside.gt(0.0) & p_inside.lt(1.0);
    let x = ordinary.select(p_inside, 0.5);
    let [above, below] = sides(of(k + 1.0, 1.0), of(n - k, 1.0), x, 1.0 - x);
    let (value, all) = if more { (end(p_inside, above), 0.0) } else { (end(1.0 - p_inside, below), 1.0) };
    let known = p.ge(0.0) & p.le(1.0) & k.le(n) & if more { k.eq(k) } else { k.ge(0.0) };
    only(known, inside.select(value, k.lt(0.0).select(1.0, all)))
}

/// Of Fisher's distribution: below or above.
fn fisher(dfn: F, dfd: F, x: F, above: bool) -> F {
    let known = dfn.gt(0.0) & dfd.gt(0.0) & x.ge(0.0);
    let inside = known & x.gt(0.0) & x.lt(f64::INFINITY);
    let of = |value: F| inside.select(value, 1.0);
    let (a, b, product) = (of(dfn), of(dfd), of(dfn * x));
    let both = sides(0.5 * a, 0.5 * b, product / (b + product), b / (b + product));
    let end = if above { x.le(0.0).select(1.0, 0.0) } else { x.le(0.0).select(0.0, 1.0) };
    only(known, inside.select(both[usize::from(above)], end))
}

/// `a x`, and by how much `gammainc(b, a x)` changes by what that has lost.
fn scaled(a: F, b: F, x: F) -> (F, F) {
    let product = a * x;
    let inside = b.gt(0.0) & product.gt(1e-100) & product.lt(1e100) & b.lt(1e100);
    let of = |value: F| inside.select(value, 1.0);
    let change = gamma_factor(of(b), of(product)) * product_error(of(a), of(x)) / of(product);
    (product, inside.select(change, 0.0))
}

functions! {
    /// The binomial distribution function: the probability of up to `k` successes, rounded down, in `n` attempts of probability `p`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::bdtr;
    /// assert_eq!(bdtr(&xp.array([0.0, 1.0, 2.0])?, 2.0, 0.5)?.to_string(), "[0.25 0.75 1.  ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    bdtr(k, n, p) = |k, n, p| binomial(k, n.floor(), p, false);
    /// The complement of [`bdtr`]: the probability of more than `k` successes.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::bdtrc;
    /// assert_eq!(bdtrc(&xp.array([0.0, 1.0, 2.0])?, 2.0, 0.5)?.to_string(), "[0.75 0.25 0.  ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    bdtrc(k, n, p) = |k, n, p| binomial(k, n.floor(), p, true);
    /// The inverse of [`bdtr`] over `p`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::bdtri;
    /// assert_eq!(bdtri(&xp.array([0.0, 1.0])?, 2.0, 0.75)?.to_string(), "[0.1339746 0.5      ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    bdtri(k, n, y) = |k, n, y| {
        let (k, n) = (k.floor(), n.floor());
        let inside = k.ge(0.0) & k.lt(n) & y.ge(0.0) & y.le(1.0);
        only(inside, upper_inverse(k + 1.0, n - k, y))
    };
    /// The beta distribution function: [`betainc`](super::betainc).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::btdtr;
    /// assert_eq!(btdtr(2.0, 1.0, &xp.array([0.0, 0.5])?)?.to_string(), "[0.   0.25]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    btdtr(a, b, x) = beta::lower;
    /// The inverse of [`btdtr`] over `x`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::btdtri;
    /// assert_eq!(btdtri(2.0, 1.0, &xp.array([0.0, 0.25])?)?.to_string(), "[0.  0.5]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    btdtri(a, b, p) = lower_inverse;
    /// Fisher's distribution function of `dfn` and `dfd` degrees of freedom.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::fdtr;
    /// assert_eq!(fdtr(2.0, 2.0, &xp.array([0.0, 1.0, 3.0])?)?.to_string(), "[0.   0.5  0.75]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    fdtr(dfn, dfd, x) = |dfn, dfd, x| fisher(dfn, dfd, x, false);
    /// The complement of [`fdtr`].
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::fdtrc;
    /// assert_eq!(fdtrc(2.0, 2.0, &xp.array([0.0, 1.0, 3.0])?)?.to_string(), "[1.   0.5  0.25]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    fdtrc(dfn, dfd, x) = |dfn, dfd, x| fisher(dfn, dfd, x, true);
    /// The inverse of [`fdtr`] over `x`, for `p` from 0 to 1.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::fdtri;
    /// assert_eq!(fdtri(2.0, 2.0, &xp.array([0.5, 0.75])?)?.to_string(), "[1. 3.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    fdtri(dfn, dfd, p) = |dfn, dfd, p| {
        let [x, y] = beta_inverse(0.5 * dfn, 0.5 * dfd, p, 1.0 - p);
        let value = p.eq(0.0).select(0.0, dfd * x / (dfn * y));
        only(dfn.gt(0.0) & dfd.gt(0.0) & p.ge(0.0) & p.le(1.0), value)
    };
    /// The gamma distribution function of rate `a` and shape parameter `b`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::gdtr;
    /// assert_eq!(gdtr(2.0, 1.0, &xp.array([0.0, 0.5])?)?.to_string(), "[0.         0.63212056]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    gdtr(a, b, x) = |a, b, x| {
        let (product, change) = scaled(a, b, x);
        only(x.ge(0.0), lower(b, product) + change)
    };
    /// The complement of [`gdtr`].
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::gdtrc;
    /// assert_eq!(gdtrc(2.0, 1.0, &xp.array([0.0, 0.5])?)?.to_string(), "[1.         0.36787944]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    gdtrc(a, b, x) = |a, b, x| {
        let (product, change) = scaled(a, b, x);
        only(x.ge(0.0), upper(b, product) - change)
    };
    /// The negative binomial distribution function: the probability of up to `k` failures before `n` successes of probability `p`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::nbdtr;
    /// assert_eq!(nbdtr(&xp.array([0.0, 1.0])?, 1.0, 0.5)?.to_string(), "[0.5  0.75]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    nbdtr(k, n, p) = |k, n, p| only(k.ge(0.0), beta::lower(n, k.floor() + 1.0, p));
    /// The complement of [`nbdtr`].
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::nbdtrc;
    /// assert_eq!(nbdtrc(&xp.array([0.0, 1.0])?, 1.0, 0.5)?.to_string(), "[0.5  0.25]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    nbdtrc(k, n, p) = |k, n, p| only(k.ge(0.0), beta::upper(n, k.floor() + 1.0, p));
    /// The inverse of [`nbdtr`] over `p`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::nbdtri;
    /// assert_eq!(nbdtri(&xp.array([0.0, 1.0])?, 1.0, 0.75)?.to_string(), "[0.75 0.5 ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    nbdtri(k, n, y) = |k, n, y| only(k.ge(0.0), lower_inverse(n, k.floor() + 1.0, y));
    /// Poisson's distribution function: the probability of up to `k` events, rounded down, of mean `m`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::pdtr;
    /// assert_eq!(pdtr(&xp.array([0.0, 1.0])?, 1.0)?.to_string(), "[0.36787944 0.73575888]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pdtr(k, m) = |k, m| only(k.ge(0.0) & m.ge(0.0), upper(k.floor() + 1.0, m));
    /// The complement of [`pdtr`].
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::pdtrc;
    /// assert_eq!(pdtrc(&xp.array([0.0, 1.0])?, 1.0)?.to_string(), "[0.63212056 0.26424112]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pdtrc(k, m) = |k, m| only(k.ge(0.0) & m.ge(0.0), lower(k.floor() + 1.0, m));
    /// The inverse of [`pdtr`] over `m`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::pdtri;
    /// assert_eq!(pdtri(&xp.array([0.0, 1.0])?, 0.5)?.to_string(), "[0.69314718 1.67834699]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pdtri(k, y) = |k, y| only(k.ge(0.0) & y.ge(0.0) & y.lt(1.0), gamma_upper_inverse(k.floor() + 1.0, y));
    /// The chi-square distribution function of `v` degrees of freedom.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::chdtr;
    /// assert_eq!(chdtr(2.0, &xp.array([0.0, 2.0])?)?.to_string(), "[0.         0.63212056]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    chdtr(v, x) = |v, x| lower(0.5 * v, 0.5 * x);
    /// The complement of [`chdtr`].
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::chdtrc;
    /// assert_eq!(chdtrc(2.0, &xp.array([0.0, 2.0])?)?.to_string(), "[1.         0.36787944]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    chdtrc(v, x) = |v, x| upper(0.5 * v, 0.5 * x);
    /// The inverse of [`chdtrc`] over `x`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::chdtri;
    /// assert_eq!(chdtri(2.0, &xp.array([1.0, 0.5])?)?.to_string(), "[0.         1.38629436]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    chdtri(v, p) = |v, p| 2.0 * gamma_upper_inverse(0.5 * v, p);
}
