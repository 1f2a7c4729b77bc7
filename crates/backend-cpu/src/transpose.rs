//! Transposition through registers, a cache line or two of each side at a time.

#[cfg(target_arch = "x86_64")]
use crate::simd::{Level, level};
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

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
        (8, Level::Avx512) => return tile_8_bytes_512,
        (8, Level::Avx2) => return tile_8_bytes,
        (4, Level::Avx2 | Level::Avx512) => return tile_4_bytes,
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

/// # Safety
/// As for [`tile_any`]; elements must have 8 bytes and the machine AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn tile_8_bytes<E: Copy>(src: *const E, src_row: isize, dst: *mut E, dst_row: isize) {
    for (i, j) in [(0isize, 0isize), (4, 0), (0, 4), (4, 4)] {
        // SAFETY: the caller's promise; unaligned loads and stores of four elements.
        unsafe {
            let load = |k| _mm256_loadu_pd(src.offset((j + k) * src_row + i).cast());
            let (a, b, c, d) = (load(0), load(1), load(2), load(3));
            let (ab0, ab1) = (_mm256_unpacklo_pd(a, b), _mm256_unpackhi_pd(a, b));
            let (cd0, cd1) = (_mm256_unpacklo_pd(c, d), _mm256_unpackhi_pd(c, d));
            let store = |k, x| _mm256_storeu_pd(dst.offset((i + k) * dst_row + j).cast(), x);
            store(0, _mm256_permute2f128_pd::<0x20>(ab0, cd0));
            store(1, _mm256_permute2f128_pd::<0x20>(ab1, cd1));
            store(2, _mm256_permute2f128_pd::<0x31>(ab0, cd0));
            store(3, _mm256_permute2f128_pd::<0x31>(ab1, cd1));
        }
    }
}

/// # Safety
/// As for [`tile_any`]; elements must have 4 bytes and the machine AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn tile_4_bytes<E: Copy>(src: *const E, src_row: isize, dst: *mut E, dst_row: isize) {
    // SAFETY: the caller's promise; unaligned loads and stores of eight elements.
    unsafe {
        let load = |k| _mm256_loadu_ps(src.offset(k * src_row).cast());
        let store = |k, x| _mm256_storeu_ps(dst.offset(k * dst_row).cast(), x);
        let pairs = |k| {
            let (a, b) = (load(k), load(k + 1));
            (_mm256_unpacklo_ps(a, b), _mm256_unpackhi_ps(a, b))
        };
        // Columns (0, 4), (1, 5), (2, 6), (3, 7) of four rows, in the two halves of a register.
        let fours = |k| {
            let ((a, b), (c, d)) = (pairs(k), pairs(k + 2));
            [
                _mm256_shuffle_ps::<0b01_00_01_00>(a, c),
                _mm256_shuffle_ps::<0b11_10_11_10>(a, c),
                _mm256_shuffle_ps::<0b01_00_01_00>(b, d),
                _mm256_shuffle_ps::<0b11_10_11_10>(b, d),
            ]
        };
        let (top, bottom) = (fours(0), fours(4));
        for k in 0..4 {
            let (t, b) = (top[k], bottom[k]);
            store(k as isize, _mm256_permute2f128_ps::<0x20>(t, b));
            store(k as isize + 4, _mm256_permute2f128_ps::<0x31>(t, b));
        }
    }
}

/// # Safety
/// As for [`tile_any`]; elements must have 8 bytes and the machine AVX-512.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
unsafe fn tile_8_bytes_512<E: Copy>(src: *const E, src_row: isize, dst: *mut E, dst_row: isize) {
    // SAFETY: the caller's promise; unaligned loads and stores of eight elements.
    unsafe {
        let load = |k| _mm512_loadu_pd(src.offset(k * src_row).cast());
        let store = |k, x| _mm512_storeu_pd(dst.offset(k * dst_row).cast(), x);
        // Even and odd columns of two rows; then of four rows columns 0 and 4, or 2 and 6, of
        // those; then of all rows one column.
        let pairs = |k| {
            let (a, b) = (load(k), load(k + 1));
            [_mm512_unpacklo_pd(a, b), _mm512_unpackhi_pd(a, b)]
        };
        let rows = [pairs(0), pairs(2), pairs(4), pairs(6)];
        for odd in 0..2 {
            let [a, b, c, d] = rows.map(|pair| pair[odd]);
            let k = odd as isize;
            let top = _mm512_shuffle_f64x2::<0x88>(a, b);
            let bottom = _mm512_shuffle_f64x2::<0x88>(c, d);
            store(k, _mm512_shuffle_f64x2::<0x88>(top, bottom));
            store(k + 4, _mm512_shuffle_f64x2::<0xdd>(top, bottom));
            let top = _mm512_shuffle_f64x2::<0xdd>(a, b);
            let bottom = _mm512_shuffle_f64x2::<0xdd>(c, d);
            store(k + 2, _mm512_shuffle_f64x2::<0x88>(top, bottom));
            store(k + 6, _mm512_shuffle_f64x2::<0xdd>(top, bottom));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kernels that [`transpose`] does not choose on this machine.
    #[test]
    #[cfg(target_arch = "x86_64")]
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
        if level() >= Level::Avx2 {
            check(tile_4_bytes, |i| i as u32);
            check(tile_8_bytes, |i| i as u64);
        }
        if level() >= Level::Avx512 {
            check(tile_8_bytes_512, |i| i as u64);
        }
    }
}
