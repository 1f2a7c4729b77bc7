//! Faddeeva's function over the complex plane, and the error functions, which are parts of it.

use super::complex::{Z, flat};
use super::double::D;
use super::elementwise::{F, elementwise, functions, magnitude};
use super::over_plane;
use std::f64::consts::{FRAC_2_SQRT_PI, PI, SQRT_2, TAU};
use xparray_core::kernel::while_;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, ArrayLike, Result, TypeClass};

/// The points of the trapezoidal rule are so far apart, which their number decides.
const POINTS: usize = 12;
const STEP: f64 = 0.511_663_353_973_244_3;

/// `exp(-z^2)`, with what the squares lose by rounding.
fn gauss(z: Z) -> Z {
    let exponent = D::product(z.im, z.im) - D::product(z.re, z.re);
    let angle = D::product(z.re, z.im);
    let size = exponent.hi.exp() * (1.0 + exponent.lo);
    let turn = -2.0 * angle.hi;
    let rest = Z::new(size * 0.0 + 1.0, -2.0 * angle.lo);
    let phase = Z::new(turn.cos(), turn.sin()) * rest;
    // Of an infinite size nothing turns a real number.
    let whole = turn.eq(0.0) & size.eq(f64::INFINITY);
    Z::new(size * phase.re, whole.select(turn * 0.0, size * phase.im))
}

/// For parts of at least 0: the integral of `exp(-t^2) / (z - t)` by the trapezoidal rule, or that between its points, whichever is farther from the
/// pole, and the residue there (Al Azah, Chandler-Wilde, Computation of the complex error function using modified trapezoidal rules, 2021).
fn quadrant(z: Z) -> Z {
    let place = z.re / STEP;
    let fraction = place - place.floor();
    let above = z.im.ge(z.re.maximum(PI / STEP));
    let at_points = !above & z.im.lt(z.re) & fraction.ge(0.25) & fraction.le(0.75);
    let square = Z::new((z.re - z.im) * (z.re + z.im), 2.0 * z.re * z.im);
    let zero = z.re * 0.0;
    let terms = (0..POINTS).map(|k| {
        let (point, between) = (STEP * (k + 1) as f64, STEP * (k as f64 + 0.5));
        let last = if k + 1 == POINTS { 0.0 } else { (-point * point).exp() };
        let weight = at_points.select(last, (-between * between).exp());
        let distance = Z::new(square.re - at_points.select(point * point, between * between), square.im);
        distance.conj().scale(weight / (distance.re * distance.re + distance.im * distance.im))
    });
    let sum = terms.fold(Z::new(zero, zero), |sum, term| sum + term);
    let i = Z::new(zero, zero + STEP / PI);
    let trapezoidal = i * (sum * z).scale(zero + 2.0);
    let at_zero = (i / z).when(at_points, Z::new(zero, zero));
    let turn = TAU / STEP;
    let near = z.im.lt(6.0);
    let y = near.select(z.im, 0.0);
    let size = (turn * y).exp();
    let wave = Z::new(size * (turn * z.re).cos(), -size * (turn * z.re).sin());
    let sign = at_points.select(-1.0, 1.0);
    let pole = gauss(z).scale(zero + 2.0) / Z::new(1.0 + sign * wave.re, sign * wave.im);
    let residue = pole.when(near & !above, Z::new(zero, zero));
    let value = trapezoidal + at_zero + residue;
    // The first term of the asymptotic series.
    let far = z.abs().gt(1e8);
    (Z::new(zero, zero + 0.5 * FRAC_2_SQRT_PI) / z).when(far, value)
}

/// `exp(-z^2) erfc(-i z)` (DLMF 7.2.3).
pub fn w(z: Z) -> Z {
    let zero = Z::new(z.re * 0.0, z.re * 0.0);
    let value = quadrant(Z::new(magnitude(z.re), magnitude(z.im)));
    let origin = z.re.eq(0.0) & z.im.eq(0.0);
    // With the slopes there: two terms of the series.
    let first = Z::new(-FRAC_2_SQRT_PI * z.im, FRAC_2_SQRT_PI * z.re);
    let value = (Z::new(zero.re + 1.0, zero.im) + first - z * z).when(origin, value);
    let lower = z.im.lt(0.0);
    // Of the negative number, and of the mirrored one (DLMF 7.4.3).
    let value = value.conj().when(z.re.lt(0.0) ^ lower, value);
    let value = (gauss(z).scale(zero.re + 2.0) - value).when(lower, value);
    // On the imaginary axis it is real, and far from the lower half-plane 0.
    let imaginary = z.re.eq(0.0);
    let side = z.re.abs().eq(f64::INFINITY) & z.im.abs().lt(f64::INFINITY);
    let nothing = side | (z.im.eq(f64::INFINITY) & z.re.eq(z.re));
    let infinite = imaginary & z.im.eq(f64::NEG_INFINITY);
    let end = infinite.select(f64::INFINITY, nothing.select(0.0, value.re));
    let flat = (imaginary & value.im.abs().lt(f64::INFINITY)).select(flat(value.im), 0.0);
    Z::new(end, (nothing | imaginary).select(flat, value.im))
}

/// An odd function that is real on the real axis, of its values: exactly so on both axes, with the limit for infinite real parts.
fn odd(z: Z, value: Z, limit: f64) -> Z {
    let imaginary = z.re.eq(0.0);
    let whole = z.im.eq(0.0) | (imaginary & z.im.abs().eq(f64::INFINITY));
    let value = Z::new(imaginary.select(z.re, value.re), whole.select(z.im, value.im));
    let end = z.re.abs().eq(f64::INFINITY) & z.im.abs().lt(f64::INFINITY);
    Z::new(z.re.lt(0.0).select(-limit, limit), z.im * 0.0).when(end, value)
}

