//! Several shortest paths between two nodes.

use super::ShortestPath;
use super::dijkstra::{Distance, search};
use super::edges::{NO_PREDECESSOR, measured, node};
use crate::sparse::host::Lines;
use std::collections::BTreeSet;
use xparray_core::prelude::*;
use xparray_core::sparse::Csr;
use xparray_core::{Error, Result};

/// What [`yen`] found.
#[derive(Clone)]
#[must_use]
pub struct KShortest<B: Backend> {
    /// How long the paths are, ascending: as many as there are, `k` at most.
    pub distances: Array<f64, B>,
    /// The node before each on each path, `[paths, nodes]`; [`NO_PREDECESSOR`] where there is none.
    pub predecessors: Array<i64, B>,
}

/// The `k` shortest paths from one node to another that go through no node twice: Yen's algorithm (Management Science 17, 1971).
/// Of the options, directions and whether weights count.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::csgraph::{ShortestPath, yen};
/// use xparray::sparse::Csr;
/// let graph = Csr::from_dense(&xp.array([[0.0, 1.0, 4.0], [0.0, 0.0, 2.0], [0.0; 3]])?)?;
/// let paths = yen(&graph, 0, 2, 5, ShortestPath::new())?;
/// assert_eq!(paths.distances.to_string(), "[3. 4.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the matrix is square; [`Error::Index`] for a node that is not there; [`Error::Value`] if both are the same,
/// and for a negative weight.
pub fn yen<T: RealField, B: Backend>(
    graph: &Csr<T, B>,
    source: usize,
    sink: usize,
    k: usize,
    options: ShortestPath,
) -> Result<KShortest<B>> {
    const OP: &str = "yen";
    let edges = measured(OP, graph, &options)?;
    let (n, xp) = (edges.count(), graph.xp());
    let (source, sink) = (node(OP, source, n)?, node(OP, sink, n)?);
    if source == sink {
        return Err(Error::value(OP, "both ends are the same node"));
    }
    if let Some(weight) = edges.values.iter().find(|weight| **weight < 0.0) {
        return Err(Error::value(OP, format!("the weight {weight} is negative")));
    }
    let mut found: Vec<(Distance, Vec<usize>)> = Vec::new();
    let mut candidates = BTreeSet::new();
    if k > 0 {
        candidates.extend(without(&edges, &[source], &[], sink));
    }
    while let Some((length, path)) = candidates.pop_first() {
        // From each node of the path, another way than all paths that came to it so.
        for at in 0..path.len() - 1 {
            let root = &path[..=at];
            let same = found.iter().map(|(_, other)| other).chain([&path]).filter(|other| other.starts_with(root));
            let taken: Vec<usize> = same.filter_map(|other| other.get(at + 1).copied()).collect();
            candidates.extend(without(&edges, root, &taken, sink));
        }
        found.push((length, path));
        while candidates.len() > k - found.len() {
            candidates.pop_last();
        }
    }
    let distances: Vec<f64> = found.iter().map(|(length, _)| length.0).collect();
    let mut predecessors = vec![NO_PREDECESSOR; found.len() * n];
    for (row, (_, path)) in found.iter().enumerate() {
        for pair in path.windows(2) {
            predecessors[row * n + pair[1]] = pair[0] as i64;
        }
    }
    Ok(KShortest {
        distances: xp.from_slice(&distances, found.len())?,
        predecessors: xp.from_slice(&predecessors, [found.len(), n])?,
    })
}

/// The shortest path that begins so, and goes on to none of the nodes that are taken.
fn without(edges: &Lines<f64>, root: &[usize], taken: &[usize], sink: usize) -> Option<(Distance, Vec<usize>)> {
    let &end = root.last()?;
    let mut left = Lines::new(edges.len);
    for from in 0..edges.count() {
        if from == end || !root.contains(&from) {
            for (to, weight) in edges.line(from) {
                if !(root.contains(&to) || from == end && taken.contains(&to)) {
                    left.push(to, weight);
                }
            }
        }
        left.end_line();
    }
    let rest = search(&left, &[end], f64::INFINITY);
    if !rest.distances[sink].is_finite() {
        return None;
    }
    let mut tail = vec![sink];
    while let Ok(before) = usize::try_from(rest.predecessors[*tail.last()?]) {
        tail.push(before);
    }
    let path: Vec<usize> = root.iter().copied().chain(tail.into_iter().rev().skip(1)).collect();
    let lightest = |pair: &[usize]| {
        let weights = edges.line(pair[0]).filter(|&(to, _)| to == pair[1]).map(|(_, weight)| weight);
        weights.fold(f64::INFINITY, f64::min)
    };
    Some((Distance(path.windows(2).map(lightest).sum()), path))
}
