//! The innermost loop: a tile of the result, which stays in registers while it sums.
#![allow(clippy::needless_range_loop, reason = "iterators are calls in a development build")]

use super::pack::{Pack, Strides, pack};
#[cfg(not(target_arch = "aarch64"))]
use super::vector::Plain;
use super::vector::Vector;
use crate::simd::Level;
use num_complex::Complex;
use num_traits::{One, Zero};

/// What computes tiles of an element type on this machine, and brings operands into the order in which it reads them.
/// The terms are BLIS's (Van Zee and van de Geijn, ACM TOMS 41, 2015).
pub struct Microkernel<T> {
    /// Rows of a tile.
    pub mr: usize,
    /// Columns of a tile.
    pub nr: usize,
    /// With fewer rows, columns or terms, products on one thread read the operands where they are.
    pub smallest: usize,
    /// Computes a whole tile of packed operands: `a` of panels of `mr` rows, `b` of `nr` columns.
    pub packed: Multiply<T>,
    /// Computes a tile, or fewer rows and columns, of operands as they are; the rows of `a` are contiguous.
    pub direct: Multiply<T>,
    /// Packs panels of `mr` rows.
    pub pack_a: Pack<T>,
    /// Packs panels of `nr` columns.
    pub pack_b: Pack<T>,
}

/// Writes `alpha a b`, or adds it to `c`.
///
/// # Safety
/// The operands must be valid to read, the tile to write and, if something is added to it, to read.
pub type Multiply<T> = unsafe fn(&Tile<T>);

/// A tile of a product: `k` terms of `size` rows and columns.
pub struct Tile<T> {
    pub k: usize,
    pub a: *const T,
    /// From one term to the next.
    pub a_step: isize,
    pub b: *const T,
    /// From one term to the next, and from one column to the next.
    pub b_steps: (isize, isize),
    /// Whether the complex conjugates of either are meant.
    pub conj: (bool, bool),
    pub alpha: T,
    /// Of which columns are contiguous, `ldc` elements apart.
    pub c: *mut T,
    pub ldc: isize,
    pub size: (usize, usize),
    pub add: bool,
}

/// Terms that the loop adds at a time, of packed operands. Of others it adds one: with several, the compiler reads rows of
/// all of them first, which takes the registers of sums.
const UNROLL: isize = 4;

/// The steps of a tile, which the compiler knows if the operands are packed.
struct TileSteps<const N: usize> {
    a: isize,
    b: isize,
    columns: [isize; N],
}

impl<const N: usize> TileSteps<N> {
    #[inline(always)]
    fn of<T, const PACKED: bool>(t: &Tile<T>, rows: usize) -> Self {
        if PACKED {
            return Self { a: rows as isize, b: N as isize, columns: std::array::from_fn(|j| j as isize) };
        }
        // Columns that are not there are the last one again.
        let last = t.size.1 - 1;
        let columns = std::array::from_fn(|j| j.min(last) as isize * t.b_steps.1);
        Self { a: t.a_step, b: t.b_steps.0, columns }
    }
}

/// The sums of a tile. An implementation rather than a closure: it inlines into code of its instruction set even where the
/// compiler optimises little, as in a development build. An intrinsic function that does not inline is a call.
trait Sums<T> {
    /// Adds the products of a column of `a` and a row of `b`.
    ///
    /// # Safety
    /// They must be readable, and the machine must have the instructions.
    unsafe fn add(&mut self, a: *const T, b: *const T);
}

