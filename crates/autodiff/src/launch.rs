//! Kernels, and what is remembered of them.

use crate::Autodiff;
use crate::buffer::{Operand, Origin, Step, TracedBuffer};
use crate::kernel::{Fused, Source, Written};
use crate::rule::missing;
use crate::trace;
use smallvec::{SmallVec, smallvec};
use std::cell::Cell;
use std::sync::Arc;
use xparray_core::backend::{Backend, Border, Input, Launch, LaunchArgs, Memory, Output, Prepared, StagedArgs, View};
use xparray_core::ir::{BinaryOp, Inst, Kernel, Op, SharedKernel, Value};
use xparray_core::layout::Dims;
use xparray_core::{Layout, Result, Scalar};

impl<B: Backend> Launch for Autodiff<B> {
    fn launch(&self, args: LaunchArgs<'_, TracedBuffer<B>>) -> Result<()> {
        let watched = args.outputs().iter().any(|output| !covers(output) && trace::watches(output.buffer()))
            || args.inputs().iter().any(|input| reads(input, args.outputs()));
        // The step of each is remembered with what the buffer was before.
        if watched && !args.parts().is_empty() {
            return args.launch_each(|bytes| self.alloc(bytes), |args| self.launch(args));
        }
        let (step, depends) = match watched.then(|| step(&args)).transpose()? {
            Some((step, depends)) => (Some(Arc::new(step)), depends),
            None => (None, Vec::new()),
        };
        let overwrites = |k| args.inputs().iter().any(|input| matches!(input, Input::Output(output) if *output == k));
        let kept: Vec<bool> =
            args.outputs().iter().enumerate().map(|(k, output)| overwrites(k) || !covers(output)).collect();
        let next = Cell::new(0);
        args.map_buffers(
            |buffer| Ok(&**buffer.memory),
            |buffer| {
                let output = next.replace(next.get() + 1);
                let followed = step.as_ref().filter(|_| depends[output] || trace::is_batched());
                buffer.origin = followed.map(|step| Origin { step: step.clone(), output });
                buffer.exclusive(self, kept[output])
            },
            |args| self.inner.launch(args),
        )
    }

    fn prepare(&self, args: LaunchArgs<'_, TracedBuffer<B>>) -> Option<Box<dyn Prepared<TracedBuffer<B>>>> {
        let inner = args.map_buffers(
            |buffer| Ok(&**buffer.memory),
            // Whoever shares the memory is asked when it runs.
            |buffer| buffer.unshared().ok_or_else(|| missing("prepare")),
            |args| Ok(self.inner.prepare(args)),
        );
        Some(Box::new(Inner::<B>(inner.ok()??)))
    }

    fn launch_stages(&self, args: StagedArgs<'_, TracedBuffer<B>>) -> Result<()> {
        let outputs = || args.stages().iter().flat_map(|stage| stage.outputs());
        let watched = trace::is_on()
            && (outputs().any(|output| output.buffer().origin.is_some())
                || args.inputs().iter().any(|input| reads(input, &[])));
        if watched {
            return args.launch_each(|args| self.launch(args));
        }
        args.map_buffers(
            |buffer| Ok(&**buffer.memory),
            |buffer| {
                buffer.origin = None;
                buffer.exclusive(self, true)
            },
            |args| self.inner.launch_stages(args),
        )
    }

    /// A rule is there for zeros. What is continued otherwise is made of parts, which have rules of their own.
    fn reads_padded(&self, border: Border) -> usize {
        if border == Border::Zero { self.inner.reads_padded(border) } else { 0 }
    }

    fn prefers_stages(&self, rows: usize, bytes: usize) -> bool {
        self.inner.prefers_stages(rows, bytes)
    }
}

impl<B: Backend> Autodiff<B> {
    /// `out = alpha x + beta out`, of an array that lies in row-major order. `out` is not read if `beta` is zero.
    pub(crate) fn added(
        &self,
        x: &TracedBuffer<B>,
        alpha: Scalar,
        beta: Scalar,
        out: Output<'_, TracedBuffer<B>>,
    ) -> Result<()> {
        let (dtype, layout) = (out.dtype(), out.layout().clone());
        let inst = |op, args: &[Value]| Inst { op, dtype, args: args.into() };
        let mut insts = vec![inst(Op::Load(0), &[]), inst(Op::Param(0), &[]), inst(Op::Binary(BinaryOp::Mul), &[0, 1])];
        let (from, mut params) = (Layout::row_major(layout.shape()), vec![alpha.astype(dtype)]);
        let mut inputs = vec![Input::Buffer(View::new(x, dtype, &from)?)];
        if beta != Scalar::from_f64(beta.dtype(), 0.0) {
            let more = [(Op::Load(1), &[][..]), (Op::Param(1), &[]), (Op::Binary(BinaryOp::Mul), &[3, 4])];
            insts.extend(more.map(|(op, args)| inst(op, args)));
            insts.push(inst(Op::Binary(BinaryOp::Add), &[2, 5]));
            params.push(beta.astype(dtype));
            inputs.push(Input::Output(0));
        }
        let last = insts.len() as Value - 1;
        let kernel = SharedKernel::new(Kernel {
            body: insts.len(),
            insts,
            outputs: vec![last],
            operands: inputs.len(),
            params: vec![dtype; params.len()],
            ..Kernel::default()
        })?;
        self.launch(LaunchArgs::new(&kernel, layout.shape(), layout.ndim(), &inputs, smallvec![out], &params)?)
    }
}

