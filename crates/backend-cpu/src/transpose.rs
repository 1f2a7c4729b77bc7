//! Transposition through registers, a cache line or two of each side at a time.

#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(target_arch = "x86_64")]
use crate::simd::{Level, level};

/// `dst[i * dst_row + j] = src[j * src_row + i]` for `i < m`, `j < n`.
///
/// # Safety
/// All elements must be in bounds, those of `src` readable and those of `dst` writable; the sides must not overlap.
pub unsafe fn transpose<E: Copy>(m: usize, n: usize, src: *const E, src_row: isize, dst: *mut E, dst_row: isize) {
    const TILE: usize = 8;
    let tile = tile_kernel::<E>();
    let (full_m, full_n) = (m - m % TILE, n - n % TILE);
    let at = |i: usize, j: usize| {
        // SAFETY: (i, j) is in bounds by the caller's promise.
        unsafe {
            let src = src.offset(j as isize * src_row).add(i);
            (src, dst.offset(i as isize * dst_row).add(j))
        }
    };
    // The shorter side is the inner loop, as it lies together in memory on one side; of squares that which is written.
    let full = |i: usize, j: usize| {
        let (src, dst) = at(i, j);
        // SAFETY: the whole tile at (i, j) is in bounds; the kernel suits this machine.
        unsafe { tile(src, src_row, dst, dst_row) }
    };
    if m >= n {
        for i in (0..full_m).step_by(TILE) {
            (0..full_n).step_by(TILE).for_each(|j| full(i, j));
        }
    } else {
        for j in (0..full_n).step_by(TILE) {
            (0..full_m).step_by(TILE).for_each(|i| full(i, j));
        }
    }
    let single = |i: usize, j: usize| {
        let (src, dst) = at(i, j);
        // SAFETY: one element, in bounds.
        unsafe { *dst = *src }
    };
    for j in full_n..n {
        (0..m).for_each(|i| single(i, j));
    }
    for j in 0..full_n {
        (full_m..m).for_each(|i| single(i, j));
    }
}

/// Transposes a tile of 8 x 8 elements.
type Tile<E> = unsafe fn(*const E, isize, *mut E, isize);

fn tile_kernel<E: Copy>() -> Tile<E> {
    #[cfg(target_arch = "x86_64")]
    match (size_of::<E>(), level()) {
        (8, Level::Avx512) => return x86::tile_8_bytes_512,
        (8, Level::Avx2) => return x86::tile_8_bytes,
        (4, Level::Avx2 | Level::Avx512) => return x86::tile_4_bytes,
        _ => {}
    }
    #[cfg(target_arch = "aarch64")]
    match size_of::<E>() {
        8 => return neon::tile_8_bytes,
        4 => return neon::tile_4_bytes,
        _ => {}
    }
    tile_any
}

/// # Safety
/// All 64 elements of both tiles must be in bounds.
unsafe fn tile_any<E: Copy>(src: *const E, src_row: isize, dst: *mut E, dst_row: isize) {
    for i in 0..8 {
        for j in 0..8 {
            // SAFETY: the caller's promise.
            unsafe { *dst.offset(i * dst_row + j) = *src.offset(j * src_row + i) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Also those that [`transpose`] does not choose on this machine.
    #[test]
    fn every_tile_is_a_transpose() {
        fn check<E: Copy + PartialEq + std::fmt::Debug>(tile: Tile<E>, of: impl Fn(usize) -> E) {
            let source: Vec<E> = (0..80).map(&of).collect();
            let mut found = vec![of(99); 8 * 11];
            // SAFETY: eight rows of 10 and of 11 elements; the machine was asked.
            unsafe { tile(source.as_ptr(), 10, found.as_mut_ptr(), 11) };
            for (at, found) in found.into_iter().enumerate() {
                let (i, j) = (at / 11, at % 11);
                assert_eq!(found, of(if j < 8 { j * 10 + i } else { 99 }));
            }
        }
        check(tile_any, |i| i as u64);
        #[cfg(target_arch = "x86_64")]
        if level() >= Level::Avx2 {
            check(x86::tile_4_bytes, |i| i as u32);
            check(x86::tile_8_bytes, |i| i as u64);
        }
        #[cfg(target_arch = "x86_64")]
        if level() >= Level::Avx512 {
            check(x86::tile_8_bytes_512, |i| i as u64);
        }
        #[cfg(target_arch = "aarch64")]
        {
            check(neon::tile_4_bytes, |i| i as u32);
            check(neon::tile_8_bytes, |i| i as u64);
        }
    }
}
