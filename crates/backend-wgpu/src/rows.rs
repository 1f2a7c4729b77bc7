//! Views as elements in row-major order, and as rows along one of their axes.

use crate::buffer::Buffer;
use crate::check::{checked, counted};
use crate::device::Wgpu;
use smallvec::smallvec;
use std::ops::Deref;
use xparray_ir::backend::{Memory, View, mapped};
use xparray_ir::ir::{Inst, Op};
use xparray_ir::layout::Dims;
use xparray_ir::{DType, Error, Layout, Result};

type V<'a> = View<'a, Buffer>;

/// Elements in row-major order: those of a view, or a copy.
pub(crate) enum Packed<'a> {
    Lent(&'a Buffer, u32),
    Copy(Buffer),
}

impl Packed<'_> {
    /// The place of the first element in the buffer.
    pub fn start(&self) -> u32 {
        match self {
            Self::Lent(_, start) => *start,
            Self::Copy(_) => 0,
        }
    }
}

impl Deref for Packed<'_> {
    type Target = Buffer;

    fn deref(&self) -> &Buffer {
        match self {
            Self::Lent(buffer, _) => buffer,
            Self::Copy(buffer) => buffer,
        }
    }
}

pub(crate) fn check_axis(op: &'static str, x: &V<'_>, axis: usize) -> Result<()> {
    let ndim = x.layout().ndim();
    if axis < ndim { Ok(()) } else { Err(Error::Axis { op, axis: axis as isize, ndim }) }
}

/// A view's elements in row-major order.
pub(crate) fn packed<'a>(xp: &Wgpu, op: &'static str, x: V<'a>) -> Result<Packed<'a>> {
    checked(op, x.layout())?;
    counted(op, x.len())?;
    if x.layout().is_contiguous() {
        return Ok(Packed::Lent(x.buffer(), x.layout().offset() as u32));
    }
    let load = Inst { op: Op::Load(0), dtype: x.dtype(), args: smallvec![] };
    Ok(Packed::Copy(mapped(xp, x, vec![load])?))
}

/// Applies `f` to rows that are the items along `axis`, of the number and length that it is told; the result, of type
/// `dtype`, has the shape of `x`.
pub(crate) fn along_rows(
    xp: &Wgpu,
    op: &'static str,
    x: V<'_>,
    axis: usize,
    dtype: DType,
    f: impl FnOnce(&Packed<'_>, [usize; 2]) -> Result<Buffer>,
) -> Result<Buffer> {
    let (ndim, len) = (x.layout().ndim(), x.shape()[axis]);
    let count = x.len().checked_div(len).unwrap_or(0);
    if count == 0 {
        return xp.alloc(0);
    }
    let order: Dims = (0..ndim).filter(|&k| k != axis).chain([axis]).collect();
    let moved = x.layout().permute(&order)?;
    let done = f(&packed(xp, op, x.with_layout(&moved)?)?, [count, len])?;
    if axis + 1 == ndim {
        return Ok(done);
    }
    let mut back = order.clone();
    for (place, &k) in order.iter().enumerate() {
        back[k] = place;
    }
    let layout = Layout::row_major(moved.shape()).permute(&back)?;
    let copy = match packed(xp, op, View::new(&done, dtype, &layout)?)? {
        Packed::Copy(copy) => Some(copy),
        // The other axes have no more than one item: nothing has moved.
        Packed::Lent(..) => None,
    };
    Ok(copy.unwrap_or(done))
}
