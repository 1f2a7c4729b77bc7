//! Matchings: rows and columns in pairs that have an entry.

use crate::sparse::host::{Lines, rows};
use std::collections::VecDeque;
use xparray_core::Result;
use xparray_core::prelude::*;
use xparray_core::sparse::Csr;

/// What a matching names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Partition {
    /// The row of each column.
    #[default]
    Row,
    /// The column of each row.
    Column,
}

const NONE: usize = usize::MAX;

/// As many pairs of a row and a column as possible, each with an entry, none in two pairs: Hopcroft's and Karp's algorithm (SIAM
/// J. Comput. 2, 1973). Gives the partner of each column, or of each row, and -1 where there is none.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::csgraph::{Partition, maximum_bipartite_matching};
/// use xparray::sparse::Csr;
/// let graph = Csr::from_dense(&xp.array([[1.0, 1.0, 0.0], [1.0, 0.0, 0.0]])?)?;
/// assert_eq!(maximum_bipartite_matching(&graph, Partition::Column)?.to_string(), "[1 0]");
/// assert_eq!(maximum_bipartite_matching(&graph, Partition::Row)?.to_string(), "[ 1  0 -1]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::OutOfMemory`](xparray_core::Error::OutOfMemory).
pub fn maximum_bipartite_matching<T: RealField, B: Backend>(
    graph: &Csr<T, B>,
    perm_type: Partition,
) -> Result<Array<i64, B>> {
    let (of_rows, of_columns) = matching(&rows(graph)?);
    let partners = if perm_type == Partition::Row { of_columns } else { of_rows };
    let partners: Vec<i64> = partners.into_iter().map(|k| if k == NONE { -1 } else { k as i64 }).collect();
    graph.xp().from_slice(&partners, partners.len())
}

/// The largest rank that a matrix with entries at these places can have: the pairs of
/// [`maximum_bipartite_matching`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::csgraph::structural_rank;
/// use xparray::sparse::Csr;
/// let graph = Csr::from_dense(&xp.array([[1.0, 1.0, 1.0], [0.0, 0.0, 1.0], [0.0, 0.0, 1.0]])?)?;
/// assert_eq!(structural_rank(&graph)?, 2);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::OutOfMemory`](xparray_core::Error::OutOfMemory).
pub fn structural_rank<T: RealField, B: Backend>(graph: &Csr<T, B>) -> Result<usize> {
    Ok(matching(&rows(graph)?).0.into_iter().filter(|&column| column != NONE).count())
}

/// The column of each row and the row of each column.
pub(super) fn matching(rows: &Lines<f64>) -> (Vec<usize>, Vec<usize>) {
    let (mut of_rows, mut of_columns) = (vec![NONE; rows.count()], vec![NONE; rows.len]);
    loop {
        // How far each row is from one without a partner, along ways that alternate.
        let mut levels = vec![NONE; rows.count()];
        let mut queue: VecDeque<usize> = (0..rows.count()).filter(|&row| of_rows[row] == NONE).collect();
        queue.iter().for_each(|&row| levels[row] = 0);
        while let Some(row) = queue.pop_front() {
            for &column in rows.places_of(row) {
                let next = of_columns[column];
                if next != NONE && levels[next] == NONE {
                    levels[next] = levels[row] + 1;
                    queue.push_back(next);
                }
            }
        }
        let mut next = rows.starts[..rows.count()].to_vec();
        let mut found = false;
        for start in 0..rows.count() {
            if of_rows[start] == NONE {
                found |= augment(start, rows, &levels, &mut next, &mut of_rows, &mut of_columns);
            }
        }
        if !found {
            return (of_rows, of_columns);
        }
    }
}

/// Makes pairs along a way from a row without a partner to a column without one, level by level.
fn augment(
    start: usize,
    rows: &Lines<f64>,
    levels: &[usize],
    next: &mut [usize],
    of_rows: &mut [usize],
    of_columns: &mut [usize],
) -> bool {
    let mut way = vec![start];
    while let Some(&row) = way.last() {
        if next[row] == rows.starts[row + 1] {
            way.pop();
            if let Some(&before) = way.last() {
                next[before] += 1;
            }
            continue;
        }
        let partner = of_columns[rows.places[next[row]]];
        if partner == NONE {
            for &row in &way {
                let column = rows.places[next[row]];
                (of_rows[row], of_columns[column]) = (column, row);
            }
            // No other way goes through these rows in this turn.
            way.iter().for_each(|&row| next[row] = rows.starts[row + 1]);
            return true;
        }
        if levels[partner] == levels[row] + 1 {
            way.push(partner);
        } else {
            next[row] += 1;
        }
    }
    false
}
