//! From the traits' views to typed slices and pointers, checked.

use crate::device::Cpu;
use crate::pool::Block;
use smallvec::smallvec;
use std::mem::MaybeUninit;
use std::slice;
use xparray_ir::backend::{Memory, Output, View, mapped};
use xparray_ir::ir::{BinaryOp, Inst, Op};
use xparray_ir::layout::checked_len;
use xparray_ir::{DType, Element, Error, Kind, Result};

pub(super) type V<'a> = View<'a, Block>;

fn check<T: Element>(op: &'static str, dtype: DType) -> Result<()> {
    same_type(op, T::DTYPE, dtype)
}

pub(super) fn same_type(op: &'static str, expected: DType, found: DType) -> Result<()> {
    if expected == found {
        return Ok(());
    }
    Err(Error::DType { op, expected: expected.to_string(), found: found.to_string() })
}

/// The first element of a view whose elements, at its strides, all lie in its buffer.
pub(super) fn pointer<T: Element>(op: &'static str, view: &V<'_>) -> Result<*const T> {
    check::<T>(op, view.dtype())?;
    if view.layout().len() == 0 {
        return Ok(view.buffer().as_ptr().cast::<T>());
    }
    // SAFETY: the first element lies in the buffer.
    Ok(unsafe { view.buffer().as_ptr().cast::<T>().add(view.layout().offset()) })
}

/// The elements of a view in row-major order: in place, or a copy.
pub(super) enum Rows<'a> {
    InPlace(V<'a>),
    /// Elements of a type, row-major from the start of a buffer.
    Copy(Block, usize, DType),
}

impl Rows<'_> {
    pub fn slice<T: Element>(&self, op: &'static str) -> Result<&[T]> {
        match self {
            Rows::InPlace(view) => {
                let start = pointer::<T>(op, view)?;
                // SAFETY: the view is contiguous and in bounds; array buffers are initialised.
                Ok(unsafe { slice::from_raw_parts(start, view.layout().len()) })
            }
            Rows::Copy(block, n, dtype) => {
                check::<T>(op, *dtype)?;
                // SAFETY: the copy holds as many elements of this type.
                Ok(unsafe { slice::from_raw_parts(block.as_ptr().cast::<T>(), *n) })
            }
        }
    }
}

/// The elements of a view as one slice; copies if strides say otherwise.
pub(super) fn rows<'a>(cpu: &Cpu, view: V<'a>) -> Result<Rows<'a>> {
    if view.layout().is_contiguous() {
        return Ok(Rows::InPlace(view));
    }
    copied(cpu, view, vec![Inst { op: Op::Load(0), dtype: view.dtype(), args: smallvec![] }])
}

/// As [`rows`], with truth values that are 0 or 1: in a buffer that anyone may have written, true is any byte but 0.
pub(super) fn valid_rows<'a>(cpu: &Cpu, view: V<'a>) -> Result<Rows<'a>> {
    if view.dtype() != DType::Bool {
        return rows(cpu, view);
    }
    let load = Inst { op: Op::Load(0), dtype: DType::Bool, args: smallvec![] };
    let either = Inst { op: Op::Binary(BinaryOp::Or), dtype: DType::Bool, args: smallvec![0, 0] };
    copied(cpu, view, vec![load, either])
}

/// The view with signed integers as unsigned ones, which have the same sums and products.
pub(super) fn as_unsigned(view: V<'_>) -> V<'_> {
    if view.dtype().kind() == Kind::Signed { view.as_bits() } else { view }
}

/// What instructions make of a view, in row-major order.
fn copied<'a>(cpu: &Cpu, view: V<'a>, insts: Vec<Inst>) -> Result<Rows<'a>> {
    Ok(Rows::Copy(mapped(cpu, view, insts)?, view.len(), view.dtype()))
}

/// A fresh buffer of `n` elements of `T`, written by `fill`.
pub(super) fn fresh<T: Element>(
    cpu: &Cpu,
    n: usize,
    fill: impl FnOnce(&mut [MaybeUninit<T>]) -> Result<()>,
) -> Result<Block> {
    let mut block = cpu.alloc(bytes_of::<T>(n)?)?;
    fill(room(&mut block, n))?;
    Ok(block)
}

/// The bytes of `n` elements of `T`.
pub(super) fn bytes_of<T>(n: usize) -> Result<usize> {
    Ok(checked_len(&[n])? * size_of::<T>())
}

/// The first `n` elements of a buffer, to be written.
pub(super) fn room<T: Element>(block: &mut Block, n: usize) -> &mut [MaybeUninit<T>] {
    assert!(n <= block.len() / size_of::<T>(), "the buffer is shorter than {n} elements");
    // SAFETY: the block holds as many, aligned, and `&mut` makes them ours.
    unsafe { slice::from_raw_parts_mut(block.as_ptr().cast(), n) }
}

/// The elements of an output, which is one row: those of a buffer that holds values.
pub(super) fn values_mut<'a, T: Element>(op: &'static str, out: &'a mut Output<'_, Block>) -> Result<&'a mut [T]> {
    check::<T>(op, out.dtype())?;
    if !out.layout().is_contiguous() {
        return Err(Error::value(op, "the result is not row-major"));
    }
    let n = out.layout().len();
    if n == 0 {
        return Ok(&mut []);
    }
    // SAFETY: the elements lie in the buffer, one after another, and are ours; a block's bytes are always initialised.
    Ok(unsafe { slice::from_raw_parts_mut(out.buffer().as_ptr().cast::<T>().add(out.layout().offset()), n) })
}
