//! Arithmetic of element types.

use half::{bf16, f16};
use num_complex::Complex;
use num_traits::Zero;

use super::key::Value;

/// What numbers are summed and multiplied in: integers wrap, floats round.
pub trait Accumulator: Copy + Send + Sync + 'static {
    /// The sum.
    fn add(self, other: Self) -> Self;
    /// The product.
    fn mul(self, other: Self) -> Self;
    /// Whether a product left the range of floats by itself and may not with what comes before it.
    #[inline(always)]
    fn left_range(self, _before: Self) -> bool {
        false
    }
}

/// A number: every element type but `bool`.
pub trait Number: Value {
    /// At least as precise as the type: `f32` for the 16-bit floats, `f64` for `f32`.
    type Wide: Accumulator;
    /// The same number.
    fn widen(self) -> Self::Wide;
    /// The nearest number.
    fn narrow(wide: Self::Wide) -> Self;
}

macro_rules! accumulators {
    ($($type:ty: $add:expr, $mul:expr $(, $left_range:expr)?;)*) => {$(
        impl Accumulator for $type {
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                $add(self, other)
            }
            #[inline(always)]
            fn mul(self, other: Self) -> Self {
                $mul(self, other)
            }
            $(
                #[inline(always)]
                fn left_range(self, before: Self) -> bool {
                    $left_range(self, before)
                }
            )?
        }
    )*};
}

/// [`Accumulator::left_range`] of floats: the product is 0, infinite or NaN, and what is before is not, or both make NaN.
macro_rules! left_range {
    ($type:ty) => {
        |product: $type, before: $type| {
            let is_out = |x: $type| x.is_zero() || !x.is_finite();
            is_out(product) && (!is_out(before) || ((product * before).is_nan() && !before.is_nan()))
        }
    };
}

accumulators! {
    i8: Self::wrapping_add, Self::wrapping_mul;
    i16: Self::wrapping_add, Self::wrapping_mul;
    i32: Self::wrapping_add, Self::wrapping_mul;
    i64: Self::wrapping_add, Self::wrapping_mul;
    u8: Self::wrapping_add, Self::wrapping_mul;
    u16: Self::wrapping_add, Self::wrapping_mul;
    u32: Self::wrapping_add, Self::wrapping_mul;
    u64: Self::wrapping_add, Self::wrapping_mul;
    f32: std::ops::Add::add, std::ops::Mul::mul, left_range!(f32);
    f64: std::ops::Add::add, std::ops::Mul::mul, left_range!(f64);
    Complex<f64>: std::ops::Add::add, std::ops::Mul::mul, left_range!(Complex<f64>);
}

macro_rules! numbers {
    ($($type:ty: $wide:ty, $widen:expr, $narrow:expr;)*) => {$(
        impl Number for $type {
            type Wide = $wide;
            #[inline(always)]
            fn widen(self) -> $wide {
                $widen(self)
            }
            #[inline(always)]
            fn narrow(wide: $wide) -> Self {
                $narrow(wide)
            }
        }
    )*};
}
use std::convert::identity;
numbers! {
    i8: i8, identity, identity;
    i16: i16, identity, identity;
    i32: i32, identity, identity;
    i64: i64, identity, identity;
    u8: u8, identity, identity;
    u16: u16, identity, identity;
    u32: u32, identity, identity;
    u64: u64, identity, identity;
    f16: f32, Self::to_f32, Self::from_f32;
    bf16: f32, Self::to_f32, Self::from_f32;
    f32: f64, f64::from, |wide| wide as f32;
    f64: f64, identity, identity;
    Complex<f32>: Complex<f64>,
        |z: Self| Complex::new(z.re.into(), z.im.into()),
        |wide: Complex<f64>| Complex::new(wide.re as f32, wide.im as f32);
    Complex<f64>: Complex<f64>, identity, identity;
}
