//! Histograms.

use super::bincount::Weights;
use super::search::check_vector;
use super::{Array, DynArray};
use crate::backend::{Backend, Side};
use crate::class::TypeClass;
use crate::dispatch_dtype;
use crate::dtype::{DType, Scalar};
use crate::element::{Element, RealElement};
use crate::error::{Error, Result};
use crate::ir::BinaryOp;

/// The bins of a histogram.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::Bins;
/// let points = xp.array([[1.0, 5.0], [2.0, 7.0]])?;
/// let bins = [Bins::Equal(2, Some((0.0, 4.0))), Bins::Edges(xp.array([0.0, 6.0, 9.0])?)];
/// assert_eq!(points.histogramdd(&bins)?.0.to_string(), "[[1. 0.]\n [0. 1.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub enum Bins<A> {
    /// A number of equal bins over a range, or over that of the data.
    Equal(usize, Option<(f64, f64)>),
    /// The edges of bins, ascending.
    Edges(A),
}

/// What a histogram takes as bins: their number; number and range; an ascending vector `A` of edges, of the type of
/// quotients of the data; or [`Bins`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([1.0, 2.0, 2.5, 4.0])?;
/// assert_eq!(x.histogram(3)?.1.to_string(), "[1. 2. 3. 4.]");
/// assert_eq!(x.histogram((2, 0.0, 5.0))?.1.to_string(), "[0.  2.5 5. ]");
/// assert_eq!(x.histogram(&xp.array([0.0, 3.0, 4.0])?)?.0.to_string(), "[3 1]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait IntoBins<A> {
    /// The bins.
    fn into_bins(self) -> Bins<A>;
}

impl<A> IntoBins<A> for usize {
    fn into_bins(self) -> Bins<A> {
        Bins::Equal(self, None)
    }
}

impl<A> IntoBins<A> for (usize, f64, f64) {
    fn into_bins(self) -> Bins<A> {
        Bins::Equal(self.0, Some((self.1, self.2)))
    }
}

impl<A: Clone> IntoBins<A> for &A {
    fn into_bins(self) -> Bins<A> {
        Bins::Edges(self.clone())
    }
}

impl<T: Element, B: Backend> IntoBins<DynArray<B>> for &Array<T, B> {
    fn into_bins(self) -> Bins<DynArray<B>> {
        Bins::Edges(self.array.clone())
    }
}

impl<A> IntoBins<A> for Bins<A> {
    fn into_bins(self) -> Bins<A> {
        self
    }
}

impl<T: Element, B: Backend> Bins<Array<T, B>> {
    pub(super) fn into_dyn(self) -> Bins<DynArray<B>> {
        match self {
            Self::Equal(n, range) => Bins::Equal(n, range),
            Self::Edges(edges) => Bins::Edges(edges.array),
        }
    }
}

/// A histogram counts elements, or sums their weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts;

/// A histogram is a density: the integral over its bins is 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct Density;

/// What a histogram says of its bins, for elements of weights `W`: [`Counts`] or [`Density`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([1, 2, 1])?;
/// assert_eq!(x.histogram_with(2, Histogram::new())?.0.dtype(), DType::I64);
/// assert_eq!(x.histogram_with(2, Histogram::new().density())?.0.dtype(), DType::F64);
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait Measure<W, B: Backend> {
    /// The type of what it says.
    type Element: Element;
    /// Whether that is a density.
    const IS_DENSITY: bool;
}

impl<W: Weights<B>, B: Backend> Measure<W, B> for Counts {
    type Element = W::Count;
    const IS_DENSITY: bool = false;
}

impl<W: Weights<B>, B: Backend> Measure<W, B> for Density {
    type Element = f64;
    const IS_DENSITY: bool = true;
}

/// Options of [`Array::histogram_with`], [`Array::histogram2d_with`], [`Array::histogramdd_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let (x, weights) = (xp.array([1, 2, 1])?, xp.array([0.5, 2.0, 4.0])?);
/// let (sums, _) = x.histogram_with(2, Histogram::new().weights(&weights))?;
/// assert_eq!(sums.to_string(), "[4.5 2. ]");
/// let (density, _) = x.histogram_with((2, 0.0, 4.0), Histogram::new().density())?;
/// assert_eq!(density.to_string(), "[0.33333333 0.16666667]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Histogram<W = (), M = Counts> {
    pub(super) weights: W,
    measure: M,
}

