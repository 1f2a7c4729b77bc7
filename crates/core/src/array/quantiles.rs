//! Medians and quantiles.

use super::quantile_method::QuantileMethod;
use super::{Array, Axes, DynArray, IntoAxes};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::{DType, Scalar};
use crate::element::{Element, RealElement};
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, ReduceOp, UnaryOp};
use crate::layout::{Dims, checked_len};
use num_complex::Complex;

/// Which quantiles: a number, which gives no axis; several, which give the result's first axis; or an array of them, which gives
/// the result its axes.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([[1.0, 2.0], [3.0, 4.0]])?;
/// assert_eq!(x.quantile(0.5, 0)?.to_string(), "[2. 3.]");
/// assert_eq!(x.quantile([0.0, 1.0], 0)?.to_string(), "[[1. 2.]\n [3. 4.]]");
/// assert_eq!(x.quantile(&xp.ones::<f64>([2, 1])?, ..)?.to_string(), "[[4.]\n [4.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait Quantiles {
    /// The numbers. Those of an array are read.
    ///
    /// # Errors
    /// Those of [`eval`](Array::eval).
    fn numbers(&self) -> Result<Vec<f64>>;
    /// The axes that they give.
    fn shape(&self) -> Dims;
}

impl Quantiles for f64 {
    fn numbers(&self) -> Result<Vec<f64>> {
        Ok(vec![*self])
    }
    fn shape(&self) -> Dims {
        Dims::new()
    }
}

impl<const N: usize> Quantiles for [f64; N] {
    fn numbers(&self) -> Result<Vec<f64>> {
        Ok(self.to_vec())
    }
    fn shape(&self) -> Dims {
        Dims::from_slice(&[N])
    }
}

impl Quantiles for &[f64] {
    fn numbers(&self) -> Result<Vec<f64>> {
        Ok(self.to_vec())
    }
    fn shape(&self) -> Dims {
        Dims::from_slice(&[self.len()])
    }
}

impl<B: Backend> Quantiles for &Array<f64, B> {
    fn numbers(&self) -> Result<Vec<f64>> {
        self.to_vec()
    }
    fn shape(&self) -> Dims {
        Dims::from_slice(Array::shape(self))
    }
}

/// Options of [`Array::quantile_with`], [`Array::percentile_with`] and their functions that ignore NaN.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([1.0f64, 2.0, 4.0])?;
/// assert_eq!(x.quantile_with(0.75, .., Quantile::new().method(QuantileMethod::Higher))?.item()?, 4.0);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Quantile {
    method: QuantileMethod,
}

impl Quantile {
    /// The defaults: linear interpolation.
    pub fn new() -> Self {
        Self::default()
    }

    /// How what lies between two elements is estimated.
    pub fn method(self, method: QuantileMethod) -> Self {
        Self { method }
    }
}

/// So many quantiles are constants of a kernel at most.
const FEW: usize = 16;

/// So many places are found by a partition; more are worth a sort.
const PLACES: usize = 16;

/// The elements of a reduction, each group along one axis, the last; there, those at the places asked for are where sorting puts them.
struct Groups<B: Backend> {
    sorted: DynArray<B>,
    axis: usize,
    /// The shape of the result.
    shape: Dims,
}

impl<B: Backend> DynArray<B> {
    /// The groups of elements that an axis or several reduce. `places` says which ones of a group so long are looked at, or nothing if
    /// that depends on the elements.
    fn grouped(
        &self,
        op: &'static str,
        axes: &Axes,
        places: impl FnOnce(usize) -> Option<Vec<usize>>,
    ) -> Result<Groups<B>> {
        let reduced = axes.resolve(op, self.shape().len())?;
        let kept: Dims = (0..self.shape().len()).filter(|k| !reduced.contains(k)).collect();
        let order: Dims = kept.iter().chain(&reduced).copied().collect();
        let n = checked_len(&reduced.iter().map(|&k| self.shape()[k]).collect::<Dims>())?;
        let mut shape: Dims = kept.iter().map(|&k| self.shape()[k]).collect();
        shape.push(n);
        let rows = self.with_layout(self.layout().permute(&order)?)?.reshaped(&shape)?;
        shape.pop();
        if axes.keeps_dims() {
            shape = (0..self.shape().len()).map(|k| if reduced.contains(&k) { 1 } else { self.shape()[k] }).collect();
        }
        let mut places = if n == 0 { None } else { places(n) }.unwrap_or_default();
        if self.has_nan_type() {
            // NaN would be last.
            places.push(n.saturating_sub(1));
        }
        places.sort_unstable();
        places.dedup();
        let axis = kept.len();
        let known = places.iter().any(|&place| place + 1 < n) && places.len() <= PLACES;
        let sorted = if known { rows.partitioned(axis, places)? } else { rows.sorted(axis)? };
        Ok(Groups { sorted, axis, shape })
    }

