//! A launch of a recorded program: the first times with arguments made anew, then as the backend has prepared it.

use super::{Before, BufferOf, Sink, Source, gone};
use crate::backend::{Backend, DeviceBuffer, Input, LaunchArgs, Output, Prepared, View};
use crate::dtype::{DType, Scalar};
use crate::error::Result;
use crate::graph::eval::{alloc, submit};
use crate::graph::lower::{first_target, stage_of};
use crate::ir::SharedKernel;
use crate::layout::Layout;
use smallvec::SmallVec;
use std::sync::{Arc, OnceLock};

/// A launch as the backend has prepared it, once it was tried.
pub(crate) type Repeatable<B> = OnceLock<Option<Box<dyn Prepared<BufferOf<B>>>>>;

/// A pair of matrices that are multiplied.
pub(super) fn matrices<'a, Buf: DeviceBuffer>(
    pair: &'a [(usize, DType, Layout)],
    buffers: &'a [Option<Arc<Buf>>],
) -> Result<[View<'a, Buf>; 2]> {
    let [(left, dtype, rows), (right, other, columns)] = pair else { return Err(gone()) };
    let buffer = |k: usize| buffers[k].as_deref().ok_or_else(gone);
    Ok([View::new(buffer(*left)?, *dtype, rows)?, View::new(buffer(*right)?, *other, columns)?])
}

/// The buffer that an output is written to, which nobody else has.
pub(super) fn target<B: Backend>(
    xp: &B,
    output: &Sink,
    buffers: &mut [Option<Arc<B::Buffer>>],
) -> Result<Arc<B::Buffer>> {
    let Some(before) = output.before else { return Ok(Arc::new(alloc(xp, output.bytes)?)) };
    let buffer = match before {
        Before::Taken(k) => buffers[k].take(),
        Before::Copied(k) => buffers[k].clone(),
    };
    let mut buffer = buffer.ok_or_else(gone)?;
    if Arc::get_mut(&mut buffer).is_none() {
        // A later step needs it, or the caller still has it.
        let mut copy = alloc(xp, output.bytes)?;
        xp.copy(&buffer, &mut copy, output.bytes)?;
        buffer = Arc::new(copy);
    }
    Ok(buffer)
}

/// Makes a launch; `again` if the program has run before.
pub(super) fn launch<B: Backend>(
    xp: &B,
    (before, kernel): (&[(SharedKernel, usize)], &SharedKernel),
    (shape, kept): (&[usize], usize),
    (inputs, (outputs, parts), params): (&[Source], (&[Sink], &[Layout]), &[Scalar]),
    (prepared, again): (&Repeatable<B>, bool),
    buffers: &mut [Option<Arc<B::Buffer>>],
) -> Result<()> {
    let mut written: SmallVec<[Arc<B::Buffer>; 2]> = SmallVec::new();
    for output in outputs {
        written.push(target(xp, output, buffers)?);
    }
    let known = prepared.get();
    let done = match known {
        Some(Some(prepared)) => run_prepared(&**prepared, inputs, &mut written, buffers)?,
        _ => false,
    };
    if !done {
        let mut args: SmallVec<[Input<'_, B::Buffer>; 4]> = SmallVec::new();
        for input in inputs {
            args.push(operand(input, before, buffers)?);
        }
        if known.is_none() && again {
            let args =
                LaunchArgs::with_parts(kernel, shape, kept, &args, (places(&mut written, outputs)?, parts), params)?;
            // Another thread may have been first.
            let _ = prepared.set(xp.prepare(args));
        }
        submit(xp, (before, kernel), (shape, kept), &args, (places(&mut written, outputs)?, parts), params)?;
    }
    for (buffer, output) in written.into_iter().zip(outputs) {
        buffers[output.buffer] = Some(buffer);
    }
    Ok(())
}

/// Runs a launch that was prepared, if that fits the buffers.
fn run_prepared<Buf: DeviceBuffer>(
    prepared: &dyn Prepared<Buf>,
    inputs: &[Source],
    written: &mut [Arc<Buf>],
    buffers: &[Option<Arc<Buf>>],
) -> Result<bool> {
    let mut read: SmallVec<[&Buf; 4]> = SmallVec::new();
    for input in inputs {
        if let Source::Buffer(k, ..) = input {
            read.push(buffers[*k].as_deref().ok_or_else(gone)?);
        }
    }
    let mut exclusive: SmallVec<[&mut Buf; 2]> = SmallVec::new();
    for buffer in written {
        exclusive.push(Arc::get_mut(buffer).ok_or_else(gone)?);
    }
    let fits = prepared.fits(&read, &exclusive);
    if fits {
        prepared.run(&read, &mut exclusive)?;
    }
    Ok(fits)
}

/// An operand of a launch.
fn operand<'a, Buf: DeviceBuffer>(
    input: &'a Source,
    before: &[(SharedKernel, usize)],
    buffers: &'a [Option<Arc<Buf>>],
) -> Result<Input<'a, Buf>> {
    Ok(match input {
        Source::Buffer(k, dtype, layout) => {
            Input::Buffer(View::new(buffers[*k].as_deref().ok_or_else(gone)?, *dtype, layout)?)
        }
        Source::Product(pair) => {
            let [left, right] = matrices(pair, buffers)?;
            Input::Product { left, right }
        }
        Source::Index(layout) => Input::Index(layout),
        Source::Output(k) => Input::Output(*k - first_target(before)),
        Source::Part(output, layout) => Input::Part { output: *output, layout },
        Source::Earlier(target, layout) => {
            let (stage, output) = stage_of(before, *target);
            Input::Earlier { stage, output, layout }
        }
    })
}

/// Where the outputs of a launch go.
fn places<'a, Buf: DeviceBuffer>(
    written: &'a mut [Arc<Buf>],
    outputs: &'a [Sink],
) -> Result<SmallVec<[Output<'a, Buf>; 2]>> {
    let mut places = SmallVec::new();
    for (buffer, output) in written.iter_mut().zip(outputs) {
        let buffer = Arc::get_mut(buffer).ok_or_else(gone)?;
        places.push(Output::new(buffer, output.dtype, &output.layout)?);
    }
    Ok(places)
}
