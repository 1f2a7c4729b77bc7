//! The functions of the table (`crates/ir/src/functions`), for arrays and for the variables of user kernels.

use super::Array;
use crate::backend::Backend;
use crate::element::RealElement;
use crate::error::Result;
use crate::functions::FunctionId;

macro_rules! methods {
    ($($name:ident: $Bound:ident => $R:ident;)+) => {$(
        impl<T: $Bound, B: Backend> Array<T, B> {
            #[doc = xparray_ir::$name!()]
            ///
            /// # Errors
            /// Only if something had to be computed first, and that failed.
            pub fn $name(&self) -> Result<Array<T::$R, B>> {
                Ok(Array::from_raw(self.raw.cast(<T::$R as crate::Element>::DTYPE)?.call(FunctionId::$name)?))
            }
        }

        impl<T: $Bound> crate::kernel::Var<T> {
            #[doc = crate::array::functions::var_doc!($name $Bound)]
            pub fn $name(self) -> crate::kernel::Var<T::$R> {
                self.cast::<T::$R>().call(FunctionId::$name)
            }
        }
    )+};
}
xparray_ir::for_each_function!(methods);
