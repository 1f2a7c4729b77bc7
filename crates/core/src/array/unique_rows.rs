//! Slices of an axis as numbers that compare as they do.

use super::DynArray;
use crate::backend::{Backend, ScanOp};
use crate::dtype::{DType, Scalar};
use crate::error::Result;
use crate::ir::BinaryOp;
use crate::layout::Dims;

impl<B: Backend> DynArray<B> {
    /// For each slice of an axis a number: equal for equal slices, and ordered as their elements are, the first one first.
    ///
    /// Elements become their ranks in their column, then ranks of two columns those of the pairs, and so on: columns
    /// are sorted all at once, half as many each time.
    pub(super) fn slice_ranks(&self, axis: usize, equal_nan: bool) -> Result<Self> {
        let n = self.shape()[axis];
        let others: Dims = (0..self.ndim()).filter(|&k| k != axis).collect();
        let order: Dims = [axis].into_iter().chain(others).collect();
        let columns = self.len().checked_div(n).unwrap_or(0);
        if columns == 0 {
            return Self::full(self.xp(), Scalar::new(0i64), &[n]);
        }
        let mut ranks = self.permuted(&order)?.reshaped(&[n, columns])?.column_ranks(equal_nan)?;
        while ranks.shape()[1] > 1 {
            let columns = ranks.shape()[1];
            let pairs = columns / 2;
            let every_other = |start: usize| {
                let layout = ranks.layout().sliced(1, start, 2, pairs)?;
                ranks.with_layout(layout)
            };
            let first = every_other(0)?.with_count(BinaryOp::Mul, n)?;
            let paired = first.binary(BinaryOp::Add, "unique", &every_other(1)?)?.column_ranks(false)?;
            ranks = match columns % 2 {
                0 => paired,
                _ => Self::concatenate("unique", &[&paired, &ranks.narrow(1, columns - 1, 1)?], 1)?,
            };
        }
        ranks.flat()
    }

    /// The rank of each element among those of its column of a matrix; equal ones share it.
    fn column_ranks(&self, equal_nan: bool) -> Result<Self> {
        let x = self.contiguous()?;
        let [_, columns] = *x.shape() else { return Ok(x) };
        let order = x.sorting(0)?;
        let place = Self::iota(x.xp(), &[columns])?;
        let source = order.with_count(BinaryOp::Mul, columns)?.binary(BinaryOp::Add, "unique", &place)?;
        let sorted = Self::gather(&source, &x.flat()?, x.shape())?;
        let ranks = sorted.firsts(equal_nan)?.astype(DType::I64)?.scanned(ScanOp::Sum, 0)?;
        let ranks = ranks.with_number(BinaryOp::Sub, 1.0)?;
        ranks.flat()?.scattered(&source.flat()?)?.reshaped(x.shape())
    }
}
