//! The decomposition of a sparse matrix into triangles, column by column.

use super::order::Ordering;
use super::reach::Reach;
use crate::sparse::host::{Lines, Scalar};
use std::ops::SubAssign;
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

/// What is left out of the factors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dropping {
    /// Entries below this, relative to the largest of the matrix' column, or of the column of the lower triangle to its pivot.
    pub tolerance: f64,
    /// Entries that a column of either triangle has at most.
    pub most: usize,
}

/// How to decompose.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub op: &'static str,
    pub ordering: Ordering,
    /// The diagonal is the pivot if it is at least so much of the largest entry.
    pub threshold: f64,
    pub dropping: Option<Dropping>,
}

/// The triangles of a matrix with its rows and columns in another order.
#[derive(Clone, Debug)]
pub(super) struct Lu<F> {
    /// The columns of the lower triangle, without its diagonal of ones.
    pub lower: Lines<F>,
    /// The columns of the upper triangle, without its diagonal.
    pub upper: Lines<F>,
    pub pivots: Vec<F>,
    /// The place in the triangles of each row.
    pub row_place: Vec<usize>,
    /// The column that comes at each place.
    pub column_order: Vec<usize>,
}

/// The system that is solved: with the matrix, its transpose, or its adjoint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trans {
    /// `A x = b`: SciPy's `N`.
    #[default]
    Plain,
    /// `A.T x = b`: `T`.
    Transpose,
    /// `A* x = b`, of the conjugate transpose: `H`.
    Adjoint,
}

impl<F: Scalar> Lu<F> {
    /// Decomposes a square matrix: for each column, the entries of the columns before that it reaches are eliminated (Gilbert
    /// and Peierls, Sparse partial pivoting in time proportional to arithmetic operations, 1988).
    pub fn new(columns: &Lines<F>, plan: Plan) -> Result<Self> {
        const NONE: usize = usize::MAX;
        let n = columns.count();
        if let Some(x) = columns.values.iter().find(|x| !x.magnitude().is_finite()) {
            return Err(Error::value(plan.op, format!("an entry is not finite: {x:?}")));
        }
        let column_order = plan.ordering.of(columns);
        let (mut lower, mut upper): (Lines<F>, Lines<F>) = (Lines::new(n), Lines::new(n));
        let mut pivots = Vec::with_capacity(n);
        let mut row_place = vec![NONE; n];
        let mut x = vec![F::default(); n];
        let mut reach = Reach::new(n);
        for (k, &j) in column_order.iter().enumerate() {
            reach.of(columns.places_of(j), &lower, &row_place);
            let mut largest: f64 = 0.0;
            for (i, value) in columns.line(j) {
                x[i] = value;
                largest = largest.max(value.magnitude());
            }
            let small = plan.dropping.map_or(0.0, |d| d.tolerance * largest);
            // From the first of the columns before to the last; rows of none are what is left.
            let mut left = Vec::new();
            let start = upper.places.len();
            for &i in reach.order.iter().rev() {
                let place = row_place[i];
                if place == NONE {
                    left.push((i, std::mem::take(&mut x[i])));
                    continue;
                }
                let value = std::mem::take(&mut x[i]);
                if value == F::default() || value.magnitude() < small {
                    continue;
                }
                upper.push(place, value);
                for (row, factor) in lower.line(place) {
                    x[row] -= factor * value;
                }
            }
            let (row, pivot) = match choose(&left, j, plan.threshold) {
                Some(found) => found,
                // Incomplete triangles need not be exact.
                None if plan.dropping.is_some() && largest > 0.0 => {
                    let replaced = (largest * plan.dropping.map_or(1.0, |d| d.tolerance.max(f64::EPSILON))).cast();
                    match left.iter().find(|(i, _)| *i == j).or(left.first()) {
                        Some(&(i, _)) => (i, replaced),
                        None => match row_place.iter().position(|&place| place == NONE) {
                            Some(i) => (i, replaced),
                            None => return Err(Error::Singular { op: plan.op, pivot: k }),
                        },
                    }
                }
                None => return Err(Error::Singular { op: plan.op, pivot: k }),
            };
            row_place[row] = k;
            pivots.push(pivot);
            let least = plan.dropping.map_or(0.0, |d| d.tolerance) * pivot.magnitude();
            let begin = lower.places.len();
            for (i, value) in left {
                if i != row && value != F::default() && value.magnitude() >= least {
                    lower.push(i, value / pivot);
                }
            }
            if let Some(dropping) = plan.dropping {
                keep_largest(&mut lower, begin, dropping.most);
                keep_largest(&mut upper, start, dropping.most);
            }
            lower.end_line();
            upper.end_line();
        }
        for place in &mut lower.places {
            *place = row_place[*place];
        }
        Ok(Self { lower, upper, pivots, row_place, column_order })
    }

