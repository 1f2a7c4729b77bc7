//! The gamma function's relatives.

mod incomplete;
mod inverse;
mod stirling;

pub(crate) use incomplete::{away, factor, lower, upper};
pub(crate) use inverse::{lower_inverse, upper_inverse};
pub(crate) use stirling::{log_stirling, log1pmx, stirling};

use super::elementwise::functions;

functions! {
    /// The regularized lower incomplete gamma function `P(a, x)`, the integral of `t^(a - 1) exp(-t)` from 0 to `x` over
    /// `gamma(a)`, for `a` and `x` of at least 0 (DLMF 8.2.4).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::gammainc;
    /// let x = xp.array([0.0, 1.0, 10.0])?;
    /// assert_eq!(gammainc(1.0, &x)?.to_string(), "[0.         0.63212056 0.9999546 ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    gammainc(a, x) = lower;
    /// The regularized upper incomplete gamma function `Q(a, x) = 1 - P(a, x)`, also where that is small (DLMF 8.2.4).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::gammaincc;
    /// let x = xp.array([0.0, 1.0, 100.0])?;
    /// assert_eq!(gammaincc(1.0, &x)?.to_string(), "[1.00000000e+00 3.67879441e-01 3.72007598e-44]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    gammaincc(a, x) = upper;
    /// The inverse of [`gammainc`]: `x` with `P(a, x) = p`, for `p` from 0 to 1.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::gammaincinv;
    /// let p = xp.array([0.0, 0.5, 1.0])?;
    /// assert_eq!(gammaincinv(1.0, &p)?.to_string(), "[0.         0.69314718        inf]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    gammaincinv(a, p) = lower_inverse;
    /// The inverse of [`gammaincc`]: `x` with `Q(a, x) = q`, for `q` from 0 to 1.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::gammainccinv;
    /// let q = xp.array([1e-100, 0.5, 1.0])?;
    /// assert_eq!(gammainccinv(1.0, &q)?.to_string(), "[230.2585093    0.69314718   0.        ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    gammainccinv(a, q) = upper_inverse;
}
