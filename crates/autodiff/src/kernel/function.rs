//! Functions of the table, whose derivatives stand in their files.

use super::number::{Number, evaluated};
use crate::rule::{Values, missing};
use xparray_core::backend::Backend;
use xparray_core::functions::{Expression, FunctionId};
use xparray_core::{DType, Result};

/// A match over the functions, by which each is the method of its name.
macro_rules! methods {
    ($($name:ident)+) => {
        /// The function of an array.
        pub(super) fn apply<B: Backend>(id: FunctionId, x: &Values<B>) -> Result<Values<B>> {
            match id {
                $(FunctionId::$name => x.$name(),)+
            }
        }
    };
}
xparray_core::for_each_function!(methods);

/// The derivative of a function.
pub(super) fn slope<N: Number>(id: FunctionId, x: &N) -> Result<N> {
    let function = id.function();
    let Some(derivative) = function.derivative else { return Err(missing(function.name)) };
    let dtype = if x.dtype() == DType::F64 { DType::F64 } else { DType::F32 };
    let expression = Expression::new(dtype, derivative);
    let values = evaluated(&expression.insts, &[x.astype(dtype)?])?;
    values[expression.result as usize].astype(x.dtype())
}
