//! How functions of several arguments become functions of arrays.

use xparray_core::prelude::*;
use xparray_core::{ArrayOrNumber, Error, Result, Scalar, TypeClass};

/// What functions compute with: in `f64`, whatever they are given.
pub(crate) type F = Var<f64>;

/// The element type of a function of operands: that of the arrays, with numbers as weak, as a float.
fn result_type<B: Backend>(op: &'static str, operands: &[ArrayOrNumber<'_, B>]) -> Result<DType> {
    let (mut arrays, mut numbers): (Option<DType>, Vec<Scalar>) = (None, Vec::new());
    for operand in operands {
        match operand {
            ArrayOrNumber::Array(array) => {
                TypeClass::RealElement.check(op, array.dtype())?;
                arrays = Some(arrays.map_or(array.dtype(), |dtype| dtype.promote(array.dtype())));
            }
            ArrayOrNumber::Scalar(number) => {
                TypeClass::RealElement.check(op, number.dtype())?;
                numbers.push(*number);
            }
        }
    }
    let arrays = arrays.ok_or_else(|| Error::value(op, "no argument is an array"))?;
    Ok(numbers.iter().fold(arrays, |dtype, number| dtype.promote_weak(number.dtype())).float())
}

/// The operands as arrays of `f64` on the device of the first array, and the type of the result.
fn operands<B: Backend, const N: usize>(
    op: &'static str,
    operands: &[ArrayOrNumber<'_, B>; N],
) -> Result<(B, Vec<Array<f64, B>>, DType)> {
    let dtype = result_type(op, operands)?;
    let array = |operand: &ArrayOrNumber<'_, B>| match operand {
        ArrayOrNumber::Array(array) => Some(array.xp().clone()),
        ArrayOrNumber::Scalar(_) => None,
    };
    let xp = operands.iter().find_map(array).ok_or_else(|| Error::value(op, "no argument is an array"))?;
    let convert = |operand: &ArrayOrNumber<'_, B>| match operand {
        ArrayOrNumber::Array(array) => array.astype(DType::F64)?.typed(),
        ArrayOrNumber::Scalar(number) => xp.full([], number.get::<f64>()),
    };
    let arrays = operands.iter().map(convert).collect::<Result<_>>()?;
    Ok((xp.clone(), arrays, dtype))
}

/// A function of operands, which broadcast.
pub(super) fn elementwise<B: Backend, const N: usize>(
    op: &'static str,
    given: [ArrayOrNumber<'_, B>; N],
    f: impl FnOnce([F; N]) -> F,
) -> Result<DynArray<B>> {
    let (xp, arrays, dtype) = operands(op, &given)?;
    xp.map(std::array::from_fn::<_, N, _>(|k| &arrays[k]), f)?.into_dyn().astype(dtype)
}

/// A function with several results, of which each is computed by itself.
pub(super) fn several<B: Backend, const N: usize, const R: usize>(
    op: &'static str,
    given: [ArrayOrNumber<'_, B>; N],
    f: impl Fn([F; N]) -> [F; R],
) -> Result<[DynArray<B>; R]> {
    let (xp, arrays, dtype) = operands(op, &given)?;
    let one = |r: usize| xp.map(std::array::from_fn::<_, N, _>(|k| &arrays[k]), |x| f(x)[r])?.into_dyn().astype(dtype);
    let results = (0..R).map(one).collect::<Result<Vec<_>>>()?;
    results.try_into().map_err(|_| Error::value(op, "another number of results"))
}

/// Functions of arrays or numbers, elementwise: `name(arguments) = the function of variables`.
macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident($($x:ident),+) = $f:expr;)+) => {$(
        $(#[$doc])*
        ///
        /// Arguments are arrays of any real type, one of them at least, or numbers; they broadcast. The result has their
        /// common type, as a float.
        ///
        /// # Errors
        /// [`Error::Shape`](xparray_core::Error::Shape) if shapes do not broadcast,
        /// [`Error::DType`](xparray_core::Error::DType) for complex numbers.
        pub fn $name<B: xparray_core::prelude::Backend>(
            $($x: impl xparray_core::ArrayLike<B>),+
        ) -> xparray_core::Result<xparray_core::prelude::DynArray<B>> {
            let f: fn($(functions!(@ $x)),+) -> crate::special::elementwise::F = $f;
            crate::special::elementwise::elementwise(stringify!($name), [$($x.operand()),+], |[$($x),+]| f($($x),+))
        }
    )+};
    (@ $x:ident) => { crate::special::elementwise::F };
}
pub(super) use functions;

/// `c[0] x^n + .. + c[n]`.
pub(super) fn poly(x: F, coefficients: &[f64]) -> F {
    let (&first, rest) = coefficients.split_first().expect("a polynomial has a coefficient");
    let Some((&second, rest)) = rest.split_first() else {
        return x * 0.0 + first;
    };
    rest.iter().fold(x * first + second, |sum, &c| sum * x + c)
}

/// Whether it is an integer.
pub(crate) fn is_integer(x: F) -> Var<bool> {
    x.floor().eq(x)
}

/// -1 to the power of an integer.
pub(super) fn alternating(n: F) -> F {
    let half = n * 0.5;
    (half.floor().eq(half)).select(1.0, -1.0)
}
