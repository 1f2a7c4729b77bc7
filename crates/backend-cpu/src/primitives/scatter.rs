//! Scattering by index.
//!
//! Tasks share out the places that are written, not the values: each looks at all indices and
//! writes the rows of its own range, in order. So the last write wins, and sums round, as in one
//! loop, for any number of threads.

use std::ops::Range;

use super::axis::Axis;
use super::error::BadIndex;
use super::gather::{check_indices, wrap};
use super::key::{Ordering, Value};
use super::number::{Accumulator, Number};
use super::parallel::{SERIAL, Shared, for_each};
use crate::parallel::threads;
use crate::simd::{Kernel, LINE, dispatch, prefetch};

#[cfg(target_arch = "x86_64")]
use super::compress;

/// `dst[o, indices[i], :] = values[o, i, :]`, where `axis` is the shape of `dst`; of several
/// writes to one place the last wins. Negative indices count from the end. Nothing is written if
/// an index is bad.
///
/// # Panics
/// If a size does not fit `axis`.
pub fn put<T: Copy + Send + Sync>(dst: &mut [T], axis: Axis, indices: &[i64], values: &[T]) -> Result<(), BadIndex> {
    scatter(dst, axis, indices, values, |place, x| *place = x)
}

/// `dst[o, indices[i], :] += values[o, i, :]`, one after the other; otherwise as [`put`].
///
/// # Panics
/// If a size does not fit `axis`.
pub fn scatter_add<T: Number>(dst: &mut [T], axis: Axis, indices: &[i64], values: &[T]) -> Result<(), BadIndex> {
    scatter(dst, axis, indices, values, |place, x| {
        *place = T::narrow(place.widen().add(x.widen()));
    })
}

/// `dst[o, indices[i], :] *= values[o, i, :]`, one after the other; otherwise as [`put`].
///
/// # Panics
/// If a size does not fit `axis`.
pub fn scatter_mul<T: Number>(dst: &mut [T], axis: Axis, indices: &[i64], values: &[T]) -> Result<(), BadIndex> {
    scatter(dst, axis, indices, values, |place, x| {
        *place = T::narrow(place.widen().mul(x.widen()));
    })
}

/// The smaller of the two, in NumPy's order, NaN if one is; otherwise as [`put`].
///
/// # Panics
/// If a size does not fit `axis`.
pub fn scatter_min<T: Value>(dst: &mut [T], axis: Axis, indices: &[i64], values: &[T]) -> Result<(), BadIndex> {
    scatter(dst, axis, indices, values, |place, x| {
        let [old, new] = [*place, x].map(|x| T::bits(&[x])[0]);
        let smaller = || !T::ORDER.is_nan(old) && T::ORDER.rank(new) <= T::ORDER.rank(old);
        if T::ORDER.is_nan(new) || smaller() {
            *place = x;
        }
    })
}

/// The larger of the two, in NumPy's order, where NaN is last; otherwise as [`put`].
///
/// # Panics
/// If a size does not fit `axis`.
pub fn scatter_max<T: Value>(dst: &mut [T], axis: Axis, indices: &[i64], values: &[T]) -> Result<(), BadIndex> {
    scatter(dst, axis, indices, values, |place, x| {
        let [old, new] = [*place, x].map(|x| T::ORDER.rank(T::bits(&[x])[0]));
        if new >= old {
            *place = x;
        }
    })
}

/// More ranges than this cost more in looking than they gain in writing.
const MOST_RANGES: usize = 16;

fn scatter<T: Copy + Send + Sync>(
    dst: &mut [T],
    axis: Axis,
    indices: &[i64],
    values: &[T],
    write: impl Fn(&mut T, T) + Copy + Send + Sync,
) -> Result<(), BadIndex> {
    let Axis { outer, len, inner } = axis;
    assert!(dst.len() == axis.size() && values.len() == outer * indices.len() * inner);
    check_indices(indices, len)?;
    if values.is_empty() {
        return Ok(());
    }
    let ranges = if values.len() < SERIAL { 1 } else { threads().min(MOST_RANGES) };
    let size = len.div_ceil(ranges);
    let dst = Shared::new(dst);
    for_each(ranges, values.len(), |i| {
        let rows = (i * size).min(len)..((i + 1) * size).min(len);
        for o in 0..outer {
            let start = o * len;
            // SAFETY: ranges of rows are disjoint.
            let dst = unsafe { dst.part((start + rows.start) * inner..(start + rows.end) * inner) };
            let here = Rows { rows: rows.clone(), len, inner };
            let values = &values[o * indices.len() * inner..(o + 1) * indices.len() * inner];
            here.write(dst, indices, values, write);
        }
    });
    Ok(())
}

/// The rows that a task writes.
struct Rows {
    rows: Range<usize>,
    len: usize,
    inner: usize,
}

/// Indices that are looked at together.
const TILE: usize = 128;
/// Memory is asked for so many tiles ahead.
const AHEAD: usize = 8 * TILE;
/// Room for what is found of them: vectors are stored whole.
const ROOM: usize = TILE + 8;

