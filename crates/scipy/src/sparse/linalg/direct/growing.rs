//! The supernode that the last column belongs to.

use super::supernodes::{Node, Supernodes};
use crate::sparse::host::Scalar;

/// Columns that a supernode has at most.
pub(super) const WIDEST: usize = 32;

/// A supernode that may get more columns.
pub(super) struct Growing<F> {
    pub first: usize,
    /// None if there is no such supernode.
    pub width: usize,
    /// Those of the pivots come first.
    pub rows: Vec<u32>,
    /// Row by row, each of the widest supernode's length.
    pub block: Vec<F>,
}

impl<F: Scalar> Growing<F> {
    pub fn new() -> Self {
        Self { first: 0, width: 0, rows: Vec::new(), block: Vec::new() }
    }

    /// Begins with a column that has entries in these rows.
    pub fn begin(&mut self, first: usize, rows: impl Iterator<Item = u32>) {
        self.first = first;
        self.rows.extend(rows);
        self.block.resize(self.rows.len() * WIDEST, F::default());
    }

    /// The rows that have no pivot.
    pub fn below(&self) -> &[u32] {
        &self.rows[self.width..]
    }

    /// Whether a column fits that has so many entries below those of the last column.
    pub fn admits(&self, count: usize) -> bool {
        (1..WIDEST).contains(&self.width) && count == self.below().len()
    }

    /// Sets a column's entries of the upper triangle from a row on.
    pub fn set(&mut self, row: usize, values: &[F]) {
        for (r, &value) in values.iter().enumerate() {
            self.block[(row - self.first + r) * WIDEST + self.width] = value;
        }
    }

    /// Takes a column up, whose entries below are given by their rows; whether it has no factor that is infinite.
    pub fn push(&mut self, pivot_row: u32, pivot: F, mut entry: impl FnMut(u32) -> F) -> bool {
        let c = self.width;
        let (mut pivot_at, mut finite) = (c, true);
        for r in c..self.rows.len() {
            let row = self.rows[r];
            let mut value = entry(row) / pivot;
            if row == pivot_row {
                (pivot_at, value) = (r, pivot);
            }
            finite &= value.magnitude().is_finite();
            self.block[r * WIDEST + c] = value;
        }
        self.rows.swap(c, pivot_at);
        for column in 0..=c {
            self.block.swap(c * WIDEST + column, pivot_at * WIDEST + column);
        }
        self.width += 1;
        finite
    }

    /// Becomes the last of the supernodes.
    pub fn end(&mut self, factors: &mut Supernodes<F>) {
        factors.nodes.push(Node {
            first: self.first,
            width: self.width,
            rows: factors.rows.len(),
            count: self.rows.len(),
            values: factors.values.len(),
        });
        factors.rows.append(&mut self.rows);
        self.block.chunks(WIDEST).for_each(|row| factors.values.extend_from_slice(&row[..self.width]));
        self.block.clear();
        self.width = 0;
    }
}
