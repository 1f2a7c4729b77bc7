//! Matrices in strips of columns, to which many small reflections are applied.

use crate::error::Result;
use crate::linalg::host::reflector::Reflector;
use crate::linalg::host::{Entry, Host, Matrix, StripRow};
use crate::simd::{Kernel, dispatch};
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// A reflection of neighbouring rows.
pub struct Turn<E> {
    /// The first row, and how many there are.
    pub row: usize,
    pub count: usize,
    pub reflector: Reflector<E>,
}

/// A matrix, or a part of one, in strips of columns: their rows lie side by side however far apart they were, so those through which bulges
/// go at a time stay in the first cache. What the last strip has too many of are zeros.
pub struct Strips<E> {
    strips: Vec<Vec<StripRow>>,
    columns: usize,
    entries: PhantomData<E>,
}

impl<E: Entry> Strips<E> {
    /// A copy of some rows and columns.
    pub fn of(matrix: &Matrix<E>, rows: Range<usize>, columns: Range<usize>) -> Self {
        let strip = |from: usize| {
            let mut strip = vec![StripRow([0.0; 64]); rows.len()];
            for (to, i) in strip.iter_mut().zip(rows.clone()) {
                let from = &matrix[i][from..columns.end];
                from.iter().take(E::LANES).enumerate().for_each(|(l, &x)| x.store(to, l));
            }
            strip
        };
        let strips = columns.clone().step_by(E::LANES).map(strip).collect();
        Self { strips, columns: columns.len(), entries: PhantomData }
    }

    /// Writes them back to where they came from, of which this is the first place.
    pub fn put(&self, matrix: &mut Matrix<E>, row: usize, column: usize) {
        for (k, strip) in self.strips.iter().enumerate() {
            let columns = k * E::LANES..self.columns.min((k + 1) * E::LANES);
            for (i, from) in (row..).zip(strip) {
                let to = &mut matrix[i][column + columns.start..column + columns.end];
                to.iter_mut().enumerate().for_each(|(l, to)| *to = E::load(from, l));
            }
        }
    }

    /// Reflects rows, of which the first one here has this number, on many threads if that is worth it.
    pub fn reflect(&mut self, host: &Host<'_>, first: usize, turns: &[Turn<E>]) {
        // A reflection of a row takes about five nanoseconds.
        let cost = 50 * turns.len();
        let strips: Vec<_> = self.strips.iter_mut().map(Mutex::new).collect();
        host.blas.for_tasks(strips.len(), cost, &|i| {
            let mut rows = strips[i].lock().unwrap_or_else(PoisonError::into_inner);
            dispatch(Reflect { rows: &mut rows, first, turns });
        });
    }

    /// Makes some rows `u` times what they were.
    pub fn multiply(&mut self, host: &Host<'_>, rows: Range<usize>, u: &Matrix<E>) -> Result<()> {
        let all = 0..self.columns;
        let mut part = Matrix::zeros(rows.len(), self.columns);
        for (k, strip) in self.strips.iter().enumerate() {
            let columns = k * E::LANES..self.columns.min((k + 1) * E::LANES);
            for (i, from) in strip[rows.clone()].iter().enumerate() {
                let to = &mut part[i][columns.clone()];
                to.iter_mut().enumerate().for_each(|(l, to)| *to = E::load(from, l));
            }
        }
        let mut product = Matrix::zeros(rows.len(), self.columns);
        E::gemm(host.blas, E::real(1.0), u.all(), part.all(), E::real(0.0), product.rows_mut(0..rows.len(), all))?;
        for (k, strip) in self.strips.iter_mut().enumerate() {
            for (i, to) in strip[rows.clone()].iter_mut().enumerate() {
                let from = &product[i][k * E::LANES..];
                from.iter().take(E::LANES).enumerate().for_each(|(l, &x)| x.store(to, l));
            }
        }
        Ok(())
    }
}

/// Reflects rows of a strip, of which the first one has this number.
struct Reflect<'a, E> {
    rows: &'a mut [StripRow],
    first: usize,
    turns: &'a [Turn<E>],
}

impl<E: Entry> Kernel for Reflect<'_, E> {
    type Output = ();

    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let Self { rows, first, mut turns } = self;
        while let [turn, rest @ ..] = turns {
            let row = turn.row - first;
            turns = match rest {
                [next, rest @ ..] if next.row == turn.row + 1 && turn.count == 3 && next.count == 3 => {
                    let rows = rows[row..].first_chunk_mut().expect("the rows of both");
                    turn.reflector.reflect_two::<FMA>(&next.reflector, rows);
                    rest
                }
                _ => {
                    turn.reflector.reflect::<FMA>(&mut rows[row..row + turn.count]);
                    rest
                }
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Strips, Turn};
    use crate::backend::HostLoops;
    use crate::linalg::host::reflector::Reflector;
    use crate::linalg::host::{C, Entry, Host, Matrix};

    /// Reflections of strips, alone and in twos, are those of the matrix, whose other rows and columns stay as they are.
    fn reflected_as_matrices<E: Entry>(number: impl Fn(f64, f64) -> E) {
        let host = Host { op: "test", blas: &HostLoops };
        let entry = |i: usize, j: usize| number(((7 * i + 3 * j) % 11) as f64 - 4.0, ((5 * i + j) % 7) as f64 - 3.0);
        // The last strip has few columns.
        let (rows, columns) = (2..9, 1..2 * E::LANES + 4);
        let before = Matrix::from_fn(10, columns.end + 2, entry);
        let turn = |row: usize, count: usize| {
            let x = [entry(row, 50), entry(row, 60), if count == 3 { entry(row, 71) } else { E::real(0.0) }];
            Turn { row, count, reflector: Reflector::new(x).expect("no vector of one element").0 }
        };
        let turns = [turn(4, 3), turn(5, 3), turn(6, 3), turn(2, 3), turn(3, 3), turn(7, 2), turn(4, 2)];
        let mut strips = Strips::of(&before, rows.clone(), columns.clone());
        strips.reflect(&host, rows.start, &turns);
        let mut found = before.clone();
        strips.put(&mut found, rows.start, columns.start);
        let mut expected = before.clone();
        for turn in &turns {
            turn.reflector.adjoint_times::<false>(&mut expected, turn.row, turn.count, columns.clone());
        }
        assert!(found.plus(-1.0, &expected).largest() < 1e-13);
        // What is multiplied back is what it was.
        let mut u = Matrix::identity(rows.len());
        for turn in &turns {
            turn.reflector.adjoint_times::<false>(&mut u, turn.row - rows.start, turn.count, 0..rows.len());
        }
        strips.multiply(&host, 0..rows.len(), &u.adjoint()).expect("plain loops do not fail");
        let mut back = before.clone();
        strips.put(&mut back, rows.start, columns.start);
        assert!(back.plus(-1.0, &before).largest() < 1e-13);
    }

    #[test]
    fn strips_are_reflected_as_matrices() {
        reflected_as_matrices::<f64>(|re, _| re);
        reflected_as_matrices::<C>(C::new);
    }
}
