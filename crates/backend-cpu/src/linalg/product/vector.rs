//! Vector registers of `f32` and `f64`.

/// A vector register of real numbers.
///
/// All methods are safe if the machine has its instructions, and pointers are valid for a register.
pub trait Vector: Copy {
    type Element: Copy;
    /// Every element this number.
    unsafe fn splat(x: Self::Element) -> Self;
    /// Pairs of these two numbers.
    unsafe fn pairs(even: Self::Element, odd: Self::Element) -> Self;
    unsafe fn load(from: *const Self::Element) -> Self;
    unsafe fn store(self, to: *mut Self::Element);
    /// The first `n` elements; the others are zero. Nothing else is read.
    unsafe fn load_some(from: *const Self::Element, n: usize) -> Self;
    /// Writes the first `n` elements.
    unsafe fn store_some(self, to: *mut Self::Element, n: usize);
    unsafe fn plus(self, other: Self) -> Self;
    unsafe fn times(self, other: Self) -> Self;
    /// `self * other + sum`.
    unsafe fn fma(self, other: Self, sum: Self) -> Self;
    /// With the two elements of each pair exchanged.
    unsafe fn swap(self) -> Self;
}

/// A register of 16 bytes, for machines without a kernel of their own.
#[derive(Clone, Copy)]
pub struct Plain<T, const N: usize>([T; N]);

