//! The functions of one real number that arrays have as methods.

use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

macro_rules! functions {
    ($($name:ident)+) => {$(
        #[doc = concat!("[`Array::", stringify!($name), "`](Array::", stringify!($name), ") of an array of any type.")]
        ///
        /// # Errors
        /// [`Error::DType`](xparray_core::Error::DType) for complex numbers.
        pub fn $name<B: Backend>(x: &impl AnyArray<B>) -> Result<DynArray<B>> {
            x.as_dyn().$name()
        }
    )+};
}
xparray_core::for_each_function!(functions);