    /// The mean of two arrays.
    fn middle(&self, other: &Self) -> Result<Self> {
        self.binary(BinaryOp::Add, "median", other)?.with_number(BinaryOp::Div, 2.0)
    }
}

impl<B: Backend> Groups<B> {
    fn len(&self) -> usize {
        self.sorted.shape()[self.axis]
    }

    /// The elements at a place of each group.
    fn at(&self, place: usize) -> Result<DynArray<B>> {
        self.sorted.narrow(self.axis, place, 1)?.reshaped(&self.sorted.shape()[..self.axis])
    }

    /// Numbers, one for each quantile, along an axis before those of the groups.
    fn along<T: Element>(&self, numbers: &[T]) -> Result<DynArray<B>> {
        let xp = self.sorted.xp();
        if let [number] = *numbers {
            return DynArray::full(xp, Scalar::new(number), &[]);
        }
        let mut shape = Dims::from_elem(1, self.axis + 1);
        if numbers.len() <= FEW {
            // Constants of the kernel, so that a program with them can be traced.
            let constants = numbers.iter().map(|&number| DynArray::full(xp, Scalar::new(number), &shape));
            let constants = constants.collect::<Result<Vec<_>>>()?;
            return DynArray::concatenate("quantile", &constants.iter().collect::<Vec<_>>(), 0);
        }
        shape[0] = numbers.len();
        DynArray::from_bytes(xp, T::DTYPE, &shape, T::as_bytes(numbers))
    }

    /// The quantiles of each group, along a first axis.
    fn quantiles(&self, q: &[f64], method: QuantileMethod) -> Result<DynArray<B>> {
        let places: Vec<_> = q.iter().map(|&q| method.between(q, self.len())).collect();
        let [low, high] = [|p: &(i64, i64, f64)| p.0, |p: &(i64, i64, f64)| p.1]
            .map(|side| places.iter().map(side).collect::<Vec<_>>());
        let shares: Vec<f64> = places.iter().map(|p| p.2).collect();
        let values = self.interpolated(q.len(), &self.along(&low)?, &self.along(&high)?, &self.along(&shares)?)?;
        self.unless_nan(&values)
    }

    /// The quantiles of the numbers of each group, along a first axis.
    fn quantiles_of_numbers(&self, q: &[f64], method: QuantileMethod) -> Result<DynArray<B>> {
        let number = self.sorted.unary(UnaryOp::IsNan)?.unary(UnaryOp::Not)?.astype(DType::I64)?;
        let count = DynArray::reduce(ReduceOp::Sum, 0, &[&number], &[self.axis], None)?.astype(DType::F64)?;
        // NaN come last, so in groups of no numbers the first element is NaN.
        let [low, high, share] = method.between_counted(&self.along(q)?, &count)?;
        self.interpolated(q.len(), &low, &high, &share)
    }

    /// For each of `n` quantiles and each group the values between two places.
    fn interpolated(
        &self,
        n: usize,
        low: &DynArray<B>,
        high: &DynArray<B>,
        share: &DynArray<B>,
    ) -> Result<DynArray<B>> {
        const OP: &str = "quantile";
        let groups = &self.sorted.shape()[..self.axis];
        let shape: Dims = [n].iter().chain(groups).copied().collect();
        let first = DynArray::iota(self.sorted.xp(), groups)?.with_count(BinaryOp::Mul, self.len())?;
        let elements = self.sorted.flat()?.contiguous()?;
        let at = |place: &DynArray<B>| {
            let place = place.binary(BinaryOp::Add, OP, &first)?;
            DynArray::gather(&place, &elements, &shape)?.astype(self.sorted.dtype().quotient())?.widened()
        };
        let (a, b) = (at(low)?, at(high)?);
        let share = share.astype(a.dtype())?;
        let distance = b.binary(BinaryOp::Sub, OP, &a)?;
        // From the nearer end, so that both ends are exact.
        let up = a.binary(BinaryOp::Add, OP, &distance.binary(BinaryOp::Mul, OP, &share)?)?;
        let rest = share.binary_scalar(BinaryOp::Sub, Scalar::from_f64(a.dtype(), 1.0), true)?;
        let down = b.binary(BinaryOp::Sub, OP, &distance.binary(BinaryOp::Mul, OP, &rest)?)?;
        let value = DynArray::selected(&share.with_number(BinaryOp::Lt, 0.5)?, &up, &down)?;
        // Elements themselves, whatever is beside them: no distance to an infinity counts.
        let value = DynArray::selected(&share.with_number(BinaryOp::Eq, 1.0)?, &b, &value)?;
        let is_first =
            share.with_number(BinaryOp::Eq, 0.0)?.binary(BinaryOp::Or, OP, &a.binary(BinaryOp::Eq, OP, &b)?)?;
        DynArray::selected(&is_first, &a, &value)
    }

