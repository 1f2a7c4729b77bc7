//! Registers of NEON.

use super::Vector;
use std::arch::aarch64::*;
use std::array::from_fn;
use std::convert::identity;

/// The first `n` elements, and zeros.
///
/// # Safety
/// They must be readable.
#[inline(always)]
unsafe fn some<T: Copy + Default, const N: usize>(n: usize, from: *const T) -> [T; N] {
    // SAFETY: the caller's promise.
    from_fn(|i| if i < n { unsafe { *from.add(i) } } else { T::default() })
}

/// Writes the first `n` elements.
///
/// # Safety
/// They must be writable.
#[inline(always)]
unsafe fn write_some<T, const N: usize>(to: *mut T, n: usize, x: [T; N]) {
    for (i, x) in x.into_iter().enumerate().take(n) {
        // SAFETY: the caller's promise.
        unsafe { *to.add(i) = x };
    }
}

vector!(float32x4_t of f32: vdupq_n_f32 vld1q_f32 vst1q_f32 vaddq_f32 vmulq_f32 identity
    [|a, b, sum| vfmaq_f32(sum, a, b)]
    [|n, from| vld1q_f32(some::<_, 4>(n, from).as_ptr())]
    [|to, n, x| write_some(to, n, std::mem::transmute::<float32x4_t, [f32; 4]>(x))]
    [|even, odd| vld1q_f32([even, odd, even, odd].as_ptr())] [vrev64q_f32]);
vector!(float64x2_t of f64: vdupq_n_f64 vld1q_f64 vst1q_f64 vaddq_f64 vmulq_f64 identity
    [|a, b, sum| vfmaq_f64(sum, a, b)]
    [|n, from| vld1q_f64(some::<_, 2>(n, from).as_ptr())]
    [|to, n, x| write_some(to, n, std::mem::transmute::<float64x2_t, [f64; 2]>(x))]
    [|even, odd| vld1q_f64([even, odd].as_ptr())] [|x| vextq_f64::<1>(x, x)]);
