//! [`Transform`] of a GPU: plans of a library, over any axes and strides.
//!
//! Axes are transformed by turns, as many at once as a plan's parameters can say: first out of the view, then in place.
//! What they cannot say, and what takes longer so, goes through a copy that has the axis last. Libraries that overwrite what they read work on a copy.

mod pass;
mod plans;
mod scale;

pub use plans::FftPlans;

use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::vendor::{FftKind, FftLibrary};
use pass::{Geometry, Pass};
use scale::{complex, real};
use smallvec::SmallVec;
use xparray_ir::backend::{FftDirection, Transform, View, check_axes, real_axis};
use xparray_ir::layout::{Dims, checked_len};
use xparray_ir::{DType, Error, Layout, Result};

/// Axes that a plan can have.
const RANK: usize = 3;

type Axes = SmallVec<[usize; 4]>;

/// How many elements a view's buffer has room for.
fn room<D: FftLibrary>(x: View<'_, Buffer<D>>) -> usize {
    x.buffer().bytes() / x.dtype().size()
}

/// The axes along which there is something to do, the innermost first: others then find their neighbours together.
fn order(shape: &[usize], axes: &[usize]) -> Axes {
    let mut order: Axes = axes.iter().copied().filter(|&axis| shape[axis] > 1).collect();
    order.sort_unstable_by(|a, b| b.cmp(a));
    order
}

fn with_len(shape: &[usize], axis: usize, len: usize) -> Dims {
    let mut shape = Dims::from_slice(shape);
    shape[axis] = len;
    shape
}

/// The order of axes with one of them last.
fn axis_last(ndim: usize, axis: usize) -> Axes {
    (0..ndim).filter(|&k| k != axis).chain([axis]).collect()
}

/// The address of a view's first element.
fn start<D: FftLibrary>(x: &View<'_, Buffer<D>>) -> u64 {
    x.buffer().address() + (x.layout().offset() * x.dtype().size()) as u64
}

impl<D: FftLibrary> Gpu<D> {
    /// `double` for one of two types, or an error.
    fn precision(op: &'static str, dtype: DType, types: [DType; 2]) -> Result<bool> {
        match types.iter().position(|&known| known == dtype) {
            Some(k) => Ok(k == 1),
            None => Err(Error::Unsupported { backend: D::NAME, op, dtype }),
        }
    }

    fn alloc_shape(&self, shape: &[usize], dtype: DType) -> Result<Buffer<D>> {
        self.alloc_buffer(checked_len(shape)? * dtype.size())
    }

    /// Queues a pass from a view to a fresh buffer.
    fn transform_into(
        &self,
        pass: &Pass,
        x: View<'_, Buffer<D>>,
        out: &mut Buffer<D>,
        direction: FftDirection,
    ) -> Result<()> {
        x.buffer().order_for_reading(self)?;
        out.order_for_writing(self)?;
        // SAFETY: the pass was made of the layouts of both, which lie in their buffers.
        unsafe { self.transform(pass, start(&x), out.address(), direction) }
    }

    /// Queues a pass over a row-major buffer, in place.
    fn transform_in_place(&self, pass: &Pass, x: &mut Buffer<D>, direction: FftDirection) -> Result<()> {
        x.order_for_writing(self)?;
        // SAFETY: the pass was made of the buffer's layout, for both sides.
        unsafe { self.transform(pass, x.address(), x.address(), direction) }
    }

    /// The pass over the first of these axes, as many as there can be at once, from strides to a row-major array; none if
    /// copies are quicker.
    fn turn(geometry: Geometry<'_>, axes: &[usize]) -> Option<(usize, Pass)> {
        let most = (1..axes.len().min(RANK)).find(|&k| axes[k] == axes[k - 1]).unwrap_or(axes.len().min(RANK));
        let pass = |k| Pass::new(geometry, &axes[..k]).filter(Pass::is_quick);
        (1..=most).rev().find_map(|k| Some((k, pass(k)?)))
    }

