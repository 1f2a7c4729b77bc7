//! Shortest paths, by whichever method.

use super::edges::{edges, node};
use super::{bellman_ford, dijkstra, floyd_warshall, johnson};
use xparray_core::prelude::*;
use xparray_core::sparse::Csr;
use xparray_core::{Error, Result};

/// How shortest paths are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Johnson's if a weight is negative, else Floyd's and Warshall's for all paths of a graph with a quarter of all edges, else
    /// Dijkstra's: SciPy's `auto`.
    #[default]
    Auto,
    /// [`floyd_warshall`](super::floyd_warshall): `FW`.
    FloydWarshall,
    /// [`dijkstra`](super::dijkstra): `D`.
    Dijkstra,
    /// [`bellman_ford`](super::bellman_ford): `BF`.
    BellmanFord,
    /// [`johnson`](super::johnson): `J`.
    Johnson,
}

/// Options of the functions that find shortest paths.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::csgraph::{ShortestPath, dijkstra};
/// use xparray::sparse::Csr;
/// let path = Csr::from_dense(&xp.array([[0.0, 2.0, 0.0], [0.0, 0.0, 5.0], [0.0, 0.0, 0.0]])?)?;
/// let options = ShortestPath::new().directed(false).indices(&[2]);
/// assert_eq!(dijkstra(&path, options.clone())?.distances.to_string(), "[[7. 5. 0.]]");
/// assert_eq!(dijkstra(&path, options.clone().unweighted(true))?.distances.to_string(), "[[2. 1. 0.]]");
/// assert_eq!(dijkstra(&path, options.limit(6.0))?.distances.to_string(), "[[inf  5.  0.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ShortestPath {
    pub(super) directed: bool,
    pub(super) unweighted: bool,
    pub(super) indices: Option<Vec<usize>>,
    pub(super) limit: f64,
}

impl Default for ShortestPath {
    fn default() -> Self {
        Self { directed: true, unweighted: false, indices: None, limit: f64::INFINITY }
    }
}

impl ShortestPath {
    /// From all nodes, along the directions of edges.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether edges lead in one direction only; if not, the lighter of both counts.
    pub fn directed(self, directed: bool) -> Self {
        Self { directed, ..self }
    }

    /// Whether each edge counts as 1.
    pub fn unweighted(self, unweighted: bool) -> Self {
        Self { unweighted, ..self }
    }

    /// The nodes from which paths start; by default all of them.
    pub fn indices(self, indices: &[usize]) -> Self {
        Self { indices: Some(indices.to_vec()), ..self }
    }

    /// Of Dijkstra's method: longer paths are not followed, and count as none.
    pub fn limit(self, limit: f64) -> Self {
        Self { limit, ..self }
    }

    /// The nodes from which paths start.
    pub(super) fn sources(&self, op: &'static str, nodes: usize) -> Result<Vec<usize>> {
        match &self.indices {
            None => Ok((0..nodes).collect()),
            Some(indices) => indices.iter().map(|&k| node(op, k, nodes)).collect(),
        }
    }
}

/// Shortest paths, a row for each node from which they start.
#[derive(Clone)]
#[must_use]
pub struct Paths<B: Backend> {
    /// How long the path to each node is, `[sources, nodes]`; infinite where there is none.
    pub distances: Array<f64, B>,
    /// The node before each on the path to it, `[sources, nodes]`; [`NO_PREDECESSOR`](super::NO_PREDECESSOR) where there is none.
    pub predecessors: Array<i64, B>,
}

impl<B: Backend> Paths<B> {
    /// From the rows on the host.
    pub(super) fn new(xp: &B, nodes: usize, rows: Vec<(Vec<f64>, Vec<i64>)>) -> Result<Self> {
        let shape = [rows.len(), nodes];
        let (distances, predecessors): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
        Ok(Self {
            distances: xp.from_slice(&distances.concat(), shape)?,
            predecessors: xp.from_slice(&predecessors.concat(), shape)?,
        })
    }
}

/// The shortest paths between nodes.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::csgraph::{Method, NO_PREDECESSOR, ShortestPath, shortest_path};
/// use xparray::sparse::Csr;
/// let graph = Csr::from_dense(&xp.array([[0.0, 1.0, 5.0], [0.0, 0.0, 2.0], [0.0, 0.0, 0.0]])?)?;
/// let paths = shortest_path(&graph, Method::Auto, ShortestPath::new().indices(&[0]))?;
/// assert_eq!(paths.distances.to_string(), "[[0. 1. 3.]]");
/// assert_eq!(paths.predecessors.to_vec()?, [NO_PREDECESSOR, 0, 1]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of the methods: [`Error::Shape`] unless the matrix is square; [`Error::Index`] for a node that is not there;
/// [`Error::Value`] for a cycle of negative length.
pub fn shortest_path<T: RealField, B: Backend>(
    graph: &Csr<T, B>,
    method: Method,
    options: ShortestPath,
) -> Result<Paths<B>> {
    let method = match method {
        Method::Auto => {
            let edges = edges("shortest_path", graph, true)?;
            let quarter = edges.count().saturating_mul(edges.count()) / 4;
            if !options.unweighted && edges.values.iter().any(|&weight| weight < 0.0) {
                Method::Johnson
            } else if edges.values.len() > quarter && options.indices.is_none() && options.limit == f64::INFINITY {
                Method::FloydWarshall
            } else {
                Method::Dijkstra
            }
        }
        method => method,
    };
    if method != Method::Dijkstra && options.limit != f64::INFINITY {
        return Err(Error::value("shortest_path", "only Dijkstra's method has a limit"));
    }
    match method {
        Method::FloydWarshall => floyd_warshall(graph, options),
        Method::BellmanFord => bellman_ford(graph, options),
        Method::Johnson => johnson(graph, options),
        Method::Auto | Method::Dijkstra => dijkstra(graph, options),
    }
}
