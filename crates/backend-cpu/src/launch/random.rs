//! Random numbers over tiles.

use super::program::Id;
use crate::random::{self, Stream};
use crate::simd::{self, Kernel};
use std::mem::MaybeUninit;
use std::slice;
use xparray_ir::ir::Distribution;
use xparray_ir::{DType, bf16, f16};

/// Fills a run of consecutive elements of one stream; `low` and `last` point to the range of integers.
type Fill = unsafe fn(Stream, low: *const u8, last: *const u8, out: *mut u8, n: usize);

/// Fills with the elements at `n` places of one stream.
type FillAt = unsafe fn(Stream, places: *const u64, out: *mut u8, n: usize);

/// A distribution over an element type.
#[derive(Clone, Copy)]
pub struct Random {
    fill: Fill,
    /// If there is a faster way than one element after the other.
    fill_at: Option<FillAt>,
    size: usize,
    range: Option<[Id; 2]>,
    /// Whether the seed, the stream and the range are the same for all elements.
    uniform: bool,
}

/// # Safety
/// `out` must be room for `n` values of `T`.
unsafe fn room<'a, T>(out: *mut u8, n: usize) -> &'a mut [MaybeUninit<T>] {
    // SAFETY: the caller's promise.
    unsafe { slice::from_raw_parts_mut(out.cast(), n) }
}

macro_rules! fills {
    ($dtype:expr, $f:path, $at:path, [$($variant:ident $T:ty),*]) => {
        match $dtype {
            $(DType::$variant => {
                // SAFETY: `out` is a tile of the type.
                let fill: Fill = |stream, _, _, out, n| unsafe { $f(stream, room::<$T>(out, n)) };
                // SAFETY: as above, and there are as many places.
                let at: FillAt = |stream, places, out, n| unsafe {
                    $at(stream, slice::from_raw_parts(places, n), room::<$T>(out, n));
                };
                Some((fill, Some(at)))
            })*
            _ => None,
        }
    };
}

/// # Safety
/// `low` and `last` must point to a `T`, `out` to room for `n`.
unsafe fn integers<T: random::Integer>(stream: Stream, low: *const u8, last: *const u8, out: *mut u8, n: usize) {
    // SAFETY: the caller's promise.
    let (low, last, out) = unsafe { (*low.cast::<T>(), *last.cast::<T>(), room::<T>(out, n)) };
    if random::integers_inclusive(stream, low, last, out).is_err() {
        // An empty range has no right value; the caller of the kernel rules it out.
        out.fill(MaybeUninit::new(low));
    }
}

/// Whether values (at least one) are all the same.
fn is_constant(values: &[u64]) -> bool {
    values[1..] == values[..values.len() - 1]
}

/// Whether positions follow each other.
struct Consecutive<'a>(&'a [u64]);

impl Kernel for Consecutive<'_> {
    type Output = bool;
    #[inline(always)]
    fn run<const FMA: bool>(self) -> bool {
        let first = self.0.first().copied().unwrap_or_default();
        self.0.iter().zip(0u64..).fold(0, |wrong, (&at, k)| wrong | (at ^ first.wrapping_add(k))) == 0
    }
}

impl Random {
    /// Numbers of a distribution, if there are such of this type.
    pub fn new(distribution: Distribution, dtype: DType) -> Option<Self> {
        let fill = match distribution {
            Distribution::Bits => fills!(dtype, random::bits, random::bits_at, [U32 u32, U64 u64]),
            Distribution::Uniform => {
                fills!(dtype, random::uniform, random::uniform_at, [F16 f16, BF16 bf16, F32 f32, F64 f64])
            }
            Distribution::Normal => {
                fills!(dtype, random::standard_normal, random::standard_normal_at, [F16 f16, BF16 bf16, F32 f32, F64 f64])
            }
            Distribution::Exponential => {
                fills!(dtype, random::standard_exponential, random::standard_exponential_at,
                    [F16 f16, BF16 bf16, F32 f32, F64 f64])
            }
            Distribution::Integers => {
                let fill = match dtype {
                    DType::I8 => integers::<i8> as Fill,
                    DType::I16 => integers::<i16> as Fill,
                    DType::I32 => integers::<i32> as Fill,
                    DType::I64 => integers::<i64> as Fill,
                    DType::U8 => integers::<u8> as Fill,
                    DType::U16 => integers::<u16> as Fill,
                    DType::U32 => integers::<u32> as Fill,
                    DType::U64 => integers::<u64> as Fill,
                    _ => return None,
                };
                Some((fill, None))
            }
        };
        let (fill, fill_at) = fill?;
        Some(Self { fill, fill_at, size: dtype.size(), range: None, uniform: false })
    }

