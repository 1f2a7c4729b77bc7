//! What reductions need of the types that tiles hold.

use super::super::ops::complex;
use super::super::ops::real::Real;
use crate::simd::{Cold, Compiled, Hot, Warm};
use num_complex::Complex;
use xparray_ir::Element;

/// A type that tiles hold.
pub trait Value: Copy + 'static {
    /// How often loops over this type are compiled.
    type Loops: Compiled;
    /// The type of the same width whose sums and products have the same bits.
    type Modular: Value;
    /// In which totals of many tiles are kept: exactly for integers, with at least twice
    /// the digits of a float.
    type Total: Copy;

    /// The sum of no values.
    fn zero() -> Self;
    /// The product of no values.
    fn one() -> Self;
    /// No value is less.
    fn least() -> Self;
    /// No value is greater.
    fn greatest() -> Self;
    /// The sum; integers wrap.
    fn add(self, other: Self) -> Self;
    /// The product; integers wrap.
    fn mul(self, other: Self) -> Self;
    /// The lesser, NaN if either is.
    fn min(self, other: Self) -> Self;
    /// The greater, NaN if either is.
    fn max(self, other: Self) -> Self;
    /// Whether both are equal, or both are NaN.
    fn same(self, other: Self) -> bool;
    /// Whether NaN is among the values, and minima without it are faster.
    const HAS_NAN: bool = false;
    /// Whether this type is frequent enough for loops that read at four places at a time.
    const FREQUENT: bool = true;
    /// Whether this is NaN.
    #[inline(always)]
    fn is_nan(self) -> bool {
        false
    }
    /// The lesser, if neither is NaN.
    #[inline(always)]
    fn min_ordered(self, other: Self) -> Self {
        self.min(other)
    }
    /// The greater, if neither is NaN.
    #[inline(always)]
    fn max_ordered(self, other: Self) -> Self {
        self.max(other)
    }
    /// Of floats, the exponent of a power of 2 that is in the middle between 1 and the ends of the range; 0 where products wrap.
    const POWER: i32 = 0;
    /// The larger magnitude of the parts of a float, NaN if one is.
    #[inline(always)]
    fn extent(self) -> f64 {
        1.0
    }
    /// A float times a power of 2.
    #[inline(always)]
    fn times_power(self, _exponent: i32) -> Self {
        self
    }
    /// As a total.
    fn total(self) -> Self::Total;
    /// The sum of totals.
    fn add_totals(a: Self::Total, b: Self::Total) -> Self::Total;
    /// A total, rounded.
    fn round(total: Self::Total) -> Self;
}

macro_rules! integers {
    ($($T:ident $Modular:ident $Loops:ident $frequent:literal;)*) => {$(
        impl Value for $T {
            type Loops = $Loops;
            type Modular = $Modular;
            type Total = $T;
            const FREQUENT: bool = $frequent;

            #[inline(always)]
            fn zero() -> Self {
                0
            }
            #[inline(always)]
            fn one() -> Self {
                1
            }
            #[inline(always)]
            fn least() -> Self {
                $T::MIN
            }
            #[inline(always)]
            fn greatest() -> Self {
                $T::MAX
            }
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn mul(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                Ord::min(self, other)
            }
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                Ord::max(self, other)
            }
            #[inline(always)]
            fn same(self, other: Self) -> bool {
                self == other
            }
            #[inline(always)]
            fn total(self) -> Self {
                self
            }
            #[inline(always)]
            fn add_totals(a: Self, b: Self) -> Self {
                a.wrapping_add(b)
            }
            #[inline(always)]
            fn round(total: Self) -> Self {
                total
            }
        }
    )*};
}
integers! {
    i8 u8 Cold false;
    i16 u16 Cold false;
    i32 u32 Warm false;
    i64 u64 Warm false;
    u8 u8 Cold false;
    u16 u16 Cold false;
    u32 u32 Warm true;
    u64 u64 Warm true;
}

impl Value for bool {
    type Loops = Warm;
    type Modular = bool;
    type Total = bool;
    const FREQUENT: bool = false;

    #[inline(always)]
    fn zero() -> Self {
        false
    }
    #[inline(always)]
    fn one() -> Self {
        true
    }
    #[inline(always)]
    fn least() -> Self {
        false
    }
    #[inline(always)]
    fn greatest() -> Self {
        true
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self | other
    }
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self & other
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self & other
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self | other
    }
    #[inline(always)]
    fn same(self, other: Self) -> bool {
        self == other
    }
    #[inline(always)]
    fn total(self) -> Self {
        self
    }
    #[inline(always)]
    fn add_totals(a: Self, b: Self) -> Self {
        a | b
    }
    #[inline(always)]
    fn round(total: Self) -> Self {
        total
    }
}

/// A float with more digits than its own: for `f32` an `f64`, for `f64` a sum of two.
pub trait Wide: Real {
    /// [`Value::POWER`].
    const POWER: i32;
    /// The type with more digits.
    type Wide: Copy;
    /// Exactly.
    fn widened(self) -> Self::Wide;
    /// The sum.
    fn add_wide(a: Self::Wide, b: Self::Wide) -> Self::Wide;
    /// Rounded.
    fn narrowed(wide: Self::Wide) -> Self;
    /// As `f64`, rounded.
    fn wide_as_f64(wide: Self::Wide) -> f64;
}

impl Wide for f32 {
    const POWER: i32 = 64;
    type Wide = f64;

