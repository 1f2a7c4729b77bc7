//! Fast Fourier transforms over any axes of strided arrays, on many threads.
//!
//! Each axis is one pass over the array, in blocks of lines that stay in the cache (`lines`);
//! a long line is split into a matrix so that many threads share it (`large`). Blocks depend on
//! shapes only, so results do not depend on the number of threads.

mod cache;
mod complex;
mod copy;
mod error;
mod large;
mod lines;
mod plan;
mod real;
mod roots;
mod strided;
#[cfg(test)]
mod tests;

use crate::pool::Pool;
use complex::ComplexToComplex;
use lines::{Dim, Pass};
use num_complex::Complex;
use plan::FftPlans;
use real::{ComplexToReal, RealToComplex};
use smallvec::SmallVec;
use std::mem::MaybeUninit;

pub use error::FftError;
pub use strided::Strided;

/// The sign of the exponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// `exp(-2 pi i j k / n)`.
    Forward,
    /// `exp(+2 pi i j k / n)`, unnormalised.
    Inverse,
}

/// The element types of transforms: `f32` and `f64`.
pub trait Real: rustfft::FftNum + num_traits::Float + sealed::Sealed {}
impl Real for f32 {}
impl Real for f64 {}

mod sealed {
    use super::{Fft, FftPlans};

    pub trait Sealed: Sized {
        fn plans(fft: &Fft) -> &FftPlans<Self>;
        fn of(value: f64) -> Self;
    }

    impl Sealed for f32 {
        fn plans(fft: &Fft) -> &FftPlans<f32> {
            &fft.single
        }
        fn of(value: f64) -> f32 {
            value as f32
        }
    }

    impl Sealed for f64 {
        fn plans(fft: &Fft) -> &FftPlans<f64> {
            &fft.double
        }
        fn of(value: f64) -> f64 {
            value
        }
    }
}

/// Transforms, and the plans that they keep for the next time. Threads may share one value.
#[derive(Default)]
pub struct Fft {
    single: FftPlans<f32>,
    double: FftPlans<f64>,
}

type Shape = SmallVec<[usize; 6]>;
type Strides = SmallVec<[isize; 6]>;

fn row_major(shape: &[usize]) -> Strides {
    let mut strides: Strides = SmallVec::from_elem(1, shape.len());
    for i in (1..shape.len()).rev() {
        strides[i - 1] = strides[i].wrapping_mul(shape[i] as isize);
    }
    strides
}

/// Checks axes and lengths; `true` if there is anything to transform.
fn check(shape: &[usize], axes: &[usize], out_shape: &[usize], found: usize) -> Result<bool, FftError> {
    if axes.iter().any(|&axis| axis >= shape.len()) {
        return Err(FftError::Axes { axes: axes.to_vec(), rank: shape.len() });
    }
    if let Some(&axis) = axes.iter().find(|&&axis| shape[axis] == 0) {
        return Err(FftError::Length { axis, found: 0, expected: None });
    }
    let expected = out_shape.iter().fold(1usize, |n, &len| n.saturating_mul(len));
    let expected = if out_shape.contains(&0) { 0 } else { expected };
    if expected != found {
        return Err(FftError::Output { expected, found });
    }
    Ok(found > 0)
}

/// The axis of a real transform, the last; the others must differ from it.
fn real_axis(axes: &[usize], rank: usize) -> Result<(usize, &[usize]), FftError> {
    match axes.split_last() {
        Some((&axis, others)) if axis < rank && !others.contains(&axis) => Ok((axis, others)),
        _ => Err(FftError::Axes { axes: axes.to_vec(), rank }),
    }
}

/// A pass along one axis of arrays with these strides.
fn pass<S: Copy, D: Copy>(
    (src, src_strides): (*const S, &[isize]),
    (dst, dst_strides): (*mut D, &[isize]),
    shape: &[usize],
    axis: usize,
) -> Pass<S, D> {
    let others = (0..shape.len()).filter(|&i| i != axis);
    let dims = others.map(|i| Dim { len: shape[i], src: src_strides[i], dst: dst_strides[i] });
    Pass::new(src, dst, (src_strides[axis], dst_strides[axis]), dims)
}

