//! What the functions need of `f32` and `f64`, and sums of two numbers as one of twice the precision.
//!
//! Nothing here branches or calls: the compiler turns it into vector code, and [`super::formula`] writes it down for
//! machine code that is made when the program runs. Hence comparisons to masks that select, no `round`, which is a
//! call on plain SSE2, and no conversion to integers, which saturates.

use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Shl, Shr, Sub};

use super::tables::Table;

/// The bits of a number; sums wrap.
pub trait Bits:
    Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The sum.
    fn plus(self, other: Self) -> Self;
}

/// The answer to a comparison.
pub trait Mask: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    /// An answer that is known.
    fn of(answer: bool) -> Self;
}

impl Mask for bool {
    #[inline(always)]
    fn of(answer: bool) -> Self {
        answer
    }
}

/// A floating-point type that the functions are written for.
pub trait Real:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// The bits of a number.
    type Bits: Bits;
    /// The answer to a comparison.
    type Mask: Mask;
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
    /// The bits of the mantissa that are stored.
    const MANTISSA: u32;
    /// The bits of a number.
    const WIDTH: u32;

    /// Chooses by type.
    fn pick(single: f32, double: f64) -> Self;
    /// Chooses by type.
    fn pick_bits(single: u32, double: u64) -> Self::Bits;
    /// How many numbers a table has.
    fn terms(table: Table) -> usize;
    /// A number of a table.
    fn term(table: Table, k: usize) -> Self;
    /// `a b + c`; rounded once if `FMA`.
    fn fma<const FMA: bool>(a: Self, b: Self, c: Self) -> Self;
    /// The square root.
    fn sqrt(self) -> Self;
    /// The magnitude.
    fn abs(self) -> Self;
    /// The magnitude of `self` with the sign of `sign`.
    fn copysign(self, sign: Self) -> Self;
    /// Whether the sign bit is set.
    fn is_sign_negative(self) -> Self::Mask;
    /// `self < other`.
    fn below(self, other: Self) -> Self::Mask;
    /// `self >= other`.
    fn at_least(self, other: Self) -> Self::Mask;
    /// `self == other`.
    fn equals(self, other: Self) -> Self::Mask;
    /// `a` where the mask says so, else `b`.
    fn select(mask: Self::Mask, a: Self, b: Self) -> Self;
    /// The bits.
    fn to_bits(self) -> Self::Bits;
    /// The number with these bits.
    fn from_bits(bits: Self::Bits) -> Self;

    /// `self > other`.
    #[inline(always)]
    fn above(self, other: Self) -> Self::Mask {
        other.below(self)
    }
    /// Whether this is not a number.
    #[inline(always)]
    fn is_nan(self) -> Self::Mask {
        !self.equals(self)
    }
    /// Selects both parts of a sum.
    #[inline(always)]
    fn select2(mask: Self::Mask, a: (Self, Self), b: (Self, Self)) -> (Self, Self) {
        (Self::select(mask, a.0, b.0), Self::select(mask, a.1, b.1))
    }
    /// The nearest integer to `self factor`, also as bits whose low ones are the integer's. For results below a quarter of
    /// `INTEGERS`.
    #[inline(always)]
    fn round<const FMA: bool>(self, factor: Self) -> (Self, Self::Bits) {
        // Numbers of this size have their units in the lowest bit.
        let magic = Self::pick(1.5 / f32::EPSILON, 1.5 / f64::EPSILON);
        let t = Self::fma::<FMA>(self, factor, magic);
        (t - magic, t.to_bits())
    }
    /// `self` if the integer of `round` is even, else `-self`.
    #[inline(always)]
    fn negate_odd(self, k: Self::Bits) -> Self {
        Self::from_bits(self.to_bits() ^ (k << (Self::WIDTH - 1)))
    }
    /// Whether the integer of `round` is odd.
    #[inline(always)]
    fn is_odd(k: Self::Bits) -> Self::Mask {
        Self::from_bits(k << (Self::WIDTH - 1)).is_sign_negative()
    }
    /// `2^self` for an integer whose result is normal.
    #[inline(always)]
    fn exp2i(self) -> Self {
        let magic = Self::pick(1.5 / f32::EPSILON + 127.0, 1.5 / f64::EPSILON + 1023.0);
        Self::from_bits((self + magic).to_bits() << Self::MANTISSA)
    }
    /// `self 2^k` with the integer of `round`, rounded once, up to infinity and down to zero; `down` says whether k is
    /// negative. For `self` not far from 1.
    #[inline(always)]
    fn scale(self, k: Self::Bits, down: Self::Mask) -> Self {
        // A detour of so many powers keeps the first factor normal.
        let up = Self::from_bits(Self::pick_bits((127 + 64) << 23, (1023 + 512) << 52));
        let low = Self::from_bits(Self::pick_bits((127 - 64) << 23, (1023 - 512) << 52));
        let (bias, rest) = Self::select2(down, (up, low), (low, up));
        let factor = Self::from_bits((k << Self::MANTISSA).plus(bias.to_bits()));
        self * factor * rest
    }
    /// `(m, e)` with `self = m 2^e` and `m` from about `low` to `2 low`, for positive finite numbers. `low` is 1/2 to 1.
    #[inline(always)]
    fn split(self, low: Self) -> (Self, Self) {
        let units = Self::pick(1.0 / f32::EPSILON, 1.0 / f64::EPSILON);
        // The bias of the exponent after the offset of the mantissa below.
        let bias = Self::pick(127.0, 1023.0);
        let tiny = self.below(Self::pick(f32::MIN_POSITIVE, f64::MIN_POSITIVE));
        let x = Self::select(tiny, self * units, self);
        let one = Self::pick_bits(0x3f80_0000, 0x3ff0_0000_0000_0000);
        let all = Self::pick_bits(!0, !0);
        let unit = Self::pick_bits(1, 1);
        let offset = one.plus((low.to_bits() ^ all).plus(unit));
        let bits = x.to_bits().plus(offset);
        let mantissa = Self::pick_bits((1 << 23) - 1, (1 << 52) - 1);
        let m = Self::from_bits((bits & mantissa).plus(low.to_bits()));
        let e = Self::from_bits((bits >> Self::MANTISSA) | units.to_bits());
        let places = Self::pick(23.0, 52.0);
        (m, e - Self::select(tiny, units + bias + places, units + bias))
    }
    /// `self` without the lower half of its bits.
    #[inline(always)]
    fn upper_half(self) -> Self {
        Self::from_bits(self.to_bits() & Self::pick_bits(!0 << 12, !0 << 27))
    }
}

