//! Small products that are met together and do not need each other: the backend computes those of equal shapes at once, as each by
//! itself would cost more to launch than to compute.

use super::call::{self, CallExpr};
use super::direct::Running;
use super::epilogue::product;
use super::eval::evaluate_all;
use super::node::Node;
use super::record;
use crate::backend::{Backend, View};
use crate::error::Result;
use smallvec::SmallVec;
use std::sync::Arc;

/// A product of so many multiplications, or fewer, is small: it leaves most of a device idle.
const SMALL: usize = 1 << 21;

/// A product that is to be computed.
struct Pair<B: Backend> {
    node: Arc<Node<B>>,
    call: Arc<CallExpr<B>>,
}

impl<B: Backend> Pair<B> {
    /// The product that a node is, if it is small.
    fn new(node: &Arc<Node<B>>) -> Option<Self> {
        let call = product(node)?;
        let sums = call.args.first()?.layout().shape().last()?;
        let multiplications = node.len().checked_mul(*sums)?;
        (multiplications <= SMALL).then(|| Self { node: node.clone(), call })
    }

    /// Whether one call can compute both, and a trace have them as one step.
    fn is_like(&self, other: &Self) -> bool {
        let [one, another] = [self, other].map(|pair| &pair.node);
        let alike =
            one.dtype == another.dtype && one.xp.stream_id() == another.xp.stream_id() && one.made == another.made;
        let mut args = self.call.args.iter().zip(&other.call.args);
        alike && args.all(|(x, y)| x.layout().shape() == y.layout().shape())
    }
}

/// Computes those of the nodes that are small products like others of them.
pub(super) fn run<B: Backend>(nodes: &[Arc<Node<B>>]) -> Result<()> {
    let mut groups: SmallVec<[Vec<Pair<B>>; 2]> = SmallVec::new();
    for (place, node) in nodes.iter().enumerate() {
        let again = nodes[..place].iter().any(|other| Arc::ptr_eq(other, node));
        let Some(pair) = Pair::new(node).filter(|_| !again) else { continue };
        match groups.iter_mut().find(|group| group.first().is_some_and(|first| first.is_like(&pair))) {
            Some(group) => group.push(pair),
            None => groups.push(vec![pair]),
        }
    }
    groups.iter().filter(|group| group.len() > 1).try_for_each(|group| together(group))
}

/// Computes products that are alike.
fn together<B: Backend>(group: &[Pair<B>]) -> Result<()> {
    let operands = group.iter().flat_map(|pair| &pair.call.args).map(|arg| &arg.node);
    let pending: SmallVec<[Arc<Node<B>>; 2]> = operands.filter(|node| !node.is_ready()).cloned().collect();
    if !pending.is_empty() {
        evaluate_all(&pending)?;
    }
    drop(pending);
    let Some(first) = group.first() else { return Ok(()) };
    let xp = &first.node.xp;
    let _pause = record::pause_for(first.node.made);
    let mut running = Vec::with_capacity(group.len());
    {
        let _turn = xp.evaluation().turn();
        // Neither what another thread computes nor what was an operand of others.
        let left = || group.iter().filter(|pair| !pair.node.is_ready() && !pair.node.is_running());
        if left().nth(1).is_none() {
            return Ok(());
        }
        for pair in left() {
            running.push((Running { node: &pair.node, result: None }, &*pair.call));
        }
        running.iter().for_each(|(running, _)| running.node.set_running(true));
    }
    let mut buffers: Vec<[Arc<B::Buffer>; 2]> = Vec::with_capacity(running.len());
    for (_, call) in &running {
        let [left, right] = [0, 1].map(|k| &call.args[k].node);
        call::wait_for(xp, left)?;
        call::wait_for(xp, right)?;
        buffers.push([left.buffer()?, right.buffer()?]);
    }
    let mut views = Vec::with_capacity(running.len());
    for (pair, (_, call)) in buffers.iter().zip(&running) {
        let view = |k: usize| View::new(&*pair[k], call.args[k].node.dtype, call.args[k].layout());
        views.push([view(0)?, view(1)?]);
    }
    let made: Vec<Arc<B::Buffer>> = xp.matmul_many(&views)?.into_iter().map(Arc::new).collect();
    if record::is_on() {
        let inputs = buffers.iter().zip(&running).map(|(pair, (_, call))| call::sources(pair, call));
        let inputs = inputs.collect();
        record::products::<B>(inputs, made.iter().map(|buffer| record::written(buffer, None).0).collect());
    }
    for ((running, _), buffer) in running.iter_mut().zip(made) {
        running.result = Some(buffer);
    }
    Ok(())
}
