//! Values along an axis as the rows of a real matrix.

use xparray_core::layout::normalize_axis;
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

/// How values lay that are computed with as the rows of a real matrix: a complex number is two columns, as all that multiplies it is real.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Columns {
    /// The axes beside that of the rows.
    pub trailing: Vec<usize>,
    pub complex: bool,
    /// Where the axis of the rows was.
    pub axis: usize,
}

impl Columns {
    /// Values along an axis, in double precision.
    pub fn of<B: Backend>(op: &'static str, y: &DynArray<B>, axis: isize) -> Result<(Self, Array<f64, B>)> {
        let axis = normalize_axis(op, axis, y.ndim())?;
        let moved = y.moveaxis(axis, 0)?;
        let columns = Self { trailing: moved.shape()[1..].to_vec(), complex: y.dtype().is_complex(), axis };
        let rows = columns.matrix(&moved, moved.shape()[0])?;
        Ok((columns, rows))
    }

    /// So many rows as a matrix.
    fn matrix<B: Backend>(&self, values: &DynArray<B>, rows: usize) -> Result<Array<f64, B>> {
        let flat = values.reshape([rows, self.trailing.iter().product::<usize>()])?;
        match self.complex {
            true => flat.astype(DType::Complex128)?.view(DType::F64)?.typed(),
            false => flat.astype(DType::F64)?.typed(),
        }
    }

    /// The number of columns.
    pub fn count(&self) -> usize {
        self.trailing.iter().product::<usize>() * if self.complex { 2 } else { 1 }
    }

    /// One row, of values of the shape of the other axes.
    pub fn row<B: Backend>(&self, op: &'static str, values: &DynArray<B>) -> Result<Vec<f64>> {
        match values.shape() == self.trailing && (self.complex || !values.dtype().is_complex()) {
            true => self.matrix(values, 1)?.to_vec(),
            false => Err(Error::shape(op, values.shape(), &self.trailing)),
        }
    }

    /// Rows of any number, which gets the axes `lead`, where they were.
    pub fn restore<B: Backend>(&self, rows: &Array<f64, B>, lead: &[usize]) -> Result<DynArray<B>> {
        let rows = match self.complex {
            true => rows.as_dyn().view(DType::Complex128)?,
            false => rows.as_dyn().clone(),
        };
        let values = rows.reshape([lead, &self.trailing].concat())?;
        if self.axis == 0 || lead.is_empty() {
            return Ok(values);
        }
        let (first, last) = (lead.len() as isize, values.ndim() as isize);
        let axis = first + self.axis as isize;
        values.permute_dims((first..axis).chain(0..first).chain(axis..last).collect::<Vec<_>>())
    }
}
