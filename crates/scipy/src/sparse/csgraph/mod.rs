//! Graphs as sparse matrices, whose entry `[i, j]` is the weight of an edge from `i` to `j`: `scipy.sparse.csgraph`.
//!
//! What goes from node to node is computed on the host, in double precision, and its results are put on the graph's device;
//! [`connected_components`], [`laplacian`] and [`floyd_warshall`] run on the device. An entry that is stored is an edge, whatever
//! its weight, unless a function says otherwise.

mod bellman_ford;
mod components;
mod dense;
mod dijkstra;
mod edges;
mod flow;
mod floyd_warshall;
mod laplacian;
mod matching;
mod queue;
mod reordering;
mod shortest_path;
mod spanning;
mod traversal;
mod weighted_matching;
mod yen;

pub use bellman_ford::{bellman_ford, johnson};
pub use components::{Connection, connected_components};
pub use dense::{FromDense, construct_dist_matrix, csgraph_from_dense, csgraph_to_dense};
pub use dijkstra::{Nearest, dijkstra, dijkstra_min_only};
pub use edges::NO_PREDECESSOR;
pub use flow::{Flow, maximum_flow};
pub use floyd_warshall::floyd_warshall;
pub use laplacian::{Laplacian, laplacian, laplacian_with};
pub use matching::{Partition, maximum_bipartite_matching, structural_rank};
pub use reordering::reverse_cuthill_mckee;
pub use shortest_path::{Method, Paths, ShortestPath, shortest_path};
pub use spanning::minimum_spanning_tree;
pub use traversal::{breadth_first_order, breadth_first_tree, depth_first_order, depth_first_tree, reconstruct_path};
pub use weighted_matching::min_weight_full_bipartite_matching;
pub use yen::{KShortest, yen};
