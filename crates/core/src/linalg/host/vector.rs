//! Sums of vectors and of their products.

use super::Entry;
use crate::simd::{Kernel, dispatch_avx2};

/// Partial sums that are in vector registers: a single one would wait for each addition.
const LANES: usize = 16;

/// `y += factor x`.
pub fn add_scaled<E: Entry>(y: &mut [E], factor: E, x: &[E]) {
    struct AddScaled<'a, E>(&'a mut [E], E, &'a [E]);
    impl<E: Entry> Kernel for AddScaled<'_, E> {
        type Output = ();
        #[inline(always)]
        fn run<const FMA: bool>(self) {
            let Self(y, factor, x) = self;
            y.iter_mut().zip(x).for_each(|(y, &x)| *y = factor.fma::<FMA>(x, *y));
        }
    }
    dispatch_avx2(AddScaled(y, factor, x));
}

/// The sum of the products.
pub fn dot<E: Entry>(x: &[E], y: &[E]) -> E {
    struct Dot<'a, E>(&'a [E], &'a [E]);
    impl<E: Entry> Kernel for Dot<'_, E> {
        type Output = E;
        #[inline(always)]
        fn run<const FMA: bool>(self) -> E {
            let mut sums = [E::real(0.0); LANES];
            let ((xs, x_rest), (ys, y_rest)) = (self.0.as_chunks::<LANES>(), self.1.as_chunks::<LANES>());
            for (x, y) in xs.iter().zip(ys) {
                for l in 0..LANES {
                    sums[l] = x[l].fma::<FMA>(y[l], sums[l]);
                }
            }
            let rest = x_rest.iter().zip(y_rest).fold(E::real(0.0), |sum, (&x, &y)| sum + x * y);
            // Stored once side by side, or the compiler would arrange the loop above for these additions.
            std::hint::black_box(&mut sums);
            sums.into_iter().fold(rest, |sum, part| sum + part)
        }
    }
    dispatch_avx2(Dot(x, y))
}