impl Histogram {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }
}

impl<W, M> Histogram<W, M> {
    /// What each element counts, instead of 1.
    pub fn weights<V>(self, weights: V) -> Histogram<V, M> {
        Histogram { weights, measure: self.measure }
    }

    /// Counts, or sums of weights, divided by their sum and the widths of the bins: NumPy's `density=True`.
    pub fn density(self) -> Histogram<W, Density> {
        Histogram { weights: self.weights, measure: Density }
    }
}

/// Edges that are known to rise.
pub(super) struct Edges<B: Backend> {
    pub edges: DynArray<B>,
    /// The ends of the range and the size of bins, if these are equal: so equal that an element's distance from the lower
    /// end says which bin it is in, or in one beside.
    equal: Option<[f64; 3]>,
}

/// The relative distance of neighbours of a type whose bins may be counted as equal ones.
fn spacing(dtype: DType) -> Option<f64> {
    match dtype {
        DType::F32 => Some(f32::EPSILON.into()),
        DType::F64 => Some(f64::EPSILON),
        _ => None,
    }
}

/// The bytes of `n + 1` edges at equal distances, unless some fall together; the distances are of type `T` if asked. One loop for
/// a type, since the device waits for it.
fn equal_edges<T: Element>(n: usize, [low, step, high]: [f64; 3], rounded: bool) -> Option<Vec<u8>> {
    let distance = |i: usize| {
        let x = i as f64 * step;
        if rounded { x.cast::<T>().cast() } else { x }
    };
    let edge = |i: usize| if i == n { high } else { distance(i) + low };
    let edges: Vec<T> = (0..=n).map(|i| edge(i).cast()).collect();
    let rise = edges.windows(2).all(|pair| pair[0].cast::<f64>() < pair[1].cast::<f64>());
    rise.then(|| T::as_bytes(&edges).to_vec())
}

/// So many edges are made on the host, which need not wait for the device to look at them.
const FEW: usize = 4096;

impl<B: Backend> DynArray<B> {
    /// [`Array::histogram`]. The types of data and edges are promoted.
    ///
    /// # Errors
    /// Those of [`Array::histogram`]; [`Error::DType`] for complex numbers.
    pub fn histogram(&self, bins: impl IntoBins<Self>) -> Result<(Self, Self)> {
        self.histogram_with(bins, Histogram::new())
    }

    /// [`Array::histogram_with`]. The types of data and edges are promoted.
    ///
    /// # Errors
    /// Those of [`Array::histogram_with`]; [`Error::DType`] for complex numbers.
    pub fn histogram_with<W: Weights<B>, M: Measure<W, B>>(
        &self,
        bins: impl IntoBins<Self>,
        options: Histogram<W, M>,
    ) -> Result<(Self, Self)> {
        const OP: &str = "histogram";
        let weights = self.weights_of(OP, options.weights.array())?;
        let edges = self.bin_edges(OP, bins.into_bins())?;
        let counts = match weights {
            None => self.astype(edges.edges.dtype())?.binned(&edges.edges, edges.equal.is_some())?,
            Some(weights) => {
                // One more bin takes what lies outside.
                let bins = edges.edges.len() - 1;
                self.bin_of(&edges)?.counted(Some(&weights.flat()?), bins + 1)?.narrow(0, 0, bins)?
            }
        };
        let counts = if M::IS_DENSITY { counts.density(&[&edges.edges])? } else { counts };
        Ok((counts, edges.edges))
    }

    /// The counts of bins, which have edges along each axis, divided by their sum and by the sizes of the bins.
    pub(super) fn density(&self, edges: &[&Self]) -> Result<Self> {
        const OP: &str = "histogram";
        let counts = self.astype(DType::F64)?;
        let mut density = counts.binary(BinaryOp::Div, OP, &counts.sum(..)?)?;
        for (axis, edges) in edges.iter().enumerate() {
            let (after, before) = edges.astype(DType::F64)?.neighbours(0)?;
            let widths = after.binary(BinaryOp::Sub, OP, &before)?.trailed_by(self.ndim() - 1 - axis)?;
            density = density.binary(BinaryOp::Div, OP, &widths)?;
        }
        Ok(density)
    }

