//! The checksum CRC-16-CCITT.

use super::*;
use xparray::kernel::IntoVar;

/// x^16 + x^12 + x^5 + 1, of which bit 15 - k is that of x^k, without the highest.
const POLYNOMIAL: u32 = 0x8408;
const ONE: u32 = 0x8000;

/// NumPy's version goes from byte to byte. The remainders of pieces combine, if it is known for each by what power of x it
/// moves those before it: so this is a reduction. Of a piece, the upper half has the power, the lower one the remainder.
pub fn run<B: Backend>(xp: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let data = inputs.array::<u8>("data")?;
    let message = xp.map_reduce(&data, piece, Reduce::custom(ONE << 16, joined))?;
    let crc = xp.map(&message, |message| {
        let crc = !joined(0xFFFF.into_var(), message) & 0xFFFF;
        (crc << 8 | crc >> 8) & 0xFFFF
    })?;
    outputs([crc.into_dyn()])
}

/// A byte as a piece.
fn piece(byte: Var<u8>) -> Var<u32> {
    (0..8).fold(byte.cast::<u32>() | ONE << 16, |pair, _| times_x(pair))
}

/// Both halves times x.
fn times_x(pair: Var<u32>) -> Var<u32> {
    (pair >> 1 & 0x7FFF_7FFF) ^ (pair & 0x0001_0001) * POLYNOMIAL
}

/// Two pieces as one: both halves of the first times the second's power, and the second's remainder.
fn joined(first: Var<u32>, second: Var<u32>) -> Var<u32> {
    let bit = |k: u32| first * (second >> (16 + k) & 1);
    (1..16).fold(bit(0), |product, k| times_x(product) ^ bit(k)) ^ second & 0xFFFF
}
