//! Computing nodes: lowering, allocation, launch.
//!
//! Lowering reads a graph that other threads may share, and in-place operation relies on nobody
//! else seeing a buffer. So one lock covers both; it is held for microseconds, never during a launch.
//! Nodes being computed are marked, and whoever needs one waits for its mark to go; how to compute them stays with them
//! until they are.

use super::batch::{Nodes, batches};
use super::direct;
use super::lower::{Job, Lowered, Operand, lower};
use super::node::{Node, State};
use crate::backend::{Backend, Input, LaunchArgs, Output};
use crate::error::Result;
use crate::ir::Op;
use smallvec::SmallVec;
use std::sync::atomic::{
    AtomicUsize,
    Ordering::{Acquire, Relaxed},
    fence,
};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

static LOWERING: Mutex<()> = Mutex::new(());
static DONE: Condvar = Condvar::new();
/// How many threads wait for [`DONE`]; changed under the lock. Without any, telling them costs nothing.
static WAITING: AtomicUsize = AtomicUsize::new(0);

pub(super) fn lock() -> MutexGuard<'static, ()> {
    // The lock guards no data of its own.
    LOWERING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends a change of states that others may wait for.
pub(super) fn notify(guard: MutexGuard<'static, ()>) {
    let waiting = WAITING.load(Relaxed) > 0;
    drop(guard);
    if waiting {
        DONE.notify_all();
    }
}

/// Computes a node and whatever else its kernels can compute for later.
pub(crate) fn evaluate<B: Backend>(node: &Arc<Node<B>>) -> Result<()> {
    direct::run(node).unwrap_or_else(|| evaluate_together(std::slice::from_ref(node)))
}

/// Computes several nodes, those of one space in few kernels.
pub(crate) fn evaluate_all<B: Backend>(nodes: &[Arc<Node<B>>]) -> Result<()> {
    match nodes {
        [node] => evaluate(node),
        nodes => batches(nodes).try_for_each(|batch| match &batch[..] {
            [node] => evaluate(node),
            together => evaluate_together(together),
        }),
    }
}

/// Computes nodes of one shape and reduction space.
fn evaluate_together<B: Backend>(roots: &[Arc<Node<B>>]) -> Result<()> {
    loop {
        let guard = lock();
        let todo: Nodes<B> = roots.iter().filter(|root| !root.is_ready()).cloned().collect();
        if todo.is_empty() {
            return Ok(());
        }
        match lower(&todo) {
            Lowered::Busy => {
                WAITING.fetch_add(1, Relaxed);
                let _guard = DONE.wait(guard).unwrap_or_else(PoisonError::into_inner);
                WAITING.fetch_sub(1, Relaxed);
            }
            Lowered::Cut(cuts) => {
                drop(guard);
                // A root that another root needs first is computed alone.
                match cuts.iter().find(|cut| todo.iter().any(|root| Arc::ptr_eq(root, cut))) {
                    Some(root) if todo.len() > 1 => evaluate(root)?,
                    _ => evaluate_all(&cuts)?,
                }
            }
            Lowered::Job(job) => {
                let running = Running::start(job);
                drop(guard);
                return running.run();
            }
        }
    }
}

/// A kernel about to run, whose targets are marked. Dropping it unmarks what did not complete.
struct Running<B: Backend> {
    job: Box<Job<B>>,
    outputs: SmallVec<[Target<B>; 2]>,
}

/// The buffer of an output.
struct Target<B: Backend> {
    buffer: Option<B::Buffer>,
    /// The node that the buffer was taken from.
    origin: Option<Arc<Node<B>>>,
}

impl<B: Backend> Running<B> {
    /// Marks the targets and takes the buffers that die with this kernel; under the lock.
    fn start(mut job: Box<Job<B>>) -> Self {
        job.targets.iter().for_each(|(target, _)| target.set_running(true));
        let outputs = (0..job.targets.len()).map(|k| take_dying(&mut job, k)).collect();
        Self { job, outputs }
    }