    /// Transforms complex numbers along ordered axes, times `scale`, to the row-major `out`.
    fn complex_from(
        &self,
        x: View<'_, Buffer<D>>,
        axes: &[usize],
        direction: FftDirection,
        scale: f64,
        out: &mut Buffer<D>,
    ) -> Result<()> {
        let shape = x.layout().shape();
        let whole = Layout::row_major(shape);
        let double = x.dtype() == DType::Complex128;
        let turn = |layout: &Layout, room| {
            let (kind, strides) = (FftKind::Complex, [layout.strides(), whole.strides()]);
            Self::turn(Geometry { kind, double, shape, strides, offset: layout.offset(), room }, axes)
        };
        if axes.is_empty() {
            return self.copy_scaled(x, scale, out, &whole);
        }
        if !D::OVERWRITES
            && let Some((count, pass)) = turn(x.layout(), room(x))
        {
            self.transform_into(&pass, x, out, direction)?;
            self.complex_in_place(out, shape, double, &axes[count..], direction)?;
            return self.scale_all(out, x.dtype(), x.layout().len(), scale);
        }
        if turn(&whole, whole.len()).is_some() {
            self.copy_scaled(x, scale, out, &whole)?;
            return self.complex_in_place(out, shape, double, axes, direction);
        }
        self.complex_across(x, axes[0], direction, scale, out)?;
        self.complex_in_place(out, shape, double, &axes[1..], direction)
    }

    /// Transforms a row-major array along ordered axes.
    fn complex_in_place(
        &self,
        out: &mut Buffer<D>,
        shape: &[usize],
        double: bool,
        mut axes: &[usize],
        direction: FftDirection,
    ) -> Result<()> {
        let whole = Layout::row_major(shape);
        let strides = [whole.strides(); 2];
        while let Some(&axis) = axes.first() {
            let geometry = Geometry { kind: FftKind::Complex, double, shape, strides, offset: 0, room: whole.len() };
            let count = match Self::turn(geometry, axes) {
                Some((count, pass)) => {
                    self.transform_in_place(&pass, out, direction)?;
                    count
                }
                None => {
                    let mut lines = self.across(View::new(out, complex(double), &whole)?, axis)?;
                    self.lines_in_place(&mut lines, shape, axis, double, direction)?;
                    self.back(&lines, shape, axis, complex(double), 1.0, out)?;
                    1
                }
            };
            axes = &axes[count..];
        }
        Ok(())
    }

    /// Transforms along one axis through a copy.
    fn complex_across(
        &self,
        x: View<'_, Buffer<D>>,
        axis: usize,
        direction: FftDirection,
        scale: f64,
        out: &mut Buffer<D>,
    ) -> Result<()> {
        let shape = x.layout().shape();
        let mut lines = self.across(x, axis)?;
        self.lines_in_place(&mut lines, shape, axis, x.dtype() == DType::Complex128, direction)?;
        self.back(&lines, shape, axis, x.dtype(), scale, out)
    }

    /// A row-major copy with an axis last.
    fn across(&self, x: View<'_, Buffer<D>>, axis: usize) -> Result<Buffer<D>> {
        let turned = x.layout().permute(&axis_last(x.layout().ndim(), axis))?;
        let mut lines = self.alloc_shape(turned.shape(), x.dtype())?;
        let whole = Layout::row_major(turned.shape());
        self.copy_strided(x.with_layout(&turned)?, &mut lines, &whole)?;
        Ok(lines)
    }

    /// Copies what has an axis last, times `scale`, to a row-major array of this shape.
    fn back(
        &self,
        lines: &Buffer<D>,
        shape: &[usize],
        axis: usize,
        dtype: DType,
        scale: f64,
        out: &mut Buffer<D>,
    ) -> Result<()> {
        let place = Layout::row_major(shape).permute(&axis_last(shape.len(), axis))?;
        let layout = Layout::row_major(place.shape());
        self.copy_scaled(View::new(lines, dtype, &layout)?, scale, out, &place)
    }

    /// The pass over lines one after the other; `shape` is that of the real side.
    fn lines(kind: FftKind, double: bool, shape: &[usize], axis: usize) -> Result<Pass> {
        let n = shape[axis];
        let count = shape.iter().enumerate().filter(|&(k, _)| k != axis).map(|(_, &len)| len).product();
        let (whole, half) = ([n as isize, 1], [(n / 2 + 1) as isize, 1]);
        let strides: [&[isize]; 2] = match kind {
            FftKind::Complex => [&whole, &whole],
            FftKind::RealToComplex => [&whole, &half],
            FftKind::ComplexToReal => [&half, &whole],
        };
        let room = count * strides[0][0] as usize;
        let geometry = Geometry { kind, double, shape: &[count, n], strides, offset: 0, room };
        Pass::new(geometry, &[1]).ok_or_else(|| Error::value("fft", "no plan for contiguous lines"))
    }

