//! Computing nodes: lowering, allocation, launch.
//!
//! Lowering reads a graph that other threads may share, and in-place operation relies on nobody
//! else seeing a buffer. So one lock, of the device, covers both; it is held for microseconds, never during a launch.
//! Nodes being computed are marked, and whoever needs one waits for its mark to go; how to compute them stays with them
//! until they are.

use super::assign;
use super::batch::{Nodes, batches};
use super::call;
use super::describe::describe;
use super::direct;
use super::epilogue;
use super::lower::{Job, Level, Lowered, Operand, are_stages, lower, stage_of};
use super::node::{Expr, Node, State};
use super::products;
use super::record;
use super::replay::{Sink, Source};
use super::table::{Table, Walk};
use crate::backend::{Backend, Cut, CutReason, DeviceBuffer, Input, LaunchArgs, Output, StagedArgs, View};
use crate::dtype::Scalar;
use crate::error::Result;
use crate::ir::SharedKernel;
use crate::layout::Layout;
use smallvec::SmallVec;
use std::sync::Arc;
use std::sync::atomic::{Ordering::Acquire, fence};

/// Computes a node and whatever else its kernels can compute for later.
pub(crate) fn evaluate<B: Backend>(node: &Arc<Node<B>>) -> Result<()> {
    node.check()?;
    assign::settle();
    // What is older than a trace is a constant of it, and is not computed again by each replay.
    let pause = || record::pause_for(node.made);
    let direct = {
        let _pause = pause();
        direct::run(node)
    };
    if let Some(done) = direct {
        return done;
    }
    let (call, assigned) = match &*node.state() {
        State::Ready(_) => return Ok(()),
        State::Assigned(..) => (None, true),
        State::Deferred(Expr::Call(call)) => (Some(call.clone()), false),
        _ => (None, false),
    };
    if assigned {
        return assign::run(node);
    }
    let _pause = pause();
    match call {
        Some(call) => call::run(node, &call),
        None => evaluate_together(std::slice::from_ref(node)),
    }
}

/// Computes a node, if that takes but a moment, and no other thread is to be waited for. Says whether it is computed.
pub(crate) fn try_evaluate<B: Backend>(node: &Arc<Node<B>>) -> Result<bool> {
    node.check()?;
    if assign::waits() {
        return Ok(false);
    }
    match node.is_computed() {
        true => Ok(node.is_ready()),
        false => direct::try_run(node).map_or(Ok(false), |done| done.map(|()| true)),
    }
}

/// Computes several nodes, those of one space in few kernels.
pub(crate) fn evaluate_all<B: Backend>(nodes: &[Arc<Node<B>>]) -> Result<()> {
    nodes.iter().try_for_each(|node| node.check())?;
    assign::settle();
    match nodes {
        [node] => evaluate(node),
        nodes => {
            products::run(nodes)?;
            nodes.iter().filter(|node| !node.is_expression()).try_for_each(evaluate)?;
            batches(nodes).try_for_each(|batch| match &batch[..] {
                [node] => evaluate(node),
                together => evaluate_together(together),
            })
        }
    }
}

/// Computes what was cut, level by level. Each is let go when it is computed: only those that need it hold it then.
pub(super) fn evaluate_cuts<B: Backend>(xp: &B, mut levels: Vec<Level<Arc<Node<B>>>>) -> Result<()> {
    // Reductions that the next level is made of, along the same rows, come with that.
    for k in (1..levels.len()).rev() {
        if are_stages(&levels[k - 1].nodes, &levels[k].nodes) {
            levels.remove(k - 1);
        }
    }
    levels.into_iter().try_for_each(|Level { nodes, reasons }| {
        let cut = |(node, &reason): (&Arc<Node<B>>, _)| Cut { expression: describe(node), reason, bytes: bytes(node) };
        xp.compute_cuts(&|| nodes.iter().zip(&reasons).map(cut).collect(), &mut || evaluate_all(&nodes))
    })
}

/// Computes a part of an expression that cannot be fused with the rest. What never can is no news.
pub(crate) fn evaluate_apart<B: Backend>(node: &Arc<Node<B>>, reason: CutReason) -> Result<()> {
    if !node.is_expression() {
        return evaluate(node);
    }
    let cuts = || vec![Cut { expression: describe(node), reason, bytes: bytes(node) }];
    node.xp.compute_cuts(&cuts, &mut || evaluate(node))
}

