//! The order in which columns with the same rows come one after the other.

use crate::sparse::host::Lines;

const NONE: usize = usize::MAX;

/// The same order of elimination but for columns that have nothing to do with each other: each column comes right after those of its subtree in
/// the elimination tree of `A* A` (Liu, The role of elimination trees in sparse factorization, 1990), which leaves the
/// triangles' entries as they are.
pub(super) fn postordered<F: Copy>(columns: &Lines<F>, order: &[usize]) -> Vec<usize> {
    let parents = elimination_tree(columns, order);
    let n = order.len();
    let (mut child, mut sibling) = (vec![NONE; n], vec![NONE; n]);
    for k in (0..n).rev() {
        if parents[k] != NONE {
            sibling[k] = child[parents[k]];
            child[parents[k]] = k;
        }
    }
    let mut placed = Vec::with_capacity(n);
    let mut way = Vec::new();
    for root in (0..n).filter(|&k| parents[k] == NONE) {
        way.push(root);
        while let Some(&top) = way.last() {
            if child[top] == NONE {
                placed.push(order[top]);
                way.pop();
            } else {
                way.push(child[top]);
                child[top] = sibling[child[top]];
            }
        }
    }
    placed
}

/// The first later column that each column's pivot can be a part of, whichever rows are pivots; by paths that are compressed.
fn elimination_tree<F: Copy>(columns: &Lines<F>, order: &[usize]) -> Vec<usize> {
    let n = order.len();
    let (mut parents, mut ancestors) = (vec![NONE; n], vec![NONE; n]);
    // The last column so far that has an entry in a row.
    let mut last = vec![NONE; columns.len];
    for (k, &j) in order.iter().enumerate() {
        for &row in columns.places_of(j) {
            let mut node = last[row];
            while node != NONE && node < k {
                let next = ancestors[node];
                ancestors[node] = k;
                if next == NONE {
                    parents[node] = k;
                }
                node = next;
            }
            last[row] = k;
        }
    }
    parents
}
