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

/// A register of a machine, by what is called for each method.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! vector {
    ($v:ident of $t:ident: $splat:ident $load:ident $store:ident $add:ident $mul:ident $mask:ident
     [$fma:expr] [$load_some:expr] [$store_some:expr] [$pairs:expr] [$swap:expr]) => {
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

#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(not(target_arch = "aarch64"))]
mod plain;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(not(target_arch = "aarch64"))]
pub use plain::Plain;
