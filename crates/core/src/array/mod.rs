//! The array.

mod along;
mod any;
mod arithmetic;
mod assemble;
mod assign;
mod asynchronous;
mod average;
mod axes;
mod between;
mod bincount;
mod bits;
mod calculus;
mod choose;
mod clip;
mod compare;
mod complex;
mod compound;
mod convolution;
mod correlation;
mod create;
mod cross;
pub(crate) mod device;
mod diagonal;
mod dynamic;
pub(crate) mod elementwise;
mod extrema;
mod eye;
mod float_parts;
mod from_fn;
mod getitem;
mod gradient;
mod grid;
mod histogram;
mod histogram_nd;
mod index;
mod index_mode;
mod indices;
mod integers;
mod interp;
mod iterate;
mod join;
mod logic;
mod masked;
mod math;
mod nan;
mod ndindex;
mod nonzero;
mod norm;
mod operand;
mod order;
mod outside;
mod pad;
mod parts;
mod primitive;
mod print;
mod put;
mod quantile_method;
mod quantiles;
mod ranges;
mod rearrange;
mod reduce;
mod reinterpret;
mod repeat;
mod roll;
mod rounding;
mod scan;
mod search;
mod sets;
mod shape;
mod slice;
mod sort;
mod special;
mod split;
mod through;
mod transpose;
mod trig;
pub(crate) mod trusted;
mod unique_rows;
mod vander;
mod view;
mod window_view;
mod windows;

pub use along::Piece;
pub use any::AnyArray;
pub(crate) use arithmetic::{Common, Quotient};
pub(crate) use assign::checked_number;
pub use axes::{Axes, IntoAxes, IntoAxis, IntoOptionalAxes, IntoOptionalAxis, keepdims};
pub use bincount::{Bincount, Weights};
pub use bits::{BitOrder, PackBits};
pub use calculus::{Diff, Ediff1d, Trapezoid, Unwrap};
pub use choose::{Branches, Choose};
pub use compare::{ArrayEqual, Tolerance};
pub use convolution::ConvolveMode;
pub use correlation::Covariance;
pub use create::Create;
pub use cross::Cross;
pub use diagonal::Diagonal;
pub use dynamic::DynArray;
pub use eye::Eye;
pub use float_parts::NanToNum;
pub use from_fn::FromFn;
pub use getitem::IndexItem;
pub use gradient::Gradient;
pub use grid::{Grid, Indexing, Meshgrid};
pub use histogram::{Bins, Counts, Density, Histogram, IntoBins, Measure};
pub use index_mode::IndexMode;
pub use indices::{IntoIndexArrays, IntoIndices};
pub use integers::PlainInteger;
pub use interp::Interp;
pub use join::Join;
pub use ndindex::{NdIndex, ndindex};
pub use norm::{Norm, NormOrd};
pub(crate) use operand::with;
pub use operand::{ArrayLike, ArrayOrNumber, ArrayOrScalar};
#[doc(hidden)]
pub use outside::{LinearMap, Outside};
pub use pad::{IntoPadWidth, Pad, PadMode, Widths};
pub(crate) use print::scalar as scalar_text;
pub use print::{FloatMode, PrintOptions, PrintSign};
pub use quantile_method::QuantileMethod;
pub use quantiles::{Quantile, Quantiles};
pub use ranges::{Linspace, Logspace};
pub use rearrange::{IntoPlaces, Places, Trim};
pub use reduce::Variance;
pub use repeat::{IntoRepeats, Repeats};
pub use roll::IntoShifts;
pub use scan::Cumulative;
pub(crate) use search::check_vector;
pub use search::{Digitize, SearchSorted};
pub use sets::{Unique, UniqueAll};
pub use shape::{IntoNewShape, IntoShape};
pub use slice::{Ellipsis, NewAxis, SliceItem, SliceRange};
pub use sort::{IntoKth, Sort};
pub use split::{IntoSections, Sections};
pub use transpose::Rot90;
pub use vander::Vander;
pub use windows::Windows;

use crate::backend::Backend;
use crate::dtype::DType;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::layout::Layout;
use std::marker::PhantomData;

/// An n-dimensional array of elements `T` on a backend `B`.
///
/// The shape is dynamic, the element type static. An array is a value: clones and slices share
/// memory, and writing copies first if it is shared. Elementwise operations, views and reductions
/// are deferred: they run, fused, when somebody reads the result or [`eval`](Array::eval) is called. So are products,
/// transforms, sorting and scans, which do not fuse.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([[1.0, 2.0], [3.0, 4.0]])?;
/// let y = (&x - x.mean(0)?) * 2.0; // operators broadcast, promote, and take scalars
/// assert_eq!(y.to_string(), "[[-2. -2.]\n [ 2.  2.]]");
/// let n = xp.array([1i32, 2])?;
/// assert_eq!((&x + &n).dtype(), DType::F64); // numpy.promote_types(float64, int32)
/// # Ok::<(), xparray::Error>(())
/// ```
#[doc(alias = "ndarray")]
#[must_use]
pub struct Array<T: Element, B: Backend> {
    pub(crate) array: DynArray<B>,
    element: PhantomData<fn() -> T>,
}

