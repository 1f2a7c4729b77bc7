//! `Transform`.

use super::view::{V, fresh, pointer};
use crate::device::Cpu;
use crate::fft::{Direction, FftError, Real, Strided};
use crate::memory::out_of_memory;
use crate::pool::Block;
use num_complex::Complex;
use xparray_ir::backend::{Backend, FftDirection, Transform};
use xparray_ir::layout::{Dims, checked_len};
use xparray_ir::{ComplexElement, DType, Element, Error, Result};

fn error(op: &'static str) -> impl Fn(FftError) -> Error {
    move |error| match error {
        FftError::OutOfMemory(error) => out_of_memory(error),
        other => Error::value(op, other.to_string()),
    }
}

fn unsupported<R>(op: &'static str, dtype: DType) -> Result<R> {
    Err(Error::Unsupported { backend: Cpu::NAME, op, dtype })
}

/// The view as the module takes it.
fn strided<'a, T: Element>(op: &'static str, x: &'a V<'_>) -> Result<Strided<'a, T>> {
    let start = pointer::<T>(op, x)?;
    // SAFETY: `pointer` has checked that every element lies in the buffer, which is initialised.
    Ok(unsafe { Strided::from_raw(start, x.layout().shape(), x.layout().strides()) })
}

/// Elements of a transform whose `axis` has another length than the input's.
fn len_with(shape: &[usize], axis: Option<&usize>, n: impl Fn(usize) -> usize) -> Result<usize> {
    checked_len(&shape.iter().enumerate().map(|(k, &d)| if Some(&k) == axis { n(d) } else { d }).collect::<Dims>())
}

impl Cpu {
    fn c2c_typed<T: Real>(&self, x: V<'_>, axes: &[usize], direction: FftDirection, scale: T) -> Result<Block>
    where
        Complex<T>: Element,
    {
        let direction = match direction {
            FftDirection::Forward => Direction::Forward,
            FftDirection::Inverse => Direction::Inverse,
        };
        fresh::<Complex<T>>(self, x.layout().len(), |out| {
            let input = strided("fft", &x)?;
            self.device.fft.c2c(self.pool(), input, axes, direction, scale, out).map_err(error("fft"))
        })
    }

    fn r2c_typed<T: Real + Element>(&self, x: V<'_>, axes: &[usize], scale: T) -> Result<Block>
    where
        Complex<T>: Element,
    {
        let n = len_with(x.layout().shape(), axes.last(), |n| n / 2 + 1)?;
        fresh::<Complex<T>>(self, n, |out| {
            let input = strided("rfft", &x)?;
            self.device.fft.r2c(self.pool(), input, axes, scale, out).map_err(error("rfft"))
        })
    }

    fn c2r_typed<T: Real + Element>(&self, x: V<'_>, axes: &[usize], n: usize, scale: T) -> Result<Block>
    where
        Complex<T>: ComplexElement,
    {
        let len = len_with(x.layout().shape(), axes.last(), |_| n)?;
        fresh::<T>(self, len, |out| {
            let input = strided("irfft", &x)?;
            self.device.fft.c2r(self.pool(), input, axes, n, scale, out).map_err(error("irfft"))
        })
    }
}

impl Transform for Cpu {
    fn c2c(&self, x: V<'_>, axes: &[usize], direction: FftDirection, scale: f64) -> Result<Block> {
        match x.dtype() {
            DType::Complex64 => self.c2c_typed::<f32>(x, axes, direction, scale as f32),
            DType::Complex128 => self.c2c_typed::<f64>(x, axes, direction, scale),
            other => unsupported("fft", other),
        }
    }

    fn r2c(&self, x: V<'_>, axes: &[usize], scale: f64) -> Result<Block> {
        match x.dtype() {
            DType::F32 => self.r2c_typed::<f32>(x, axes, scale as f32),
            DType::F64 => self.r2c_typed::<f64>(x, axes, scale),
            other => unsupported("rfft", other),
        }
    }

    fn c2r(&self, x: V<'_>, axes: &[usize], n: usize, scale: f64) -> Result<Block> {
        match x.dtype() {
            DType::Complex64 => self.c2r_typed::<f32>(x, axes, n, scale as f32),
            DType::Complex128 => self.c2r_typed::<f64>(x, axes, n, scale),
            other => unsupported("irfft", other),
        }
    }
}
