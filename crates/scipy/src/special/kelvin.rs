//! Kelvin's functions: modified Bessel functions of the orders 0 and 1 on the diagonal (DLMF 10.61).

use super::complex::Z;
use super::elementwise::{F, functions, joined};
use super::plane::right;
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_4};
use xparray_core::prelude::*;
use xparray_core::{ArrayLike, Result};

/// `exp(i pi / 4)` times a number.
fn turned(z: Z) -> Z {
    Z::new(FRAC_1_SQRT_2 * (z.re - z.im), FRAC_1_SQRT_2 * (z.re + z.im))
}

/// `x exp(i pi / 4)` for positive `x`, and functions there, at the ends replaced.
fn on_diagonal(x: F, order: f64, kind: usize, zero: [f64; 2]) -> Z {
    let inside = x.gt(0.0) & x.lt(f64::INFINITY);
    let y = inside.select(x, 1.0);
    let z = Z::new(FRAC_1_SQRT_2 * y, FRAC_1_SQRT_2 * y);
    let value = right(y * 0.0 + order, z)[kind];
    // In halves, so that what is a number is not infinite before.
    let half = Z::new(0.5 * z.re, 0.5 * z.im);
    let half = (if kind == 0 { half } else { -half }).exp();
    let value = value * half * half;
    let end = |value: f64| x.eq(0.0).select(value, f64::NAN);
    value.when(inside, Z::new(end(zero[0]), end(zero[1])))
}

/// `ber + i bei`, of any sign.
fn first(x: F) -> Z {
    on_diagonal(x.abs(), 0.0, 0, [1.0, 0.0])
}

/// Its derivative.
fn first_slope(x: F) -> Z {
    let value = turned(on_diagonal(x.abs(), 1.0, 0, [0.0, 0.0]));
    value.scale(x.lt(0.0).select(-1.0, 1.0))
}

/// `ker + i kei`.
fn second(x: F) -> Z {
    on_diagonal(x, 0.0, 1, [f64::INFINITY, -FRAC_PI_4])
}

/// Its derivative.
fn second_slope(x: F) -> Z {
    let value = -turned(on_diagonal(x, 1.0, 1, [f64::NAN, f64::NAN]));
    let zero = x.eq(0.0);
    Z::new(zero.select(f64::NEG_INFINITY, value.re), zero.select(0.0, value.im))
}

functions! {
    /// Kelvin's function `ber`, the real part of `J(0, x exp(3 pi i / 4))` (DLMF 10.61.1).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::ber;
    /// assert_eq!(ber(&xp.array([0.0, 1.0, 10.0])?)?.to_string(), "[  1.           0.98438178 138.84046594]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ber(x) = |x| first(x).re;
    /// Kelvin's function `bei`, the imaginary part of `J(0, x exp(3 pi i / 4))` (DLMF 10.61.1).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::bei;
    /// assert_eq!(bei(&xp.array([0.0, 1.0, 10.0])?)?.to_string(), "[ 0.          0.24956604 56.37045855]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    bei(x) = |x| first(x).im;
    /// Kelvin's function `ker`, the real part of `K(0, x exp(pi i / 4))` (DLMF 10.61.2), for `x` of at least 0.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::ker;
    /// assert_eq!(ker(&xp.array([0.0, 1.0])?)?.to_string(), "[       inf 0.28670621]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ker(x) = |x| second(x).re;
    /// Kelvin's function `kei`, the imaginary part of `K(0, x exp(pi i / 4))` (DLMF 10.61.2), for `x` of at least 0.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::kei;
    /// assert_eq!(kei(&xp.array([0.0, 1.0])?)?.to_string(), "[-0.78539816 -0.49499464]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    kei(x) = |x| second(x).im;
    /// The derivative of [`ber`].
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::berp;
    /// assert_eq!(berp(&xp.array([0.0, 1.0])?)?.to_string(), "[ 0.         -0.06244575]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    berp(x) = |x| first_slope(x).re;
    /// The derivative of [`bei`].
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::beip;
    /// assert_eq!(beip(&xp.array([0.0, 1.0])?)?.to_string(), "[0.         0.49739651]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    beip(x) = |x| first_slope(x).im;
    /// The derivative of [`ker`].
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::kerp;
    /// assert_eq!(kerp(&xp.array([0.0, 1.0])?)?.to_string(), "[       -inf -0.69460389]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    kerp(x) = |x| second_slope(x).re;
    /// The derivative of [`kei`].
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::keip;
    /// assert_eq!(keip(&xp.array([0.0, 1.0])?)?.to_string(), "[0.         0.35236991]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    keip(x) = |x| second_slope(x).im;
}

/// Kelvin's functions as complex numbers, `[ber + i bei, ker + i kei]` and their derivatives, of real numbers.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::kelvin;
/// let [be, ke, ..] = kelvin(&xp.array([1.0])?)?;
/// assert_eq!((be.to_string(), ke.to_string()), ("[0.98438178+0.24956604j]".into(), "[0.28670621-0.49499464j]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::DType`](xparray_core::Error::DType) for complex numbers; [`Error::Value`](xparray_core::Error::Value) for a number, which
/// has no device.
pub fn kelvin<B: Backend>(x: impl ArrayLike<B>) -> Result<[DynArray<B>; 4]> {
    let of = |f: fn(F) -> Z| joined("kelvin", [x.operand()], |[x]| f(x));
    Ok([of(first)?, of(second)?, of(first_slope)?, of(second_slope)?])
}
