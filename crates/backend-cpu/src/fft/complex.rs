//! Transforms of complex lines.

use super::Real;
use super::lines::LineOp;
use super::plan::Direct;
use super::roots::{Powers, scale};
use num_complex::Complex;

/// Transforms complex lines, multiplies by a factor and perhaps by powers of roots.
pub(super) struct ComplexToComplex<'a, T> {
    pub fft: Direct<T>,
    pub scale: T,
    /// What each line of a group is multiplied by.
    pub twiddles: Option<&'a Powers<T>>,
}

impl<T: Real> LineOp<T> for ComplexToComplex<'_, T> {
    type Src = Complex<T>;
    type Dst = Complex<T>;

    fn src_len(&self) -> usize {
        self.fft.len()
    }
    fn dst_len(&self) -> usize {
        self.fft.len()
    }
    fn work_len(&self) -> usize {
        self.fft.len()
    }
    fn scratch_len(&self) -> usize {
        let (inside, apart) = (self.fft.get_inplace_scratch_len(), self.fft.get_immutable_scratch_len());
        if self.twiddles.is_some() { inside } else { inside.max(apart) }
    }

    fn apply(&self, first: usize, lines: &mut [Complex<T>], scratch: &mut [Complex<T>]) {
        let Some(twiddles) = self.twiddles else {
            self.fft.process_with_scratch(lines, scratch);
            return scale(lines, self.scale);
        };
        for (i, line) in lines.chunks_exact_mut(self.fft.len()).enumerate() {
            self.fft.process_with_scratch(line, scratch);
            twiddles.apply(first + i, line);
            scale(line, self.scale);
        }
    }

    fn apply_from(&self, input: &[Complex<T>], lines: &mut [Complex<T>], scratch: &mut [Complex<T>]) -> bool {
        if self.twiddles.is_some() {
            return false;
        }
        self.fft.process_immutable_with_scratch(input, lines, scratch);
        scale(lines, self.scale);
        true
    }
}
