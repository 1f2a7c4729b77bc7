//! How large a launch may be: HIP counts the threads along each axis of a grid in 32 bits.

use std::ops::Range;

/// Blocks of so many threads along an axis.
pub const fn most_blocks(threads: usize) -> usize {
    u32::MAX as usize / threads
}

/// The grid of at least so many blocks, which kernels number by `block_number()`: it goes on along the second axis if
/// the first one ends.
pub fn folded(blocks: usize, threads: usize) -> [u32; 3] {
    let along = blocks.div_ceil(most_blocks(threads)).max(1);
    [blocks.div_ceil(along) as u32, u32::try_from(along).unwrap_or(u32::MAX), 1]
}

/// Parts of `0..count`, each for a launch along one axis, with `blocks` blocks of so many threads for each item.
pub fn parts(count: usize, blocks: usize, threads: usize) -> impl Iterator<Item = Range<usize>> {
    let most = (most_blocks(threads) / blocks.max(1)).max(1);
    (0..count).step_by(most).map(move |first| first..count.min(first + most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_axis_has_too_many_threads() {
        assert_eq!(folded(0, 256), [0, 1, 1]);
        assert_eq!(folded((1 << 24) - 1, 256), [(1 << 24) - 1, 1, 1]);
        for blocks in [1 << 24, (1 << 24) + 1, 40_000_001, 1 << 31, 1 << 36] {
            let [x, y, _] = folded(blocks, 256).map(|n| n as usize);
            assert!(x * y >= blocks && x * (y - 1) < blocks && x * 256 < 1 << 32 && y < 1 << 16, "{blocks}");
        }
    }

    #[test]
    fn parts_are_of_launches() {
        assert_eq!(parts(0, 1, 256).count(), 0);
        assert!(parts((1 << 24) - 1, 1, 256).count() == 1);
        for (count, blocks, threads) in
            [(1 << 24, 1, 256), (40_000_000, 1, 128), (12_000_000, 1, 384), (5, 1 << 23, 384)]
        {
            let parts: Vec<_> = parts(count, blocks, threads).collect();
            assert!(parts.len() > 1 && parts.iter().all(|part| part.len() * blocks * threads < 1 << 32));
            assert_eq!((parts[0].start, parts[parts.len() - 1].end), (0, count));
            assert!(parts.windows(2).all(|pair| pair[0].end == pair[1].start));
        }
    }
}
