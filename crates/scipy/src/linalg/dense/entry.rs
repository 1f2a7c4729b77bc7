//! What an entry of a matrix on the host is.

use super::{Dense, Matrix};
use std::fmt::Debug;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};
use xparray_core::Element;
use xparray_core::prelude::*;

/// A complex number in double precision.
pub type C = Complex<f64>;

/// An entry: `f64` or `Complex<f64>`.
pub trait Entry:
    Element
    + Copy
    + Debug
    + PartialEq
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Mul<f64, Output = Self>
    + Div<f64, Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
{
    /// A real number.
    fn real(x: f64) -> Self;

    /// The real part.
    fn re(self) -> f64;

    /// The imaginary part.
    fn im(self) -> f64;

    /// The conjugate.
    fn conj(self) -> Self;

    /// The magnitude, without overflow.
    fn size(self) -> f64;

    /// The quotient, without overflow of what is between.
    fn over(self, other: Self) -> Self;

    /// As a complex number.
    fn complex(self) -> C {
        C::new(self.re(), self.im())
    }

    /// A matrix of either kind.
    fn dense(matrix: Matrix<Self>) -> Dense;
}

impl Entry for f64 {
    fn real(x: f64) -> Self {
        x
    }

    fn re(self) -> f64 {
        self
    }

    fn im(self) -> f64 {
        0.0
    }

    fn conj(self) -> Self {
        self
    }

    fn size(self) -> f64 {
        self.abs()
    }

    fn over(self, other: Self) -> Self {
        self / other
    }

    fn dense(matrix: Matrix<Self>) -> Dense {
        Dense::Real(matrix)
    }
}

impl Entry for C {
    fn real(x: f64) -> Self {
        x.into()
    }

    fn re(self) -> f64 {
        self.re
    }

    fn im(self) -> f64 {
        self.im
    }

    fn conj(self) -> Self {
        C::new(self.re, -self.im)
    }

    fn size(self) -> f64 {
        self.re.hypot(self.im)
    }

    /// Smith's quotient (Communications of the ACM 5, 1962).
    fn over(self, other: Self) -> Self {
        if other.re.abs() >= other.im.abs() {
            let ratio = other.im / other.re;
            let length = other.re + other.im * ratio;
            C::new((self.re + self.im * ratio) / length, (self.im - self.re * ratio) / length)
        } else {
            let ratio = other.re / other.im;
            let length = other.re * ratio + other.im;
            C::new((self.re * ratio + self.im) / length, (self.im * ratio - self.re) / length)
        }
    }

    fn dense(matrix: Matrix<Self>) -> Dense {
        Dense::Complex(matrix)
    }
}
