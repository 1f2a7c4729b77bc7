//! Shortest paths along edges that are not negative.

use super::edges::{NO_PREDECESSOR, measured};
use super::queue::{Buckets, Heap, Queue};
use super::{Paths, ShortestPath};
use crate::parallel::in_parallel;
use crate::sparse::host::Lines;
use std::cmp::Ordering;
use xparray_core::prelude::*;
use xparray_core::sparse::Csr;
use xparray_core::{Error, Result};

/// The shortest paths by Dijkstra's algorithm: the nearest node that is left comes next.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::csgraph::{ShortestPath, dijkstra};
/// use xparray::sparse::Csr;
/// let graph = Csr::from_dense(&xp.array([[0.0, 1.0, 5.0], [0.0, 0.0, 2.0], [0.0, 0.0, 0.0]])?)?;
/// let paths = dijkstra(&graph, ShortestPath::new())?;
/// assert_eq!(paths.distances.to_string(), "[[ 0.  1.  3.]\n [inf  0.  2.]\n [inf inf  0.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the matrix is square; [`Error::Index`] for a node that is not there; [`Error::Value`] for a negative
/// weight or limit, or one that is no number.
pub fn dijkstra<T: RealField, B: Backend>(graph: &Csr<T, B>, options: ShortestPath) -> Result<Paths<B>> {
    let edges = positive("dijkstra", graph, &options)?;
    let sources = options.sources("dijkstra", edges.count())?;
    let rows = in_parallel(&sources, |&source| {
        let found = search(&edges, &[source], options.limit);
        (found.distances, found.predecessors)
    });
    Paths::new(graph.xp(), edges.count(), rows)
}

/// The shortest paths from the nearest of several nodes.
#[derive(Clone)]
#[must_use]
pub struct Nearest<B: Backend> {
    /// How far each node is from the nearest source, `[nodes]`; infinite where there is no path.
    pub distances: Array<f64, B>,
    /// The node before each on the path to it, `[nodes]`; [`NO_PREDECESSOR`] where there is none.
    pub predecessors: Array<i64, B>,
    /// The nearest source of each node, `[nodes]`; [`NO_PREDECESSOR`] where there is none.
    pub sources: Array<i64, B>,
}

/// The shortest path to each node from any of the sources, as SciPy's `dijkstra(min_only=True)`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::csgraph::{ShortestPath, dijkstra_min_only};
/// use xparray::sparse::Csr;
/// let (weights, n) = (xp.array([1.0, 2.0, 4.0])?, [4, 4]);
/// let path = Csr::diags(&[&weights], &[1], n)?;
/// let nearest = dijkstra_min_only(&path, ShortestPath::new().directed(false).indices(&[0, 3]))?;
/// assert_eq!((nearest.distances.to_string(), nearest.sources.to_string()), ("[0. 1. 3. 0.]".into(), "[0 0 0 3]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`dijkstra`].
pub fn dijkstra_min_only<T: RealField, B: Backend>(graph: &Csr<T, B>, options: ShortestPath) -> Result<Nearest<B>> {
    let edges = positive("dijkstra_min_only", graph, &options)?;
    let (xp, n) = (graph.xp(), edges.count());
    let found = search(&edges, &options.sources("dijkstra_min_only", n)?, options.limit);
    Ok(Nearest {
        distances: xp.from_slice(&found.distances, n)?,
        predecessors: xp.from_slice(&found.predecessors, n)?,
        sources: xp.from_slice(&found.sources, n)?,
    })
}

/// The edges, none of which is negative.
fn positive<T: RealField, B: Backend>(
    op: &'static str,
    graph: &Csr<T, B>,
    options: &ShortestPath,
) -> Result<Lines<f64>> {
    let edges = measured(op, graph, options)?;
    match edges.values.iter().copied().chain([options.limit]).find(|x| x.is_nan() || *x < 0.0) {
        Some(number) => Err(Error::value(op, format!("the weight or limit {number} is negative or no number"))),
        None => Ok(edges),
    }
}

/// What is known of each node.
pub(super) struct Search {
    pub distances: Vec<f64>,
    pub predecessors: Vec<i64>,
    pub sources: Vec<i64>,
}

/// Searches from the nearest of the sources, no farther than the limit.
pub(super) fn search(edges: &Lines<f64>, sources: &[usize], limit: f64) -> Search {
    match Buckets::of(edges) {
        Some(buckets) => search_by(buckets, edges, sources, limit),
        None => search_by(Heap::default(), edges, sources, limit),
    }
}

fn search_by(mut queue: impl Queue, edges: &Lines<f64>, sources: &[usize], limit: f64) -> Search {
    let n = edges.count();
    let mut found = Search {
        distances: vec![f64::INFINITY; n],
        predecessors: vec![NO_PREDECESSOR; n],
        sources: vec![NO_PREDECESSOR; n],
    };
    for &source in sources {
        found.distances[source] = 0.0;
        found.sources[source] = source as i64;
        queue.push(0.0, source);
    }
    while let Some((distance, node)) = queue.pop() {
        if distance > found.distances[node] {
            continue; // A shorter path was found later.
        }
        for (next, weight) in edges.line(node) {
            let along = distance + weight;
            if along < found.distances[next] && along <= limit {
                found.distances[next] = along;
                found.predecessors[next] = node as i64;
                found.sources[next] = found.sources[node];
                queue.push(along, next);
            }
        }
    }
    found
}

/// A number with an order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Distance(pub f64);

impl Ord for Distance {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Distance {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Distance {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Distance {}
