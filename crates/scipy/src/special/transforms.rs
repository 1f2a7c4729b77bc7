//! Powers and logarithms that are continuous in a parameter, divergences, and losses.

use super::elementwise::{F, functions};
use super::gamma::log1pmx;

fn boxcox_of(log: F, lmbda: F) -> F {
    let product = lmbda * log;
    // Near zero by a series, which has derivatives by the parameter there.
    let series = log * (1.0 + product * (0.5 + product * (1.0 / 6.0 + product * (1.0 / 24.0))));
    product.abs().lt(1e-4).select(series, lmbda.eq(0.0).select(log, product.expm1() / lmbda))
}

/// `log(1 + lmbda x) / lmbda`, likewise.
fn log_of_inverse(x: F, lmbda: F) -> F {
    let product = lmbda * x;
    let series = x * (1.0 - product * (0.5 - product * (1.0 / 3.0 - product * (0.25 - product * 0.2))));
    // A product that is no number any more has a logarithm all the same.
    let log = product.eq(f64::INFINITY).select(x.abs().log() + lmbda.abs().log(), product.log1p());
    product.abs().lt(1e-4).select(series, lmbda.eq(0.0).select(x, log / lmbda))
}

functions! {
    /// The Box-Cox transform `(x^lmbda - 1) / lmbda`, and the logarithm for `lmbda` of 0.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::boxcox;
    /// assert_eq!(boxcox(&xp.array([1.0, 4.0])?, 0.5)?.to_string(), "[0. 2.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    boxcox(x, lmbda) = |x, lmbda| boxcox_of(x.log(), lmbda);
    /// The Box-Cox transform of `1 + x`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::boxcox1p;
    /// assert_eq!(boxcox1p(&xp.array([0.0, 3.0])?, 0.5)?.to_string(), "[0. 2.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    boxcox1p(x, lmbda) = |x, lmbda| boxcox_of(x.log1p(), lmbda);
    /// The inverse of [`boxcox`].
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::inv_boxcox;
    /// assert_eq!(inv_boxcox(&xp.array([0.0, 2.0])?, 0.5)?.to_string(), "[1. 4.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    inv_boxcox(x, lmbda) = |x, lmbda| log_of_inverse(x, lmbda).exp();
    /// The inverse of [`boxcox1p`].
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::inv_boxcox1p;
    /// assert_eq!(inv_boxcox1p(&xp.array([0.0, 2.0])?, 0.5)?.to_string(), "[0. 3.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    inv_boxcox1p(x, lmbda) = |x, lmbda| {
        let value = log_of_inverse(x, lmbda).expm1();
        ((lmbda * x).abs().lt(1e-154) & lmbda.ne(0.0)).select(x, value)
    };
    /// `x log(x / y)`, 0 for `x` of 0, infinite if a number is negative: a term of the relative entropy.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::rel_entr;
    /// assert_eq!(rel_entr(&xp.array([0.0, 1.0, 2.0])?, 1.0)?.to_string(), "[0.         0.         1.38629436]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    rel_entr(x, y) = |x, y| {
        let inside = x.gt(0.0) & y.gt(0.0);
        let ratio = x / y;
        let near = ratio.gt(0.5) & ratio.lt(2.0);
        let ordinary = ratio.ge(f64::MIN_POSITIVE) & ratio.lt(f64::INFINITY);
        let log = near.select(((x - y) / y).log1p(), ordinary.select(ratio.log(), x.log() - y.log()));
        divergence(x, y, inside.select(x * log, 0.0), x * 0.0)
    };
    /// `x log(x / y) - x + y`, `y` for `x` of 0, infinite if a number is negative: a term of the divergence of Kullback and Leibler.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::kl_div;
    /// assert_eq!(kl_div(&xp.array([0.0, 1.0, 2.0])?, 1.0)?.to_string(), "[1.         0.         0.38629436]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    kl_div(x, y) = |x, y| {
        let ratio = y / x;
        let ordinary = ratio.ge(f64::MIN_POSITIVE) & ratio.lt(f64::INFINITY);
        let value = ordinary.select(0.0 - x * log1pmx((y - x) / x, ratio), x * (x.log() - y.log()) - x + y);
        divergence(x, y, value, y)
    };
    /// Huber's loss: `r^2 / 2` up to `delta`, then `delta (|r| - delta / 2)`; infinite for a negative `delta`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::huber;
    /// assert_eq!(huber(1.0, &xp.array([0.5, -3.0])?)?.to_string(), "[0.125 2.5  ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    huber(delta, r) = |delta, r| {
        let a = r.abs();
        delta.lt(0.0).select(f64::INFINITY, a.le(delta).select(0.5 * r * r, delta * (a - 0.5 * delta)))
    };
    /// Huber's smooth loss `delta^2 (sqrt(1 + (r / delta)^2) - 1)`; infinite for a negative `delta`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::pseudo_huber;
    /// assert_eq!(pseudo_huber(3.0, &xp.array([0.0, 4.0])?)?.to_string(), "[0. 6.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pseudo_huber(delta, r) = |delta, r| {
        let sum = delta.hypot(r) + delta;
        // The factors' quotient is at most 1, and their product in this order a number whenever the result is.
        let value = r.abs().lt(delta).select(delta / sum * r * r, delta * (r / sum) * r);
        let value = (r.abs().eq(f64::INFINITY) & delta.lt(f64::INFINITY)).select(f64::INFINITY, value);
        delta.lt(0.0).select(f64::INFINITY, (delta.eq(0.0) | (r.eq(0.0) & !delta.abs().lt(f64::INFINITY))).select(0.0, value))
    };
    /// An angle of degrees, minutes and seconds in radians.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::radian;
    /// assert_eq!(radian(&xp.array([0.0, 180.0])?, 30.0, 0.0)?.to_string(), "[0.00872665 3.1503193 ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    radian(d, m, s) = |d, m, s| (d + (m + s / 60.0) / 60.0) * (std::f64::consts::PI / 180.0);
}

/// A value where both numbers are positive, another one where the first is 0, and infinity elsewhere.
fn divergence(x: F, y: F, value: F, at_zero: F) -> F {
    let inside = x.gt(0.0) & y.gt(0.0);
    let other = (x.eq(0.0) & y.ge(0.0)).select(at_zero, f64::INFINITY);
    (x.ne(x) | y.ne(y)).select(f64::NAN, inside.select(value, other))
}
