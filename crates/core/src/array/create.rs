//! Making arrays.

use super::{Array, DynArray, Eye, FromFn, IntoShape, Linspace, Logspace, ranges};
use crate::backend::{Backend, DeviceBuffer, Stats};
use crate::dtype::{DType, Scalar};
use crate::element::{Element, RealFloat};
use crate::error::{Error, Result};
use crate::graph;
use crate::ir::BinaryOp;
use crate::layout::checked_len;
use crate::nested::NestedArray;
use crate::ranges::IntoRange;

/// Creation functions, as methods of every backend's handle.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.linspace(0.0, 1.0, 5)?;
/// let grid = x.reshape([5, 1])? + xp.ones::<f64>(3)?;
/// assert_eq!(grid.shape(), [5, 3]);
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait Create: Backend {
    /// An array of the elements of a nested array of Rust, whose shape it takes.
    ///
    /// By value, it is of a literal's type: `i32`, `f64`, `bool` or `Complex<f64>`; borrowed, of any element type.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1.0, 2.0], [3.0, 4.0]])?;
    /// assert_eq!((x.shape(), x.sum(..)?.item()?), (&[2, 2][..], 10.0));
    /// let bytes = xp.array(&[1u8, 2, 3])?;
    /// let rows = xp.array(vec![vec![1.5f32], vec![2.5]])?;
    /// assert_eq!((bytes.dtype(), rows.shape()), (DType::U8, &[2, 1][..]));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] for rows of different lengths; [`Error::OutOfMemory`].
    #[doc(alias = "asarray")]
    fn array<N: NestedArray>(&self, elements: N) -> Result<Array<N::Element, Self>> {
        let (elements, shape) = elements.elements()?;
        let bytes = N::Element::as_bytes(&elements);
        Ok(Array::from_dyn(DynArray::from_bytes(self, N::Element::DTYPE, &shape, bytes)?))
    }

    /// An array of these elements in row-major order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(x.to_string(), "[[1 2 3]\n [4 5 6]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if their number is not that of the shape.
    #[doc(alias = "fromiter")]
    #[allow(clippy::wrong_self_convention)] // The handle makes it, as all methods here do.
    fn from_slice<T: Element>(&self, elements: &[T], shape: impl IntoShape) -> Result<Array<T, Self>> {
        let shape = shape.into_shape();
        if checked_len(&shape)? != elements.len() {
            return Err(Error::shape("from_slice", &[elements.len()], &shape));
        }
        Ok(Array::from_dyn(DynArray::from_bytes(self, T::DTYPE, &shape, T::as_bytes(elements))?))
    }

    /// An array of what a function makes of the indices of each element, on the host and in row-major order.
    /// [`UserKernels::map_to_shape`](crate::UserKernels::map_to_shape) does so on the device.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.from_fn([2, 3], |i, j| 10 * i as i32 + j as i32)?;
    /// assert_eq!(x.to_string(), "[[ 0  1  2]\n [10 11 12]]");
    /// assert_eq!(xp.from_fn(3, |i| i as f64 / 2.0)?.to_string(), "[0.  0.5 1. ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements; [`Error::OutOfMemory`].
    #[doc(alias = "fromfunction")]
    #[allow(clippy::wrong_self_convention)]
    fn from_fn<S: FromFn<F, T>, F, T: Element>(&self, shape: S, f: F) -> Result<Array<T, Self>> {
        let (elements, shape) = shape.elements(f)?;
        self.from_slice(&elements, shape)
    }

    /// An array of elements given by their bytes, in row-major order, as the host has them. Bytes of truth values other than 0
    /// are true.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.from_bytes(DType::U16, &7u16.to_ne_bytes(), 1)?;
    /// assert_eq!(x.typed::<u16>()?.to_vec()?, [7]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] unless there are as many as the shape says; [`Error::OutOfMemory`].
    #[doc(alias = "frombuffer")]
    #[allow(clippy::wrong_self_convention)]
    fn from_bytes(&self, dtype: DType, bytes: &[u8], shape: impl IntoShape) -> Result<DynArray<Self>> {
        let shape = shape.into_shape();
        if checked_len(&shape)?.checked_mul(dtype.size()) != Some(bytes.len()) {
            return Err(Error::shape("from_bytes", &[bytes.len() / dtype.size()], &shape));
        }
        DynArray::from_bytes(self, dtype, &shape, bytes)
    }

    /// An array over a buffer of the device, which holds its elements in row-major order from the beginning: one that native
    /// code has filled, or that is somebody else's memory (`Gpu::foreign_buffer`). What writes it has been queued on this
    /// handle's stream, or was waited for.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::backend::Memory;
    /// let mut buffer = xp.alloc(8)?;
    /// xp.upload(&[1, 0, 0, 0, 2, 0, 0, 0], &mut buffer)?;
    /// assert_eq!(xp.from_device_buffer::<i32>(buffer, 2)?.to_vec()?, [1, 2]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for a buffer that is too short; [`Error::Unsupported`] for elements that the device does not have. A
    /// buffer of another device is an error where the array is used.
    #[allow(clippy::wrong_self_convention)]
    fn from_device_buffer<T: Element>(&self, buffer: Self::Buffer, shape: impl IntoShape) -> Result<Array<T, Self>> {
        let shape = shape.into_shape();
        DynArray::check_supported(self, T::DTYPE)?;
        let bytes = checked_len(&shape)?.checked_mul(size_of::<T>());
        if bytes.is_none_or(|bytes| bytes > buffer.bytes()) {
            let message = format!("a buffer of {} bytes for an array of shape {shape:?}", buffer.bytes());
            return Err(Error::value("from_device_buffer", message));
        }
        Ok(Array::from_dyn(DynArray::from_buffer(self, T::DTYPE, &shape, buffer)))
    }

    /// An array of one value. Nothing is stored until it is needed.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.full([2, 2], 7)?.to_string(), "[[7 7]\n [7 7]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    fn full<T: Element>(&self, shape: impl IntoShape, value: T) -> Result<Array<T, Self>> {
        Ok(Array::from_dyn(DynArray::full(self, Scalar::new(value), &shape.into_shape())?))
    }

    /// [`full`](Create::full) of an element type that is a value.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.full_of(DType::F32, 2, 1.5)?.to_string(), "[1.5 1.5]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`full`](Create::full).
    fn full_of(&self, dtype: DType, shape: impl IntoShape, value: impl Into<Scalar>) -> Result<DynArray<Self>> {
        DynArray::full(self, value.into().astype(dtype), &shape.into_shape())
    }

    /// An array of zeros (`false`).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.zeros::<f32>(3)?.to_string(), "[0. 0. 0.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    #[doc(alias = "empty")]
    fn zeros<T: Element>(&self, shape: impl IntoShape) -> Result<Array<T, Self>> {
        self.full(shape, T::default())
    }

    /// [`zeros`](Create::zeros) of an element type that is a value.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.zeros_of(DType::I32, 3)?.to_string(), "[0 0 0]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`zeros`](Create::zeros).
    fn zeros_of(&self, dtype: DType, shape: impl IntoShape) -> Result<DynArray<Self>> {
        self.full_of(dtype, shape, false)
    }

    /// An array of ones (`true`).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.ones::<f32>(3)?.to_string(), "[1. 1. 1.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    fn ones<T: Element>(&self, shape: impl IntoShape) -> Result<Array<T, Self>> {
        self.full(shape, true.cast::<T>())
    }

    /// [`ones`](Create::ones) of an element type that is a value.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.ones_of(DType::F32, 2)?.to_string(), "[1. 1.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`ones`](Create::ones).
    fn ones_of(&self, dtype: DType, shape: impl IntoShape) -> Result<DynArray<Self>> {
        self.full_of(dtype, shape, true)
    }

    /// A zero-dimensional array.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.scalar(2.5);
    /// assert_eq!((x.ndim(), x.item()?), (0, 2.5));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    fn scalar<T: Element>(&self, value: T) -> Array<T, Self> {
        let value = Scalar::new(value);
        let scalar = DynArray::full(self, value, &[]);
        Array::from_dyn(scalar.unwrap_or_else(|error| DynArray::failed(self, value.dtype(), &[], error)))
    }

    /// `start`, `start + step`, and so on, up to but not including `stop`: `ceil((stop - start) / step)` elements, of `i64` for a
    /// count or a range of integers.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.arange(4)?.to_string(), "[0 1 2 3]");
    /// assert_eq!(xp.arange(2..5)?.sum(..)?.item()?, 9);
    /// assert_eq!(xp.arange((0, 10, 3))?.to_string(), "[0 3 6 9]"); // start, stop, step, and of their type
    /// assert_eq!(xp.arange((1.0, 0.0, -0.25))?.to_string(), "[1.   0.75 0.5  0.25]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if `step` is zero, or the length is not finite or too large.
    fn arange<T: Element>(&self, range: impl IntoRange<T>) -> Result<Array<T, Self>> {
        ranges::arange(self, T::DTYPE, range.into_range()).map(Array::from_dyn)
    }

    /// [`arange`](Create::arange) of an element type that is a value.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.arange_of(DType::F32, (0, 3, 1))?.to_string(), "[0. 1. 2.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`arange`](Create::arange); [`Error::DType`] unless the type is a real number.
    fn arange_of<T>(&self, dtype: DType, range: impl IntoRange<T>) -> Result<DynArray<Self>> {
        ranges::arange(self, dtype, range.into_range())
    }

    /// `num` evenly spaced values from `start` to `stop`, both included.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.linspace(0.0, 1.0, 5)?.to_string(), "[0.   0.25 0.5  0.75 1.  ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements; [`Error::Axis`] for an axis other than the only one.
    fn linspace<T: RealFloat>(&self, start: T, stop: T, num: usize) -> Result<Array<T, Self>> {
        self.linspace_with(start, stop, num, Linspace::new())
    }

    /// [`linspace`](Create::linspace) without the upper end.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.linspace_with(0.0, 1.0, 2, Linspace::new().endpoint(false))?.to_string(), "[0.  0.5]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`linspace`](Create::linspace).
    fn linspace_with<T: RealFloat>(&self, start: T, stop: T, num: usize, options: Linspace) -> Result<Array<T, Self>> {
        let ends = [start, stop].map(|x| x.cast::<f64>());
        ranges::linspace(self, T::DTYPE, ends, num, options).map(Array::from_dyn)
    }

    /// [`linspace_with`](Create::linspace_with), and the distance between two values; NaN if there is none, as between fewer than two
    /// values: NumPy's `linspace` with `retstep`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, step) = xp.linspace_retstep(2.0f32, 3.0, 5, Linspace::new())?;
    /// assert_eq!((x.len(), step), (5, 0.25));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`linspace`](Create::linspace).
    fn linspace_retstep<T: RealFloat>(
        &self,
        start: T,
        stop: T,
        num: usize,
        options: Linspace,
    ) -> Result<(Array<T, Self>, f64)> {
        let ends = [start, stop].map(|x| x.cast::<f64>());
        let step = ranges::step(ends, num, options).unwrap_or(f64::NAN);
        Ok((self.linspace_with(start, stop, num, options)?, step))
    }

    /// [`linspace_with`](Create::linspace_with) of an element type that is a value. Integers are the ones below the values.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.linspace_of(DType::F32, 0.0, 1.0, 3, Linspace::new())?.to_string(), "[0.  0.5 1. ]");
    /// assert_eq!(xp.linspace_of(DType::I8, -2.0, 1.0, 5, Linspace::new())?.to_string(), "[-2 -2 -1  0  1]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`linspace`](Create::linspace); [`Error::DType`] unless the type is a real number.
    fn linspace_of(
        &self,
        dtype: DType,
        start: f64,
        stop: f64,
        num: usize,
        options: Linspace,
    ) -> Result<DynArray<Self>> {
        ranges::linspace(self, dtype, [start, stop], num, options)
    }

    /// `num` powers of ten, their exponents evenly spaced from `start` to `stop`, both included.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.logspace(0.0, 3.0, 4)?.to_string(), "[   1.   10.  100. 1000.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    fn logspace<T: RealFloat>(&self, start: T, stop: T, num: usize) -> Result<Array<T, Self>> {
        self.logspace_with(start, stop, num, Logspace::new())
    }

    /// [`logspace`](Create::logspace) of another base, or without the upper end.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.logspace_with(0.0, 2.0, 3, Logspace::new().base(3.0))?.to_string(), "[1. 3. 9.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`logspace`](Create::logspace).
    fn logspace_with<T: RealFloat>(&self, start: T, stop: T, num: usize, options: Logspace) -> Result<Array<T, Self>> {
        let ends = [start, stop].map(|x| x.cast::<f64>());
        ranges::logspace(self, T::DTYPE, ends, num, options).map(Array::from_dyn)
    }

    /// [`logspace_with`](Create::logspace_with) of an element type that is a value.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.logspace_of(DType::F32, 0.0, 2.0, 3, Logspace::new())?.to_string(), "[  1.  10. 100.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`logspace`](Create::logspace); [`Error::DType`] unless the type is a float.
    fn logspace_of(
        &self,
        dtype: DType,
        start: f64,
        stop: f64,
        num: usize,
        options: Logspace,
    ) -> Result<DynArray<Self>> {
        ranges::logspace(self, dtype, [start, stop], num, options)
    }

    /// `num` values from `start` to `stop`, both included, each the same multiple of the one before:
    /// `start^(1 - t) stop^t` for `t` from 0 to 1. [`Array::geomspace_to`] takes complex numbers too.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.geomspace(1.0, 16.0, 5)?.to_string(), "[ 1.  2.  4.  8. 16.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] unless both ends are positive, or both negative.
    fn geomspace<T: RealFloat>(&self, start: T, stop: T, num: usize) -> Result<Array<T, Self>> {
        self.geomspace_with(start, stop, num, Linspace::new())
    }

    /// [`geomspace`](Create::geomspace) without the upper end.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.geomspace_with(1.0, 16.0, 4, Linspace::new().endpoint(false))?.to_string(), "[1. 2. 4. 8.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`geomspace`](Create::geomspace).
    fn geomspace_with<T: RealFloat>(&self, start: T, stop: T, num: usize, options: Linspace) -> Result<Array<T, Self>> {
        let ends = [start, stop].map(|x| x.cast::<f64>());
        ranges::geomspace(self, T::DTYPE, ends, num, options).map(Array::from_dyn)
    }

    /// [`geomspace_with`](Create::geomspace_with) of an element type that is a value.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.geomspace_of(DType::F32, 1.0, 4.0, 3, Linspace::new())?.to_string(), "[1. 2. 4.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`geomspace`](Create::geomspace); [`Error::DType`] unless the type is a float.
    fn geomspace_of(
        &self,
        dtype: DType,
        start: f64,
        stop: f64,
        num: usize,
        options: Linspace,
    ) -> Result<DynArray<Self>> {
        ranges::geomspace(self, dtype, [start, stop], num, options)
    }

    /// A matrix with ones on its diagonal and zeros elsewhere: the identity.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.eye::<i32>(2)?.to_string(), "[[1 0]\n [0 1]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    #[doc(alias = "identity")]
    fn eye<T: Element>(&self, n: usize) -> Result<Array<T, Self>> {
        self.eye_with(n, Eye::new())
    }

    /// [`eye`](Create::eye) with other than `n` columns, or the ones on another diagonal.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let shift = xp.eye_with::<i32>(2, Eye::new().columns(3).diagonal(1))?;
    /// assert_eq!(shift.to_string(), "[[0 1 0]\n [0 0 1]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    fn eye_with<T: Element>(&self, n: usize, options: Eye) -> Result<Array<T, Self>> {
        self.eye_of(T::DTYPE, n, options).map(Array::from_dyn)
    }

    /// [`eye_with`](Create::eye_with) of an element type that is a value.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.eye_of(DType::I8, 2, Eye::new().columns(3))?.to_string(), "[[1 0 0]\n [0 1 0]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`eye_with`](Create::eye_with).
    fn eye_of(&self, dtype: DType, n: usize, options: Eye) -> Result<DynArray<Self>> {
        let m = options.columns.unwrap_or(n);
        checked_len(&[n, m])?;
        let row = DynArray::iota(self, &[n])?.reshaped(&[n, 1])?;
        let k = Scalar::new(options.diagonal as i64);
        let column = DynArray::iota(self, &[m])?.binary_scalar(BinaryOp::Sub, k, false)?;
        row.binary(BinaryOp::Eq, "eye", &column)?.astype(dtype)
    }

    /// What was launched and allocated on this device so far.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let before = xp.stats();
    /// let x = xp.arange((0.0f64, 9.0, 1.0))?;
    /// (&x * 2.0 + 1.0).sum(..)?.item()?;
    /// assert_eq!((xp.stats() - before).kernels, 1); // all of it, fused
    /// # Ok::<(), xparray::Error>(())
    /// ```
    fn stats(&self) -> Stats {
        graph::settle();
        self.counters().read()
    }
}

