//! Small products that are met together and do not need each other: the backend computes those of equal shapes at once, as each by
//! itself would cost more to launch than to compute.

use super::call::{self, CallExpr};
use super::direct::Running;
use super::epilogue::product;
use super::eval::evaluate_all;
use super::node::Node;
use super::record;
use crate::backend::{Backend, View};
use crate::dtype::DType;
use crate::error::Result;
use crate::layout::Dims;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::sync::Arc;

/// A product of so many multiplications, or fewer, is small: it leaves most of a device idle.
const SMALL: usize = 1 << 21;

/// What products have in common that one call can compute, and a trace have as one step: the type, the stream, when they were made, the
/// shapes of both matrices.
type Kind = (DType, u64, usize, SmallVec<[Dims; 2]>);

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

    fn kind(&self) -> Kind {
        let Self { node, call } = self;
        let shapes = call.args.iter().map(|arg| Dims::from_slice(arg.layout().shape()));
        (node.dtype, node.xp.stream_id(), node.made, shapes.collect())
    }
}

/// Computes those of the nodes that are small products like others of them.
pub(super) fn run<B: Backend>(nodes: &[Arc<Node<B>>]) -> Result<()> {
    let mut groups: Vec<Vec<Pair<B>>> = Vec::new();
    let (mut known, mut seen) = (FxHashMap::default(), FxHashSet::default());
    for node in nodes {
        let Some(pair) = Pair::new(node).filter(|_| seen.insert(Arc::as_ptr(node))) else { continue };
        let group = *known.entry(pair.kind()).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[group].push(pair);
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
        buffers.push([left.buffer()?, right.buffer()?]);
        call::wait_for(xp, left)?;
        call::wait_for(xp, right)?;
    }
    let mut views = Vec::with_capacity(running.len());
    for (pair, (_, call)) in buffers.iter().zip(&running) {
        let view = |k: usize| View::new(&*pair[k], call.args[k].node.dtype, call.args[k].layout());
        views.push([view(0)?, view(1)?]);
    }
    let made: Vec<Arc<B::Buffer>> = xp.matmul_many(&views)?.into_iter().map(Arc::new).collect();
    if record::is_on() {
        let inputs = buffers.iter().zip(&running).map(|(pair, (_, call))| call::sources(pair, &call.args));
        let inputs = inputs.collect();
        record::products::<B>(inputs, made.iter().map(|buffer| record::written(buffer, None).0).collect());
    }
    for ((running, _), buffer) in running.iter_mut().zip(made) {
        running.result = Some(buffer);
    }
    Ok(())
}
