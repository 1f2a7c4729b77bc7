//! The order of a few elements, by counting for each how many go before it.
//!
//! That is quadratic, but it is all vector compares, with no branch that depends on the data.

use std::mem::MaybeUninit;

use num_traits::{AsPrimitive, Bounded, Zero};

use super::key::{Key, Value};
use super::uninit;
use crate::simd::{Kernel, dispatch};

/// Up to here counting all pairs beats sorting by digits, for ranks of 32 bits.
pub(super) const MOST: usize = 256;
/// Elements that are compared with one other at a time.
const LANES: usize = 16;

/// Room for the places of elements in their sorted order.
pub(super) type Places = [MaybeUninit<u8>; MOST];

/// Whether [`places`] handles `n` elements, and well.
pub(super) fn is_small<T: Value>(n: usize) -> bool {
    // Fewer wide ranks fit a vector, and 128 bits are compared one by one.
    n <= match size_of::<T::Rank>() {
        0..=4 => MOST,
        8 => MOST / 2,
        _ => MOST / 8,
    }
}

/// Where each element goes in the sorted order; equal elements keep their order.
///
/// # Panics
/// If `data` is not small.
pub(super) fn places<'a, T: Value>(data: &[T], room: &'a mut Places) -> &'a [u8] {
    dispatch(Count { data, room });
    // SAFETY: the kernel writes a place for each element.
    unsafe { uninit::assume_init(&mut room[..data.len()]) }
}

struct Count<'a, T> {
    data: &'a [T],
    room: &'a mut Places,
}

impl<T: Value> Kernel for Count<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let n = self.data.len();
        let used = n.next_multiple_of(LANES);
        let mut ranks = [MaybeUninit::uninit(); MOST];
        let ranks = &mut ranks[..used];
        for (rank, x) in ranks.iter_mut().zip(self.data) {
            rank.write(x.rank());
        }
        // What fills the last lanes up goes after all.
        ranks[n..].fill(MaybeUninit::new(T::Rank::max_value()));
        // SAFETY: the lines above have written all.
        let ranks = unsafe { uninit::assume_init(ranks) };
        let (groups, _) = ranks.as_chunks::<LANES>();
        let (out, _) = self.room[..used].as_chunks_mut::<LANES>();
        for (g, (group, out)) in groups.iter().zip(out).enumerate() {
            let (before, rest) = ranks[..n].split_at(g * LANES);
            let (here, after) = rest.split_at(rest.len().min(LANES));
            let mut counts = [T::Rank::zero(); LANES];
            for &other in before {
                count(&mut counts, |i| other <= group[i]);
            }
            for (j, &other) in here.iter().enumerate() {
                count(&mut counts, |i| (other < group[i]) | ((other == group[i]) & (j < i)));
            }
            for &other in after {
                count(&mut counts, |i| other < group[i]);
            }
            for (out, count) in out.iter_mut().zip(counts) {
                let place: usize = count.as_();
                out.write(place as u8);
            }
        }
    }
}

#[inline(always)]
fn count<K: Key>(counts: &mut [K; LANES], before: impl Fn(usize) -> bool) {
    for (i, count) in counts.iter_mut().enumerate() {
        *count = *count + if before(i) { K::one() } else { K::zero() };
    }
}
