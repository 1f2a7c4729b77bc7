//! The innermost loop: a tile of the result, which stays in registers while it sums.

use super::pack::Pack;

/// What computes tiles of an element type on this machine, and brings operands into the order in which it reads them.
/// The terms are BLIS's (Van Zee and van de Geijn, ACM TOMS 41, 2015).
pub struct Microkernel<T> {
    /// Rows of a tile.
    pub mr: usize,
    /// Columns of a tile.
    pub nr: usize,
    /// With fewer rows, columns or terms, products on one thread are left to the library, which packs less of them.
    pub smallest: usize,
    /// Computes a tile.
    pub multiply: Multiply<T>,
    /// Packs panels of `mr` rows.
    pub pack_a: Pack<T>,
    /// Packs panels of `nr` columns.
    pub pack_b: Pack<T>,
}

/// Writes `alpha a b`, or adds it to `c`, for a panel `a` of `mr` rows, a panel `b` of `nr` columns, both packed and
/// `k` deep, and a tile `c` whose columns are contiguous and lie `ldc` elements apart.
///
/// # Safety
/// The panels must be valid to read, the tile to write and, if something is added to it, to read.
pub type Multiply<T> = unsafe fn(k: usize, a: *const T, b: *const T, alpha: T, c: *mut T, ldc: isize, add: bool);

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::Microkernel;
    use crate::linalg::product::Factor;
    use crate::linalg::product::pack::pack;
    use crate::simd::Level;
    use std::arch::x86_64::*;

    /// A vector register of elements.
    ///
    /// All methods are safe if the machine has its instructions, and pointers are valid for a register.
    trait Vector: Copy {
        type Element: Copy;
        unsafe fn splat(x: Self::Element) -> Self;
        unsafe fn load(from: *const Self::Element) -> Self;
        unsafe fn store(self, to: *mut Self::Element);
        unsafe fn plus(self, other: Self) -> Self;
        unsafe fn times(self, other: Self) -> Self;
        /// `self * other + sum`, rounded once.
        unsafe fn fma(self, other: Self, sum: Self) -> Self;
    }

    /// Terms that the loop adds at a time.
    const UNROLL: usize = 4;

    /// Adds the products of a column's rows with a row's columns.
    #[inline(always)]
    unsafe fn term<R: Vector, const V: usize, const N: usize>(
        sums: &mut [[R; V]; N],
        a: *const R::Element,
        b: *const R::Element,
    ) {
        let lanes = size_of::<R>() / size_of::<R::Element>();
        // SAFETY: the caller's promises about the panels, and that the machine has the instructions.
        unsafe {
            let rows: [R; V] = std::array::from_fn(|i| R::load(a.add(i * lanes)));
            for (j, sums) in sums.iter_mut().enumerate() {
                let column = R::splat(*b.add(j));
                for (sum, row) in sums.iter_mut().zip(rows) {
                    *sum = row.fma(column, *sum);
                }
            }
        }
    }

    /// The body of `Multiply`: tiles of `V` vectors by `N` columns. With 16 registers, 2 by 6 leaves four for the
    /// operands, with 32, 3 by 8 leaves eight.
    #[inline(always)]
    unsafe fn tile<R: Vector, const V: usize, const N: usize>(
        k: usize,
        mut a: *const R::Element,
        mut b: *const R::Element,
        alpha: R::Element,
        c: *mut R::Element,
        ldc: isize,
        add: bool,
    ) where
        R::Element: num_traits::Zero,
    {
        let lanes = size_of::<R>() / size_of::<R::Element>();
        // SAFETY: the callers' promises about the panels and the tile, and that the machine has the instructions.
        unsafe {
            for j in 0..N {
                let column = c.wrapping_offset(j as isize * ldc);
                _mm_prefetch::<_MM_HINT_T0>(column.cast());
                _mm_prefetch::<_MM_HINT_T0>(column.wrapping_add(V * lanes - 1).cast());
            }
            let mut sums = [[R::splat(num_traits::zero()); V]; N];
            for _ in 0..k / UNROLL {
                for p in 0..UNROLL {
                    term(&mut sums, a.add(p * V * lanes), b.add(p * N));
                }
                (a, b) = (a.add(UNROLL * V * lanes), b.add(UNROLL * N));
            }
            for p in 0..k % UNROLL {
                term(&mut sums, a.add(p * V * lanes), b.add(p * N));
            }
            let alpha = R::splat(alpha);
            for (j, sums) in sums.into_iter().enumerate() {
                for (i, sum) in sums.into_iter().enumerate() {
                    let at = c.offset(j as isize * ldc).add(i * lanes);
                    let product = sum.times(alpha);
                    if add { R::load(at).plus(product) } else { product }.store(at);
                }
            }
        }
    }

    /// The vectors of an element type, and its kernels.
    macro_rules! kernels {
        ($t:ident: $narrow:ident $wide:ident) => {
            #[target_feature(enable = "avx2,fma")]
            unsafe fn avx2(k: usize, a: *const $t, b: *const $t, alpha: $t, c: *mut $t, ldc: isize, add: bool) {
                // SAFETY: the caller's promises.
                unsafe { tile::<$narrow, 2, 6>(k, a, b, alpha, c, ldc, add) }
            }
            #[target_feature(enable = "avx512f")]
            unsafe fn avx512(k: usize, a: *const $t, b: *const $t, alpha: $t, c: *mut $t, ldc: isize, add: bool) {
                // SAFETY: the caller's promises.
                unsafe { tile::<$wide, 3, 8>(k, a, b, alpha, c, ldc, add) }
            }
            const NARROW: usize = 2 * size_of::<$narrow>() / size_of::<$t>();
            const WIDE: usize = 3 * size_of::<$wide>() / size_of::<$t>();
            static AVX2: Microkernel<$t> = Microkernel {
                mr: NARROW,
                nr: 6,
                smallest: 96,
                multiply: avx2,
                pack_a: pack::<$t, NARROW>,
                pack_b: pack::<$t, 6>,
            };
            static AVX512: Microkernel<$t> = Microkernel {
                mr: WIDE,
                nr: 8,
                smallest: 384,
                multiply: avx512,
                pack_a: pack::<$t, WIDE>,
                pack_b: pack::<$t, 8>,
            };

            impl Factor for $t {
                fn microkernel(level: Level) -> Option<&'static Microkernel<Self>> {
                    match level {
                        Level::Baseline => None,
                        Level::Avx2 => Some(&AVX2),
                        Level::Avx512 => Some(&AVX512),
                    }
                }
            }
        };
    }
    macro_rules! vector {
        ($v:ident of $t:ident: $splat:ident $load:ident $store:ident $add:ident $mul:ident $fma:ident) => {
            impl Vector for $v {
                type Element = $t;
                #[inline(always)]
                unsafe fn splat(x: $t) -> Self {
                    // SAFETY: the caller's promises.
                    unsafe { $splat(x) }
                }
                #[inline(always)]
                unsafe fn load(from: *const $t) -> Self {
                    // SAFETY: the caller's promises.
                    unsafe { $load(from) }
                }
                #[inline(always)]
                unsafe fn store(self, to: *mut $t) {
                    // SAFETY: the caller's promises.
                    unsafe { $store(to, self) }
                }
                #[inline(always)]
                unsafe fn plus(self, other: Self) -> Self {
                    // SAFETY: the caller's promises.
                    unsafe { $add(self, other) }
                }
                #[inline(always)]
                unsafe fn times(self, other: Self) -> Self {
                    // SAFETY: the caller's promises.
                    unsafe { $mul(self, other) }
                }
                #[inline(always)]
                unsafe fn fma(self, other: Self, sum: Self) -> Self {
                    // SAFETY: the caller's promises.
                    unsafe { $fma(self, other, sum) }
                }
            }
        };
    }
    vector!(__m256 of f32: _mm256_set1_ps _mm256_loadu_ps _mm256_storeu_ps _mm256_add_ps _mm256_mul_ps _mm256_fmadd_ps);
    vector!(__m512 of f32: _mm512_set1_ps _mm512_loadu_ps _mm512_storeu_ps _mm512_add_ps _mm512_mul_ps _mm512_fmadd_ps);
    vector!(__m256d of f64: _mm256_set1_pd _mm256_loadu_pd _mm256_storeu_pd _mm256_add_pd _mm256_mul_pd _mm256_fmadd_pd);
    vector!(__m512d of f64: _mm512_set1_pd _mm512_loadu_pd _mm512_storeu_pd _mm512_add_pd _mm512_mul_pd _mm512_fmadd_pd);
    const _: () = {
        kernels!(f32: __m256 __m512);
    };
    const _: () = {
        kernels!(f64: __m256d __m512d);
    };
}