/// Adds all terms of a tile.
///
/// # Safety
/// The operands must be valid to read, and the machine must have the instructions.
#[inline(always)]
unsafe fn add_terms<T, const PACKED: bool>(t: &Tile<T>, (a_step, b_step): (isize, isize), sums: &mut impl Sums<T>) {
    let (mut a, mut b) = (t.a, t.b);
    let unroll = if PACKED { UNROLL } else { 1 };
    // SAFETY: the caller's promises.
    unsafe {
        for _ in 0..t.k / unroll as usize {
            for p in 0..unroll {
                sums.add(a.wrapping_offset(p * a_step), b.wrapping_offset(p * b_step));
            }
            (a, b) = (a.wrapping_offset(unroll * a_step), b.wrapping_offset(unroll * b_step));
        }
        for p in 0..(t.k % unroll as usize) as isize {
            sums.add(a.wrapping_offset(p * a_step), b.wrapping_offset(p * b_step));
        }
    }
}

/// The rows of a term; with `EDGE`, the last register has only so many.
#[inline(always)]
unsafe fn rows<R: Vector, const V: usize, const EDGE: bool>(a: *const R::Element, last: usize) -> [R; V] {
    let lanes = size_of::<R>() / size_of::<R::Element>();
    // SAFETY: the callers' promises about the operands, and that the machine has the instructions.
    unsafe {
        let load = |i: usize, at| if EDGE && i + 1 == V { R::load_some(at, last) } else { R::load(at) };
        let mut rows = [load(0, a); V];
        for i in 1..V {
            rows[i] = load(i, a.add(i * lanes));
        }
        rows
    }
}

/// Writes a register of the result, or adds it.
#[inline(always)]
unsafe fn finish<R: Vector>(x: R, at: *mut R::Element, some: Option<usize>, add: bool) {
    // SAFETY: the callers' promises about the result, and that the machine has the instructions.
    unsafe {
        match some {
            None => if add { R::load(at).plus(x) } else { x }.store(at),
            Some(n) => if add { R::load_some(at, n).plus(x) } else { x }.store_some(at, n),
        }
    }
}

/// Brings the tile's columns into the cache.
#[inline(always)]
fn prefetch<T>(_tile: &Tile<T>, _columns: usize, _rows: usize) {
    #[cfg(target_arch = "x86_64")]
    for j in 0.._columns {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let column = _tile.c.wrapping_offset(j as isize * _tile.ldc);
        // SAFETY: prefetching takes any address.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(column.cast());
            _mm_prefetch::<_MM_HINT_T0>(column.wrapping_add(_rows - 1).cast());
        }
    }
}

/// Sums of products of real numbers.
struct RealSums<R, const V: usize, const N: usize, const EDGE: bool> {
    sums: [[R; V]; N],
    columns: [isize; N],
    /// Rows in the last register.
    last: usize,
}

impl<R: Vector, const V: usize, const N: usize, const EDGE: bool> Sums<R::Element> for RealSums<R, V, N, EDGE> {
    #[inline(always)]
    unsafe fn add(&mut self, a: *const R::Element, b: *const R::Element) {
        // SAFETY: the caller's promises.
        unsafe {
            let rows = rows::<R, V, EDGE>(a, self.last);
            for j in 0..N {
                let b = R::splat(*b.offset(self.columns[j]));
                for i in 0..V {
                    self.sums[j][i] = rows[i].fma(b, self.sums[j][i]);
                }
            }
        }
    }
}

/// Tiles of `V` registers by `N` columns of real numbers. With 16 registers, 2 by 6 leaves four for the operands, with 32,
/// 3 by 8 leaves eight.
#[inline(always)]
unsafe fn real<R: Vector, const V: usize, const N: usize, const PACKED: bool, const EDGE: bool>(t: &Tile<R::Element>)
where
    R::Element: Zero,
{
    let lanes = size_of::<R>() / size_of::<R::Element>();
    let steps = TileSteps::<N>::of::<_, PACKED>(t, V * lanes);
    let last = t.size.0.wrapping_sub((V - 1) * lanes);
    // SAFETY: the callers' promises about the operands and the tile, and that the machine has the instructions.
    unsafe {
        if PACKED {
            prefetch(t, N, V * lanes);
        }
        let zero = R::splat(Zero::zero());
        let mut sums = RealSums::<R, V, N, EDGE> { sums: [[zero; V]; N], columns: steps.columns, last };
        add_terms::<_, PACKED>(t, (steps.a, steps.b), &mut sums);
        let alpha = R::splat(t.alpha);
        for (j, sums) in sums.sums.into_iter().enumerate() {
            if !PACKED && j == t.size.1 {
                break;
            }
            for (i, sum) in sums.into_iter().enumerate() {
                let at = t.c.offset(j as isize * t.ldc).add(i * lanes);
                finish(sum.times(alpha), at, (EDGE && i + 1 == V).then_some(last), t.add);
            }
        }
    }
}

