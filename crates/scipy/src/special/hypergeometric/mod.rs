//! Hypergeometric functions.

mod confluent;
mod confluent_plane;
mod gauss;
mod gauss_plane;
mod limit;
mod limit_plane;
mod tricomi;

pub(super) use confluent::m as kummer;
pub(super) use confluent_plane::m as kummer_over_plane;
pub(super) use gauss::{f as gauss, unit as gauss_between};
pub(super) use gauss_plane::f as gauss_over_plane;

use super::elementwise::{functions, over_plane};

over_plane! {
    /// The confluent hypergeometric limit function `0F1(; v; z)` (DLMF 16.2.1); NaN if `v` is an integer up to 0.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::hyp0f1;
    /// assert_eq!(hyp0f1(0.5, &xp.array([-1.0, 0.0, 1.0])?)?.to_string(), "[-0.41614684  1.          3.76219569]");
    /// assert_eq!(hyp0f1(0.5, &xp.array([Complex::new(0.0, 0.5)])?)?.to_string(), "[0.83373003+0.98889771j]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    hyp0f1(v; z) = Some(limit::value), limit_plane::value;
    /// The confluent hypergeometric function of Kummer, `1F1(a; b; z)` (DLMF 13.2.2); infinite if `b` is an integer up to 0, unless the
    /// sum ends before that counts. Parameters are up to some hundreds in magnitude: what takes too many terms is NaN.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::hyp1f1;
    /// assert_eq!(hyp1f1(1.0, 2.0, &xp.array([-1.0, 0.0, 1.0])?)?.to_string(), "[0.63212056 1.         1.71828183]");
    /// assert_eq!(hyp1f1(1.0, 2.0, &xp.array([Complex::new(0.0, 1.0)])?)?.to_string(), "[0.84147098+0.45969769j]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    hyp1f1(a, b; z) = Some(confluent::m), confluent_plane::m;
    /// Gauss's hypergeometric function `2F1(a, b; c; z)` (DLMF 15.2.1): of real numbers up to 1, and infinite beyond but for polynomials; of complex ones with a cut from 1 on; infinite
    /// if `c` is an integer up to 0, unless the sum ends before that counts. Parameters are up to some hundreds in magnitude.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::hyp2f1;
    /// assert_eq!(hyp2f1(1.0, 1.0, 2.0, &xp.array([-1.0, 0.0, 0.5])?)?.to_string(), "[0.69314718 1.         1.38629436]");
    /// assert_eq!(hyp2f1(1.0, 1.0, 2.0, &xp.array([Complex::new(2.0, 0.0)])?)?.imag()?.to_string(), "[1.57079633]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    hyp2f1(a, b, c; z) = Some(gauss::f), gauss_plane::f;
}

functions! {
    /// Tricomi's confluent hypergeometric function `U(a, b, x)`, for `x` of at least 0 (DLMF 13.2.6). The relative error is some units in the last place,
    /// and grows for `a` below 0 to some 1e-12 for -50.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::hyperu;
    /// assert_eq!(hyperu(1.0, 2.0, &xp.array([0.0, 0.5, 4.0])?)?.to_string(), "[ inf 2.   0.25]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    hyperu(a, b, x) = tricomi::u;
}
