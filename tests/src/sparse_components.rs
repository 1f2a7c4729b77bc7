//! Components and Laplacians of graphs.

use crate::for_types;
use crate::sparse_matrices::{definite, general, tall};
use xparray::Error;
use xparray::prelude::*;
use xparray::scipy::sparse::csgraph::{Connection, connected_components, laplacian};
use xparray::sparse::{Coo, Csr};

/// `connected_components` and `laplacian`.
pub fn graphs<B: Backend>(xp: &B) {
    // Chance edges, fewer and more than hold together; a path in a random order, the longest way that there is.
    for (n, edges, seed) in [
        (1, 0, 1),
        (1, 3, 1),
        (10, 4, 2),
        (300, 120, 3),
        (300, 200, 4),
        (300, 900, 5),
        (100, 98, 6),
        (300, 450, 8),
        (40, 0, 7),
    ] {
        let mut rng = xp.rng(seed);
        let (from, to) = match n {
            100 => {
                let order = rng.permutation(n).unwrap();
                (order.slice(s![..edges as isize]).unwrap(), order.slice(s![1..1 + edges as isize]).unwrap())
            }
            _ => (rng.integers(0i64, n as i64, edges).unwrap(), rng.integers(0i64, n as i64, edges).unwrap()),
        };
        let graph = Coo::new([n, n], &from, &to, &xp.ones::<f32>(edges).unwrap()).unwrap().to_csr().unwrap();
        // By the host: the smallest node of each part, over and over.
        let (from, to) = (from.to_vec().unwrap(), to.to_vec().unwrap());
        let mut least: Vec<usize> = (0..n).collect();
        loop {
            let before = least.clone();
            for (&i, &j) in from.iter().zip(&to).chain(from.iter().zip(&to).rev()) {
                let smaller = least[i as usize].min(least[j as usize]);
                (least[i as usize], least[j as usize]) = (smaller, smaller);
            }
            if before == least {
                break;
            }
        }
        let mut leaders = least.clone();
        leaders.sort_unstable();
        leaders.dedup();
        let expected: Vec<i64> = least.iter().map(|node| leaders.binary_search(node).unwrap() as i64).collect();
        let (count, labels) = connected_components(&graph, Connection::Weak).unwrap();
        assert_eq!((count, labels.to_vec().unwrap()), (leaders.len(), expected), "{n} {edges}");
        // Strongly: the first node from which there is a way, and to which there is one.
        let mut ways = vec![false; n * n];
        for i in 0..n {
            ways[i * n + i] = true;
            let mut todo = vec![i];
            while let Some(at) = todo.pop() {
                for (&a, &b) in from.iter().zip(&to) {
                    if a as usize == at && !ways[i * n + b as usize] {
                        ways[i * n + b as usize] = true;
                        todo.push(b as usize);
                    }
                }
            }
        }
        let first: Vec<usize> =
            (0..n).map(|i| (0..n).find(|&j| ways[i * n + j] && ways[j * n + i]).unwrap_or(i)).collect();
        let mut leaders = first.clone();
        leaders.sort_unstable();
        leaders.dedup();
        let expected: Vec<i64> = first.iter().map(|node| leaders.binary_search(node).unwrap() as i64).collect();
        let (count, labels) = connected_components(&graph, Connection::Strong).unwrap();
        assert_eq!((count, labels.to_vec().unwrap()), (leaders.len(), expected), "{n} {edges}");
        // A stored zero is no edge.
        let (apart, _) = connected_components(&graph.multiply(0).unwrap(), Connection::default()).unwrap();
        assert_eq!(apart, n);
    }
    let (none, labels) = connected_components(&Csr::<f64, B>::zeros(xp, [0, 0]).unwrap(), Connection::Strong).unwrap();
    assert_eq!((none, labels.shape()), (0, &[0][..]));
    assert!(matches!(connected_components(&tall::<f64, B>(xp), Connection::Strong), Err(Error::Shape { .. })));

    for_types!(fields, T => for a in [definite::<T, B>(xp).abs().unwrap(), general::<T, B>(xp).abs().unwrap(), tall::<T, B>(xp).abs().unwrap().slice(s![..40]).unwrap()] {
        // A node without edges.
        let n = a.shape()[0];
        let mut keep = vec![1.0; n];
        keep[3] = 0.0;
        let keep = xp.array(keep).unwrap().astype::<<T as Results>::Real>();
        let a = a.multiply(&keep).unwrap().multiply(keep.reshape([n, 1]).unwrap()).unwrap();
        let dense = a.to_dense().unwrap().into_dyn();
        let off = dense.subtract(dense.diagonal().unwrap().diag().unwrap()).unwrap();
        let sums = off.sum(0).unwrap();
        let expected = sums.diag().unwrap().subtract(&off).unwrap();
        let close = |actual: &Csr<<T as Results>::Real, B>, expected: &DynArray<B>| {
            assert!(actual.to_dense().unwrap().as_dyn().allclose(expected).unwrap());
        };
        close(&laplacian(&a, false).unwrap(), &expected);
        let alone = sums.equal(0).unwrap();
        let roots = alone.where_(1.0, sums.sqrt().unwrap()).unwrap();
        let ones = alone.logical_not().unwrap().astype(DType::F64).unwrap().diag().unwrap();
        let expected = ones.subtract(off.divide(&roots).unwrap().divide(roots.expand_dims(1).unwrap()).unwrap()).unwrap();
        close(&laplacian(&a, true).unwrap(), &expected);
    });
    assert_eq!(laplacian(&Csr::<f64, B>::zeros(xp, [0, 0]).unwrap(), true).unwrap().shape(), [0, 0]);
    assert!(matches!(laplacian(&tall::<f64, B>(xp), false), Err(Error::Shape { .. })));
}
