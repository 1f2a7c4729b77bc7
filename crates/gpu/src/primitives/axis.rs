//! Arrays as rows along one of their axes.

use super::V;
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::Driver;
use crate::packed::Packed;
use xparray_ir::backend::View;
use xparray_ir::layout::Dims;
use xparray_ir::{DType, Error, Layout, Result};

/// An array around one of its axes.
#[derive(Clone, Copy, Debug)]
pub struct Around {
    pub outer: usize,
    pub len: usize,
    pub inner: usize,
}

impl Around {
    pub fn new(shape: &[usize], axis: usize) -> Self {
        let product = |dims: &[usize]| dims.iter().product();
        Self { outer: product(&shape[..axis]), len: shape[axis], inner: product(&shape[axis + 1..]) }
    }

    pub fn size(&self) -> usize {
        self.outer * self.len * self.inner
    }
}

pub fn check<D: Driver>(op: &'static str, x: &V<'_, D>, axis: usize) -> Result<()> {
    let ndim = x.layout().ndim();
    if axis < ndim { Ok(()) } else { Err(Error::Axis { op, axis: axis as isize, ndim }) }
}

/// Applies `f` to rows that are the items along `axis`, of the length that it is told; the result, of type `dtype`, has
/// the shape of `x`.
pub fn along_rows<'a, D: Driver>(
    gpu: &Gpu<D>,
    x: V<'a, D>,
    axis: usize,
    dtype: DType,
    f: impl FnOnce(&Packed<'_, D>, [usize; 2]) -> Result<Buffer<D>>,
) -> Result<Buffer<D>> {
    let ndim = x.layout().ndim();
    let len = x.layout().shape()[axis];
    let rows = x.layout().len().checked_div(len).unwrap_or(0);
    let order: Dims = (0..ndim).filter(|&k| k != axis).chain([axis]).collect();
    let moved = x.layout().permute(&order)?;
    let done = f(&gpu.packed(x.with_layout(&moved)?)?, [rows, len])?;
    if axis + 1 == ndim {
        return Ok(done);
    }
    let mut back = order.clone();
    for (place, &k) in order.iter().enumerate() {
        back[k] = place;
    }
    let layout = Layout::row_major(moved.shape()).permute(&back)?;
    match gpu.packed(View::new(&done, dtype, &layout)?)?.into_copy() {
        Some(copy) => Ok(copy),
        // The other axes have no more than one item: nothing has moved.
        None => Ok(done),
    }
}
