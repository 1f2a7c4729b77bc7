//! Computing nodes: lowering, allocation, launch.
//!
//! Lowering reads a graph that other threads may share, and in-place operation relies on nobody
//! else seeing a buffer. So one lock, of the device, covers both; it is held for microseconds, never during a launch.
//! Nodes being computed are marked, and whoever needs one waits for its mark to go; how to compute them stays with them
//! until they are.

use super::batch::{Nodes, batches};
use super::call;
use super::describe::describe;
use super::direct;
use super::lower::{Job, Level, Lowered, Operand, Recipe, lower, lower_into, stage_of};
use super::node::{Edge, Expr, Node, State};
use super::record;
use super::replay::{Sink, Source};
use super::table::{Table, Walk};
use crate::backend::{Backend, Cut, CutReason, Input, LaunchArgs, Output, StagedArgs, View};
use crate::dtype::Scalar;
use crate::error::Result;
use crate::ir::{Op, SharedKernel};
use crate::layout::Layout;
use smallvec::SmallVec;
use std::sync::Arc;
use std::sync::atomic::{Ordering::Acquire, fence};

/// Computes a node and whatever else its kernels can compute for later.
pub(crate) fn evaluate<B: Backend>(node: &Arc<Node<B>>) -> Result<()> {
    node.check()?;
    let call = match &*node.state() {
        State::Ready(_) => return Ok(()),
        State::Deferred(Expr::Call(call)) => Some(call.clone()),
        _ => None,
    };
    // What is older than a trace is a constant of it, and is not computed again by each replay.
    let _pause = record::pause_for(node.made);
    match call {
        Some(call) => call::run(node, &call),
        None => direct::run(node).unwrap_or_else(|| evaluate_together(std::slice::from_ref(node))),
    }
}

/// Computes several nodes, those of one space in few kernels.
pub(crate) fn evaluate_all<B: Backend>(nodes: &[Arc<Node<B>>]) -> Result<()> {
    nodes.iter().try_for_each(|node| node.check())?;
    match nodes {
        [node] => evaluate(node),
        nodes => {
            nodes.iter().filter(|node| !node.is_expression()).try_for_each(evaluate)?;
            batches(nodes).try_for_each(|batch| match &batch[..] {
                [node] => evaluate(node),
                together => evaluate_together(together),
            })
        }
    }
}

