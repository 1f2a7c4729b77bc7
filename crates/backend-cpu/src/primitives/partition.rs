//! Partial sorting: some places get what sorting puts there, and what is before and behind them is on its side.
//!
//! A long row is split by two values close to the place, which a sample gives: what is below both, above both, and the
//! few between, of which the standard library finds the right one. So each element is read twice and written once.

use std::mem::MaybeUninit;

use super::key::{Key, Order, Parts, Value};
use super::parallel::{SERIAL, Shared, block, for_each};
use super::sort::{Sort, for_rows};
use super::uninit;
use crate::parallel::map;
use crate::pool::{OutOfMemory, Pool};
use crate::simd::{Kernel, dispatch};

#[cfg(target_arch = "x86_64")]
use super::compress;

/// Elements to a task.
const BLOCK: usize = 32 << 10;
/// Elements that are split at a time: what becomes of them fits the first cache.
const TILE: usize = 2048;
/// Rows that are shorter are sorted.
const SORTED: usize = 256;
/// Rows that are shorter are not worth a sample.
const SAMPLED: usize = 8 << 10;
/// The largest sample.
const SAMPLE: usize = 16 << 10;

/// An order by which rows can be partitioned.
pub trait Partition: Sort {
    /// Partitions into `out`, which is as long as the data, around places that ascend.
    fn partition(
        self,
        pool: &Pool,
        data: &[Self::Bits],
        kth: &[usize],
        out: &mut [MaybeUninit<Self::Bits>],
    ) -> Result<(), OutOfMemory>;
}

impl<K: Key> Partition for Order<K> {
    fn partition(self, pool: &Pool, data: &[K], kth: &[usize], out: &mut [MaybeUninit<K>]) -> Result<(), OutOfMemory> {
        match kth.get(kth.len() / 2) {
            None => {
                uninit::write(out, data);
            }
            Some(_) if data.len() < SORTED => self.sort(pool, data, out)?,
            Some(_) if data.len() < SAMPLED => select(self, uninit::write(out, data), 0, kth),
            Some(&k) => {
                let [below, between] = split(pool, self, data, k, out)?;
                // SAFETY: `split` has written all.
                let (low, rest) = unsafe { uninit::assume_init(out) }.split_at_mut(below);
                let (middle, high) = rest.split_at_mut(between);
                let parts = [(low, 0), (middle, below), (high, below + between)];
                crate::parallel::for_items(parts, 1, |_, (part, start)| select(self, part, start, kth));
            }
        }
        Ok(())
    }
}

/// Complex numbers are sorted.
macro_rules! by_sorting {
    ($($half:ty),*) => {$(
        impl Partition for Parts<$half> {
            fn partition(
                self,
                pool: &Pool,
                data: &[[$half; 2]],
                _: &[usize],
                out: &mut [MaybeUninit<[$half; 2]>],
            ) -> Result<(), OutOfMemory> {
                self.sort(pool, data, out)
            }
        }
    )*};
}
by_sorting!(u32, u64);

/// Partitions each row of `row_len` elements, in NumPy's order, around places in it that ascend.
///
/// # Panics
/// If `data` is not a whole number of rows, `out` is not as long as `data`, or a place is in no row.
pub fn partition_rows<T: Value<Order: Partition>>(
    pool: &Pool,
    data: &[T],
    row_len: usize,
    kth: &[usize],
    out: &mut [MaybeUninit<T>],
) -> Result<(), OutOfMemory> {
    assert!(kth.is_sorted() && kth.iter().all(|&k| k < row_len));
    // SAFETY: a value is laid out as its bits.
    let out = unsafe { std::slice::from_raw_parts_mut(out.as_mut_ptr().cast(), out.len()) };
    for_rows(T::bits(data), row_len, out, |row, out| T::ORDER.partition(pool, row, kth, out))
}

