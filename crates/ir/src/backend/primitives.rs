use super::{Memory, Output, View, defaults};
use crate::dtype::{DType, Scalar};
use crate::error::{Error, Result};
use crate::ir::Combine;
use crate::layout::Layout;

/// How a scan combines.
#[derive(Clone, Debug, PartialEq)]
pub enum ScanOp {
    /// Running sum.
    Sum,
    /// Running product.
    Prod,
    /// Running minimum, NaN once there is one.
    Min,
    /// Running maximum, NaN once there is one.
    Max,
    /// A user's associative operation, with its identity.
    Custom(Combine, Scalar),
}

/// Which end of a run of equal values a search finds.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::Side;
/// let x = xp.array([1, 2, 2, 3])?;
/// assert_eq!((x.searchsorted_with(2, Side::Left)?.item()?, x.searchsorted_with(2, Side::Right)?.item()?), (1, 3));
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Side {
    Left,
    Right,
}

/// What a scatter does with the value that was there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScatterOp {
    /// Replaces it; of several writes to one place the last wins.
    Put,
    /// Adds to it. Floats are added in the order of the indices, or as if with more digits; the same in every run.
    Add,
    /// Multiplies it, in the order of the indices.
    Mul,
    /// The smaller one, NaN once there is one.
    Min,
    /// The larger one, NaN once there is one.
    Max,
}

/// What no elementwise IR expresses. Indices are `i64`; negative ones count from the end, and
/// one that is out of bounds is [`Error::Index`](crate::Error::Index) before anything is written:
/// of the call, or, on a device that runs on its own, of the next synchronisation.
pub trait Primitives: Memory {
    /// The inclusive scan along an axis, in the input's type.
    fn inclusive_scan(&self, op: &ScanOp, x: View<'_, Self::Buffer>, axis: usize) -> Result<Self::Buffer>;

    /// Sorts along an axis, ascending; NaN last, complex numbers by real, then imaginary part.
    fn sort(&self, x: View<'_, Self::Buffer>, axis: usize) -> Result<Self::Buffer> {
        let order = self.argsort(x, axis)?;
        self.take_along_axis(x, axis, View::new(&order, DType::I64, &Layout::row_major(x.shape()))?)
    }

    /// The indices (`i64`) that sort along an axis; stable.
    fn argsort(&self, x: View<'_, Self::Buffer>, axis: usize) -> Result<Self::Buffer>;

    /// A copy with the elements at places `kth` along an axis where sorting puts them, none behind one of them before it and
    /// none before it behind it in that order; a place may be named more than once.
    fn partition(&self, x: View<'_, Self::Buffer>, axis: usize, kth: &[usize]) -> Result<Self::Buffer> {
        let _ = kth;
        self.sort(x, axis)
    }

    /// The elements of `x` (row-major order) where `mask` (bool, same shape) is true, and how many.
    fn compact(&self, x: View<'_, Self::Buffer>, mask: View<'_, Self::Buffer>) -> Result<(Self::Buffer, usize)> {
        if x.shape() != mask.shape() {
            return Err(Error::shape("compact", x.shape(), mask.shape()));
        }
        let (places, count) = self.nonzero(mask)?;
        let layout = Layout::row_major(&[count]);
        let places = View::new(&places, DType::I64, &layout)?;
        Ok((defaults::with_flat(self, x, |x| self.take(x, 0, places))?, count))
    }

    /// The row-major indices (`i64`) where `mask` (bool) is true, and how many.
    fn nonzero(&self, mask: View<'_, Self::Buffer>) -> Result<(Self::Buffer, usize)>;

    /// Elements of `x` along an axis at `indices` (any shape): the axis is replaced by their shape.
    fn take(&self, x: View<'_, Self::Buffer>, axis: usize, indices: View<'_, Self::Buffer>) -> Result<Self::Buffer>;

    /// `out[i, j, k] = x[i, indices[i, j, k], k]`: one index for each element along an axis.
    fn take_along_axis(
        &self,
        x: View<'_, Self::Buffer>,
        axis: usize,
        indices: View<'_, Self::Buffer>,
    ) -> Result<Self::Buffer>;

    /// Writes `values` into the row-major `target`, of the same type, at flat `indices` of their shape.
    fn scatter(
        &self,
        op: ScatterOp,
        target: Output<'_, Self::Buffer>,
        indices: View<'_, Self::Buffer>,
        values: View<'_, Self::Buffer>,
    ) -> Result<()>;

    /// Where each of `values` would go in the ascending one-dimensional `sorted` (`i64`, shape of `values`).
    fn searchsorted(
        &self,
        sorted: View<'_, Self::Buffer>,
        values: View<'_, Self::Buffer>,
        side: Side,
    ) -> Result<Self::Buffer>;

    /// Counts (`i64`) of `x` in the bins between ascending `edges` (one-dimensional, of the type of `x`), the last one
    /// closed; values outside do not count. `uniform` promises that the edges are equally spaced, up to rounding.
    fn histogram(
        &self,
        x: View<'_, Self::Buffer>,
        edges: View<'_, Self::Buffer>,
        uniform: bool,
    ) -> Result<Self::Buffer> {
        let _ = uniform;
        let flat = Layout::row_major(&[x.len()]);
        let sorted = defaults::with_flat(self, x, |x| self.sort(x, 0))?;
        defaults::counts_between(self, View::new(&sorted, x.dtype(), &flat)?, edges)
    }

    /// How often each of `0..len` occurs in non-negative `x` (`i64`): `i64` counts, or the sums of `weights` (`f64`).
    fn bincount(
        &self,
        x: View<'_, Self::Buffer>,
        weights: Option<View<'_, Self::Buffer>>,
        len: usize,
    ) -> Result<Self::Buffer> {
        // Without weights, each is 1.
        let one = defaults::uploaded(self, DType::I64, std::iter::once(Scalar::new(1i64)))?;
        let everywhere = Layout::row_major(&[]).broadcast("bincount", x.shape())?;
        let values = weights.map_or_else(|| View::new(&one, DType::I64, &everywhere), Ok)?;
        if x.shape() != values.shape() {
            return Err(Error::shape("bincount", x.shape(), values.shape()));
        }
        let layout = Layout::row_major(&[len]);
        let mut sums = defaults::zeros(self, values.dtype(), len)?;
        self.scatter(ScatterOp::Add, Output::new(&mut sums, values.dtype(), &layout)?, x, values)?;
        Ok(sums)
    }
}