    fn run(mut self) -> Result<()> {
        let Self { job, outputs } = &mut self;
        let xp = job.targets[0].0.xp.clone();
        let mut buffers_read = 0;
        for operand in &job.operands {
            if let Operand::Buffer(node, ..) = operand {
                buffers_read += 1;
                if node.xp.stream_id() != xp.stream_id() {
                    xp.wait(&node.xp.record()?)?;
                }
            }
        }
        for (output, (target, _)) in outputs.iter_mut().zip(&job.targets) {
            match output.buffer {
                Some(_) => buffers_read += 1,
                None => output.buffer = Some(alloc(&xp, target.len() * target.dtype.size())?),
            }
        }
        let inputs: SmallVec<[Input<'_, B::Buffer>; 4]> = job
            .operands
            .iter()
            .map(|operand| match operand {
                Operand::Buffer(_, buffer, layout) => Input::Buffer(&**buffer, layout),
                Operand::Index(layout) => Input::Index(layout),
                Operand::Output(k) => Input::Output(*k),
            })
            .collect();
        let places: SmallVec<[Output<'_, B::Buffer>; 2]> = outputs
            .iter_mut()
            .zip(&job.targets)
            .filter_map(|(output, (_, layout))| Some(Output { buffer: output.buffer.as_mut()?, layout }))
            .collect();
        xp.counters().count_launch(buffers_read);
        xp.launch(LaunchArgs {
            kernel: &job.kernel,
            shape: &job.shape,
            kept: job.kept,
            inputs: &inputs,
            outputs: places,
            params: &job.params,
        })?;
        drop(inputs);
        self.complete();
        Ok(())
    }

    /// Hands the buffers to the targets.
    fn complete(&mut self) {
        let _guard = lock();
        for ((target, _), output) in self.job.targets.iter().zip(&mut self.outputs) {
            if let Some(buffer) = output.buffer.take() {
                target.set_ready(Arc::new(buffer));
            }
            output.origin = None;
        }
    }
}

impl<B: Backend> Drop for Running<B> {
    fn drop(&mut self) {
        let guard = lock();
        for ((target, _), output) in self.job.targets.iter().zip(&mut self.outputs) {
            target.set_running(false);
            if let (Some(origin), Some(buffer)) = (output.origin.take(), output.buffer.take()) {
                origin.set_ready(Arc::new(buffer));
            }
        }
        notify(guard);
    }
}

/// Allocates for an array, and counts it.
pub(crate) fn alloc<B: Backend>(xp: &B, bytes: usize) -> Result<B::Buffer> {
    xp.counters().count_alloc(bytes);
    xp.alloc(bytes)
}

/// Takes the buffer that output `k` can overwrite, if there is one.
fn take_dying<B: Backend>(job: &mut Job<B>, k: usize) -> Target<B> {
    let none = Target { buffer: None, origin: None };
    let Some(i) = dying_operand(job, k) else {
        return none;
    };
    let Operand::Buffer(node, shared, _) = std::mem::replace(&mut job.operands[i], Operand::Output(k)) else {
        return none;
    };
    *node.state() = State::Taken;
    Target { buffer: Arc::into_inner(shared), origin: Some(node) }
}

/// How many there are, with those that were made by whoever was seen to have dropped another `Arc`: counts alone are read
/// in any order.
fn references<T>(x: &Arc<T>) -> usize {
    fence(Acquire);
    Arc::strong_count(x)
}

/// The operand that output `k` can overwrite: one that is read elementwise at the same places and
/// that nobody will see after this kernel.
fn dying_operand<B: Backend>(job: &Job<B>, k: usize) -> Option<usize> {
    let (target, layout) = &job.targets[k];
    // A gather can still fail after it has overwritten something.
    let gathers = || job.kernel.insts.iter().any(|inst| matches!(inst.op, Op::Gather(_)));
    if !job.kernel.reductions.is_empty() || !layout.is_identity() || gathers() {
        return None;
    }
    job.operands.iter().position(|operand| match operand {
        Operand::Buffer(node, buffer, view) => {
            let same = |other: &Operand<B>| matches!(other, Operand::Buffer(n, ..) if Arc::ptr_eq(n, node));
            node.dtype == target.dtype
                && view == layout
                && node.len() == target.len()
                && job.operands.iter().filter(|other| same(other)).count() == 1
                && !job.references.held(node, 1)
                // What is cheaper to compute again is not stored for those who hold it: they will, and read this.
                && !node.is_free()
                // The node's reference and ours: no reader is under way.
                && references(buffer) == 2
        }
        Operand::Index(_) | Operand::Output(_) => false,
    })
}
