//! The normal and the exponential distribution.

use std::marker::PhantomData;
use std::mem::MaybeUninit;

use super::Stream;
use super::math::Float;
use super::philox::{Draw, PAIRS, fill_places};
use super::uniform::{Rounded, map_pairs, map_words, words};
use crate::simd::{Hot, Warm};

/// The floating-point types.
pub trait Normal: Copy {
    #[doc(hidden)]
    fn fill_normal(stream: Stream, places: Option<&[u64]>, out: &mut [MaybeUninit<Self>]);
    #[doc(hidden)]
    fn fill_exponential(stream: Stream, places: Option<&[u64]>, out: &mut [MaybeUninit<Self>]);
}

/// Fills with normally distributed values of mean 0 and variance 1. They are finite: the
/// largest are 6.7 for the 32- and 16-bit types and 9.4 for `f64`.
pub fn standard_normal<T: Normal>(stream: Stream, out: &mut [MaybeUninit<T>]) {
    T::fill_normal(stream, None, out);
}

/// Normally distributed values of the elements at these places.
pub fn standard_normal_at<T: Normal>(stream: Stream, places: &[u64], out: &mut [MaybeUninit<T>]) {
    T::fill_normal(stream, Some(places), out);
}

/// Fills with exponentially distributed values of mean 1. They are finite: the largest are 22.2
/// for the 32- and 16-bit types and 44.4 for `f64`.
pub fn standard_exponential<T: Normal>(stream: Stream, out: &mut [MaybeUninit<T>]) {
    T::fill_exponential(stream, None, out);
}

/// Exponentially distributed values of the elements at these places.
pub fn standard_exponential_at<T: Normal>(stream: Stream, places: &[u64], out: &mut [MaybeUninit<T>]) {
    T::fill_exponential(stream, Some(places), out);
}

/// Two `f32` values from each pair of words, each then rounded to another type.
#[derive(Clone, Copy)]
struct NormalF32<T>(PhantomData<T>);

impl<T: Rounded> Draw<2> for NormalF32<T> {
    type Out = T;
    type Loops = T::Loops;

    #[inline(always)]
    fn draw<const FMA: bool>(self, _first: u64, pairs: &[u64; PAIRS], out: &mut [[MaybeUninit<T>; 2]; PAIRS]) {
        for (out, &pair) in out.iter_mut().zip(pairs) {
            let [radius, angle] = words(pair);
            let [x, y] = f32::normal::<FMA>(radius, angle);
            *out = [MaybeUninit::new(T::round(x)), MaybeUninit::new(T::round(y))];
        }
    }
}

/// Two `f64` values from the two pairs of each block.
#[derive(Clone, Copy)]
struct NormalF64;

impl Draw<1> for NormalF64 {
    type Out = f64;
    type Loops = Hot;

    #[inline(always)]
    fn draw<const FMA: bool>(self, _first: u64, pairs: &[u64; PAIRS], out: &mut [[MaybeUninit<f64>; 1]; PAIRS]) {
        let (out, _) = out.as_chunks_mut::<2>();
        let (blocks, _) = pairs.as_chunks::<2>();
        for (out, &[radius, angle]) in out.iter_mut().zip(blocks) {
            let [x, y] = f64::normal::<FMA>(radius, angle);
            *out = [[MaybeUninit::new(x)], [MaybeUninit::new(y)]];
        }
    }
}

/// An `f32` value from each word, then rounded to another type.
#[derive(Clone, Copy)]
struct ExponentialF32<T>(PhantomData<T>);

impl<T: Rounded> Draw<2> for ExponentialF32<T> {
    type Out = T;
    type Loops = Warm;

    #[inline(always)]
    fn draw<const FMA: bool>(self, _first: u64, pairs: &[u64; PAIRS], out: &mut [[MaybeUninit<T>; 2]; PAIRS]) {
        map_words(pairs, out, |word| T::round(f32::exponential::<FMA>(word)));
    }
}

#[derive(Clone, Copy)]
struct ExponentialF64;

impl Draw<1> for ExponentialF64 {
    type Out = f64;
    type Loops = Warm;

    #[inline(always)]
    fn draw<const FMA: bool>(self, _first: u64, pairs: &[u64; PAIRS], out: &mut [[MaybeUninit<f64>; 1]; PAIRS]) {
        map_pairs(pairs, out, f64::exponential::<FMA>);
    }
}

impl Normal for f64 {
    fn fill_normal(stream: Stream, places: Option<&[u64]>, out: &mut [MaybeUninit<f64>]) {
        fill_places(stream, places, NormalF64, out);
    }

    fn fill_exponential(stream: Stream, places: Option<&[u64]>, out: &mut [MaybeUninit<f64>]) {
        fill_places(stream, places, ExponentialF64, out);
    }
}

impl<T: Rounded> Normal for T {
    fn fill_normal(stream: Stream, places: Option<&[u64]>, out: &mut [MaybeUninit<T>]) {
        fill_places(stream, places, NormalF32(PhantomData), out);
    }

    fn fill_exponential(stream: Stream, places: Option<&[u64]>, out: &mut [MaybeUninit<T>]) {
        fill_places(stream, places, ExponentialF32(PhantomData), out);
    }
}
