//! The order of a few elements, by counting for each how many go before it.
//!
//! That is quadratic, but it is all vector compares, with no branch that depends on the data.

use std::mem::MaybeUninit;

use super::key::Key;
use super::uninit;
use crate::simd::{Kernel, dispatch};

/// Up to here counting all pairs beats sorting by digits, for keys of 32 bits.
pub(super) const MOST: usize = 256;
/// Elements that are compared with one other at a time.
const LANES: usize = 16;

/// Room for the places of elements in their sorted order.
pub(super) type Places = [MaybeUninit<u8>; MOST];

/// Whether [`places`] handles `n` keys, and well.
pub(super) fn is_small<K>(n: usize) -> bool {
    // Fewer wide keys fit a vector, and those of 128 bits are compared one by one.
    n <= match size_of::<K>() {
        0..=4 => MOST,
        8 => MOST / 2,
        _ => MOST / 8,
    }
}

/// Where each element goes in the order of keys; elements with equal keys keep their order.
///
/// # Panics
/// If the keys are not few.
pub(super) fn places<K: Key>(keys: impl ExactSizeIterator<Item = K>, room: &mut Places) -> &[u8] {
    let n = keys.len();
    // What fills the last lanes up goes after all.
    let mut padded = [K::max_value(); MOST];
    for (padded, key) in padded[..n].iter_mut().zip(keys) {
        *padded = key;
    }
    let keys = &padded[..n.next_multiple_of(LANES)];
    dispatch(Count { keys, n, room });
    // SAFETY: the kernel writes a place for each key.
    unsafe { uninit::assume_init(&mut room[..n]) }
}

struct Count<'a, K> {
    /// Whole lanes, of which the first `n` keys count.
    keys: &'a [K],
    n: usize,
    room: &'a mut Places,
}

impl<K: Key> Kernel for Count<'_, K> {
    type Output = ();
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let Self { keys, n, room } = self;
        let (groups, _) = keys.as_chunks::<LANES>();
        let (out, _) = room.as_chunks_mut::<LANES>();
        for (g, (group, out)) in groups.iter().zip(out).enumerate() {
            let (before, rest) = keys[..n].split_at(g * LANES);
            let (here, after) = rest.split_at(rest.len().min(LANES));
            let mut counts = [K::zero(); LANES];
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
