//! [`Transform`]: along one axis after the other, each in a few passes over memory.
//!
//! A line whose length has no prime larger than 13 is transformed as it is, any other one as a convolution with a chirp (Bluestein).
//! An inverse transform is a forward one of numbers whose real and imaginary parts are exchanged.

mod butterfly;
mod lines;
mod plan;
mod tables;
mod text;

pub(crate) use tables::Tables;

use crate::buffer::Buffer;
use crate::device::Wgpu;
use crate::rows::packed;
use lines::{Lines, Reading, Writing};
use text::Source;
use xparray_ir::backend::{Backend, FftDirection, Memory, Transform, View, check_axes, real_axis, unsuitable_axes};
use xparray_ir::layout::{Dims, checked_len};
use xparray_ir::{DType, Error, Layout, Result};

type V<'a> = View<'a, Buffer>;

/// The complex type of a transform: that of which these numbers are, or have the parts.
fn complex(op: &'static str, dtype: DType, is_real: bool) -> Result<DType> {
    match (dtype, is_real) {
        (DType::Complex64, false) | (DType::F32, true) => Ok(DType::Complex64),
        (DType::Complex128, false) | (DType::F64, true) => Ok(DType::Complex128),
        _ => Err(Error::Unsupported { backend: Wgpu::NAME, op, dtype }),
    }
}

fn with_len(shape: &[usize], axis: usize, len: usize) -> Dims {
    let mut shape = Dims::from_slice(shape);
    shape[axis] = len;
    shape
}

impl Wgpu {
    /// Transforms complex numbers along axes, times `scale`.
    fn along_axes(&self, x: V<'_>, axes: &[usize], direction: FftDirection, scale: f64) -> Result<Buffer> {
        let x_elements = packed(self, "fft", x)?;
        let (dtype, shape) = (x.dtype(), x.shape());
        let along = |axis: usize| Lines::new(dtype, shape, axis);
        let Some((&last, before)) = axes.split_last() else {
            // Along nothing, it is a copy.
            return Lines::of_one(dtype, x.len()).transform(
                self,
                Reading::new(&x_elements, x_elements.start(), Source::Complex),
                Writing::new(1, scale),
                direction,
            );
        };
        let mut done: Option<Buffer> = None;
        for (k, &axis) in before.iter().chain([&last]).enumerate() {
            let (from, start) = done.as_ref().map_or((&*x_elements, x_elements.start()), |done| (done, 0));
            let scale = if k == before.len() { scale } else { 1.0 };
            let writing = Writing::new(shape[axis], scale);
            done = Some(along(axis).transform(self, Reading::new(from, start, Source::Complex), writing, direction)?);
        }
        done.ok_or_else(|| unsuitable_axes("fft", shape, axes))
    }
}

impl Transform for Wgpu {
    fn c2c(&self, x: V<'_>, axes: &[usize], direction: FftDirection, scale: f64) -> Result<Buffer> {
        complex("fft", x.dtype(), false)?;
        check_axes("fft", x.shape(), axes)?;
        if x.len() == 0 { self.alloc(0) } else { self.along_axes(x, axes, direction, scale) }
    }

    fn r2c(&self, x: V<'_>, axes: &[usize], scale: f64) -> Result<Buffer> {
        let dtype = complex("rfft", x.dtype(), true)?;
        let (axis, others) = real_axis("rfft", x.shape(), axes)?;
        check_axes("rfft", x.shape(), axes)?;
        if x.len() == 0 {
            return self.alloc(0);
        }
        let n = x.shape()[axis];
        let rows = packed(self, "rfft", x)?;
        let scaled = |scale| Writing::half(n, scale);
        let lines = Lines::new(dtype, x.shape(), axis);
        let reading = Reading::new(&rows, rows.start(), Source::Real);
        let direction = FftDirection::Forward;
        if others.is_empty() {
            return lines.transform(self, reading, scaled(scale), direction);
        }
        let half = lines.transform(self, reading, scaled(1.0), direction)?;
        let layout = Layout::row_major(&with_len(x.shape(), axis, n / 2 + 1));
        self.along_axes(View::new(&half, dtype, &layout)?, others, direction, scale)
    }

    fn c2r(&self, x: V<'_>, axes: &[usize], n: usize, scale: f64) -> Result<Buffer> {
        let dtype = complex("irfft", x.dtype(), false)?;
        let (axis, others) = real_axis("irfft", x.shape(), axes)?;
        if n == 0 || x.shape()[axis] != n / 2 + 1 {
            let found = x.shape()[axis];
            return Err(Error::value(
                "irfft",
                format!("axis {axis} has {found} elements, which do not suit {n} numbers"),
            ));
        }
        check_axes("irfft", x.shape(), axes)?;
        let shape = with_len(x.shape(), axis, n);
        checked_len(&shape)?;
        if x.len() == 0 {
            return self.alloc(0);
        }
        let direction = FftDirection::Inverse;
        let rows;
        let half;
        let (from, start) = if others.is_empty() {
            rows = packed(self, "irfft", x)?;
            (&*rows, rows.start())
        } else {
            half = self.along_axes(x, others, direction, 1.0)?;
            (&half, 0)
        };
        let writing = Writing::real(n, scale);
        Lines::new(dtype, &shape, axis).transform(self, Reading::new(from, start, Source::Half), writing, direction)
    }
}
