//! The functions of the table (`crates/ir/src/functions`), for arrays and for the variables of user kernels.

use super::elementwise::{Converted, dyn_doc, var_doc};
use super::{Array, DynArray};
use crate::backend::Backend;
use crate::class::TypeClass;
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
                self.array.$name().map(Array::from_dyn)
            }
        }

        impl<B: Backend> DynArray<B> {
            #[doc = dyn_doc!($name)]
            pub fn $name(&self) -> Result<Self> {
                TypeClass::$Bound.check(stringify!($name), self.dtype())?;
                self.astype(Converted::$R.of(self.dtype()))?.call(FunctionId::$name)
            }
        }

        impl<T: $Bound> crate::kernel::Var<T> {
            #[doc = var_doc!($name $Bound)]
            pub fn $name(self) -> crate::kernel::Var<T::$R> {
                self.cast::<T::$R>().call(FunctionId::$name)
            }
        }
    )+};
}
xparray_ir::for_each_function!(methods);
