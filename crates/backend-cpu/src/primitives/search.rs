//! Binary search in sorted values.

use std::mem::MaybeUninit;

use super::key::{Ordering, Value};
use super::parallel::{Shared, block, for_each};
use crate::simd::{Kernel, dispatch_avx2};

/// Which of the places that keep the order [`searchsorted`] gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Before equal values.
    Left,
    /// After equal values.
    Right,
}

/// Values to a task.
const BLOCK: usize = 4 << 10;

/// Where each value would go in `sorted` to keep its order, which is NumPy's: NaN is last.
///
/// # Panics
/// If `out` is not as long as `values`.
pub fn searchsorted<T: Value>(sorted: &[T], values: &[T], side: Side, out: &mut [MaybeUninit<i64>]) {
    search(T::ORDER, T::bits(sorted), T::bits(values), side, out);
}

/// [`searchsorted`] of values given by their bits.
pub(super) fn search<O: Ordering>(
    order: O,
    sorted: &[O::Bits],
    values: &[O::Bits],
    side: Side,
    out: &mut [MaybeUninit<i64>],
) {
    let n = values.len();
    assert_eq!(n, out.len());
    let out = Shared::new(out);
    for_each(n.div_ceil(BLOCK), n, |i| {
        let range = block(i, BLOCK, n);
        dispatch_avx2(Search {
            order,
            sorted,
            values: &values[range.clone()],
            side,
            // SAFETY: blocks are disjoint.
            out: unsafe { out.part(range) },
        });
    });
}

struct Search<'a, O: Ordering> {
    order: O,
    sorted: &'a [O::Bits],
    values: &'a [O::Bits],
    side: Side,
    out: &'a mut [MaybeUninit<i64>],
}

impl<O: Ordering> Kernel for Search<'_, O> {
    type Output = ();
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        const LANES: usize = 16;
        let (groups, rest) = self.values.as_chunks::<LANES>();
        let (out_groups, out_rest) = self.out.as_chunks_mut::<LANES>();
        for (group, out) in groups.iter().zip(out_groups) {
            search_together(self.order, self.sorted, group, self.side, out);
        }
        for (value, out) in rest.iter().zip(out_rest) {
            search_together(self.order, self.sorted, &[*value], self.side, std::array::from_mut(out));
        }
    }
}

/// All searches halve the same length at each step, without branches, so that they wait for
/// memory together.
#[inline(always)]
fn search_together<O: Ordering, const N: usize>(
    order: O,
    sorted: &[O::Bits],
    values: &[O::Bits; N],
    side: Side,
    out: &mut [MaybeUninit<i64>; N],
) {
    let ranks = values.map(|x| order.rank(x));
    let equal = side == Side::Right;
    let mut places = [0usize; N];
    let mut len = sorted.len();
    while len > 0 {
        // A search is over at most `len` values from its place on.
        let half = len.div_ceil(2);
        for (place, &rank) in places.iter_mut().zip(&ranks) {
            // SAFETY: `place + len <= sorted.len()` holds at first; a step moves the place by
            // `half` or 0, and `len` falls by `half`.
            let x = order.rank(unsafe { *sorted.get_unchecked(*place + half - 1) });
            *place += if (x < rank) | (equal & (x == rank)) { half } else { 0 };
        }
        len -= half;
    }
    for (out, place) in out.iter_mut().zip(places) {
        out.write(place as i64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_complex::Complex;

    fn check<T: Value>(sorted: &[T], values: &[T], side: Side) -> Vec<i64> {
        let mut out = vec![MaybeUninit::new(-1); values.len()];
        searchsorted(sorted, values, side, &mut out);
        // SAFETY: all were initialised.
        out.iter().map(|x| unsafe { x.assume_init() }).collect()
    }

    #[test]
    fn numpy_searchsorted() {
        assert_eq!(check(&[11, 12, 13, 14, 15], &[-10, 20, 12, 13], Side::Left), [0, 5, 1, 2]);
        assert_eq!(check(&[11, 12, 13, 14, 15], &[-10, 20, 12, 13], Side::Right), [0, 5, 2, 3]);
        assert_eq!(check(&[], &[1.0], Side::Left), [0]);
        let (nan, inf) = (f32::NAN, f32::INFINITY);
        let sorted = [-inf, -0.0, 0.0, inf, nan, nan];
        let values = [nan, inf, 0.0, -0.0, -inf, -nan];
        assert_eq!(check(&sorted, &values, Side::Left), [4, 3, 1, 1, 0, 4]);
        assert_eq!(check(&sorted, &values, Side::Right), [6, 4, 3, 3, 1, 6]);
        let z = |re, im| Complex::new(re, im);
        let sorted = [z(1.0, 1.0), z(1.0, 2.0), z(0.0, nan), z(nan, 0.0)];
        let values = [z(1.0, 1.5), z(9.0, 9.0), z(1.0, nan)];
        assert_eq!(check(&sorted, &values, Side::Left), [1, 2, 3]);
    }

    #[test]
    fn all_lengths_agree_with_partition_point() {
        for n in [1, 2, 3, 7, 8, 100, 1000] {
            let sorted: Vec<i16> = (0..n).map(|i| i / 3 * 2).collect();
            let values: Vec<i16> = (0..40_000).map(|i| (i % 1500) as i16 - 5).collect();
            for side in [Side::Left, Side::Right] {
                let expected = values.iter().map(|&v| {
                    let before = |&x: &i16| x < v || (side == Side::Right && x == v);
                    sorted.partition_point(before) as i64
                });
                assert!(expected.eq(check(&sorted, &values, side)), "{n} {side:?}");
            }
        }
    }
}