/// The error function by the series at 0 (DLMF 7.6.1).
pub fn series(z: Z) -> Z {
    let square = -(z * z);
    let next = |(sum, term, k): ((F, F), (F, F), F)| {
        let power = (Z::new(term.0, term.1) * square).scale(1.0 / k);
        let part = power.scale(1.0 / (2.0 * k + 1.0));
        ((sum.0 + part.re, sum.1 + part.im), (power.re, power.im), k + 1.0)
    };
    let more = |(_, term, k): ((F, F), (F, F), F)| (term.0.abs() + term.1.abs()).gt(1e-18) & k.lt(60.0);
    let one = (z.re * 0.0 + 1.0, z.re * 0.0);
    let (sum, ..) = while_((one, one, z.re * 0.0 + 1.0), more, next);
    (Z::new(sum.0, sum.1) * z).scale(z.re * 0.0 + FRAC_2_SQRT_PI)
}

pub fn erf(z: Z) -> Z {
    let one = Z::new(z.re * 0.0 + 1.0, z.re * 0.0);
    let left = z.re.lt(0.0);
    let x = (-z).when(left, z);
    let small = x.abs().lt(1.0);
    let value = one - gauss(x) * quadrant_turned(x);
    let value = series(x.when(small, one.scale(x.re * 0.0))).when(small, value);
    odd(z, (-value).when(left, value), 1.0)
}

/// `w(i z)` for a real part of at least 0.
fn quadrant_turned(z: Z) -> Z {
    w(z.quarter())
}

pub fn erfc(z: Z) -> Z {
    let one = Z::new(z.re * 0.0 + 1.0, z.re * 0.0);
    let left = z.re.lt(0.0);
    let x = (-z).when(left, z);
    let small = x.abs().lt(0.5);
    let value = (one - series(x.when(small, one.scale(x.re * 0.0)))).when(small, gauss(x) * quadrant_turned(x));
    let value = (one + one - value).when(left, value);
    let imaginary = z.re.eq(0.0);
    let whole = z.im.eq(0.0) | (imaginary & z.im.abs().eq(f64::INFINITY));
    let value = Z::new(imaginary.select(1.0, value.re), whole.select(-z.im, value.im));
    let end = z.re.abs().eq(f64::INFINITY) & z.im.abs().lt(f64::INFINITY);
    Z::new(left.select(2.0, 0.0), z.im * 0.0).when(end, value)
}

pub fn erfcx(z: Z) -> Z {
    w(z.quarter())
}

fn erfi_over_plane(z: Z) -> Z {
    -erf(z.quarter()).quarter()
}

/// Dawson's integral, `exp(-z^2) erfi(z)` but for a factor; from `w` where that is the larger one (DLMF 7.5.1).
pub fn dawsn(z: Z) -> Z {
    let half = z.re * 0.0 + 1.0 / FRAC_2_SQRT_PI;
    let small = z.abs().lt(1.0);
    let turned = z.quarter();
    let near = -series(turned.when(small, Z::new(half * 0.0, half * 0.0))).quarter() * gauss(z);
    odd(z, near.when(small, (gauss(z) - w(z)).quarter()).scale(half), 0.0)
}

/// The imaginary error function `-i erf(i z)`, of real and of complex numbers (DLMF 7.5.1).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::erfi;
/// assert_eq!(erfi(&xp.array([0.0, 1.0, -2.0])?)?.to_string(), "[  0.           1.65042576 -18.56480241]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of conversions to floats; there is no other.
pub fn erfi<B: Backend>(z: &impl AnyArray<B>) -> Result<DynArray<B>> {
    let z = z.as_dyn();
    if z.dtype().is_complex() {
        return over_plane::map(z, erfi_over_plane);
    }
    elementwise("erfi", [z.operand()], |[x]| {
        let square = D::product(x, x);
        // In halves, so that what is a number is not infinite before.
        let half = (0.5 * square.hi).exp();
        let value = FRAC_2_SQRT_PI * x.dawsn() * half * (1.0 + square.lo) * half;
        x.abs().gt(30.0).select(x * f64::INFINITY, value)
    })
}

/// Faddeeva's function `exp(-z^2) erfc(-i z)`, complex (DLMF 7.2.3), of real and of complex numbers.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::wofz;
/// assert_eq!(wofz(&xp.array([Complex::new(1.0, 1.0)])?)?.to_string(), "[0.30474421+0.20821894j]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::DType`](xparray_core::Error::DType) for truth values.
pub fn wofz<B: Backend>(z: &impl AnyArray<B>) -> Result<DynArray<B>> {
    let z = z.as_dyn();
    TypeClass::Number.check("wofz", z.dtype())?;
    over_plane::map(z, w)
}

functions! {
    /// Voigt's profile: the convolution of the normal density of standard deviation `sigma` and Cauchy's of half-width `gamma`, both of at least 0
    /// (DLMF 7.19).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::voigt_profile;
    /// assert_eq!(voigt_profile(&xp.array([0.0, 1.0])?, 1.0, 0.5)?.to_string(), "[0.27895547 0.20017964]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    voigt_profile(x, sigma, gamma) = |x, sigma, gamma| {
        let narrow = sigma.eq(0.0);
        let width = narrow.select(1.0, sigma) * SQRT_2;
        let density = w(Z::new(x / width, gamma / width)).re / (width * PI.sqrt());
        // Without a normal part; and of two points.
        let cauchy = gamma / (PI * (x * x + gamma * gamma));
        let point = narrow & gamma.eq(0.0);
        let value = narrow.select(cauchy, density);
        let value = point.select(x.eq(0.0).select(f64::INFINITY, x * 0.0), value);
        (sigma.ge(0.0) & gamma.ge(0.0)).select(value, f64::NAN)
    };
}