/// Partitions a part of a row, which begins at `start`, around those of the places that are in it.
fn select<K: Key>(order: Order<K>, part: &mut [K], start: usize, kth: &[usize]) {
    let here = |k: usize| kth.partition_point(|&place| place < k);
    let kth = &kth[here(start)..here(start + part.len())];
    if !kth.is_empty() {
        part.iter_mut().for_each(|x| *x = order.record(*x));
        select_records(part, start, kth);
        part.iter_mut().for_each(|x| *x = order.bits(*x));
    }
}

/// [`select`] of what orders as integers do, for places that are all in the part.
fn select_records<K: Key>(part: &mut [K], start: usize, kth: &[usize]) {
    let Some(&k) = kth.get(kth.len() / 2) else {
        return;
    };
    let (low, _, high) = part.select_nth_unstable(k - start);
    select_records(low, start, &kth[..kth.partition_point(|&place| place < k)]);
    select_records(high, k + 1, &kth[kth.partition_point(|&place| place <= k)..]);
}

/// The ends of a range of records, both of them in it.
#[derive(Clone, Copy)]
struct Between<K> {
    first: K,
    last: K,
}

impl<K: Key> Between<K> {
    /// Where a sample puts the element at place `k`, with four standard deviations on both sides.
    fn sampled(order: Order<K>, data: &[K], k: usize) -> Self {
        let n = data.len();
        let count = (n / 16).min(SAMPLE);
        let stride = n / count;
        // From each stretch one, at places without a period of their own.
        let place =
            |i: usize| i * stride + (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(20) as usize % stride;
        let mut sample: Vec<K> = (0..count).map(|i| order.record(data[place(i)])).collect();
        let (middle, margin) = ((k as f64 / n as f64 * count as f64) as usize, 2 * count.isqrt());
        let mut at = |i: usize| *sample.select_nth_unstable(i).1;
        let first = middle.checked_sub(margin).map_or(K::zero(), &mut at);
        let last = if middle + margin < count { at(middle + margin) } else { K::max_value() };
        Self { first, last }
    }

    /// How many elements are below the range and in it, block by block.
    fn counts(self, order: Order<K>, data: &[K]) -> Vec<[usize; 2]> {
        let n = data.len();
        map(n.div_ceil(BLOCK), 1, |i| dispatch(Count { order, data: &data[block(i, BLOCK, n)], range: self }))
    }
}

fn sum(counts: &[[usize; 2]]) -> [usize; 2] {
    counts.iter().fold([0, 0], |[a, b], &[c, d]| [a + c, b + d])
}

/// Writes the elements below a range of values, those in it, and those above; returns how many are below, and in it. The
/// range is about the element that sorting puts at place `k`, which is outside only if the sample misleads.
fn split<K: Key>(
    pool: &Pool,
    order: Order<K>,
    data: &[K],
    k: usize,
    out: &mut [MaybeUninit<K>],
) -> Result<[usize; 2], OutOfMemory> {
    let n = data.len();
    assert_eq!(n, out.len());
    let range = Between::sampled(order, data, k);
    let counts = range.counts(order, data);
    let [below, between] = sum(&counts);
    let mut starts = pool.scratch::<[usize; 3]>(counts.len())?;
    let mut next = [0, below, below + between];
    for ((start, &[low, middle]), i) in starts.iter_mut().zip(&counts).zip(0..) {
        start.write(next);
        let high = block(i, BLOCK, n).len() - low - middle;
        next = [next[0] + low, next[1] + middle, next[2] + high];
    }
    // SAFETY: the loop has written all.
    let starts = &*unsafe { uninit::assume_init(&mut starts) };
    let out = Shared::new(out);
    for_each(counts.len(), n.max(SERIAL), |i| {
        let mut to = starts[i];
        let mut room = [const { [const { MaybeUninit::uninit() }; ROOM] }; 3];
        let mut records = [K::zero(); TILE];
        for tile in data[block(i, BLOCK, n)].chunks(TILE) {
            let records = &mut records[..tile.len()];
            dispatch(Records { order, data: tile, records: &mut *records });
            let lens = range.split(records, &mut room);
            for ((to, room), len) in to.iter_mut().zip(&room).zip(lens) {
                // SAFETY: the first ones were written, and the counts gave each block its own places.
                let (found, out) = unsafe { (room[..len].assume_init_ref(), out.part(*to..*to + len)) };
                dispatch(Bits { order, records: found, out });
                *to += len;
            }
        }
    });
    Ok([below, between])
}

/// Room for what becomes of a tile: vectors are stored whole.
const ROOM: usize = TILE + 16;

impl<K: Key> Between<K> {
    /// Writes the records below, in, and above the range; returns how many.
    fn split(self, records: &[K], room: &mut [[MaybeUninit<K>; ROOM]; 3]) -> [usize; 3] {
        assert!(records.len() <= TILE);
        let mut lens = [0; 3];
        #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut, reason = "vectors are split on x86 alone"))]
        let mut done = 0;
        #[cfg(target_arch = "x86_64")]
        if compress::available() {
            let to = room.each_mut().map(|room| room.as_mut_ptr());
            let (from, n) = (records.as_ptr(), records.len());
            // SAFETY: the instructions are there; keys of these sizes are these integers, and a tile and a vector fit.
            unsafe {
                match size_of::<K>() {
                    4 => {
                        let ends = [self.first, self.last].map(|end| std::mem::transmute_copy(&end));
                        (done, lens) = compress::split32(from.cast(), n, ends, to.map(|to| to.cast()));
                    }
                    8 => {
                        let ends = [self.first, self.last].map(|end| std::mem::transmute_copy(&end));
                        (done, lens) = compress::split64(from.cast(), n, ends, to.map(|to| to.cast()));
                    }
                    _ => {}
                }
            }
        }
        let [low, middle, high] = room;
        // Each is written everywhere, and counts in one place: no branch depends on the data.
        for &record in &records[done..] {
            let (below, above) = (record < self.first, record > self.last);
            low[lens[0]].write(record);
            middle[lens[1]].write(record);
            high[lens[2]].write(record);
            lens[0] += usize::from(below);
            lens[1] += usize::from(!below & !above);
            lens[2] += usize::from(above);
        }
        lens
    }
}

struct Count<'a, K> {
    order: Order<K>,
    data: &'a [K],
    range: Between<K>,
}