    #[inline(always)]
    fn widened(self) -> f64 {
        self as f64
    }
    #[inline(always)]
    fn add_wide(a: f64, b: f64) -> f64 {
        a + b
    }
    #[inline(always)]
    fn narrowed(wide: f64) -> f32 {
        wide as f32
    }
    #[inline(always)]
    fn wide_as_f64(wide: f64) -> f64 {
        wide
    }
}

/// `sum + rest`, where `rest` collects what additions to `sum` round away.
#[derive(Clone, Copy)]
pub struct Twofold {
    sum: f64,
    rest: f64,
}

impl Wide for f64 {
    const POWER: i32 = 512;
    type Wide = Twofold;

    #[inline(always)]
    fn widened(self) -> Twofold {
        Twofold { sum: self, rest: 0.0 }
    }
    #[inline(always)]
    fn add_wide(a: Twofold, b: Twofold) -> Twofold {
        let sum = a.sum + b.sum;
        let part = sum - a.sum;
        let lost = (a.sum - (sum - part)) + (b.sum - part);
        Twofold { sum, rest: a.rest + b.rest + lost }
    }
    #[inline(always)]
    fn narrowed(wide: Twofold) -> f64 {
        // What an infinity loses is NaN.
        if wide.sum.is_finite() { wide.sum + wide.rest } else { wide.sum }
    }
    #[inline(always)]
    fn wide_as_f64(wide: Twofold) -> f64 {
        f64::narrowed(wide)
    }
}

macro_rules! floats {
    ($($T:ident)*) => {$(
        impl Value for $T {
            type Loops = Hot;
            type Modular = $T;
            type Total = <$T as Wide>::Wide;

            #[inline(always)]
            fn zero() -> Self {
                0.0
            }
            #[inline(always)]
            fn one() -> Self {
                1.0
            }
            #[inline(always)]
            fn least() -> Self {
                $T::NEG_INFINITY
            }
            #[inline(always)]
            fn greatest() -> Self {
                $T::INFINITY
            }
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                self + other
            }
            #[inline(always)]
            fn mul(self, other: Self) -> Self {
                self * other
            }
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                if self < other || self.is_nan() { self } else { other }
            }
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                if self > other || self.is_nan() { self } else { other }
            }
            #[inline(always)]
            fn same(self, other: Self) -> bool {
                self == other || (self.is_nan() && other.is_nan())
            }
            const HAS_NAN: bool = true;
            #[inline(always)]
            fn is_nan(self) -> bool {
                self != self
            }
            #[inline(always)]
            fn min_ordered(self, other: Self) -> Self {
                if self < other { self } else { other }
            }
            #[inline(always)]
            fn max_ordered(self, other: Self) -> Self {
                if self > other { self } else { other }
            }
            const POWER: i32 = <$T as Wide>::POWER;
            #[inline(always)]
            fn extent(self) -> f64 {
                self.abs().widen()
            }
            fn times_power(self, exponent: i32) -> Self {
                self * $T::round_from(2f64.powi(exponent))
            }
            #[inline(always)]
            fn total(self) -> Self::Total {
                self.widened()
            }
            #[inline(always)]
            fn add_totals(a: Self::Total, b: Self::Total) -> Self::Total {
                <$T>::add_wide(a, b)
            }
            #[inline(always)]
            fn round(total: Self::Total) -> Self {
                <$T>::narrowed(total)
            }
        }
    )*};
}
floats! { f32 f64 }

impl<T: Wide> Value for Complex<T>
where
    Complex<T>: Element,
{
    type Loops = Warm;
    type Modular = Self;
    type Total = [T::Wide; 2];
    const FREQUENT: bool = false;

    #[inline(always)]
    fn zero() -> Self {
        Complex::new(T::zero(), T::zero())
    }
    #[inline(always)]
    fn one() -> Self {
        Complex::new(T::one(), T::zero())
    }
    #[inline(always)]
    fn least() -> Self {
        Complex::new(T::neg_infinity(), T::neg_infinity())
    }
    #[inline(always)]
    fn greatest() -> Self {
        Complex::new(T::infinity(), T::infinity())
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Complex::new(self.re + other.re, self.im + other.im)
    }
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        complex::multiply(self, other)
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        complex::min(self, other)
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        complex::max(self, other)
    }
    #[inline(always)]
    fn same(self, other: Self) -> bool {
        (self.re == other.re && self.im == other.im) || (complex::is_nan(self) && complex::is_nan(other))
    }
    const POWER: i32 = T::POWER;
    #[inline(always)]
    fn extent(self) -> f64 {
        let (re, im) = (self.re.widen().abs(), self.im.widen().abs());
        if re > im || re.is_nan() { re } else { im }
    }
    fn times_power(self, exponent: i32) -> Self {
        let power = T::round_from(2f64.powi(exponent));
        Complex::new(self.re * power, self.im * power)
    }
    #[inline(always)]
    fn total(self) -> Self::Total {
        [self.re.widened(), self.im.widened()]
    }
    #[inline(always)]
    fn add_totals(a: Self::Total, b: Self::Total) -> Self::Total {
        [T::add_wide(a[0], b[0]), T::add_wide(a[1], b[1])]
    }
    #[inline(always)]
    fn round(total: Self::Total) -> Self {
        Complex::new(T::narrowed(total[0]), T::narrowed(total[1]))
    }
}
