//! A lower triangle in blocks of columns that have the same rows, and the upper triangle that belongs to it.

use crate::sparse::host::{Lines, Scalar};
use std::ops::SubAssign;

/// The place of a row that is no pivot's.
pub(super) const NONE: u32 = u32::MAX;

/// Successive columns of the lower triangle that have the same rows below: a dense block, row by row. It has the upper triangle's
/// part of these columns and rows as well, with the pivots.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    /// The first column.
    pub first: usize,
    pub width: usize,
    /// Where its rows begin, and how many there are: those of its pivots come first.
    pub rows: usize,
    pub count: usize,
    /// Where its values begin.
    pub values: usize,
}

/// Both triangles.
#[derive(Clone, Debug, Default)]
pub(super) struct Supernodes<F> {
    pub nodes: Vec<Node>,
    pub rows: Vec<u32>,
    pub values: Vec<F>,
    /// The rest of the upper triangle: where the segments and the values of each column begin; the first row of each segment, and how many
    /// follow.
    pub columns: Vec<(usize, usize)>,
    pub segments: Vec<(u32, u32)>,
    pub upper: Vec<F>,
}

impl<F: Scalar> Supernodes<F> {
    pub fn rows_of(&self, node: &Node) -> &[u32] {
        &self.rows[node.rows..node.rows + node.count]
    }

    pub fn block(&self, node: &Node) -> std::slice::ChunksExact<'_, F> {
        self.values[node.values..node.values + node.count * node.width].chunks_exact(node.width)
    }

    /// The segments of a column of the upper triangle above its node's block: the first row, and values.
    fn segments_of(&self, column: usize) -> impl Iterator<Item = (usize, &[F])> {
        let (from, mut at) = self.columns[column];
        let to = self.columns.get(column + 1).map_or(self.segments.len(), |next| next.0);
        self.segments[from..to].iter().map(move |&(row, len)| {
            let values = &self.upper[at..at + len as usize];
            at += len as usize;
            (row as usize, values)
        })
    }

    /// The columns of the lower triangle without its diagonal of ones, of the upper one without its diagonal, and that.
    pub fn triangles(&self) -> (Lines<F>, Lines<F>, Vec<F>) {
        let n = self.columns.len();
        let (mut lower, mut upper, mut pivots) = (Lines::new(n), Lines::new(n), Vec::with_capacity(n));
        let put = |lines: &mut Lines<F>, row, value: F| {
            if value != F::default() {
                lines.push(row, value);
            }
        };
        for node in &self.nodes {
            let rows = self.rows_of(node);
            for c in 0..node.width {
                for (row, values) in self.segments_of(node.first + c) {
                    values.iter().enumerate().for_each(|(k, &value)| put(&mut upper, row + k, value));
                }
                for (r, values) in self.block(node).enumerate() {
                    match r.cmp(&c) {
                        std::cmp::Ordering::Less => put(&mut upper, node.first + r, values[c]),
                        std::cmp::Ordering::Equal => pivots.push(values[c]),
                        std::cmp::Ordering::Greater => put(&mut lower, rows[r] as usize, values[c]),
                    }
                }
                lower.end_line();
                upper.end_line();
            }
        }
        (lower, upper, pivots)
    }

    /// Solves with the lower triangle, then the upper one.
    pub fn solve<G>(&self, x: &mut [G], times: impl Fn(F, G) -> G, over: impl Fn(G, F) -> G)
    where
        G: Copy + Default + SubAssign,
    {
        for node in &self.nodes {
            let rows = self.rows_of(node);
            for (r, values) in self.block(node).enumerate() {
                let known = &x[node.first..node.first + r.min(node.width)];
                let mut own = x[rows[r] as usize];
                for (&factor, &value) in values.iter().zip(known) {
                    own -= times(factor, value);
                }
                x[rows[r] as usize] = own;
            }
        }
        for node in self.nodes.iter().rev() {
            let diagonal = &self.values[node.values..];
            for c in (0..node.width).rev() {
                let value = over(x[node.first + c], diagonal[c * node.width + c]);
                x[node.first + c] = value;
                for r in 0..c {
                    x[node.first + r] -= times(diagonal[r * node.width + c], value);
                }
                for (row, values) in self.segments_of(node.first + c) {
                    for (unknown, &factor) in x[row..].iter_mut().zip(values) {
                        *unknown -= times(factor, value);
                    }
                }
            }
        }
    }

    /// Solves with the transposes: of the upper triangle, then of the lower one.
    pub fn solve_transposed<G>(&self, x: &mut [G], times: impl Fn(F, G) -> G, over: impl Fn(G, F) -> G)
    where
        G: Copy + Default + SubAssign,
    {
        for node in &self.nodes {
            let diagonal = &self.values[node.values..];
            for c in 0..node.width {
                let mut value = x[node.first + c];
                for (row, values) in self.segments_of(node.first + c) {
                    for (&known, &factor) in x[row..].iter().zip(values) {
                        value -= times(factor, known);
                    }
                }
                for r in 0..c {
                    value -= times(diagonal[r * node.width + c], x[node.first + r]);
                }
                x[node.first + c] = over(value, diagonal[c * node.width + c]);
            }
        }
        for node in self.nodes.iter().rev() {
            let rows = self.rows_of(node);
            for (r, values) in self.block(node).enumerate().rev() {
                let known = x[rows[r] as usize];
                for (unknown, &factor) in x[node.first..].iter_mut().zip(&values[..r.min(node.width)]) {
                    *unknown -= times(factor, known);
                }
            }
        }
    }
}
