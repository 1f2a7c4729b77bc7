//! Sparse matrices on the host, for what goes from one entry to the next.

use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};
use xparray_core::Result;
use xparray_core::prelude::*;
use xparray_core::sparse::Csr;

pub(crate) type Z = Complex<f64>;

/// What the host computes with: double precision, real or complex.
pub(crate) trait Scalar:
    Field
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
{
    fn conj(self) -> Self;

    /// A norm that is zero for zero only: neither overflows nor underflows for finite parts.
    fn magnitude(self) -> f64;
}

impl Scalar for f64 {
    fn conj(self) -> Self {
        self
    }

    fn magnitude(self) -> f64 {
        self.abs()
    }
}

impl Scalar for Z {
    fn conj(self) -> Self {
        Z::conj(&self)
    }

    fn magnitude(self) -> f64 {
        self.norm()
    }
}

/// A matrix as its lines, which are rows or columns: where each starts, and the place and value of each entry.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lines<F> {
    /// Of a line.
    pub len: usize,
    pub starts: Vec<usize>,
    pub places: Vec<usize>,
    pub values: Vec<F>,
}

impl<F: Copy> Lines<F> {
    /// No lines, of this length.
    pub fn new(len: usize) -> Self {
        Self { len, starts: vec![0], places: Vec::new(), values: Vec::new() }
    }

    /// The number of lines.
    pub fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// Ends the line to which entries were added.
    pub fn end_line(&mut self) {
        self.starts.push(self.places.len());
    }

    pub fn push(&mut self, place: usize, value: F) {
        self.places.push(place);
        self.values.push(value);
    }

    /// The places of a line's entries.
    pub fn places_of(&self, line: usize) -> &[usize] {
        &self.places[self.starts[line]..self.starts[line + 1]]
    }

    /// The entries of a line.
    pub fn line(&self, line: usize) -> impl DoubleEndedIterator<Item = (usize, F)> + '_ {
        let range = self.starts[line]..self.starts[line + 1];
        self.places[range.clone()].iter().copied().zip(self.values[range].iter().copied())
    }

    /// Columns for rows, or rows for columns: entries are sorted.
    pub fn transposed(&self) -> Self {
        let mut starts = vec![0; self.len + 1];
        for &place in &self.places {
            starts[place + 1] += 1;
        }
        for k in 0..self.len {
            starts[k + 1] += starts[k];
        }
        let mut next = starts.clone();
        let mut places = vec![0; self.places.len()];
        let mut values = self.values.clone();
        for line in 0..self.count() {
            for (place, value) in self.line(line) {
                places[next[place]] = line;
                values[next[place]] = value;
                next[place] += 1;
            }
        }
        Self { len: self.count(), starts, places, values }
    }
}

/// The rows of a matrix, copied to the host.
pub(crate) fn rows<F: Scalar, T: Field, B: Backend>(a: &Csr<T, B>) -> Result<Lines<F>> {
    let places = |x: Array<i64, B>| -> Result<Vec<usize>> { Ok(x.to_vec()?.into_iter().map(|k| k as usize).collect()) };
    let values = a.values()?.into_dyn().astype(F::DTYPE)?.typed::<F>()?.to_vec()?;
    Ok(Lines { len: a.shape()[1], starts: places(a.indptr()?)?, places: places(a.indices()?)?, values })
}

/// The matrix with these lines as rows, on the device.
pub(crate) fn from_rows<F: Scalar, T: Field, B: Backend>(xp: &B, lines: &Lines<F>) -> Result<Csr<T, B>> {
    let places = |places: &[usize]| {
        let places: Vec<i64> = places.iter().map(|&k| k as i64).collect();
        xp.from_slice(&places, places.len())
    };
    let values = xp.from_slice(&lines.values, lines.values.len())?.into_dyn().astype(T::DTYPE)?.typed::<T>()?;
    Csr::from_parts([lines.count(), lines.len], &places(&lines.starts)?, &places(&lines.places)?, &values)
}

/// A matrix of either kind of numbers.
pub(crate) enum Matrix {
    Real(Lines<f64>),
    Complex(Lines<Z>),
}

impl Matrix {
    /// The columns of a matrix, copied to the host.
    pub fn columns<T: Field, B: Backend>(a: &Csr<T, B>) -> Result<Self> {
        Ok(match T::DTYPE.is_complex() {
            true => Self::Complex(rows::<Z, T, B>(a)?.transposed()),
            false => Self::Real(rows::<f64, T, B>(a)?.transposed()),
        })
    }
}
