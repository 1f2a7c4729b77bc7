//! Numbers of twice the precision, as sums of two, for series whose terms cancel.

use super::elementwise::F;
use super::exact::{product_error, sum_error};
use std::f64::consts::PI;
use std::ops::{Add, Div, Mul, Neg, Sub};
use xparray_core::Var;
use xparray_core::kernel::IntoVar;

/// `hi + lo`, where `hi` is that rounded.
#[derive(Clone, Copy)]
pub struct D {
    pub hi: F,
    pub lo: F,
}

/// The parts of a number, as loops take it.
pub type Parts = (F, F);

impl D {
    /// Of a number.
    pub fn new(hi: F) -> Self {
        Self { hi, lo: hi * 0.0 }
    }

    /// Of its parts.
    pub fn of((hi, lo): Parts) -> Self {
        Self { hi, lo }
    }

    pub fn parts(self) -> Parts {
        (self.hi, self.lo)
    }

    /// Of pi.
    pub fn pi() -> Self {
        Self { hi: PI.into_var(), lo: 1.224_646_799_147_353_2e-16.into_var() }
    }

    /// `a + b`, exactly.
    pub fn sum(a: F, b: F) -> Self {
        Self { hi: a + b, lo: sum_error(a, b) }
    }

    /// `a b`, exactly, of numbers of ordinary sizes.
    pub fn product(a: F, b: F) -> Self {
        Self { hi: a * b, lo: product_error(a, b) }
    }

    /// With the parts as they must be, of a second one that may be as large as the rounding of the first.
    fn renormalised(hi: F, lo: F) -> Self {
        let sum = hi + lo;
        Self { hi: sum, lo: lo - (sum - hi) }
    }

    /// Times a power of two, or what has few digits.
    pub fn scale(self, by: F) -> Self {
        Self { hi: self.hi * by, lo: self.lo * by }
    }

    /// `self` where a condition holds, else `other`.
    pub fn when(self, condition: Var<bool>, other: Self) -> Self {
        Self { hi: condition.select(self.hi, other.hi), lo: condition.select(self.lo, other.lo) }
    }

    /// Whether it is 0, -1, -2, ..
    pub fn is_pole(self) -> Var<bool> {
        self.hi.le(0.0) & self.hi.floor().eq(self.hi) & self.lo.eq(0.0)
    }
}

impl Neg for D {
    type Output = Self;
    fn neg(self) -> Self {
        Self { hi: -self.hi, lo: -self.lo }
    }
}

impl Add for D {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let (high, low) = (Self::sum(self.hi, other.hi), Self::sum(self.lo, other.lo));
        let first = Self::renormalised(high.hi, high.lo + low.hi);
        Self::renormalised(first.hi, first.lo + low.lo)
    }
}

impl Add<F> for D {
    type Output = Self;
    fn add(self, other: F) -> Self {
        let high = Self::sum(self.hi, other);
        Self::renormalised(high.hi, high.lo + self.lo)
    }
}

impl Add<f64> for D {
    type Output = Self;
    fn add(self, other: f64) -> Self {
        self + (self.hi * 0.0 + other)
    }
}

impl Sub for D {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for D {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let high = Self::product(self.hi, other.hi);
        Self::renormalised(high.hi, high.lo + (self.hi * other.lo + self.lo * other.hi))
    }
}

impl Mul<F> for D {
    type Output = Self;
    fn mul(self, other: F) -> Self {
        let high = Self::product(self.hi, other);
        Self::renormalised(high.hi, high.lo + self.lo * other)
    }
}

impl Div for D {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let first = self.hi / other.hi;
        let rest = self - other * first;
        let second = rest.hi / other.hi;
        let third = (rest - other * second).hi / other.hi;
        Self::renormalised(first, second + third)
    }
}

impl Div<F> for D {
    type Output = Self;
    fn div(self, other: F) -> Self {
        self / Self::new(other)
    }
}