    /// Solves for one vector: of the factors' numbers, or complex for real factors.
    pub fn solve<G>(&self, b: &[G], side: Trans, times: impl Fn(F, G) -> G, over: impl Fn(G, F) -> G) -> Vec<G>
    where
        G: Copy + Default + SubAssign,
    {
        let n = b.len();
        let mut x = vec![G::default(); n];
        if side == Trans::Plain {
            for (value, &place) in b.iter().zip(&self.row_place) {
                x[place] = *value;
            }
            for k in 0..n {
                for (i, factor) in self.lower.line(k) {
                    let part = times(factor, x[k]);
                    x[i] -= part;
                }
            }
            for k in (0..n).rev() {
                x[k] = over(x[k], self.pivots[k]);
                for (i, factor) in self.upper.line(k) {
                    let part = times(factor, x[k]);
                    x[i] -= part;
                }
            }
            let mut unknowns = vec![G::default(); n];
            for (&column, value) in self.column_order.iter().zip(x) {
                unknowns[column] = value;
            }
            return unknowns;
        }
        let turned = |factor: F| if side == Trans::Adjoint { factor.conj() } else { factor };
        for (k, &column) in self.column_order.iter().enumerate() {
            let mut value = b[column];
            for (i, factor) in self.upper.line(k) {
                value -= times(turned(factor), x[i]);
            }
            x[k] = over(value, turned(self.pivots[k]));
        }
        for k in (0..n).rev() {
            for (i, factor) in self.lower.line(k) {
                let part = times(turned(factor), x[i]);
                x[k] -= part;
            }
        }
        self.row_place.iter().map(|&place| x[place]).collect()
    }
}

/// The pivot: the row of the column's own number if it is large enough, else that of the largest entry.
fn choose<F: Scalar>(left: &[(usize, F)], own: usize, threshold: f64) -> Option<(usize, F)> {
    let mut best: Option<(usize, F)> = None;
    let mut diagonal = None;
    for &(i, value) in left {
        // No comparison holds for what is no number.
        if value.magnitude() > best.map_or(0.0, |(_, value)| value.magnitude()) {
            best = Some((i, value));
        }
        if i == own {
            diagonal = Some((i, value));
        }
    }
    let (_, largest) = best.filter(|(_, value)| value.magnitude().is_finite())?;
    diagonal
        .filter(|(_, value)| value.magnitude() > 0.0 && value.magnitude() >= threshold * largest.magnitude())
        .or(best)
}

/// Keeps so many of the entries from a place on.
fn keep_largest<F: Scalar>(lines: &mut Lines<F>, from: usize, most: usize) {
    if lines.places.len() - from <= most {
        return;
    }
    let mut entries: Vec<(usize, F)> = lines.places.drain(from..).zip(lines.values.drain(from..)).collect();
    entries.sort_by(|(_, x), (_, y)| y.magnitude().total_cmp(&x.magnitude()));
    for (place, value) in entries.into_iter().take(most) {
        lines.push(place, value);
    }
}
