//! Graphs as dense matrices.

use super::edges::{edges, nodes};
use xparray_core::prelude::*;
use xparray_core::sparse::{Coo, Csr};
use xparray_core::{Error, Result};

/// Options of [`csgraph_from_dense`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::csgraph::{FromDense, csgraph_from_dense};
/// let graph = xp.array([[-1.0, 0.0], [f64::INFINITY, f64::NAN]])?;
/// let options = FromDense::new().null_value(-1.0).nan_null(false).infinity_null(false);
/// assert_eq!(csgraph_from_dense(&graph, options)?.values()?.to_string(), "[ 0. inf nan]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FromDense {
    null_value: f64,
    nan_null: bool,
    infinity_null: bool,
}

impl Default for FromDense {
    fn default() -> Self {
        Self { null_value: 0.0, nan_null: true, infinity_null: true }
    }
}

impl FromDense {
    /// Zeros, infinities and what is no number are no edges.
    pub fn new() -> Self {
        Self::default()
    }

    /// What stands for no edge instead of zero.
    pub fn null_value(self, null_value: f64) -> Self {
        Self { null_value, ..self }
    }

    /// Whether what is no number stands for no edge too.
    pub fn nan_null(self, nan_null: bool) -> Self {
        Self { nan_null, ..self }
    }

    /// Whether infinities stand for no edge too.
    pub fn infinity_null(self, infinity_null: bool) -> Self {
        Self { infinity_null, ..self }
    }
}

/// The graph of a dense matrix of weights.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::csgraph::{FromDense, csgraph_from_dense};
/// let graph = csgraph_from_dense(&xp.array([[0.0, f64::INFINITY], [2.0, f64::NAN]])?, FromDense::new())?;
/// assert_eq!(graph.nnz(), 1);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless it is a square matrix.
pub fn csgraph_from_dense<T: RealField, B: Backend>(graph: &Array<T, B>, options: FromDense) -> Result<Csr<T, B>> {
    let shape = match *graph.shape() {
        [rows, columns] if rows == columns => [rows, columns],
        _ => return Err(Error::shape("csgraph_from_dense", graph.shape(), graph.shape())),
    };
    let mut kept = graph.as_dyn().not_equal(options.null_value)?.typed::<bool>()?;
    if options.nan_null {
        kept &= graph.isnan().logical_not();
    }
    if options.infinity_null {
        kept &= graph.isinf().logical_not();
    }
    let xp = graph.xp();
    let node = xp.arange((0, shape[0] as i64, 1))?;
    let row = node.expand_dims(1)?.broadcast_to(shape)?.mask(&kept)?;
    let col = node.broadcast_to(shape)?.mask(&kept)?;
    Coo::new(shape, &row, &col, &graph.mask(&kept)?)?.to_csr()
}

/// The dense matrix of a graph's weights, with `null_value` where there is no edge.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::csgraph::csgraph_to_dense;
/// use xparray::sparse::Coo;
/// let graph = Coo::new([2, 2], [0, 1], [1, 1], &xp.array([0.0, 2.0])?)?.to_csr()?;
/// assert_eq!(csgraph_to_dense(&graph, f64::INFINITY)?.to_string(), "[[inf  0.]\n [inf  2.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the matrix is square.
pub fn csgraph_to_dense<T: RealField, B: Backend>(graph: &Csr<T, B>, null_value: f64) -> Result<Array<T, B>> {
    nodes("csgraph_to_dense", graph)?;
    let mut dense = graph.xp().full(graph.shape(), null_value)?.astype::<T>();
    let entries = graph.to_coo()?;
    dense.put_at((entries.row(), entries.col()), entries.values())?;
    Ok(dense)
}

/// The lengths of the paths that predecessors say, a row for each node from which they start; `null_value` where there is
/// none.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::csgraph::{ShortestPath, construct_dist_matrix, dijkstra};
/// use xparray::sparse::Csr;
/// let graph = Csr::from_dense(&xp.array([[0.0, 1.0, 5.0], [0.0, 0.0, 2.0], [0.0; 3]])?)?;
/// let paths = dijkstra(&graph, ShortestPath::new())?;
/// let lengths = construct_dist_matrix(&graph, &paths.predecessors, true, f64::INFINITY)?;
/// assert_eq!(lengths.to_string(), paths.distances.to_string());
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless both matrices are square and of one size; [`Error::Value`] for a predecessor from which no edge leads to
/// its node, and for a path that does not end.
pub fn construct_dist_matrix<T: RealField, B: Backend>(
    graph: &Csr<T, B>,
    predecessors: &Array<i64, B>,
    directed: bool,
    null_value: f64,
) -> Result<Array<f64, B>> {
    const OP: &str = "construct_dist_matrix";
    let edges = edges(OP, graph, directed)?;
    let n = edges.count();
    if predecessors.shape() != [n, n] {
        return Err(Error::shape(OP, &graph.shape(), predecessors.shape()));
    }
    let before = predecessors.to_vec()?;
    let mut lengths = vec![null_value; n * n];
    for source in 0..n {
        let row = &before[source * n..(source + 1) * n];
        for target in 0..n {
            let (mut node, mut length, mut steps) = (target, 0.0, 0);
            while let Some(from) = usize::try_from(row[node]).ok().filter(|_| node != source) {
                let weights = (from < n).then(|| edges.line(from).filter(|&(to, _)| to == node));
                let weight = weights.and_then(|weights| weights.map(|(_, weight)| weight).reduce(f64::min));
                let Some(weight) = weight.filter(|_| steps < n) else {
                    return Err(Error::value(OP, format!("there is no path from {source} to {target} as it is said")));
                };
                (node, length, steps) = (from, length + weight, steps + 1);
            }
            if node == source {
                lengths[source * n + target] = length;
            }
        }
    }
    graph.xp().from_slice(&lengths, [n, n])
}
