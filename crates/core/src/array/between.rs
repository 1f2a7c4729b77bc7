//! Ranges from the elements of one array to those of another.

use super::ranges::{Linspace, Logspace};
use super::{Array, ArrayLike, ArrayOrScalar, DynArray, with};
use crate::backend::Backend;
use crate::dtype::{DType, Scalar};
use crate::element::Element;
use crate::error::{Error, Result};
use crate::ir::BinaryOp;
use crate::layout::{Dims, broadcast_shapes, normalize_axis};

/// Both ends of one type, in which is computed, and the places between them.
struct Ends<B: Backend> {
    op: &'static str,
    start: DynArray<B>,
    stop: DynArray<B>,
    num: usize,
    options: Linspace,
    /// The type of the result.
    dtype: DType,
    /// The numbers from 0 to `num` along a first axis.
    index: DynArray<B>,
    /// The place of this axis in the result.
    axis: usize,
}

impl<B: Backend> Ends<B> {
    fn new(
        op: &'static str,
        start: &DynArray<B>,
        stop: &impl ArrayLike<B>,
        num: usize,
        options: Linspace,
    ) -> Result<Self> {
        let stop = stop.operand();
        let dtype = stop.promoted(op, start.dtype())?.quotient();
        let stop = stop.to_array(start.xp(), dtype)?.astype(dtype)?.widened()?;
        let start = start.astype(dtype)?.widened()?;
        let ndim = broadcast_shapes(op, start.shape(), stop.shape())?.len() + 1;
        let axis = normalize_axis(op, options.axis, ndim)?;
        let mut along = Dims::from_elem(1, ndim);
        along[0] = num;
        let index = DynArray::iota(start.xp(), &along)?;
        Ok(Self { op, start, stop, num, options, dtype, index, axis })
    }

    /// The distance of neighbours, if there are any.
    fn step(&self) -> Result<DynArray<B>> {
        let distances = self.options.distances(self.num).max(1) as f64;
        self.stop.binary(BinaryOp::Sub, self.op, &self.start)?.with_number(BinaryOp::Div, distances)
    }

    /// Values at equal distances, not rounded to the result's type.
    fn line(&self) -> Result<DynArray<B>> {
        let step = self.step()?;
        let values = self.index.astype(step.dtype())?.binary(BinaryOp::Mul, self.op, &step)?;
        self.with_last(values.binary(BinaryOp::Add, self.op, &self.start)?)
    }

    /// The last value is the end itself, whatever the rounding.
    fn with_last(&self, values: DynArray<B>) -> Result<DynArray<B>> {
        if !self.options.endpoint || self.num < 2 {
            return Ok(values);
        }
        let is_last = self.index.with_count(BinaryOp::Eq, self.num - 1)?;
        DynArray::selected(&is_last, &self.stop, &values)
    }

    /// In the result's type, and along the axis that was asked for.
    fn result(&self, values: &DynArray<B>) -> Result<DynArray<B>> {
        values.astype(self.dtype)?.moveaxis(0, self.axis)
    }

    /// Values with equal ratios: along a line on the logarithmic scale, after a turn that makes the first one positive.
    fn powers(&self) -> Result<DynArray<B>> {
        let (start, stop) = (&self.start, &self.stop);
        let [from, to] = [start.absolute()?, stop.absolute()?];
        let distances = self.options.distances(self.num).max(1);
        let t = self.index.astype(from.dtype())?.with_number(BinaryOp::Div, distances as f64)?;
        let rest = t.binary_scalar(BinaryOp::Sub, Scalar::from_f64(t.dtype(), 1.0), true)?;
        // from^(1 - t) to^t: the quotient of the ends could overflow.
        let size = from.binary(BinaryOp::Pow, self.op, &rest)?.binary(
            BinaryOp::Mul,
            self.op,
            &to.binary(BinaryOp::Pow, self.op, &t)?,
        )?;
        let turn = start.binary(BinaryOp::Div, self.op, &from.astype(start.dtype())?)?;
        let values = match start.dtype().is_complex() {
            true => {
                let angle = stop.binary(BinaryOp::Div, self.op, &turn)?.angle()?;
                let angle = t.binary(BinaryOp::Mul, self.op, &angle)?;
                let [re, im] = [angle.cos()?, angle.sin()?].map(|part| part.binary(BinaryOp::Mul, self.op, &size));
                DynArray::complex(&re?, &im?)?.binary(BinaryOp::Mul, self.op, &turn)?
            }
            false => size.binary(BinaryOp::Mul, self.op, &turn)?,
        };
        let is_first = self.index.with_count(BinaryOp::Eq, 0)?;
        self.with_last(DynArray::selected(&is_first, start, &values)?)
    }

    /// Refuses ends between which there is no path: zeros, and real numbers of different signs.
    fn check_signs(&self) -> Result<()> {
        let zero = Scalar::from_f64(self.start.dtype(), 0.0);
        let compared = |x: &DynArray<B>, op| x.binary_scalar(op, zero, false);
        let mut wrong = compared(&self.start, BinaryOp::Eq)?.logical_or(compared(&self.stop, BinaryOp::Eq)?)?;
        if !self.dtype.is_complex() {
            let apart = |x, y| compared(x, BinaryOp::Lt)?.logical_and(compared(y, BinaryOp::Gt)?);
            let (start, stop) = (&self.start, &self.stop);
            wrong = wrong.logical_or(apart(start, stop)?)?.logical_or(apart(stop, start)?)?;
        }
        match wrong.any(..)?.item()?.get() {
            true => Err(Error::value(self.op, "no constant factor leads from a start to its stop")),
            false => Ok(()),
        }
    }
}