fn bytes<B: Backend>(node: &Node<B>) -> usize {
    node.len() * node.dtype.size()
}

/// Computes nodes of one shape and reduction space.
fn evaluate_together<B: Backend>(roots: &[Arc<Node<B>>]) -> Result<()> {
    let Some(first) = roots.first() else { return Ok(()) };
    loop {
        let turn = first.xp.evaluation().turn();
        let todo: Nodes<B> = roots.iter().filter(|root| !root.is_ready()).cloned().collect();
        if todo.is_empty() {
            return Ok(());
        }
        let mut table = Table::new(&first.xp);
        match table.walk(&todo) {
            Walk::Done => {}
            Walk::Busy => {
                turn.wait();
                continue;
            }
            Walk::Calls(calls) => {
                let first = epilogue::to_compute_first(&todo, &calls, &table);
                drop(calls);
                if !first.is_empty() {
                    drop((table, turn));
                    evaluate_all(&first)?;
                    continue;
                }
            }
        }
        let lowered = lower(&todo, &mut table)?;
        // Its references are not to be taken for somebody's.
        drop(table);
        match lowered {
            Lowered::Cut(levels) => {
                drop(turn);
                evaluate_cuts(&first.xp, levels)?;
            }
            Lowered::Apart => {
                drop(turn);
                return todo.iter().try_for_each(evaluate);
            }
            Lowered::Job(job) => {
                let mut running = Running::start(job);
                drop(turn);
                return running.run();
            }
        }
    }
}

/// A kernel about to run, whose targets are marked. Dropping it unmarks what did not complete.
pub(super) struct Running<B: Backend> {
    /// Where it runs.
    xp: B,
    job: Job<B>,
    outputs: SmallVec<[Target<B>; 2]>,
    /// Whether it is an assignment that waited in its node, and goes back there if it fails.
    waited: bool,
    /// Whether the buffers hold the results.
    done: bool,
}

/// The buffer of an output.
struct Target<B: Backend> {
    buffer: Option<B::Buffer>,
    /// The node that the buffer was taken from.
    origin: Option<Arc<Node<B>>>,
    /// Where it was then.
    before: Option<usize>,
}

impl<B: Backend> Running<B> {
    /// Marks the targets and takes the buffers that die with this kernel; under the lock.
    fn start(mut job: Job<B>) -> Self {
        let xp = job.targets[0].xp.clone();
        job.targets.iter().for_each(|target| target.set_running(true));
        let mut dying = dying_operands(&job);
        let outputs = (0..job.targets.len()).map(|k| take_dying(&mut job, &mut dying, k)).collect();
        Self { xp, job, outputs, waited: false, done: false }
    }

    /// As [`Running::start`], for a job that writes into its first target's buffer, taken from it and where this address is.
    pub fn start_into(mut job: Job<B>, (buffer, before): (B::Buffer, usize), waited: bool) -> Self {
        let target = job.targets[0].clone();
        job.targets.iter().for_each(|target| target.set_running(true));
        let mut dying = dying_operands(&job);
        let others = (1..job.targets.len()).map(|k| take_dying(&mut job, &mut dying, k));
        let first = Target { buffer: Some(buffer), origin: Some(target.clone()), before: Some(before) };
        let outputs = std::iter::once(first).chain(others).collect();
        Self { xp: target.xp.clone(), job, outputs, waited, done: false }
    }

