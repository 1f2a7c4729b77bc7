//! What the functions need of `f32` and `f64`, and sums of two numbers as one of twice the precision.
//!
//! Nothing here branches or calls: the compiler turns it into vector code. Hence no `round`, which is a call on
//! plain SSE2, and no conversion to integers, which saturates.

use std::ops::{Add, Div, Mul, Neg, Sub};

use super::tables::Table;

/// A floating-point type that the functions are written for.
pub trait Real:
    'static
    + Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// The bits of a number.
    type Bits: Copy;
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// 1/2.
    const HALF: Self;
    /// 2.
    const TWO: Self;
    /// Infinity.
    const INFINITY: Self;
    /// Not a number.
    const NAN: Self;
    /// From here on all numbers are integers.
    const INTEGERS: Self;

    /// Chooses by type.
    fn pick(single: f32, double: f64) -> Self;
    /// Chooses by type.
    fn table(table: Table) -> &'static [Self];
    /// `a b + c`; rounded once if `FMA`.
    fn fma<const FMA: bool>(a: Self, b: Self, c: Self) -> Self;
    /// The square root.
    fn sqrt(self) -> Self;
    /// The magnitude.
    fn abs(self) -> Self;
    /// The magnitude of `self` with the sign of `sign`.
    fn copysign(self, sign: Self) -> Self;
    /// Whether this is not a number.
    fn is_nan(self) -> bool;
    /// Whether the sign bit is set.
    fn is_sign_negative(self) -> bool;
    /// The nearest integer to `self factor`, also as bits whose low ones are the integer's. For results below a quarter of
    /// `INTEGERS`.
    fn round<const FMA: bool>(self, factor: Self) -> (Self, Self::Bits);
    /// `self` if the integer of `round` is even, else `-self`.
    fn negate_odd(self, k: Self::Bits) -> Self;
    /// Whether the integer of `round` is odd.
    fn is_odd(k: Self::Bits) -> bool;
    /// `2^self` for an integer whose result is normal.
    fn exp2i(self) -> Self;
    /// `self 2^k` with the integer of `round`, rounded once, up to infinity and down to zero; `down` says whether k is
    /// negative. For `self` not far from 1.
    fn scale(self, k: Self::Bits, down: bool) -> Self;
    /// `(m, e)` with `self = m 2^e` and `m` from about `low` to `2 low`, for positive finite numbers. `low` is 1/2 to 1.
    fn split(self, low: Self) -> (Self, Self);
    /// `self` without the lower half of its bits.
    fn upper_half(self) -> Self;
    /// The function of the standard library, for arguments that are too large for ours.
    fn std_sin(self) -> Self;
    /// As above.
    fn std_cos(self) -> Self;
    /// As above.
    fn std_tan(self) -> Self;
    /// The truncated remainder, of any arguments.
    fn std_rem(self, divisor: Self) -> Self;
}

macro_rules! real {
    ($t:ident, $bits:ident, $pick:ident, $table:tt) => {
        impl Real for $t {
            type Bits = $bits;
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const HALF: Self = 0.5;
            const TWO: Self = 2.0;
            const INFINITY: Self = Self::INFINITY;
            const NAN: Self = Self::NAN;
            const INTEGERS: Self = 1.0 / Self::EPSILON;

            #[inline(always)]
            fn pick(_single: f32, _double: f64) -> Self {
                $pick!(_single, _double)
            }
            #[inline(always)]
            fn table(table: Table) -> &'static [Self] {
                table.$table
            }
            #[inline(always)]
            fn fma<const FMA: bool>(a: Self, b: Self, c: Self) -> Self {
                if FMA { a.mul_add(b, c) } else { a * b + c }
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                self.sqrt()
            }
            #[inline(always)]
            fn abs(self) -> Self {
                self.abs()
            }
            #[inline(always)]
            fn copysign(self, sign: Self) -> Self {
                self.copysign(sign)
            }
            #[inline(always)]
            fn is_nan(self) -> bool {
                self.is_nan()
            }
            #[inline(always)]
            fn is_sign_negative(self) -> bool {
                self.is_sign_negative()
            }
            #[inline(always)]
            fn round<const FMA: bool>(self, factor: Self) -> (Self, Self::Bits) {
                // Numbers of this size have their units in the lowest bit.
                const MAGIC: $t = 1.5 / $t::EPSILON;
                let t = Self::fma::<FMA>(self, factor, MAGIC);
                (t - MAGIC, t.to_bits())
            }
            #[inline(always)]
            fn negate_odd(self, k: Self::Bits) -> Self {
                Self::from_bits(self.to_bits() ^ (k << ($bits::BITS - 1)))
            }
            #[inline(always)]
            fn is_odd(k: Self::Bits) -> bool {
                k & 1 != 0
            }
            #[inline(always)]
            fn exp2i(self) -> Self {
                const MAGIC: $t = 1.5 / $t::EPSILON + ($t::MAX_EXP - 1) as $t;
                Self::from_bits((self + MAGIC).to_bits() << ($t::MANTISSA_DIGITS - 1))
            }
            #[inline(always)]
            fn scale(self, k: Self::Bits, down: bool) -> Self {
                const MANTISSA: u32 = $t::MANTISSA_DIGITS - 1;
                const BIAS: $bits = $t::MAX_EXP as $bits - 1;
                // A detour of 2^HALF keeps the first factor normal.
                const HALF: $bits = $t::MAX_EXP as $bits / 2;
                const UP: $t = $t::from_bits((BIAS + HALF) << MANTISSA);
                const DOWN: $t = $t::from_bits((BIAS - HALF) << MANTISSA);
                let (bias, rest) = if down { (BIAS + HALF, DOWN) } else { (BIAS - HALF, UP) };
                let factor = Self::from_bits((k << MANTISSA).wrapping_add(bias << MANTISSA));
                self * factor * rest
            }
            #[inline(always)]
            fn split(self, low: Self) -> (Self, Self) {
                const MANTISSA: u32 = $t::MANTISSA_DIGITS - 1;
                const UNITS: $t = 1.0 / $t::EPSILON;
                // The bias of the exponent after the offset of the mantissa below.
                const BIAS: $t = ($t::MAX_EXP - 1) as $t;
                let tiny = self < Self::MIN_POSITIVE;
                let x = if tiny { self * UNITS } else { self };
                let offset = (1.0 as $t).to_bits() - low.to_bits();
                let bits = x.to_bits().wrapping_add(offset);
                let m = Self::from_bits((bits & ((1 << MANTISSA) - 1)) + low.to_bits());
                let e = Self::from_bits((bits >> MANTISSA) | UNITS.to_bits());
                (m, e - if tiny { UNITS + BIAS + MANTISSA as $t } else { UNITS + BIAS })
            }
            #[inline(always)]
            fn upper_half(self) -> Self {
                const LOWER: $bits = (1 << $t::MANTISSA_DIGITS.div_ceil(2)) - 1;
                Self::from_bits(self.to_bits() & !LOWER)
            }
            fn std_sin(self) -> Self {
                f64::from(self).sin() as Self
            }
            fn std_cos(self) -> Self {
                f64::from(self).cos() as Self
            }
            fn std_tan(self) -> Self {
                f64::from(self).tan() as Self
            }
            fn std_rem(self, divisor: Self) -> Self {
                self % divisor
            }
        }
    };
}

