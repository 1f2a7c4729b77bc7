//! Selection with AVX-512's compress instructions.
//!
//! Each function handles whole runs of 64 mask elements, and returns how many mask elements are
//! done and how many values are written. Compressing goes to a register and then to memory: the
//! form that writes memory itself is slow on some processors.

use std::arch::x86_64::*;

use crate::simd::{Level, level};
use std::ops::Range;

/// Whether the functions below may be called.
pub(super) fn available() -> bool {
    level() == Level::Avx512
}

/// A run of the mask as bits.
///
/// # Safety
/// AVX-512 BW is there.
#[target_feature(enable = "avx512f,avx512bw")]
fn bits(run: &[u8; 64]) -> u64 {
    // SAFETY: the run has 64 bytes.
    let bytes = unsafe { _mm512_loadu_epi8(run.as_ptr().cast()) };
    _mm512_test_epi8_mask(bytes, bytes)
}

/// For four bits of a mask, each of them twice.
const TWICE: [u8; 16] = {
    let mut twice = [0; 16];
    let mut bits = 0;
    while bits < 16 {
        let mut k = 0;
        while k < 4 {
            twice[bits] |= ((bits as u8 >> k) & 1) * (3 << (2 * k));
            k += 1;
        }
        bits += 1;
    }
    twice
};

macro_rules! values {
    ($name:ident, $int:ty, $lane:ty, $lanes:literal, $load:ident, $compress:ident, $store:ident,
     $store_some:ident) => {
        /// Selects values of this width.
        ///
        /// # Safety
        /// [`available`]; `from` has as many values as `mask`, `to` has room for `room`, the
        /// number of trues.
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,popcnt")]
        pub(super) unsafe fn $name(from: *const $int, mask: &[u8], to: *mut $int, room: usize) -> (usize, usize) {
            let (runs, _) = mask.as_chunks::<64>();
            let mut written = 0;
            for (i, run) in runs.iter().enumerate() {
                let bits = bits(run);
                for j in (0..64).step_by($lanes) {
                    let selected = (bits >> j) as $lane;
                    // SAFETY: the values are there, and the number of trues bounds what is
                    // written: whole vectors only while there is room for them.
                    unsafe {
                        let values = $load(from.add(64 * i + j).cast());
                        let packed = $compress(selected, values);
                        let count = selected.count_ones();
                        let to = to.add(written).cast();
                        if written + $lanes <= room {
                            $store(to, packed);
                        } else {
                            $store_some(to, ((1u32 << count) - 1) as $lane, packed);
                        }
                        written += count as usize;
                    }
                }
            }
            (64 * runs.len(), written)
        }
    };
}
values!(
    values32,
    u32,
    u16,
    16,
    _mm512_loadu_epi32,
    _mm512_maskz_compress_epi32,
    _mm512_storeu_epi32,
    _mm512_mask_storeu_epi32
);
values!(
    values64,
    u64,
    u8,
    8,
    _mm512_loadu_epi64,
    _mm512_maskz_compress_epi64,
    _mm512_storeu_epi64,
    _mm512_mask_storeu_epi64
);

/// Selects values of 16 bytes, as pairs of half as many.
///
/// # Safety
/// [`available`]; `from` has as many pairs as `mask` elements, `to` has room for `room`, the number of trues.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,popcnt")]
pub(super) unsafe fn values128(from: *const u64, mask: &[u8], to: *mut u64, room: usize) -> (usize, usize) {
    let (runs, _) = mask.as_chunks::<64>();
    let mut written = 0;
    for (i, run) in runs.iter().enumerate() {
        let bits = bits(run);
        for j in (0..64).step_by(4) {
            let selected = TWICE[(bits >> j) as usize & 15];
            let count = selected.count_ones();
            // SAFETY: the values are there, and the number of trues bounds what is written: whole vectors only while
            // there is room for them.
            unsafe {
                let packed =
                    _mm512_maskz_compress_epi64(selected, _mm512_loadu_epi64(from.add(2 * (64 * i + j)).cast()));
                let to = to.add(2 * written).cast();
                if written + 4 <= room {
                    _mm512_storeu_epi64(to, packed);
                } else {
                    _mm512_mask_storeu_epi64(to, ((1u32 << count) - 1) as u8, packed);
                }
            }
            written += count as usize / 2;
        }
    }
    (64 * runs.len(), written)
}