impl Rows {
    /// Writes the values whose index is among the rows, which `dst` holds.
    fn write<T: Copy>(&self, dst: &mut [T], indices: &[i64], values: &[T], write: impl Fn(&mut T, T)) {
        let (mut found, mut rows) = ([0u16; ROOM], [0usize; ROOM]);
        for (start, tile) in (0..).step_by(TILE).zip(indices.chunks(TILE)) {
            // Rows all over the target come between tiles, so no processor foresees the next ones.
            ahead(indices, start + AHEAD);
            ahead(values, (start + AHEAD) * self.inner);
            let count = self.find(tile, &mut found, &mut rows);
            let places = found[..count].iter().zip(&rows[..count]);
            if self.inner == 1 {
                for (&i, &row) in places {
                    // SAFETY: the row is below `rows.len()`, and there is a value for each index.
                    unsafe { write(dst.get_unchecked_mut(row), *values.get_unchecked(start + i as usize)) };
                }
                continue;
            }
            for (&i, &row) in places {
                let (to, from) = (row * self.inner, (start + i as usize) * self.inner);
                for j in 0..self.inner {
                    // SAFETY: the row is below `rows.len()`, and there is a row of values for
                    // each index.
                    unsafe { write(dst.get_unchecked_mut(to + j), *values.get_unchecked(from + j)) };
                }
            }
        }
    }

    /// Finds the indices of a tile that are among the rows: the places of so many in the tile, and their rows.
    fn find(&self, tile: &[i64], found: &mut [u16; ROOM], at: &mut [usize; ROOM]) -> usize {
        assert!(tile.len() <= TILE);
        #[cfg(target_arch = "x86_64")]
        if compress::available() && tile.len() == TILE {
            // SAFETY: the instructions are there, and a tile and a vector fit.
            return unsafe {
                compress::rows(tile, self.len, self.rows.clone(), found.as_mut_ptr(), at.as_mut_ptr().cast())
            };
        }
        dispatch(Find { rows: self, tile, found, at })
    }
}

/// Asks for what a tile will use.
fn ahead<T>(values: &[T], start: usize) {
    let lines = (start..start + TILE).step_by((LINE / size_of::<T>()).max(1));
    lines.for_each(|i| prefetch(values.as_ptr().wrapping_add(i).cast()));
}

/// Finds without branches that depend on the indices.
struct Find<'a> {
    rows: &'a Rows,
    tile: &'a [i64],
    found: &'a mut [u16; ROOM],
    at: &'a mut [usize; ROOM],
}

impl Kernel for Find<'_> {
    type Output = usize;
    #[inline(always)]
    fn run<const FMA: bool>(self) -> usize {
        let Rows { rows, len, .. } = self.rows;
        let mut count = 0;
        for (i, &index) in self.tile.iter().enumerate() {
            let row = wrap(index, *len).wrapping_sub(rows.start);
            self.found[count] = i as u16;
            self.at[count] = row;
            count += usize::from(row < rows.len());
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numpy_put_and_add_at() {
        let mut a = [0, 10, 20, 30];
        put(&mut a, Axis::flat(4), &[1, -1, 1], &[7, 8, 9]).unwrap();
        assert_eq!(a, [0, 9, 20, 8]);
        scatter_add(&mut a, Axis::flat(4), &[0, 0, -4, 3], &[1, 2, 3, 4]).unwrap();
        assert_eq!(a, [6, 9, 20, 12]);
    }

    #[test]
    fn vectors_find_as_a_loop() {
        let (len, rows) = (1000, Rows { rows: 200..700, len: 1000, inner: 1 });
        let tile: Vec<i64> = (0..TILE as i64).map(|i| i * 7919 % 2000 - len).collect();
        let (mut found, mut at) = ([0; ROOM], [0; ROOM]);
        let count = rows.find(&tile, &mut found, &mut at);
        let expected: Vec<(u16, usize)> = (0..)
            .zip(tile.iter().map(|i| i.rem_euclid(len) as usize))
            .filter(|(_, row)| rows.rows.contains(row))
            .map(|(i, row)| (i, row - 200))
            .collect();
        assert_eq!(found.into_iter().zip(at).take(count).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_bad_index_changes_nothing() {
        let mut a = [1.0, 2.0];
        let error = BadIndex { position: 1, index: 2, len: 2 };
        assert_eq!(put(&mut a, Axis::flat(2), &[0, 2], &[5.0, 5.0]), Err(error));
        assert_eq!(a, [1.0, 2.0]);
    }

    #[test]
    fn scatters_are_one_loop() {
        for (outer, len, inner, m) in [(1, 50, 1, 100_000), (3, 70_000, 1, 9), (2, 40, 3, 9000), (1, 1, 1, 50_000)] {
            let axis = Axis { outer, len, inner };
            let indices: Vec<i64> = (0..m).map(|i| (i * i * 31 + i) as i64 % (2 * len as i64) - len as i64).collect();
            let values: Vec<f32> = (0..outer * m * inner).map(|i| (i as f32).sin()).collect();
            let start: Vec<f32> = (0..axis.size()).map(|i| i as f32).collect();
            let (mut last, mut sum) = (start.clone(), start.clone());
            for o in 0..outer {
                for (i, index) in indices.iter().enumerate() {
                    for j in 0..inner {
                        let place = (o * len + index.rem_euclid(len as i64) as usize) * inner + j;
                        last[place] = values[(o * m + i) * inner + j];
                        sum[place] += values[(o * m + i) * inner + j];
                    }
                }
            }
            let mut a = start.clone();
            put(&mut a, axis, &indices, &values).unwrap();
            assert!(a == last, "{axis:?}");
            let mut a = start.clone();
            scatter_add(&mut a, axis, &indices, &values).unwrap();
            assert!(a == sum, "{axis:?}");
        }
    }
}
