//! Transforms of real lines.
//!
//! An even number `n` of real values is transformed as `n / 2` complex values `z[j] = x[2j] +
//! i x[2j + 1]`: the spectra of the even and of the odd values are the Hermitian and the
//! anti-Hermitian part of the spectrum of `z`. An odd number is transformed as complex values.

use super::lines::LineOp;
use super::plan::{Direct, FftPlans};
use super::roots::{Powers, multiply, scale};
use super::{Direction, Real};
use crate::parallel::for_items;
use crate::simd::{Kernel, dispatch};
use num_complex::Complex;
use std::sync::Arc;

/// A real transform of one length in one direction.
struct RealPlan<T> {
    /// The length of the real side.
    n: usize,
    fft: Direct<T>,
    /// Only if `n` is even.
    halves: Option<Arc<Powers<T>>>,
    scale: T,
}

impl<T: Real> RealPlan<T> {
    fn new(plans: &FftPlans<T>, n: usize, direction: Direction, scale: T) -> Self {
        let even = n.is_multiple_of(2);
        Self {
            n,
            fft: plans.direct(if even { n / 2 } else { n }, direction),
            halves: even.then(|| plans.halves(n)),
            scale,
        }
    }

    fn work_len(&self) -> usize {
        if self.halves.is_some() { self.n / 2 + 1 } else { self.n }
    }
}

/// Lines of `n` real values to the `n / 2 + 1` values of half their spectrum.
pub(super) struct RealToComplex<T>(RealPlan<T>);

impl<T: Real> RealToComplex<T> {
    pub fn new(plans: &FftPlans<T>, n: usize, scale: T) -> Self {
        Self(RealPlan::new(plans, n, Direction::Forward, scale))
    }
}

impl<T: Real> LineOp<T> for RealToComplex<T> {
    type Src = T;
    type Dst = Complex<T>;

    fn src_len(&self) -> usize {
        self.0.n
    }
    fn dst_len(&self) -> usize {
        self.0.n / 2 + 1
    }
    fn work_len(&self) -> usize {
        self.0.work_len()
    }
    fn scratch_len(&self) -> usize {
        self.0.fft.get_inplace_scratch_len()
    }

    fn apply(&self, _: usize, lines: &mut [Complex<T>], scratch: &mut [Complex<T>]) {
        let RealPlan { n, ref fft, ref halves, scale: factor } = self.0;
        for line in lines.chunks_exact_mut(self.work_len()) {
            if let Some(halves) = halves {
                fft.process_with_scratch(&mut line[..n / 2], scratch);
                separate(line, halves, factor);
            } else {
                let flat = as_real(line);
                for j in (0..n).rev() {
                    flat[2 * j] = flat[j];
                    flat[2 * j + 1] = T::zero();
                }
                fft.process_with_scratch(line, scratch);
                scale(&mut line[..=n / 2], factor);
            }
        }
    }
}

/// Lines of `n / 2 + 1` values, half of a Hermitian spectrum, to `n` real values. The imaginary
/// parts of values that their mirror images make real are ignored.
pub(super) struct ComplexToReal<T>(RealPlan<T>);

impl<T: Real> ComplexToReal<T> {
    pub fn new(plans: &FftPlans<T>, n: usize, scale: T) -> Self {
        Self(RealPlan::new(plans, n, Direction::Inverse, scale))
    }
}

impl<T: Real> LineOp<T> for ComplexToReal<T> {
    type Src = Complex<T>;
    type Dst = T;

    fn src_len(&self) -> usize {
        self.0.n / 2 + 1
    }
    fn dst_len(&self) -> usize {
        self.0.n
    }
    fn work_len(&self) -> usize {
        self.0.work_len()
    }
    fn scratch_len(&self) -> usize {
        self.0.fft.get_inplace_scratch_len()
    }

