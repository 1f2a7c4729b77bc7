//! Fetching the operands of the next tile: while steps work in the L1 cache, the memory would be idle.

use super::space::{Access, Tile, is_row_major};
use smallvec::SmallVec;

/// Bytes of a cache line.
const LINE: usize = 64;

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

/// Brings a line nearer, without an effect otherwise.
#[inline]
fn prefetch(line: *const u8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch never faults.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T1>(line.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = line;
}
