//! From the traits' views to typed slices and pointers, checked.

use crate::device::Cpu;
use crate::pool::Block;
use smallvec::smallvec;
use std::mem::MaybeUninit;
use std::slice;
use xparray_ir::backend::{Input, Launch, LaunchArgs, Memory, Output, View};
use xparray_ir::ir::{Inst, Kernel, Op, SharedKernel};
use xparray_ir::{Element, Error, Layout, Result};

pub(super) type V<'a> = View<'a, Block>;

/// Checks that a view holds elements of `T` that lie in its buffer.
fn check<T: Element>(op: &'static str, view: &V<'_>) -> Result<()> {
    if view.dtype != T::DTYPE {
        return Err(Error::DType { op, expected: T::DTYPE.to_string(), found: view.dtype.to_string() });
    }
    match view.layout.bounds() {
        Some((_, last)) if last >= view.buffer.len() / size_of::<T>() => {
            Err(Error::value(op, format!("element {last} lies outside a buffer of {} bytes", view.buffer.len())))
        }
        _ => Ok(()),
    }
}

/// The first element of a view whose elements, at its strides, all lie in its buffer.
pub(super) fn pointer<T: Element>(op: &'static str, view: &V<'_>) -> Result<*const T> {
    check::<T>(op, view)?;
    if view.layout.len() == 0 {
        return Ok(view.buffer.as_ptr().cast::<T>());
    }
    // SAFETY: the first element lies in the buffer.
    Ok(unsafe { view.buffer.as_ptr().cast::<T>().add(view.layout.offset()) })
}

/// The elements of a view in row-major order: in place, or a copy.
pub(super) enum Rows<'a> {
    InPlace(V<'a>),
    Copy(Block, usize),
}

impl Rows<'_> {
    pub fn slice<T: Element>(&self, op: &'static str) -> Result<&[T]> {
        match self {
            Rows::InPlace(view) => {
                let start = pointer::<T>(op, view)?;
                // SAFETY: the view is contiguous and in bounds; array buffers are initialised.
                Ok(unsafe { slice::from_raw_parts(start, view.layout.len()) })
            }
            // SAFETY: the copy holds as many elements.
            Rows::Copy(block, n) => Ok(unsafe { slice::from_raw_parts(block.as_ptr().cast::<T>(), *n) }),
        }
    }
}

/// The elements of a view as one slice; copies if strides say otherwise.
pub(super) fn rows<'a>(cpu: &Cpu, view: V<'a>) -> Result<Rows<'a>> {
    if view.layout.is_contiguous() {
        return Ok(Rows::InPlace(view));
    }
    let shape = view.layout.shape();
    let n = view.layout.len();
    let mut block = cpu.alloc(n * view.dtype.size())?;
    let kernel = SharedKernel::new(Kernel {
        insts: vec![Inst { op: Op::Load(0), dtype: view.dtype, args: smallvec![] }],
        body: 1,
        outputs: vec![0],
        operands: 1,
        ..Kernel::default()
    });
    let place = Layout::row_major(shape);
    cpu.launch(LaunchArgs {
        kernel: &kernel,
        shape,
        kept: shape.len(),
        inputs: &[Input::Buffer(view.buffer, view.layout)],
        outputs: smallvec![Output { buffer: &mut block, layout: &place }],
        params: &[],
    })?;
    Ok(Rows::Copy(block, n))
}

/// A fresh buffer of `n` elements of `T`, written by `fill`.
pub(super) fn fresh<T: Element>(
    cpu: &Cpu,
    n: usize,
    fill: impl FnOnce(&mut [MaybeUninit<T>]) -> Result<()>,
) -> Result<Block> {
    let mut block = cpu.alloc(n * size_of::<T>())?;
    fill(room(&mut block, n))?;
    Ok(block)
}

/// The first `n` elements of a buffer, to be written.
pub(super) fn room<T: Element>(block: &mut Block, n: usize) -> &mut [MaybeUninit<T>] {
    assert!(n <= block.len() / size_of::<T>(), "the buffer is shorter than {n} elements");
    // SAFETY: the block holds as many, aligned, and `&mut` makes them ours.
    unsafe { slice::from_raw_parts_mut(block.as_ptr().cast(), n) }
}

/// The first `n` elements of a buffer that holds values.
pub(super) fn values_mut<T: Element>(block: &mut Block, n: usize) -> &mut [T] {
    let room = room::<T>(block, n);
    // SAFETY: a block's bytes are always initialised, and arrays hold valid elements of their type.
    unsafe { slice::from_raw_parts_mut(room.as_mut_ptr().cast(), n) }
}
