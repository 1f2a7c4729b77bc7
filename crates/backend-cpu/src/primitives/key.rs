//! NumPy's sort order as unsigned integers.
//!
//! Every element has a *rank*: an unsigned integer that orders as NumPy's sort does. Sorting,
//! searching and comparing work on ranks, so there is one implementation for all types, and one
//! compiled copy for all types of one width.

use half::{bf16, f16};
use num_complex::Complex;
use num_traits::{AsPrimitive, PrimInt, Unsigned};

/// An unsigned integer that ranks elements.
pub trait Key: PrimInt + Unsigned + AsPrimitive<usize> + Send + Sync + 'static {}
impl<K: PrimInt + Unsigned + AsPrimitive<usize> + Send + Sync + 'static> Key for K {}

/// Something that a sort moves: it has a key to sort by.
pub trait Record: Copy + Send + Sync + 'static {
    /// What it is sorted by.
    type Key: Key;
    /// The key.
    fn key(self) -> Self::Key;
}

/// Keys with something to carry along.
#[derive(Clone, Copy, Debug)]
pub struct Keyed<K, T> {
    /// The key.
    pub key: K,
    /// What is carried.
    pub item: T,
}

impl<K: Key, T: Copy + Send + Sync + 'static> Record for Keyed<K, T> {
    type Key = K;
    #[inline(always)]
    fn key(self) -> K {
        self.key
    }
}

macro_rules! plain_records {
    ($($key:ty),*) => {$(
        impl Record for $key {
            type Key = Self;
            #[inline(always)]
            fn key(self) -> Self {
                self
            }
        }
    )*};
}
plain_records!(u8, u16, u32, u64);

/// An element type that the primitives move, order and compare.
pub trait Value: Copy + Send + Sync + 'static {
    /// Wide enough to rank every value.
    type Rank: Key;
    /// The value in a form whose key orders as ranks do, but may tell apart what compares equal.
    type Record: Record;

    /// The value as a record.
    fn record(self) -> Self::Record;

    /// The value of a record, bit for bit.
    fn from_record(record: Self::Record) -> Self;

    /// The place in NumPy's sort order: NaN is last, values that compare equal share a rank.
    fn rank(self) -> Self::Rank;

    /// Whether the value (or a part of a complex value) is NaN.
    #[inline(always)]
    fn is_nan(self) -> bool {
        false
    }

    /// NumPy's `maximum`: NaN if either is NaN.
    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        let keep = self.is_nan() || (!other.is_nan() && self.rank() >= other.rank());
        if keep { self } else { other }
    }

    /// NumPy's `minimum`: NaN if either is NaN.
    #[inline(always)]
    fn smaller(self, other: Self) -> Self {
        let keep = self.is_nan() || (!other.is_nan() && self.rank() <= other.rank());
        if keep { self } else { other }
    }
}

impl Value for bool {
    type Rank = u8;
    type Record = u8;
    #[inline(always)]
    fn rank(self) -> u8 {
        self as u8
    }
    #[inline(always)]
    fn record(self) -> u8 {
        self as u8
    }
    #[inline(always)]
    fn from_record(record: u8) -> Self {
        record != 0
    }
}

macro_rules! integers {
    ($($int:ty: $rank:ty),*) => {$(
        impl Value for $int {
            type Rank = $rank;
            type Record = $rank;
            #[inline(always)]
            fn record(self) -> $rank {
                self.rank()
            }
            #[inline(always)]
            fn from_record(record: $rank) -> Self {
                record.wrapping_add(<$int>::MIN as $rank) as $int
            }
            #[inline(always)]
            fn rank(self) -> $rank {
                // The most negative value ranks 0.
                (self as $rank).wrapping_sub(<$int>::MIN as $rank)
            }
        }
    )*};
}
integers!(i8: u8, i16: u16, i32: u32, i64: u64, u8: u8, u16: u16, u32: u32, u64: u64);