impl<B: Backend> Create for B {}

impl<B: Backend> DynArray<B> {
    /// [`Array::full_like`].
    ///
    /// # Errors
    /// None.
    pub fn full_like(&self, value: impl Into<Scalar>) -> Result<Self> {
        self.xp().full_of(self.dtype(), self.shape(), value)
    }

    /// [`Array::zeros_like`].
    ///
    /// # Errors
    /// None.
    pub fn zeros_like(&self) -> Result<Self> {
        self.full_like(false)
    }

    /// [`Array::ones_like`].
    ///
    /// # Errors
    /// None.
    pub fn ones_like(&self) -> Result<Self> {
        self.full_like(true)
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// An array of one value, of the shape of this one.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2, 3])?;
    /// assert_eq!(x.full_like(7).to_string(), "[7 7 7]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn full_like(&self, value: T) -> Self {
        self.deferring(self.array.full_like(value))
    }

    /// Zeros, of the shape of this array.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2, 3])?;
    /// assert_eq!(x.zeros_like().to_string(), "[0 0 0]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    #[doc(alias = "empty_like")]
    pub fn zeros_like(&self) -> Self {
        self.deferring(self.array.zeros_like())
    }

    /// Ones, of the shape of this array.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2, 3])?;
    /// assert_eq!(x.ones_like().to_string(), "[1 1 1]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn ones_like(&self) -> Self {
        self.deferring(self.array.ones_like())
    }
}
