//! The decomposition of a sparse matrix into triangles.

use super::elimination::Elimination;
use super::incomplete::Incomplete;
use super::order::Ordering;
use super::postorder::postordered;
use super::supernodes::Supernodes;
use crate::sparse::host::{Lines, Scalar};
use std::ops::SubAssign;
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
    factors: Factors<F>,
    /// The place in the triangles of each row.
    pub row_place: Vec<u32>,
    /// The column that comes at each place.
    pub column_order: Vec<usize>,
}

#[derive(Clone, Debug)]
enum Factors<F> {
    Complete(Supernodes<F>),
    Incomplete(Incomplete<F>),
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
    /// Decomposes a square matrix.
    pub fn new(columns: &Lines<F>, plan: Plan) -> Result<Self> {
        if let Some(x) = columns.values.iter().find(|x| !x.magnitude().is_finite()) {
            return Err(Error::value(plan.op, format!("an entry is not finite: {x:?}")));
        }
        if columns.count() >= u32::MAX as usize {
            return Err(Error::value(plan.op, format!("{} rows are too many", columns.count())));
        }
        let column_order = plan.ordering.of(columns);
        if let Some(dropping) = plan.dropping {
            let (triangles, row_place) = Incomplete::new(columns, &column_order, &plan, dropping)?;
            return Ok(Self { factors: Factors::Incomplete(triangles), row_place, column_order });
        }
        let column_order = match plan.ordering {
            Ordering::Colamd | Ordering::MmdAtPlusA => postordered(columns, &column_order),
            Ordering::Natural | Ordering::ReverseCuthillMckee => column_order,
        };
        let choose = |left: &[(usize, F)], own| choose(left, own, plan.threshold);
        let found = Elimination::of(columns, &column_order, choose);
        let (factors, row_place) = found.map_err(|pivot| Error::Singular { op: plan.op, pivot })?;
        Ok(Self { factors: Factors::Complete(factors), row_place, column_order })
    }

    /// The columns of the lower triangle without its diagonal of ones, of the upper one without its diagonal, and that.
    pub fn triangles(&self) -> (Lines<F>, Lines<F>, Vec<F>) {
        match &self.factors {
            Factors::Complete(factors) => factors.triangles(),
            Factors::Incomplete(factors) => (factors.lower.clone(), factors.upper.clone(), factors.pivots.clone()),
        }
    }

    /// Solves for one vector: of the factors' numbers, or complex for real factors.
    pub fn solve<G>(&self, b: &[G], side: Trans, times: impl Fn(F, G) -> G, over: impl Fn(G, F) -> G) -> Vec<G>
    where
        G: Copy + Default + SubAssign,
    {
        let mut x = vec![G::default(); b.len()];
        if side == Trans::Plain {
            for (&value, &place) in b.iter().zip(&self.row_place) {
                x[place as usize] = value;
            }
            match &self.factors {
                Factors::Complete(factors) => factors.solve(&mut x, times, over),
                Factors::Incomplete(factors) => factors.solve(&mut x, times, over),
            }
            let mut unknowns = vec![G::default(); b.len()];
            for (&column, value) in self.column_order.iter().zip(x) {
                unknowns[column] = value;
            }
            return unknowns;
        }
        let turned = |factor: F| if side == Trans::Adjoint { factor.conj() } else { factor };
        let (times, over) = (|factor, x| times(turned(factor), x), |x, factor| over(x, turned(factor)));
        for (value, &column) in x.iter_mut().zip(&self.column_order) {
            *value = b[column];
        }
        match &self.factors {
            Factors::Complete(factors) => factors.solve_transposed(&mut x, times, over),
            Factors::Incomplete(factors) => factors.solve_transposed(&mut x, times, over),
        }
        self.row_place.iter().map(|&place| x[place as usize]).collect()
    }
}

/// The pivot: the row of the column's own number if it is large enough, else that of the largest entry.
pub(super) fn choose<F: Scalar>(left: &[(usize, F)], own: usize, threshold: f64) -> Option<(usize, F)> {
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