/// Computes what was cut, level by level. Each is let go when it is computed: only those that need it hold it then.
fn evaluate_cuts<B: Backend>(xp: &B, levels: Vec<Level<Arc<Node<B>>>>) -> Result<()> {
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
                drop((table, turn));
                evaluate_all(&calls)?;
                continue;
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

/// What became of values that were to be written into a buffer.
pub(crate) enum Written {
    /// They are there.
    Done,
    /// They have to be computed first: their kernel could fail half-way, or read what it has overwritten.
    Apart,
    /// Nothing was done, as others refer to the buffer.
    Shared,
}

/// Computes values right where they are written: `places` in the buffer of `target`, which is computed, and which only the
/// caller's array refers to; also the caller's edge, and the array that it came from if this is `lent`.
pub(crate) fn write<B: Backend>(
    values: &Edge<B>,
    lent: bool,
    target: &Arc<Node<B>>,
    places: &Layout,
) -> Result<Written> {
    values.node.check()?;
    let lenders = if Arc::ptr_eq(&values.node, target) { 1 + usize::from(lent) } else { 0 };
    loop {
        let turn = target.xp.evaluation().turn();
        let mut table = Table::new(&target.xp);
        match table.walk(std::slice::from_ref(&values.node)) {
            Walk::Done => {}
            Walk::Busy => {
                turn.wait();
                continue;
            }
            Walk::Calls(calls) => {
                drop((table, turn));
                evaluate_all(&calls)?;
                continue;
            }
        }
        let shared = match table.find(target) {
            Some(place) => table.is_wanted(place, 1 + lenders),
            None => Arc::strong_count(target) > 1 + lenders,
        };
        if shared {
            return Ok(Written::Shared);
        }
        let lowered = lower_into(values, target, places, &mut table)?;
        if let (Lowered::Job(job), Some(place)) = (&lowered, table.find(target)) {
            let later = table.read_later(&|place| job.recipe.targets.iter().any(|&(target, _)| target == place));
            if later.get(place) == Some(&true) {
                return Ok(Written::Shared);
            }
        }
        drop(table);
        match lowered {
            Lowered::Cut(levels) => {
                drop(turn);
                evaluate_cuts(&target.xp, levels)?;
            }
            Lowered::Apart => return Ok(Written::Apart),
            Lowered::Job(job) => {
                let Some(job) = reading_itself(job) else { return Ok(Written::Apart) };
                let Some(mut running) = Running::start_into(job) else { return Ok(Written::Shared) };
                drop(turn);
                return running.run().map(|()| Written::Done);
            }
        }
    }
}

/// Makes operands that are in the first target's buffer its own: read where they are overwritten, or elsewhere. `None` if
/// the kernel could read what it has overwritten, or fail after it has overwritten something.
fn reading_itself<B: Backend>(mut job: Job<B>) -> Option<Job<B>> {
    if gathers(&job.recipe) {
        return None;
    }
    let Job { recipe, operands, targets, .. } = &mut job;
    let (target, (_, places)) = (targets.first()?, recipe.targets.first()?);
    for (operand, (_, layout)) in operands.iter_mut().zip(&recipe.operands) {
        if let Operand::Buffer(node, ..) = operand
            && Arc::ptr_eq(node, target)
        {
            *operand = match () {
                () if recipe.kernel.reductions.is_empty() && layout == places => Operand::Output(0),
                () if layout.is_apart_from(places) => Operand::Part(0),
                () => return None,
            };
        }
    }
    Some(job)
}

/// A kernel about to run, whose targets are marked. Dropping it unmarks what did not complete.
struct Running<B: Backend> {
    /// Where it runs.
    xp: B,
    job: Job<B>,
    outputs: SmallVec<[Target<B>; 2]>,
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
        Self { xp, job, outputs, done: false }
    }

    /// As [`Running::start`], for a job that writes into its first target's buffer; `None` if somebody reads this.
    fn start_into(mut job: Job<B>) -> Option<Self> {
        let target = job.targets[0].clone();
        let mut state = target.state();
        let shared = match std::mem::replace(&mut *state, State::Taken) {
            State::Ready(shared) => shared,
            other => {
                *state = other;
                return None;
            }
        };
        let before = Some(Arc::as_ptr(&shared).addr());
        match Arc::try_unwrap(shared) {
            Ok(buffer) => {
                drop(state);
                job.targets.iter().for_each(|target| target.set_running(true));
                let mut dying = dying_operands(&job);
                let others = (1..job.targets.len()).map(|k| take_dying(&mut job, &mut dying, k));
                let first = Target { buffer: Some(buffer), origin: Some(target.clone()), before };
                let outputs = std::iter::once(first).chain(others).collect();
                Some(Self { xp: target.xp.clone(), job, outputs, done: false })
            }
            Err(shared) => {
                *state = State::Ready(shared);
                None
            }
        }
    }

    fn run(&mut self) -> Result<()> {
        let Self { xp, job, outputs, done } = self;
        let mut buffers_read = 0;
        for operand in &job.operands {
            if let Operand::Buffer(node, ..) = operand {
                buffers_read += 1;
                if node.xp.stream_id() != xp.stream_id() {
                    xp.wait(&node.xp.record()?)?;
                }
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
                Operand::Index => Input::Index(layout),
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
        submit(xp, kernels, (&recipe.shape, recipe.kept), &inputs, places, &job.params)?;
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
    outputs: SmallVec<[Output<'a, B::Buffer>; 2]>,
    params: &'a [Scalar],
) -> Result<()> {
    if before.is_empty() {
        return xp.launch(LaunchArgs::new(kernel, shape, kept, inputs, outputs, params)?);
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
        let Job { recipe, targets, .. } = &self.job;
        for ((target, (_, layout)), output) in targets.iter().zip(&recipe.targets).zip(&mut self.outputs) {
            let owner = if self.done { Some(target) } else { output.origin.as_ref() };
            if let (Some(owner), Some(buffer)) = (owner, output.buffer.take()) {
                let buffer = Arc::new(buffer);
                if record::is_on() {
                    sinks.push(sink(&buffer, output.before, target, layout));
                }
                owner.set_ready(buffer);
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
        Operand::Index => Source::Index(layout.clone()),
        Operand::Output(k) => Source::Output(*k),
        Operand::Part(k) => Source::Part(*k, layout.clone()),
        Operand::Earlier(target) => Source::Earlier(*target, layout.clone()),
    };
    let recipe = &*job.recipe;
    let inputs = job.operands.iter().zip(&recipe.operands).map(source).collect();
    let kernels = (&recipe.before[..], &recipe.kernel);
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
            let before = Some(Arc::as_ptr(&shared).addr());
            Target { buffer: Arc::into_inner(shared), origin: Some(node), before }
        }
        _ => Target { buffer: None, origin: None, before: None },
    }
}

/// Whether a kernel reads at run-time places, which may be out of bounds.
fn gathers(recipe: &Recipe) -> bool {
    recipe.kernel.insts.iter().any(|inst| matches!(inst.op, Op::Gather(_)))
}

/// How many there are, with those that were made by whoever was seen to have dropped another `Arc`: counts alone are read
/// in any order.
fn references<T>(x: &Arc<T>) -> usize {
    fence(Acquire);
    Arc::strong_count(x)
}

/// The operands that nobody will see after this kernel, and that it reads once.
fn dying_operands<B: Backend>(job: &Job<B>) -> SmallVec<[usize; 4]> {
    // A gather can still fail after it has overwritten something.
    if !job.recipe.kernel.reductions.is_empty() || gathers(&job.recipe) {
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