/// Sums of products with the real and with the imaginary parts of `b`.
struct ComplexSums<R, const V: usize, const N: usize, const EDGE: bool> {
    sums: [[[R; V]; 2]; N],
    columns: [isize; N],
    /// Parts in the last register.
    last: usize,
}

impl<R: Vector, const V: usize, const N: usize, const EDGE: bool> Sums<Complex<R::Element>>
    for ComplexSums<R, V, N, EDGE>
{
    #[inline(always)]
    unsafe fn add(&mut self, a: *const Complex<R::Element>, b: *const Complex<R::Element>) {
        // SAFETY: the caller's promises; a complex number is laid out as its parts.
        unsafe {
            let rows = rows::<R, V, EDGE>(a.cast(), self.last);
            for j in 0..N {
                let b = b.offset(self.columns[j]).cast::<R::Element>();
                for part in 0..2 {
                    let b = R::splat(*b.add(part));
                    for i in 0..V {
                        self.sums[j][part][i] = rows[i].fma(b, self.sums[j][part][i]);
                    }
                }
            }
        }
    }
}

/// The same of complex numbers: each register holds pairs of parts, and the products with the real and with the imaginary
/// parts of `b` are summed apart.
#[inline(always)]
unsafe fn complex<R: Vector, const V: usize, const N: usize, const PACKED: bool, const EDGE: bool>(
    t: &Tile<Complex<R::Element>>,
) where
    R::Element: Zero + One + PartialEq + std::ops::Neg<Output = R::Element>,
{
    let lanes = size_of::<R>() / size_of::<Complex<R::Element>>();
    let steps = TileSteps::<N>::of::<_, PACKED>(t, V * lanes);
    let last = 2 * t.size.0.wrapping_sub((V - 1) * lanes);
    let (zero, one): (R::Element, R::Element) = (Zero::zero(), One::one());
    let sign = |minus: bool| if minus { -one } else { one };
    // SAFETY: as for real numbers; a complex number is laid out as its parts.
    unsafe {
        if PACKED {
            prefetch(t, N, V * lanes);
        }
        let sums = [[[R::splat(zero); V]; 2]; N];
        let mut sums = ComplexSums::<R, V, N, EDGE> { sums, columns: steps.columns, last };
        add_terms::<_, PACKED>(t, (steps.a, steps.b), &mut sums);
        let signs = [R::pairs(one, sign(t.conj.0)), R::pairs(sign(t.conj.0 == t.conj.1), sign(t.conj.1))];
        let (alpha, turned) = (R::splat(t.alpha.re), R::pairs(-t.alpha.im, t.alpha.im));
        let plain = t.alpha.re == one && t.alpha.im == zero;
        for (j, [re, im]) in sums.sums.into_iter().enumerate() {
            if !PACKED && j == t.size.1 {
                break;
            }
            for (i, (re, im)) in re.into_iter().zip(im).enumerate() {
                let product = re.times(signs[0]).plus(im.swap().times(signs[1]));
                let scaled = if plain { product } else { product.swap().fma(turned, product.times(alpha)) };
                let at = t.c.offset(j as isize * t.ldc).add(i * lanes);
                finish(scaled, at.cast(), (EDGE && i + 1 == V).then_some(last), t.add);
            }
        }
    }
}

