//! Connected parts of graphs.

use super::edges::nodes;
use crate::connected::{leaders, numbers};
use xparray_core::Result;
use xparray_core::prelude::*;
use xparray_core::sparse::Csr;

/// What holds nodes together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Connection {
    /// A way between them on which directions of edges do not count.
    #[default]
    Weak,
    /// A way from each to the other.
    Strong,
}

/// The connected parts of a graph: how many there are, and the part of each node. Parts are numbered by their first nodes. An
/// entry is an edge unless it is zero.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::csgraph::{Connection, connected_components};
/// use xparray::sparse::Coo;
/// let graph = Coo::new([5, 5], [0, 2, 3], [2, 0, 1], &xp.ones::<f32>(3)?)?.to_csr()?;
/// let (count, labels) = connected_components(&graph, Connection::Weak)?;
/// assert_eq!((count, labels.to_string()), (3, "[0 1 0 1 2]".into()));
/// let (count, labels) = connected_components(&graph, Connection::Strong)?;
/// assert_eq!((count, labels.to_string()), (4, "[0 1 0 2 3]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`](xparray_core::Error::Shape) unless the matrix is square.
pub fn connected_components<T: Field, B: Backend>(
    graph: &Csr<T, B>,
    connection: Connection,
) -> Result<(usize, Array<i64, B>)> {
    let n = nodes("connected_components", graph)?;
    if connection == Connection::Weak && graph.xp().name() == "cpu" {
        let (count, labels) = joined(n, graph)?;
        return Ok((count, graph.xp().from_slice(&labels, n)?));
    }
    let (from, to) = graph.nonzero()?;
    if connection == Connection::Weak {
        let (labels, count) = numbers(&leaders(n, &from, &to)?)?;
        return Ok((count, labels));
    }
    let node = graph.xp().arange((0, n as i64, 1))?;
    let leader = if from.is_empty() { node } else { strong(node, &from, &to)? };
    let (leaders, labels) = leader.unique_inverse()?;
    Ok((leaders.len(), labels))
}

/// How many parts there are, and the part of each node, on the host. Each edge joins the sets of its
/// ends, whose first node stands for them; ways to it are halved (Tarjan and van Leeuwen, Worst-case analysis of set union algorithms, J. ACM
/// 31, 1984).
fn joined<T: Field, B: Backend>(n: usize, graph: &Csr<T, B>) -> Result<(usize, Vec<i64>)> {
    let (indptr, indices) = (graph.indptr()?.to_vec()?, graph.indices()?.to_vec()?);
    let there = graph.values()?.not_equal(&graph.xp().zeros::<T>([])?)?.to_vec()?;
    let mut above: Vec<usize> = (0..n).collect();
    for (from, ends) in indptr.windows(2).enumerate() {
        let edges = ends[0] as usize..ends[1] as usize;
        for (&to, _) in indices[edges.clone()].iter().zip(&there[edges]).filter(|(_, there)| **there) {
            let (a, b) = (first(&mut above, from), first(&mut above, to as usize));
            above[a.max(b)] = a.min(b);
        }
    }
    let (mut count, mut labels) = (0, vec![0; n]);
    for (node, &up) in above.iter().enumerate() {
        // A node's way leads to smaller ones only, which have their labels.
        if up == node {
            labels[node] = count;
            count += 1;
        } else {
            labels[node] = labels[up];
        }
    }
    Ok((count as usize, labels))
}

/// The node that stands for a node's set.
fn first(above: &mut [usize], mut node: usize) -> usize {
    while above[node] != node {
        above[node] = above[above[node]];
        node = above[node];
    }
    node
}

/// The first node of each node's strongly connected part, by colours (Orzan, On Distributed Verification and Verified
/// Distribution, 2004): a node has the colour of the smallest one from which there is a way to it. From where a node has its own
/// colour, its part is what leads there within the colour; the rest is left for another round.
fn strong<B: Backend>(node: Array<i64, B>, from: &Array<i64, B>, to: &Array<i64, B>) -> Result<Array<i64, B>> {
    let n = node.len() as i64;
    let mut leader = node.full_like(n);
    while leader.equal(n)?.any(..)?.item()? {
        let left = leader.equal(n)?;
        let mask = left.take(from, 0)? & left.take(to, 0)?;
        let (from, to) = (from.mask(&mask)?, to.mask(&mask)?);
        let colour = until_settled(node.clone(), |colour| {
            let mut next = colour.clone();
            next.minimum_at([&to], &colour.take(&from, 0)?)?;
            Ok(next)
        })?;
        let mask = colour.take(&from, 0)?.equal(&colour.take(&to, 0)?)?;
        let (from, to) = (from.mask(&mask)?, to.mask(&mask)?);
        let reached = until_settled(colour.equal(&node)?.astype::<i64>(), |reached| {
            let mut next = reached.clone();
            next.maximum_at([&from], &reached.take(&to, 0)?)?;
            Ok(next)
        })?;
        let found = left & reached.equal(1)?;
        leader = found.where_(&colour, &leader)?;
    }
    Ok(leader)
}

/// Repeats a function until it changes nothing.
fn until_settled<B: Backend>(
    mut x: Array<i64, B>,
    f: impl Fn(&Array<i64, B>) -> Result<Array<i64, B>>,
) -> Result<Array<i64, B>> {
    loop {
        let next = f(&x)?;
        if next.array_equal(&x)? {
            return Ok(x);
        }
        x = next;
    }
}
