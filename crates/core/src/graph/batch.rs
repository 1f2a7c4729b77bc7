//! Which nodes are computed together, by one kernel.
//!
//! Many roots do not make one kernel: a device takes so many arguments at most, and kernels are looked up by what they
//! compute. So a batch has a bounded size, of which shared parts count once.

use super::lower::{Space, reduction_space};
use super::node::{MAX_LEAVES, MAX_OPS, MOST_OPS_OF_CLOSURE, Node, Size};
use crate::backend::Backend;
use crate::layout::Dims;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::hash_map::Entry;
use std::sync::Arc;

pub(super) type Nodes<B> = SmallVec<[Arc<Node<B>>; 4]>;

/// What the nodes of a batch have in common.
#[derive(PartialEq, Eq, Hash)]
struct Place {
    device: u64,
    stream: u64,
    shape: Dims,
    space: Option<Space>,
}

struct Batch<B: Backend> {
    nodes: Nodes<B>,
    size: Size<B>,
}

/// The nodes that are not computed yet, in batches.
pub(super) fn batches<B: Backend>(nodes: &[Arc<Node<B>>]) -> impl Iterator<Item = Nodes<B>> {
    let mut batches: Vec<Batch<B>> = Vec::new();
    // The batch of each place that is being filled.
    let mut open: FxHashMap<Place, usize> = FxHashMap::default();
    for node in nodes.iter().filter(|node| !node.is_ready()) {
        let place = Place {
            device: node.xp.device_id(),
            stream: node.xp.stream_id(),
            shape: Dims::from_slice(node.shape()),
            space: reduction_space(node),
        };
        match open.entry(place) {
            Entry::Occupied(batch) if batches[*batch.get()].take(node) => {}
            entry => {
                entry.insert_entry(batches.len());
                batches.push(Batch::of(node));
            }
        }
    }
    batches.into_iter().map(|batch| batch.nodes)
}

impl<B: Backend> Batch<B> {
    fn of(node: &Arc<Node<B>>) -> Self {
        let mut size = Size::default();
        size.add(node);
        Self { nodes: Nodes::from_iter([node.clone()]), size }
    }

    /// Adds a node, if the batch stays small enough.
    fn take(&mut self, node: &Arc<Node<B>>) -> bool {
        self.size.add(node);
        let arrays = self.size.leaves as usize + self.nodes.len() + 1;
        // What a large closure returns is of one graph.
        let most = if node.ops() > MAX_OPS { MOST_OPS_OF_CLOSURE } else { 2 * MAX_OPS };
        let fits = self.size.ops <= most && arrays <= 2 * MAX_LEAVES as usize;
        if fits {
            self.nodes.push(node.clone());
        }
        fits
    }
}
