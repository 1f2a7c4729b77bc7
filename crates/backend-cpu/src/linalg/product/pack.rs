//! Brings operands into the order in which the innermost loop reads them.

use crate::linalg::Scalar;
use crate::simd::{Kernel, dispatch};

/// Copies a panel of `width` rows (of columns: with the strides exchanged) and a depth to `out`, one position of the
/// depth after the other. Rows that are missing become zeros.
///
/// # Safety
/// The element of row `i` at depth `p` is read at `from + i across + p along`; `out` has room for full panels.
pub type Pack<T> = unsafe fn(from: *const T, strides: Strides, size: (usize, usize), out: *mut T);

/// Elements from a panel's row to the next, and from one position of the depth to the next.
#[derive(Clone, Copy)]
pub struct Strides {
    pub across: isize,
    pub along: isize,
}

/// [`Pack`] for panels of `W` rows; there may be any number of rows, which are divided into panels.
///
/// # Safety
/// As [`Pack`] says.
pub(super) unsafe fn pack<T: Scalar, const W: usize>(
    from: *const T,
    strides: Strides,
    size: (usize, usize),
    out: *mut T,
) {
    dispatch(Panels::<T, W> { from, strides, size, out })
}

struct Panels<T, const W: usize> {
    from: *const T,
    strides: Strides,
    size: (usize, usize),
    out: *mut T,
}

impl<T: Scalar, const W: usize> Kernel for Panels<T, W> {
    type Output = ();
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let Strides { across, along } = self.strides;
        let (width, depth) = self.size;
        for (i, start) in (0..width).step_by(W).enumerate() {
            let from = self.from.wrapping_offset(start as isize * across);
            let out = self.out.wrapping_add(i * W * depth);
            let rows = W.min(width - start);
            // SAFETY: the caller's promises; every index is inside the panel.
            unsafe {
                match (rows == W, across, along) {
                    (true, 1, _) => panel::<T, W>(depth, out, |i, p| *from.offset(p as isize * along).add(i)),
                    (true, _, 1) => transposed::<T, W>(from, across, depth, out),
                    (true, ..) => {
                        panel::<T, W>(depth, out, |i, p| *from.offset(i as isize * across + p as isize * along));
                    }
                    (false, ..) => panel::<T, W>(depth, out, |i, p| {
                        if i < rows { *from.offset(i as isize * across + p as isize * along) } else { T::ZERO }
                    }),
                }
            }
        }
    }
}

#[inline(always)]
unsafe fn panel<T: Copy, const W: usize>(depth: usize, out: *mut T, at: impl Fn(usize, usize) -> T) {
    for p in 0..depth {
        // SAFETY: the caller's promises about `out`.
        unsafe { out.cast::<[T; W]>().add(p).write(std::array::from_fn(|i| at(i, p))) };
    }
}

/// Rows that are contiguous along the depth: by squares, which are read along the rows.
#[inline(always)]
unsafe fn transposed<T: Copy, const W: usize>(from: *const T, across: isize, depth: usize, out: *mut T) {
    let mut rows: [*const T; W] = std::array::from_fn(|i| from.wrapping_offset(i as isize * across));
    for p in 0..depth {
        // SAFETY: the caller's promises.
        unsafe {
            let out = out.add(p * W);
            for (i, row) in rows.iter_mut().enumerate() {
                *out.add(i) = **row;
                *row = row.add(1);
            }
        }
    }
}
