//! The checksum CRC-16-CCITT.

use super::*;
use xparray::kernel::{IntoVar, RawVar, index, raw};

/// x^16 + x^12 + x^5 + 1, of which bit 15 - k is that of x^k, without the highest.
const POLYNOMIAL: u32 = 0x8408;
/// Nothing read yet, in both halves of a piece.
const EMPTY: u32 = 0x8000_0000;
/// So many bytes are read one after the other.
const PIECE: usize = 16;

/// NumPy's version reads all bytes one after the other. Here many pieces are read side by side, and joined by a reduction.
/// A piece has its remainder in its lower half; in the upper one, the power of x by which it moves what is before it.
pub fn run<B: Backend>(xp: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let data = inputs.array::<u8>("data")?;
    let pieces = xp.map_to_shape(data.len().div_ceil(PIECE), raw(&data), piece)?;
    let message = xp.map_reduce(&pieces, |piece| piece, Reduce::custom(EMPTY, joined))?;
    let crc = xp.map(&message, |message| {
        let crc = !joined(0xFFFF.into_var(), message) & 0xFFFF;
        (crc << 8 | crc >> 8) & 0xFFFF
    })?;
    outputs([crc.into_dyn()])
}

fn piece(data: RawVar<u8>) -> Var<u32> {
    let (start, len) = (index() * PIECE as i64, data.len() as i64);
    (0..PIECE as i64).fold(EMPTY.into_var(), |piece, k| {
        let byte = data.at((start + k).minimum(len - 1)).cast::<u32>();
        let longer = (0..8).fold(piece ^ byte, |piece, _| times_x(piece));
        (start + k).lt(len).select(longer, piece)
    })
}

/// Both halves times x.
fn times_x(piece: Var<u32>) -> Var<u32> {
    (piece >> 1 & 0x7FFF_7FFF) ^ ((piece & 0x0001_0001) * POLYNOMIAL)
}

/// Two pieces as one: both halves of the first times the second's power, and the second's remainder.
fn joined(first: Var<u32>, second: Var<u32>) -> Var<u32> {
    let term = |k: u32| first * (second >> (16 + k) & 1);
    (1..16).fold(term(0), |product, k| times_x(product) ^ term(k)) ^ second & 0xFFFF
}
