//! Shortest paths do not depend on how the nodes on the way are kept: in buckets if edges are of similar lengths, in a heap if not.

use xparray::prelude::*;
use xparray::scipy::sparse::csgraph::{ShortestPath, dijkstra, dijkstra_min_only};
use xparray::sparse::{Coo, Csr};

/// A graph of nodes in a ring with chords, whose edges' lengths are small integers, so that many paths are equally long; beside it an
/// edge of a length of its own, which none of these nodes reaches.
fn graph<B: Backend>(xp: &B, apart: f64) -> Csr<f64, B> {
    let n = 300i64;
    let (mut from, mut to, mut weights) = (Vec::new(), Vec::new(), Vec::new());
    for node in 0..n {
        for (k, step) in [1, 7, 31, 120].into_iter().enumerate() {
            from.push(node);
            to.push((node + step) % n);
            weights.push((1 + (node * 5 + 3 * k as i64) % 9) as f64);
        }
    }
    from.push(n);
    to.push(n + 1);
    weights.push(apart);
    let m = weights.len();
    let [from, to] = [from, to].map(|ends| xp.from_slice(&ends, m).unwrap());
    Coo::new([n as usize + 2; 2], &from, &to, &xp.from_slice(&weights, m).unwrap()).unwrap().to_csr().unwrap()
}

/// Distances, predecessors and sources by both; a limit, and edges of no length.
pub fn lengths<B: Backend>(xp: &B) {
    let (similar, different) = (graph(xp, 1.0), graph(xp, 1e6));
    for directed in [true, false] {
        let options = ShortestPath::new().directed(directed).indices(&[0, 17, 299, 5]);
        for options in [options.clone(), options.limit(11.0)] {
            let [a, b] = [&similar, &different].map(|graph| dijkstra(graph, options.clone()).unwrap());
            assert!(a.distances.array_equal(&b.distances).unwrap());
            assert!(a.predecessors.array_equal(&b.predecessors).unwrap());
            let [a, b] = [&similar, &different].map(|graph| dijkstra_min_only(graph, options.clone()).unwrap());
            assert!(a.distances.array_equal(&b.distances).unwrap());
            assert!(a.predecessors.array_equal(&b.predecessors).unwrap());
            assert!(a.sources.array_equal(&b.sources).unwrap());
        }
    }
    // Bellman and Ford's sums, edge by edge.
    let mut expected = vec![f64::INFINITY; 302];
    expected[0] = 0.0;
    let entries = similar.to_coo().unwrap();
    let ends = [entries.row(), entries.col()].map(|ends| ends.to_vec().unwrap());
    let weights = entries.values().to_vec().unwrap();
    for _ in 0..302 {
        for (k, weight) in weights.iter().enumerate() {
            let [from, to] = [ends[0][k] as usize, ends[1][k] as usize];
            expected[to] = expected[to].min(expected[from] + weight);
        }
    }
    let found = dijkstra(&similar, ShortestPath::new().indices(&[0])).unwrap();
    assert_eq!(found.distances.to_vec().unwrap(), expected);
    let far = dijkstra(&different, ShortestPath::new().indices(&[300])).unwrap();
    assert_eq!(far.distances.to_vec().unwrap()[300..], [0.0, 1e6]);
}
