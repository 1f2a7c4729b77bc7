//! Copies between strided boxes.

use crate::transpose::transpose;
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
            // What is broadcast along the rows fills them.
            [outer, inner] if outer.from == 1 && inner.to == 1 && inner.from != 0 && outer.n >= 4 => {
                transpose(outer.n, inner.n, src, inner.from, dst, outer.to);
            }
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
