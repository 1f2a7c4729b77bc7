//! Parameters of distributions.

use crate::array::device::same_device;
use crate::array::{Array, DynArray};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::Scalar;
use crate::element::RealElement;
use crate::error::Result;

/// A parameter of a distribution: a number, or an array of real numbers that broadcasts to the shape.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let scales = xp.array([0.0, 1.0])?;
/// let x = xp.rng(1).rayleigh(&scales, [3, 2])?;
/// assert_eq!(x.slice(s![.., 0])?.to_string(), "[0. 0. 0.]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait Parameter<B: Backend> {
    /// The parameter as an array on a device.
    ///
    /// # Errors
    /// [`Error::DType`](crate::Error::DType) for complex numbers, [`Error::Value`](crate::Error::Value) for an array of another device.
    fn array(&self, xp: &B) -> Result<DynArray<B>>;
}

macro_rules! numbers {
    ($($T:ty)*) => {$(
        impl<B: Backend> Parameter<B> for $T {
            fn array(&self, xp: &B) -> Result<DynArray<B>> {
                DynArray::full(xp, Scalar::new(*self), &[])
            }
        }
    )*};
}
numbers! { f64 f32 i32 i64 u32 u64 }

impl<T: RealElement, B: Backend> Parameter<B> for &Array<T, B> {
    fn array(&self, xp: &B) -> Result<DynArray<B>> {
        (&self.array).array(xp)
    }
}

impl<B: Backend> Parameter<B> for &DynArray<B> {
    fn array(&self, xp: &B) -> Result<DynArray<B>> {
        TypeClass::RealElement.check("random", self.dtype())?;
        same_device("random", xp, self.xp())?;
        Ok((*self).clone())
    }
}
