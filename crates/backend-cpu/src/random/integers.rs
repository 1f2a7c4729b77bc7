//! Integers of any range, without bias.

use std::mem::MaybeUninit;
use std::slice;

use super::Stream;
use super::philox::{Draw, PAIRS, fill};
use super::uniform::words;
use crate::simd::Warm;

/// The range of integers holds no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no integer lies in {low} .. {high}")]
pub struct EmptyRange {
    /// The least value asked for.
    pub low: i128,
    /// The bound that is not above it, one past the last value asked for.
    pub high: i128,
}

/// The integer types.
pub trait Integer: Copy + Send + Sync + Ord + Into<i128> {
    #[doc(hidden)]
    fn fill_integers(stream: Stream, low: Self, last: Self, out: &mut [MaybeUninit<Self>]);
    #[doc(hidden)]
    fn plus(self, n: u64) -> Self;
}

/// Fills with integers uniform in `low ..= last`, which may be all values of the type; see the module for the method.
pub fn integers_inclusive<T: Integer>(
    stream: Stream,
    low: T,
    last: T,
    out: &mut [MaybeUninit<T>],
) -> Result<(), EmptyRange> {
    if low > last {
        return Err(EmptyRange { low: low.into(), high: last.into() + 1 });
    }
    T::fill_integers(stream, low, last, out);
    Ok(())
}

/// The number of attempts after the first.
const RETRIES: u64 = 256;

/// The values of the retries of element `position`, a pair of words each.
fn retries(stream: Stream, position: u64) -> impl Iterator<Item = u64> {
    (0..RETRIES / 2).flat_map(move |k| {
        let block = 1 << 63 | k << 56 | position & ((1 << 56) - 1);
        stream.pairs::<1>(block, u64::MAX)[0]
    })
}

/// The first value of the retries that is accepted.
#[cold]
#[inline(never)]
fn retry(stream: Stream, position: u64, accept: impl Fn(u64) -> (u64, bool)) -> u64 {
    let mut last = 0;
    for value in retries(stream, position) {
        let (h, accepted) = accept(value);
        last = h;
        if accepted {
            break;
        }
    }
    last
}

/// `h` below `size`, from one word; `size` is at most 2^32.
#[derive(Clone, Copy)]
struct FromWord<T> {
    stream: Stream,
    size: u64,
    /// `2^32 mod size`.
    threshold: u32,
    low: T,
}

impl<T: Integer> Draw<2> for FromWord<T> {
    type Out = T;
    type Loops = Warm;

    #[inline(always)]
    fn draw<const FMA: bool>(self, first: u64, pairs: &[u64; PAIRS], out: &mut [[MaybeUninit<T>; 2]; PAIRS]) {
        let mut accepted = true;
        for (out, &pair) in out.iter_mut().zip(pairs) {
            for (out, word) in out.iter_mut().zip(words(pair)) {
                let product = u64::from(word) * self.size;
                out.write(self.low.plus(product >> 32));
                accepted &= product as u32 >= self.threshold;
            }
        }
        if accepted {
            return;
        }
        for (i, out) in out.as_flattened_mut().iter_mut().enumerate() {
            let accept = |value: u64| {
                let product = u64::from(value as u32) * self.size;
                (product >> 32, product as u32 >= self.threshold)
            };
            if !accept(pairs[i / 2] >> (32 * (i % 2))).1 {
                let position = first.wrapping_add(i as u64);
                out.write(self.low.plus(retry(self.stream, position, accept)));
            }
        }
    }
}

/// `h` below `size`, from a pair of words; a size of 0 stands for 2^64. `SHORT` promises a size
/// below 2^32, for which the wide product is made of two narrow ones.
#[derive(Clone, Copy)]
struct FromPair<T, const SHORT: bool> {
    stream: Stream,
    size: u64,
    /// `2^64 mod size`.
    threshold: u64,
    low: T,
}

impl<T, const SHORT: bool> FromPair<T, SHORT> {
    /// The high and low half of `value * size`.
    #[inline(always)]
    fn product(&self, value: u64) -> (u64, u64) {
        if SHORT {
            let low = (value & 0xffff_ffff) * self.size;
            let high = (value >> 32) * self.size + (low >> 32);
            (high >> 32, high << 32 | low & 0xffff_ffff)
        } else if self.size == 0 {
            (value, u64::MAX)
        } else {
            let product = u128::from(value) * u128::from(self.size);
            ((product >> 64) as u64, product as u64)
        }
    }
}

impl<T: Integer, const SHORT: bool> Draw<1> for FromPair<T, SHORT> {
    type Out = T;
    type Loops = Warm;

    #[inline(always)]
    fn draw<const FMA: bool>(self, first: u64, pairs: &[u64; PAIRS], out: &mut [[MaybeUninit<T>; 1]; PAIRS]) {
        let mut accepted = true;
        for (out, &pair) in out.iter_mut().zip(pairs) {
            let (h, l) = self.product(pair);
            out[0].write(self.low.plus(h));
            accepted &= l >= self.threshold;
        }
        if accepted {
            return;
        }
        for (i, out) in out.as_flattened_mut().iter_mut().enumerate() {
            let accept = |value: u64| {
                let (h, l) = self.product(value);
                (h, l >= self.threshold)
            };
            if !accept(pairs[i]).1 {
                let position = first.wrapping_add(i as u64);
                out.write(self.low.plus(retry(self.stream, position, accept)));
            }
        }
    }
}

fn from_word<U: Integer>(stream: Stream, size: u64, low: U, out: &mut [MaybeUninit<U>]) {
    let threshold = ((1 << 32) % size) as u32;
    fill(stream, FromWord { stream, size, threshold, low }, out);
}

/// A size of 0 stands for 2^64.
fn from_pair<U: Integer>(stream: Stream, size: u64, low: U, out: &mut [MaybeUninit<U>]) {
    if size == 0 || size >> 32 != 0 {
        let threshold = size.wrapping_neg().checked_rem(size).unwrap_or(0);
        fill(stream, FromPair::<_, false> { stream, size, threshold, low }, out);
    } else {
        let threshold = size.wrapping_neg() % size;
        fill(stream, FromPair::<_, true> { stream, size, threshold, low }, out);
    }
}

/// Signed integers are made as unsigned ones of the same bits.
macro_rules! integers {
    ($($type:ty as $bits:ty, $method:ident;)*) => {$(
        impl Integer for $type {
            fn fill_integers(stream: Stream, low: $type, last: $type, out: &mut [MaybeUninit<$type>]) {
                let size = (last as u64).wrapping_sub(low as u64).wrapping_add(1);
                // SAFETY: both types are of one size, and take any bits.
                let bits = unsafe { slice::from_raw_parts_mut(out.as_mut_ptr().cast(), out.len()) };
                $method::<$bits>(stream, size, low as $bits, bits);
            }

            #[inline(always)]
            fn plus(self, n: u64) -> $type {
                self.wrapping_add(n as $type)
            }
        }
    )*};
}

integers! {
    i8 as u8, from_word;
    i16 as u16, from_word;
    i32 as u32, from_word;
    i64 as u64, from_pair;
    u8 as u8, from_word;
    u16 as u16, from_word;
    u32 as u32, from_word;
    u64 as u64, from_pair;
}
