//! Philox4x32-10 (Salmon, Moraes, Dror and Shaw, SC 2011) and the loop that fills arrays from it.

use std::mem::MaybeUninit;

use super::Stream;
use crate::parallel::for_items;
use crate::simd::{Compiled, Kernel};

pub(super) const MULTIPLIERS: [u32; 2] = [0xD251_1F53, 0xCD9E_8D57];
const WEYL: [u32; 2] = [0x9E37_79B9, 0xBB67_AE85];
const ROUNDS: usize = 10;
const LOW: u64 = u32::MAX as u64;

/// Blocks computed side by side: two of the widest vectors, so that multiplications overlap.
const BLOCKS: usize = 16;
/// Two words of a block together: the first in the low half, the second in the high half.
pub(super) const PAIRS: usize = 2 * BLOCKS;

/// One block: four words from a 128-bit counter and a 64-bit key, the form that published vectors have.
#[cfg(test)]
pub(super) fn philox4x32(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    rounds(counter.map(u64::from), key).map(|word| word as u32)
}

/// A block whose words lie in the low halves of 64-bit integers, the shape in which vector units
/// multiply 32 by 32 bits. The upper halves are whatever is left there.
#[inline(always)]
fn rounds([mut c0, mut c1, mut c2, mut c3]: [u64; 4], mut key: [u32; 2]) -> [u64; 4] {
    for _ in 0..ROUNDS {
        let p0 = (c0 & LOW) * u64::from(MULTIPLIERS[0]);
        let p1 = (c2 & LOW) * u64::from(MULTIPLIERS[1]);
        c0 = (p1 >> 32) ^ c1 ^ u64::from(key[0]);
        c2 = (p0 >> 32) ^ c3 ^ u64::from(key[1]);
        (c1, c3) = (p1, p0);
        key = [key[0].wrapping_add(WEYL[0]), key[1].wrapping_add(WEYL[1])];
    }
    [c0, c1, c2, c3]
}

impl Stream {
    fn key(&self) -> [u32; 2] {
        [self.seed as u32, (self.seed >> 32) as u32]
    }

    /// The pairs of the `N` blocks from `block` on; `last` is the index after which 0 follows.
    #[inline(always)]
    pub(super) fn pairs<const N: usize>(&self, block: u64, last: u64) -> [[u64; 2]; N] {
        self.pairs_of(std::array::from_fn(|i| block.wrapping_add(i as u64) & last))
    }

    /// The pairs of any blocks.
    #[inline(always)]
    fn pairs_of<const N: usize>(&self, blocks: [u64; N]) -> [[u64; 2]; N] {
        let key = self.key();
        let mut pairs = [[0; 2]; N];
        for (pair, index) in pairs.iter_mut().zip(blocks) {
            let c = rounds([index, index >> 32, self.id, self.id >> 32], key);
            *pair = [c[0] & LOW | c[1] << 32, c[2] & LOW | c[3] << 32];
        }
        pairs
    }
}

/// How `E` elements are made from each pair of words.
pub(super) trait Draw<const E: usize>: Copy + Sync {
    type Out: Copy + Send;
    /// How often the loop is compiled.
    type Loops: Compiled;

    /// Makes the elements of a group of pairs; `first` is the position in the stream of the first.
    fn draw<const FMA: bool>(self, first: u64, pairs: &[u64; PAIRS], out: &mut [[MaybeUninit<Self::Out>; E]; PAIRS]);
}

/// Below this many elements, starting other threads costs more than they save.
const SERIAL: usize = 1 << 15;
/// Elements for one task. Any split gives the same values: each depends on its position alone.
const CHUNK: usize = 1 << 15;

/// Fills `out` with the elements at `stream.offset` and after.
pub(super) fn fill<const E: usize, D: Draw<E>>(stream: Stream, draw: D, out: &mut [MaybeUninit<D::Out>]) {
    if out.len() < SERIAL {
        return D::Loops::run(Fill { stream, places: None, draw, out });
    }
    for_items(out.chunks_mut(CHUNK), 1, |i, out| {
        let stream = stream.skip((i * CHUNK) as u64);
        D::Loops::run(Fill { stream, places: None, draw, out });
    });
}

