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

/// A launch as the backend has prepared it, once it was tried: as it was recorded, and with its only output apart from what that overwrote.
pub(crate) type Repeatable<B> = [OnceLock<Option<Box<dyn Prepared<BufferOf<B>>>>>; 2];

/// For each output of a launch, what it would overwrite, if somebody else holds that.
type Held<Buf> = SmallVec<[Option<Arc<Buf>>; 2]>;

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

/// The buffer that an output is written to, and what it would overwrite, if that is left as it is: where all of it is
/// overwritten and somebody holds it, its elements are read from where they are instead of from a copy.
fn target_or_apart<B: Backend>(
    xp: &B,
    output: &Sink,
    buffers: &mut [Option<Arc<B::Buffer>>],
) -> Result<(Arc<B::Buffer>, Option<Arc<B::Buffer>>)> {
    let whole = output.layout.is_identity() && output.layout.len() * output.dtype.size() == output.bytes;
    let Some(before) = output.before.filter(|_| whole) else { return Ok((target(xp, output, buffers)?, None)) };
    let buffer = buffers[before.number()].as_ref().ok_or_else(gone)?;
    if before.taken().is_some() && Arc::strong_count(buffer) == 1 {
        return Ok((target(xp, output, buffers)?, None));
    }
    let held = buffer.clone();
    if let Some(k) = before.taken() {
        buffers[k] = None;
    }
    Ok((Arc::new(alloc(xp, output.bytes)?), Some(held)))
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
    let mut held = Held::new();
    for output in outputs {
        let (buffer, before) = target_or_apart(xp, output, buffers)?;
        written.push(buffer);
        held.push(before);
    }
    let prepared = match &held[..] {
        [Some(_)] => Some(&prepared[1]),
        held => held.iter().all(Option::is_none).then_some(&prepared[0]),
    };
    let known = prepared.and_then(OnceLock::get);
    let done = match known {
        Some(Some(prepared)) => run_prepared(&**prepared, inputs, &mut written, (buffers, &held))?,
        _ => false,
    };
    if !done {
        let mut args: SmallVec<[Input<'_, B::Buffer>; 4]> = SmallVec::new();
        for input in inputs {
            args.push(operand(input, (before, outputs), (buffers, &held))?);
        }
        if let (None, Some(prepared), true) = (known, prepared, again) {
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
    (buffers, held): (&[Option<Arc<Buf>>], &Held<Buf>),
) -> Result<bool> {
    let mut read: SmallVec<[&Buf; 4]> = SmallVec::new();
    for input in inputs {
        match input {
            Source::Buffer(k, ..) | Source::Padded((k, ..), _) => read.push(buffers[*k].as_deref().ok_or_else(gone)?),
            Source::Output(_) => read.extend(held.iter().flatten().map(|buffer| &**buffer)),
            _ => {}
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
    (before, outputs): (&[(SharedKernel, usize)], &'a [Sink]),
    (buffers, held): (&'a [Option<Arc<Buf>>], &'a Held<Buf>),
) -> Result<Input<'a, Buf>> {
    Ok(match input {
        Source::Buffer(k, dtype, layout) => {
            Input::Buffer(View::new(buffers[*k].as_deref().ok_or_else(gone)?, *dtype, layout)?)
        }
        Source::Product(pair) => {
            let [left, right] = matrices(pair, buffers)?;
            Input::Product { left, right }
        }
        Source::Padded((k, dtype, layout), padding) => {
            let view = View::new(buffers[*k].as_deref().ok_or_else(gone)?, *dtype, layout)?;
            Input::Padded { view, padding }
        }
        Source::Index(layout) => Input::Index(layout),
        Source::Output(k) => match held.get(*k).and_then(Option::as_deref) {
            Some(held) => Input::Buffer(View::new(held, outputs[*k].dtype, &outputs[*k].layout)?),
            None => Input::Output(*k - first_target(before)),
        },
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