macro_rules! first {
    ($a:expr, $b:expr) => {
        $a
    };
}
macro_rules! second {
    ($a:expr, $b:expr) => {
        $b
    };
}
real!(f32, u32, first, 0);
real!(f64, u64, second, 1);

/// The polynomial with rising coefficients `c`.
#[inline(always)]
pub fn poly<T: Real, const FMA: bool>(x: T, c: Table) -> T {
    let c = T::table(c);
    let mut sum = c[c.len() - 1];
    for &c in c[..c.len() - 1].iter().rev() {
        sum = T::fma::<FMA>(sum, x, c);
    }
    sum
}

/// `(hi, lo)` with `hi + lo = a + b` exactly.
#[inline(always)]
pub fn two_sum<T: Real>(a: T, b: T) -> (T, T) {
    let sum = a + b;
    let b_part = sum - a;
    (sum, (a - (sum - b_part)) + (b - b_part))
}

/// As `two_sum`, if `|a| >= |b|` or `a` is zero.
#[inline(always)]
pub fn fast_two_sum<T: Real>(a: T, b: T) -> (T, T) {
    let sum = a + b;
    (sum, (a - sum) + b)
}

/// `(hi, lo)` with `hi + lo = a b` exactly, unless the product is near the ends of the range.
#[inline(always)]
pub fn two_prod<T: Real, const FMA: bool>(a: T, b: T) -> (T, T) {
    let hi = a * b;
    if FMA {
        return (hi, T::fma::<true>(a, b, -hi));
    }
    // Dekker's: each half has so few bits that all the partial products are exact.
    let (a_hi, b_hi) = (a.upper_half(), b.upper_half());
    let (a_lo, b_lo) = (a - a_hi, b - b_hi);
    (hi, ((a_hi * b_hi - hi) + a_hi * b_lo + a_lo * b_hi) + a_lo * b_lo)
}

/// What the product loses by rounding.
#[inline(always)]
pub fn product_error<T: Real, const FMA: bool>(a: T, b: T) -> T {
    two_prod::<T, FMA>(a, b).1
}

/// `c - a b`, exactly if `a b` is so near to `c` that the difference is a number.
#[inline(always)]
pub fn residual<T: Real, const FMA: bool>(c: T, a: T, b: T) -> T {
    if FMA {
        return T::fma::<true>(-a, b, c);
    }
    let (hi, lo) = two_prod::<T, FMA>(a, b);
    (c - hi) - lo
}

/// The product of two sums, to nearly twice the precision.
#[inline(always)]
pub fn mul2<T: Real, const FMA: bool>(a: (T, T), b: (T, T)) -> (T, T) {
    let (hi, lo) = two_prod::<T, FMA>(a.0, b.0);
    (hi, lo + (a.0 * b.1 + a.1 * b.0))
}

/// The quotient of two sums, to nearly twice the precision.
#[inline(always)]
pub fn div2<T: Real, const FMA: bool>(a: (T, T), b: (T, T)) -> (T, T) {
    let reciprocal = T::ONE / b.0;
    let hi = a.0 * reciprocal;
    let rest = residual::<T, FMA>(a.0, hi, b.0) + (a.1 - hi * b.1);
    (hi, rest * reciprocal)
}
