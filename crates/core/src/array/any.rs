//! Arrays of either kind.

use super::{Array, DynArray};
use crate::backend::Backend;
use crate::element::Element;
use crate::error::Result;

mod sealed {
    pub trait Sealed {}
}

/// An array whose element type is a parameter ([`Array`]) or a value ([`DynArray`]): what functions of several arrays take
/// and give back.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let (x, y) = (xp.zeros_of(DType::I8, 2)?, xp.ones_of(DType::F32, 1)?);
/// let joined = xp.concatenate(&[&x, &y], 0)?; // element types that are values are promoted
/// assert_eq!((joined.dtype(), joined.to_string()), (DType::F32, "[0. 0. 1.]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait AnyArray<B: Backend>: Clone + sealed::Sealed {
    /// The array with its element type as a value.
    fn as_dyn(&self) -> &DynArray<B>;
    /// The array as `Self`.
    ///
    /// # Errors
    /// [`Error::DType`](crate::Error::DType) if its elements are of another type.
    fn of(array: DynArray<B>) -> Result<Self>;
}

impl<T: Element, B: Backend> sealed::Sealed for Array<T, B> {}
impl<T: Element, B: Backend> AnyArray<B> for Array<T, B> {
    fn as_dyn(&self) -> &DynArray<B> {
        &self.array
    }
    fn of(array: DynArray<B>) -> Result<Self> {
        array.typed()
    }
}

impl<B: Backend> sealed::Sealed for DynArray<B> {}
impl<B: Backend> AnyArray<B> for DynArray<B> {
    fn as_dyn(&self) -> &DynArray<B> {
        self
    }
    fn of(array: DynArray<B>) -> Result<Self> {
        Ok(array)
    }
}
