//! Histograms and counts.

use super::Array;
use super::DynArray;
use super::search::check_vector;
use crate::backend::{Backend, Side};
use crate::dtype::{DType, Scalar};
use crate::element::{Element, Integer, RealElement};
use crate::error::{Error, Result};
use crate::ir::BinaryOp;

/// The bins of a histogram.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::Bins;
/// let points = xp.array(&[1.0, 5.0, 2.0, 7.0], [2, 2])?;
/// let bins = [Bins::Equal(2, Some((0.0, 4.0))), Bins::Edges(xp.array(&[0.0, 6.0, 9.0], 3)?)];
/// assert_eq!(points.histogramdd(&bins, None)?.0.to_string(), "[[1. 0.]\n [0. 1.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub enum Bins<E: Element, B: Backend> {
    /// A number of equal bins over a range, or over that of the data.
    Equal(usize, Option<(f64, f64)>),
    /// The edges of bins, ascending.
    Edges(Array<E, B>),
}

impl<E: Element, B: Backend> Clone for Bins<E, B> {
    fn clone(&self) -> Self {
        match self {
            Bins::Equal(n, range) => Bins::Equal(*n, *range),
            Bins::Edges(edges) => Bins::Edges(edges.clone()),
        }
    }
}

/// What a histogram takes as bins: their number; number and range; or an ascending vector of edges, of the type
/// of quotients of the data.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array(&[1.0, 2.0, 2.5, 4.0], 4)?;
/// assert_eq!(x.histogram(3)?.1.to_string(), "[1. 2. 3. 4.]");
/// assert_eq!(x.histogram((2, 0.0, 5.0))?.1.to_string(), "[0.  2.5 5. ]");
/// assert_eq!(x.histogram(&xp.array(&[0.0, 3.0, 4.0], 3)?)?.0.to_string(), "[3 1]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait IntoBins<E: Element, B: Backend> {
    /// The bins.
    fn into_bins(self) -> Bins<E, B>;
}

impl<E: Element, B: Backend> IntoBins<E, B> for usize {
    fn into_bins(self) -> Bins<E, B> {
        Bins::Equal(self, None)
    }
}

impl<E: Element, B: Backend> IntoBins<E, B> for (usize, f64, f64) {
    fn into_bins(self) -> Bins<E, B> {
        Bins::Equal(self.0, Some((self.1, self.2)))
    }
}

impl<E: Element, B: Backend> IntoBins<E, B> for &Array<E, B> {
    fn into_bins(self) -> Bins<E, B> {
        Bins::Edges(self.clone())
    }
}

/// Edges that are known to rise, and whether the bins between them are equal.
pub(super) struct Edges<B: Backend> {
    pub edges: DynArray<B>,
    uniform: bool,
}

impl<T: RealElement, B: Backend> Array<T, B> {
    /// How many elements lie in each of `n` bins, and the `n + 1` edges of the bins. A bin has its lower edge, the last
    /// one both; what is outside, or NaN, does not count. Bins without a range read the range of the array.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (counts, edges) = xp.array(&[1, 2, 1], 3)?.histogram((3, 0.0, 3.0))?;
    /// assert_eq!((counts.to_string(), edges.to_string()), ("[0 2 1]".into(), "[0. 1. 2. 3.]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for no bins, a range that is not finite or falls, or edges that do not rise.
    #[allow(clippy::type_complexity)]
    pub fn histogram(&self, bins: impl IntoBins<T::Quotient, B>) -> Result<(Array<i64, B>, Array<T::Quotient, B>)> {
        let Edges { edges, uniform } = self.bin_edges("histogram", bins.into_bins())?;
        let counts = self.array.astype(T::Quotient::DTYPE)?.binned(&edges, uniform)?;
        Ok((Array::from_dyn(counts), Array::from_dyn(edges)))
    }

    /// The sums of the weights of the elements in each bin, and the edges, as [`histogram`](Array::histogram).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1, 2, 1], 3)?;
    /// let (sums, _) = x.histogram_weights((3, 0.0, 3.0), &xp.array(&[0.5, 2.0, 4.0], 3)?)?;
    /// assert_eq!(sums.to_string(), "[0.  4.5 2. ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`histogram`](Array::histogram); [`Error::Shape`] if the weights have another shape.
    #[allow(clippy::type_complexity)]
    pub fn histogram_weights<U: RealElement>(
        &self,
        bins: impl IntoBins<T::Quotient, B>,
        weights: &Array<U, B>,
    ) -> Result<(Array<f64, B>, Array<T::Quotient, B>)> {
        if self.shape() != weights.shape() {
            return Err(Error::shape("histogram", self.shape(), weights.shape()));
        }
        let Edges { edges, .. } = self.bin_edges("histogram", bins.into_bins())?;
        let (bins, weights) = (edges.len() - 1, weights.array.astype(DType::F64)?.flat()?);
        // One more bin takes what lies outside.
        let sums = self.bin_of(&edges)?.counted(Some(&weights), bins + 1)?.narrow(0, 0, bins)?;
        Ok((Array::from_dyn(sums), Array::from_dyn(edges)))
    }

    /// The edges that [`histogram`](Array::histogram) uses.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[0.0, 1.0, 4.0], 3)?;
    /// assert_eq!(x.histogram_bin_edges(4)?.to_string(), "[0. 1. 2. 3. 4.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`histogram`](Array::histogram).
    pub fn histogram_bin_edges(&self, bins: impl IntoBins<T::Quotient, B>) -> Result<Array<T::Quotient, B>> {
        Ok(Array::from_dyn(self.bin_edges("histogram_bin_edges", bins.into_bins())?.edges))
    }

