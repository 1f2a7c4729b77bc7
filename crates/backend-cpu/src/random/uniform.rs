//! Random bits, and floats uniform in [0, 1).

use std::mem::MaybeUninit;

use half::{bf16, f16};

use super::Stream;
use super::philox::{Draw, PAIRS, fill_places};
use crate::simd::{Compiled, Hot, Warm};

/// The two words of a pair.
#[inline(always)]
pub(super) fn words(pair: u64) -> [u32; 2] {
    [pair as u32, (pair >> 32) as u32]
}

/// Applies a function to each word.
#[inline(always)]
pub(super) fn map_words<T>(pairs: &[u64; PAIRS], out: &mut [[MaybeUninit<T>; 2]; PAIRS], f: impl Fn(u32) -> T) {
    let mut split = [[0; 2]; PAIRS];
    for (words, &pair) in split.iter_mut().zip(pairs) {
        *words = self::words(pair);
    }
    for (out, &word) in out.as_flattened_mut().iter_mut().zip(split.as_flattened()) {
        out.write(f(word));
    }
}

/// Applies a function to each pair of words.
#[inline(always)]
pub(super) fn map_pairs<T>(pairs: &[u64; PAIRS], out: &mut [[MaybeUninit<T>; 1]; PAIRS], f: impl Fn(u64) -> T) {
    for (out, &pair) in out.iter_mut().zip(pairs) {
        out[0].write(f(pair));
    }
}

/// `u32` or `u64`.
pub trait Bits: Copy {
    #[doc(hidden)]
    fn fill_bits(stream: Stream, places: Option<&[u64]>, out: &mut [MaybeUninit<Self>]);
}

/// Fills with random bits.
pub fn bits<T: Bits>(stream: Stream, out: &mut [MaybeUninit<T>]) {
    T::fill_bits(stream, None, out);
}

/// Random bits of the elements at these places.
pub fn bits_at<T: Bits>(stream: Stream, places: &[u64], out: &mut [MaybeUninit<T>]) {
    T::fill_bits(stream, Some(places), out);
}

/// The floating-point types.
pub trait Uniform: Copy {
    #[doc(hidden)]
    fn fill_uniform(stream: Stream, places: Option<&[u64]>, out: &mut [MaybeUninit<Self>]);
}

/// Fills with floats uniform in [0, 1): equally spaced, as many as the significand has bits for.
pub fn uniform<T: Uniform>(stream: Stream, out: &mut [MaybeUninit<T>]) {
    T::fill_uniform(stream, None, out);
}

/// Floats uniform in [0, 1) of the elements at these places.
pub fn uniform_at<T: Uniform>(stream: Stream, places: &[u64], out: &mut [MaybeUninit<T>]) {
    T::fill_uniform(stream, Some(places), out);
}

/// One row for each type: its trait, and the function from words (`u32`) or pairs (`u64`) to it.
macro_rules! fills {
    ($($trait:ident::$fill:ident, $type:ty, $Loops:ident, $draw:ident, $map:ident, $e:literal, $f:expr;)*) => {$(
        #[derive(Clone, Copy)]
        struct $draw;

        impl Draw<$e> for $draw {
            type Out = $type;
            type Loops = $Loops;

            #[inline(always)]
            fn draw<const FMA: bool>(
                self,
                _first: u64,
                pairs: &[u64; PAIRS],
                out: &mut [[MaybeUninit<$type>; $e]; PAIRS],
            ) {
                $map(pairs, out, $f);
            }
        }

        impl $trait for $type {
            fn $fill(stream: Stream, places: Option<&[u64]>, out: &mut [MaybeUninit<$type>]) {
                fill_places(stream, places, $draw, out);
            }
        }
    )*};
}

fills! {
    Bits::fill_bits, u32, Hot, BitsU32, map_words, 2, |word| word;
    Bits::fill_bits, u64, Hot, BitsU64, map_pairs, 1, |pair| pair;
    Uniform::fill_uniform, f32, Hot, UniformF32, map_words, 2, uniform_f32;
    Uniform::fill_uniform, f64, Hot, UniformF64, map_pairs, 1, uniform_f64;
    Uniform::fill_uniform, f16, Warm, UniformF16, map_words, 2, uniform_f16;
    Uniform::fill_uniform, bf16, Warm, UniformBf16, map_words, 2, uniform_bf16;
}

