//! Incomplete triangles, column by column, without their small entries.

use super::lu::{Dropping, Plan, choose};
use super::reach::Reach;
use super::supernodes::NONE;
use crate::sparse::host::{Lines, Scalar};
use std::ops::SubAssign;
use xparray_core::{Error, Result};

/// Both triangles by columns, and the diagonal of the upper one.
#[derive(Clone, Debug)]
pub(super) struct Incomplete<F> {
    /// Without its diagonal of ones.
    pub lower: Lines<F>,
    /// Without its diagonal.
    pub upper: Lines<F>,
    pub pivots: Vec<F>,
}

impl<F: Scalar> Incomplete<F> {
    /// Decomposes a square matrix: for each column, the entries of the columns before that it reaches are eliminated (Gilbert
    /// and Peierls, Sparse partial pivoting in time proportional to arithmetic operations, 1988). With the triangles come the places of the
    /// rows in them.
    pub fn new(columns: &Lines<F>, order: &[usize], plan: &Plan, dropping: Dropping) -> Result<(Self, Vec<u32>)> {
        let n = columns.count();
        let (mut lower, mut upper): (Lines<F>, Lines<F>) = (Lines::new(n), Lines::new(n));
        let mut pivots = Vec::with_capacity(n);
        let mut place_of = vec![NONE; n];
        let mut x = vec![F::default(); n];
        let mut reach = Reach::new(n);
        for (k, &j) in order.iter().enumerate() {
            reach.of(columns.places_of(j), &lower, &place_of);
            let mut largest: f64 = 0.0;
            for (i, value) in columns.line(j) {
                x[i] = value;
                largest = largest.max(value.magnitude());
            }
            let small = dropping.tolerance * largest;
            // From the first of the columns before to the last; rows of none are what is left.
            let mut left = Vec::new();
            let start = upper.places.len();
            for &i in reach.order.iter().rev() {
                let value = std::mem::take(&mut x[i]);
                if place_of[i] == NONE {
                    left.push((i, value));
                    continue;
                }
                if value == F::default() || value.magnitude() < small {
                    continue;
                }
                let place = place_of[i] as usize;
                upper.push(place, value);
                for (row, factor) in lower.line(place) {
                    x[row] -= factor * value;
                }
            }
            let (row, pivot) = match choose(&left, j, plan.threshold) {
                Some(found) => found,
                None => return Err(Error::Singular { op: plan.op, pivot: k }),
            };
            place_of[row] = k as u32;
            pivots.push(pivot);
            let least = dropping.tolerance * pivot.magnitude();
            let begin = lower.places.len();
            for (i, value) in left {
                if i != row && value != F::default() && value.magnitude() >= least {
                    lower.push(i, value / pivot);
                }
            }
            keep_largest(&mut lower, begin, dropping.most);
            keep_largest(&mut upper, start, dropping.most);
            lower.end_line();
            upper.end_line();
        }
        for place in &mut lower.places {
            *place = place_of[*place] as usize;
        }
        Ok((Self { lower, upper, pivots }, place_of))
    }

    /// Solves with the lower triangle, then the upper one.
    pub fn solve<G>(&self, x: &mut [G], times: impl Fn(F, G) -> G, over: impl Fn(G, F) -> G)
    where
        G: Copy + Default + SubAssign,
    {
        for k in 0..x.len() {
            for (i, factor) in self.lower.line(k) {
                let part = times(factor, x[k]);
                x[i] -= part;
            }
        }
        for k in (0..x.len()).rev() {
            x[k] = over(x[k], self.pivots[k]);
            for (i, factor) in self.upper.line(k) {
                let part = times(factor, x[k]);
                x[i] -= part;
            }
        }
    }

    /// Solves with the transposes: of the upper triangle, then of the lower one.
    pub fn solve_transposed<G>(&self, x: &mut [G], times: impl Fn(F, G) -> G, over: impl Fn(G, F) -> G)
    where
        G: Copy + Default + SubAssign,
    {
        for k in 0..x.len() {
            let mut value = x[k];
            for (i, factor) in self.upper.line(k) {
                value -= times(factor, x[i]);
            }
            x[k] = over(value, self.pivots[k]);
        }
        for k in (0..x.len()).rev() {
            for (i, factor) in self.lower.line(k) {
                let part = times(factor, x[i]);
                x[k] -= part;
            }
        }
    }
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
