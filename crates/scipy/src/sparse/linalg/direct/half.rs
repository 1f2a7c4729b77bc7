//! One triangle that stands for both.

use super::order::Ordering;
use crate::sparse::host::{Lines, Scalar, Z, from_rows};
use xparray_core::prelude::*;
use xparray_core::sparse::Csr;
use xparray_core::{Error, Result};

/// A lower triangle by rows, with its diagonal apart.
pub(super) struct Half<F> {
    lower: Lines<F>,
    pub diagonal: Vec<f64>,
    /// The row of the matrix that comes at each place.
    pub order: Vec<usize>,
}

impl<F: Scalar> Half<F> {
    /// Row by row: each is the solution of a triangular system with the rows before (Davis, Direct Methods for Sparse Linear
    /// Systems, 4.4). Incomplete, it has entries only where the matrix has some.
    pub fn new(op: &'static str, columns: &Lines<F>, ordering: Ordering, incomplete: bool) -> Result<Self> {
        const NONE: usize = usize::MAX;
        let n = columns.count();
        if let Some(x) = columns.values.iter().find(|x| !x.magnitude().is_finite()) {
            return Err(Error::value(op, format!("an entry is not finite: {x:?}")));
        }
        let order = ordering.of(columns);
        let mut place = vec![0; n];
        order.iter().enumerate().for_each(|(k, &node)| place[node] = k);
        let mut lower: Lines<F> = Lines::new(n);
        let mut diagonal: Vec<f64> = Vec::with_capacity(n);
        // The columns of the triangle so far, and each column's first row below the diagonal: its parent.
        let mut below: Vec<Vec<(usize, F)>> = vec![Vec::new(); n];
        let mut parent = vec![NONE; n];
        let (mut x, mut seen) = (vec![F::default(); n], vec![NONE; n]);
        for (k, &node) in order.iter().enumerate() {
            let mut reach = Vec::new();
            seen[k] = k;
            let mut pivot = 0.0;
            for (i, value) in columns.line(node) {
                let i = place[i];
                if i == k {
                    pivot = value.cast::<Z>().re;
                }
                if i >= k {
                    continue; // The other triangle is that of later rows.
                }
                // The column is that of the other triangle: the row is its conjugate.
                x[i] = value.conj();
                let mut at = i;
                while at != NONE && seen[at] != k {
                    seen[at] = k;
                    reach.push(at);
                    if incomplete {
                        break;
                    }
                    if parent[at] == NONE {
                        parent[at] = k;
                    }
                    at = parent[at];
                }
            }
            reach.sort_unstable();
            for j in reach {
                let entry = std::mem::take(&mut x[j]) / diagonal[j].cast();
                for &(i, value) in &below[j] {
                    if i < k && seen[i] == k {
                        x[i] -= entry * value.conj();
                    }
                }
                pivot -= entry.magnitude() * entry.magnitude();
                below[j].push((k, entry));
                lower.push(j, entry);
            }
            if !(pivot > 0.0 && pivot.is_finite()) {
                return Err(Error::NotPositiveDefinite { op, minor: k + 1 });
            }
            diagonal.push(pivot.sqrt());
            lower.end_line();
        }
        Ok(Self { lower, diagonal, order })
    }

    pub fn solve(&self, b: &[F]) -> Vec<F> {
        let n = b.len();
        let mut x: Vec<F> = self.order.iter().map(|&node| b[node]).collect();
        for k in 0..n {
            for (j, value) in self.lower.line(k) {
                let part = value * x[j];
                x[k] -= part;
            }
            x[k] = x[k] / self.diagonal[k].cast();
        }
        for k in (0..n).rev() {
            x[k] = x[k] / self.diagonal[k].cast();
            for (j, value) in self.lower.line(k) {
                let part = value.conj() * x[k];
                x[j] -= part;
            }
        }
        let mut unknowns = vec![F::default(); n];
        self.order.iter().zip(x).for_each(|(&node, value)| unknowns[node] = value);
        unknowns
    }

    pub fn triangle<T: Field, B: Backend>(&self, xp: &B) -> Result<Csr<T, B>> {
        let mut all = Lines::new(self.order.len());
        for (k, &pivot) in self.diagonal.iter().enumerate() {
            self.lower.line(k).for_each(|(j, value)| all.push(j, value));
            all.push(k, pivot.cast());
            all.end_line();
        }
        from_rows::<F, T, B>(xp, &all)
    }
}
