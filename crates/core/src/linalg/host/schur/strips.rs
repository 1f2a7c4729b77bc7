//! Matrices in strips of columns, to which many small reflections are applied.

use crate::error::Result;
use crate::linalg::host::reflector::Reflector;
use crate::linalg::host::{Entry, Host, Matrix};
use crate::simd::{Kernel, dispatch};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// Bytes of a row of a strip: the rows through which bulges go at a time stay in the first cache.
const WIDTH: usize = 512;

/// A reflection of neighbouring rows.
pub struct Turn<E> {
    /// The first row, and how many there are.
    pub row: usize,
    pub count: usize,
    pub reflector: Reflector<E>,
}

/// A matrix, or a part of one: so many columns in each strip, whose rows lie side by side however far apart they were.
pub struct Strips<E> {
    strips: Vec<Matrix<E>>,
}

impl<E: Entry> Strips<E> {
    /// A copy of some rows and columns.
    pub fn of(matrix: &Matrix<E>, rows: Range<usize>, columns: Range<usize>) -> Self {
        let width = WIDTH / size_of::<E>();
        let end = |from: usize| (from + width).min(columns.end);
        let parts = columns.clone().step_by(width);
        Self { strips: parts.map(|from| matrix.copy_of(rows.clone(), from..end(from))).collect() }
    }

    /// Writes them back to where they came from, of which this is the first place.
    pub fn put(&self, matrix: &mut Matrix<E>, row: usize, mut column: usize) {
        for strip in &self.strips {
            for i in 0..strip.rows() {
                matrix[row + i][column..column + strip.columns()].copy_from_slice(&strip[i]);
            }
            column += strip.columns();
        }
    }

    /// Reflects rows, of which the first one here has this number, on many threads if that is worth it.
    pub fn reflect(&mut self, host: &Host<'_>, first: usize, turns: &[Turn<E>]) {
        let Some(widest) = self.strips.first() else { return };
        let cost = turns.len() * widest.columns() * size_of::<E>() / size_of::<f64>();
        let strips: Vec<Mutex<&mut Matrix<E>>> = self.strips.iter_mut().map(Mutex::new).collect();
        host.blas.for_tasks(strips.len(), cost, &|i| {
            let mut rows = strips[i].lock().unwrap_or_else(PoisonError::into_inner);
            reflect(&mut rows, first, turns);
        });
    }

    /// Makes some rows `u` times what they were.
    pub fn multiply(&mut self, host: &Host<'_>, rows: Range<usize>, u: &Matrix<E>) -> Result<()> {
        for strip in &mut self.strips {
            let all = 0..strip.columns();
            let before = strip.copy_of(rows.clone(), all.clone());
            E::gemm(host.blas, E::real(1.0), u.all(), before.all(), E::real(0.0), strip.rows_mut(rows.clone(), all))?;
        }
        Ok(())
    }
}

/// Reflects rows of a matrix, of which the first one has this number.
pub fn reflect<E: Entry>(rows: &mut Matrix<E>, first: usize, turns: &[Turn<E>]) {
    struct Reflect<'a, E>(&'a mut Matrix<E>, usize, &'a [Turn<E>]);
    impl<E: Entry> Kernel for Reflect<'_, E> {
        type Output = ();
        #[inline(always)]
        fn run<const FMA: bool>(self) {
            let Self(rows, first, turns) = self;
            let columns = rows.columns();
            for turn in turns {
                turn.reflector.adjoint_times::<FMA>(rows, turn.row - first, turn.count, 0..columns);
            }
        }
    }
    dispatch(Reflect(rows, first, turns));
}