    /// With the values of the range, if there is one; `uniform` says whether these, the seed and the stream are the same
    /// for all elements.
    pub fn with_range(self, range: &[Id], uniform: bool) -> Self {
        Self { range: range.try_into().ok(), uniform, ..self }
    }

    /// The values of the range.
    pub fn range(&self) -> Option<[Id; 2]> {
        self.range
    }

    /// Computes a tile: one fill for each run of consecutive positions in one stream and range. `first` is the position
    /// of the first element, if those of the others are known to follow.
    ///
    /// # Safety
    /// `args` must be `n` positions (of which none is read if `first` is given), seeds and streams (`u64`), `range`
    /// pointers to `n` values of the element type if there is one, and `out` room for `n` elements.
    pub unsafe fn run(&self, first: Option<u64>, args: [*const u8; 3], range: [*const u8; 2], out: *mut u8, n: usize) {
        if n == 0 {
            return;
        }
        let values = |k: usize, n: usize| {
            // SAFETY: the caller's promise.
            unsafe { slice::from_raw_parts(args[k].cast::<u64>(), n) }
        };
        let bound = |k: usize, i: usize, count: usize| {
            let at = range[k].wrapping_add(i * self.size);
            // SAFETY: the caller's promise.
            unsafe { slice::from_raw_parts(at, count * self.size) }
        };
        let ranges_same = || self.range.is_none() || (0..2).all(|k| bound(k, 0, n - 1) == bound(k, 1, n - 1));
        let uniform = self.uniform || (is_constant(values(1, n)) && is_constant(values(2, n)) && ranges_same());
        let follow = || simd::dispatch_avx2(Consecutive(values(0, n))).then(|| values(0, n)[0]);
        // Mostly a tile is one run.
        if uniform && let Some(offset) = first.or_else(follow) {
            let stream = Stream { seed: values(1, 1)[0], id: values(2, 1)[0], offset };
            // SAFETY: the run is the tile.
            return unsafe { (self.fill)(stream, range[0], range[1], out, n) };
        }
        if uniform && let Some(fill_at) = self.fill_at {
            let stream = Stream { seed: values(1, 1)[0], id: values(2, 1)[0], offset: 0 };
            // SAFETY: as many places as elements.
            return unsafe { fill_at(stream, args[0].cast(), out, n) };
        }
        let [seed, id] = [values(1, n), values(2, n)];
        let position = |i: usize| first.map_or_else(|| values(0, n)[i], |first| first.wrapping_add(i as u64));
        let same_range = |i: usize, j: usize| {
            self.range.is_none() || (bound(0, i, 1) == bound(0, j, 1) && bound(1, i, 1) == bound(1, j, 1))
        };
        let mut i = 0;
        while i < n {
            let follows = |&j: &usize| {
                position(j) == position(i).wrapping_add((j - i) as u64)
                    && seed[j] == seed[i]
                    && id[j] == id[i]
                    && same_range(i, j)
            };
            let end = (i + 1..n).take_while(follows).last().map_or(i + 1, |j| j + 1);
            let stream = Stream { seed: seed[i], id: id[i], offset: position(i) };
            let at = |k: usize| range[k].wrapping_add(i * self.size);
            // SAFETY: the run lies in the tile.
            unsafe { (self.fill)(stream, at(0), at(1), out.add(i * self.size), end - i) };
            i = end;
        }
    }
}
