//! What the default methods of the traits are made of.

use super::{Input, Launch, LaunchArgs, Memory, Output, Primitives, View};
use crate::dtype::{DType, Scalar};
use crate::error::{Error, Result};
use crate::ir::{Inst, Kernel, Op, SharedKernel, UnaryOp};
use crate::layout::Layout;
use smallvec::smallvec;

/// A buffer of these elements of one type.
pub fn uploaded<M: Memory + ?Sized>(
    xp: &M,
    dtype: DType,
    values: impl ExactSizeIterator<Item = Scalar>,
) -> Result<M::Buffer> {
    // First of all, so that what the pool refuses is not collected.
    let len = values.len().saturating_mul(dtype.size());
    let mut buffer = xp.alloc(len)?;
    let mut bytes = Vec::with_capacity(len);
    values.for_each(|value| bytes.extend_from_slice(value.bytes()));
    xp.upload(&bytes, &mut buffer)?;
    Ok(buffer)
}

/// A buffer of so many zeros.
pub fn zeros<M: Memory + ?Sized>(xp: &M, dtype: DType, len: usize) -> Result<M::Buffer> {
    uploaded(xp, dtype, std::iter::repeat_n(Scalar::from_f64(dtype, 0.0), len))
}

/// Does something with the elements in row-major order, as a vector.
pub fn with_flat<P: Primitives + ?Sized, R>(
    xp: &P,
    x: View<'_, P::Buffer>,
    f: impl FnOnce(View<'_, P::Buffer>) -> Result<R>,
) -> Result<R> {
    let flat = Layout::row_major(&[x.len()]);
    if let Some(layout) = x.layout().reshape(flat.shape()) {
        return f(x.with_layout(&layout)?);
    }
    // Whatever is taken is row-major. An array without axes is a vector already.
    let all = Layout::row_major(&x.shape()[..1]);
    let indices = uploaded(xp, DType::I64, (0..all.len()).map(|k| Scalar::new(k as i64)))?;
    let taken = xp.take(x, 0, View::new(&indices, DType::I64, &all)?)?;
    f(View::new(&taken, x.dtype(), &flat)?)
}

/// The conjugates of complex numbers.
pub fn conjugate<L: Launch + ?Sized>(xp: &L, x: View<'_, L::Buffer>) -> Result<L::Buffer> {
    let inst = |op, args| Inst { op, dtype: x.dtype(), args };
    mapped(xp, x, vec![inst(Op::Load(0), smallvec![]), inst(Op::Unary(UnaryOp::Conj), smallvec![0])])
}

/// What instructions make of the elements of a view, of the same type and in row-major order; without any but a load, a copy.
///
/// # Errors
/// Those of a kernel that is not well formed, and of the launch.
pub fn mapped<L: Launch + ?Sized>(xp: &L, x: View<'_, L::Buffer>, insts: Vec<Inst>) -> Result<L::Buffer> {
    let body = insts.len();
    let last = body.saturating_sub(1) as u16;
    let kernel = SharedKernel::new(Kernel { insts, body, outputs: vec![last], operands: 1, ..Kernel::default() })?;
    let mut result = xp.alloc(x.len() * x.dtype().size())?;
    let layout = Layout::row_major(x.shape());
    let outputs = smallvec![Output::new(&mut result, x.dtype(), &layout)?];
    xp.launch(LaunchArgs::new(&kernel, x.shape(), x.shape().len(), &[Input::Buffer(x)], outputs, &[])?)?;
    Ok(result)
}

/// Counts (`i64`) of the sorted vector `sorted` between the places of its `edges`: see [`Primitives::histogram`].
pub fn counts_between<P: Primitives + ?Sized>(
    xp: &P,
    sorted: View<'_, P::Buffer>,
    edges: View<'_, P::Buffer>,
) -> Result<P::Buffer> {
    use super::Side::{Left, Right};
    let bins = edges.len().checked_sub(1).filter(|&n| n > 0);
    let bins = bins.ok_or_else(|| Error::value("histogram", "there are no bins"))?;
    let places = |start, len, side| -> Result<Vec<i64>> {
        let layout = edges.layout().sliced(0, start, 1, len)?;
        let mut bytes = vec![0; len * size_of::<i64>()];
        xp.download(&xp.searchsorted(sorted, edges.with_layout(&layout)?, side)?, 0, &mut bytes)?;
        Ok(bytes.chunks_exact(size_of::<i64>()).map(|place| Scalar::from_bytes(DType::I64, place).get()).collect())
    };
    let mut places_of_edges = places(0, bins, Left)?;
    // The last bin is closed.
    places_of_edges.extend(places(bins, 1, Right)?);
    uploaded(xp, DType::I64, places_of_edges.windows(2).map(|ends| Scalar::new(ends[1] - ends[0])))
}
