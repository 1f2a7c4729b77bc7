//! Tiles in registers of NEON.

use std::arch::aarch64::*;

/// # Safety
/// As for [`tile_any`](super::tile_any); elements must have 8 bytes.
pub unsafe fn tile_8_bytes<E: Copy>(src: *const E, src_row: isize, dst: *mut E, dst_row: isize) {
    for i in (0isize..8).step_by(2) {
        for j in (0isize..8).step_by(2) {
            // SAFETY: the caller's promise; unaligned loads and stores of two elements.
            unsafe {
                let load = |k| vld1q_u64(src.offset((j + k) * src_row + i).cast());
                let store = |k, x| vst1q_u64(dst.offset((i + k) * dst_row + j).cast(), x);
                let (a, b) = (load(0), load(1));
                store(0, vzip1q_u64(a, b));
                store(1, vzip2q_u64(a, b));
            }
        }
    }
}

/// # Safety
/// As for [`tile_any`](super::tile_any); elements must have 4 bytes.
pub unsafe fn tile_4_bytes<E: Copy>(src: *const E, src_row: isize, dst: *mut E, dst_row: isize) {
    for (i, j) in [(0isize, 0isize), (4, 0), (0, 4), (4, 4)] {
        // SAFETY: the caller's promise; unaligned loads and stores of four elements.
        unsafe {
            let load = |k| vld1q_u32(src.offset((j + k) * src_row + i).cast());
            let store = |k, x| vst1q_u32(dst.offset((i + k) * dst_row + j).cast(), x);
            let (a, b, c, d) = (load(0), load(1), load(2), load(3));
            let (ac0, ac2) = (vzip1q_u32(a, c), vzip2q_u32(a, c));
            let (bd0, bd2) = (vzip1q_u32(b, d), vzip2q_u32(b, d));
            store(0, vzip1q_u32(ac0, bd0));
            store(1, vzip2q_u32(ac0, bd0));
            store(2, vzip1q_u32(ac2, bd2));
            store(3, vzip2q_u32(ac2, bd2));
        }
    }
}
