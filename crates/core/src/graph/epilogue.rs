//! Kernels that take a product of matrices along: an epilogue (a bias, an activation, a residual, a conversion) costs a pass over the
//! product otherwise. The backend says for which products it has a kernel that does both.

use super::call::CallExpr;
use super::lower::Operand;
use super::node::{Expr, Node, State};
use super::table::Table;
use crate::backend::{Backend, Input, View};
use crate::error::Result;
use crate::layout::Layout;
use smallvec::SmallVec;
use std::sync::Arc;

/// Of the operations that were met below roots, those that have to be computed before the roots are lowered: all, unless it is one
/// product that the roots' kernel can take along. Then its operands, if they are still to be computed.
pub(super) fn to_compute_first<B: Backend>(
    roots: &[Arc<Node<B>>],
    calls: &[Arc<Node<B>>],
    table: &Table<B>,
) -> SmallVec<[Arc<Node<B>>; 2]> {
    let [node] = calls else { return calls.iter().cloned().collect() };
    match product(node).filter(|call| is_taken_along(roots, node, call, table)) {
        Some(call) => call.args.iter().map(|arg| &arg.node).filter(|node| !node.is_ready()).cloned().collect(),
        None => calls.iter().cloned().collect(),
    }
}

/// The product that a node is.
pub(super) fn product<B: Backend>(node: &Node<B>) -> Option<Arc<CallExpr<B>>> {
    match &*node.state() {
        State::Deferred(Expr::Call(call)) if call.product => Some(call.clone()),
        _ => None,
    }
}

fn is_taken_along<B: Backend>(
    roots: &[Arc<Node<B>>],
    node: &Arc<Node<B>>,
    call: &CallExpr<B>,
    table: &Table<B>,
) -> bool {
    let [left, right] = &call.args[..] else { return false };
    let alone = |place| !table.is_root(place) && !table.is_wanted(place, 0) && !table.is_elsewhere(node);
    let elementwise = |root: &Arc<Node<B>>| !root.has_reduction() && root.shape().last() == node.shape().last();
    table.find(node).is_some_and(alone)
        && roots.iter().all(|root| elementwise(root) && root.len() == node.len())
        && node.xp.prefers_epilogue(node.dtype, left.layout(), right.layout())
}

/// Whether a kernel reads a product's elements in their order, row by row.
pub(super) fn fits<B: Backend>(view: &Layout, node: &Node<B>) -> bool {
    view.is_identity() && view.len() == node.len() && view.shape().last() == node.shape().last()
}

/// The operand of a kernel that a product is, whose own operands are computed.
pub(super) fn operand<B: Backend>(node: &Node<B>) -> Option<Operand<B>> {
    let call = product(node)?;
    let buffer = |k: usize| match &*call.args.get(k)?.node.state() {
        State::Ready(buffer) => Some(buffer.clone()),
        _ => None,
    };
    let buffers = [buffer(0)?, buffer(1)?];
    Some(Operand::Product(call, buffers))
}

/// The operand as a launch takes it.
pub(super) fn input<'a, B: Backend>(
    call: &'a CallExpr<B>,
    buffers: &'a [Arc<B::Buffer>; 2],
) -> Result<Input<'a, B::Buffer>> {
    let view = |k: usize| View::new(&*buffers[k], call.args[k].node.dtype, call.args[k].layout());
    Ok(Input::Product { left: view(0)?, right: view(1)? })
}