impl<K: Key> Kernel for Count<'_, K> {
    type Output = [usize; 2];
    #[inline(always)]
    fn run<const FMA: bool>(self) -> [usize; 2] {
        let Self { order, data, range } = self;
        let one = |yes: bool| if yes { K::one() } else { K::zero() };
        let mut counts = [0; 2];
        // So few that every key holds their number.
        for tile in data.chunks(128) {
            let (mut below, mut not_above) = (K::zero(), K::zero());
            for &x in tile {
                let record = order.record(x);
                below = below + one(record < range.first);
                not_above = not_above + one(record <= range.last);
            }
            let (below, not_above): (usize, usize) = (below.as_(), not_above.as_());
            counts = [counts[0] + below, counts[1] + not_above - below];
        }
        counts
    }
}

struct Records<'a, K> {
    order: Order<K>,
    data: &'a [K],
    records: &'a mut [K],
}

impl<K: Key> Kernel for Records<'_, K> {
    type Output = ();
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        for (record, &x) in self.records.iter_mut().zip(self.data) {
            *record = self.order.record(x);
        }
    }
}

struct Bits<'a, K> {
    order: Order<K>,
    records: &'a [K],
    out: &'a mut [MaybeUninit<K>],
}

impl<K: Key> Kernel for Bits<'_, K> {
    type Output = ();
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        for (out, &record) in self.out.iter_mut().zip(self.records) {
            out.write(self.order.bits(record));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use half::f16;
    use num_complex::Complex;
    use std::fmt::Debug;

    fn partitioned<T: Value<Order: Partition>>(data: &[T], row_len: usize, kth: &[usize]) -> Vec<T> {
        let mut out = vec![MaybeUninit::uninit(); data.len()];
        partition_rows(&Pool::default(), data, row_len, kth, &mut out).unwrap();
        // SAFETY: all were written.
        out.iter().map(|x| unsafe { x.assume_init() }).collect()
    }

    /// Each place has its element, what is before it is not larger, what is behind it not smaller, and all are there.
    fn check<T: Value<Order: Partition> + Debug>(data: &[T], row_len: usize, kth: &[usize]) {
        let all = partitioned(data, row_len, kth);
        for (row, found) in data.chunks(row_len).zip(all.chunks(row_len)) {
            let ranks = |values: &[T]| values.iter().map(|x| x.rank()).collect::<Vec<_>>();
            let (mut sorted, found) = (ranks(row), ranks(found));
            sorted.sort_unstable();
            for &k in kth {
                assert_eq!(found[k], sorted[k], "{k} of {row_len}");
                assert!(found[..k].iter().all(|x| *x <= found[k]) && found[k..].iter().all(|x| *x >= found[k]));
            }
            let mut found = found;
            found.sort_unstable();
            assert!(found == sorted, "{row_len}");
        }
    }

    fn random(n: usize) -> impl Iterator<Item = u64> {
        (1..=n as u64)
            .map(|i| i.wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(31).wrapping_mul(0x94d0_49bb_1331_11eb))
    }

    fn check_all<T: Value<Order: Partition> + Debug>(value: impl Fn(u64) -> T) {
        for n in [1, 2, 300, 5000, SAMPLED, 3 * BLOCK + 77, 300_001] {
            let data: Vec<T> = random(n).map(&value).collect();
            for k in [0, n / 100, n / 2, n - 1] {
                check(&data, n, &[k]);
            }
            check(&data, n, &[n / 4, n / 2, n / 2, n - 1]);
        }
        let data: Vec<T> = random(60_000).map(&value).collect();
        for row_len in [3, 300, 10_000] {
            check(&data, row_len, &[row_len / 3]);
        }
    }

    #[test]
    fn every_width() {
        check_all(|x| x as i8);
        check_all(|x| f16::from_bits(x as u16));
        check_all(|x| f32::from_bits(x as u32));
        check_all(f64::from_bits);
        check_all(|x| x as i64);
        check_all(|x| Complex::new((x % 7) as f32, (x >> 40) as f32));
    }

    #[test]
    fn no_place_is_a_copy() {
        assert_eq!(partitioned(&[3, 1, 2], 3, &[]), [3, 1, 2]);
    }

    #[test]
    fn equal_and_special_elements() {
        check_all(|x| (x >> 63) as u32);
        check_all(|_| 5i32);
        check_all(|x| [f64::NAN, -0.0, 0.0, f64::INFINITY][x as usize % 4]);
    }

    /// The sample sees none of the few that are elsewhere.
    #[test]
    fn samples_may_mislead() {
        let n = 1 << 18;
        let mut data: Vec<u32> = (0..n).map(|i| 1000 + i % 3).collect();
        let seen = data.len() / SAMPLE;
        data.iter_mut().skip(seen / 2).step_by(97).for_each(|x| *x = 3);
        for k in [0, 1, n as usize / 97, n as usize - 1] {
            check(&data, data.len(), &[k]);
        }
    }

    #[test]
    fn vectors_split_as_a_loop() {
        let records: Vec<u64> = random(TILE).map(|x| x % 1000).collect();
        let range = Between { first: 300u64, last: 420 };
        for n in [0, 1, 7, 8, 100, TILE] {
            let mut room = [[MaybeUninit::new(0); ROOM]; 3];
            let lens = range.split(&records[..n], &mut room);
            let parts = [0..300, 300..421, 421..1000];
            for ((room, len), part) in room.iter().zip(lens).zip(parts) {
                // SAFETY: all were initialised.
                let found: Vec<u64> = room[..len].iter().map(|x| unsafe { x.assume_init() }).collect();
                assert_eq!(found, records[..n].iter().copied().filter(|x| part.contains(x)).collect::<Vec<_>>());
            }
        }
    }
}
