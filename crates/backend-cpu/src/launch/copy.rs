//! Copies between strided boxes.

#[cfg(target_arch = "x86_64")]
use crate::simd;
use smallvec::SmallVec;
use std::ptr;

/// An axis of a copy: its length and the distances in elements of destination and source.
#[derive(Clone, Copy, Debug)]
struct Axis {
    n: usize,
    to: isize,
    from: isize,
}

/// Copies a box of elements of `size` bytes (1, 2, 4, 8 or 16), of any bits.
///
/// # Safety
/// The elements at `dst` must be writable, those at `src` initialised, each aligned to its size
/// (to 8 at most), and the two apart.
pub unsafe fn copy_box(
    size: usize,
    dims: &[usize],
    (dst, to): (*mut u8, &[isize]),
    (src, from): (*const u8, &[isize]),
) {
    // SAFETY: the caller's promise.
    unsafe {
        match size {
            1 => copy::<u8>(dims, (dst.cast(), to), (src.cast(), from)),
            2 => copy::<u16>(dims, (dst.cast(), to), (src.cast(), from)),
            4 => copy::<u32>(dims, (dst.cast(), to), (src.cast(), from)),
            8 => copy::<u64>(dims, (dst.cast(), to), (src.cast(), from)),
            _ => copy::<[u64; 2]>(dims, (dst.cast(), to), (src.cast(), from)),
        }
    }
}

/// # Safety
/// As [`copy_box`].
unsafe fn copy<T: Copy>(dims: &[usize], (dst, to): (*mut T, &[isize]), (src, from): (*const T, &[isize])) {
    if dims.contains(&0) {
        return;
    }
    let mut axes = SmallVec::<[Axis; 4]>::new();
    for ((&n, &to), &from) in dims.iter().zip(to).zip(from).filter(|((n, _), _)| **n != 1) {
        match axes.last_mut() {
            Some(outer) if outer.to == to * n as isize && outer.from == from * n as isize => {
                *outer = Axis { n: outer.n * n, to, from };
            }
            _ => axes.push(Axis { n, to, from }),
        }
    }
    // SAFETY: the caller's promise.
    unsafe {
        match axes[..] {
            [] => *dst = *src,
            [inner] => row(inner, dst, src),
            _ => nest(&axes, dst, src),
        }
    }
}

/// # Safety
/// As [`copy_box`].
unsafe fn nest<T: Copy>(axes: &[Axis], dst: *mut T, src: *const T) {
    // SAFETY: the caller's promise; every step stays in the box.
    unsafe {
        match *axes {
            [outer, inner] if outer.from == 1 && inner.to == 1 && outer.n >= 4 => transpose(outer, inner, dst, src),
            // The longer loop inside.
            [outer, inner] if inner.n < 8 && outer.n > inner.n => rows(inner, outer, dst, src),
            [outer, inner] => rows(outer, inner, dst, src),
            _ => {
                let outer = axes[0];
                for i in 0..outer.n as isize {
                    nest(&axes[1..], dst.offset(i * outer.to), src.offset(i * outer.from));
                }
            }
        }
    }
}

/// # Safety
/// As [`copy_box`].
unsafe fn rows<T: Copy>(outer: Axis, inner: Axis, dst: *mut T, src: *const T) {
    for i in 0..outer.n as isize {
        // SAFETY: the caller's promise; every step stays in the box.
        unsafe { row(inner, dst.offset(i * outer.to), src.offset(i * outer.from)) }
    }
}

