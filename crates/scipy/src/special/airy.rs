//! Airy functions, by Bessel functions of the orders 1/3 and 2/3 (DLMF 9.6).

use super::airy_plane;
use super::complex::Z;
use super::cylinder::both as bessel;
use super::elementwise::{F, several};
use super::modified::both as modified;
use std::f64::consts::{FRAC_1_PI, PI};
use xparray_core::prelude::*;
use xparray_core::{ArrayLike, ArrayOrNumber, Result};

/// `Ai`, `Ai'`, `Bi` and `Bi'` at 0 (DLMF 9.2.3).
pub(super) const AT_ZERO: [f64; 4] =
    [0.355_028_053_887_817_2, -0.258_819_403_792_806_8, 0.614_926_627_446_000_7, 0.448_288_357_353_826_4];

/// The functions, for positive numbers those of the first kind times `exp(2 / 3 x^(3 / 2))`, those of the second kind divided by it.
fn scaled(x: F) -> [F; 4] {
    let root_3 = 3.0f64.sqrt();
    let size = x.abs();
    // Next to 0, by the tangents there.
    let small = size.lt(1e-12);
    let y = (small | size.eq(f64::INFINITY) | size.ne(size)).select(1.0, size);
    let root = y.sqrt();
    let zeta = 2.0 / 3.0 * y * root;
    let third = |k: f64| zeta * 0.0 + k / 3.0;
    let above = {
        let ([i, k], [i_slope, k_slope]) = (modified(third(1.0), zeta), modified(third(2.0), zeta));
        let [i, k, i_slope, k_slope] = [i, k, i_slope, k_slope].map(|part| part.value);
        // Orders below 0 have a part of the other kind, which is `exp(-2 zeta)` smaller.
        let rest = 2.0 * FRAC_1_PI * (PI / 3.0).sin() * (-2.0 * zeta).exp();
        [
            FRAC_1_PI / root_3 * root * k,
            -FRAC_1_PI / root_3 * y * k_slope,
            root / root_3 * (2.0 * i + rest * k),
            y / root_3 * (2.0 * i_slope + rest * k_slope),
        ]
    };
    let below = {
        let ([j, n], [j_slope, n_slope]) = (bessel(third(1.0), zeta), bessel(third(2.0), zeta));
        [
            0.5 * root * (j - n / root_3),
            0.5 * y * (j_slope + n_slope / root_3),
            -0.5 * root * (j / root_3 + n),
            0.5 * y * (j_slope / root_3 - n_slope),
        ]
    };
    let slopes = [AT_ZERO[1], 0.0, AT_ZERO[3], 0.0];
    std::array::from_fn(|k| {
        let tangent = AT_ZERO[k] + x * slopes[k];
        let value = small.select(tangent, x.gt(0.0).select(above[k], below[k]));
        (x.ne(x)).select(f64::NAN, value)
    })
}

fn plain(x: F) -> [F; 4] {
    let positive = x.maximum(0.0);
    // In halves, so that what is a number is not infinite before.
    let half = (positive * positive.sqrt() / 3.0).exp();
    let [ai, ai_slope, bi, bi_slope] = scaled(x);
    let far = x.eq(f64::INFINITY);
    let of = |value: F, end: f64| far.select(end, x.eq(f64::NEG_INFINITY).select(f64::NAN, value));
    [
        of(ai / half / half, 0.0),
        of(ai_slope / half / half, 0.0),
        of(bi * half * half, f64::INFINITY),
        of(bi_slope * half * half, f64::INFINITY),
    ]
}

/// The Airy functions and their derivatives, `[Ai, Ai', Bi, Bi']` (DLMF 9.2), of real and of complex numbers: the solutions of `w'' = x w`. The phase of the
/// waves of negative numbers is that of `2 / 3 abs(x)^(3 / 2)` as rounded.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::airy;
/// let [ai, _, bi, _] = airy(&xp.array([-1.0, 0.0, 1.0])?)?;
/// assert_eq!(ai.to_string(), "[0.53556088 0.35502805 0.13529242]");
/// assert_eq!(bi.to_string(), "[0.10399739 0.61492663 1.20742359]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`](xparray_core::Error::Value) for a number, which has no device.
pub fn airy<B: Backend>(x: impl ArrayLike<B>) -> Result<[DynArray<B>; 4]> {
    match x.operand() {
        ArrayOrNumber::Array(z) if z.dtype().is_complex() => over_plane(z, airy_plane::plain),
        x => several("airy", [x], |[x]| plain(x)),
    }
}

fn over_plane<B: Backend>(z: &DynArray<B>, f: fn(Z) -> [Z; 4]) -> Result<[DynArray<B>; 4]> {
    let of = |k: usize| super::over_plane::map(z, move |z| f(z)[k]);
    Ok([of(0)?, of(1)?, of(2)?, of(3)?])
}

/// The Airy functions and their derivatives without what makes them small and large: the first two times `exp(2 / 3 x^(3 / 2))`, the others
/// divided by `exp(abs(re(2 / 3 x^(3 / 2))))`; of real negative numbers NaN in the first two, as SciPy's, the others as they are.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::airye;
/// let [ai, _, bi, _] = airye(&xp.array([0.0, 1e4])?)?;
/// assert_eq!((ai.to_string(), bi.to_string()), ("[0.35502805 0.02820948]".into(), "[0.61492663 0.05641896]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`airy`].
pub fn airye<B: Backend>(x: impl ArrayLike<B>) -> Result<[DynArray<B>; 4]> {
    let x = match x.operand() {
        ArrayOrNumber::Array(z) if z.dtype().is_complex() => return over_plane(z, airy_plane::scaled),
        x => x,
    };
    several("airye", [x], |[x]| {
        let [ai, ai_slope, bi, bi_slope] = scaled(x);
        let known = |value: F| x.lt(0.0).select(f64::NAN, value);
        let of = |value: F, end: f64| x.eq(f64::INFINITY).select(end, x.eq(f64::NEG_INFINITY).select(f64::NAN, value));
        let infinite = f64::INFINITY;
        [of(known(ai), 0.0), of(known(ai_slope), -infinite), of(bi, 0.0), of(bi_slope, infinite)]
    })
}