macro_rules! plain {
    ($t:ident $n:literal) => {
        impl Vector for Plain<$t, $n> {
            type Element = $t;
            #[inline(always)]
            unsafe fn splat(x: $t) -> Self {
                Self([x; $n])
            }
            #[inline(always)]
            unsafe fn pairs(even: $t, odd: $t) -> Self {
                Self(std::array::from_fn(|i| if i % 2 == 0 { even } else { odd }))
            }
            #[inline(always)]
            unsafe fn load(from: *const $t) -> Self {
                // SAFETY: the caller's promise.
                Self(unsafe { from.cast::<[$t; $n]>().read_unaligned() })
            }
            #[inline(always)]
            unsafe fn store(self, to: *mut $t) {
                // SAFETY: the caller's promise.
                unsafe { to.cast::<[$t; $n]>().write_unaligned(self.0) }
            }
            #[inline(always)]
            unsafe fn load_some(from: *const $t, n: usize) -> Self {
                // SAFETY: the caller's promise.
                Self(std::array::from_fn(|i| if i < n { unsafe { *from.add(i) } } else { 0.0 }))
            }
            #[inline(always)]
            unsafe fn store_some(self, to: *mut $t, n: usize) {
                for (i, x) in self.0.into_iter().enumerate().take(n) {
                    // SAFETY: the caller's promise.
                    unsafe { *to.add(i) = x };
                }
            }
            #[inline(always)]
            unsafe fn plus(self, other: Self) -> Self {
                Self(std::array::from_fn(|i| self.0[i] + other.0[i]))
            }
            #[inline(always)]
            unsafe fn times(self, other: Self) -> Self {
                Self(std::array::from_fn(|i| self.0[i] * other.0[i]))
            }
            #[inline(always)]
            unsafe fn fma(self, other: Self, sum: Self) -> Self {
                let one = |i: usize| match cfg!(target_arch = "aarch64") {
                    true => self.0[i].mul_add(other.0[i], sum.0[i]),
                    false => self.0[i] * other.0[i] + sum.0[i],
                };
                Self(std::array::from_fn(one))
            }
            #[inline(always)]
            unsafe fn swap(self) -> Self {
                Self(std::array::from_fn(|i| self.0[i ^ 1]))
            }
        }
    };
}
plain!(f32 4);
plain!(f64 2);

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::Vector;
    use std::arch::x86_64::*;

    /// Ones in the first `n` lanes of 32 bits.
    #[inline(always)]
    unsafe fn first_of_8(n: usize) -> __m256i {
        // SAFETY: the callers' promise that the machine has the instructions.
        unsafe { _mm256_cmpgt_epi32(_mm256_set1_epi32(n as i32), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7)) }
    }

    /// Ones in the first `n` lanes of 64 bits.
    #[inline(always)]
    unsafe fn first_of_4(n: usize) -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_cmpgt_epi64(_mm256_set1_epi64x(n as i64), _mm256_setr_epi64x(0, 1, 2, 3)) }
    }

    #[inline(always)]
    fn first_of_16(n: usize) -> __mmask16 {
        ((1u32 << n) - 1) as __mmask16
    }

    macro_rules! vector {
        ($v:ident of $t:ident: $splat:ident $load:ident $store:ident $add:ident $mul:ident $fma:ident
         $mask:ident [$load_some:expr] [$store_some:expr] [$pairs:expr] [$swap:expr]) => {
            impl Vector for $v {
                type Element = $t;
                #[inline(always)]
                unsafe fn splat(x: $t) -> Self {
                    // SAFETY: the caller's promises.
                    unsafe { $splat(x) }
                }
                #[inline(always)]
                unsafe fn pairs(even: $t, odd: $t) -> Self {
                    // SAFETY: as above.
                    unsafe { $pairs(even, odd) }
                }
                #[inline(always)]
                unsafe fn load(from: *const $t) -> Self {
                    // SAFETY: as above.
                    unsafe { $load(from) }
                }
                #[inline(always)]
                unsafe fn store(self, to: *mut $t) {
                    // SAFETY: as above.
                    unsafe { $store(to, self) }
                }
                #[inline(always)]
                unsafe fn load_some(from: *const $t, n: usize) -> Self {
                    // SAFETY: as above.
                    #[allow(unused_unsafe, reason = "one of the masks is a plain number")]
                    unsafe {
                        $load_some($mask(n), from)
                    }
                }
                #[inline(always)]
                unsafe fn store_some(self, to: *mut $t, n: usize) {
                    // SAFETY: as above.
                    #[allow(unused_unsafe, reason = "one of the masks is a plain number")]
                    unsafe {
                        $store_some(to, $mask(n), self)
                    }
                }
                #[inline(always)]
                unsafe fn plus(self, other: Self) -> Self {
                    // SAFETY: as above.
                    unsafe { $add(self, other) }
                }
                #[inline(always)]
                unsafe fn times(self, other: Self) -> Self {
                    // SAFETY: as above.
                    unsafe { $mul(self, other) }
                }
                #[inline(always)]
                unsafe fn fma(self, other: Self, sum: Self) -> Self {
                    // SAFETY: as above.
                    unsafe { $fma(self, other, sum) }
                }
                #[inline(always)]
                unsafe fn swap(self) -> Self {
                    // SAFETY: as above.
                    unsafe { $swap(self) }
                }
            }
        };
    }
    vector!(__m256 of f32: _mm256_set1_ps _mm256_loadu_ps _mm256_storeu_ps _mm256_add_ps _mm256_mul_ps _mm256_fmadd_ps
        first_of_8 [|mask, from| _mm256_maskload_ps(from, mask)] [|to, mask, x| _mm256_maskstore_ps(to, mask, x)]
        [|a, b| _mm256_setr_ps(a, b, a, b, a, b, a, b)] [|x| _mm256_permute_ps::<0b10_11_00_01>(x)]);
    vector!(__m256d of f64: _mm256_set1_pd _mm256_loadu_pd _mm256_storeu_pd _mm256_add_pd _mm256_mul_pd _mm256_fmadd_pd
        first_of_4 [|mask, from| _mm256_maskload_pd(from, mask)] [|to, mask, x| _mm256_maskstore_pd(to, mask, x)]
        [|a, b| _mm256_setr_pd(a, b, a, b)] [|x| _mm256_permute_pd::<0b0101>(x)]);
    vector!(__m512 of f32: _mm512_set1_ps _mm512_loadu_ps _mm512_storeu_ps _mm512_add_ps _mm512_mul_ps _mm512_fmadd_ps
        first_of_16 [|mask, from| _mm512_maskz_loadu_ps(mask, from)] [|to, mask, x| _mm512_mask_storeu_ps(to, mask, x)]
        [|a, b| _mm512_setr_ps(a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b)]
        [|x| _mm512_permute_ps::<0b10_11_00_01>(x)]);
    vector!(__m512d of f64: _mm512_set1_pd _mm512_loadu_pd _mm512_storeu_pd _mm512_add_pd _mm512_mul_pd _mm512_fmadd_pd
        first_of_16 [|mask, from| _mm512_maskz_loadu_pd(mask as __mmask8, from)]
        [|to, mask, x| _mm512_mask_storeu_pd(to, mask as __mmask8, x)]
        [|a, b| _mm512_setr_pd(a, b, a, b, a, b, a, b)] [|x| _mm512_permute_pd::<0b01010101>(x)]);
}