/// Selects positions, of which the first is `start`.
///
/// # Safety
/// [`available`]; `to` has room for `room`, the number of trues.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,popcnt")]
pub(super) unsafe fn positions(start: i64, mask: &[u8], to: *mut i64, room: usize) -> (usize, usize) {
    let (runs, _) = mask.as_chunks::<64>();
    let mut written = 0;
    let lanes = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
    let mut here = _mm512_add_epi64(lanes, _mm512_set1_epi64(start));
    for run in runs {
        let bits = bits(run);
        for j in (0..64).step_by(8) {
            let selected = (bits >> j) as u8;
            let packed = _mm512_maskz_compress_epi64(selected, here);
            here = _mm512_add_epi64(here, _mm512_set1_epi64(8));
            let count = selected.count_ones();
            // SAFETY: the number of trues bounds what is written.
            unsafe {
                let to = to.add(written);
                if written + 8 <= room {
                    _mm512_storeu_epi64(to, packed);
                } else {
                    _mm512_mask_storeu_epi64(to, ((1u32 << count) - 1) as u8, packed);
                }
            }
            written += count as usize;
        }
    }
    (64 * runs.len(), written)
}

/// Of indices, negative ones of which count from `len`, those in `rows`: writes their places in whole vectors of 8, and
/// where in the rows they are; returns how many.
///
/// # Safety
/// [`available`]; both have room for all indices and a vector.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,popcnt")]
pub(super) unsafe fn rows(indices: &[i64], len: usize, rows: Range<usize>, places: *mut u16, to: *mut i64) -> usize {
    let (start, rows) = (_mm512_set1_epi64(rows.start as i64), _mm512_set1_epi64(rows.len() as i64));
    let (len, zero) = (_mm512_set1_epi64(len as i64), _mm512_setzero_si512());
    let mut here = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
    let mut written = 0;
    for group in indices.as_chunks::<8>().0 {
        // SAFETY: the group has 8 indices, and the room was promised.
        unsafe {
            let index = _mm512_loadu_epi64(group.as_ptr());
            let index = _mm512_mask_add_epi64(index, _mm512_cmplt_epi64_mask(index, zero), index, len);
            let row = _mm512_sub_epi64(index, start);
            // What is before the start is a large number without a sign.
            let found = _mm512_cmplt_epu64_mask(row, rows);
            _mm512_storeu_epi64(to.add(written), _mm512_maskz_compress_epi64(found, row));
            let place = _mm512_cvtepi64_epi16(_mm512_maskz_compress_epi64(found, here));
            _mm_storeu_si128(places.add(written).cast(), place);
            written += found.count_ones() as usize;
        }
        here = _mm512_add_epi64(here, _mm512_set1_epi64(8));
    }
    written
}

macro_rules! split {
    ($name:ident, $int:ty, $lanes:literal, $set:ident, $load:ident, $less:ident, $compress:ident, $store:ident) => {
        /// Writes the values below `first`, from `first` to `last`, and above `last` to three places; returns how many of
        /// `n` are done, and how many were written to each. Vectors are stored whole.
        ///
        /// # Safety
        /// [`available`]; `from` has `n` values, and each place has room for `n` and a vector.
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,popcnt")]
        pub(super) unsafe fn $name(
            from: *const $int,
            n: usize,
            [first, last]: [$int; 2],
            to: [*mut $int; 3],
        ) -> (usize, [usize; 3]) {
            let (first, last) = ($set(first as _), $set(last as _));
            let mut written = [0; 3];
            let done = n / $lanes * $lanes;
            for i in (0..done).step_by($lanes) {
                // SAFETY: the values are there, and the room was promised.
                unsafe {
                    let values = $load(from.add(i).cast());
                    let (below, above) = ($less(values, first), $less(last, values));
                    for ((to, written), selected) in to.iter().zip(&mut written).zip([below, !(below | above), above]) {
                        $store(to.add(*written).cast(), $compress(selected, values));
                        *written += selected.count_ones() as usize;
                    }
                }
            }
            (done, written)
        }
    };
}
split!(
    split32,
    u32,
    16,
    _mm512_set1_epi32,
    _mm512_loadu_epi32,
    _mm512_cmplt_epu32_mask,
    _mm512_maskz_compress_epi32,
    _mm512_storeu_epi32
);
split!(
    split64,
    u64,
    8,
    _mm512_set1_epi64,
    _mm512_loadu_epi64,
    _mm512_cmplt_epu64_mask,
    _mm512_maskz_compress_epi64,
    _mm512_storeu_epi64
);
