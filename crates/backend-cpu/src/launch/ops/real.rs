//! The real numbers that tiles hold: what the loops need of `f32` and `f64` beyond `num_traits`.

use crate::vmath::VectorMath;
use num_traits::Float;
use xparray_ir::Element;

/// `f32` and `f64`.
pub trait Real: Float + Element + VectorMath {
    /// To the nearest integer, ties to even.
    fn rint(self) -> Self;
    /// The mantissa of `frexp`, in [0.5, 1).
    fn mantissa(self) -> Self;
    /// The exponent of `frexp`.
    fn exponent(self) -> i32;
    /// The next value towards `to`.
    fn next_after(self, to: Self) -> Self;
    /// The hypotenuse, without overflow of the squares.
    fn safe_hypot(self, other: Self) -> Self;
    /// From an `f64`, rounded.
    fn round_from(x: f64) -> Self;
    /// As `f64`.
    fn widen(self) -> f64;
}

macro_rules! real {
    ($T:ident, $Bits:ty, $mantissa_bits:literal, $bias:literal, $max_exponent:literal, $scale:literal,
     |$x:ident, $y:ident| $hypot:expr) => {
        impl Real for $T {
            #[inline(always)]
            fn rint(self) -> Self {
                self.round_ties_even()
            }

            #[inline(always)]
            fn mantissa(self) -> Self {
                const FIELD: $Bits = $max_exponent << $mantissa_bits;
                // Subnormals are scaled into the normal range first.
                let tiny = self.abs() < <$T>::MIN_POSITIVE;
                let x = if tiny { self * (1u128 << $scale) as $T } else { self };
                let half = <$T>::from_bits((x.to_bits() & !FIELD) | (($bias - 1) << $mantissa_bits));
                if self == 0.0 || !self.is_finite() { self } else { half }
            }

            #[inline(always)]
            fn exponent(self) -> i32 {
                let tiny = self.abs() < <$T>::MIN_POSITIVE;
                let x = if tiny { self * (1u128 << $scale) as $T } else { self };
                let field = ((x.to_bits() >> $mantissa_bits) & $max_exponent) as i32;
                let exponent = field - ($bias - 1) - if tiny { $scale } else { 0 };
                if self == 0.0 || !self.is_finite() { 0 } else { exponent }
            }

            #[inline(always)]
            fn next_after(self, to: Self) -> Self {
                if self.is_nan() || to.is_nan() {
                    self + to
                } else if self == to {
                    to
                } else if self < to {
                    self.next_up()
                } else {
                    self.next_down()
                }
            }

            #[inline(always)]
            fn safe_hypot(self, other: Self) -> Self {
                let ($x, $y) = (self, other);
                $hypot
            }

            #[inline(always)]
            fn round_from(x: f64) -> Self {
                x as $T
            }

            #[inline(always)]
            fn widen(self) -> f64 {
                self as f64
            }
        }
    };
}

real!(f32, u32, 23, 127, 0xff, 32, |x, y| {
    let (wide_x, wide_y) = (x as f64, y as f64);
    let length = (wide_x * wide_x + wide_y * wide_y).sqrt() as f32;
    if x.is_infinite() || y.is_infinite() { f32::INFINITY } else { length }
});
real!(f64, u64, 52, 1023, 0x7ff, 64, |x, y| x.hypot(y));
