//! Registers of AVX2 and AVX-512.

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

vector!(__m256 of f32: _mm256_set1_ps _mm256_loadu_ps _mm256_storeu_ps _mm256_add_ps _mm256_mul_ps first_of_8
    [_mm256_fmadd_ps] [|mask, from| _mm256_maskload_ps(from, mask)] [|to, mask, x| _mm256_maskstore_ps(to, mask, x)]
    [|a, b| _mm256_setr_ps(a, b, a, b, a, b, a, b)] [|x| _mm256_permute_ps::<0b10_11_00_01>(x)]);
vector!(__m256d of f64: _mm256_set1_pd _mm256_loadu_pd _mm256_storeu_pd _mm256_add_pd _mm256_mul_pd first_of_4
    [_mm256_fmadd_pd] [|mask, from| _mm256_maskload_pd(from, mask)] [|to, mask, x| _mm256_maskstore_pd(to, mask, x)]
    [|a, b| _mm256_setr_pd(a, b, a, b)] [|x| _mm256_permute_pd::<0b0101>(x)]);
vector!(__m512 of f32: _mm512_set1_ps _mm512_loadu_ps _mm512_storeu_ps _mm512_add_ps _mm512_mul_ps first_of_16
    [_mm512_fmadd_ps] [|mask, from| _mm512_maskz_loadu_ps(mask, from)] [|to, mask, x| _mm512_mask_storeu_ps(to, mask, x)]
    [|a, b| _mm512_setr_ps(a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b)]
    [|x| _mm512_permute_ps::<0b10_11_00_01>(x)]);
vector!(__m512d of f64: _mm512_set1_pd _mm512_loadu_pd _mm512_storeu_pd _mm512_add_pd _mm512_mul_pd first_of_16
    [_mm512_fmadd_pd] [|mask, from| _mm512_maskz_loadu_pd(mask as __mmask8, from)]
    [|to, mask, x| _mm512_mask_storeu_pd(to, mask as __mmask8, x)]
    [|a, b| _mm512_setr_pd(a, b, a, b, a, b, a, b)] [|x| _mm512_permute_pd::<0b01010101>(x)]);