impl Fft {
    /// The transform of complex values over `axes` (an axis may stand there more than once),
    /// times `scale`, in row-major order.
    pub fn c2c<T: Real>(
        &self,
        pool: &Pool,
        input: Strided<'_, Complex<T>>,
        axes: &[usize],
        direction: Direction,
        scale: T,
        out: &mut [MaybeUninit<Complex<T>>],
    ) -> Result<(), FftError> {
        let shape = input.shape();
        if !check(shape, axes, shape, out.len())? {
            return Ok(());
        }
        let out: *mut Complex<T> = out.as_mut_ptr().cast();
        let source = (input.as_ptr(), input.strides());
        // SAFETY: the view's promise for the input; `out` is as large as the shape.
        unsafe { self.complex_axes(pool, source, out, shape, axes, direction, scale) }
    }

    /// The transform of real values over `axes`, times `scale`, in row-major order. Of the last
    /// of these axes, which is transformed first, only the first half (`n / 2 + 1`) is given.
    pub fn r2c<T: Real>(
        &self,
        pool: &Pool,
        input: Strided<'_, T>,
        axes: &[usize],
        scale: T,
        out: &mut [MaybeUninit<Complex<T>>],
    ) -> Result<(), FftError> {
        let shape = input.shape();
        let (axis, others) = real_axis(axes, shape.len())?;
        let n = shape[axis];
        let mut out_shape = Shape::from_slice(shape);
        out_shape[axis] = n / 2 + 1;
        if !check(shape, axes, &out_shape, out.len())? {
            return Ok(());
        }
        let out: *mut Complex<T> = out.as_mut_ptr().cast();
        let strides = row_major(&out_shape);
        let pass = pass((input.as_ptr(), input.strides()), (out, &strides), shape, axis);
        // SAFETY: the view's promise for the input; `out` is as large as its shape, and the first
        // pass has written all of it before the others.
        unsafe {
            self.real_to_complex(pool, &pass, n, scale)?;
            if others.is_empty() {
                return Ok(());
            }
            let forward = Direction::Forward;
            let source = (out.cast_const(), &*strides);
            self.complex_axes(pool, source, out, &out_shape, others, forward, T::one())
        }
    }

    /// The real inverse transform, unnormalised, of half of a Hermitian spectrum over `axes`,
    /// times `scale`, in row-major order. The last of these axes, which is transformed last, has
    /// `last_len / 2 + 1` elements in the input and `last_len` in the output.
    pub fn c2r<T: Real>(
        &self,
        pool: &Pool,
        input: Strided<'_, Complex<T>>,
        axes: &[usize],
        last_len: usize,
        scale: T,
        out: &mut [MaybeUninit<T>],
    ) -> Result<(), FftError> {
        let shape = input.shape();
        let (axis, others) = real_axis(axes, shape.len())?;
        if last_len == 0 || shape[axis] != last_len / 2 + 1 {
            let expected = (last_len > 0).then_some(last_len / 2 + 1);
            return Err(FftError::Length { axis, found: shape[axis], expected });
        }
        let mut out_shape = Shape::from_slice(shape);
        out_shape[axis] = last_len;
        if !check(shape, axes, &out_shape, out.len())? {
            return Ok(());
        }
        let out: (*mut T, &[isize]) = (out.as_mut_ptr().cast(), &row_major(&out_shape));
        let source = (input.as_ptr(), input.strides());
        if others.is_empty() {
            let pass = pass(source, out, shape, axis);
            // SAFETY: the view's promise for the input; `out` is as large as its shape.
            return unsafe { self.complex_to_real(pool, &pass, last_len, scale) };
        }
        let mut half = pool.scratch::<Complex<T>>(shape.iter().product())?;
        let half: *mut Complex<T> = half.as_mut_ptr().cast();
        let pass = pass((half.cast_const(), &row_major(shape)), out, shape, axis);
        let inverse = Direction::Inverse;
        // SAFETY: as above; `half` has the shape of the input and is written by the first call.
        unsafe {
            self.complex_axes(pool, source, half, shape, others, inverse, T::one())?;
            self.complex_to_real(pool, &pass, last_len, scale)
        }
    }

