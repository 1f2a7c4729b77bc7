//! Functions of the table, whose derivatives stand in their files.

use super::values::number;
use super::{binary, unary};
use crate::rule::{Values, missing};
use xparray_core::backend::Backend;
use xparray_core::functions::{Expression, FunctionId};
use xparray_core::ir::{Op, Polynomial};
use xparray_core::{Create, DType, Result};

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
pub(super) fn slope<B: Backend>(id: FunctionId, x: &Values<B>) -> Result<Values<B>> {
    let function = id.function();
    let Some(derivative) = function.derivative else { return Err(missing(function.name)) };
    let dtype = if x.dtype() == DType::F64 { DType::F64 } else { DType::F32 };
    let slope = evaluated(&Expression::new(dtype, derivative), &x.astype(dtype)?)?;
    slope.astype(x.dtype())
}

/// The value of an expression.
fn evaluated<B: Backend>(expression: &Expression, x: &Values<B>) -> Result<Values<B>> {
    let mut values: Vec<Values<B>> = Vec::with_capacity(expression.insts.len());
    for inst in &expression.insts {
        let arg = |k: usize| &values[inst.args[k] as usize];
        values.push(match &inst.op {
            Op::Arg(_) => x.clone(),
            Op::Const(scalar) => x.xp().full_of(inst.dtype, (), *scalar)?,
            Op::Unary(op) => unary::apply(*op, arg(0))?,
            Op::Binary(op) => binary::apply(*op, arg(0), arg(1))?,
            Op::Call(id) => apply(*id, arg(0))?,
            Op::Select => arg(0).where_(arg(1), arg(2))?,
            Op::Cast => arg(0).astype(inst.dtype)?,
            Op::Poly(polynomial) => horner(polynomial, arg(0))?,
            _ => return Err(missing("function")),
        });
    }
    Ok(values.swap_remove(expression.result as usize))
}

fn horner<B: Backend>(Polynomial(coefficients): &Polynomial, x: &Values<B>) -> Result<Values<B>> {
    let mut sum = number(x, 0.0)?;
    for &coefficient in coefficients.iter() {
        sum = sum.multiply(x)?.add(coefficient)?;
    }
    Ok(sum)
}
