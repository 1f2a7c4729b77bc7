//! Graphs: paths, walks, trees, flows and matchings, against SciPy's.

use crate::data::{Stored, npz};
use crate::for_types;
use crate::sparse_direct::{dense, elements, matrix};
use std::collections::BTreeMap;
use xparray::prelude::*;
use xparray::scipy::sparse::csgraph::*;
use xparray::sparse::{Coo, Csr};
use xparray::{Error, Result};

type Data = BTreeMap<String, Stored>;
type Finder<T, B> = fn(&Csr<T, B>, ShortestPath) -> Result<Paths<B>>;

const GRAPHS: [&str; 4] = ["few", "many", "one", "none"];

fn precision(dtype: DType) -> f64 {
    if dtype == DType::F32 { 1e-5 } else { 1e-13 }
}

/// Equal but for rounding; infinities are the same.
fn close<A: RealField, B: Backend>(actual: &Array<A, B>, data: &Data, name: &str, tolerance: f64) {
    assert_eq!(actual.shape(), &data[name].shape[..], "{name}");
    let actual = actual.astype::<f64>().to_vec().unwrap();
    for (a, e) in actual.iter().zip(elements::<f64>(data, name)) {
        assert!(*a == e || (a - e).abs() <= tolerance, "{name}: {a}, not {e}");
    }
}

fn exactly<B: Backend>(actual: &Array<i64, B>, data: &Data, name: &str) {
    assert_eq!(actual.to_vec().unwrap(), elements::<i64>(data, name), "{name}");
}

fn finders<T: RealField, B: Backend>() -> [Finder<T, B>; 8] {
    [
        dijkstra,
        bellman_ford,
        johnson,
        floyd_warshall,
        |graph, options| shortest_path(graph, Method::Auto, options),
        |graph, options| shortest_path(graph, Method::FloydWarshall, options),
        |graph, options| shortest_path(graph, Method::BellmanFord, options),
        |graph, options| shortest_path(graph, Method::Johnson, options),
    ]
}

/// Shortest paths by every method.
pub fn paths<B: Backend>(xp: &B) {
    let data = npz("sparse.npz");
    for_types!([f32 f64] T => for name in GRAPHS {
        let prefix = format!("graph/{name}");
        let graph = matrix::<T, B>(xp, &data, &prefix);
        let n = graph.shape()[0];
        let tolerance = precision(T::DTYPE);
        for (directed, unweighted) in [(true, true), (true, false), (false, true), (false, false)] {
            let title = |flag: bool| if flag { "True" } else { "False" };
            let kind = format!("{prefix}/{}/{}", title(directed), title(unweighted));
            let options = ShortestPath::new().directed(directed).unweighted(unweighted);
            for find in finders::<T, B>() {
                let found = find(&graph, options.clone()).unwrap();
                close(&found.distances, &data, &format!("{kind}/shortest"), tolerance);
                let all = construct_dist_matrix(&graph, &found.predecessors, directed, f64::INFINITY).unwrap();
                if !unweighted {
                    exactly(&found.predecessors, &data, &format!("{kind}/before"));
                    close(&all, &data, &format!("{kind}/shortest"), tolerance);
                }
                let some = find(&graph, options.clone().indices(&[n - 1, 0, 0])).unwrap();
                let rows = [n as i64 - 1, 0, 0];
                // Alone they may be found by another method.
                assert!(some.distances.allclose(found.distances.take(rows, 0).unwrap()).unwrap());
                assert!(some.predecessors.array_equal(&found.predecessors.take(rows, 0).unwrap()).unwrap());
                assert_eq!(find(&graph, options.clone().indices(&[])).unwrap().distances.shape(), [0, n]);
            }
            let near = options.clone().limit(1.2);
            for found in [dijkstra(&graph, near.clone()), shortest_path(&graph, Method::Dijkstra, near)] {
                close(&found.unwrap().distances, &data, &format!("{kind}/limit"), tolerance);
            }
            let nearest = dijkstra_min_only(&graph, options.clone().indices(&[0, n / 2])).unwrap();
            close(&nearest.distances, &data, &format!("{kind}/nearest"), tolerance);
            if !unweighted {
                exactly(&nearest.predecessors, &data, &format!("{kind}/nearest_before"));
                exactly(&nearest.sources, &data, &format!("{kind}/nearest_source"));
            }
        }
        let negative = matrix::<T, B>(xp, &data, &format!("{prefix}/negative"));
        for find in finders::<T, B>().into_iter().skip(1) {
            let found = find(&negative, ShortestPath::new()).unwrap();
            close(&found.distances, &data, &format!("{prefix}/negative/lengths"), 20.0 * tolerance);
            exactly(&found.predecessors, &data, &format!("{prefix}/negative/before"));
        }
    });
}

