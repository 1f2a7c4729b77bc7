//! The decomposition of a sparse matrix into triangles by supernodes, to the left, a few columns at a time (Demmel, Eisenstat,
//! Gilbert, Li and Liu, A supernodal approach to sparse partial pivoting, SIAM J. Matrix Anal. Appl. 20, 1999).

use super::growing::{Growing, WIDEST};
use super::structure::{PANEL, Structure};
use super::supernodes::{NONE, Supernodes};
use crate::sparse::host::{Lines, Scalar};

/// Entries of the panel's columns in one row.
type Row<F> = [F; PANEL];

/// What a column of the upper triangle has so far: the first row and the length of each segment, and their values.
#[derive(Default)]
struct Upper<F> {
    segments: Vec<(u32, u32)>,
    values: Vec<F>,
}

/// A supernode's rows, its values row by row, the length of these rows, and how many columns it has.
struct Block<'a, F> {
    first: usize,
    rows: &'a [u32],
    values: &'a [F],
    stride: usize,
    width: usize,
}

impl<F> Block<'_, F> {
    /// The entries of a row in a range of columns.
    fn row(&self, r: usize, columns: std::ops::Range<usize>) -> &[F] {
        &self.values[r * self.stride + columns.start..r * self.stride + columns.end]
    }
}

/// An elimination that has come to some column.
pub(super) struct Elimination<F> {
    factors: Supernodes<F>,
    growing: Growing<F>,
    structure: Structure,
    /// The entries of the panel, by row.
    x: Vec<Row<F>>,
    upper: [Upper<F>; PANEL],
    /// Of a column, the rows without a pivot, and their values.
    candidates: Vec<(usize, F)>,
}

impl<F: Scalar> Elimination<F> {
    /// Decomposes a matrix with its columns in this order; `choose` finds a column's pivot among rows and values. With the triangles
    /// come the places of the rows in them.
    ///
    /// # Errors
    /// The first column without a pivot.
    pub fn of(
        columns: &Lines<F>,
        order: &[usize],
        choose: impl Fn(&[(usize, F)], usize) -> Option<(usize, F)>,
    ) -> Result<(Supernodes<F>, Vec<u32>), usize> {
        let n = order.len();
        let mut all = Self {
            factors: Supernodes::default(),
            growing: Growing::new(),
            structure: Structure::new(n),
            x: vec![Row::default(); n],
            upper: Default::default(),
            candidates: Vec::new(),
        };
        for (panel, chunk) in order.chunks(PANEL).enumerate() {
            all.panel(columns, panel * PANEL, chunk, &choose)?;
        }
        all.close();
        let Self { mut factors, structure: Structure { place_of, .. }, .. } = all;
        for row in &mut factors.rows {
            *row = place_of[*row as usize];
        }
        Ok((factors, place_of))
    }

    fn panel(
        &mut self,
        columns: &Lines<F>,
        start: usize,
        chunk: &[usize],
        choose: impl Fn(&[(usize, F)], usize) -> Option<(usize, F)>,
    ) -> Result<(), usize> {
        let growing = (self.growing.width > 0).then(|| self.growing.below());
        for (lane, &j) in chunk.iter().enumerate() {
            for (row, value) in columns.line(j) {
                self.x[row][lane] = value;
                self.structure.reach(row as u32, lane, growing);
            }
        }
        // The supernode that grows may get columns of the panel.
        let begun = self.structure.count().saturating_sub(1);
        for at in (0..self.structure.order.len()).rev() {
            self.subtract_before(self.structure.order[at] as usize);
        }
        for (lane, &j) in chunk.iter().enumerate() {
            for node in begun..self.structure.count() {
                self.subtract_within(node, start, lane);
            }
            self.finish(start + lane, lane, j, &choose)?;
        }
        self.structure.clear();
        Ok(())
    }

    /// Subtracts a supernode's columns, which are before the panel, from those of the panel.
    fn subtract_before(&mut self, node: usize) {
        let block = block(&self.factors, &self.growing, node);
        let low = self.structure.reached(node).map(|(_, first)| first).min().map_or(0, |first| first - block.first);
        let mut u = [Row::<F>::default(); WIDEST];
        for c in low..block.width {
            let row = std::mem::take(&mut self.x[block.rows[c] as usize]);
            u[c] = without(row, block.row(c, low..c), &u[low..c]);
        }
        for (r, &row) in block.rows.iter().enumerate().skip(block.width) {
            let x = &mut self.x[row as usize];
            *x = without(*x, block.row(r, low..block.width), &u[low..block.width]);
        }
        for (lane, first) in self.structure.reached(node) {
            let values = &u[first - block.first..block.width];
            self.upper[lane].segments.push((first as u32, values.len() as u32));
            self.upper[lane].values.extend(values.iter().map(|row| row[lane]));
        }
    }