/// A kernel: the tile, the registers that an incomplete tile may have, and the instructions.
macro_rules! kernel {
    ($name:ident of $t:ty: $body:ident<$r:ty, $v:literal, $n:literal>, [$($few:literal)*], $smallest:literal
     $(, #[$feature:meta])?) => {
        static $name: Microkernel<$t> = {
            const LANES: usize = size_of::<$r>() / size_of::<$t>();
            $(#[$feature])?
            unsafe fn packed(t: &Tile<$t>) {
                // SAFETY: the caller's promises.
                unsafe { $body::<$r, $v, $n, true, false>(t) }
            }
            $(#[$feature])?
            unsafe fn direct(t: &Tile<$t>) {
                let rows = t.size.0;
                // SAFETY: the caller's promises.
                unsafe {
                    match rows.div_ceil(LANES) {
                        _ if rows == $v * LANES => $body::<$r, $v, $n, false, false>(t),
                        $($few => $body::<$r, $few, $n, false, true>(t),)*
                        _ => $body::<$r, $v, $n, false, true>(t),
                    }
                }
            }
            $(#[$feature])?
            unsafe fn pack_a(from: *const $t, strides: Strides, size: (usize, usize), out: *mut $t) {
                // SAFETY: the caller's promises.
                unsafe { pack::<$t, { $v * LANES }>(from, strides, size, out) }
            }
            $(#[$feature])?
            unsafe fn pack_b(from: *const $t, strides: Strides, size: (usize, usize), out: *mut $t) {
                // SAFETY: the caller's promises.
                unsafe { pack::<$t, $n>(from, strides, size, out) }
            }
            Microkernel {
                mr: $v * LANES,
                nr: $n,
                smallest: $smallest,
                packed,
                direct,
                pack_a,
                pack_b,
            }
        };
    };
}

/// The kernels of an element type for each instruction set: tiles for 16 registers, then those for 32.
macro_rules! kernels {
    ($t:ty: $body:ident, $plain:ty, $narrow:ident, $wide:ident, $neon:ident,
     [$v1:literal $n1:literal [$($few1:literal)*]] [$v2:literal $n2:literal [$($few2:literal)*]]) => {
        impl super::Factor for $t {
            #[cfg(target_arch = "x86_64")]
            fn microkernel(level: Level) -> &'static Microkernel<Self> {
                use std::arch::x86_64::{$narrow, $wide};
                kernel!(BASELINE of $t: $body<$plain, $v1, $n1>, [$($few1)*], 96);
                kernel!(AVX2 of $t: $body<$narrow, $v1, $n1>, [$($few1)*], 96, #[target_feature(enable = "avx2,fma")]);
                kernel!(AVX512 of $t: $body<$wide, $v2, $n2>, [$($few2)*], 256, #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]);
                match level {
                    Level::Baseline => &BASELINE,
                    Level::Avx2 => &AVX2,
                    Level::Avx512 => &AVX512,
                }
            }
            #[cfg(target_arch = "aarch64")]
            fn microkernel(_: Level) -> &'static Microkernel<Self> {
                use std::arch::aarch64::$neon;
                kernel!(NEON of $t: $body<$neon, $v2, $n2>, [$($few2)*], 96);
                &NEON
            }
            #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
            fn microkernel(_: Level) -> &'static Microkernel<Self> {
                kernel!(BASELINE of $t: $body<$plain, $v1, $n1>, [$($few1)*], 96);
                &BASELINE
            }
        }
    };
}
kernels!(f32: real, Plain<f32, 4>, __m256, __m512, float32x4_t, [2 6 [1]] [3 8 [1 2]]);
kernels!(f64: real, Plain<f64, 2>, __m256d, __m512d, float64x2_t, [2 6 [1]] [3 8 [1 2]]);
kernels!(Complex<f32>: complex, Plain<f32, 4>, __m256, __m512, float32x4_t, [2 3 [1]] [2 6 [1]]);
kernels!(Complex<f64>: complex, Plain<f64, 2>, __m256d, __m512d, float64x2_t, [2 3 [1]] [2 6 [1]]);