macro_rules! floats {
    ($($float:ty: $rank:ty, $signed:ty),*) => {$(
        impl Value for $float {
            type Rank = $rank;
            type Record = $rank;

            #[inline(always)]
            fn rank(self) -> $rank {
                const SIGN: $rank = 1 << (<$rank>::BITS - 1);
                const INFINITY: $rank = <$float>::INFINITY.to_bits();
                let bits = self.to_bits();
                let magnitude = bits & !SIGN;
                let bits = if magnitude == 0 { 0 } else { bits };
                let nan = magnitude > INFINITY;
                if nan { <$rank>::MAX } else { <$float>::from_bits(bits).record() }
            }

            #[inline(always)]
            fn record(self) -> $rank {
                const SIGN: $rank = 1 << (<$rank>::BITS - 1);
                let bits = self.to_bits();
                // Negative values order by falling magnitude, below all positive ones.
                let all_if_negative = (bits as $signed >> (<$rank>::BITS - 1)) as $rank;
                let ordered = bits ^ (all_if_negative | SIGN);
                // Now -inf is the first: what went before, NaN with a sign, wraps to the end.
                ordered.wrapping_sub(!<$float>::NEG_INFINITY.to_bits())
            }

            #[inline(always)]
            fn from_record(record: $rank) -> Self {
                const SIGN: $rank = 1 << (<$rank>::BITS - 1);
                let ordered = record.wrapping_add(!<$float>::NEG_INFINITY.to_bits());
                let all_if_positive = (ordered as $signed >> (<$rank>::BITS - 1)) as $rank;
                Self::from_bits(ordered ^ (!all_if_positive | SIGN))
            }

            #[inline(always)]
            fn is_nan(self) -> bool {
                <$float>::is_nan(self)
            }

            #[inline(always)]
            fn larger(self, other: Self) -> Self {
                if self >= other || <$float>::is_nan(self) { self } else { other }
            }

            #[inline(always)]
            fn smaller(self, other: Self) -> Self {
                if self <= other || <$float>::is_nan(self) { self } else { other }
            }
        }
    )*};
}
floats!(f16: u16, i16, bf16: u16, i16, f32: u32, i32, f64: u64, i64);

