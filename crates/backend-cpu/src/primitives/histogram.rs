//! Counting: histograms and bins of integers.
//!
//! Chunks count into tables of their own, which are then added; counts are integers, so the
//! result does not depend on the chunks. Those of weights depend on the data's length alone.

use std::iter::Sum;
use std::mem::MaybeUninit;
use std::ops::Range;

use num_traits::{AsPrimitive, Float};

use super::error::{BadIndex, IndexError};
use super::key::{Ordering, Value};
use super::parallel::{SERIAL, Shared, block, for_each, try_for_each};
use super::search::{Side, search};
use super::uninit;
use crate::parallel::threads;
use crate::pool::{OutOfMemory, Pool};
use crate::simd::{Kernel, dispatch};

/// A type whose histograms may have equal bins: `f32` and `f64`.
pub trait Real: Value + Float + AsPrimitive<i64> {}
impl Real for f32 {}
impl Real for f64 {}

/// How many values are in each bin, where `edges` are evenly spaced, as `linspace` places them.
/// A bin includes its lower edge, the last bin its upper edge too. Values outside of the edges, and NaN,
/// are in no bin. The result is NumPy's, which agrees with [`histogram`].
///
/// # Panics
/// If there is not one edge more than there are counts.
pub fn histogram_uniform<T: Real>(
    pool: &Pool,
    data: &[T],
    edges: &[T],
    counts: &mut [MaybeUninit<i64>],
) -> Result<(), OutOfMemory> {
    assert_eq!(edges.len(), counts.len() + 1);
    let Some(bins) = T::from(counts.len()) else {
        return Ok(());
    };
    tally(pool, data.len(), counts, |range, table| {
        let data = &data[range];
        dispatch(Uniform { data, edges, bins, table });
    })
}

/// Values that are looked at together.
const TILE: usize = 512;

struct Uniform<'a, T> {
    data: &'a [T],
    edges: &'a [T],
    bins: T,
    /// A count for each bin, and one for what is in none.
    table: &'a mut [i64],
}

impl<T: Real> Kernel for Uniform<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let none = self.table.len() - 1;
        let (low, high) = (self.edges[0], self.edges[none]);
        let width = high - low;
        let mut guesses = [0i64; TILE];
        for tile in self.data.chunks(TILE) {
            for (guess, &x) in guesses.iter_mut().zip(tile) {
                *guess = ((x - low) / width * self.bins).as_();
            }
            for (&guess, &x) in guesses.iter().zip(tile) {
                // Rounding may miss the bin by one; the edges decide.
                let guess = (guess as usize).min(none - 1);
                let above = (guess + 1 < none) & (x >= self.edges[guess + 1]);
                let below = x < self.edges[guess];
                let bin = (guess + usize::from(above)).wrapping_sub(usize::from(below));
                let inside = (low <= x) & (x <= high);
                self.table[if inside { bin } else { none }] += 1;
            }
        }
    }
}

/// How many values are in each bin, for rising edges. A bin includes its lower edge, the last bin
/// its upper edge too. Values outside of the edges, and NaN, are in no bin.
///
/// # Panics
/// If there is not one edge more than there are counts.
pub fn histogram<T: Value>(
    pool: &Pool,
    data: &[T],
    edges: &[T],
    counts: &mut [MaybeUninit<i64>],
) -> Result<(), OutOfMemory> {
    count(pool, T::ORDER, T::bits(data), T::bits(edges), counts)
}

fn count<O: Ordering>(
    pool: &Pool,
    order: O,
    data: &[O::Bits],
    edges: &[O::Bits],
    counts: &mut [MaybeUninit<i64>],
) -> Result<(), OutOfMemory> {
    assert_eq!(edges.len(), counts.len() + 1);
    let (none, end) = (counts.len(), order.rank(edges[counts.len()]));
    tally(pool, data.len(), counts, |range, table| {
        let mut above = [MaybeUninit::uninit(); TILE];
        for tile in data[range].chunks(TILE) {
            let above = &mut above[..tile.len()];
            search(order, edges, tile, Side::Right, above);
            for (&x, above) in tile.iter().zip(above) {
                // SAFETY: `searchsorted` writes all of its output.
                let above = unsafe { above.assume_init() } as usize;
                let inside = !order.is_nan(x) && above > 0 && order.rank(x) <= end;
                table[if inside { above.min(none) - 1 } else { none }] += 1;
            }
        }
    })
}

/// How often each of `0..counts.len()` stands in `data`; anything else there is an error.
pub fn bincount(pool: &Pool, data: &[i64], counts: &mut [MaybeUninit<i64>]) -> Result<(), IndexError> {
    check_bins(data, counts.len())?;
    tally(pool, data.len(), counts, |range, table| {
        for &bin in &data[range] {
            table[bin as usize] += 1;
        }
    })?;
    Ok(())
}

