//! Sines and cosines of matrices.

use super::super::expm;
use crate::field;
use crate::linalg::square;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result, TypeClass};

macro_rules! waves {
    ($($name:ident, $what:literal, $value:literal, $f:expr;)*) => {$(
        #[doc = concat!("The ", $what, " of a square matrix, or of each one of a stack, from exponentials, and from its series if the norm is small. It")]
        /// waits for the norms. Of a matrix with NaN or infinities all is NaN.
        ///
        /// ```
        /// # use xparray::prelude::*; let xp = Cpu::new();
        #[doc = concat!("use xparray::scipy::linalg::", stringify!($name), ";")]
        #[doc = concat!("let y = ", stringify!($name), "(&xp.array([[1.0, 0.0], [0.0, 0.0]])?)?;")]
        #[doc = concat!("assert!((y.slice(s![0, 0])?.item()?.get::<f64>() - ", $value, ").abs() < 1e-15);")]
        /// # Ok::<(), xparray::Error>(())
        /// ```
        ///
        /// # Errors
        /// [`Error::Shape`](xparray_core::Error::Shape) unless the matrices are square; [`Error::DType`](xparray_core::Error::DType) for truth
        /// values; [`Error::Singular`](xparray_core::Error::Singular) for a tangent that is not there.
        pub fn $name<B: Backend>(a: &impl AnyArray<B>) -> Result<DynArray<B>> {
            let f: fn(&DynArray<B>) -> Result<DynArray<B>> = $f;
            TypeClass::Number.check(stringify!($name), a.as_dyn().dtype())?;
            square(stringify!($name), a.as_dyn())?;
            f(&field(a.as_dyn())?)
        }
    )*};
}

waves! {
    cosm, "cosine", "1f64.cos()", cosine;
    sinm, "sine", "1f64.sin()", |a| odd(a, -1.0, |a| {
        let (plus, minus) = (turned(a, 1.0)?, turned(a, -1.0)?);
        if a.dtype().is_complex() { plus.subtract(&minus)?.multiply(Complex::new(0.0, -0.5)) } else { plus.imag() }
    });
    tanm, "tangent", "1f64.tan()", |a| cosm(a)?.solve(&sinm(a)?);
    coshm, "hyperbolic cosine", "1f64.cosh()", |a| expm(a)?.add(&expm(&a.negative()?)?)?.multiply(0.5);
    sinhm, "hyperbolic sine", "1f64.sinh()", |a| odd(a, 1.0, |a| expm(a)?.subtract(&expm(&a.negative()?)?)?.multiply(0.5));
    tanhm, "hyperbolic tangent", "1f64.tanh()", |a| coshm(a)?.solve(&sinhm(a)?);
}

/// `exp(i a)`, or of `-a`.
fn turned<B: Backend>(a: &DynArray<B>, sign: f64) -> Result<DynArray<B>> {
    expm(&a.astype(a.dtype().complex())?.multiply(Complex::new(0.0, sign))?)
}

fn cosine<B: Backend>(a: &DynArray<B>) -> Result<DynArray<B>> {
    let plus = turned(a, 1.0)?;
    if a.dtype().is_complex() { plus.add(&turned(a, -1.0)?)?.multiply(0.5) } else { plus.real() }
}

/// An odd function: of matrices whose norm is below one by the series whose terms have the signs 1, `sign`, 1, .., as exponentials cancel
/// there.
fn odd<B: Backend>(a: &DynArray<B>, sign: f64, f: impl Fn(&DynArray<B>) -> Result<DynArray<B>>) -> Result<DynArray<B>> {
    if a.is_empty() {
        return Ok(a.clone());
    }
    let small = a.abs()?.sum(keepdims(-2))?.max(keepdims(-1))?.less(1.0)?;
    if !small.any(..)?.typed::<bool>()?.item()? {
        return f(a);
    }
    // 1 / 19! is below the precision of a number.
    let square = a.matmul(a)?.multiply(sign)?;
    let unit = a.xp().eye_of(a.dtype(), a.shape()[a.ndim() - 1], Eye::new())?;
    let mut sum = unit.clone();
    for k in (1..9).rev() {
        let factor = 1.0 / f64::from(2 * k * (2 * k + 1));
        sum = square.matmul(&sum)?.multiply(factor)?.add(&unit)?;
    }
    let series = a.matmul(&sum)?;
    if small.all(..)?.typed::<bool>()?.item()? { Ok(series) } else { small.where_(&series, &f(a)?) }
}