macro_rules! complexes {
    ($($part:ty: $half:ty, $rank:ty),*) => {$(
        impl Value for Complex<$part> {
            type Rank = $rank;
            type Record = Keyed<$rank, Self>;

            #[inline(always)]
            fn record(self) -> Self::Record {
                Keyed {
                    key: self.rank(),
                    item: self,
                }
            }

            #[inline(always)]
            fn from_record(record: Self::Record) -> Self {
                record.item
            }

            /// Lexicographic; then, after all others, R + NaN·i by R, NaN + R·i by R, and
            /// NaN + NaN·i.
            #[inline(always)]
            fn rank(self) -> $rank {
                // No number has these ranks, so they are free to stand for what follows.
                const ALL: $half = <$half>::MAX;
                let (re, im) = (self.re.rank(), self.im.rank());
                let (high, low) = match (re == ALL, im == ALL) {
                    (false, false) => (re, im),
                    (false, true) => (ALL - 2, re),
                    (true, false) => (ALL - 1, im),
                    (true, true) => (ALL, ALL),
                };
                (high as $rank) << <$half>::BITS | low as $rank
            }

            #[inline(always)]
            fn is_nan(self) -> bool {
                self.re.is_nan() || self.im.is_nan()
            }
        }
    )*};
}
complexes!(f32: u32, u64, f64: u64, u128);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_order_integers_and_bools() {
        assert!(i8::MIN.rank() < (-1i8).rank() && (-1i8).rank() < 0i8.rank());
        assert_eq!((i64::MIN.rank(), i64::MAX.rank()), (0, u64::MAX));
        assert!(false.rank() < true.rank());
        assert_eq!(u16::MAX.rank(), u16::MAX);
    }

    #[test]
    fn ranks_order_floats() {
        let inf = f32::INFINITY;
        let rising = [-inf, f32::MIN, -1.5, -1e-45, 0.0, 1e-45, 1.0, f32::MAX, inf, f32::NAN];
        assert!(rising.is_sorted_by(|a, b| a.rank() < b.rank()));
        let rising = rising.map(f64::from);
        assert!(rising.is_sorted_by(|a, b| a.rank() < b.rank()));
        assert_eq!((-0.0f32).rank(), 0.0f32.rank());
        assert_eq!((-f64::NAN).rank(), f64::NAN.rank());
    }

    #[test]
    fn ranks_order_all_half_floats() {
        for a in 0..=u16::MAX {
            // Neighbours of a pattern's magnitude, and the pattern of the other sign.
            for b in [a.wrapping_add(1), a ^ 0x8000, 0] {
                let (x, y) = (f16::from_bits(a), f16::from_bits(b));
                let less = x < y || (y.is_nan() && !x.is_nan());
                assert_eq!(x.rank() < y.rank(), less, "{x} {y}");
                let (x, y) = (bf16::from_bits(a), bf16::from_bits(b));
                let less = x < y || (y.is_nan() && !x.is_nan());
                assert_eq!(x.rank() < y.rank(), less, "{x} {y}");
            }
        }
    }

    /// NumPy's rule for complex numbers, as its documentation of `sort` states it.
    #[test]
    fn ranks_order_complex_numbers() {
        let nan = f32::NAN;
        let inf = f32::INFINITY;
        let parts = [
            (-inf, 5.0),
            (-1.0, 3.0),
            (0.0, -1.0),
            (-0.0, 2.0),
            (0.0, inf),
            (inf, inf),
            (-inf, nan),
            (3.0, nan),
            (inf, nan),
            (nan, -inf),
            (nan, 0.0),
            (nan, inf),
            (nan, nan),
        ];
        let rising = parts.map(|(re, im)| Complex::new(re, im));
        assert!(rising.is_sorted_by(|a, b| a.rank() < b.rank()));
        let rising = rising.map(|z| Complex::new(z.re as f64, z.im as f64));
        assert!(rising.is_sorted_by(|a, b| a.rank() < b.rank()));
    }

    #[test]
    fn records_order_as_ranks_do_and_keep_all_bits() {
        let patterns = || (0..=u16::MAX).map(f16::from_bits);
        for (x, y) in patterns().zip(patterns().cycle().skip(1)) {
            assert_eq!(f16::from_record(x.record()).to_bits(), x.to_bits());
            for (a, b) in [(x, y), (x, -x), (-y, y), (x, f16::NAN), (-x, f16::NEG_INFINITY)] {
                assert!(a.rank() >= b.rank() || a.record() < b.record(), "{a} {b}");
            }
        }
        for x in [-0.0, 1.5, f64::NEG_INFINITY, f64::NAN, -f64::NAN] {
            assert_eq!(f64::from_record(x.record()).to_bits(), x.to_bits());
        }
        assert_eq!([i8::MIN, -1, 0, 5].map(|x| i8::from_record(x.record())), [i8::MIN, -1, 0, 5]);
        assert_eq!([false, true].map(|x| bool::from_record(x.record())), [false, true]);
    }

    #[test]
    fn extremes_propagate_nan() {
        let nan = f64::NAN;
        assert!(nan.larger(1.0).is_nan() && 1.0.larger(nan).is_nan());
        assert!(nan.smaller(1.0).is_nan() && 1.0.smaller(nan).is_nan());
        assert_eq!((2.0.larger(1.0), 2.0.smaller(1.0)), (2.0, 1.0));
        assert_eq!((3u8.larger(4), false.smaller(true)), (4, false));
        let (a, b) = (Complex::new(1.0, 5.0), Complex::new(1.0, 6.0));
        let bad = Complex::new(0.0, nan);
        assert_eq!((a.larger(b), a.smaller(b)), (b, a));
        assert!(a.larger(bad).im.is_nan() && a.smaller(bad).im.is_nan());
        assert!(bad.larger(a).im.is_nan() && bad.smaller(a).im.is_nan());
    }
}