    fn apply(&self, _: usize, lines: &mut [Complex<T>], scratch: &mut [Complex<T>]) {
        let RealPlan { n, ref fft, ref halves, scale: factor } = self.0;
        for line in lines.chunks_exact_mut(self.work_len()) {
            if let Some(halves) = halves {
                join(line, halves, factor);
                fft.process_with_scratch(&mut line[..n / 2], scratch);
            } else {
                line[0].im = T::zero();
                for k in 1..=n / 2 {
                    line[n - k] = line[k].conj();
                }
                fft.process_with_scratch(line, scratch);
                let flat = as_real(line);
                for j in 0..n {
                    flat[j] = flat[2 * j] * factor;
                }
            }
        }
    }
}

/// The real and imaginary parts in turn.
fn as_real<T>(values: &mut [Complex<T>]) -> &mut [T] {
    // SAFETY: `Complex<T>` is `repr(C)` with two fields of type `T`.
    unsafe { std::slice::from_raw_parts_mut(values.as_mut_ptr().cast(), 2 * values.len()) }
}

/// Turns the spectrum of `z`, followed by one free value, into half the spectrum of `x`.
pub(super) fn separate<T: Real>(line: &mut [Complex<T>], halves: &Powers<T>, scale: T) {
    let h = line.len() - 1;
    line[h] = line[0];
    pairs::<T, false>(line, halves, scale * T::of(0.5));
}

/// The inverse of [`separate`] but for a factor of two: an unnormalised inverse transform of the
/// result is the unnormalised inverse of the spectrum of `x`. The last value is left over.
pub(super) fn join<T: Real>(line: &mut [Complex<T>], halves: &Powers<T>, scale: T) {
    let h = line.len() - 1;
    line[0].im = T::zero();
    line[h].im = T::zero();
    pairs::<T, true>(line, halves, scale);
}

/// Runs [`Pairs`] over a line and its mirror image.
fn pairs<T: Real, const INVERSE: bool>(line: &mut [Complex<T>], halves: &Powers<T>, scale: T) {
    /// The fewest pairs for which a second thread pays, and the pairs of one task.
    const PARALLEL: usize = 1 << 15;
    const TASK: usize = 1 << 12;
    let (fine, coarse) = halves.row(0);
    let h = line.len() - 1;
    let (front, back) = line.split_at_mut(h.div_ceil(2));
    let back = if h.is_multiple_of(2) {
        let (middle, back) = back.split_at_mut(1);
        let twice = scale + scale;
        middle[0] = Complex::new(middle[0].re * twice, -(middle[0].im * twice));
        back
    } else {
        back
    };
    let f = fine.len();
    let run = |_, ((front, back), &coarse): ((&mut [Complex<T>], &mut [Complex<T>]), &Complex<T>)| {
        dispatch(Pairs::<T, INVERSE> { front, back, fine, coarse, scale });
    };
    let least = if front.len() < PARALLEL { usize::MAX } else { TASK.div_ceil(f) };
    for_items(front.chunks_mut(f).zip(back.rchunks_mut(f)).zip(coarse), least, run);
}

/// For each value `a` of `front` and its mirror image `b` of `back`: the half sum of `a` and
/// `conj b`, and their half difference times a power of a root, separate or join the two spectra.
struct Pairs<'a, T, const INVERSE: bool> {
    front: &'a mut [Complex<T>],
    back: &'a mut [Complex<T>],
    fine: &'a [Complex<T>],
    coarse: Complex<T>,
    scale: T,
}

impl<T: Real, const INVERSE: bool> Kernel for Pairs<'_, T, INVERSE> {
    type Output = ();
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let pairs = self.front.iter_mut().zip(self.back.iter_mut().rev());
        for ((front, back), &fine) in pairs.zip(self.fine) {
            let (a, b) = (*front, *back);
            let sum = Complex::new(a.re + b.re, a.im - b.im);
            let difference = Complex::new(a.re - b.re, a.im + b.im);
            let w = multiply::<T, FMA>(self.coarse, fine);
            // -i w, and for the inverse its conjugate.
            let w = Complex::new(w.im, if INVERSE { w.re } else { -w.re });
            let turned = multiply::<T, FMA>(difference, w);
            let s = self.scale;
            *front = Complex::new((sum.re + turned.re) * s, (sum.im + turned.im) * s);
            *back = Complex::new((sum.re - turned.re) * s, (turned.im - sum.im) * s);
        }
    }
}
