//! Numbers of twice the precision in expressions of `f64`, for values that are small differences.

use super::X;
use std::ops::{Add, Mul, Sub};

/// A number as the sum of two: its value rounded, or nearly so, and what that leaves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Double<'e>(pub X<'e>, pub X<'e>);

impl<'e> Double<'e> {
    /// A constant, of the type of `x`.
    pub fn constant(x: X<'e>, [number, rest]: [f64; 2]) -> Self {
        Self(x.constant(number), x.constant(rest))
    }

    /// `a + b`, exactly.
    pub fn sum(a: X<'e>, b: X<'e>) -> Self {
        Self(a + b, a.sum_error(b))
    }

    /// `a + b`, exactly, where the exponent of `a` is no less or `a` is zero.
    pub fn ordered_sum(a: X<'e>, b: X<'e>) -> Self {
        let sum = a + b;
        Self(sum, b - (sum - a))
    }

    /// `a b`, exactly.
    pub fn product(a: X<'e>, b: X<'e>) -> Self {
        Self(a * b, a.product_error(b))
    }

    /// `1 / x`.
    pub fn inverse(x: X<'e>) -> Self {
        let inverse = 1.0 / x;
        let product = Self::product(x, inverse);
        Self(inverse, ((1.0 - product.0) - product.1) * inverse)
    }

    /// The natural logarithm of a positive number: that of its power of two, and `2 atanh(s)` of the rest.
    pub fn log(x: X<'e>) -> Self {
        let (mantissa, exponent) = (x.mantissa(), x.exponent());
        let low = mantissa.lt(std::f64::consts::FRAC_1_SQRT_2);
        let mantissa = low.select(mantissa + mantissa, mantissa);
        let exponent = low.select(exponent - 1.0, exponent);
        // s = (mantissa - 1) / (mantissa + 1)
        let (over, under) = (mantissa - 1.0, Self::ordered_sum(x.constant(1.0), mantissa));
        let inverse = 1.0 / under.0;
        let s = over * inverse;
        let product = under * s;
        let s_rest = ((over - product.0) - product.1) * inverse;
        // The first product is exact.
        let (square, whole) = (s * s, Self::ordered_sum(exponent * LOG_2[0], s + s));
        whole.with_rest(s_rest + s_rest + s * square * square.poly(ATANH) + exponent * LOG_2[1])
    }

    /// More by a number so small that its own rounding does not count.
    pub fn with_rest(self, rest: X<'e>) -> Self {
        Self(self.0, self.1 + rest)
    }

    /// The number, rounded.
    pub fn value(self) -> X<'e> {
        self.0 + self.1
    }
}

impl Add for Double<'_> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::sum(self.0, other.0).with_rest(self.1 + other.1)
    }
}

impl Sub for Double<'_> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        let difference = self.0 - other.0;
        let part = self.0 - difference;
        Self(difference, ((self.0 - (difference + part)) - (other.0 - part)) + (self.1 - other.1))
    }
}

impl<'e> Mul<X<'e>> for Double<'e> {
    type Output = Self;
    fn mul(self, other: X<'e>) -> Self {
        Self::product(self.0, other).with_rest(self.1 * other)
    }
}

impl Mul for Double<'_> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self::product(self.0, other.0).with_rest(self.0 * other.1 + self.1 * other.0)
    }
}

/// The logarithm of 2: eleven bits less than a number has, and what they leave.
const LOG_2: [f64; 2] = [0.693_147_180_559_890_3, 5.497_923_018_708_371e-14];
// fit(lambda z: (log((1 + sqrt(z)) / (1 - sqrt(z))) / sqrt(z) - 2) / z, 0, 0.02944, 8)
const ATANH: &[f64] = &[
    0.1308675766695207,
    0.13268760562036724,
    0.15386240172447838,
    0.18181795631498243,
    0.22222222391794727,
    0.28571428570803253,
    0.4000000000000088,
    0.6666666666666666,
];
