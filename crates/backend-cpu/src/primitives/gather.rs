//! Gathering by index.

use std::mem::MaybeUninit;

use super::axis::Axis;
use super::error::BadIndex;
use super::parallel::{SERIAL, Shared, block, try_for_each};
use super::uninit;
use crate::simd::{Kernel, dispatch};

/// Indices to a block: they are checked, and used while they are in cache.
const BLOCK: usize = 4 << 10;

/// A valid index with negative ones wrapped.
#[inline(always)]
pub(super) fn wrap(index: i64, len: usize) -> usize {
    (index + (index >> 63 & len as i64)) as usize
}

struct Check<'a> {
    indices: &'a [i64],
    len: usize,
}

impl Kernel for Check<'_> {
    type Output = bool;
    #[inline(always)]
    fn run<const FMA: bool>(self) -> bool {
        let len = self.len as i64;
        // No early exit, so that the loop is one of vectors.
        self.indices.iter().fold(true, |valid, &index| valid & (-len <= index) & (index < len))
    }
}

/// Checks a block of indices, the first of which stands at `start`.
fn check_block(indices: &[i64], start: usize, len: usize) -> Result<(), BadIndex> {
    if dispatch(Check { indices, len }) {
        return Ok(());
    }
    let valid = -(len as i64)..len as i64;
    let bad = indices.iter().position(|index| !valid.contains(index));
    bad.map_or(Ok(()), |i| Err(BadIndex { position: start + i, index: indices[i], len }))
}

/// Checks that all indices are in `-len..len`; the error names the first that is not.
pub fn check_indices(indices: &[i64], len: usize) -> Result<(), BadIndex> {
    let check = |size: usize| {
        let n = indices.len();
        try_for_each(n.div_ceil(size), n, |i| {
            let range = block(i, size, n);
            check_block(&indices[range.clone()], range.start, len)
        })
    };
    // Tasks may report any of several errors; the second look, on one thread, finds the first.
    check(SERIAL).or_else(|_| check(indices.len()))
}

/// `out[o, i, :] = src[o, indices[i], :]`, where `axis` is the shape of `src` and `out` has
/// `indices.len()` in place of `axis.len`. Negative indices count from the end.
///
/// # Panics
/// If `src` or `out` has not the size that `axis` and `indices` give it.
pub fn take<T: Copy + Send + Sync>(
    src: &[T],
    axis: Axis,
    indices: &[i64],
    out: &mut [MaybeUninit<T>],
) -> Result<(), BadIndex> {
    /// Elements of a row to a task.
    const WIDE: usize = 64 << 10;
    let Axis { outer, len, inner } = axis;
    let m = indices.len();
    assert!(src.len() == axis.size() && out.len() == outer * m * inner);
    if out.is_empty() {
        return check_indices(indices, len);
    }
    let work = out.len();
    let (size, tiles) = ((BLOCK / inner).max(1), inner.div_ceil(WIDE));
    let blocks = m.div_ceil(size);
    let out = Shared::new(out);
    let done = try_for_each(outer * blocks * tiles, work, |task| {
        let (o, rest) = (task / (blocks * tiles), task % (blocks * tiles));
        let rows = block(rest / tiles, size, m);
        let columns = block(rest % tiles, WIDE, inner);
        let here = &indices[rows.clone()];
        check_block(here, rows.start, len)?;
        let src = &src[o * len * inner..(o + 1) * len * inner];
        let start = (o * m + rows.start) * inner;
        if tiles == 1 {
            // SAFETY: tasks write disjoint rows.
            let out = unsafe { out.part(start..start + here.len() * inner) };
            gather_rows(src, inner, here, out);
        } else {
            // A wide row: the block is this row alone.
            let from = wrap(here[0], len) * inner;
            // SAFETY: tasks write disjoint columns of the row.
            let out = unsafe { out.part(start + columns.start..start + columns.end) };
            uninit::write(out, &src[from + columns.start..from + columns.end]);
        }
        Ok(())
    });
    // Tasks may report any of several errors; the second look finds the first.
    done.or_else(|_: BadIndex| check_indices(indices, len))
}

/// Copies rows of `inner` elements; the indices are valid.
fn gather_rows<T: Copy + Send + Sync>(src: &[T], inner: usize, indices: &[i64], out: &mut [MaybeUninit<T>]) {
    /// Up to here a loop beats a call to copy memory.
    const NARROW: usize = 16;
    if inner == 1 {
        for (out, &index) in out.iter_mut().zip(indices) {
            // SAFETY: the caller has checked the index.
            out.write(unsafe { *src.get_unchecked(wrap(index, src.len())) });
        }
        return;
    }
    let len = src.len() / inner;
    for (out, &index) in out.chunks_exact_mut(inner).zip(indices) {
        let from = wrap(index, len) * inner;
        let row = &src[from..from + inner];
        if inner <= NARROW {
            for (out, &x) in out.iter_mut().zip(row) {
                out.write(x);
            }
        } else {
            uninit::write(out, row);
        }
    }
}

