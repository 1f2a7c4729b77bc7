//! Orders of elimination that leave few entries in the factors.

use crate::sparse::host::Lines;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The order in which a direct solver eliminates unknowns: SciPy's `permc_spec`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ordering {
    /// As they come: `NATURAL`.
    Natural,
    /// Those that meet few others first, as of `A* A` (Davis, Gilbert, Larimore and Ng, A column approximate minimum degree
    /// ordering algorithm, 2004): for matrices whose rows may be exchanged.
    #[default]
    Colamd,
    /// Those that meet few others first, as of `A* + A` (Amestoy, Davis and Duff, An approximate minimum degree ordering
    /// algorithm, 1996): `MMD_AT_PLUS_A`, for matrices with nearly symmetric places of entries and large diagonals.
    MmdAtPlusA,
    /// Level by level from the edge, so that entries are near the diagonal: Cuthill and McKee's, reversed.
    ReverseCuthillMckee,
}

impl Ordering {
    /// The columns in the order in which they are eliminated.
    pub(crate) fn of<F: Copy>(self, columns: &Lines<F>) -> Vec<usize> {
        let n = columns.count();
        match self {
            Self::Natural => (0..n).collect(),
            Self::Colamd => {
                let rows = columns.transposed();
                let cliques = (0..rows.count()).map(|i| rows.places_of(i).to_vec());
                minimum_degree(n, cliques.filter(|row| (1..=many(n)).contains(&row.len())).collect())
            }
            Self::MmdAtPlusA => {
                let pairs = (0..n).flat_map(|j| columns.places_of(j).iter().map(move |&i| (i.min(j), i.max(j))));
                let mut pairs: Vec<(usize, usize)> = pairs.filter(|(i, j)| i != j).collect();
                pairs.sort_unstable();
                pairs.dedup();
                minimum_degree(n, pairs.into_iter().map(|(i, j)| vec![i, j]).collect())
            }
            Self::ReverseCuthillMckee => reverse_cuthill_mckee(&neighbours(columns)),
        }
    }
}

/// The nodes that each node meets in either direction, without itself, ascending.
pub(crate) fn neighbours<F: Copy>(lines: &Lines<F>) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); lines.count()];
    for i in 0..lines.count() {
        for &j in lines.places_of(i).iter().filter(|&&j| j != i) {
            neighbours[i].push(j);
            neighbours[j].push(i);
        }
    }
    for list in &mut neighbours {
        list.sort_unstable();
        list.dedup();
    }
    neighbours
}

