//! The arithmetic of entries.

use num_complex::Complex;

/// The types of entries: floats, complex numbers, unsigned integers, whose sums and products wrap and are those of signed ones, and
/// truth values, whose sums are "or" and whose products are "and". The default is zero.
pub trait Value: Copy + Default + PartialEq + Send + Sync + 'static {
    /// The sum.
    fn plus(self, other: Self) -> Self;
    /// The product.
    fn times(self, other: Self) -> Self;
}

macro_rules! values {
    ($($T:ty),*: |$x:ident, $y:ident| $sum:expr, $product:expr) => {$(
        impl Value for $T {
            #[inline(always)]
            fn plus(self, $y: Self) -> Self {
                let $x = self;
                $sum
            }
            #[inline(always)]
            fn times(self, $y: Self) -> Self {
                let $x = self;
                $product
            }
        }
    )*};
}

values!(f32, f64, Complex<f32>, Complex<f64>: |x, y| x + y, x * y);
values!(u8, u16, u32, u64: |x, y| x.wrapping_add(y), x.wrapping_mul(y));
values!(bool: |x, y| x | y, x & y);
