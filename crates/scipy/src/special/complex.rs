//! Complex numbers of two variables, whose parts are at hand.

use super::elementwise::F;
use std::ops::{Add, Div, Mul, Neg, Sub};
use xparray_core::Var;
use xparray_core::kernel::{IntoVar, is_remembered};
use xparray_core::prelude::Complex;

/// 0, which rises as `x` for those who differentiate.
pub fn flat(x: F) -> F {
    if is_remembered() { x - x.stop_gradient() } else { Z::constant(0.0, 0.0).re }
}

#[derive(Clone, Copy)]
pub struct Z {
    pub re: F,
    pub im: F,
}

impl Z {
    pub fn new(re: F, im: F) -> Self {
        Self { re, im }
    }

    /// A number that is the same everywhere.
    pub fn constant(re: f64, im: f64) -> Self {
        Self { re: re.into_var(), im: im.into_var() }
    }

    pub fn of(z: Var<Complex<f64>>) -> Self {
        Self { re: z.real(), im: z.imag() }
    }

    pub fn join(self) -> Var<Complex<f64>> {
        Var::complex(self.re, self.im)
    }

    pub fn scale(self, a: impl IntoVar<f64, Element = f64>) -> Self {
        let a = a.into_var();
        Self { re: a * self.re, im: a * self.im }
    }

    pub fn abs(self) -> F {
        self.re.hypot(self.im)
    }

    pub fn conj(self) -> Self {
        Self { im: -self.im, ..self }
    }

    /// Times `i`.
    pub fn quarter(self) -> Self {
        Self { re: -self.im, im: self.re }
    }

    pub fn exp(self) -> Self {
        let size = self.re.exp();
        // Nothing turns a real number.
        let real = self.im.eq(0.0);
        Self { re: real.select(size, size * self.im.cos()), im: real.select(self.im, size * self.im.sin()) }
    }

    /// `self exp(exponent)`, in halves, so that what is a number is not infinite or zero before.
    pub fn times_exp(self, exponent: Self) -> Self {
        let half = exponent.scale(0.5).exp();
        self * half * half
    }

    /// The principal branch, with the sign of a zero imaginary part.
    pub fn log(self) -> Self {
        Self { re: self.abs().log(), im: self.im.arctan2(self.re) }
    }

    /// `log(1 + z)`, also where that is small.
    pub fn log1p(self) -> Self {
        Self::of(self.join().log1p())
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

impl Add<F> for Z {
    type Output = Self;
    fn add(self, other: F) -> Self {
        Self { re: self.re + other, ..self }
    }
}

impl Add<f64> for Z {
    type Output = Self;
    fn add(self, other: f64) -> Self {
        self + Self::constant(other, 0.0).re
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