/// An order of `n` variables in which that of the fewest neighbours comes next, about. Variables that are in one clique are
/// neighbours. The eliminated variable's neighbours become a clique, which takes the place of all those it was in.
///
/// Degrees are sums of the sizes of cliques outside of the newest, an upper bound. Variables that are in the same cliques are
/// eliminated together.
fn minimum_degree(n: usize, mut cliques: Vec<Vec<usize>>) -> Vec<usize> {
    let mut member_of = vec![Vec::new(); n];
    for (e, clique) in cliques.iter().enumerate() {
        for &v in clique {
            member_of[v].push(e);
        }
    }
    // Variables that are as this one, itself first; none once it is eliminated or is as another one. What is nearly everybody's
    // neighbour comes last, and is looked at no more.
    let (mut same, mut last) = (vec![Vec::new(); n], Vec::new());
    for v in 0..n {
        let list = if member_of[v].len() > many(n) { &mut last } else { &mut same[v] };
        list.push(v);
    }
    let mut degree: Vec<usize> = member_of.iter().map(|of| of.iter().map(|&e| cliques[e].len() - 1).sum()).collect();
    let mut queue: BinaryHeap<_> = degree.iter().enumerate().map(|(v, &d)| Reverse((d, v))).collect();
    let mut order = Vec::with_capacity(n);
    // By clique, its members outside of the newest one, and when that was counted; by variable, when it was seen.
    let mut outside: Vec<(usize, usize)> = vec![(0, 0); cliques.len()];
    let mut seen = vec![0; n];
    let mut step = 0;
    while let Some(Reverse((d, pivot))) = queue.pop() {
        if same[pivot].is_empty() || d != degree[pivot] {
            continue;
        }
        step += 1;
        order.append(&mut same[pivot]);
        let mut newest = Vec::new();
        for e in std::mem::take(&mut member_of[pivot]) {
            for v in std::mem::take(&mut cliques[e]) {
                if !same[v].is_empty() && seen[v] != step {
                    seen[v] = step;
                    newest.push(v);
                }
            }
        }
        for &v in &newest {
            for &e in &member_of[v] {
                if outside[e].1 != step {
                    cliques[e].retain(|&v| !same[v].is_empty());
                    outside[e] = (cliques[e].iter().map(|&v| same[v].len()).sum(), step);
                }
                outside[e].0 = outside[e].0.saturating_sub(same[v].len());
            }
        }
        let e = cliques.len();
        outside.push((0, 0));
        let size: usize = newest.iter().map(|&v| same[v].len()).sum();
        let mut alike: Vec<(Vec<usize>, usize)> = Vec::with_capacity(newest.len());
        for &v in &newest {
            // A clique within the newest one says nothing more.
            member_of[v].retain(|&e| outside[e].0 > 0);
            let others: usize = member_of[v].iter().map(|&e| outside[e].0).sum();
            degree[v] = (size - same[v].len() + others).min(n - order.len());
            member_of[v].push(e);
            alike.push((member_of[v].clone(), v));
        }
        alike.sort_unstable();
        let mut first: Option<(&[usize], usize)> = None;
        for (of, v) in &alike {
            match first {
                Some((other, w)) if other == of.as_slice() => {
                    let mut all = std::mem::take(&mut same[*v]);
                    degree[w] = degree[w].saturating_sub(all.len());
                    same[w].append(&mut all);
                }
                _ => first = Some((of, *v)),
            }
        }
        newest.retain(|&v| !same[v].is_empty());
        queue.extend(newest.iter().map(|&v| Reverse((degree[v], v))));
        cliques.push(newest);
    }
    order.append(&mut last);
    order
}

/// More neighbours than this would make all columns neighbours, whatever the order.
fn many(n: usize) -> usize {
    (10.0 * (n as f64).sqrt()).max(16.0) as usize
}

/// Nodes level by level, each level by degree, from a node far from the others; reversed (Cuthill and McKee, 1969; George,
/// 1971). The start is found by going to the far end twice and more, until levels get no more (George and Liu, 1979).
pub(crate) fn reverse_cuthill_mckee(neighbours: &[Vec<usize>]) -> Vec<usize> {
    let n = neighbours.len();
    let mut by_degree: Vec<usize> = (0..n).collect();
    by_degree.sort_by_key(|&v| neighbours[v].len());
    let mut placed = vec![false; n];
    let mut order = Vec::with_capacity(n);
    let mut level_of = vec![usize::MAX; n];
    for root in by_degree {
        if placed[root] {
            continue;
        }
        let mut start = root;
        let mut deepest = 0;
        loop {
            let (reached, depth) = levels(start, neighbours, &mut level_of);
            let far = reached.iter().filter(|&&v| level_of[v] == depth).min_by_key(|&&v| neighbours[v].len());
            let next = far.copied().unwrap_or(start);
            reached.iter().for_each(|&v| level_of[v] = usize::MAX);
            if depth <= deepest {
                break;
            }
            (start, deepest) = (next, depth);
        }
        let mut at = order.len();
        order.push(start);
        placed[start] = true;
        while at < order.len() {
            let begin = order.len();
            for &v in &neighbours[order[at]] {
                if !placed[v] {
                    placed[v] = true;
                    order.push(v);
                }
            }
            order[begin..].sort_by_key(|&v| neighbours[v].len());
            at += 1;
        }
    }
    order.reverse();
    order
}

/// The nodes that are reached from one, with their distances in `level_of`, and the largest distance.
fn levels(start: usize, neighbours: &[Vec<usize>], level_of: &mut [usize]) -> (Vec<usize>, usize) {
    let mut reached = vec![start];
    level_of[start] = 0;
    let mut at = 0;
    while at < reached.len() {
        let v = reached[at];
        for &w in &neighbours[v] {
            if level_of[w] == usize::MAX {
                level_of[w] = level_of[v] + 1;
                reached.push(w);
            }
        }
        at += 1;
    }
    let depth = level_of[reached[at - 1]];
    (reached, depth)
}