/// The sum of the weights of each of `0..sums.len()`: `weights[i]` counts for `data[i]`. Sums add
/// in the order of the data, within chunks and then of chunks.
///
/// # Panics
/// If there is not a weight for each value.
pub fn bincount_weighted(
    pool: &Pool,
    data: &[i64],
    weights: &[f64],
    sums: &mut [MaybeUninit<f64>],
) -> Result<(), IndexError> {
    assert_eq!(data.len(), weights.len());
    check_bins(data, sums.len())?;
    tally_in_chunks(pool, data.len(), data.len().div_ceil(CHUNKS), sums, |range, table| {
        for (&bin, &weight) in data[range.clone()].iter().zip(&weights[range]) {
            table[bin as usize] += weight;
        }
    })?;
    Ok(())
}

/// Enough chunks of weights for as many threads.
const CHUNKS: usize = 64;

/// Checks that all of `data` are in `0..bins`; the error names the first that is not.
fn check_bins(data: &[i64], bins: usize) -> Result<(), BadIndex> {
    struct InBins<'a>(&'a [i64], u64);
    impl Kernel for InBins<'_> {
        type Output = bool;
        #[inline(always)]
        fn run<const FMA: bool>(self) -> bool {
            // A negative value is a large one without its sign.
            let Self(data, bins) = self;
            data.iter().fold(true, |valid, &x| valid & ((x as u64) < bins))
        }
    }
    let n = data.len();
    let valid = try_for_each(n.div_ceil(SERIAL), n, |i| {
        let data = &data[block(i, SERIAL, n)];
        dispatch(InBins(data, bins as u64)).then_some(()).ok_or(())
    });
    valid.or_else(|()| {
        let bad = data.iter().position(|&x| x as u64 >= bins as u64);
        bad.map_or(Ok(()), |position| Err(BadIndex { position, index: data[position], len: bins }))
    })
}

/// Counts `0..n`: `count` adds a range to a table, which has one place more than `counts`, for what is not counted.
fn tally(
    pool: &Pool,
    n: usize,
    counts: &mut [MaybeUninit<i64>],
    count: impl Fn(Range<usize>, &mut [i64]) + Send + Sync,
) -> Result<(), OutOfMemory> {
    tally_in_chunks(pool, n, n.div_ceil(4 * threads()), counts, count)
}