    fn lines_in_place(
        &self,
        lines: &mut Buffer<D>,
        shape: &[usize],
        axis: usize,
        double: bool,
        direction: FftDirection,
    ) -> Result<()> {
        self.transform_in_place(&Self::lines(FftKind::Complex, double, shape, axis)?, lines, direction)
    }

    /// Transforms real numbers along an axis, and along as many of the ordered others as there can be at once: how many.
    fn real_from(
        &self,
        x: View<'_, Buffer<D>>,
        axis: usize,
        others: &[usize],
        half: &Layout,
        out: &mut Buffer<D>,
    ) -> Result<usize> {
        let (shape, double) = (x.layout().shape(), x.dtype() == DType::F64);
        let forward = FftDirection::Forward;
        let pass = |layout: &Layout, room| {
            let (kind, strides) = (FftKind::RealToComplex, [layout.strides(), half.strides()]);
            let geometry = Geometry { kind, double, shape, strides, offset: layout.offset(), room };
            let distinct = (1..others.len()).find(|&k| others[k] == others[k - 1]).unwrap_or(others.len());
            (0..=distinct.min(RANK - 1)).rev().find_map(|k| {
                let axes: Axes = others[..k].iter().copied().chain([axis]).collect();
                Some((k, Pass::new(geometry, &axes).filter(Pass::is_quick)?))
            })
        };
        if !D::OVERWRITES
            && let Some((count, pass)) = pass(x.layout(), room(x))
        {
            self.transform_into(&pass, x, out, forward)?;
            return Ok(count);
        }
        let whole = Layout::row_major(shape);
        if let Some((count, pass)) = pass(&whole, whole.len()) {
            let mut copy = self.alloc_shape(shape, x.dtype())?;
            self.copy_strided(x, &mut copy, &whole)?;
            self.transform_over(&pass, &mut copy, out, forward)?;
            return Ok(count);
        }
        let mut lines = self.across(x, axis)?;
        let mut spectra = self.alloc_shape(half.shape(), complex(double))?;
        let pass = Self::lines(FftKind::RealToComplex, double, shape, axis)?;
        self.transform_over(&pass, &mut lines, &mut spectra, forward)?;
        self.back(&spectra, half.shape(), axis, complex(double), 1.0, out)?;
        Ok(0)
    }

    /// Transforms half a spectrum along an axis to real numbers of this shape, times `scale`.
    fn real_to(
        &self,
        x: View<'_, Buffer<D>>,
        axis: usize,
        shape: &[usize],
        scale: f64,
        out: &mut Buffer<D>,
    ) -> Result<()> {
        let (n, double) = (shape[axis], x.dtype() == DType::Complex128);
        let (half, whole) = (Layout::row_major(x.layout().shape()), Layout::row_major(shape));
        let strides = [half.strides(), whole.strides()];
        let kind = FftKind::ComplexToReal;
        let geometry = Geometry { kind, double, shape, strides, offset: 0, room: half.len() };
        let inverse = FftDirection::Inverse;
        // The library overwrites what it reads: that is a copy in any case.
        let mut copy = self.alloc_shape(half.shape(), x.dtype())?;
        if let Some(pass) = Pass::new(geometry, &[axis]).filter(Pass::is_quick) {
            self.copy_half(x, (axis, n), scale, &mut copy, &half)?;
            return self.transform_over(&pass, &mut copy, out, inverse);
        }
        let turned = x.layout().permute(&axis_last(shape.len(), axis))?;
        let last = shape.len() - 1;
        self.copy_half(x.with_layout(&turned)?, (last, n), scale, &mut copy, &Layout::row_major(turned.shape()))?;
        let mut lines = self.alloc_shape(shape, real(double))?;
        let pass = Self::lines(FftKind::ComplexToReal, double, shape, axis)?;
        self.transform_over(&pass, &mut copy, &mut lines, inverse)?;
        self.back(&lines, shape, axis, real(double), 1.0, out)
    }