/// `out[o, i, j] = src[o, indices[o, i, j], j]`, where `axis` is the shape of `src`; `indices` and
/// `out` have one shape, which differs from it along the axis only. Negative indices count from
/// the end.
///
/// # Panics
/// If a size does not fit `axis`.
pub fn take_along_axis<T: Copy + Send + Sync>(
    src: &[T],
    axis: Axis,
    indices: &[i64],
    out: &mut [MaybeUninit<T>],
) -> Result<(), BadIndex> {
    let Axis { outer, len, inner } = axis;
    assert!(src.len() == axis.size() && out.len() == indices.len());
    if outer * inner == 0 {
        assert!(out.is_empty());
        return Ok(());
    }
    assert_eq!(out.len() % (outer * inner), 0);
    let m = out.len() / (outer * inner);
    let size = (BLOCK / inner).max(1);
    let blocks = m.div_ceil(size);
    let out = Shared::new(out);
    let done = try_for_each(outer * blocks, indices.len(), |task| {
        let rows = block(task % blocks, size, m);
        let o = task / blocks;
        let range = (o * m + rows.start) * inner..(o * m + rows.end) * inner;
        let here = &indices[range.clone()];
        check_block(here, range.start, len)?;
        let src = &src[o * len * inner..(o + 1) * len * inner];
        // SAFETY: tasks write disjoint rows.
        let out = unsafe { out.part(range) };
        if inner == 1 {
            gather_rows(src, 1, here, out);
            return Ok(());
        }
        for (out, here) in out.chunks_exact_mut(inner).zip(here.chunks_exact(inner)) {
            for (j, (out, &index)) in out.iter_mut().zip(here).enumerate() {
                // SAFETY: the index is checked, so this is a row of `src`, which has a column `j`.
                out.write(unsafe { *src.get_unchecked(wrap(index, len) * inner + j) });
            }
        }
        Ok(())
    });
    done.or_else(|_: BadIndex| check_indices(indices, len))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room<T: Copy>(n: usize, fill: T) -> Vec<MaybeUninit<T>> {
        vec![MaybeUninit::new(fill); n]
    }
    fn values<T: Copy>(room: Vec<MaybeUninit<T>>) -> Vec<T> {
        // SAFETY: `room` fills what it makes.
        room.into_iter().map(|x| unsafe { x.assume_init() }).collect()
    }
    /// Indices in `-n..n`.
    fn indices(m: usize, n: usize) -> Vec<i64> {
        (0..m).map(|i| (i * 7919 + i / 3) as i64 % (2 * n as i64) - n as i64).collect()
    }

    #[test]
    fn numpy_take() {
        // np.take([[1, 2], [3, 4], [5, 6]], [0, -1, 0], axis=0) and [1, -2], axis=1
        let a = [1, 2, 3, 4, 5, 6];
        let mut out = room(6, 0);
        let axis = Axis { outer: 1, len: 3, inner: 2 };
        take(&a, axis, &[0, -1, 0], &mut out).unwrap();
        assert_eq!(values(out), [1, 2, 5, 6, 1, 2]);
        let mut out = room(6, 0);
        take(&a, Axis::rows(3, 2), &[1, -2], &mut out).unwrap();
        assert_eq!(values(out), [2, 1, 4, 3, 6, 5]);
    }

    #[test]
    fn take_is_its_definition_for_all_shapes() {
        let shapes = [(1, 10, 1, 5), (1, 100, 1, 40_000), (3, 7, 1, 9), (2, 5, 3, 20_000)];
        let wide = [(2, 3, 40, 11), (1, 2, 150_000, 3), (1, 1, 1, 0), (0, 3, 2, 4)];
        for (outer, len, inner, m) in shapes.into_iter().chain(wide) {
            let axis = Axis { outer, len, inner };
            let src: Vec<u32> = (0..axis.size() as u32).collect();
            let indices = indices(m, len);
            let mut expected = Vec::new();
            for o in 0..outer {
                for &index in &indices {
                    let row = index.rem_euclid(len as i64) as usize;
                    expected.extend((0..inner).map(|j| ((o * len + row) * inner + j) as u32));
                }
            }
            let mut out = room(expected.len(), u32::MAX);
            take(&src, axis, &indices, &mut out).unwrap();
            assert!(values(out) == expected, "{axis:?} {m}");
        }
    }

    #[test]
    fn take_along_axis_is_its_definition() {
        for (outer, len, inner, m) in [(1, 9, 1, 5), (4, 3, 5, 2), (2, 100, 1, 30_000), (1, 4, 9000, 5)] {
            let axis = Axis { outer, len, inner };
            let src: Vec<f64> = (0..axis.size()).map(|i| i as f64).collect();
            let indices = indices(outer * m * inner, len);
            let expected: Vec<f64> = (0..indices.len())
                .map(|k| {
                    let (o, j) = (k / (m * inner), k % inner);
                    let row = indices[k].rem_euclid(len as i64) as usize;
                    src[(o * len + row) * inner + j]
                })
                .collect();
            let mut out = room(indices.len(), -1.0);
            take_along_axis(&src, axis, &indices, &mut out).unwrap();
            assert!(values(out) == expected, "{axis:?}");
        }
    }

    #[test]
    fn the_first_bad_index_is_reported() {
        let mut bad = vec![2; 200_000];
        (bad[150_000], bad[70_001], bad[199_999]) = (3, -4, i64::MIN);
        let error = BadIndex { position: 70_001, index: -4, len: 3 };
        let mut out = room(bad.len(), 0);
        assert_eq!(take(&[1, 2, 3], Axis::flat(3), &bad, &mut out), Err(error));
        assert_eq!(take_along_axis(&[1, 2, 3], Axis::flat(3), &bad, &mut out), Err(error));
        assert_eq!(check_indices(&bad, 3), Err(error));
        assert_eq!(check_indices(&bad[..70_000], 3), Ok(()));
        assert_eq!(check_indices(&[0], 0), Err(BadIndex { position: 0, index: 0, len: 0 }));
    }
}
