//! Copies between lines of an array and lines of scratch memory, a cache line at a time.

use crate::transpose::transpose;

/// The lines of one side of a copy: where they start, the step from line to line, and the step
/// from element to element.
#[derive(Clone, Copy)]
pub(super) struct Lines<P> {
    pub ptr: P,
    pub line: isize,
    pub step: isize,
}

/// Copies `lines` lines of `len` elements.
///
/// # Safety
/// All elements must be in bounds, those of `src` readable and those of `dst` writable; the sides
/// must not overlap.
pub(super) unsafe fn copy<E: Copy>(lines: usize, len: usize, src: Lines<*const E>, dst: Lines<*mut E>) {
    if src.step == 1 && dst.step == 1 {
        for i in 0..lines as isize {
            // SAFETY: the caller's promise, for line i.
            unsafe {
                let (src, dst) = (src.ptr.offset(i * src.line), dst.ptr.offset(i * dst.line));
                dst.copy_from_nonoverlapping(src, len);
            }
        }
    } else if src.line == 1 && dst.step == 1 {
        // SAFETY: the caller's promise; a column of `src` is a line of `dst`.
        unsafe { transpose(lines, len, src.ptr, src.step, dst.ptr, dst.line) }
    } else if src.step == 1 && dst.line == 1 {
        // SAFETY: the caller's promise; a line of `src` is a column of `dst`.
        unsafe { transpose(len, lines, src.ptr, src.line, dst.ptr, dst.step) }
    } else {
        // Eight lines at a time, so that neighbours in memory are read and written together.
        for first in (0..lines as isize).step_by(8) {
            for j in 0..len as isize {
                for i in first..(first + 8).min(lines as isize) {
                    // SAFETY: the caller's promise, for element j of line i.
                    unsafe {
                        let value = *src.ptr.offset(i * src.line + j * src.step);
                        *dst.ptr.offset(i * dst.line + j * dst.step) = value;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gathers `lines` columns and scatters them again, for strides of several kinds.
    fn there_and_back<E: Copy + PartialEq + std::fmt::Debug>(of: impl Fn(usize) -> E) {
        for (lines, len) in [(1, 5), (8, 8), (16, 40), (40, 16), (13, 27), (3, 100)] {
            for (line, step) in [(1, lines + 3), (len + 3, 1), (2, 2 * lines + 1)] {
                let size = line * lines + step * len;
                let source: Vec<E> = (0..size).map(|i| of(i + 1)).collect();
                let pitch = len + 2;
                let mut middle = vec![of(0); lines * pitch];
                let mut back = vec![of(0); size];
                let (line, step) = (line as isize, step as isize);
                let strided = Lines { ptr: source.as_ptr(), line, step };
                let packed = Lines { ptr: middle.as_mut_ptr(), line: pitch as isize, step: 1 };
                // SAFETY: both vectors have room for the last element of the last line.
                unsafe { copy(lines, len, strided, packed) };
                let packed = Lines { ptr: middle.as_ptr(), line: pitch as isize, step: 1 };
                let strided = Lines { ptr: back.as_mut_ptr(), line, step };
                // SAFETY: as above.
                unsafe { copy(lines, len, packed, strided) };
                let mut expected = vec![of(0); size];
                for i in 0..lines {
                    for j in 0..pitch {
                        let at = i * line as usize + j * step as usize;
                        let value = if j < len { source[at] } else { of(0) };
                        assert_eq!(middle[i * pitch + j], value, "{i} {j} of {lines} {len}");
                        if j < len {
                            expected[at] = value;
                        }
                    }
                }
                assert_eq!(back, expected, "{lines} {len} {line} {step}");
            }
        }
    }

    #[test]
    fn copies_gather_and_scatter() {
        there_and_back(|i| i as u32);
        there_and_back(|i| i as u64);
        there_and_back(|i| [i as u64, !i as u64]);
    }
}