/// Fills `out` with the elements at these places of the stream, if any are given, whose offset then does not count. What is
/// drawn must not depend on where neighbours are.
pub(super) fn fill_places<const E: usize, D: Draw<E>>(
    stream: Stream,
    places: Option<&[u64]>,
    draw: D,
    out: &mut [MaybeUninit<D::Out>],
) {
    match places {
        Some(_) => D::Loops::run(Fill { stream, places, draw, out }),
        None => fill(stream, draw, out),
    }
}

struct Fill<'a, const E: usize, D: Draw<E>> {
    stream: Stream,
    /// Of the elements, if they do not follow each other.
    places: Option<&'a [u64]>,
    draw: D,
    out: &'a mut [MaybeUninit<D::Out>],
}

impl<const E: usize, D: Draw<E>> Fill<'_, E, D> {
    /// Elements of a block.
    const PER_BLOCK: u64 = 2 * E as u64;

    /// The blocks from that of `position` on, which is the first of it.
    #[inline(always)]
    fn from(position: u64) -> [u64; BLOCKS] {
        let (block, last) = (position / Self::PER_BLOCK, u64::MAX / Self::PER_BLOCK);
        std::array::from_fn(|i| block.wrapping_add(i as u64) & last)
    }

    /// The elements of some blocks; `position` is that of the first.
    #[inline(always)]
    fn group<const FMA: bool>(
        &self,
        position: u64,
        blocks: [u64; BLOCKS],
        out: &mut [[MaybeUninit<D::Out>; E]; PAIRS],
    ) {
        let blocks = self.stream.pairs_of(blocks);
        let mut pairs = [0; PAIRS];
        pairs.copy_from_slice(blocks.as_flattened());
        self.draw.draw::<FMA>(position, &pairs, out);
    }
}

impl<const E: usize, D: Draw<E>> Kernel for Fill<'_, E, D> {
    type Output = ();

    #[inline(always)]
    fn run<const FMA: bool>(mut self) {
        let mut rest = std::mem::take(&mut self.out);
        let mut places = self.places;
        // Groups start with a block, the output maybe within one.
        let mut skip = (self.stream.offset % Self::PER_BLOCK) as usize;
        let mut position = self.stream.offset - skip as u64;
        while !rest.is_empty() {
            let whole = rest.as_chunks_mut::<E>().0.first_chunk_mut::<PAIRS>();
            let written = match whole {
                Some(out) if skip == 0 && places.is_none() => {
                    self.group::<FMA>(position, Self::from(position), out);
                    PAIRS * E
                }
                _ => {
                    // Of each place's block one element, or all elements of blocks that follow each other.
                    let here = places.map(|places| &places[..places.len().min(BLOCKS)]);
                    let blocks = match here {
                        Some(places) => std::array::from_fn(|i| places.get(i).map_or(0, |at| at / Self::PER_BLOCK)),
                        None => Self::from(position),
                    };
                    let mut buffer = [[MaybeUninit::uninit(); E]; PAIRS];
                    self.group::<FMA>(position, blocks, &mut buffer);
                    let values = buffer.as_flattened();
                    if let Some(here) = here {
                        for ((out, at), block) in rest.iter_mut().zip(here).zip(values.chunks_exact(2 * E)) {
                            *out = block[(at % Self::PER_BLOCK) as usize];
                        }
                        places = places.map(|places| &places[here.len()..]);
                        here.len()
                    } else {
                        let values = &values[skip..];
                        let count = values.len().min(rest.len());
                        rest[..count].copy_from_slice(&values[..count]);
                        count
                    }
                }
            };
            rest = &mut rest[written..];
            position = position.wrapping_add((PAIRS * E) as u64);
            skip = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `kat_vectors` of Random123 1.14.
    #[test]
    fn known_answers() {
        let vectors = [
            ([0; 4], [0; 2], [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8]),
            ([u32::MAX; 4], [u32::MAX; 2], [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd]),
            (
                [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344],
                [0xa4093822, 0x299f31d0],
                [0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1],
            ),
        ];
        for (counter, key, expected) in vectors {
            assert_eq!(philox4x32(counter, key), expected);
        }
    }
}
