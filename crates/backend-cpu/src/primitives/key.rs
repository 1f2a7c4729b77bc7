//! NumPy's sort order as unsigned integers.
//!
//! Every element has a *rank*: an unsigned integer that orders as NumPy's sort does. Sorting and searching see the bits of
//! elements, and an [`Ordering`] that makes ranks of them, which for all real types of one width is the same code: there
//! is one compiled copy for a width, not for a type.

use crate::simd::{Cold, Compiled, Hot, Warm};
use half::{bf16, f16};
use num_complex::Complex;
use num_traits::{AsPrimitive, PrimInt, Unsigned, WrappingAdd, WrappingSub};

/// An unsigned integer that ranks elements.
pub trait Key:
    PrimInt + Unsigned + WrappingAdd + WrappingSub + AsPrimitive<usize> + Send + Sync + std::fmt::Debug + 'static
{
}
impl<K> Key for K where
    K: PrimInt + Unsigned + WrappingAdd + WrappingSub + AsPrimitive<usize> + Send + Sync + std::fmt::Debug + 'static
{
}

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

impl<K: Key> Record for K {
    type Key = K;
    #[inline(always)]
    fn key(self) -> K {
        self
    }
}

/// The order of elements, given by their bits.
pub trait Ordering: Copy + Send + Sync + 'static {
    /// The bits of an element.
    type Bits: Copy + Send + Sync + 'static;
    /// Wide enough to rank every element.
    type Rank: Key;
    /// The place in NumPy's sort order: NaN is last, values that compare equal share a rank.
    fn rank(self, bits: Self::Bits) -> Self::Rank;
    /// Whether the value (or a part of a complex value) is NaN.
    fn is_nan(self, bits: Self::Bits) -> bool;
}

/// How the bits of real numbers become integers in their order; what differs from type to type are these numbers.
#[derive(Clone, Copy, Debug)]
pub struct Order<K> {
    /// The bits of the magnitude.
    magnitude: K,
    /// The greatest magnitude that is no NaN.
    greatest: K,
    /// The bits that are flipped in every number, and in negative ones.
    flipped: (K, K),
    /// What is subtracted then.
    first: K,
}

impl<K: Key> Order<K> {
    /// All ones if the highest bit is set.
    #[inline(always)]
    fn spread(bits: K) -> K {
        bits.signed_shr(K::zero().count_zeros() - 1)
    }

    /// The bits in a form that orders as ranks do, but may tell apart what compares equal.
    #[inline(always)]
    pub fn record(self, bits: K) -> K {
        // Negative floats order by falling magnitude, below all positive ones.
        let ordered = bits ^ (Self::spread(bits) & self.flipped.1 | self.flipped.0);
        // -inf is the first float: what goes before, NaN with a sign, wraps to the end.
        ordered.wrapping_sub(&self.first)
    }

    /// The bits of a record.
    #[inline(always)]
    pub fn bits(self, record: K) -> K {
        let ordered = record.wrapping_add(&self.first);
        ordered ^ (!Self::spread(ordered) & self.flipped.1 | self.flipped.0)
    }
}

impl<K: Key> Ordering for Order<K> {
    type Bits = K;
    type Rank = K;

    #[inline(always)]
    fn rank(self, bits: K) -> K {
        let magnitude = bits & self.magnitude;
        let nan = magnitude > self.greatest;
        let bits = if magnitude == K::zero() { K::zero() } else { bits };
        if nan { K::max_value() } else { self.record(bits) }
    }

    #[inline(always)]
    fn is_nan(self, bits: K) -> bool {
        bits & self.magnitude > self.greatest
    }
}

/// The order of complex numbers: lexicographic; then, after all others, R + NaN·i by R, NaN + R·i by R, and NaN + NaN·i.
#[derive(Clone, Copy, Debug)]
pub struct Parts<K>(Order<K>);

macro_rules! parts {
    ($($half:ty: $rank:ty),*) => {$(
        impl Ordering for Parts<$half> {
            type Bits = [$half; 2];
            type Rank = $rank;

            #[inline(always)]
            fn rank(self, bits: [$half; 2]) -> $rank {
                // No number has these ranks, so they are free to stand for what follows.
                const ALL: $half = <$half>::MAX;
                let [re, im] = bits.map(|part| self.0.rank(part));
                let (high, low) = match (re == ALL, im == ALL) {
                    (false, false) => (re, im),
                    (false, true) => (ALL - 2, re),
                    (true, false) => (ALL - 1, im),
                    (true, true) => (ALL, ALL),
                };
                (high as $rank) << <$half>::BITS | low as $rank
            }

            #[inline(always)]
            fn is_nan(self, bits: [$half; 2]) -> bool {
                bits.into_iter().any(|part| self.0.is_nan(part))
            }
        }
    )*};
}
parts!(u32: u64, u64: u128);

