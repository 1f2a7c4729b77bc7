//! The array.

mod arithmetic;
mod assign;
mod axes;
mod bits;
mod calculus;
mod choose;
mod compare;
mod complex;
mod compound;
mod convolution;
mod correlation;
mod create;
mod diagonal;
mod extrema;
mod float_parts;
mod functions;
mod grid;
mod histogram;
mod histogram_nd;
mod index;
mod join;
mod logic;
mod math;
mod pad;
mod parts;
mod primitive;
mod print;
mod quantiles;
pub(crate) mod raw;
mod rearrange;
mod reduce;
mod rounding;
mod scan;
mod search;
mod sets;
mod slice;
mod sort;
mod split;
mod trig;
mod view;

pub use arithmetic::ArrayOrScalar;
pub use axes::{Axes, IntoAxes, IntoNewShape, IntoShape, Length, keepdims};
pub use bits::BitOrder;
pub use choose::{Branches, Choose};
pub use convolution::ConvolveMode;
pub use create::Create;
pub use grid::{Grid, Indexing};
pub use histogram::{Bins, IntoBins};
pub use join::Join;
pub use pad::{IntoPadWidth, PadMode, Widths};
pub use quantiles::Quantiles;
pub use rearrange::{IntoPlaces, IntoRepeats, Places, Repeats, Trim};
pub use reduce::Norm;
pub use sets::UniqueAll;
pub use slice::{Ellipsis, NewAxis, SliceItem, SliceRange};
pub use split::{IntoSections, Sections};

use crate::backend::Backend;
use crate::dtype::DType;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::layout::Layout;
use raw::Raw;
use std::marker::PhantomData;

/// An n-dimensional array of elements `T` on a backend `B`.
///
/// The shape is dynamic, the element type static. An array is a value: clones and slices share
/// memory, and writing copies first if it is shared. Elementwise operations, views and reductions
/// are deferred: they run, fused, when somebody reads the result or [`eval`](Array::eval) is called.
pub struct Array<T: Element, B: Backend> {
    pub(crate) raw: Raw<B>,
    element: PhantomData<fn() -> T>,
}

impl<T: Element, B: Backend> Clone for Array<T, B> {
    fn clone(&self) -> Self {
        Self::from_raw(self.raw.clone())
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    pub(crate) fn from_raw(raw: Raw<B>) -> Self {
        debug_assert_eq!(raw.dtype(), T::DTYPE);
        Self { raw, element: PhantomData }
    }

    /// The handle of the device that the array is on.
    pub fn xp(&self) -> &B {
        self.raw.xp()
    }

    /// Lengths of the axes.
    pub fn shape(&self) -> &[usize] {
        self.raw.shape()
    }

    /// The number of axes.
    pub fn ndim(&self) -> usize {
        self.shape().len()
    }

    /// The number of elements (NumPy's `size`).
    pub fn len(&self) -> usize {
        self.raw.len()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The element type, as a value.
    pub fn dtype(&self) -> DType {
        T::DTYPE
    }

    /// Shape, strides (in elements) and offset of this view.
    pub fn layout(&self) -> &Layout {
        self.raw.layout()
    }

    /// Computes the array now, if it is deferred. On a GPU this does not wait for the result.
    pub fn eval(&self) -> Result<()> {
        self.raw.eval()
    }

    /// The elements in row-major order.
    pub fn to_vec(&self) -> Result<Vec<T>> {
        let size = size_of::<T>();
        let mut bytes = vec![0u8; self.len() * size];
        self.raw.to_bytes(&mut bytes)?;
        Ok(bytes.chunks_exact(size).map(T::read_bytes).collect())
    }

    /// The element of an array that has just one.
    pub fn item(&self) -> Result<T> {
        if self.len() != 1 {
            return Err(Error::value("item", format!("the array has {} elements, not one", self.len())));
        }
        let mut bytes = [0; 16];
        let bytes = &mut bytes[..size_of::<T>()];
        self.raw.to_bytes(bytes)?;
        Ok(T::read_bytes(bytes))
    }

    /// The array with its elements converted, as NumPy's `astype`.
    pub fn astype<U: Element>(&self) -> Result<Array<U, B>> {
        Ok(Array::from_raw(self.raw.cast(U::DTYPE)?))
    }

    /// A copy in row-major order. Deferred.
    pub fn copy(&self) -> Result<Self> {
        Ok(Self::from_raw(self.raw.copy()?))
    }

    /// A copy in row-major order; the array itself if it already is.
    pub fn ascontiguousarray(&self) -> Result<Self> {
        Ok(Self::from_raw(self.raw.contiguous()?))
    }
}
