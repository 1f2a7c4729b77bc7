//! The beta function, and what is made of it.

pub(crate) mod complete;
pub(crate) mod incomplete;
mod inverse;

pub(crate) use incomplete::{lower, sides, upper};
pub(crate) use inverse::{inverse, lower_inverse, upper_inverse};

use super::elementwise::functions;

functions! {
    /// The beta function, `gamma(a) gamma(b) / gamma(a + b)` (DLMF 5.12.1).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::beta;
    /// assert_eq!(beta(&xp.array([1.0, 2.0, 0.5])?, 0.5)?.to_string(), "[2.         1.33333333 3.14159265]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    beta(a, b) = complete::beta;
    /// The logarithm of the beta function's magnitude.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::betaln;
    /// assert_eq!(betaln(&xp.array([1.0, 1e4])?, 1.0)?.to_string(), "[ 0.         -9.21034037]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    betaln(a, b) = complete::betaln;
    /// The binomial coefficient of real numbers, `1 / ((n + 1) beta(n - k + 1, k + 1))`; exact where the product is, and NaN for a
    /// negative integer `n`, a pole.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::binom;
    /// assert_eq!(binom(&xp.array([5.0, -3.5, 0.5])?, 2.0)?.to_string(), "[10.     7.875 -0.125]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    binom(n, k) = complete::binom_of_real;
    /// Pochhammer's symbol, `gamma(a + m) / gamma(a)`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::poch;
    /// assert_eq!(poch(&xp.array([1.0, 2.0, -0.5])?, 3.0)?.to_string(), "[ 6.    24.    -0.375]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    poch(a, m) = complete::poch;
    /// The regularized incomplete beta function, the integral of `t^(a - 1) (1 - t)^(b - 1)` from 0 to `x` over `beta(a, b)`,
    /// for `x` from 0 to 1 (DLMF 8.17.2).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::betainc;
    /// assert_eq!(betainc(2.0, 1.0, &xp.array([0.0, 0.5, 1.0])?)?.to_string(), "[0.   0.25 1.  ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    betainc(a, b, x) = lower;
    /// The complement of the regularized incomplete beta function, `1 - betainc(a, b, x)`, also where that is small.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::betaincc;
    /// assert_eq!(betaincc(1.0, 2.0, &xp.array([0.0, 0.5, 1.0])?)?.to_string(), "[1.   0.25 0.  ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    betaincc(a, b, x) = upper;
    /// The inverse of [`betainc`]: `x` with `betainc(a, b, x) = y`, for `y` from 0 to 1.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::betaincinv;
    /// assert_eq!(betaincinv(2.0, 1.0, &xp.array([0.0, 0.25, 1.0])?)?.to_string(), "[0.  0.5 1. ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    betaincinv(a, b, y) = lower_inverse;
    /// The inverse of [`betaincc`]: `x` with `betaincc(a, b, x) = y`, for `y` from 0 to 1.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::betainccinv;
    /// assert_eq!(betainccinv(1.0, 2.0, &xp.array([0.0, 0.25, 1.0])?)?.to_string(), "[1.  0.5 0. ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    betainccinv(a, b, y) = upper_inverse;
}
