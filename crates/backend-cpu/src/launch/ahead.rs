//! Fetching the operands of the next tile: while steps work in the L1 cache, the memory would be idle.

use super::space::{Access, Tile, is_row_major};
use crate::simd::{LINE, prefetch};
use smallvec::SmallVec;

/// Memory that is read soon: starts and lengths in bytes.
#[derive(Default)]
pub struct Ahead(SmallVec<[(*const u8, usize); 4]>);

impl Ahead {
    /// The operands of a tile that are read in place.
    pub fn new(accesses: &[Access], tile: &Tile) -> Self {
        let axes = 0..tile.dims.len();
        let contiguous = accesses.iter().filter(|access| is_row_major(&tile.dims, &access.strides));
        Self(
            contiguous
                .map(|access| (access.at(&tile.start, axes.clone()).cast_const(), tile.len() * access.size))
                .collect(),
        )
    }

    /// Asks for part `k` of `parts`. In parts, because a core waits for few lines at a time, and does nothing else
    /// once it has asked for more.
    pub fn part(&self, k: usize, parts: usize) {
        for &(start, bytes) in &self.0 {
            let lines = bytes.div_ceil(LINE);
            (lines * k / parts..lines * (k + 1) / parts).for_each(|line| prefetch(start.wrapping_add(line * LINE)));
        }
    }
}