    /// `values`, whose last axes are the groups, but NaN for groups that have one: it was sorted to the end.
    fn unless_nan(&self, values: &DynArray<B>) -> Result<DynArray<B>> {
        if !self.sorted.has_nan_type() {
            return Ok(values.clone());
        }
        let last = self.at(self.len() - 1)?;
        DynArray::selected(&last.unary(UnaryOp::IsNan)?, &last.astype(values.dtype())?, values)
    }
}

impl<B: Backend> DynArray<B> {
    /// [`Array::median`].
    ///
    /// # Errors
    /// Those of [`Array::median`].
    pub fn median(&self, axes: impl IntoAxes) -> Result<Self> {
        let dtype = self.dtype().quotient();
        let groups = self.grouped("median", &axes.into_axes(), |n| Some(vec![(n - 1) / 2, n / 2]))?;
        let n = groups.len();
        if n == 0 {
            return self.no_quantile(&groups.shape);
        }
        let middle = |place: usize| groups.at(place)?.astype(dtype)?.widened();
        let median = if n % 2 == 1 { middle(n / 2)? } else { middle(n / 2 - 1)?.middle(&middle(n / 2)?)? };
        groups.unless_nan(&median)?.astype(dtype)?.reshaped(&groups.shape)
    }

    /// [`Array::nanmedian`].
    ///
    /// # Errors
    /// Those of [`Array::nanmedian`].
    pub fn nanmedian(&self, axes: impl IntoAxes) -> Result<Self> {
        if !self.has_nan_type() {
            return self.median(axes);
        }
        let groups = self.grouped("nanmedian", &axes.into_axes(), |_| None)?;
        if groups.len() == 0 || self.is_empty() {
            return self.no_quantile(&groups.shape);
        }
        let number = groups.sorted.unary(UnaryOp::IsNan)?.unary(UnaryOp::Not)?.astype(DType::I64)?;
        let mut shape = Dims::from_slice(number.shape());
        shape[groups.axis] = 1;
        let count = Self::reduce(ReduceOp::Sum, 0, &[&number], &[groups.axis], None)?.reshaped(&shape)?;
        // Of no numbers at all both are 0, where there is NaN.
        let high = count.with_number(BinaryOp::FloorDiv, 2.0)?;
        let low = count.with_number(BinaryOp::Sub, 1.0)?.with_number(BinaryOp::Max, 0.0)?;
        let low = low.with_number(BinaryOp::FloorDiv, 2.0)?;
        let odd = low.binary(BinaryOp::Eq, "nanmedian", &high)?;
        let [a, b] = [low, high].map(|place| groups.sorted.taken_along(groups.axis, &place)?.widened());
        let (a, b) = (a?, b?);
        let median = Self::selected(&odd, &a, &a.middle(&b)?)?;
        median.astype(self.dtype().quotient())?.reshaped(&groups.shape)
    }

    /// [`Array::quantile`].
    ///
    /// # Errors
    /// Those of [`Array::quantile`]; [`Error::DType`] for complex numbers.
    pub fn quantile(&self, q: impl Quantiles, axes: impl IntoAxes) -> Result<Self> {
        self.quantile_with(q, axes, Quantile::new())
    }

    /// [`Array::quantile_with`].
    ///
    /// # Errors
    /// Those of [`Array::quantile_with`]; [`Error::DType`] for complex numbers.
    pub fn quantile_with(&self, q: impl Quantiles, axes: impl IntoAxes, options: Quantile) -> Result<Self> {
        self.quantiles("quantile", &q, 1.0, &axes.into_axes(), options, false)
    }

    /// [`Array::percentile`].
    ///
    /// # Errors
    /// Those of [`Array::percentile`]; [`Error::DType`] for complex numbers.
    pub fn percentile(&self, q: impl Quantiles, axes: impl IntoAxes) -> Result<Self> {
        self.percentile_with(q, axes, Quantile::new())
    }

