//! Chebyshev's and Jacobi's polynomials of other arguments and sizes.

use super::beta::complete::binom;
use super::complex::Z;
use super::elementwise::over_plane;
use super::polynomials::{chebyt, chebyu, jacobi};
use super::polynomials_plane as plane;

/// `2 z - 1`.
pub fn shifted(z: Z) -> Z {
    z.scale(2.0) + -1.0
}

over_plane! {
    /// Chebyshev's polynomial of the first kind of real degree `n`, of `2 x - 1`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::eval_sh_chebyt;
    /// assert_eq!(eval_sh_chebyt(2, &xp.array([0.0, 0.5])?)?.to_string(), "[ 1. -1.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    eval_sh_chebyt(n; x) = Some(|n, x| chebyt(n, 2.0 * x - 1.0)), |n, x| plane::chebyt(n, shifted(x));
    /// Chebyshev's polynomial of the second kind of real degree `n`, of `2 x - 1`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::eval_sh_chebyu;
    /// assert_eq!(eval_sh_chebyu(2, &xp.array([0.0, 0.5])?)?.to_string(), "[ 3. -1.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    eval_sh_chebyu(n; x) = Some(|n, x| chebyu(n, 2.0 * x - 1.0)), |n, x| plane::chebyu(n, shifted(x));
    /// Chebyshev's polynomial `C` of real degree `n`, on the interval from -2 to 2: twice the one of the first kind of `x / 2`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::eval_chebyc;
    /// assert_eq!(eval_chebyc(2, &xp.array([0.5, 2.0])?)?.to_string(), "[-1.75  2.  ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    eval_chebyc(n; x) = Some(|n, x| 2.0 * chebyt(n, 0.5 * x)), |n, x| plane::chebyt(n, x.scale(0.5)).scale(2.0);
    /// Chebyshev's polynomial `S` of real degree `n`, on the interval from -2 to 2: the one of the second kind of `x / 2`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::eval_chebys;
    /// assert_eq!(eval_chebys(2, &xp.array([0.5, 2.0])?)?.to_string(), "[-0.75  3.  ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    eval_chebys(n; x) = Some(|n, x| chebyu(n, 0.5 * x)), |n, x| plane::chebyu(n, x.scale(0.5));
    /// Jacobi's polynomial of real degree `n`, of the weight `(1 - x)^(p - q) x^(q - 1)` on the interval from 0 to 1 and with leading coefficient 1
    /// (DLMF 18.1.2).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::eval_sh_jacobi;
    /// assert_eq!(eval_sh_jacobi(2, 3.0, 1.5, &xp.array([0.25])?)?.to_string(), "[-0.02083333]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    eval_sh_jacobi(n, p, q; x) =
        Some(|n, p, q, x| jacobi(n, p - q, q - 1.0, 2.0 * x - 1.0) / binom(2.0 * n + p - 1.0, n)),
        |n, p, q, x| plane::jacobi(n, p - q, q - 1.0, shifted(x)).scale(1.0 / binom(2.0 * n + p - 1.0, n));
}