impl<B: Backend> DynArray<B> {
    /// [`Array::linspace_to`].
    ///
    /// # Errors
    /// Those of [`Array::linspace_to`].
    pub fn linspace_to(&self, stop: impl ArrayLike<B>, num: usize, options: Linspace) -> Result<Self> {
        let ends = Ends::new("linspace", self, &stop, num, options)?;
        ends.result(&ends.line()?)
    }

    /// [`Array::linspace_to_retstep`].
    ///
    /// # Errors
    /// Those of [`Array::linspace_to`].
    pub fn linspace_to_retstep(&self, stop: impl ArrayLike<B>, num: usize, options: Linspace) -> Result<(Self, Self)> {
        let ends = Ends::new("linspace", self, &stop, num, options)?;
        let step = ends.step()?;
        let step = match options.distances(num) {
            0 => DynArray::full(self.xp(), Scalar::from_f64(ends.dtype, f64::NAN), step.shape())?,
            _ => step.astype(ends.dtype)?,
        };
        Ok((ends.result(&ends.line()?)?, step))
    }

    /// [`Array::logspace_to`].
    ///
    /// # Errors
    /// Those of [`Array::logspace_to`].
    pub fn logspace_to(&self, stop: impl ArrayLike<B>, num: usize, options: Logspace) -> Result<Self> {
        let ends = Ends::new("logspace", self, &stop, num, options.exponents)?;
        let line = ends.line()?;
        let base = Scalar::from_f64(line.dtype(), options.base);
        ends.result(&line.binary_scalar(BinaryOp::Pow, base, true)?)
    }

    /// [`Array::geomspace_to`].
    ///
    /// # Errors
    /// Those of [`Array::geomspace_to`].
    pub fn geomspace_to(&self, stop: impl ArrayLike<B>, num: usize, options: Linspace) -> Result<Self> {
        let ends = Ends::new("geomspace", self, &stop, num, options)?;
        ends.check_signs()?;
        ends.result(&ends.powers()?)
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// `num` arrays at equal distances along a first axis, or the one of the options, from this one to `stop`: NumPy's `linspace` of
    /// arrays. Both broadcast.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([0.0, 10.0])?, xp.array([1.0, 20.0])?);
    /// assert_eq!(x.linspace_to(&y, 3, Linspace::new())?.to_string(), "[[ 0.  10. ]\n [ 0.5 15. ]\n [ 1.  20. ]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the shapes do not broadcast, [`Error::Value`] for too many elements; [`Error::Axis`].
    pub fn linspace_to<O>(&self, stop: O, num: usize, options: Linspace) -> Result<Array<with::Quotient<T, B, O>, B>>
    where
        O: ArrayOrScalar<T, B>,
    {
        self.array.linspace_to(stop, num, options).map(Array::from_dyn)
    }

    /// [`linspace_to`](Array::linspace_to), and the distances between neighbours, of the shape that both ends broadcast to; NaN if there
    /// are none, as between fewer than two arrays.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, step) = xp.array([0.0, 10.0])?.linspace_to_retstep(20, 5, Linspace::new())?;
    /// assert_eq!((x.shape(), step.to_string()), (&[5, 2][..], "[5.  2.5]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`linspace_to`](Array::linspace_to).
    pub fn linspace_to_retstep<O>(
        &self,
        stop: O,
        num: usize,
        options: Linspace,
    ) -> Result<(Array<with::Quotient<T, B, O>, B>, Array<with::Quotient<T, B, O>, B>)>
    where
        O: ArrayOrScalar<T, B>,
    {
        let (values, step) = self.array.linspace_to_retstep(stop, num, options)?;
        Ok((Array::from_dyn(values), Array::from_dyn(step)))
    }

    /// `num` arrays of powers, whose exponents are at equal distances from this array to `stop`, along a first axis or the one of the
    /// options: NumPy's `logspace` of arrays. Both broadcast.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([0.0, 2.0])?.logspace_to(4, 3, Logspace::new().base(2.0))?;
    /// assert_eq!(x.to_string(), "[[ 1.  4.]\n [ 4.  8.]\n [16. 16.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`linspace_to`](Array::linspace_to).
    pub fn logspace_to<O>(&self, stop: O, num: usize, options: Logspace) -> Result<Array<with::Quotient<T, B, O>, B>>
    where
        O: ArrayOrScalar<T, B>,
    {
        self.array.logspace_to(stop, num, options).map(Array::from_dyn)
    }

    /// `num` arrays from this one to `stop`, each the same multiple of the one before, along a first axis or the one of the options:
    /// NumPy's `geomspace` of arrays. Both broadcast. Between complex numbers it is a spiral, the shorter way round. The ends are read.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, -1.0])?.geomspace_to(&xp.array([16.0, -4.0])?, 3, Linspace::new())?;
    /// assert_eq!(x.to_string(), "[[ 1. -1.]\n [ 4. -2.]\n [16. -4.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if an end is 0, or real ends have different signs; those of [`linspace_to`](Array::linspace_to).
    pub fn geomspace_to<O>(&self, stop: O, num: usize, options: Linspace) -> Result<Array<with::Quotient<T, B, O>, B>>
    where
        O: ArrayOrScalar<T, B>,
    {
        self.array.geomspace_to(stop, num, options).map(Array::from_dyn)
    }
}