    /// Queues a pass that may overwrite what it reads.
    fn transform_over(
        &self,
        pass: &Pass,
        x: &mut Buffer<D>,
        out: &mut Buffer<D>,
        direction: FftDirection,
    ) -> Result<()> {
        x.order_for_writing(self)?;
        out.order_for_writing(self)?;
        // SAFETY: the pass was made of the row-major layouts of both.
        unsafe { self.transform(pass, x.address(), out.address(), direction) }
    }
}

impl<D: FftLibrary> Transform for Gpu<D> {
    fn c2c(&self, x: View<'_, Buffer<D>>, axes: &[usize], direction: FftDirection, scale: f64) -> Result<Buffer<D>> {
        Self::precision("fft", x.dtype(), [DType::Complex64, DType::Complex128])?;
        let shape = x.layout().shape();
        check_axes("fft", shape, axes)?;
        x.buffer().check_device("fft", self.device())?;
        let mut out = self.alloc_shape(shape, x.dtype())?;
        if !shape.contains(&0) {
            self.complex_from(x, &order(shape, axes), direction, scale, &mut out)?;
        }
        Ok(out)
    }

    fn r2c(&self, x: View<'_, Buffer<D>>, axes: &[usize], scale: f64) -> Result<Buffer<D>> {
        let double = Self::precision("rfft", x.dtype(), [DType::F32, DType::F64])?;
        let shape = x.layout().shape();
        let (axis, others) = real_axis("rfft", shape, axes)?;
        check_axes("rfft", shape, axes)?;
        x.buffer().check_device("rfft", self.device())?;
        let half = Layout::row_major(&with_len(shape, axis, shape[axis] / 2 + 1));
        let mut out = self.alloc_shape(half.shape(), complex(double))?;
        if shape.contains(&0) {
            return Ok(out);
        }
        let others = order(shape, others);
        let done = if shape[axis] > 1 {
            self.real_from(x, axis, &others, &half, &mut out)?
        } else {
            out = self.cast(x, complex(double))?;
            0
        };
        self.complex_in_place(&mut out, half.shape(), double, &others[done..], FftDirection::Forward)?;
        self.scale_all(&mut out, complex(double), half.len(), scale)?;
        Ok(out)
    }

    fn c2r(&self, x: View<'_, Buffer<D>>, axes: &[usize], n: usize, scale: f64) -> Result<Buffer<D>> {
        let double = Self::precision("irfft", x.dtype(), [DType::Complex64, DType::Complex128])?;
        let half = x.layout().shape();
        let (axis, others) = real_axis("irfft", half, axes)?;
        if n == 0 || half[axis] != n / 2 + 1 {
            let message = format!("axis {axis} has {} elements, which cannot be transformed to {n}", half[axis]);
            return Err(Error::value("irfft", message));
        }
        check_axes("irfft", half, axes)?;
        x.buffer().check_device("irfft", self.device())?;
        let shape = with_len(half, axis, n);
        let mut out = self.alloc_shape(&shape, real(double))?;
        if shape.contains(&0) {
            return Ok(out);
        }
        let others = order(half, others);
        let (whole, inverse) = (Layout::row_major(half), FftDirection::Inverse);
        let partial = if others.is_empty() {
            None
        } else {
            let mut partial = self.alloc_shape(half, x.dtype())?;
            self.complex_from(x, &others, inverse, 1.0, &mut partial)?;
            Some(partial)
        };
        let x = match &partial {
            Some(buffer) => View::new(buffer, x.dtype(), &whole)?,
            None => x,
        };
        if n == 1 {
            // The only term is real: every other number of a view of real ones.
            let strides = x.layout().strides().iter().map(|stride| stride * 2).collect();
            let parts = Layout::new(half.into(), strides, x.layout().offset() * 2)?;
            let view = View::new(x.buffer(), real(double), &parts)?;
            self.copy_scaled(view, scale, &mut out, &whole)?;
        } else {
            self.real_to(x, axis, &shape, scale, &mut out)?;
        }
        Ok(out)
    }
}