    pub(super) fn bin_edges(&self, op: &'static str, bins: Bins<T::Quotient, B>) -> Result<Edges<B>> {
        let (n, range) = match bins {
            Bins::Equal(n, range) => (n, range),
            Bins::Edges(edges) => {
                check_vector(op, &edges.array)?;
                if edges.is_empty() || !edges.array.neighbours_all(BinaryOp::Le)? {
                    return Err(Error::value(op, "the edges of bins must rise, and there must be one"));
                }
                return Ok(Edges { edges: edges.array, uniform: false });
            }
        };
        // As NumPy: a range of the data is divided in their precision.
        let own = range.is_none() && !self.is_empty();
        let round = |x: f64| if own { x.cast::<T::Quotient>().cast::<f64>() } else { x };
        let (low, high) = match range {
            Some(range) => range,
            None if self.is_empty() => (0.0, 1.0),
            None => {
                let (low, high) = (self.min(..)?, self.max(..)?);
                DynArray::eval_all(&[&low.array, &high.array])?;
                (low.item()?.cast(), high.item()?.cast())
            }
        };
        if !(low <= high && low.is_finite() && high.is_finite()) {
            return Err(Error::value(op, format!("the range of [{low}, {high}] is not finite or falls")));
        }
        if n == 0 {
            return Err(Error::value(op, "there must be at least one bin"));
        }
        let (low, high) = if low == high { (round(low - 0.5), round(high + 0.5)) } else { (low, high) };
        let step = round(round(high - low) / n as f64);
        let place = DynArray::iota(self.xp(), &[n.saturating_add(1)])?;
        let distance = place.astype(DType::F64)?.with_number(BinaryOp::Mul, step)?;
        let distance = if own { distance.astype(T::Quotient::DTYPE)?.astype(DType::F64)? } else { distance };
        let edge = distance.with_number(BinaryOp::Add, low)?;
        let at_end = place.with_count(BinaryOp::Eq, n)?;
        let edges = DynArray::selected(&at_end, &edge.number(high)?, &edge)?.astype(T::Quotient::DTYPE)?;
        edges.eval()?;
        if !edges.neighbours_all(BinaryOp::Lt)? {
            return Err(Error::value(op, format!("too many bins ({n}) for the range of [{low}, {high}]")));
        }
        Ok(Edges { edges, uniform: true })
    }

    /// The bin between edges of each element, in row-major order; the number of bins for what lies outside.
    pub(super) fn bin_of(&self, edges: &DynArray<B>) -> Result<DynArray<B>> {
        let bins = edges.len() - 1;
        let x = self.array.astype(edges.dtype())?.flat()?;
        let above = edges.searched(&x, Side::Right)?;
        let bin = above.with_number(BinaryOp::Sub, 1.0)?;
        let at_end = x.binary(BinaryOp::Eq, "histogram", &edges.narrow(0, bins, 1)?)?;
        let bin = DynArray::selected(&at_end, &bin.number(bins as f64 - 1.0)?, &bin)?;
        DynArray::selected(&bin.with_number(BinaryOp::Lt, 0.0)?, &bin.number(bins as f64)?, &bin)
    }
}

impl<B: Backend> DynArray<B> {
    /// How many elements lie between edges of their type.
    fn binned(&self, edges: &Self, uniform: bool) -> Result<Self> {
        let bins = edges.len() - 1;
        if self.len() == 0 || bins == 0 {
            return Self::full(self.xp(), Scalar::new(0i64), &[bins]);
        }
        let buffer = self.xp().histogram(
            self.computed()?.view()?,
            edges.computed_for("histogram", self.xp())?.view()?,
            uniform,
        )?;
        Ok(Self::from_buffer(self.xp(), DType::I64, &[bins], buffer))
    }
}

impl<T: Integer, B: Backend> Array<T, B> {
    /// How often each number from 0 up to the maximum, but at least `minlength` of them, occurs in a vector.
    /// This reads the extrema.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[0, 1, 1, 3], 4)?;
    /// assert_eq!(x.bincount(0)?.to_string(), "[1 2 0 1]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the array is not a vector, or has negative elements.
    pub fn bincount(&self, minlength: usize) -> Result<Array<i64, B>> {
        let len = self.count_length(minlength)?;
        Ok(Array::from_dyn(self.array.astype(DType::I64)?.counted(None, len)?))
    }

    /// The sums of the weights of each number, as [`bincount`](Array::bincount).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[0, 1, 1], 3)?;
    /// assert_eq!(x.bincount_weights(&xp.array(&[0.5, 1.0, 2.0], 3)?, 0)?.to_string(), "[0.5 3. ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`bincount`](Array::bincount); [`Error::Shape`] if the weights have another shape.
    pub fn bincount_weights<U: RealElement>(&self, weights: &Array<U, B>, minlength: usize) -> Result<Array<f64, B>> {
        if self.shape() != weights.shape() {
            return Err(Error::shape("bincount", self.shape(), weights.shape()));
        }
        let len = self.count_length(minlength)?;
        Ok(Array::from_dyn(self.array.astype(DType::I64)?.counted(Some(&weights.array.astype(DType::F64)?), len)?))
    }

    fn count_length(&self, minlength: usize) -> Result<usize> {
        check_vector("bincount", &self.array)?;
        if self.is_empty() {
            return Ok(minlength);
        }
        let x = Array::<i64, B>::from_dyn(self.array.astype(DType::I64)?);
        let (low, high) = (x.min(..)?, x.max(..)?);
        DynArray::eval_all(&[&low.array, &high.array])?;
        if low.item()? < 0 {
            return Err(Error::value("bincount", "negative numbers cannot be counted"));
        }
        Ok(minlength.max(high.item()? as usize + 1))
    }
}