/// Wrong graphs and options, and the smallest graphs.
pub fn refused_paths<B: Backend>(xp: &B) {
    for_types!([f32 f64] T => {
        let of = |n: usize, row: &[i64], col: &[i64], values: &[f64]| {
            let values: Vec<T> = values.iter().map(|x| x.cast()).collect();
            Coo::new([n, n], row, col, &xp.from_slice(&values, values.len()).unwrap()).unwrap().to_csr().unwrap()
        };
        let empty = Csr::<T, B>::zeros(xp, [0, 0]).unwrap();
        let wide = Csr::<T, B>::zeros(xp, [2, 3]).unwrap();
        let cycle = of(3, &[0, 1, 2], &[1, 2, 0], &[1.0, -3.0, 1.0]);
        let not = of(2, &[0], &[1], &[f64::NAN]);
        let under = of(2, &[0], &[1], &[f64::NEG_INFINITY]);
        let loops = of(2, &[0, 0], &[0, 1], &[-1.0, 1.0]);
        for (k, find) in finders::<T, B>().into_iter().enumerate() {
            assert_eq!(find(&empty, ShortestPath::new()).unwrap().distances.shape(), [0, 0]);
            assert!(matches!(find(&wide, ShortestPath::new()).err(), Some(Error::Shape { .. })));
            assert!(matches!(find(&cycle, ShortestPath::new().indices(&[3])).err(), Some(Error::Index { .. })) || k == 0);
            for graph in [&cycle, &not, &loops, &under] {
                assert!(matches!(find(graph, ShortestPath::new()).err(), Some(Error::Value { .. })), "{k}");
            }
            assert_eq!(find(&cycle, ShortestPath::new().unweighted(true)).unwrap().distances.to_vec().unwrap(), [0.0, 1.0, 2.0, 2.0, 0.0, 1.0, 1.0, 2.0, 0.0]);
            // A cycle of no length, but for rounding.
            for scale in [1.0, 3.0, 1e-7, 1e9] {
                let round = of(3, &[0, 1, 2], &[1, 2, 0], &[0.1 * scale, 0.2 * scale, -0.3 * scale]);
                if k != 0 {
                    let found = find(&round, ShortestPath::new());
                    let (found, single) = (found.as_ref().ok(), T::DTYPE == DType::F32);
                    assert!(found.is_some() || single, "{k} {scale}");
                    let none: Vec<i64> = found.map_or(vec![NO_PREDECESSOR; 3], |found| found.predecessors.diagonal().unwrap().to_vec().unwrap());
                    assert_eq!(none, [NO_PREDECESSOR; 3], "{k} {scale}");
                }
            }
            // An edge of no weight is one, and of two the lighter counts where directions do not.
            let zero = of(3, &[0, 1], &[1, 2], &[0.0, 2.0]);
            assert_eq!(find(&zero, ShortestPath::new().indices(&[0])).unwrap().distances.to_vec().unwrap(), [0.0, 0.0, 2.0]);
            let both = of(2, &[0, 1], &[1, 0], &[5.0, 3.0]);
            assert_eq!(find(&both, ShortestPath::new().directed(false)).unwrap().distances.to_vec().unwrap(), [0.0, 3.0, 3.0, 0.0]);
        }
        for limit in [-1.0, f64::NAN] {
            assert!(matches!(dijkstra(&empty, ShortestPath::new().limit(limit)).err(), Some(Error::Value { .. })));
        }
        assert!(matches!(shortest_path(&empty, Method::Johnson, ShortestPath::new().limit(1.0)).err(), Some(Error::Value { .. })));
        assert!(matches!(dijkstra_min_only(&cycle, ShortestPath::new()).err(), Some(Error::Value { .. })));
        assert!(matches!(dijkstra_min_only(&wide, ShortestPath::new()).err(), Some(Error::Shape { .. })));
        assert!(matches!(dijkstra(&of(2, &[], &[], &[]), ShortestPath::new().indices(&[2])).err(), Some(Error::Index { index: 2, len: 2, .. })));
        let far = of(3, &[0, 1], &[1, 2], &[1e30, 1e-30]);
        assert!(dijkstra(&far, ShortestPath::new()).unwrap().distances.slice(s![1, 2]).unwrap().item().unwrap() > 0.0);
        // Predecessors that lead nowhere, or in circles.
        let pair = of(2, &[0, 1], &[1, 0], &[1.0, 1.0]);
        for wrong in [[-9999, 1, -9999, -9999], [1, 0, -9999, -9999], [-9999, 7, -9999, -9999]] {
            let outcome = construct_dist_matrix(&pair, &xp.from_slice(&wrong.map(i64::from), [2, 2]).unwrap(), true, 0.0);
            assert!(matches!(outcome.err(), Some(Error::Value { .. })) || wrong[0] == 1);
        }
        assert!(matches!(construct_dist_matrix(&pair, &xp.zeros::<i64>(4).unwrap(), true, 0.0).err(), Some(Error::Shape { .. })));
    });
}

