//! The checksum CRC-16-CCITT.

use super::*;
use xparray::kernel::{RawVar, index, raw};

/// x^16 + x^12 + x^5 + 1, of which bit 15 - k is that of x^k, without the highest.
const POLYNOMIAL: u32 = 0x8408;
/// A piece of nothing: no remainder, and 1.
const EMPTY: u32 = 0x8000_0000;
/// So many bytes are read one after the other.
const PIECE: usize = 16;

/// NumPy's version reads all bytes one after the other, bit by bit. Here many pieces are read side by side, by a table of
/// bytes, and joined by a reduction. A piece has its remainder in its lower half; in the upper one, the power of x by which
/// it moves what is before it.
fn checksum<B: Backend>(data: Array<u8, B>) -> Result<Array<u32, B>> {
    let xp = &data.xp().clone();
    // Zeros in front leave no remainder; ones that are there at the beginning change the first two bytes.
    let filled = data.len().next_multiple_of(PIECE) - data.len();
    let mut data = data.pad((filled, 0))?;
    let first = data.slice(s![filled..filled + 2])? ^ 0xFF;
    data.assign(s![filled..filled + 2], first)?;
    let table = xp.map(&xp.arange(0..256)?, |byte| (0..8).fold(byte.cast::<u32>(), |byte, _| times_x(byte)))?;
    let pieces = xp.map_to_shape(data.len() / PIECE, (raw(&data), raw(&table)), |(data, table)| piece(data, table))?;
    let message = xp.map_reduce(&pieces, |piece| piece, Reduce::custom(EMPTY, joined))?;
    xp.map(&message, |message| {
        let crc = !message & 0xFFFF;
        (crc << 8 | crc >> 8) & 0xFFFF
    })
}

pub fn prepare<B: Backend>(_: &mut Inputs<B>) -> Result<Run<B>> {
    let checksum = jit(checksum);
    Ok(Box::new(move |_: &B, inputs: &mut Inputs<B>| outputs([checksum.call(inputs.array("data")?)?.into_dyn()])))
}

fn piece(data: RawVar<u8>, table: RawVar<u32>) -> Var<u32> {
    let start = index() * PIECE as i64;
    let byte = |k: i64| data.at(start + k).cast::<u32>();
    let next = |crc: Var<u32>, k| crc >> 8 ^ table.at((crc ^ byte(k)) & 0xFF);
    let crc = (1..PIECE as i64).fold(table.at(byte(0)), next);
    let times_x = |power: u32| (power >> 1 & 0x7FFF_0000) ^ ((power >> 16 & 1) * (POLYNOMIAL << 16));
    let power = (0..8 * PIECE).fold(EMPTY, |power, _| times_x(power));
    crc | power
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
