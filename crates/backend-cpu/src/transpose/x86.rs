//! Tiles in registers of AVX2 and AVX-512.

use std::arch::x86_64::*;

/// # Safety
/// As for [`tile_any`](super::tile_any); elements must have 8 bytes and the machine AVX2.
#[target_feature(enable = "avx2")]
pub unsafe fn tile_8_bytes<E: Copy>(src: *const E, src_row: isize, dst: *mut E, dst_row: isize) {
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
/// As for [`tile_any`](super::tile_any); elements must have 4 bytes and the machine AVX2.
#[target_feature(enable = "avx2")]
pub unsafe fn tile_4_bytes<E: Copy>(src: *const E, src_row: isize, dst: *mut E, dst_row: isize) {
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
/// As for [`tile_any`](super::tile_any); elements must have 8 bytes and the machine AVX-512.
#[target_feature(enable = "avx512f")]
pub unsafe fn tile_8_bytes_512<E: Copy>(src: *const E, src_row: isize, dst: *mut E, dst_row: isize) {
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
