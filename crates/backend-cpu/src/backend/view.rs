//! From the traits' views to typed slices and pointers, checked.

use crate::device::Cpu;
use crate::pool::Block;
use smallvec::smallvec;
use std::mem::MaybeUninit;
use std::slice;
use xparray_ir::backend::{Input, Launch, LaunchArgs, Memory, Output, View};
use xparray_ir::ir::{BinaryOp, Inst, Kernel, Op, SharedKernel};
use xparray_ir::{DType, Element, Error, Kind, Layout, Result};

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
    copied(cpu, view, vec![Inst { op: Op::Load(0), dtype: view.dtype, args: smallvec![] }])
}

/// As [`rows`], with truth values that are 0 or 1: in a buffer that anyone may have written, true is any byte but 0.
pub(super) fn valid_rows<'a>(cpu: &Cpu, view: V<'a>) -> Result<Rows<'a>> {
    if view.dtype != DType::Bool {
        return rows(cpu, view);
    }
    let load = Inst { op: Op::Load(0), dtype: DType::Bool, args: smallvec![] };
    let either = Inst { op: Op::Binary(BinaryOp::Or), dtype: DType::Bool, args: smallvec![0, 0] };
    copied(cpu, view, vec![load, either])
}

/// The view with elements as plain bits, for what moves them and does not look at them: one type stands for all of a size.
pub(super) fn as_bits(view: V<'_>) -> V<'_> {
    let dtype = match view.dtype.size() {
        1 => DType::U8,
        2 => DType::U16,
        4 => DType::U32,
        8 => DType::U64,
        _ => DType::C64,
    };
    V { dtype, ..view }
}

/// The view with signed integers as unsigned ones, which have the same sums and products.
pub(super) fn as_unsigned(view: V<'_>) -> V<'_> {
    if view.dtype.kind() == Kind::Signed { as_bits(view) } else { view }
}

/// What a kernel of one operand makes of a view, in row-major order.
fn copied<'a>(cpu: &Cpu, view: V<'a>, insts: Vec<Inst>) -> Result<Rows<'a>> {
    let shape = view.layout.shape();
    let n = view.layout.len();
    let mut block = cpu.alloc(n * view.dtype.size())?;
    let last = insts.len() - 1;
    let kernel = SharedKernel::new(Kernel {
        body: insts.len(),
        insts,
        outputs: vec![last as u16],
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
