//! Unique values, from sorted ones.
//!
//! In sorted values, equal ones are runs. With `starts` of the runs, [`compact`](super::compact)
//! of the sorted values gives the unique values, and of the indices that sorted them the first
//! place of each; the functions here give the rest.

use std::mem::MaybeUninit;

use super::axis::Axis;
use super::error::IndexError;
use super::key::Value;
use super::parallel::{Shared, block, for_each};
use super::scatter::put;
use super::select::{count_true, nonzero};
use super::uninit;
use crate::pool::{OutOfMemory, Pool};
use crate::simd::{Kernel, dispatch};

/// Elements to a block.
const BLOCK: usize = 32 << 10;

/// Marks where runs of equal values start in sorted values. All NaN are one run, as in NumPy.
///
/// # Panics
/// If `starts` is not as long as `sorted`.
pub fn run_starts<T: Value>(sorted: &[T], starts: &mut [MaybeUninit<bool>]) {
    let n = sorted.len();
    assert_eq!(n, starts.len());
    if let Some(first) = starts.first_mut() {
        first.write(true);
    }
    let pairs = n.saturating_sub(1);
    let starts = Shared::new(starts);
    for_each(pairs.div_ceil(BLOCK), n, |i| {
        let range = block(i, BLOCK, pairs);
        dispatch(Starts {
            values: &sorted[range.start..range.end + 1],
            // SAFETY: blocks are disjoint.
            starts: unsafe { starts.part(range.start + 1..range.end + 1) },
        });
    });
}

/// Compares each value, but the first, with the one before.
struct Starts<'a, T> {
    values: &'a [T],
    starts: &'a mut [MaybeUninit<bool>],
}

impl<T: Value> Kernel for Starts<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let (before, here) = (self.values, &self.values[1..]);
        for ((start, &a), &b) in self.starts.iter_mut().zip(before).zip(here) {
            start.write((a.rank() != b.rank()) & !(a.is_nan() & b.is_nan()));
        }
    }
}

/// How long each run is.
///
/// # Panics
/// If `lengths` is not as long as `starts` has trues.
pub fn run_lengths(pool: &Pool, starts: &[bool], lengths: &mut [MaybeUninit<i64>]) -> Result<(), OutOfMemory> {
    nonzero(pool, starts, lengths)?;
    // SAFETY: `nonzero` wrote the first place of each run.
    let places = unsafe { uninit::assume_init(lengths) };
    for i in 1..places.len() {
        places[i - 1] = places[i] - places[i - 1];
    }
    if let Some(last) = places.last_mut() {
        *last = starts.len() as i64 - *last;
    }
    Ok(())
}

/// Which run each value belongs to, in the order before sorting: `permutation` are the indices
/// that sorted the values.
///
/// # Panics
/// If `permutation` or `inverse` is not as long as `starts`.
pub fn run_inverse(
    pool: &Pool,
    starts: &[bool],
    permutation: &[i64],
    inverse: &mut [MaybeUninit<i64>],
) -> Result<(), IndexError> {
    let n = starts.len();
    assert!(permutation.len() == n && inverse.len() == n);
    let blocks = n.div_ceil(BLOCK);
    let mut before = pool.scratch::<i64>(blocks)?;
    let mut count = 0;
    for (before, block) in before.iter_mut().zip(starts.chunks(BLOCK)) {
        before.write(count);
        count += count_true(block) as i64;
    }
    // SAFETY: the loop has written all.
    let before = unsafe { before.assume_init_mut() };
    let mut runs = pool.scratch::<i64>(n)?;
    let shared = Shared::new(&mut runs);
    for_each(blocks, n, |i| {
        let range = block(i, BLOCK, n);
        // A run has the number of runs that started before it.
        let mut next = before[i];
        // SAFETY: blocks are disjoint.
        let runs = unsafe { shared.part(range.clone()) };
        for (run, &start) in runs.iter_mut().zip(&starts[range]) {
            next += i64::from(start);
            run.write(next - 1);
        }
    });
    inverse.fill(MaybeUninit::new(0));
    // SAFETY: the lines above have written all of both.
    let (runs, inverse) = unsafe { (runs.assume_init_mut(), uninit::assume_init(inverse)) };
    put(inverse, Axis::flat(n), permutation, runs)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{argsort, compact, take};
    use super::*;
    use num_complex::Complex;

    type Unique<T> = (Vec<T>, Vec<i64>, Vec<i64>, Vec<i64>);

    fn fill<T: Copy>(n: usize, write: impl FnOnce(&mut [MaybeUninit<T>])) -> Vec<T> {
        let mut out = Vec::with_capacity(n);
        write(&mut out.spare_capacity_mut()[..n]);
        // SAFETY: the callers write all.
        unsafe { out.set_len(n) };
        out
    }

    /// np.unique(data, return_index=True, return_inverse=True, return_counts=True)
    fn unique<T: Value>(data: &[T]) -> Unique<T> {
        let (pool, n) = (Pool::default(), data.len());
        let order = fill(n, |out| argsort(&pool, data, out).unwrap());
        let sorted = fill(n, |out| take(data, Axis::flat(n), &order, out).unwrap());
        let starts = fill(n, |out| run_starts(&sorted, out));
        let k = count_true(&starts);
        (
            fill(k, |out| compact(&pool, &sorted, &starts, out).unwrap()),
            fill(k, |out| compact(&pool, &order, &starts, out).unwrap()),
            fill(n, |out| run_inverse(&pool, &starts, &order, out).unwrap()),
            fill(k, |out| run_lengths(&pool, &starts, out).unwrap()),
        )
    }

    #[test]
    fn numpy_unique() {
        let expected = (vec![1, 2, 5], vec![1, 3, 0], vec![2, 0, 2, 1, 0], vec![2, 1, 2]);
        assert_eq!(unique(&[5, 1, 5, 2, 1]), expected);
        assert_eq!(unique::<f32>(&[]), (vec![], vec![], vec![], vec![]));
    }

    #[test]
    fn nan_is_one_value_and_zeros_are_equal() {
        let nan = f64::NAN;
        let (values, index, inverse, counts) = unique(&[nan, 0.0, -nan, -0.0, 1.0]);
        assert_eq!(values[..2], [0.0, 1.0]);
        assert!(values[2].is_nan() && values.len() == 3);
        assert_eq!((index, inverse), (vec![1, 4, 0], vec![2, 0, 2, 0, 1]));
        assert_eq!(counts, [2, 1, 2]);
        let parts = [(nan, 1.0), (1.0, nan), (nan, nan), (1.0, 2.0)];
        let complex = parts.map(|(re, im)| Complex::new(re, im));
        assert_eq!(unique(&complex).3, [1, 3]);
    }

    #[test]
    fn long_data_agrees_with_a_map() {
        let n = 3 * BLOCK + 17;
        let data: Vec<i32> = (0..n as i32).map(|i| i.wrapping_mul(2654435) >> 15).collect();
        let mut map = std::collections::BTreeMap::<i32, (i64, i64)>::new();
        for (i, &x) in data.iter().enumerate() {
            map.entry(x).or_insert((i as i64, 0)).1 += 1;
        }
        let (values, index, inverse, counts) = unique(&data);
        assert!(values.iter().eq(map.keys()));
        assert!(index.iter().zip(&counts).eq(map.values().map(|(i, c)| (i, c))));
        assert!(inverse.iter().zip(&data).all(|(&run, &x)| values[run as usize] == x));
    }
}
