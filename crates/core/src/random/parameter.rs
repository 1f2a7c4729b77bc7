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

    /// The parameter, if it is one number; that of an array without dimensions is read.
    ///
    /// # Errors
    /// [`Error::DType`](crate::Error::DType) for complex numbers; those of the array.
    fn scalar(&self) -> Result<Option<f64>>;
}

macro_rules! numbers {
    ($($T:ty)*) => {$(
        impl<B: Backend> Parameter<B> for $T {
            fn array(&self, xp: &B) -> Result<DynArray<B>> {
                DynArray::full(xp, Scalar::new(*self), &[])
            }
            fn scalar(&self) -> Result<Option<f64>> {
                Ok(Some(*self as f64))
            }
        }
    )*};
}
numbers! { f64 f32 i32 i64 u32 u64 }

impl<T: RealElement, B: Backend> Parameter<B> for &Array<T, B> {
    fn array(&self, xp: &B) -> Result<DynArray<B>> {
        (&self.array).array(xp)
    }
    fn scalar(&self) -> Result<Option<f64>> {
        (&self.array).scalar()
    }
}

impl<B: Backend> Parameter<B> for &DynArray<B> {
    fn array(&self, xp: &B) -> Result<DynArray<B>> {
        TypeClass::RealElement.check("random", self.dtype())?;
        same_device("random", xp, self.xp())?;
        Ok((*self).clone())
    }
    fn scalar(&self) -> Result<Option<f64>> {
        TypeClass::RealElement.check("random", self.dtype())?;
        match self.ndim() {
            0 => Ok(Some(self.item()?.get())),
            _ => Ok(None),
        }
    }
}
