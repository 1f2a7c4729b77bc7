//! Registers that the compiler finds.

use super::Vector;

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
                Self(std::array::from_fn(|i| self.0[i] * other.0[i] + sum.0[i]))
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