/// An element type that the primitives order and compare.
///
/// # Safety
/// Every value is laid out as the bits of its order.
pub unsafe trait Value: Copy + Send + Sync + 'static {
    /// The type of its order.
    type Order: Ordering;
    /// Its order.
    const ORDER: Self::Order;
    /// For which instruction sets loops over such elements are compiled, and those of functions that are seldom used.
    type Often: Compiled;
    /// As above.
    type Seldom: Compiled;

    /// The bits of values.
    #[inline(always)]
    fn bits(values: &[Self]) -> &[<Self::Order as Ordering>::Bits] {
        const { assert!(size_of::<Self>() == size_of::<<Self::Order as Ordering>::Bits>()) };
        assert!(values.as_ptr().cast::<<Self::Order as Ordering>::Bits>().is_aligned());
        // SAFETY: the types' layouts agree, by the promise of the trait.
        unsafe { std::slice::from_raw_parts(values.as_ptr().cast(), values.len()) }
    }

    /// The place in NumPy's sort order.
    #[inline(always)]
    fn rank(self) -> <Self::Order as Ordering>::Rank {
        Self::ORDER.rank(Self::bits(&[self])[0])
    }

    /// Whether the value (or a part of a complex value) is NaN.
    #[inline(always)]
    fn is_nan(self) -> bool {
        Self::ORDER.is_nan(Self::bits(&[self])[0])
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

macro_rules! integers {
    ($($int:ty: $key:ty, $often:ty, $seldom:ty);*) => {$(
        // SAFETY: an integer of the same width.
        unsafe impl Value for $int {
            type Order = Order<$key>;
            // The most negative value ranks 0.
            const ORDER: Order<$key> = Order {
                magnitude: <$key>::MAX,
                greatest: <$key>::MAX,
                flipped: (<$int>::MIN as $key, 0),
                first: 0,
            };
            type Often = $often;
            type Seldom = $seldom;
        }
    )*};
}
integers! {
    i8: u8, Cold, Cold; i16: u16, Cold, Cold; i32: u32, Hot, Warm; i64: u64, Hot, Warm;
    u8: u8, Cold, Cold; u16: u16, Cold, Cold; u32: u32, Hot, Warm; u64: u64, Hot, Warm
}

// SAFETY: a truth value is the byte 0 or 1.
unsafe impl Value for bool {
    type Order = Order<u8>;
    const ORDER: Order<u8> = u8::ORDER;
    type Often = Cold;
    type Seldom = Cold;
}

macro_rules! floats {
    ($($float:ty: $key:ty, $often:ty, $seldom:ty);*) => {$(
        // SAFETY: a float is laid out as its bits.
        unsafe impl Value for $float {
            type Order = Order<$key>;
            const ORDER: Order<$key> = Order {
                magnitude: <$key>::MAX >> 1,
                greatest: <$float>::INFINITY.to_bits(),
                flipped: (1 << (<$key>::BITS - 1), <$key>::MAX),
                first: !<$float>::NEG_INFINITY.to_bits(),
            };
            type Often = $often;
            type Seldom = $seldom;

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
floats!(f16: u16, Cold, Cold; bf16: u16, Cold, Cold; f32: u32, Hot, Warm; f64: u64, Hot, Warm);

// SAFETY: a complex number is laid out as its parts.
unsafe impl Value for Complex<f32> {
    type Order = Parts<u32>;
    const ORDER: Parts<u32> = Parts(f32::ORDER);
    type Often = Warm;
    type Seldom = Cold;
}
// SAFETY: as above.
unsafe impl Value for Complex<f64> {
    type Order = Parts<u64>;
    const ORDER: Parts<u64> = Parts(f64::ORDER);
    type Often = Warm;
    type Seldom = Cold;
}

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
        let (order, patterns) = (f16::ORDER, || (0..=u16::MAX).map(f16::from_bits));
        for (x, y) in patterns().zip(patterns().cycle().skip(1)) {
            assert_eq!(order.bits(order.record(x.to_bits())), x.to_bits());
            for (a, b) in [(x, y), (x, -x), (-y, y), (x, f16::NAN), (-x, f16::NEG_INFINITY)] {
                let (first, second) = (order.record(a.to_bits()), order.record(b.to_bits()));
                assert!(a.rank() >= b.rank() || first < second, "{a} {b}");
            }
        }
        for x in [-0.0, 1.5, f64::NEG_INFINITY, f64::NAN, -f64::NAN].map(f64::to_bits) {
            assert_eq!(f64::ORDER.bits(f64::ORDER.record(x)), x);
        }
        for x in 0..=u8::MAX {
            assert_eq!(i8::ORDER.bits(i8::ORDER.record(x)), x);
        }
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