/// Walks and the trees of their edges; spanning trees; orders.
pub fn walks<B: Backend>(xp: &B) {
    let data = npz("sparse.npz");
    for_types!([f32 f64] T => {
        for name in GRAPHS {
            let prefix = format!("graph/{name}");
            let graph = matrix::<T, B>(xp, &data, &prefix);
            let n = graph.shape()[0];
            for directed in [true, false] {
                let kind = format!("{prefix}/{}", if directed { "True" } else { "False" });
                for (walk, (order, before), tree) in [
                    ("breadth_first", breadth_first_order(&graph, 0, directed).unwrap(), breadth_first_tree(&graph, 0, directed)),
                    ("depth_first", depth_first_order(&graph, 0, directed).unwrap(), depth_first_tree(&graph, 0, directed)),
                ] {
                    exactly(&order, &data, &format!("{kind}/{walk}/order"));
                    exactly(&before, &data, &format!("{kind}/{walk}/before"));
                    let tree = tree.unwrap().to_dense().unwrap();
                    close(&tree, &data, &format!("{kind}/{walk}/tree"), precision(T::DTYPE));
                    let again = reconstruct_path(&graph, &before, directed).unwrap().to_dense().unwrap();
                    assert!(again.array_equal(&tree).unwrap());
                }
                if n > 1 {
                    for unweighted in [true, false] {
                        let options = ShortestPath::new().directed(directed).unweighted(unweighted);
                        let found = yen(&graph, 0, n - 1, 7, options.clone()).unwrap();
                        let lengths = format!("{kind}/yen/{}/lengths", if unweighted { "True" } else { "False" });
                        close(&found.distances, &data, &lengths, precision(T::DTYPE));
                        if !unweighted {
                            exactly(&found.predecessors, &data, &format!("{kind}/yen/before"));
                        }
                        let none = yen(&graph, 0, n - 1, 0, options).unwrap();
                        assert_eq!(none.predecessors.shape(), [0, n]);
                    }
                }
            }
            for k in 0..8 {
                let [normed, out, symmetrized] = [k & 4 != 0, k & 2 != 0, k & 1 != 0];
                let options = Laplacian::new().normed(normed).use_out_degree(out).symmetrized(symmetrized);
                let (matrix, diagonal) = laplacian_with(&graph, options).unwrap();
                let title = |flag: bool| if flag { "True" } else { "False" };
                let kind = format!("{prefix}/laplacian/{}/{}/{}", title(normed), title(out), title(symmetrized));
                close(&matrix.to_dense().unwrap(), &data, &format!("{kind}/matrix"), precision(T::DTYPE));
                close(&diagonal.typed::<T>().unwrap(), &data, &format!("{kind}/diagonal"), precision(T::DTYPE));
            }
            let tree = minimum_spanning_tree(&graph).unwrap();
            close(&tree.to_dense().unwrap(), &data, &format!("{prefix}/spanning"), precision(T::DTYPE));
            let (count, _) = connected_components(&graph, Connection::Weak).unwrap();
            assert_eq!(tree.nnz(), n - count);
            let order = reverse_cuthill_mckee(&graph).unwrap();
            assert!(order.sort().unwrap().to_vec().unwrap().into_iter().eq(0..n as i64));
            let dense = csgraph_to_dense(&graph, f64::INFINITY).unwrap();
            for view in [dense.clone(), dense.t().copy().t(), dense.flip(..).unwrap().copy().flip(..).unwrap()] {
                let back = csgraph_from_dense(&view, FromDense::new()).unwrap();
                assert!(back.array_equal(&graph).unwrap() && back.nnz() == graph.nnz());
            }
        }
        // A grid in a random order: as near to the diagonal as SciPy's.
        let grid = matrix::<T, B>(xp, &data, "band");
        let order = reverse_cuthill_mckee(&grid).unwrap();
        let moved = grid.take_rows(&order).unwrap().take_columns(&order).unwrap().to_coo().unwrap();
        let band = (moved.row() - moved.col()).abs().max(..).unwrap().item().unwrap();
        assert!(band <= elements::<i64>(&data, "band/scipy")[0], "{band}");
        let empty = Csr::<T, B>::zeros(xp, [0, 0]).unwrap();
        assert_eq!(minimum_spanning_tree(&empty).unwrap().shape(), [0, 0]);
        assert_eq!(reverse_cuthill_mckee(&empty).unwrap().shape(), [0]);
        assert_eq!(csgraph_to_dense(&empty, 1.0).unwrap().shape(), [0, 0]);
        assert_eq!(csgraph_from_dense(&xp.zeros::<T>([0, 0]).unwrap(), FromDense::new()).unwrap().nnz(), 0);
        assert!(matches!(breadth_first_order(&empty, 0, true).err(), Some(Error::Index { .. })));
        let wide = Csr::<T, B>::zeros(xp, [2, 3]).unwrap();
        assert!(matches!(depth_first_order(&wide, 0, true).err(), Some(Error::Shape { .. })));
        assert!(matches!(minimum_spanning_tree(&wide).err(), Some(Error::Shape { .. })));
        assert!(matches!(reverse_cuthill_mckee(&wide).err(), Some(Error::Shape { .. })));
        assert!(matches!(csgraph_to_dense(&wide, 0.0).err(), Some(Error::Shape { .. })));
        assert!(matches!(csgraph_from_dense(&xp.zeros::<T>(3).unwrap(), FromDense::new()).err(), Some(Error::Shape { .. })));
        assert!(matches!(csgraph_from_dense(&xp.zeros::<T>([2, 3]).unwrap(), FromDense::new()).err(), Some(Error::Shape { .. })));
        // In a line, both trees are the line; a square's spanning tree keeps the first of equal edges.
        let ones = xp.ones::<T>(3).unwrap();
        let line = Csr::diags(&[&ones], &[1], [4, 4]).unwrap();
        assert_eq!(depth_first_tree(&line, 1, false).unwrap().nnz(), 3);
        assert_eq!(breadth_first_tree(&line, 1, true).unwrap().nnz(), 2);
        let square = Csr::from_dense(&xp.ones::<T>([4, 4]).unwrap()).unwrap();
        assert_eq!(minimum_spanning_tree(&square).unwrap().indices().unwrap().to_vec().unwrap(), [1, 2, 3]);
        let predecessors = |values: [i64; 4]| xp.from_slice(&values, 4).unwrap();
        assert!(matches!(reconstruct_path(&line, &predecessors([-9999, 3, -9999, -9999]), true).err(), Some(Error::Value { .. })));
        assert!(matches!(reconstruct_path(&line, &predecessors([-9999, 4, -9999, -9999]), true).err(), Some(Error::Index { .. })));
        assert!(matches!(reconstruct_path(&wide, &predecessors([0; 4]), true).err(), Some(Error::Shape { .. })));
        assert!(matches!(reconstruct_path(&line, &xp.zeros::<i64>(3).unwrap(), true).err(), Some(Error::Shape { .. })));
        assert!(matches!(yen(&line, 1, 1, 2, ShortestPath::new()).err(), Some(Error::Value { .. })));
        assert!(matches!(yen(&line, 1, 4, 2, ShortestPath::new()).err(), Some(Error::Index { .. })));
        assert!(matches!(yen(&line.negative().unwrap(), 1, 2, 2, ShortestPath::new()).err(), Some(Error::Value { .. })));
    });
}