impl<T: Element, B: Backend> Clone for Array<T, B> {
    fn clone(&self) -> Self {
        Self::from_dyn(self.array.clone())
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The array with its element type as a value.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.ones::<f32>(3)?.into_dyn().dtype(), DType::F32);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn into_dyn(self) -> DynArray<B> {
        self.array
    }

    /// The array with its element type as a value, borrowed.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.ones::<f32>(3)?.as_dyn().dtype(), DType::F32);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn as_dyn(&self) -> &DynArray<B> {
        &self.array
    }

    /// An array of the shape of `self` that only running can fail to compute. A failure that came already, from a part of a large
    /// graph or an element type that the backend has not, is reported by whoever reads the array.
    pub(crate) fn deferring<R: Element>(&self, result: Result<DynArray<B>>) -> Array<R, B> {
        Array::from_dyn(result.unwrap_or_else(|error| DynArray::failed(self.xp(), R::DTYPE, self.shape(), error)))
    }

    /// As [`Array::deferring`], for the same elements under another shape.
    pub(crate) fn deferring_view(&self, shape: &[usize], result: Result<DynArray<B>>) -> Self {
        Self::from_dyn(result.unwrap_or_else(|error| DynArray::failed(self.xp(), T::DTYPE, shape, error)))
    }

    pub(crate) fn from_dyn(array: DynArray<B>) -> Self {
        debug_assert_eq!(array.dtype(), T::DTYPE);
        Self { array, element: PhantomData }
    }

    /// The handle of the device that the array is on.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.ones::<f32>(3)?;
    /// assert_eq!(x.xp().info(), xp.info());
    /// # Ok::<(), xparray::Error>(())
    /// ```
    #[doc(alias = "get_array_module")]
    pub fn xp(&self) -> &B {
        self.array.xp()
    }

    /// Lengths of the axes.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.zeros::<f32>([2, 3])?.shape(), [2, 3]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn shape(&self) -> &[usize] {
        self.array.shape()
    }

    /// The number of axes.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.zeros::<f32>([2, 3])?.ndim(), 2);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn ndim(&self) -> usize {
        self.shape().len()
    }

    /// The number of elements.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.zeros::<f32>([2, 3])?.len(), 6);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    #[doc(alias = "size")]
    pub fn len(&self) -> usize {
        self.array.len()
    }

    /// Whether there are no elements.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert!(xp.zeros::<f32>([0, 3])?.is_empty());
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The element type, as a value.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.zeros::<f32>(3)?.dtype(), DType::F32);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn dtype(&self) -> DType {
        T::DTYPE
    }

    /// Shape, strides (in elements) and offset of this view.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.zeros::<f32>([2, 3])?;
    /// assert_eq!(x.t().layout().strides(), [1, 3]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn layout(&self) -> &Layout {
        self.array.layout()
    }

    /// Computes the array now, if it is deferred. On a GPU this does not wait for the result.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.arange((0.0, 4.0, 1.0))? * 2.0; // nothing is computed yet
    /// x.eval()?;
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the deferred work: [`Error::OutOfMemory`]; [`Error::Index`] if a user kernel's index is out of
    /// bounds.
    pub fn eval(&self) -> Result<()> {
        self.array.eval()
    }

    /// The elements in row-major order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1.0, 2.0], [3.0, 4.0]])?;
    /// assert_eq!(x.t().to_vec()?, [1.0, 3.0, 2.0, 4.0]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`eval`](Array::eval).
    #[doc(alias = "tolist")]
    pub fn to_vec(&self) -> Result<Vec<T>> {
        T::read_all(self.len(), |bytes| self.array.read_bytes(bytes))
    }

    /// The element of an array that has just one.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.array([1.0f64, 2.0, 3.0])?.sum(..)?.item()?, 6.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] unless there is one element; those of [`eval`](Array::eval).
    pub fn item(&self) -> Result<T> {
        if self.len() != 1 {
            return Err(Error::value("item", format!("the array has {} elements, not one", self.len())));
        }
        let mut bytes = [0; 16];
        let bytes = &mut bytes[..size_of::<T>()];
        self.array.read_bytes(bytes)?;
        Ok(T::read_bytes(bytes))
    }

    /// The array with its elements converted, as NumPy's `astype`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([-1.7, 0.0, 300.9])?;
    /// assert_eq!(x.astype::<i32>().to_vec()?, [-1, 0, 300]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn astype<U: Element>(&self) -> Array<U, B> {
        self.deferring(self.array.astype(U::DTYPE))
    }

    /// A copy in row-major order. Deferred.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1.0, 2.0], [3.0, 4.0]])?;
    /// assert_eq!(x.t().copy().layout().strides(), [2, 1]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn copy(&self) -> Self {
        self.deferring(self.array.copy())
    }

    /// A copy in row-major order; the array itself if it already is.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1.0, 2.0], [3.0, 4.0]])?;
    /// assert!(!x.t().layout().is_contiguous() && x.t().ascontiguousarray().layout().is_contiguous());
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn ascontiguousarray(&self) -> Self {
        self.deferring(self.array.contiguous())
    }
}