/// As [`tally`], in chunks of `size` or more: as many as repay a table.
fn tally_in_chunks<T: Copy + Default + Sum + Send + Sync>(
    pool: &Pool,
    n: usize,
    size: usize,
    counts: &mut [MaybeUninit<T>],
    count: impl Fn(Range<usize>, &mut [T]) + Send + Sync,
) -> Result<(), OutOfMemory> {
    if counts.is_empty() {
        return Ok(());
    }
    let places = counts.len() + 1;
    let size = size.max(SERIAL).max(4 * places);
    let chunks = n.div_ceil(size).max(1);
    let mut tables = pool.scratch::<T>(chunks * places)?;
    let shared = Shared::new(&mut tables);
    for_each(chunks, n, |i| {
        // SAFETY: each chunk has its own table.
        let table = unsafe { shared.part(i * places..(i + 1) * places) };
        table.fill(MaybeUninit::new(T::default()));
        // SAFETY: it has just been written.
        count(block(i, size, n), unsafe { uninit::assume_init(table) });
    });
    // SAFETY: the loop above wrote all tables.
    let tables = unsafe { tables.assume_init_mut() };
    for (bin, sum) in counts.iter_mut().enumerate() {
        sum.write(tables.iter().skip(bin).step_by(places).copied().sum());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill<T: Copy>(n: usize, write: impl FnOnce(&mut [MaybeUninit<T>])) -> Vec<T> {
        let mut out = Vec::with_capacity(n);
        write(&mut out.spare_capacity_mut()[..n]);
        // SAFETY: the callers write all.
        unsafe { out.set_len(n) };
        out
    }
    fn uniform<T: Real>(data: &[T], edges: &[T]) -> Vec<i64> {
        fill(edges.len() - 1, |out| {
            histogram_uniform(&Pool::default(), data, edges, out).unwrap();
        })
    }
    fn general<T: Value>(data: &[T], edges: &[T]) -> Vec<i64> {
        fill(edges.len() - 1, |out| {
            histogram(&Pool::default(), data, edges, out).unwrap();
        })
    }

    #[test]
    fn numpy_histogram() {
        // np.histogram([1, 2, 1], bins=[0, 1, 2, 3]), np.histogram(np.arange(4), bins=np.arange(5))
        assert_eq!(general(&[1, 2, 1], &[0, 1, 2, 3]), [0, 2, 1]);
        assert_eq!(uniform(&[0.0, 1.0, 2.0, 3.0], &[0.0, 1.0, 2.0, 3.0, 4.0]), [1, 1, 1, 1]);
        // The last bin is closed, also where it is empty.
        assert_eq!(general(&[1, 2, 3, 3], &[1, 2, 3]), [1, 3]);
        assert_eq!(general(&[1, 3, 3], &[1, 3, 3]), [1, 2]);
        assert_eq!(uniform(&[1.0f32, 2.0, 3.0, 3.0], &[1.0, 2.0, 3.0]), [1, 3]);
        let (nan, inf) = (f64::NAN, f64::INFINITY);
        let outside = [nan, inf, -inf, -0.1, 1.1, 0.0];
        assert_eq!(uniform(&outside, &[0.0, 0.5, 1.0]), [1, 0]);
        assert_eq!(general(&outside, &[0.0, 0.5, 1.0]), [1, 0]);
        assert_eq!(general(&[1, 2], &[1]), []);
    }

    /// Values on edges and next to them, where the guess of the bin rounds either way.
    #[test]
    fn edges_decide() {
        for bins in [1usize, 3, 7, 10, 100, 1000] {
            let step = 0.7 / bins as f64;
            let edges = (0..bins).map(|i| i as f64 * step - 0.3).chain([0.4]);
            let edges: Vec<f64> = edges.collect();
            let near = |&x: &f64| [x.next_down(), x, x.next_up()];
            let data: Vec<f64> = edges.iter().flat_map(near).collect();
            let mut expected = vec![0; bins];
            for &x in &data {
                let bin = edges.iter().rposition(|&edge| edge <= x);
                if let Some(bin) = bin.filter(|_| x <= 0.4) {
                    expected[bin.min(bins - 1)] += 1;
                }
            }
            assert_eq!(uniform(&data, &edges), expected);
            assert_eq!(general(&data, &edges), expected);
            let edges: Vec<f32> = edges.iter().map(|&x| x as f32).collect();
            let near = |&x: &f32| [x.next_down(), x, x.next_up()];
            let data: Vec<f32> = edges.iter().flat_map(near).collect();
            assert_eq!(uniform(&data, &edges), general(&data, &edges));
        }
    }

    #[test]
    fn long_data() {
        let data: Vec<f32> = (0..300_000).map(|i| (i as f32 * 0.77).sin() * 1.2).collect();
        let edges: Vec<f32> = (0..=64).map(|i| i as f32 / 32.0 - 1.0).collect();
        let counts = uniform(&data, &edges);
        assert_eq!(counts, general(&data, &edges));
        let inside = data.iter().filter(|x| x.abs() <= 1.0).count();
        assert_eq!(counts.iter().sum::<i64>(), inside as i64);
    }

    #[test]
    fn bincounts() {
        let pool = Pool::default();
        let count = |data: &[i64], bins| fill(bins, |out| bincount(&pool, data, out).unwrap());
        assert_eq!(count(&[0, 1, 1, 3, 2, 1, 7], 8), [1, 3, 1, 1, 0, 0, 0, 1]);
        assert_eq!(count(&[], 2), [0, 0]);
        let data: Vec<i64> = (0..200_000).map(|i| i * i % 1000).collect();
        let mut expected = vec![0; 1000];
        data.iter().for_each(|&x| expected[x as usize] += 1);
        assert_eq!(count(&data, 1000), expected);
        // np.bincount([0, 1, 1, 2, 2, 2], weights=[.3, .5, .2, .7, 1., -.6])
        let weights = [0.3, 0.5, 0.2, 0.7, 1.0, -0.6];
        let sums = fill(3, |out| {
            bincount_weighted(&pool, &[0, 1, 1, 2, 2, 2], &weights, out).unwrap();
        });
        assert_eq!(sums, [0.3, 0.7, 0.7 + 1.0 - 0.6]);
    }

    #[test]
    fn sums_of_weights_do_not_depend_on_threads() {
        let data: Vec<i64> = (0..500_000).map(|i| i * i % 1000).collect();
        let weights: Vec<f64> = data.iter().map(|&x| (x as f64).sqrt() - 9.0).collect();
        let run = |threads| {
            let threads = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let sums = |out: &mut _| bincount_weighted(&Pool::default(), &data, &weights, out).unwrap();
            threads.install(|| fill(1000, sums))
        };
        let sums = run(1);
        assert_eq!(sums, run(3));
        for (bin, sum) in sums.into_iter().enumerate() {
            let count = data.iter().filter(|&&x| x == bin as i64).count() as f64;
            let expected = count * ((bin as f64).sqrt() - 9.0);
            assert!((sum - expected).abs() <= 1e-10 * expected.abs(), "{bin}: {sum} {expected}");
        }
    }

    #[test]
    fn bad_bins_are_errors() {
        let error = |position, index| BadIndex { position, index, len: 2 };
        let mut out = [MaybeUninit::uninit(); 2];
        let result = bincount(&Pool::default(), &[0, -1], &mut out);
        assert_eq!(result, Err(IndexError::BadIndex(error(1, -1))));
        let mut data = vec![0; 100_000];
        (data[99_000], data[50_000]) = (-5, 2);
        let result = bincount(&Pool::default(), &data, &mut out);
        assert_eq!(result, Err(IndexError::BadIndex(error(50_000, 2))));
        let mut out = [MaybeUninit::uninit(); 2];
        let result = bincount_weighted(&Pool::default(), &[0, 2], &[1.0, 1.0], &mut out);
        assert_eq!(result, Err(IndexError::BadIndex(error(1, 2))));
    }
}