    /// [`Array::histogram_bin_edges`]. The types of data and edges are promoted.
    ///
    /// # Errors
    /// Those of [`Array::histogram_bin_edges`]; [`Error::DType`] for complex numbers.
    pub fn histogram_bin_edges(&self, bins: impl IntoBins<Self>) -> Result<Self> {
        Ok(self.bin_edges("histogram_bin_edges", bins.into_bins())?.edges)
    }

    /// The edges that bins of the elements have.
    pub(super) fn bin_edges(&self, op: &'static str, bins: Bins<Self>) -> Result<Edges<B>> {
        TypeClass::RealElement.check(op, self.dtype())?;
        let dtype = self.dtype().quotient();
        let (n, range) = match bins {
            Bins::Equal(n, range) => (n, range),
            Bins::Edges(edges) => {
                TypeClass::RealElement.check(op, edges.dtype())?;
                check_vector(op, &edges)?;
                if edges.is_empty() || !edges.neighbours_all(BinaryOp::Le)? {
                    return Err(Error::value(op, "the edges of bins must rise, and there must be one"));
                }
                return Ok(Edges { edges: edges.astype(dtype.promote(edges.dtype()).quotient())?, equal: None });
            }
        };
        // As NumPy: a range of the data is divided in their precision.
        let own = range.is_none() && !self.is_empty();
        let round = |x: f64| if own { Scalar::from_f64(dtype, x).get() } else { x };
        let (low, high) = match range {
            Some(range) => range,
            None if self.is_empty() => (0.0, 1.0),
            None => {
                let (low, high) = (self.min(..)?, self.max(..)?);
                Self::eval_all(&[&low, &high])?;
                (low.item()?.get(), high.item()?.get())
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
        // Rounding moves edges by less than the 16th part of a bin.
        let is_equal = |e: f64| step.is_finite() && step > 16.0 * e * low.abs().max(high.abs());
        let equal = spacing(dtype).filter(|&e| is_equal(e)).map(|_| [low, high, step]);
        let too_many = || Error::value(op, format!("too many bins ({n}) for the range of [{low}, {high}]"));
        if n <= FEW {
            let ends = [low, step, high];
            let bytes = dispatch_dtype!(dtype, T => equal_edges::<T>(n, ends, own)).ok_or_else(too_many)?;
            return Ok(Edges { edges: Self::from_bytes(self.xp(), dtype, &[n + 1], &bytes)?, equal });
        }
        let place = Self::iota(self.xp(), &[n.saturating_add(1)])?;
        let distance = place.astype(DType::F64)?.with_number(BinaryOp::Mul, step)?;
        let distance = if own { distance.astype(dtype)?.astype(DType::F64)? } else { distance };
        let edge = distance.with_number(BinaryOp::Add, low)?;
        let at_end = place.with_count(BinaryOp::Eq, n)?;
        let edges = Self::selected(&at_end, &edge.number(high)?, &edge)?.astype(dtype)?;
        edges.eval()?;
        if !edges.neighbours_all(BinaryOp::Lt)? {
            return Err(too_many());
        }
        Ok(Edges { edges, equal })
    }

    /// The bin between edges of each element, in row-major order; the number of bins for what lies outside.
    pub(super) fn bin_of(&self, Edges { edges, equal }: &Edges<B>) -> Result<Self> {
        const OP: &str = "histogram";
        let bins = edges.len() - 1;
        let x = self.astype(edges.dtype())?.flat()?;
        if let Some([low, high, step]) = *equal {
            let above = x.with_number(BinaryOp::Ge, low)?;
            let inside = above.binary(BinaryOp::And, OP, &x.with_number(BinaryOp::Le, high)?)?;
            let distance = x.with_number(BinaryOp::Sub, low)?.with_number(BinaryOp::Div, step)?;
            let distance = distance.with_number(BinaryOp::Min, bins as f64 - 1.0)?;
            let near = Self::selected(&inside, &distance, &x.number(0.0)?)?.astype(DType::I64)?;
            // Rounding may miss the bin by one; the edges decide.
            let edge = |k: &Self| Self::gather(k, edges, x.shape());
            let below = x.binary(BinaryOp::Lt, OP, &edge(&near)?)?.astype(DType::I64)?;
            let next = near.with_number(BinaryOp::Add, 1.0)?;
            let beyond = x.binary(BinaryOp::Ge, OP, &edge(&next)?)?.astype(DType::I64)?;
            let bin = near.binary(BinaryOp::Sub, OP, &below)?.binary(BinaryOp::Add, OP, &beyond)?;
            let bin = bin.with_number(BinaryOp::Min, bins as f64 - 1.0)?;
            return Self::selected(&inside, &bin, &bin.number(bins as f64)?);
        }
        let above = edges.searched(&x, Side::Right)?;
        let bin = above.with_number(BinaryOp::Sub, 1.0)?;
        let at_end = x.binary(BinaryOp::Eq, OP, &edges.narrow(0, bins, 1)?)?;
        let bin = Self::selected(&at_end, &bin.number(bins as f64 - 1.0)?, &bin)?;
        Self::selected(&bin.with_number(BinaryOp::Lt, 0.0)?, &bin.number(bins as f64)?, &bin)
    }

    /// How many elements lie between edges of their type.
    fn binned(&self, edges: &Self, uniform: bool) -> Result<Self> {
        let bins = edges.len() - 1;
        if self.is_empty() || bins == 0 {
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

impl<T: RealElement, B: Backend> Array<T, B> {
    /// How many elements lie in each of `n` bins, and the `n + 1` edges of the bins. A bin has its lower edge, the last
    /// one both; what is outside, or NaN, does not count. Bins without a range read the range of the array.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (counts, edges) = xp.array([1, 2, 1])?.histogram((3, 0.0, 3.0))?;
    /// assert_eq!((counts.to_string(), edges.to_string()), ("[0 2 1]".into(), "[0. 1. 2. 3.]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for no bins, a range that is not finite or falls, or edges that do not rise.
    #[allow(clippy::type_complexity)]
    pub fn histogram(
        &self,
        bins: impl IntoBins<Array<T::Quotient, B>>,
    ) -> Result<(Array<i64, B>, Array<T::Quotient, B>)> {
        let (counts, edges) = self.array.histogram(bins.into_bins().into_dyn())?;
        Ok((Array::from_dyn(counts), Array::from_dyn(edges)))
    }

    /// [`histogram`](Array::histogram) of elements that have weights, whose sums are given, or as a density; both in `f64`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, weights) = (xp.array([1, 2, 1])?, xp.array([0.5, 2.0, 4.0])?);
    /// let (sums, _) = x.histogram_with((3, 0.0, 3.0), Histogram::new().weights(&weights))?;
    /// assert_eq!(sums.to_string(), "[0.  4.5 2. ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`histogram`](Array::histogram); [`Error::Shape`] if the weights have another shape.
    #[allow(clippy::type_complexity)]
    pub fn histogram_with<W: Weights<B>, M: Measure<W, B>>(
        &self,
        bins: impl IntoBins<Array<T::Quotient, B>>,
        options: Histogram<W, M>,
    ) -> Result<(Array<M::Element, B>, Array<T::Quotient, B>)> {
        let (counts, edges) = self.array.histogram_with(bins.into_bins().into_dyn(), options)?;
        Ok((Array::from_dyn(counts), Array::from_dyn(edges)))
    }

    /// The edges that [`histogram`](Array::histogram) uses.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([0.0, 1.0, 4.0])?;
    /// assert_eq!(x.histogram_bin_edges(4)?.to_string(), "[0. 1. 2. 3. 4.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`histogram`](Array::histogram).
    pub fn histogram_bin_edges(&self, bins: impl IntoBins<Array<T::Quotient, B>>) -> Result<Array<T::Quotient, B>> {
        self.array.histogram_bin_edges(bins.into_bins().into_dyn()).map(Array::from_dyn)
    }
}