    /// Transforms complex axes of `source` to the row-major array `out`.
    ///
    /// # Safety
    /// `source` must be initialised, `out` writable and touched by nobody else; they may be the
    /// same array.
    unsafe fn complex_axes<T: Real>(
        &self,
        pool: &Pool,
        source: (*const Complex<T>, &[isize]),
        out: *mut Complex<T>,
        shape: &[usize],
        axes: &[usize],
        direction: Direction,
        scale: T,
    ) -> Result<(), FftError> {
        let strides = row_major(shape);
        // The innermost axis goes first: it reads any strides as well as any other, and the
        // others then find their neighbours together.
        let mut order = Shape::from_slice(axes);
        order.sort_unstable_by(|a, b| b.cmp(a));
        if order.is_empty() {
            // Only the factor is left: a transform of lines of one element.
            let dims = (0..shape.len()).map(|i| Dim { len: shape[i], src: source.1[i], dst: strides[i] });
            let pass = Pass::new(source.0, out, (1, 1), dims);
            // SAFETY: the caller's promise.
            return unsafe { self.complex_lines(pool, &pass, 1, direction, scale) };
        }
        for (i, &axis) in order.iter().enumerate() {
            let (source, scale) = match i {
                0 => (source, scale),
                _ => ((out.cast_const(), &*strides), T::one()),
            };
            let pass = pass(source, (out, &strides), shape, axis);
            // SAFETY: the caller's promise, and `out` is initialised after the first pass.
            unsafe { self.complex_lines(pool, &pass, shape[axis], direction, scale)? };
        }
        Ok(())
    }

    /// # Safety
    /// As for [`Pass::run`].
    unsafe fn complex_lines<T: Real>(
        &self,
        pool: &Pool,
        pass: &Pass<Complex<T>, Complex<T>>,
        n: usize,
        direction: Direction,
        scale: T,
    ) -> Result<(), FftError> {
        let plans = T::plans(self);
        if let Some(plan) = plans.four_step(n, direction, pass.lines()) {
            return pass.starts().try_for_each(|line| {
                // SAFETY: the caller's promise, for one line.
                unsafe { plan.run(pool, line, pass.steps(), scale) }
            });
        }
        let op = ComplexToComplex { fft: plans.direct(n, direction), scale, twiddles: None };
        // SAFETY: the caller's promise.
        unsafe { pass.run(pool, &op) }
    }

    /// # Safety
    /// As for [`Pass::run`].
    unsafe fn real_to_complex<T: Real>(
        &self,
        pool: &Pool,
        pass: &Pass<T, Complex<T>>,
        n: usize,
        scale: T,
    ) -> Result<(), FftError> {
        let plans = T::plans(self);
        if pass.steps() == (1, 1)
            && n.is_multiple_of(2)
            && let Some(plan) = plans.four_step(n / 2, Direction::Forward, pass.lines())
        {
            let halves = plans.halves(n);
            return pass.starts().try_for_each(|(src, dst)| {
                // SAFETY: the caller's promise, for one line: pairs of real values are
                // complex values, and the transform writes all but the last of the output.
                unsafe {
                    plan.run(pool, (src.cast(), dst), (1, 1), T::one())?;
                    dst.add(n / 2).write(Complex::new(T::zero(), T::zero()));
                    let line = std::slice::from_raw_parts_mut(dst, n / 2 + 1);
                    real::separate(line, &halves, scale);
                }
                Ok(())
            });
        }
        let op = RealToComplex::new(plans, n, scale);
        // SAFETY: the caller's promise.
        unsafe { pass.run(pool, &op) }
    }

    /// # Safety
    /// As for [`Pass::run`].
    unsafe fn complex_to_real<T: Real>(
        &self,
        pool: &Pool,
        pass: &Pass<Complex<T>, T>,
        n: usize,
        scale: T,
    ) -> Result<(), FftError> {
        let plans = T::plans(self);
        if pass.steps() == (1, 1)
            && n.is_multiple_of(2)
            && let Some(plan) = plans.four_step(n / 2, Direction::Inverse, pass.lines())
        {
            let halves = plans.halves(n);
            let mut half = pool.scratch::<Complex<T>>(n / 2 + 1)?;
            let half = half.as_mut_ptr().cast::<Complex<T>>();
            return pass.starts().try_for_each(|(src, dst)| {
                // SAFETY: the caller's promise, for one line: pairs of complex values are
                // real values.
                unsafe {
                    half.copy_from_nonoverlapping(src, n / 2 + 1);
                    let line = std::slice::from_raw_parts_mut(half, n / 2 + 1);
                    real::join(line, &halves, scale);
                    plan.run(pool, (half.cast_const(), dst.cast()), (1, 1), T::one())
                }
            });
        }
        let op = ComplexToReal::new(plans, n, scale);
        // SAFETY: the caller's promise.
        unsafe { pass.run(pool, &op) }
    }
}
