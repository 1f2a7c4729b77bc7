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

/// Functions of real parameters and a number, `name(v; z) = the function of real variables, that over the complex plane`; without the first one,
/// results are complex always.
macro_rules! over_plane {
    ($($(#[$doc:meta])* $name:ident($($v:ident),+; $z:ident) = $real:expr, $plane:expr;)+) => {$(
        $(#[$doc])*
        ///
        /// Arguments are arrays, one of them at least, or numbers; they broadcast. They are of any real type, the last one also complex. The result
        /// has their common type, as a float.
        ///
        /// # Errors
        /// [`Error::Shape`](xparray_core::Error::Shape) if shapes do not broadcast,
        /// [`Error::DType`](xparray_core::Error::DType) for other arguments that are complex.
        pub fn $name<B: xparray_core::prelude::Backend>(
            $($v: impl xparray_core::ArrayLike<B>,)+
            $z: impl xparray_core::ArrayLike<B>,
        ) -> xparray_core::Result<xparray_core::prelude::DynArray<B>> {
            use crate::special::{complex::Z, elementwise::F};
            let real: Option<fn($(over_plane!(@ $v),)+ F) -> F> = $real;
            let plane: fn($(over_plane!(@ $v),)+ Z) -> Z = $plane;
            crate::special::elementwise::with_parameters(
                stringify!($name),
                [$($v.operand(),)+ $z.operand()],
                real.map(|f| move |[$($v,)+ $z]: [F; _]| f($($v,)+ $z)),
                |[$($v,)+ _], z| plane($($v,)+ z),
            )
        }
    )+};
    (@ $v:ident) => { crate::special::elementwise::F };
}
pub(super) use over_plane;

/// A function of real parameters and of a last number that may be complex: in that case, or if `always` complex, by the function over the plane, whose
/// last variable among the parameters is the real part.
pub(super) fn with_parameters<B: Backend, const N: usize>(
    op: &'static str,
    given: [ArrayOrNumber<'_, B>; N],
    real: Option<impl FnOnce([F; N]) -> F>,
    plane: impl FnOnce([F; N], Z) -> Z,
) -> Result<DynArray<B>> {
    let last = &given[N - 1];
    let complex = match last {
        ArrayOrNumber::Array(z) => z.dtype().is_complex(),
        ArrayOrNumber::Scalar(z) => z.dtype().is_complex(),
    };
    if let (Some(real), false) = (real, complex) {
        return elementwise(op, given, real);
    }
    // The types of the real parts decide the precision.
    let part = match last {
        ArrayOrNumber::Array(z) => Some(z.real()?),
        ArrayOrNumber::Scalar(_) => None,
    };
    let reals = std::array::from_fn::<_, N, _>(|k| match (&given[k], &part) {
        (ArrayOrNumber::Array(_), Some(part)) if k == N - 1 => ArrayOrNumber::Array(part),
        (ArrayOrNumber::Array(array), _) => ArrayOrNumber::Array(array),
        (ArrayOrNumber::Scalar(_), _) if k == N - 1 => ArrayOrNumber::Scalar(Scalar::new(0.0)),
        (ArrayOrNumber::Scalar(number), _) => ArrayOrNumber::Scalar(*number),
    });
    let (xp, reals, dtype) = operands(op, &reals)?;
    let z: Array<Complex<f64>, B> = match last {
        ArrayOrNumber::Array(z) => z.astype(DType::Complex128)?.typed()?,
        ArrayOrNumber::Scalar(z) => xp.full([], z.get::<Complex<f64>>())?,
    };
    let mut all = reals.map(|x| x.astype::<Complex<f64>>());
    all[N - 1] = z;
    let value = xp.map(std::array::from_fn::<_, N, _>(|k| &all[k]), |x: [Var<Complex<f64>>; N]| {
        plane(x.map(|x| x.real()), Z::of(x[N - 1])).join()
    })?;
    value.into_dyn().astype(dtype.complex())
}

/// A function of numbers that may all be complex: in that case the one over the plane.
pub(super) fn anywhere<B: Backend, const N: usize>(
    op: &'static str,
    given: [ArrayOrNumber<'_, B>; N],
    real: impl FnOnce([F; N]) -> F,
    plane: impl FnOnce([Z; N]) -> Z,
) -> Result<DynArray<B>> {
    let dtype = |operand: &ArrayOrNumber<'_, B>| match operand {
        ArrayOrNumber::Array(array) => array.dtype(),
        ArrayOrNumber::Scalar(number) => number.dtype(),
    };
    if !given.iter().any(|operand| dtype(operand).is_complex()) {
        return elementwise(op, given, real);
    }
    // The types of the real parts decide the precision.
    let parts = given.iter().filter_map(|operand| match operand {
        ArrayOrNumber::Array(array) => Some(array.real()),
        ArrayOrNumber::Scalar(_) => None,
    });
    let parts = parts.collect::<Result<Vec<_>>>()?;
    let first = parts.first().ok_or_else(|| Error::value(op, "no argument is an array"))?;
    let result = result_type(op, &parts.iter().map(ArrayOrNumber::Array).collect::<Vec<_>>())?;
    let xp = first.xp().clone();
    let convert = |operand: &ArrayOrNumber<'_, B>| match operand {
        ArrayOrNumber::Array(array) => array.astype(DType::Complex128)?.typed(),
        ArrayOrNumber::Scalar(number) => xp.full([], number.get::<Complex<f64>>()),
    };
    let all = given.iter().map(convert).collect::<Result<Vec<Array<Complex<f64>, B>>>>()?;
    let value =
        xp.map(std::array::from_fn::<_, N, _>(|k| &all[k]), |x: [Var<Complex<f64>>; N]| plane(x.map(Z::of)).join())?;
    value.into_dyn().astype(result.complex())
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

/// The magnitude, which rises at 0 for those who differentiate: of what is even, second derivatives are right there so.
pub(super) fn magnitude(x: F) -> F {
    x.lt(0.0).select(-x, x)
}

/// -1 to the power of an integer.
pub(super) fn alternating(n: F) -> F {
    let half = n * 0.5;
    (half.floor().eq(half)).select(1.0, -1.0)
}
