//! Brings operands into the order in which the innermost loop reads them.

use crate::linalg::Scalar;
use crate::transpose::transpose;

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
#[inline(always)]
pub(super) unsafe fn pack<T: Scalar, const W: usize>(
    from: *const T,
    strides: Strides,
    size: (usize, usize),
    out: *mut T,
) {
    // SAFETY: the caller's promises.
    unsafe { Panels::<T, W> { from, strides, size, out }.all() }
}

struct Panels<T, const W: usize> {
    from: *const T,
    strides: Strides,
    size: (usize, usize),
    out: *mut T,
}

impl<T: Scalar, const W: usize> Panels<T, W> {
    #[inline(always)]
    unsafe fn all(self) {
        let Strides { across, along } = self.strides;
        let width = self.size.0;
        let whole = width - width % W;
        // SAFETY: the caller's promises; every index is inside the panels.
        unsafe {
            match (across, along) {
                (1, _) => self.columns(whole / W),
                (_, 1) => (0..whole).step_by(W).for_each(|start| self.rows(start)),
                _ => (0..whole).step_by(W).for_each(|start| self.panel(start, |i, p| self.at(start + i, p))),
            }
            if whole < width {
                let at = |i, p| if whole + i < width { self.at(whole + i, p) } else { T::ZERO };
                self.panel(whole, at);
            }
        }
    }
}

impl<T: Scalar, const W: usize> Panels<T, W> {
    #[inline(always)]
    fn address(&self, i: usize, p: usize) -> *const T {
        let Strides { across, along } = self.strides;
        self.from.wrapping_offset(i as isize * across).wrapping_offset(p as isize * along)
    }

    #[inline(always)]
    unsafe fn at(&self, i: usize, p: usize) -> T {
        // SAFETY: the caller names an element.
        unsafe { *self.address(i, p) }
    }

    /// Where the panel is packed whose first row this is.
    #[inline(always)]
    fn out(&self, start: usize) -> *mut [T; W] {
        self.out.wrapping_add(start * self.size.1).cast()
    }

    #[inline(always)]
    unsafe fn panel(&self, start: usize, at: impl Fn(usize, usize) -> T) {
        for p in 0..self.size.1 {
            // SAFETY: the caller's promises about `out`.
            unsafe { self.out(start).add(p).write(std::array::from_fn(|i| at(i, p))) };
        }
    }

    /// Full panels, of which one position of the depth after the other is contiguous.
    #[inline(always)]
    unsafe fn columns(&self, panels: usize) {
        for p in 0..self.size.1 {
            for panel in 0..panels {
                // SAFETY: the caller's promises.
                unsafe {
                    self.out(panel * W).add(p).write(self.address(panel * W, p).cast::<[T; W]>().read_unaligned())
                };
            }
        }
    }

    /// A full panel of rows that are contiguous.
    #[inline(always)]
    unsafe fn rows(&self, start: usize) {
        // SAFETY: the caller's promises.
        unsafe {
            transpose(self.size.1, W, self.address(start, 0), self.strides.across, self.out(start).cast(), W as isize);
        }
    }
}
