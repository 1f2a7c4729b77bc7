//! Matchings of least weight.

use super::dijkstra::Distance;
use crate::sparse::host::{Lines, rows};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use xparray_core::prelude::*;
use xparray_core::sparse::Csr;
use xparray_core::{Error, Result};

const NONE: usize = usize::MAX;

/// A column for each row, or a row for each column if there are fewer of these, none twice, so that the sum of the entries is
/// as small as possible, or as large: by shortest ways that make one more pair each, with prices that leave no entry negative
/// (Jonker and Volgenant, Computing 38, 1987). Gives the rows of the pairs, ascending, and their columns.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::csgraph::min_weight_full_bipartite_matching;
/// use xparray::sparse::Csr;
/// let cost = Csr::from_dense(&xp.array([[4.0, 1.0, 3.0], [2.0, 0.0, 5.0], [3.0, 2.0, 2.0]])?)?;
/// let (row_ind, col_ind) = min_weight_full_bipartite_matching(&cost, false)?;
/// assert_eq!((row_ind.to_string(), col_ind.to_string()), ("[0 1 2]".into(), "[1 0 2]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] if there are not so many pairs, and for an entry that is not finite.
pub fn min_weight_full_bipartite_matching<T: RealField, B: Backend>(
    biadjacency: &Csr<T, B>,
    maximize: bool,
) -> Result<(Array<i64, B>, Array<i64, B>)> {
    const OP: &str = "min_weight_full_bipartite_matching";
    let mut costs = rows::<f64, T, B>(biadjacency)?;
    if let Some(weight) = costs.values.iter().find(|weight| !weight.is_finite()) {
        return Err(Error::value(OP, format!("an entry of {weight}")));
    }
    if maximize {
        costs.values.iter_mut().for_each(|weight| *weight = -*weight);
    }
    let turned = costs.count() > costs.len;
    if turned {
        costs = costs.transposed();
    }
    let partners = assign(&costs).ok_or_else(|| Error::value(OP, "no full matching exists"))?;
    let mut pairs: Vec<(i64, i64)> = partners.into_iter().enumerate().map(|(i, j)| (i as i64, j as i64)).collect();
    if turned {
        pairs.iter_mut().for_each(|pair| *pair = (pair.1, pair.0));
        pairs.sort_unstable();
    }
    let (row, col): (Vec<i64>, Vec<i64>) = pairs.into_iter().unzip();
    let xp = biadjacency.xp();
    Ok((xp.from_slice(&row, row.len())?, xp.from_slice(&col, col.len())?))
}

/// The column of each row.
fn assign(costs: &Lines<f64>) -> Option<Vec<usize>> {
    let (n, m) = (costs.count(), costs.len);
    let (mut of_rows, mut of_columns) = (vec![NONE; n], vec![NONE; m]);
    // Reduced costs `cost - row price - column price` are not negative, and zero for pairs.
    let smallest = |row: usize| costs.line(row).map(|(_, cost)| cost).fold(f64::INFINITY, f64::min);
    let (mut row_price, mut column_price) = ((0..n).map(smallest).collect::<Vec<f64>>(), vec![0.0; m]);
    // Of the way to each column: its length, the row before it, and whether it is final. Columns that were met are reset.
    let (mut distance, mut before, mut done) = (vec![f64::INFINITY; m], vec![NONE; m], vec![false; m]);
    let mut met = Vec::new();
    for start in 0..n {
        for column in met.drain(..) {
            (distance[column], done[column]) = (f64::INFINITY, false);
        }
        let mut settled = Vec::new();
        let mut queue = BinaryHeap::new();
        let (mut row, mut so_far) = (start, 0.0);
        let last = loop {
            for (column, cost) in costs.line(row) {
                // Rounding must leave nothing negative.
                let along = so_far + (cost - row_price[row] - column_price[column]).max(0.0);
                if !done[column] && along < distance[column] {
                    distance[column] = along;
                    before[column] = row;
                    met.push(column);
                    queue.push(Reverse((Distance(along), column)));
                }
            }
            let nearest = loop {
                let Reverse((_, column)) = queue.pop()?;
                if !done[column] {
                    break column;
                }
            };
            done[nearest] = true;
            so_far = distance[nearest];
            if of_columns[nearest] == NONE {
                break nearest;
            }
            settled.push(nearest);
            row = of_columns[nearest];
        };
        row_price[start] += so_far;
        for column in settled {
            let change = so_far - distance[column];
            column_price[column] -= change;
            row_price[of_columns[column]] += change;
        }
        let mut column = last;
        loop {
            let row = before[column];
            of_columns[column] = row;
            column = std::mem::replace(&mut of_rows[row], column);
            if row == start {
                break;
            }
        }
    }
    Some(of_rows)
}