/// A prepared launch of the inner backend.
struct Inner<B: Backend>(Box<dyn Prepared<B::Buffer>>);

impl<B: Backend> Prepared<TracedBuffer<B>> for Inner<B> {
    fn fits(&self, inputs: &[&TracedBuffer<B>], outputs: &[&mut TracedBuffer<B>]) -> bool {
        let plain = |buffer: &TracedBuffer<B>| !trace::watches(buffer);
        let exclusive = |buffer: &TracedBuffer<B>| plain(buffer) && Arc::strong_count(&buffer.memory) == 1;
        inputs.iter().all(|buffer| plain(buffer)) && outputs.iter().all(|buffer| exclusive(buffer))
    }

    fn run(&self, inputs: &[&TracedBuffer<B>], outputs: &mut [&mut TracedBuffer<B>]) -> Result<()> {
        let read: SmallVec<[&B::Buffer; 4]> = inputs.iter().map(|buffer| &**buffer.memory).collect();
        let mut written = SmallVec::<[&mut B::Buffer; 2]>::new();
        for buffer in outputs {
            buffer.origin = None;
            written.push(buffer.unshared().ok_or_else(|| missing("prepare"))?);
        }
        self.0.run(&read, &mut written)
    }
}

/// Whether an output is all that its buffer has, in row-major order.
fn covers<B: Backend>(output: &Output<'_, TracedBuffer<B>>) -> bool {
    output.layout().is_identity() && output.layout().len() * output.dtype().size() == output.buffer().bytes
}

/// Whether an operand is of a buffer that is watched.
fn reads<B: Backend>(input: &Input<'_, TracedBuffer<B>>, outputs: &[Output<'_, TracedBuffer<B>>]) -> bool {
    match input {
        Input::Buffer(view) | Input::Padded { view, .. } => trace::watches(view.buffer()),
        Input::Output(output) | Input::Part { output, .. } => {
            outputs.get(*output).is_some_and(|output| trace::watches(output.buffer()))
        }
        Input::Index(_) | Input::Earlier { .. } | Input::Product { .. } => false,
    }
}

/// A launch as a step, and which of its results change with what it reads.
fn step<B: Backend>(args: &LaunchArgs<'_, TracedBuffer<B>>) -> Result<(Step<B>, Vec<bool>)> {
    let mut operands = Vec::new();
    let mut read = |operand| {
        operands.push(operand);
        operands.len() - 1
    };
    let old = |output: &usize, layout: &Layout| {
        let output = &args.outputs()[*output];
        Operand { buffer: output.buffer().clone(), dtype: output.dtype(), layout: layout.clone() }
    };
    let mut sources = Vec::new();
    for input in args.inputs() {
        sources.push(match input {
            Input::Buffer(view) => Source::Operand(read(Operand::of(view))),
            Input::Padded { view, padding } if padding.border == Border::Zero => {
                let origin = padding.origin.iter().map(|&first| first as usize);
                Source::Padded(read(Operand::of(view)), origin.collect())
            }
            Input::Padded { .. } => return Err(missing("pad")),
            Input::Output(output) => Source::Operand(read(old(output, args.outputs()[*output].layout()))),
            Input::Part { output, layout } => Source::Operand(read(old(output, layout))),
            Input::Index(layout) | Input::Earlier { layout, .. } => Source::Index((*layout).clone()),
            Input::Product { left, .. } => Source::Operand(read(Operand::of(left))),
        });
    }
    let (mut written, mut outputs) = (Vec::new(), Vec::new());
    for (k, output) in args.outputs().iter().enumerate() {
        let len = output.buffer().bytes / output.dtype().size();
        let before = if covers(output) { None } else { Some(read(old(&k, &Layout::row_major(&[len])))) };
        written.push(Written { layout: output.layout().clone(), before });
        let shape = if before.is_some() { Dims::from_slice(&[len]) } else { Dims::from_slice(output.layout().shape()) };
        outputs.push((output.dtype(), shape));
    }
    let fused = Fused {
        kernel: args.kernel().clone(),
        shape: Dims::from_slice(args.shape()),
        kept: args.kept(),
        params: args.params().to_vec(),
        sources,
        written,
    };
    let watched: Vec<bool> = operands.iter().map(|operand: &Operand<B>| operand.buffer.origin.is_some()).collect();
    let depends = fused.depends(&watched);
    Ok((Step::new(Box::new(fused), operands, outputs), depends))
}
