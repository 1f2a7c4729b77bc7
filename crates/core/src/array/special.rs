//! The functions of the table (`crates/ir/src/functions`), for arrays and for the variables of user kernels. Integers and truth
//! values are converted as for `sin`, to the narrowest float that holds them.

use super::elementwise::{dyn_doc, var_doc};
use super::{Array, DynArray};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::element::RealElement;
use crate::error::Result;
use crate::functions::FunctionId;

macro_rules! methods {
    ($($name:ident)+) => {$(
        impl<T: RealElement, B: Backend> Array<T, B> {
            #[doc = xparray_ir::$name!()]
            pub fn $name(&self) -> Array<T::Float, B> {
                self.deferring(self.array.$name())
            }
        }

        impl<B: Backend> DynArray<B> {
            #[doc = dyn_doc!($name)]
            pub fn $name(&self) -> Result<Self> {
                TypeClass::RealElement.check(stringify!($name), self.dtype())?;
                self.astype(self.dtype().float())?.call(FunctionId::$name)
            }
        }

        impl<T: RealElement> crate::kernel::Var<T> {
            #[doc = var_doc!($name RealElement)]
            pub fn $name(self) -> crate::kernel::Var<T::Float> {
                self.cast::<T::Float>().call(FunctionId::$name)
            }
        }
    )+};
}
xparray_ir::for_each_function!(methods);
