//! Complex numbers of twice the precision.

use super::complex::Z;
use super::double::{D, Parts};
use super::elementwise::F;
use std::ops::{Add, Div, Mul, Neg, Sub};
use xparray_core::Var;

#[derive(Clone, Copy)]
pub struct W {
    pub re: D,
    pub im: D,
}

/// The parts of a number, as loops take it.
pub type Parts2 = (Parts, Parts);

impl W {
    pub fn new(z: Z) -> Self {
        Self { re: D::new(z.re), im: D::new(z.im) }
    }

    pub fn real(re: D) -> Self {
        Self { re, im: D::new(re.hi * 0.0) }
    }

    pub fn of((re, im): Parts2) -> Self {
        Self { re: D::of(re), im: D::of(im) }
    }

    pub fn parts(self) -> Parts2 {
        (self.re.parts(), self.im.parts())
    }

    /// Rounded.
    pub fn round(self) -> Z {
        Z::new(self.re.hi, self.im.hi)
    }

    /// Times a power of two, or what has few digits.
    pub fn scale(self, by: F) -> Self {
        Self { re: self.re.scale(by), im: self.im.scale(by) }
    }

    /// What bounds the modulus, from above, and half of it from below.
    pub fn size(self) -> F {
        self.re.hi.abs() + self.im.hi.abs()
    }

    /// `self` where a condition holds, else `other`.
    pub fn when(self, condition: Var<bool>, other: Self) -> Self {
        Self { re: self.re.when(condition, other.re), im: self.im.when(condition, other.im) }
    }
}

impl Neg for W {
    type Output = Self;
    fn neg(self) -> Self {
        Self { re: -self.re, im: -self.im }
    }
}

impl Add for W {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { re: self.re + other.re, im: self.im + other.im }
    }
}

impl Add<D> for W {
    type Output = Self;
    fn add(self, other: D) -> Self {
        Self { re: self.re + other, ..self }
    }
}

impl Sub for W {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for W {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }
}

impl Mul<D> for W {
    type Output = Self;
    fn mul(self, other: D) -> Self {
        Self { re: self.re * other, im: self.im * other }
    }
}

impl Mul<F> for W {
    type Output = Self;
    fn mul(self, other: F) -> Self {
        Self { re: self.re * other, im: self.im * other }
    }
}

impl Div<D> for W {
    type Output = Self;
    fn div(self, other: D) -> Self {
        Self { re: self.re / other, im: self.im / other }
    }
}

impl Div for W {
    type Output = Self;
    /// Of a divisor whose square is a number.
    fn div(self, other: Self) -> Self {
        let conjugate = Self { im: -other.im, ..other };
        self * conjugate / (other.re * other.re + other.im * other.im)
    }
}
