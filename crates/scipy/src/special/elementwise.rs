//! How functions of several arguments become functions of arrays.

use super::complex::Z;
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
) -> Result<(B, [Array<f64, B>; N], DType)> {
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
    let arrays = operands.iter().map(convert).collect::<Result<Vec<_>>>()?;
    let arrays = arrays.try_into().map_err(|_| Error::value(op, "another number of operands"))?;
    Ok((xp, arrays, dtype))
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

/// A function with a complex result.
pub(super) fn joined<B: Backend, const N: usize>(
    op: &'static str,
    given: [ArrayOrNumber<'_, B>; N],
    f: impl FnOnce([F; N]) -> Z,
) -> Result<DynArray<B>> {
    let (xp, arrays, dtype) = operands(op, &given)?;
    let value = xp.map(std::array::from_fn::<_, N, _>(|k| &arrays[k]), |x| f(x).join())?;
    value.into_dyn().astype(dtype.complex())
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

/// Functions of an order and a number, `name(v, z) = the function of real variables, that over the complex plane`; without the first one, results are
/// complex always.
macro_rules! of_order {
    ($($(#[$doc:meta])* $name:ident($v:ident, $z:ident) = $real:expr, $plane:expr;)+) => {$(
        $(#[$doc])*
        ///
        /// Arguments are arrays, one of them at least, or numbers; they broadcast. The order is of any real type, the other one also complex. The
        /// result has their common type, as a float.
        ///
        /// # Errors
        /// [`Error::Shape`](xparray_core::Error::Shape) if shapes do not broadcast,
        /// [`Error::DType`](xparray_core::Error::DType) for complex orders.
        pub fn $name<B: xparray_core::prelude::Backend>(
            $v: impl xparray_core::ArrayLike<B>,
            $z: impl xparray_core::ArrayLike<B>,
        ) -> xparray_core::Result<xparray_core::prelude::DynArray<B>> {
            crate::special::elementwise::with_order(stringify!($name), [$v.operand(), $z.operand()], $real, $plane)
        }
    )+};
}
pub(super) use of_order;

/// A function of an order, which is real, and of a number that may be complex: in that case, or if `always` complex, by the function over the plane.
pub(super) fn with_order<B: Backend>(
    op: &'static str,
    [order, z]: [ArrayOrNumber<'_, B>; 2],
    real: Option<fn(F, F) -> F>,
    plane: fn(F, Z) -> Z,
) -> Result<DynArray<B>> {
    let complex = match &z {
        ArrayOrNumber::Array(z) => z.dtype().is_complex(),
        ArrayOrNumber::Scalar(z) => z.dtype().is_complex(),
    };
    if let (Some(real), false) = (real, complex) {
        return elementwise(op, [order, z], |[order, x]| real(order, x));
    }
    // The types of the real parts decide the precision.
    let zero = ArrayOrNumber::Scalar(Scalar::new(0.0));
    let (xp, order, z, dtype) = match z {
        ArrayOrNumber::Array(z) => {
            let part = z.real()?;
            let (xp, [order, _], dtype) = operands(op, &[order, ArrayOrNumber::Array(&part)])?;
            (xp, order, z.astype(DType::Complex128)?.typed::<Complex<f64>>()?, dtype)
        }
        ArrayOrNumber::Scalar(z) => {
            let (xp, [order, _], dtype) = operands(op, &[order, zero])?;
            let z = xp.full([], z.get::<Complex<f64>>())?;
            (xp, order, z, dtype)
        }
    };
    xp.map((&order, &z), |(order, z)| plane(order, Z::of(z)).join())?.into_dyn().astype(dtype.complex())
}

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