/// # Safety
/// As [`copy_box`].
#[inline]
unsafe fn row<T: Copy>(axis: Axis, dst: *mut T, src: *const T) {
    // SAFETY: the caller's promise; every step stays in the row.
    unsafe {
        match (axis.to, axis.from) {
            (1, 0) => std::slice::from_raw_parts_mut(dst.cast::<std::mem::MaybeUninit<T>>(), axis.n)
                .fill(std::mem::MaybeUninit::new(*src)),
            (1, 1) => ptr::copy_nonoverlapping(src, dst, axis.n),
            (1, from) => {
                for i in 0..axis.n {
                    *dst.add(i) = *src.offset(i as isize * from);
                }
            }
            (to, from) => {
                for i in 0..axis.n as isize {
                    *dst.offset(i * to) = *src.offset(i * from);
                }
            }
        }
    }
}

/// The side of the squares that a transposition moves through registers.
const SQUARE: usize = 8;

/// Copies where `outer` is contiguous in the source and `inner` in the destination.
///
/// # Safety
/// As [`copy_box`].
unsafe fn transpose<T: Copy>(outer: Axis, inner: Axis, dst: *mut T, src: *const T) {
    let (rows, columns) = (outer.n / SQUARE * SQUARE, inner.n / SQUARE * SQUARE);
    // SAFETY: the caller's promise; `i` and `j` stay in the box.
    unsafe {
        let to = |i: usize, j: usize| dst.offset(i as isize * outer.to + j as isize);
        let from = |i: usize, j: usize| src.offset(i as isize + j as isize * inner.from);
        for i in (0..rows).step_by(SQUARE) {
            for j in (0..columns).step_by(SQUARE) {
                square(to(i, j), outer.to, from(i, j), inner.from);
            }
        }
        for i in 0..outer.n {
            for j in if i < rows { columns } else { 0 }..inner.n {
                *to(i, j) = *from(i, j);
            }
        }
    }
}

/// Transposes a square of elements with these distances of rows.
///
/// # Safety
/// Both must be squares in allocated memory.
#[inline(always)]
unsafe fn square<T: Copy>(dst: *mut T, to: isize, src: *const T, from: isize) {
    #[cfg(target_arch = "x86_64")]
    if size_of::<T>() == 4 && simd::level() >= simd::Level::Avx2 {
        // SAFETY: the machine has AVX2; the rest is the caller's promise.
        return unsafe { avx2::square(dst.cast(), to, src.cast(), from) };
    }
    // SAFETY: the caller's promise.
    unsafe {
        for i in 0..SQUARE as isize {
            for j in 0..SQUARE as isize {
                *dst.offset(i * to + j) = *src.offset(i + j * from);
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    /// A square of 4-byte elements.
    ///
    /// # Safety
    /// The machine has AVX2; otherwise as [`super::square`].
    #[target_feature(enable = "avx2")]
    pub unsafe fn square(dst: *mut f32, to: isize, src: *const f32, from: isize) {
        // SAFETY: the caller's promise; each access is 8 elements of a row.
        let load = |j: isize| unsafe { _mm256_loadu_ps(src.offset(j * from)) };
        // Pairs of rows interleaved, then fours; then the halves are exchanged.
        let pairs = |j: isize| {
            let (a, b) = (load(j), load(j + 1));
            (_mm256_unpacklo_ps(a, b), _mm256_unpackhi_ps(a, b))
        };
        let fours = |j: isize| {
            let ((a, b), (c, d)) = (pairs(j), pairs(j + 2));
            [
                _mm256_shuffle_ps::<0x44>(a, c),
                _mm256_shuffle_ps::<0xee>(a, c),
                _mm256_shuffle_ps::<0x44>(b, d),
                _mm256_shuffle_ps::<0xee>(b, d),
            ]
        };
        let (top, bottom) = (fours(0), fours(4));
        for k in 0..4 {
            let low = _mm256_permute2f128_ps::<0x20>(top[k], bottom[k]);
            let high = _mm256_permute2f128_ps::<0x31>(top[k], bottom[k]);
            // SAFETY: as for `load`.
            unsafe {
                _mm256_storeu_ps(dst.offset(k as isize * to), low);
                _mm256_storeu_ps(dst.offset((k as isize + 4) * to), high);
            }
        }
    }
}
