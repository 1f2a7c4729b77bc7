//! Operations of the backend as nodes: products, transforms, sorting and the like. Nobody has to compute what nobody reads,
//! and what is computed from an array later is known before the array is.
//!
//! An operation reads computed arrays, so it is no part of a kernel: evaluation computes those that it meets, and lowers
//! what is left of the graph.

use super::direct::Running;
use super::eval::evaluate_all;
use super::node::{Edge, Node};
use super::record;
use super::replay::Call;
use crate::backend::{Backend, View};
use crate::dtype::DType;
use crate::error::Result;
use crate::layout::Layout;
use smallvec::SmallVec;
use std::sync::Arc;

/// An operation of the backend on arrays.
pub(crate) struct CallExpr<B: Backend> {
    /// What it is called in messages.
    pub name: &'static str,
    /// Whether it is the product of two matrices, of which a kernel may be the epilogue.
    pub product: bool,
    pub args: SmallVec<[Edge<B>; 2]>,
    pub call: Call<B>,
}

/// Computes a node by its operation.
pub(super) fn run<B: Backend>(node: &Arc<Node<B>>, expr: &CallExpr<B>) -> Result<()> {
    let pending = expr.args.iter().map(|arg| &arg.node).filter(|node| !node.is_ready());
    let pending: SmallVec<[Arc<Node<B>>; 2]> = pending.cloned().collect();
    if !pending.is_empty() {
        evaluate_all(&pending)?;
    }
    drop(pending);
    loop {
        let turn = node.xp.evaluation().turn();
        if node.is_ready() {
            return Ok(());
        }
        if !node.is_running() {
            node.set_running(true);
            break;
        }
        turn.wait();
    }
    let mut running = Running { node, result: None };
    running.result = Some(made(&node.xp, expr)?);
    Ok(())
}

/// What the operation makes of its computed arguments.
fn made<B: Backend>(xp: &B, expr: &CallExpr<B>) -> Result<Arc<B::Buffer>> {
    let buffers = computed(xp, &expr.args)?;
    let made = Arc::new((expr.call)(xp, &views(&buffers, &expr.args)?)?);
    if record::is_on() {
        record::call::<B>(sources(&buffers, &expr.args), record::written(&made, None).0, expr.call.clone());
    }
    Ok(made)
}

/// The buffers of arguments, which are computed, for work that `xp` is about to queue.
pub(crate) fn computed<B: Backend>(xp: &B, args: &[Edge<B>]) -> Result<SmallVec<[Arc<B::Buffer>; 2]>> {
    let mut buffers = SmallVec::new();
    for Edge { node, .. } in args {
        buffers.push(node.buffer()?);
        wait_for(xp, node)?;
    }
    Ok(buffers)
}

/// The arguments as the backend's operations take them.
pub(crate) fn views<'a, B: Backend>(
    buffers: &'a [Arc<B::Buffer>],
    args: &'a [Edge<B>],
) -> Result<SmallVec<[View<'a, B::Buffer>; 2]>> {
    let mut views = SmallVec::new();
    for (buffer, arg) in buffers.iter().zip(args) {
        views.push(View::new(&**buffer, arg.node.dtype, arg.layout())?);
    }
    Ok(views)
}

/// Lets the work of a device's stream wait for that of another one, on which a node was computed.
pub(super) fn wait_for<B: Backend>(xp: &B, node: &Node<B>) -> Result<()> {
    if node.xp.stream_id() == xp.stream_id() { Ok(()) } else { xp.wait(&node.xp.record()?) }
}

/// What a trace needs to know of the arguments.
pub(crate) fn sources<B: Backend>(buffers: &[Arc<B::Buffer>], args: &[Edge<B>]) -> Vec<(usize, DType, Layout)> {
    let read = |(buffer, arg): (&Arc<B::Buffer>, &Edge<B>)| {
        let node = &arg.node;
        (record::read(buffer, node.made, node.xp.stream_id()), node.dtype, arg.layout().clone())
    };
    buffers.iter().zip(args).map(read).collect()
}