    pub fn run(&mut self) -> Result<()> {
        let Self { xp, job, outputs, done, .. } = self;
        let mut buffers_read = 0;
        for operand in &job.operands {
            match operand {
                Operand::Buffer(node, ..) | Operand::Padded(node, ..) => {
                    buffers_read += 1;
                    call::wait_for(xp, node)?;
                }
                Operand::Product(product, _) => {
                    buffers_read += 2;
                    product.args.iter().try_for_each(|arg| call::wait_for(xp, &arg.node))?;
                }
                _ => {}
            }
        }
        for (output, target) in outputs.iter_mut().zip(&job.targets) {
            match output.buffer {
                Some(_) => buffers_read += 1,
                None => output.buffer = Some(alloc(xp, bytes(target))?),
            }
        }
        let mut inputs: SmallVec<[Input<'_, B::Buffer>; 4]> = SmallVec::new();
        let recipe = &*job.recipe;
        for (operand, (_, layout)) in job.operands.iter().zip(&recipe.operands) {
            inputs.push(match operand {
                Operand::Buffer(node, buffer, _) => Input::Buffer(View::new(&**buffer, node.dtype, layout)?),
                Operand::Padded(node, buffer, padding) => {
                    Input::Padded { view: View::new(&**buffer, node.dtype, layout)?, padding }
                }
                Operand::Index => Input::Index(layout),
                Operand::Product(call, buffers) => epilogue::input(call, buffers)?,
                Operand::Output(k) => Input::Output(*k - recipe.first_target()),
                Operand::Part(output) => Input::Part { output: *output, layout },
                Operand::Earlier(target) => {
                    let (stage, output) = stage_of(&recipe.before, *target);
                    Input::Earlier { stage, output, layout }
                }
            });
        }
        let mut places: SmallVec<[Output<'_, B::Buffer>; 2]> = SmallVec::new();
        for (output, (target, (_, layout))) in outputs.iter_mut().zip(job.targets.iter().zip(&recipe.targets)) {
            if let Some(buffer) = &mut output.buffer {
                places.push(Output::new(buffer, target.dtype, layout)?);
            }
        }
        xp.counters().count_launch(buffers_read);
        let kernels = (&recipe.before[..], &recipe.kernel);
        submit(xp, kernels, (&recipe.shape, recipe.kept), &inputs, (places, &recipe.parts), &job.params)?;
        *done = true;
        Ok(())
    }
}

/// Launches a kernel, behind earlier stages if it has any.
pub(super) fn submit<'a, B: Backend>(
    xp: &B,
    (before, kernel): (&'a [(SharedKernel, usize)], &'a SharedKernel),
    (shape, kept): (&'a [usize], usize),
    inputs: &'a [Input<'a, B::Buffer>],
    (outputs, parts): (SmallVec<[Output<'a, B::Buffer>; 2]>, &'a [Layout]),
    params: &'a [Scalar],
) -> Result<()> {
    if before.is_empty() {
        let args = LaunchArgs::with_parts(kernel, shape, kept, inputs, (outputs, parts), params)?;
        let epilogue = inputs.iter().any(|input| matches!(input, Input::Product { .. }));
        return if epilogue { xp.launch_epilogue(args) } else { xp.launch(args) };
    }
    let mut outputs = outputs.into_iter();
    let mut stages: SmallVec<[_; 3]> = SmallVec::new();
    for (kernel, targets) in before {
        stages.push((kernel, outputs.by_ref().take(*targets).collect()));
    }
    stages.push((kernel, outputs.collect()));
    xp.launch_stages(StagedArgs::new(shape, kept, inputs, params, stages)?)
}

impl<B: Backend> Drop for Running<B> {
    /// Hands the buffers to the targets, or back to where they were taken from.
    fn drop(&mut self) {
        let turn = self.xp.evaluation().turn();
        let mut sinks = Vec::new();
        let mut waiting = if self.waited && !self.done { Some(Box::new(self.job.without_targets())) } else { None };
        let Job { recipe, targets, .. } = &self.job;
        for ((target, (_, layout)), output) in targets.iter().zip(&recipe.targets).zip(&mut self.outputs) {
            let owner = if self.done { Some(target) } else { output.origin.as_ref() };
            if let (Some(owner), Some(buffer)) = (owner, output.buffer.take()) {
                let buffer = Arc::new(buffer);
                if record::is_on() {
                    sinks.push(sink(&buffer, output.before, target, layout));
                }
                match waiting.take() {
                    Some(job) => *owner.state() = State::Assigned(buffer, job),
                    None => owner.set_ready(buffer),
                }
            }
            output.origin = None;
            target.set_running(false);
        }
        if record::is_on() && self.done {
            record_launch(&self.job, sinks);
        }
        turn.announce();
    }
}

/// What a trace needs to know of an output.
#[cold]
fn sink<B: Backend>(buffer: &Arc<B::Buffer>, before: Option<usize>, target: &Node<B>, layout: &Layout) -> Sink {
    let (buffer, before) = record::written(buffer, before);
    Sink { buffer, before, bytes: bytes(target), dtype: target.dtype, layout: layout.clone() }
}

/// Adds a launch that was made to the trace.
#[cold]
fn record_launch<B: Backend>(job: &Job<B>, outputs: Vec<Sink>) {
    let source = |(operand, (_, layout)): (&Operand<B>, &(_, Layout))| match operand {
        Operand::Buffer(node, buffer, _) => {
            Source::Buffer(record::read(buffer, node.made, node.xp.stream_id()), node.dtype, layout.clone())
        }
        Operand::Padded(node, buffer, padding) => {
            let place = record::read(buffer, node.made, node.xp.stream_id());
            Source::Padded((place, node.dtype, layout.clone()), padding.clone())
        }
        Operand::Index => Source::Index(layout.clone()),
        Operand::Product(call, buffers) => Source::Product(call::sources(buffers, &call.args)),
        Operand::Output(k) => Source::Output(*k),
        Operand::Part(k) => Source::Part(*k, layout.clone()),
        Operand::Earlier(target) => Source::Earlier(*target, layout.clone()),
    };
    let recipe = &*job.recipe;
    let inputs = job.operands.iter().zip(&recipe.operands).map(source).collect();
    let kernels = (&recipe.before[..], &recipe.kernel);
    let outputs = (outputs, recipe.parts.clone());
    record::launch::<B>(kernels, (&recipe.shape, recipe.kept), inputs, outputs, &job.params);
}

/// Allocates for an array, and counts it.
pub(crate) fn alloc<B: Backend>(xp: &B, bytes: usize) -> Result<B::Buffer> {
    xp.counters().count_alloc(bytes);
    xp.alloc(bytes)
}

/// Takes the buffer of the operand that output `k` can overwrite, if there is one: it is read elementwise at the same
/// places.
fn take_dying<B: Backend>(job: &mut Job<B>, dying: &mut SmallVec<[usize; 4]>, k: usize) -> Target<B> {
    // Of several stages, the last one overwrites.
    if k < job.recipe.first_target() {
        return Target { buffer: None, origin: None, before: None };
    }
    let (target, (_, layout)) = (&job.targets[k], &job.recipe.targets[k]);
    let fits = |&i: &usize| match &job.operands[i] {
        Operand::Buffer(node, ..) => {
            let same = job.recipe.operands[i].1 == *layout && layout.is_identity();
            same && node.dtype == target.dtype && node.len() == target.len()
        }
        _ => false,
    };
    let taken = dying.iter().position(fits).map(|place| dying.remove(place));
    match taken.map(|i| std::mem::replace(&mut job.operands[i], Operand::Output(k))) {
        Some(Operand::Buffer(node, shared, _)) => {
            *node.state() = State::Taken;
            let before = Some(B::Buffer::identity(&shared));
            Target { buffer: Arc::into_inner(shared), origin: Some(node), before }
        }
        _ => Target { buffer: None, origin: None, before: None },
    }
}

/// How many there are, with those that were made by whoever was seen to have dropped another `Arc`: counts alone are read
/// in any order.
pub(super) fn references<T>(x: &Arc<T>) -> usize {
    fence(Acquire);
    Arc::strong_count(x)
}

/// The operands that nobody will see after this kernel, and that it reads once.
fn dying_operands<B: Backend>(job: &Job<B>) -> SmallVec<[usize; 4]> {
    // A gather can still fail after it has overwritten something.
    if !job.recipe.kernel.reductions.is_empty() || job.recipe.gathers() {
        return SmallVec::new();
    }
    let dies = |operand: &Operand<B>| match operand {
        // The graph's references and ours.
        Operand::Buffer(node, buffer, Some(inside)) => {
            references(node) == inside + 1
                // What is cheaper to compute again is not stored for those who hold it: they will, and read this.
                && !node.is_free()
                // The node's reference and ours: no reader is under way.
                && references(buffer) == 2
        }
        _ => false,
    };
    (0..job.operands.len()).filter(|&k| dies(&job.operands[k])).collect()
}
