//! Polynomials whose coefficients are known when the program runs.

use super::CHUNK;
use crate::simd::{Compiled, Hot, Kernel};
use xparray_ir::math::real::Real;

/// A polynomial of tiles.
struct Polynomial<'a, T> {
    coefficients: &'a [T],
    x: &'a [T],
    out: &'a mut [T],
}

impl<T: Real> Kernel for Polynomial<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let (chunks, rest) = self.x.as_chunks::<CHUNK>();
        let (outs, out_rest) = self.out.as_chunks_mut::<CHUNK>();
        for (x, out) in chunks.iter().zip(outs) {
            *out = horner::<T, FMA>(self.coefficients, x);
        }
        let mut padded = [T::ONE; CHUNK];
        padded[..rest.len()].copy_from_slice(rest);
        out_rest.copy_from_slice(&horner::<T, FMA>(self.coefficients, &padded)[..rest.len()]);
    }
}

/// As many numbers at once as hide how long a step takes.
#[inline(always)]
fn horner<T: Real, const FMA: bool>(coefficients: &[T], x: &[T; CHUNK]) -> [T; CHUNK] {
    let mut sums = [T::ZERO; CHUNK];
    for &c in coefficients {
        for (sum, &x) in sums.iter_mut().zip(x) {
            *sum = T::fma::<FMA>(*sum, x, c);
        }
    }
    sums
}

/// `out[i]` is the polynomial of `x[i]`, with falling coefficients.
pub fn polynomial<T: Real>(coefficients: &[T], x: &[T], out: &mut [T]) {
    Hot::run(Polynomial { coefficients, x, out });
}