    /// Subtracts a supernode's columns that are of the panel, which begins at `start`, from a later one.
    fn subtract_within(&mut self, node: usize, start: usize, lane: usize) {
        let block = block(&self.factors, &self.growing, node);
        let mut ours = start.saturating_sub(block.first)..block.width;
        let Some(low) = ours.find(|&c| self.structure.is_touched(block.rows[c], lane)) else {
            return;
        };
        let mut u = [F::default(); WIDEST];
        for c in low..block.width {
            let value = std::mem::take(&mut self.x[block.rows[c] as usize][lane]);
            u[c] = block.row(c, low..c).iter().zip(&u[low..c]).fold(value, |x, (&factor, &u)| x - factor * u);
        }
        let u = &u[low..block.width];
        for (r, &row) in block.rows.iter().enumerate().skip(block.width) {
            self.structure.touch(row, lane);
            let x = &mut self.x[row as usize][lane];
            *x = block.row(r, low..block.width).iter().zip(u).fold(*x, |x, (&factor, &u)| x - factor * u);
        }
        self.upper[lane].segments.push(((block.first + low) as u32, u.len() as u32));
        self.upper[lane].values.extend_from_slice(u);
    }

    /// Divides a column by its pivot; it is one more of the last supernode, if their rows are the same, or the first of the next.
    fn finish(
        &mut self,
        k: usize,
        lane: usize,
        own: usize,
        choose: impl Fn(&[(usize, F)], usize) -> Option<(usize, F)>,
    ) -> Result<(), usize> {
        self.candidates.clear();
        let left = self.structure.left[lane].iter().map(|&row| row as usize);
        for row in left.filter(|&row| self.structure.place_of[row] == NONE) {
            self.candidates.push((row, self.x[row][lane]));
        }
        let (pivot_row, pivot) = choose(&self.candidates, own).ok_or(k)?;
        let Upper { mut segments, mut values } = std::mem::take(&mut self.upper[lane]);
        let follows = segments.iter().any(|&(row, len)| (row + len) as usize == k);
        if !(follows && self.growing.admits(self.candidates.len())) {
            self.close();
            self.growing.begin(k, self.candidates.iter().map(|&(row, _)| row as u32));
            self.structure.begin();
        }
        self.factors.columns.push((self.factors.segments.len(), self.factors.upper.len()));
        let mut rest = &values[..];
        for &(row, len) in &segments {
            let (values, others) = rest.split_at(len as usize);
            rest = others;
            if row as usize >= self.growing.first {
                self.growing.set(row as usize, values);
            } else {
                self.factors.segments.push((row, len));
                self.factors.upper.extend_from_slice(values);
            }
        }
        segments.clear();
        values.clear();
        self.upper[lane] = Upper { segments, values };
        let x = &mut self.x;
        let finite = self.growing.push(pivot_row as u32, pivot, |row| std::mem::take(&mut x[row as usize][lane]));
        self.structure.eliminate(pivot_row as u32, k, lane);
        if finite { Ok(()) } else { Err(k) }
    }

    /// Ends the supernode that grows, if there is one.
    fn close(&mut self) {
        if self.growing.width > 0 {
            self.structure.end(self.growing.below());
            self.growing.end(&mut self.factors);
        }
    }
}

/// A supernode, which may be the one that grows.
fn block<'a, F: Scalar>(factors: &'a Supernodes<F>, growing: &'a Growing<F>, node: usize) -> Block<'a, F> {
    match factors.nodes.get(node) {
        Some(node) => Block {
            first: node.first,
            rows: factors.rows_of(node),
            values: &factors.values[node.values..],
            stride: node.width,
            width: node.width,
        },
        None => Block {
            first: growing.first,
            rows: &growing.rows,
            values: &growing.block,
            stride: WIDEST,
            width: growing.width,
        },
    }
}

/// A row less multiples of others.
fn without<F: Scalar>(mut row: Row<F>, factors: &[F], others: &[Row<F>]) -> Row<F> {
    for (&factor, other) in factors.iter().zip(others) {
        for (x, &value) in row.iter_mut().zip(other) {
            *x -= factor * value;
        }
    }
    row
}
