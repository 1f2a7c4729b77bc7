//! One long line on many threads: the four-step transform.
//!
//! With `j = j1 * columns + j2` and `k = k1 + rows * k2`, a transform of `rows * columns` values
//! is a transform of each column over `j1`, a multiplication by roots of unity, and a transform
//! of each row over `j2`. The intermediate matrix is stored transposed, so that whole columns are
//! written, and blocks of neighbouring rows read.

use super::complex::ComplexToComplex;
use super::lines::{Dim, Pass};
use super::plan::FourStep;
use super::{FftError, Real};
use crate::pool::Pool;
use num_complex::Complex;

impl<T: Real> FourStep<T> {
    /// Transforms the line at `src` to the line at `dst`, with these steps.
    ///
    /// # Safety
    /// Both lines must be in bounds, that of `src` initialised, that of `dst` writable and touched
    /// by nobody else. They may be the same.
    pub unsafe fn run(
        &self,
        pool: &Pool,
        (src, dst): (*const Complex<T>, *mut Complex<T>),
        steps: (isize, isize),
        scale: T,
    ) -> Result<(), FftError> {
        let (rows, columns) = (self.column.len(), self.row.len());
        let (r, c) = (rows as isize, columns as isize);
        let mut matrix = pool.scratch::<Complex<T>>(rows * columns)?;
        let matrix: *mut Complex<T> = matrix.as_mut_ptr().cast();
        let op = ComplexToComplex { fft: self.column.clone(), scale: T::one(), twiddles: Some(&self.twiddles) };
        let dim = Dim { len: columns, src: steps.0, dst: r };
        let pass = Pass::new(src, matrix, (steps.0 * c, 1), [dim].into_iter());
        // SAFETY: the caller's promise for the input; the matrix is ours and as large.
        unsafe { pass.run(pool, &op)? };
        let op = ComplexToComplex { fft: self.row.clone(), scale, twiddles: None };
        let dim = Dim { len: rows, src: 1, dst: steps.1 };
        let pass = Pass::new(matrix.cast_const(), dst, (r, steps.1 * r), [dim].into_iter());
        // SAFETY: the first pass has written the matrix; the caller's promise for the output.
        unsafe { pass.run(pool, &op) }
    }
}
