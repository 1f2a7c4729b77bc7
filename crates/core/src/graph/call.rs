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
    let mut buffers: SmallVec<[Arc<B::Buffer>; 2]> = SmallVec::new();
    for Edge { node, .. } in &expr.args {
        buffers.push(node.buffer()?);
        wait_for(xp, node)?;
    }
    let mut views: SmallVec<[View<'_, B::Buffer>; 2]> = SmallVec::new();
    for (buffer, arg) in buffers.iter().zip(&expr.args) {
        views.push(View::new(&**buffer, arg.node.dtype, arg.layout())?);
    }
    let made = Arc::new((expr.call)(xp, &views)?);
    if record::is_on() {
        let inputs = sources(&buffers, expr);
        record::call::<B>(inputs, record::written(&made, None).0, expr.call.clone());
    }
    Ok(made)
}

/// Lets the work of a device's stream wait for that of another one, on which a node was computed.
pub(super) fn wait_for<B: Backend>(xp: &B, node: &Node<B>) -> Result<()> {
    if node.xp.stream_id() == xp.stream_id() { Ok(()) } else { xp.wait(&node.xp.record()?) }
}

/// What a trace needs to know of the arguments.
pub(super) fn sources<B: Backend>(buffers: &[Arc<B::Buffer>], expr: &CallExpr<B>) -> Vec<(usize, DType, Layout)> {
    let read = |(buffer, arg): (&Arc<B::Buffer>, &Edge<B>)| {
        let node = &arg.node;
        (record::read(buffer, node.made, node.xp.stream_id()), node.dtype, arg.layout().clone())
    };
    buffers.iter().zip(&expr.args).map(read).collect()
}