/// `(word >> shift) 2^(shift - 32)`, exact for a shift of 8 or more.
#[inline(always)]
fn fraction(word: u32, shift: u32) -> f32 {
    // A signed conversion is one instruction everywhere.
    (word >> shift) as i32 as f32 * (1.0 / (1u64 << (32 - shift)) as f32)
}

#[inline(always)]
fn uniform_f32(word: u32) -> f32 {
    fraction(word, 8)
}

#[inline(always)]
fn uniform_f64(pair: u64) -> f64 {
    (pair >> 11) as i64 as f64 * (1.0 / (1u64 << 53) as f64)
}

#[inline(always)]
fn uniform_f16(word: u32) -> f16 {
    f16::round(fraction(word, 21))
}

#[inline(always)]
fn uniform_bf16(word: u32) -> bf16 {
    bf16::round(fraction(word, 24))
}

/// The types that are made by rounding an `f32`.
pub(super) trait Rounded: Copy + Send + Sync {
    /// How often loops are compiled.
    type Loops: Compiled;
    /// To the nearest value, ties to even; for finite values below 65520. Without other cases it
    /// vectorises on every instruction set.
    fn round(x: f32) -> Self;
}

impl Rounded for f32 {
    type Loops = Hot;

    #[inline(always)]
    fn round(x: f32) -> f32 {
        x
    }
}

impl Rounded for f16 {
    type Loops = Warm;

    #[inline(always)]
    fn round(x: f32) -> f16 {
        let sign = (x.to_bits() >> 16) & 0x8000;
        let magnitude = x.to_bits() & 0x7fff_ffff;
        // Rounds at bit 13, after changing the exponent's bias from 127 to 15.
        let rounded = magnitude.wrapping_add(0xfff + ((magnitude >> 13) & 1));
        let normal = rounded.wrapping_sub(112 << 23) >> 13;
        // Below 2^-14 the spacing is 2^-24, as it is for f32 between 0.5 and 1.
        let subnormal = (f32::from_bits(magnitude) + 0.5).to_bits() - 0.5f32.to_bits();
        let bits = if magnitude < 113 << 23 { subnormal } else { normal };
        f16::from_bits((sign | bits) as u16)
    }
}

impl Rounded for bf16 {
    type Loops = Warm;

    #[inline(always)]
    fn round(x: f32) -> bf16 {
        let bits = x.to_bits();
        bf16::from_bits((bits.wrapping_add(0x7fff + ((bits >> 16) & 1)) >> 16) as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_the_range() {
        assert_eq!(uniform_f32(0), 0.0);
        assert_eq!(uniform_f32(u32::MAX), 1.0 - f32::EPSILON / 2.0);
        assert_eq!(uniform_f64(0), 0.0);
        assert_eq!(uniform_f64(u64::MAX), 1.0 - f64::EPSILON / 2.0);
        assert_eq!(uniform_f16(u32::MAX).to_f32(), 1.0 - 1.0 / 2048.0);
        assert_eq!(uniform_bf16(u32::MAX).to_f32(), 1.0 - 1.0 / 256.0);
        assert_eq!(uniform_f16(1 << 21).to_f32(), 1.0 / 2048.0);
        assert_eq!(uniform_bf16(1 << 24).to_f32(), 1.0 / 256.0);
    }

    #[test]
    fn rounding_is_to_nearest_even() {
        for i in 0..1_000_000u32 {
            // Steps through the exponents and significands of [2^-30, 8).
            let x = f32::from_bits(((97 << 23) + (i.wrapping_mul(271)) % (33 << 23)) | (i & 1) << 31);
            assert_eq!(f16::round(x), f16::from_f32(x), "{x}");
            assert_eq!(bf16::round(x), bf16::from_f32(x), "{x}");
        }
        for tie in [1.0 + 1.0 / 2048.0, 1.0 + 3.0 / 2048.0, 1.5 / 16_777_216.0] {
            assert_eq!(f16::round(tie), f16::from_f32(tie));
        }
    }
}