    /// [`Array::percentile_with`].
    ///
    /// # Errors
    /// Those of [`Array::percentile_with`]; [`Error::DType`] for complex numbers.
    pub fn percentile_with(&self, q: impl Quantiles, axes: impl IntoAxes, options: Quantile) -> Result<Self> {
        self.quantiles("percentile", &q, 100.0, &axes.into_axes(), options, false)
    }

    /// [`Array::nanquantile`].
    ///
    /// # Errors
    /// Those of [`Array::nanquantile`]; [`Error::DType`] for complex numbers.
    pub fn nanquantile(&self, q: impl Quantiles, axes: impl IntoAxes) -> Result<Self> {
        self.nanquantile_with(q, axes, Quantile::new())
    }

    /// [`Array::nanquantile_with`].
    ///
    /// # Errors
    /// Those of [`Array::nanquantile_with`]; [`Error::DType`] for complex numbers.
    pub fn nanquantile_with(&self, q: impl Quantiles, axes: impl IntoAxes, options: Quantile) -> Result<Self> {
        self.quantiles("nanquantile", &q, 1.0, &axes.into_axes(), options, true)
    }

    /// [`Array::nanpercentile`].
    ///
    /// # Errors
    /// Those of [`Array::nanpercentile`]; [`Error::DType`] for complex numbers.
    pub fn nanpercentile(&self, q: impl Quantiles, axes: impl IntoAxes) -> Result<Self> {
        self.nanpercentile_with(q, axes, Quantile::new())
    }

    /// [`Array::nanpercentile_with`].
    ///
    /// # Errors
    /// Those of [`Array::nanpercentile_with`]; [`Error::DType`] for complex numbers.
    pub fn nanpercentile_with(&self, q: impl Quantiles, axes: impl IntoAxes, options: Quantile) -> Result<Self> {
        self.quantiles("nanpercentile", &q, 100.0, &axes.into_axes(), options, true)
    }

    /// Quantiles for shares of `whole`.
    fn quantiles(
        &self,
        op: &'static str,
        q: &impl Quantiles,
        whole: f64,
        axes: &Axes,
        Quantile { method }: Quantile,
        skip_nan: bool,
    ) -> Result<Self> {
        TypeClass::RealElement.check(op, self.dtype())?;
        let (mut shape, q) = (q.shape(), q.numbers()?);
        if let Some(q) = q.iter().find(|q| !(0.0..=whole).contains(*q)) {
            return Err(Error::value(op, format!("{q} is not in [0, {whole}]")));
        }
        let q: Vec<f64> = q.iter().map(|q| q / whole).collect();
        let of_numbers = skip_nan && self.has_nan_type();
        let groups = self.grouped(op, axes, |n| {
            let places = q.iter().map(|&q| method.between(q, n));
            let both = places.flat_map(|(low, high, _)| [low as usize, high as usize]);
            if of_numbers { None } else { Some(both.collect()) }
        })?;
        shape.extend_from_slice(&groups.shape);
        if groups.len() == 0 || checked_len(&shape)? == 0 {
            return self.no_quantile(&shape);
        }
        let values = match of_numbers {
            true => groups.quantiles_of_numbers(&q, method)?,
            false => groups.quantiles(&q, method)?,
        };
        values.astype(self.dtype().quotient())?.reshaped(&shape)
    }

    /// NaN, as of no elements.
    fn no_quantile(&self, shape: &[usize]) -> Result<Self> {
        let nan = Scalar::new(Complex::new(f64::NAN, f64::NAN)).astype(self.dtype().quotient());
        Self::full(self.xp(), nan, shape)
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The median over axes: the middle of the sorted elements, or the mean of the two there. `f64` for integers and
    /// `bool`; NaN if an element is, and for no elements.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([3.0f64, 1.0, 2.0, 10.0])?;
    /// assert_eq!(x.median(..)?.item()?, 2.5);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there or is named twice.
    pub fn median(&self, axes: impl IntoAxes) -> Result<Array<T::Quotient, B>> {
        self.array.median(axes).map(Array::from_dyn)
    }

    /// The median over axes of what is not NaN; NaN if nothing is.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([3.0, f64::NAN, 1.0])?;
    /// assert_eq!(x.nanmedian(..)?.item()?, 2.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there or is named twice.
    pub fn nanmedian(&self, axes: impl IntoAxes) -> Result<Array<T::Quotient, B>> {
        self.array.nanmedian(axes).map(Array::from_dyn)
    }
}

impl<T: RealElement, B: Backend> Array<T, B> {
    /// The quantiles over axes: where, between the smallest element at `q = 0` and the largest at 1, the sorted
    /// elements are at `q`, interpolated linearly (NumPy's default method). `f64` for integers and `bool`; NaN if an
    /// element is, and for no elements. Several `q` give the result a first axis.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, 2.0, 3.0, 4.0])?;
    /// assert_eq!(x.quantile([0.0, 0.25, 1.0], ..)?.to_string(), "[1.   1.75 4.  ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if a `q` is not in [0, 1]; [`Error::Axis`] for an axis that is not there or is named twice.
    pub fn quantile(&self, q: impl Quantiles, axes: impl IntoAxes) -> Result<Array<T::Quotient, B>> {
        self.array.quantile(q, axes).map(Array::from_dyn)
    }

