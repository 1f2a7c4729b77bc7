//! Histograms of points in several dimensions.

use super::Array;
use super::DynArray;
use super::bincount::Weights;
use super::histogram::{Bins, Histogram, IntoBins, Measure};
use crate::backend::Backend;
use crate::dtype::DType;
use crate::element::RealElement;
use crate::error::{Error, Result};
use crate::ir::BinaryOp;
use crate::layout::Dims;

/// The bins of one coordinate: which one each point is in, and their edges.
struct Coordinate<B: Backend> {
    bin: DynArray<B>,
    edges: DynArray<B>,
}

/// How many points, or what weights, are in each combination of bins.
fn joint<B: Backend>(coordinates: &[Coordinate<B>], weights: Option<&DynArray<B>>) -> Result<DynArray<B>> {
    // Each coordinate has one bin more, for points outside, which is cut off in the end.
    let mut flat: Option<DynArray<B>> = None;
    let mut shape = Dims::new();
    for Coordinate { bin, edges } in coordinates {
        flat = Some(match flat {
            None => bin.clone(),
            Some(flat) => {
                flat.with_number(BinaryOp::Mul, edges.len() as f64)?.binary(BinaryOp::Add, "histogram", bin)?
            }
        });
        shape.push(edges.len());
    }
    let flat = flat.ok_or_else(|| Error::value("histogramdd", "the points have no coordinates"))?;
    let len = crate::layout::checked_len(&shape)?;
    let mut counts = flat.counted(weights, len)?.astype(DType::F64)?.reshaped(&shape)?;
    for (axis, &n) in shape.iter().enumerate() {
        counts = counts.narrow(axis, 0, n - 1)?;
    }
    Ok(counts)
}

impl<B: Backend> DynArray<B> {
    fn coordinate(&self, op: &'static str, bins: Bins<Self>) -> Result<Coordinate<B>> {
        let edges = self.bin_edges(op, bins)?;
        Ok(Coordinate { bin: self.bin_of(&edges)?, edges: edges.edges })
    }

    /// [`Array::histogram2d`]. The types of data and edges are promoted.
    ///
    /// # Errors
    /// Those of [`Array::histogram2d`]; [`Error::DType`] for complex numbers.
    pub fn histogram2d(
        &self,
        y: &Self,
        bins: (impl IntoBins<Self>, impl IntoBins<Self>),
    ) -> Result<(Self, Self, Self)> {
        self.histogram2d_with(y, bins, Histogram::new())
    }

    /// [`Array::histogram2d_with`]. The types of data and edges are promoted.
    ///
    /// # Errors
    /// Those of [`Array::histogram2d_with`]; [`Error::DType`] for complex numbers.
    pub fn histogram2d_with<W: Weights<B>, M: Measure<W, B>>(
        &self,
        y: &Self,
        bins: (impl IntoBins<Self>, impl IntoBins<Self>),
        options: Histogram<W, M>,
    ) -> Result<(Self, Self, Self)> {
        const OP: &str = "histogram2d";
        if self.shape() != y.shape() {
            return Err(Error::shape(OP, self.shape(), y.shape()));
        }
        let weights = self.weights_of(OP, options.weights.array())?.map(|weights| weights.flat()).transpose()?;
        let x = self.coordinate(OP, bins.0.into_bins())?;
        let y = y.coordinate(OP, bins.1.into_bins())?;
        let both = [x, y];
        let mut counts = joint(&both, weights.as_ref())?;
        let [x, y] = both;
        if M::IS_DENSITY {
            counts = counts.density(&[&x.edges, &y.edges])?;
        }
        Ok((counts, x.edges, y.edges))
    }

    /// [`Array::histogramdd`]. The types of data and edges are promoted.
    ///
    /// # Errors
    /// Those of [`Array::histogramdd`]; [`Error::DType`] for complex numbers.
    pub fn histogramdd(&self, bins: &[Bins<Self>]) -> Result<(Self, Vec<Self>)> {
        self.histogramdd_with(bins, Histogram::new())
    }

    /// [`Array::histogramdd_with`]. The types of data and edges are promoted.
    ///
    /// # Errors
    /// Those of [`Array::histogramdd_with`]; [`Error::DType`] for complex numbers.
    pub fn histogramdd_with<W: Weights<B>, M: Measure<W, B>>(
        &self,
        bins: &[Bins<Self>],
        options: Histogram<W, M>,
    ) -> Result<(Self, Vec<Self>)> {
        const OP: &str = "histogramdd";
        let (&[rows, columns], true) = (self.shape(), self.ndim() == 2) else {
            return Err(Error::value(OP, format!("expects points as rows of a matrix, got shape {:?}", self.shape())));
        };
        if bins.len() != columns {
            return Err(Error::value(OP, format!("bins for {} of {columns} columns", bins.len())));
        }
        let column = |k: usize| self.narrow(1, k, 1)?.reshaped(&[rows]);
        let weights = options.weights.array();
        if let Some(weights) = weights.filter(|weights| weights.shape() != [rows]) {
            return Err(Error::shape(OP, &[rows], weights.shape()));
        }
        let weights = weights.map(|weights| weights.as_weights(OP)).transpose()?;
        let coordinates =
            (0..columns).map(|k| column(k)?.coordinate(OP, bins[k].clone())).collect::<Result<Vec<_>>>()?;
        let mut counts = joint(&coordinates, weights.as_ref())?;
        if M::IS_DENSITY {
            counts = counts.density(&coordinates.iter().map(|c| &c.edges).collect::<Vec<_>>())?;
        }
        Ok((counts, coordinates.into_iter().map(|c| c.edges).collect()))
    }
}

