//! Numbers: what is computed with, and how elements lie in memory.

use crate::types::Complex as InMemory;
use half::{bf16, f16};
use num_complex::Complex;
use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub, SubAssign};

/// A real or complex number of double precision.
pub trait Number:
    Copy
    + PartialEq
    + Send
    + Sync
    + 'static
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
{
    fn of(real: f64) -> Self;
    fn conj(self) -> Self;
    fn re(self) -> f64;
    fn abs(self) -> f64;
    /// Times a real number.
    fn scaled(self, by: f64) -> Self;
}

impl Number for f64 {
    fn of(real: f64) -> Self {
        real
    }

    fn conj(self) -> Self {
        self
    }

    fn re(self) -> f64 {
        self
    }

    fn abs(self) -> f64 {
        self.abs()
    }

    fn scaled(self, by: f64) -> Self {
        self * by
    }
}

impl Number for Complex<f64> {
    fn of(real: f64) -> Self {
        real.into()
    }

    fn conj(self) -> Self {
        Self::conj(&self)
    }

    fn re(self) -> f64 {
        self.re
    }

    fn abs(self) -> f64 {
        self.norm()
    }

    fn scaled(self, by: f64) -> Self {
        self * by
    }
}

/// An element in memory, and the number that it is.
pub trait Element: Copy + Send + Sync + 'static {
    type Number: Number;
    fn number(self) -> Self::Number;
    fn element(number: Self::Number) -> Self;
}

macro_rules! elements {
    ($($element:ty: $number:ty = |$x:ident| $to:expr, |$y:ident| $from:expr;)*) => {
        $(impl Element for $element {
            type Number = $number;

            fn number(self) -> $number {
                let $x = self;
                $to
            }

            fn element($y: $number) -> Self {
                $from
            }
        })*
    };
}

elements! {
    f16: f64 = |x| x.to_f64(), |y| Self::from_f64(y);
    bf16: f64 = |x| x.to_f64(), |y| Self::from_f64(y);
    f32: f64 = |x| x.into(), |y| y as Self;
    f64: f64 = |x| x, |y| y;
    InMemory<f32>: Complex<f64> = |x| Complex::new(x.re.into(), x.im.into()),
        |y| Self { re: y.re as f32, im: y.im as f32 };
    InMemory<f64>: Complex<f64> = |x| Complex::new(x.re, x.im), |y| Self { re: y.re, im: y.im };
}
