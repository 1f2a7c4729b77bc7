//! Least squares of rows with few entries, by rotations.

use xparray_core::{Error, Result};

/// The triangle of a matrix whose rows have their entries within `width` columns, and the right sides turned with it. The last `border` columns may
/// have entries in every row, as those of splines that repeat (Dierckx, Algorithms for smoothing data with periodic and parametric splines, 1982).
#[derive(Clone, Debug)]
pub(in crate::interpolate) struct Triangular {
    n: usize,
    width: usize,
    border: usize,
    columns: usize,
    /// For each row the entries from the diagonal on, then those of the border.
    rows: Vec<f64>,
    sides: Vec<f64>,
}

impl Triangular {
    pub fn new(n: usize, width: usize, border: usize, columns: usize) -> Self {
        let rows = vec![0.0; n * (width + border)];
        Self { n, width, border, columns, rows, sides: vec![0.0; n * columns] }
    }

    /// Entries at columns, which may wrap around, as a row to be rotated in.
    pub fn row(&self, entries: impl IntoIterator<Item = (usize, f64)>) -> (usize, Vec<f64>) {
        let mut row = vec![0.0; self.width + self.border];
        let inner = self.n - self.border;
        let entries: Vec<_> = entries.into_iter().map(|(column, value)| (column % self.n, value)).collect();
        let start = entries.iter().map(|entry| entry.0).filter(|&column| column < inner).min().unwrap_or(inner);
        for (column, value) in entries {
            let place = if column < inner { column - start } else { self.width + column - inner };
            row[place] += value;
        }
        (start, row)
    }

    /// Rotates a row in, with its right sides, which are left as what the rotations leave of them.
    pub fn push(&mut self, (start, mut row): (usize, Vec<f64>), sides: &mut [f64]) {
        let (inner, width) = (self.n - self.border, self.width);
        for i in start..inner {
            if row[..width].iter().all(|&x| x == 0.0) {
                break;
            }
            self.rotate(i, 0, &mut row, sides);
            row[..width].rotate_left(1);
            row[width - 1] = 0.0;
        }
        for i in inner..self.n {
            self.rotate(i, width + i - inner, &mut row, sides);
        }
    }

    /// Rotates the entry at a place of the row into the diagonal of row `i`.
    fn rotate(&mut self, i: usize, pivot: usize, row: &mut [f64], sides: &mut [f64]) {
        if row[pivot] == 0.0 {
            return;
        }
        let size = self.width + self.border;
        let kept = &mut self.rows[i * size..][..size];
        let length = kept[pivot].hypot(row[pivot]);
        let (c, s) = (kept[pivot] / length, row[pivot] / length);
        let turn = |a: &mut f64, b: &mut f64| (*a, *b) = (c * *a + s * *b, c * *b - s * *a);
        kept.iter_mut().zip(row.iter_mut()).for_each(|(a, b)| turn(a, b));
        row[pivot] = 0.0;
        let known = &mut self.sides[i * self.columns..][..self.columns];
        known.iter_mut().zip(sides).for_each(|(a, b)| turn(a, b));
    }

    /// Place in the row of the diagonal.
    fn pivot(&self, i: usize) -> usize {
        let inner = self.n - self.border;
        if i < inner { 0 } else { self.width + i - inner }
    }

    /// The sum of the diagonal's entries.
    pub fn diagonal_sum(&self) -> f64 {
        let size = self.width + self.border;
        (0..self.n).map(|i| self.rows[i * size + self.pivot(i)]).sum()
    }

    /// The same rows in a triangle of wider ones.
    pub fn widened(&self, width: usize) -> Self {
        let mut wide = Self::new(self.n, width, self.border, self.columns);
        let (from, to) = (self.width + self.border, width + self.border);
        for i in 0..self.n {
            wide.rows[i * to..][..self.width].copy_from_slice(&self.rows[i * from..][..self.width]);
            wide.rows[i * to + width..][..self.border]
                .copy_from_slice(&self.rows[i * from + self.width..][..self.border]);
        }
        wide.sides.clone_from(&self.sides);
        wide
    }

    /// The solutions, a row for each unknown. `least` is the share of the largest diagonal at or below which one counts as 0.
    ///
    /// # Errors
    /// [`Error::Singular`] if one does.
    pub fn solve(&self, op: &'static str, least: f64) -> Result<Vec<f64>> {
        let (size, inner, columns) = (self.width + self.border, self.n - self.border, self.columns);
        let diagonal = |i: usize| self.rows[i * size + self.pivot(i)];
        let largest = (0..self.n).fold(0.0f64, |most, i| most.max(diagonal(i).abs()));
        let mut x = self.sides.clone();
        for i in (0..self.n).rev() {
            if diagonal(i).is_nan() || diagonal(i).abs() <= least * largest {
                return Err(Error::Singular { op, pivot: i });
            }
            let row = &self.rows[i * size..][..size];
            let band = (i + 1..inner.min(i + self.width)).map(|j| (j, row[j - i]));
            let band = band.take(if i < inner { self.width } else { 0 });
            let border = (inner.max(i + 1)..self.n).map(|j| (j, row[self.width + j - inner]));
            let (head, tail) = x.split_at_mut((i + 1) * columns);
            let now = &mut head[i * columns..];
            for (j, entry) in band.chain(border) {
                let known = &tail[(j - i - 1) * columns..][..columns];
                now.iter_mut().zip(known).for_each(|(x, known)| *x -= entry * known);
            }
            now.iter_mut().for_each(|x| *x /= diagonal(i));
        }
        Ok(x)
    }
}
