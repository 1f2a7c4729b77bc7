//! Flows through graphs.

use super::edges::{edges, node};
use crate::sparse::host::{Lines, from_rows};
use xparray_core::prelude::*;
use xparray_core::sparse::Csr;
use xparray_core::{Error, Result};

/// What [`maximum_flow`] found.
#[must_use]
pub struct Flow<T: Field, B: Backend> {
    /// What flows from the source to the sink.
    pub flow_value: f64,
    /// What flows from node `i` to node `j`; entry `[j, i]` is its negative.
    pub flow: Csr<T, B>,
}

/// The most that can flow from one node to another, where the entries of the matrix are what edges can carry: Dinic's algorithm
/// (Soviet Math. Doklady 11, 1970). Flows are exact for capacities that are integers below 2^53.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::csgraph::maximum_flow;
/// use xparray::sparse::Csr;
/// let graph = Csr::from_dense(&xp.array([[0.0, 3.0, 1.0], [0.0, 0.0, 2.0], [0.0; 3]])?)?;
/// let found = maximum_flow(&graph, 0, 2)?;
/// assert_eq!(found.flow_value, 3.0);
/// assert_eq!(found.flow.to_dense()?.to_string(), "[[ 0.  2.  1.]\n [-2.  0.  2.]\n [-1. -2.  0.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the matrix is square; [`Error::Index`] for a node that is not there; [`Error::Value`] if source and sink
/// are the same, or a capacity is negative, infinite or no number.
pub fn maximum_flow<T: RealField, B: Backend>(graph: &Csr<T, B>, source: usize, sink: usize) -> Result<Flow<T, B>> {
    const OP: &str = "maximum_flow";
    let capacities = edges(OP, graph, true)?;
    let n = capacities.count();
    let (source, sink) = (node(OP, source, n)?, node(OP, sink, n)?);
    if source == sink {
        return Err(Error::value(OP, "source and sink are the same node"));
    }
    if let Some(capacity) = capacities.values.iter().find(|c| !(c.is_finite() && **c >= 0.0)) {
        return Err(Error::value(OP, format!("a capacity of {capacity}")));
    }
    let mut network = Network::new(&capacities);
    let flow_value = network.fill(source, sink);
    Ok(Flow { flow_value, flow: from_rows(graph.xp(), &network.flows())? })
}

/// The edges of a graph, each with the one in the other direction.
struct Network {
    /// Where each edge leads, and what it can still carry.
    edges: Lines<f64>,
    /// What it could carry at first.
    capacities: Vec<f64>,
    /// The edge in the other direction.
    twins: Vec<usize>,
}

impl Network {
    fn new(graph: &Lines<f64>) -> Self {
        let back = graph.transposed();
        let mut edges = Lines::new(graph.len);
        for node in 0..graph.count() {
            let mut forth: Vec<(usize, f64)> = graph.line(node).collect();
            forth.extend(back.line(node).map(|(to, _)| (to, 0.0)));
            // What an edge carries comes before the zero for its twin.
            forth.sort_by_key(|&(to, _)| to);
            forth.dedup_by_key(|&mut (to, _)| to);
            forth.into_iter().for_each(|(to, capacity)| edges.push(to, capacity));
            edges.end_line();
        }
        // Edges to a node come in the order of where they start: so does its own line.
        let mut next = edges.starts.clone();
        let mut twins = Vec::with_capacity(edges.places.len());
        for &to in &edges.places {
            twins.push(next[to]);
            next[to] += 1;
        }
        Self { capacities: edges.values.clone(), edges, twins }
    }

    /// Adds flow level by level until no way is left, and says how much.
    fn fill(&mut self, source: usize, sink: usize) -> f64 {
        let mut total = 0.0;
        while let Some(levels) = self.levels(source, sink) {
            let mut next = self.edges.starts[..self.edges.count()].to_vec();
            loop {
                let added = self.augment(source, sink, &levels, &mut next);
                if added == 0.0 {
                    break;
                }
                total += added;
            }
        }
        total
    }

    /// How many edges with room lead to each node, if one does to the sink.
    fn levels(&self, source: usize, sink: usize) -> Option<Vec<usize>> {
        let mut levels = vec![usize::MAX; self.edges.count()];
        levels[source] = 0;
        let mut reached = vec![source];
        let mut at = 0;
        while at < reached.len() {
            let node = reached[at];
            for (to, room) in self.edges.line(node) {
                if room > 0.0 && levels[to] == usize::MAX {
                    levels[to] = levels[node] + 1;
                    reached.push(to);
                }
            }
            at += 1;
        }
        (levels[sink] != usize::MAX).then_some(levels)
    }

    /// Sends what one way through the levels can carry. Edges that led nowhere are not tried again.
    fn augment(&mut self, source: usize, sink: usize, levels: &[usize], next: &mut [usize]) -> f64 {
        let mut way: Vec<usize> = Vec::new();
        let mut node = source;
        while node != sink {
            if next[node] == self.edges.starts[node + 1] {
                let Some(edge) = way.pop() else { return 0.0 };
                node = self.edges.places[self.twins[edge]];
                next[node] += 1;
                continue;
            }
            let edge = next[node];
            let to = self.edges.places[edge];
            if self.edges.values[edge] > 0.0 && levels[to] == levels[node] + 1 {
                way.push(edge);
                node = to;
            } else {
                next[node] += 1;
            }
        }
        let added = way.iter().map(|&edge| self.edges.values[edge]).fold(f64::INFINITY, f64::min);
        for edge in way {
            self.edges.values[edge] -= added;
            self.edges.values[self.twins[edge]] += added;
        }
        added
    }

    /// What flows along each edge, against it where that is negative.
    fn flows(mut self) -> Lines<f64> {
        for (edge, room) in self.edges.values.iter_mut().enumerate() {
            *room = self.capacities[edge] - *room;
        }
        self.edges
    }
}
