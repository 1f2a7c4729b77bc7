//! Kelvin's functions: modified Bessel functions of the orders 0 and 1 on the diagonal (DLMF 10.61), of small numbers by power series.

use super::complex::Z;
use super::elementwise::{F, functions, joined, magnitude};
use super::plane::right;
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_4};
use xparray_core::prelude::*;
use xparray_core::{ArrayLike, Result, Var};

/// Euler's constant.
const EULER: f64 = 0.577_215_664_901_532_9;

/// `exp(i pi / 4)` times a number.
fn turned(z: Z) -> Z {
    Z::new(FRAC_1_SQRT_2 * (z.re - z.im), FRAC_1_SQRT_2 * (z.re + z.im))
}

/// Terms of the power series of numbers below 1.
const TERMS: usize = 10;

/// The sum of `weight(k) (i x^2 / 4)^k / k!^2`, all of whose terms are real or imaginary.
fn power_series(x: F, weight: impl Fn(usize) -> f64) -> Z {
    let zero = x * 0.0;
    let square = Z::new(zero, 0.25 * x * x);
    (0..=TERMS).rev().fold(Z::new(zero, zero), |sum, k| {
        let rest = (sum * square).scale(zero + 1.0 / ((k + 1) * (k + 1)) as f64);
        Z { re: rest.re + weight(k), ..rest }
    })
}

/// The slope of the series without weights; its weights are those of the next terms.
fn series_slope(x: F, weight: impl Fn(usize) -> f64) -> Z {
    let sum = power_series(x, |k| weight(k + 1) / (k + 1) as f64).scale(0.5 * x);
    Z::new(-sum.im, sum.re)
}

/// The sum of `1 / j` up to `k`.
fn harmonic(k: usize) -> f64 {
    (1..=k).map(|j| 1.0 / j as f64).sum()
}

/// The logarithm of half of `x exp(i pi / 4)`, with Euler's constant.
fn log_half(x: F) -> Z {
    Z::new((0.5 * x).log() + EULER, x * 0.0 + FRAC_PI_4)
}

/// `near` for numbers below 1, of which `known` says whether it holds, for others `far`, both computed where they hold.
fn between(x: F, known: Var<bool>, near: impl FnOnce(F) -> Z, far: Z) -> Z {
    let small = known & x.lt(1.0);
    near(small.select(x, 0.5)).when(small, far)
}

/// `x exp(i pi / 4)` for `x` from 1 on, and functions there, at the ends replaced.
fn on_diagonal(x: F, order: f64, kind: usize, zero: [f64; 2]) -> Z {
    let inside = x.ge(1.0) & x.lt(f64::INFINITY);
    let y = inside.select(x, 1.0);
    let z = Z::new(FRAC_1_SQRT_2 * y, FRAC_1_SQRT_2 * y);
    let value = right(y * 0.0 + order, z)[kind].times_exp(if kind == 0 { z } else { -z });
    let end = |value: f64| x.eq(0.0).select(value, f64::NAN);
    value.when(inside, Z::new(end(zero[0]), end(zero[1])))
}

/// `ber + i bei`, of any sign.
fn first(x: F) -> Z {
    let x = magnitude(x);
    between(x, x.ge(0.0), |x| power_series(x, |_| 1.0), on_diagonal(x, 0.0, 0, [1.0, 0.0]))
}

/// Its derivative.
fn first_slope(x: F) -> Z {
    let size = magnitude(x);
    let far = turned(on_diagonal(size, 1.0, 0, [0.0, 0.0]));
    between(size, size.ge(0.0), |x| series_slope(x, |_| 1.0), far).scale(x.lt(0.0).select(-1.0, 1.0))
}

/// `ker + i kei`.
fn second(x: F) -> Z {
    // DLMF 10.31.2.
    let near = |x: F| power_series(x, harmonic) - log_half(x) * power_series(x, |_| 1.0);
    between(x, x.gt(0.0), near, on_diagonal(x, 0.0, 1, [f64::INFINITY, -FRAC_PI_4]))
}

/// Its derivative.
fn second_slope(x: F) -> Z {
    let near = |x: F| {
        let rest = series_slope(x, harmonic) - log_half(x) * series_slope(x, |_| 1.0);
        rest - power_series(x, |_| 1.0).scale(1.0 / x)
    };
    let value = between(x, x.gt(0.0), near, -turned(on_diagonal(x, 1.0, 1, [f64::NAN, f64::NAN])));
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
    // At zero it is zero without a sign.
    berp(x) = |x| first_slope(x).re + 0.0;
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