    /// [`quantile`](Array::quantile) by another method.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, 2.0, 3.0, 4.0])?;
    /// let nearest = x.quantile_with([0.1, 0.4], .., Quantile::new().method(QuantileMethod::Nearest))?;
    /// assert_eq!(nearest.to_string(), "[1. 2.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`quantile`](Array::quantile).
    pub fn quantile_with(
        &self,
        q: impl Quantiles,
        axes: impl IntoAxes,
        options: Quantile,
    ) -> Result<Array<T::Quotient, B>> {
        self.array.quantile_with(q, axes, options).map(Array::from_dyn)
    }

    /// The [quantiles](Array::quantile) at hundredths of `q`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0f64, 2.0, 3.0, 4.0])?;
    /// assert_eq!(x.percentile(50.0, ..)?.item()?, 2.5);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if a `q` is not in [0, 100]; [`Error::Axis`] for an axis that is not there or is named twice.
    pub fn percentile(&self, q: impl Quantiles, axes: impl IntoAxes) -> Result<Array<T::Quotient, B>> {
        self.array.percentile(q, axes).map(Array::from_dyn)
    }

    /// [`percentile`](Array::percentile) by another method.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0f64, 2.0, 3.0, 4.0])?;
    /// assert_eq!(x.percentile_with(40.0, .., Quantile::new().method(QuantileMethod::Weibull))?.item()?, 2.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`percentile`](Array::percentile).
    pub fn percentile_with(
        &self,
        q: impl Quantiles,
        axes: impl IntoAxes,
        options: Quantile,
    ) -> Result<Array<T::Quotient, B>> {
        self.array.percentile_with(q, axes, options).map(Array::from_dyn)
    }

    /// The [quantiles](Array::quantile) of what is not NaN; NaN if nothing is.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1.0, f64::NAN, 3.0], [1.0, 2.0, 9.0]])?;
    /// assert_eq!(x.nanquantile(0.5, 1)?.to_string(), "[2. 2.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`quantile`](Array::quantile).
    pub fn nanquantile(&self, q: impl Quantiles, axes: impl IntoAxes) -> Result<Array<T::Quotient, B>> {
        self.array.nanquantile(q, axes).map(Array::from_dyn)
    }

    /// [`nanquantile`](Array::nanquantile) by another method.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, f64::NAN, 4.0])?;
    /// assert_eq!(x.nanquantile_with(0.4, .., Quantile::new().method(QuantileMethod::Higher))?.item()?, 4.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`quantile`](Array::quantile).
    pub fn nanquantile_with(
        &self,
        q: impl Quantiles,
        axes: impl IntoAxes,
        options: Quantile,
    ) -> Result<Array<T::Quotient, B>> {
        self.array.nanquantile_with(q, axes, options).map(Array::from_dyn)
    }

    /// The [quantiles](Array::nanquantile) of what is not NaN at hundredths of `q`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, f64::NAN, 4.0])?;
    /// assert_eq!(x.nanpercentile(50.0, ..)?.item()?, 2.5);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`percentile`](Array::percentile).
    pub fn nanpercentile(&self, q: impl Quantiles, axes: impl IntoAxes) -> Result<Array<T::Quotient, B>> {
        self.array.nanpercentile(q, axes).map(Array::from_dyn)
    }

    /// [`nanpercentile`](Array::nanpercentile) by another method.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, f64::NAN, 4.0])?;
    /// assert_eq!(x.nanpercentile_with(40.0, .., Quantile::new().method(QuantileMethod::Lower))?.item()?, 1.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`percentile`](Array::percentile).
    pub fn nanpercentile_with(
        &self,
        q: impl Quantiles,
        axes: impl IntoAxes,
        options: Quantile,
    ) -> Result<Array<T::Quotient, B>> {
        self.array.nanpercentile_with(q, axes, options).map(Array::from_dyn)
    }
}
