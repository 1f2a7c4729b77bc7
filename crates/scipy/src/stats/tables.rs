//! Fisher's exact test of tables of any size, on the host.

use xparray_core::{Error, Result};

/// How many tables are looked at, and the largest sum of counts.
const TABLES: usize = 20_000_000;
const COUNTS: u64 = 1_000_000;
/// How many counts a table has: the search is as deep, and goes by the stack.
const CELLS: usize = 1000;

/// The probability of a table of counts with any number of rows and columns among those with the same sums, and that of all tables that are no
/// likelier (Freeman and Halton, Biometrika 38, 1951): `(statistic, pvalue)`. It looks at every table, on the host.
///
/// ```
/// use xparray::scipy::stats::fisher_exact_table;
/// let (statistic, p) = fisher_exact_table(&[&[3, 0, 1], &[0, 2, 2]])?;
/// assert_eq!(format!("{statistic:.6} {p:.6}"), "0.042857 0.228571");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for rows of different lengths, no counts, a sum above a million, more than a thousand counts, and more than twenty million tables.
#[doc(alias = "fisher_exact")]
pub fn fisher_exact_table(table: &[&[u64]]) -> Result<(f64, f64)> {
    const OP: &str = "fisher_exact_table";
    let width = table.first().map_or(0, |row| row.len());
    let mut counts = table.iter().flat_map(|row| row.iter());
    let total = counts.try_fold(0u64, |sum, &x| sum.checked_add(x)).filter(|&total| total <= COUNTS);
    let (true, Some(total)) = (width > 0 && table.iter().all(|row| row.len() == width), total) else {
        return Err(Error::value(OP, format!("the table {table:?}")));
    };
    if table.len() * width > CELLS {
        return Err(Error::value(OP, format!("{} rows of {width} counts, more than {CELLS} in all", table.len())));
    }
    let mut logs = vec![0.0];
    (1..=total).for_each(|k| logs.push(logs[k as usize - 1] + (k as f64).ln()));
    let rows: Vec<u64> = table.iter().map(|row| row.iter().sum()).collect();
    let columns: Vec<u64> = (0..width).map(|j| table.iter().map(|row| row[j]).sum()).collect();
    let log = |x: &u64| logs[*x as usize];
    let constant = rows.iter().chain(&columns).map(log).sum::<f64>() - log(&total);
    let observed = constant - table.iter().flat_map(|row| row.iter()).map(log).sum::<f64>();
    let mut search = Search { logs: &logs, columns: &columns, limit: observed + 1e-7, sum: 0.0, tables: 0 };
    let mut left = rows;
    if !search.cell(&mut left, 0, 0, columns[0], constant) {
        return Err(Error::value(OP, format!("more than {TABLES} tables have the sums of {table:?}")));
    }
    Ok((observed.exp(), search.sum.min(1.0)))
}

struct Search<'a> {
    logs: &'a [f64],
    columns: &'a [u64],
    /// The largest logarithm of a probability that counts.
    limit: f64,
    sum: f64,
    tables: usize,
}

impl Search<'_> {
    /// All counts of a row in a column, and of those after it, with what is left of the sums; whether there were not too many.
    fn cell(&mut self, left: &mut [u64], row: usize, column: usize, rest: u64, log: f64) -> bool {
        if column + 1 == self.columns.len() {
            // The last column is what is left.
            self.tables += 1;
            let log = log - left.iter().map(|&x| self.logs[x as usize]).sum::<f64>();
            if log <= self.limit {
                self.sum += log.exp();
            }
            return self.tables <= TABLES;
        }
        if row + 1 == left.len() {
            if rest > left[row] {
                return true;
            }
            left[row] -= rest;
            let log = log - self.logs[rest as usize];
            let fine = self.cell(left, 0, column + 1, self.columns[column + 1], log);
            left[row] += rest;
            return fine;
        }
        let others: u64 = left[row + 1..].iter().sum();
        for count in rest.saturating_sub(others)..=rest.min(left[row]) {
            left[row] -= count;
            let fine = self.cell(left, row + 1, column, rest - count, log - self.logs[count as usize]);
            left[row] += count;
            if !fine {
                return false;
            }
        }
        true
    }
}