impl<T: RealElement, B: Backend> Array<T, B> {
    /// How many points (element of the array, element of `y`) lie in each combination of bins, as a matrix with the
    /// array's bins as rows; and the edges of both. The rules for bins are those of
    /// [`histogram`](Array::histogram).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([0.0, 1.0, 2.0])?, xp.array([0.0, 0.0, 2.0])?);
    /// let (counts, _, _) = x.histogram2d(&y, (2, 2))?;
    /// assert_eq!(counts.to_string(), "[[1. 0.]\n [1. 1.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`histogram`](Array::histogram); [`Error::Shape`] if the shapes differ.
    #[allow(clippy::type_complexity)]
    pub fn histogram2d<U: RealElement>(
        &self,
        y: &Array<U, B>,
        bins: (impl IntoBins<Array<T::Quotient, B>>, impl IntoBins<Array<U::Quotient, B>>),
    ) -> Result<(Array<f64, B>, Array<T::Quotient, B>, Array<U::Quotient, B>)> {
        let bins = (bins.0.into_bins().into_dyn(), bins.1.into_bins().into_dyn());
        let (counts, x, y) = self.array.histogram2d(&y.array, bins)?;
        Ok((Array::from_dyn(counts), Array::from_dyn(x), Array::from_dyn(y)))
    }

    /// [`histogram2d`](Array::histogram2d) of points that have weights, whose sums are given, or as a density.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([0.0, 2.0])?, xp.array([0.0, 2.0])?);
    /// let options = Histogram::new().weights(&x);
    /// assert_eq!(x.histogram2d_with(&y, (2, 2), options)?.0.to_string(), "[[0. 0.]\n [0. 2.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`histogram2d`](Array::histogram2d).
    #[allow(clippy::type_complexity)]
    pub fn histogram2d_with<U: RealElement, W: Weights<B>, M: Measure<W, B>>(
        &self,
        y: &Array<U, B>,
        bins: (impl IntoBins<Array<T::Quotient, B>>, impl IntoBins<Array<U::Quotient, B>>),
        options: Histogram<W, M>,
    ) -> Result<(Array<f64, B>, Array<T::Quotient, B>, Array<U::Quotient, B>)> {
        let bins = (bins.0.into_bins().into_dyn(), bins.1.into_bins().into_dyn());
        let (counts, x, y) = self.array.histogram2d_with(&y.array, bins, options)?;
        Ok((Array::from_dyn(counts), Array::from_dyn(x), Array::from_dyn(y)))
    }

    /// How many points, the rows of a matrix, lie in each combination of bins, with an axis for each column; and the
    /// edges for each column. The rules for bins are those of
    /// [`histogram`](Array::histogram).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::Bins;
    /// let points = xp.array([[0.0, 0.0], [1.0, 0.0], [2.0, 2.0]])?;
    /// let (counts, edges) = points.histogramdd(&[Bins::Equal(2, None), Bins::Equal(2, None)])?;
    /// assert_eq!(counts.to_string(), "[[1. 0.]\n [1. 1.]]");
    /// assert_eq!(edges[0].to_string(), "[0. 1. 2.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`histogram`](Array::histogram); [`Error::Value`] if the array is not a matrix or there are not
    /// bins for each column; [`Error::Shape`] if there is not a weight for each row.
    #[allow(clippy::type_complexity)]
    pub fn histogramdd(
        &self,
        bins: &[Bins<Array<T::Quotient, B>>],
    ) -> Result<(Array<f64, B>, Vec<Array<T::Quotient, B>>)> {
        let bins: Vec<_> = bins.iter().map(|bins| bins.clone().into_dyn()).collect();
        let (counts, edges) = self.array.histogramdd(&bins)?;
        Ok((Array::from_dyn(counts), edges.into_iter().map(Array::from_dyn).collect()))
    }

    /// [`histogramdd`](Array::histogramdd) of points that have weights, whose sums are given, or as a density.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let points = xp.array([[0.0, 0.0], [2.0, 2.0]])?;
    /// let weights = xp.array([0.5, 3.0])?;
    /// let bins = [xparray::Bins::Equal(1, None), xparray::Bins::Equal(1, None)];
    /// let (sums, _) = points.histogramdd_with(&bins, Histogram::new().weights(&weights))?;
    /// assert_eq!(sums.to_string(), "[[3.5]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`histogramdd`](Array::histogramdd).
    #[allow(clippy::type_complexity)]
    pub fn histogramdd_with<W: Weights<B>, M: Measure<W, B>>(
        &self,
        bins: &[Bins<Array<T::Quotient, B>>],
        options: Histogram<W, M>,
    ) -> Result<(Array<f64, B>, Vec<Array<T::Quotient, B>>)> {
        let bins: Vec<_> = bins.iter().map(|bins| bins.clone().into_dyn()).collect();
        let (counts, edges) = self.array.histogramdd_with(&bins, options)?;
        Ok((Array::from_dyn(counts), edges.into_iter().map(Array::from_dyn).collect()))
    }
}