/// `f32` or `f64` itself, with functions of the standard library, for arguments that are too large for ours.
pub trait Number: Real<Mask = bool> + 'static {
    /// The sine.
    fn std_sin(self) -> Self;
    /// The cosine.
    fn std_cos(self) -> Self;
    /// The tangent.
    fn std_tan(self) -> Self;
    /// The truncated remainder, of any arguments.
    fn std_rem(self, divisor: Self) -> Self;
}

macro_rules! real {
    ($t:ident, $bits:ident, $table:tt, $pick:ident) => {
        impl Bits for $bits {
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
        }

        impl Real for $t {
            type Bits = $bits;
            type Mask = bool;
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const HALF: Self = 0.5;
            const TWO: Self = 2.0;
            const INFINITY: Self = Self::INFINITY;
            const NAN: Self = Self::NAN;
            const INTEGERS: Self = 1.0 / Self::EPSILON;
            const MANTISSA: u32 = $t::MANTISSA_DIGITS - 1;
            const WIDTH: u32 = $bits::BITS;

            #[inline(always)]
            fn pick(_single: f32, _double: f64) -> Self {
                $pick!(_single, _double)
            }
            #[inline(always)]
            fn pick_bits(_single: u32, _double: u64) -> $bits {
                $pick!(_single, _double)
            }
            #[inline(always)]
            fn terms(table: Table) -> usize {
                table.$table.len()
            }
            #[inline(always)]
            fn term(table: Table, k: usize) -> Self {
                table.$table[k]
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
            fn is_sign_negative(self) -> bool {
                self.is_sign_negative()
            }
            #[inline(always)]
            fn below(self, other: Self) -> bool {
                self < other
            }
            #[inline(always)]
            fn at_least(self, other: Self) -> bool {
                self >= other
            }
            #[inline(always)]
            fn equals(self, other: Self) -> bool {
                self == other
            }
            #[inline(always)]
            fn select(mask: bool, a: Self, b: Self) -> Self {
                if mask { a } else { b }
            }
            #[inline(always)]
            fn to_bits(self) -> $bits {
                self.to_bits()
            }
            #[inline(always)]
            fn from_bits(bits: $bits) -> Self {
                Self::from_bits(bits)
            }
        }

        impl Number for $t {
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
real!(f32, u32, 0, first);
real!(f64, u64, 1, second);

/// The polynomial with rising coefficients `c`.
#[inline(always)]
pub fn poly<T: Real, const FMA: bool>(x: T, c: Table) -> T {
    let n = T::terms(c);
    let mut sum = T::term(c, n - 1);
    for k in (0..n - 1).rev() {
        sum = T::fma::<FMA>(sum, x, T::term(c, k));
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
