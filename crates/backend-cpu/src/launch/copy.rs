//! Copies between strided boxes.

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
            [outer, inner] if crosses(outer, inner) => transpose(outer, inner, dst, src),
            [outer, inner] => {
                for i in 0..outer.n as isize {
                    row(inner, dst.offset(i * outer.to), src.offset(i * outer.from));
                }
            }
            _ => {
                let outer = axes[0];
                for i in 0..outer.n as isize {
                    nest(&axes[1..], dst.offset(i * outer.to), src.offset(i * outer.from));
                }
            }
        }
    }
}

/// Whether source and destination disagree about which axis is the inner one.
fn crosses(outer: Axis, inner: Axis) -> bool {
    outer.from.abs() < inner.from.abs() && outer.from != 0 && outer.n >= 4
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

/// Copies along the source's inner axis in strips that are a cache line wide or more, so that each
/// line is used whole while it is near.
///
/// # Safety
/// As [`copy_box`].
unsafe fn transpose<T: Copy>(outer: Axis, inner: Axis, dst: *mut T, src: *const T) {
    const STRIP: usize = 8;
    let mut i = 0;
    while i < outer.n {
        let strip = STRIP.min(outer.n - i);
        for j in 0..inner.n as isize {
            for k in i..i + strip {
                let k = k as isize;
                // SAFETY: `k` and `j` stay in the box.
                unsafe {
                    *dst.offset(k * outer.to + j * inner.to) = *src.offset(k * outer.from + j * inner.from);
                }
            }
        }
        i += strip;
    }
}