/// Flows and matchings.
pub fn flows<B: Backend>(xp: &B) {
    let data = npz("sparse.npz");
    for_types!([f32 f64] T => {
        for name in ["few", "many", "none"] {
            let graph = matrix::<T, B>(xp, &data, &format!("graph/{name}/whole"));
            let n = graph.shape()[0];
            let found = maximum_flow(&graph, 0, n - 1).unwrap();
            assert_eq!(found.flow_value, elements::<f64>(&data, &format!("graph/{name}/flow"))[0], "{name}");
            // No more than edges can carry, the other way round its negative, and nothing is lost on the way.
            let flow = found.flow.to_dense().unwrap();
            let capacity = graph.to_dense().unwrap();
            assert!(flow.less_equal(&capacity).unwrap().all(..).unwrap().item().unwrap());
            assert!(flow.array_equal(&flow.t().negative()).unwrap());
            let out = flow.sum(1).unwrap().astype::<f64>().to_vec().unwrap();
            for (node, out) in out.iter().enumerate() {
                let expected = if node == 0 { found.flow_value } else if node == n - 1 { -found.flow_value } else { 0.0 };
                assert_eq!(*out, expected, "{name} {node}");
            }
        }
        let path = Csr::from_dense(&xp.from_slice(&[0, 3, 0, 0, 0, 2, 0, 0, 0].map(|x: i32| x.cast::<T>()), [3, 3]).unwrap()).unwrap();
        for (source, sink) in [(3, 0), (0, 3)] {
            assert!(matches!(maximum_flow(&path, source, sink).err(), Some(Error::Index { .. })));
        }
        assert!(matches!(maximum_flow(&path, 1, 1).err(), Some(Error::Value { .. })));
        assert!(matches!(maximum_flow(&path.negative().unwrap(), 0, 2).err(), Some(Error::Value { .. })));
        assert!(matches!(maximum_flow(&Csr::<T, B>::zeros(xp, [2, 3]).unwrap(), 0, 1).err(), Some(Error::Shape { .. })));
        for number in [f64::INFINITY, f64::NAN] {
            assert!(matches!(maximum_flow(&path.multiply(number).unwrap(), 0, 2).err(), Some(Error::Value { .. })));
        }
        for name in GRAPHS {
            let graph = matrix::<T, B>(xp, &data, &format!("graph/{name}"));
            let rank = elements::<i64>(&data, &format!("graph/{name}/rank"))[0];
            assert_eq!(structural_rank(&graph).unwrap() as i64, rank);
            let columns = maximum_bipartite_matching(&graph, Partition::Column).unwrap().to_vec().unwrap();
            let rows = maximum_bipartite_matching(&graph, Partition::Row).unwrap().to_vec().unwrap();
            let pairs = columns.iter().enumerate().filter(|(_, column)| **column >= 0);
            assert_eq!(pairs.clone().count() as i64, rank);
            for (row, &column) in pairs {
                assert_eq!(rows[column as usize], row as i64);
                assert!(graph.element(row, column as usize).unwrap() != T::default());
            }
        }
        for name in ["square", "wide", "tall"] {
            let graph = Csr::from_dense(&dense::<T, B>(xp, &data, &format!("matching/{name}"))).unwrap();
            for (maximize, title) in [(true, "True"), (false, "False")] {
                let (row, col) = min_weight_full_bipartite_matching(&graph, maximize).unwrap();
                let expected = elements::<i64>(&data, &format!("matching/{name}/{title}"));
                assert_eq!([row.to_vec().unwrap(), col.to_vec().unwrap()].concat(), expected, "{name} {maximize}");
            }
        }
        for shape in [[0, 0], [0, 3], [3, 0]] {
            let graph = Csr::<T, B>::zeros(xp, shape).unwrap();
            let (row, col) = min_weight_full_bipartite_matching(&graph, false).unwrap();
            assert_eq!((row.shape(), col.shape()), (&[0][..], &[0][..]));
            assert_eq!(maximum_bipartite_matching(&graph, Partition::Column).unwrap().len(), shape[0]);
            assert_eq!(structural_rank(&graph).unwrap(), 0);
        }
        let column = Csr::from_dense(&xp.from_slice(&[1, 0, 1, 0].map(|x: i32| x.cast::<T>()), [2, 2]).unwrap()).unwrap();
        assert!(matches!(min_weight_full_bipartite_matching(&column, false).err(), Some(Error::Value { .. })));
        assert!(matches!(min_weight_full_bipartite_matching(&column.multiply(f64::NAN).unwrap(), false).err(), Some(Error::Value { .. })));
    });
}
