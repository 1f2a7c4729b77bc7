//! The standard normal distribution function over the complex plane, and its logarithm.

use super::complex::{Z, flat};
use super::double::D;
use super::faddeeva::{series, w};
use std::f64::consts::{FRAC_1_SQRT_2, LN_2, PI, TAU};
use xparray_core::Var;

/// `-z^2 / 2`, as sums of two.
fn exponent(z: Z) -> (D, D) {
    ((D::product(z.im, z.im) - D::product(z.re, z.re)).scale(z.re * 0.0 + 0.5), -D::product(z.re, z.im))
}

/// Twice the complement of the function over `exp(-z^2 / 2)`.
fn scaled(z: Z) -> Z {
    w(z.scale(FRAC_1_SQRT_2).quarter())
}

/// The complement, for a real part of at least 0.
fn above(z: Z) -> Z {
    let (size, angle) = exponent(z);
    let phase = Z::new(angle.hi.cos(), angle.hi.sin());
    let phase = phase + phase.quarter().scale(angle.lo);
    let half = (0.5 * size.hi).exp();
    (scaled(z) * phase).scale(half).scale(0.5 * half * (1.0 + size.lo))
}

fn is_left(z: Z) -> (Var<bool>, Z) {
    let left = z.re.lt(0.0);
    (left, (-z).when(left, z))
}

pub fn ndtr(z: Z) -> Z {
    let (left, x) = is_left(z);
    let one = Z::constant(1.0, 0.0);
    let tail = above(x);
    let small = z.abs().lt(0.7);
    let near = series(z.scale(FRAC_1_SQRT_2).when(small, Z::constant(0.0, 0.0))).scale(0.5) + 0.5;
    let value = near.when(small, tail.when(left, one - tail));
    let value = Z::new(z.re.eq(0.0).select(flat(value.re) + 0.5, value.re), z.im.eq(0.0).select(z.im, value.im));
    let end = z.re.abs().eq(f64::INFINITY) & z.im.abs().lt(f64::INFINITY);
    Z::constant(0.0, 0.0).when(left, one).when(end, value)
}

/// The logarithm of the complement, for a real part of at least 0.
fn log_above(z: Z) -> Z {
    let log = scaled(z).log();
    let (size, angle) = exponent(z);
    // What is left of whole turns.
    let turns = (angle.hi / TAU).rint();
    let rest = angle - D::pi() * (2.0 * turns);
    let size = size + (log.re - LN_2);
    Z::new(size.hi + size.lo, log.im + rest.hi)
}

/// The principal branch of the logarithm.
pub fn log_ndtr(z: Z) -> Z {
    let (left, x) = is_left(z);
    let (size, _) = exponent(x);
    let log = log_above(x);
    // So large that 1 does not count beside it.
    let large = size.hi.gt(50.0);
    let turned = Z::new(log.re, log.im + PI);
    let right = turned.when(large, (-above(x.when(!large, Z::constant(1.0, 0.0)))).log1p());
    let value = log.when(left, right);
    let turn = (value.im / TAU).rint();
    let value = Z::new(value.re, z.im.eq(0.0).select(z.im, value.im - TAU * turn));
    let end = z.re.abs().eq(f64::INFINITY) & z.im.abs().lt(f64::INFINITY);
    Z::new(left.select(z.re, 0.0), z.im).when(end, value)
}
