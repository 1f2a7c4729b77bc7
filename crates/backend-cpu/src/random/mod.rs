//! Counter-based random numbers: the same on every backend, for any number of threads.
//!
//! # Words
//! A [`Stream`] is an endless sequence of 32-bit words. Words `4b .. 4b + 4` are the output of
//! Philox4x32-10 for the counter `[b, b >> 32, id, id >> 32]` and the key `[seed, seed >> 32]` (each
//! truncated to 32 bits), where `b` is the index of the block.
//!
//! # Elements
//! A fill writes the elements at positions `p = offset, offset + 1, ...` of the stream (modulo
//! 2^64); each depends on the stream and its position only, so a fill in parts equals one fill.
//! `w(i)` is word `i`, and `x(i) = w(2i) + 2^32 w(2i + 1)` a pair of words.
//!
//! | fill | element `p` |
//! | --- | --- |
//! | [`bits`], `u32` | `w(p)` |
//! | [`bits`], `u64` | `x(p)` |
//! | [`uniform`], `f32` | `(w(p) >> 8) 2^-24` |
//! | [`uniform`], `f16` | `(w(p) >> 21) 2^-11` |
//! | [`uniform`], `bf16` | `(w(p) >> 24) 2^-8` |
//! | [`uniform`], `f64` | `(x(p) >> 11) 2^-53` |
//! | [`integers_inclusive`], up to 32 bits | from `w(p)`, see below |
//! | [`integers_inclusive`], 64 bits | from `x(p)`, see below |
//! | [`standard_exponential`], `f32` | `-log1p(-w(p) 2^-32)` |
//! | [`standard_exponential`], `f64` | `-log1p(-x(p) 2^-64)` |
//! | [`standard_normal`], `f32` | from `w(p & !1)` and `w(p \| 1)`, see below |
//! | [`standard_normal`], `f64` | from `x(p & !1)` and `x(p \| 1)`, see below |
//! | the last two, `f16` and `bf16` | the `f32`, rounded to nearest |
//!
//! Normal values are Box-Muller's: with two words as fractions `u` and `v` of 2^32 (or pairs, of
//! 2^64), the even element is `r cos(2 pi v)` and the odd one `r sin(2 pi v)`, where
//! `r = sqrt(-2 log1p(-u))`. There is no case to treat apart: `u = 0` gives 0.
//!
//! Bits, uniforms, integers and permutations are exact. The others are computed with functions that are
//! within 2.5 units in the last place, so backends agree up to rounding.
//!
//! Fills of different kinds from one stream are made from the same words. So give each array a
//! stream of its own (the next `id`), and use `offset` only to fill one array in parts.
//!
//! # Integers
//! Lemire's method (ACM TOMACS 29, 2019), exactly uniform: let `s` be the number of values and `L`
//! 32 or 64 as above, and `v` be `w(p)` or `x(p)`. `v s` is split into `h 2^L + l`. The element is
//! `low + h`, unless `l < 2^L mod s`. Then the next `v` is tried: retries of element `p` come from
//! blocks that no fill reaches, with the index `2^63 + 2^56 k + (p mod 2^56)` for `k = 0 .. 128`; each has
//! two pairs, of which 32-bit elements use the low words. (Were all 256 refused, which has a
//! probability below 2^-256, the last would be taken.)

mod integers;
mod math;
mod normal;
mod permutation;
mod philox;
mod uniform;

#[cfg(test)]
mod tests;

pub use integers::{Integer, integers_inclusive};
pub use normal::{standard_exponential, standard_exponential_at, standard_normal, standard_normal_at};
pub use permutation::permutation;
pub use uniform::{bits, bits_at, uniform, uniform_at};

/// A place in a sequence of random numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stream {
    /// The user's seed: Philox's key.
    pub seed: u64,
    /// Which of the seed's sequences: the upper half of Philox's counter.
    pub id: u64,
    /// The position of the first element.
    pub offset: u64,
}

impl Stream {
    /// The place `n` elements further.
    pub fn skip(self, n: u64) -> Self {
        Stream { offset: self.offset.wrapping_add(n), ..self }
    }
}
