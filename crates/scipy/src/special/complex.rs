//! Complex numbers of two variables, whose parts are at hand.

use super::elementwise::F;
use std::ops::{Add, Div, Mul, Neg, Sub};
use xparray_core::Var;
use xparray_core::prelude::Complex;

#[derive(Clone, Copy)]
pub struct Z {
    pub re: F,
    pub im: F,
}

impl Z {
    pub fn new(re: F, im: F) -> Self {
        Self { re, im }
    }

    pub fn of(z: Var<Complex<f64>>) -> Self {
        Self { re: z.real(), im: z.imag() }
    }

    pub fn join(self) -> Var<Complex<f64>> {
        Var::complex(self.re, self.im)
    }

    pub fn scale(self, a: F) -> Self {
        Self { re: a * self.re, im: a * self.im }
    }

    pub fn abs(self) -> F {
        self.re.hypot(self.im)
    }

    pub fn conj(self) -> Self {
        Self { im: -self.im, ..self }
    }

    pub fn exp(self) -> Self {
        let size = self.re.exp();
        // Nothing turns a real number.
        let real = self.im.eq(0.0);
        Self { re: real.select(size, size * self.im.cos()), im: real.select(self.im, size * self.im.sin()) }
    }

    /// The principal branch, with the sign of a zero imaginary part.
    pub fn log(self) -> Self {
        Self { re: self.abs().log(), im: self.im.arctan2(self.re) }
    }

    /// The principal branch.
    pub fn sqrt(self) -> Self {
        let size = (0.5 * (self.abs() + self.re.abs())).sqrt();
        let other = size.eq(0.0).select(0.0, 0.5 * self.im / size);
        let right = self.re.ge(0.0);
        Self { re: right.select(size, other.abs()), im: right.select(other, size.copysign(self.im)) }
    }

    /// `self` where a condition holds, else `other`.
    pub fn when(self, condition: Var<bool>, other: Self) -> Self {
        Self { re: condition.select(self.re, other.re), im: condition.select(self.im, other.im) }
    }

    /// `c[0] z^n + .. + c[n]`.
    pub fn poly(self, coefficients: &[f64]) -> Self {
        let zero = self.re * 0.0;
        coefficients.iter().fold(Self::new(zero, zero), |sum, &c| {
            let product = sum * self;
            Self { re: product.re + c, ..product }
        })
    }
}

impl Add for Z {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { re: self.re + other.re, im: self.im + other.im }
    }
}

impl Sub for Z {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self { re: self.re - other.re, im: self.im - other.im }
    }
}

impl Mul for Z {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }
}

impl Div for Z {
    type Output = Self;
    /// Scaled by the divisor's size, so that no square overflows.
    fn div(self, other: Self) -> Self {
        let size = other.re.abs().maximum(other.im.abs());
        let (a, b) = (self.scale(1.0 / size), other.scale(1.0 / size));
        let square = b.re * b.re + b.im * b.im;
        (a * b.conj()).scale(1.0 / square)
    }
}

impl Neg for Z {
    type Output = Self;
    fn neg(self) -> Self {
        Self { re: -self.re, im: -self.im }
    }
}
