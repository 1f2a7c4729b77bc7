//! Lagrange's polynomial.

use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// The coefficients `[n]`, from the highest power on, of the polynomial of least degree that has the values `w` `[n]` at `x` `[n]`. With many points, some
/// twenty, roundings count: [`BarycentricInterpolator`](super::BarycentricInterpolator) has the values without the coefficients.
///
/// The polynomials that are 1 at one place and 0 at the others are multiplied on the host, in double precision; `w` may be complex.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::lagrange;
/// let c = lagrange(&xp.array([0.0, 1.0, 2.0])?, &xp.array([1.0, 2.0, 7.0])?)?;
/// assert_eq!(c.to_string(), "[ 2. -1.  1.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] unless `x` is a vector of at least one place, none twice; [`Error::Shape`] if `w` has another shape; [`Error::DType`] for complex `x`.
pub fn lagrange<B: Backend>(x: &impl AnyArray<B>, w: &impl AnyArray<B>) -> Result<DynArray<B>> {
    const OP: &str = "lagrange";
    let (x, w) = (x.as_dyn(), w.as_dyn());
    TypeClass::RealElement.check(OP, x.dtype())?;
    if x.ndim() != 1 || x.is_empty() {
        return Err(Error::value(OP, format!("places of the shape {:?}", x.shape())));
    }
    if x.shape() != w.shape() {
        return Err(Error::shape(OP, x.shape(), w.shape()));
    }
    let places = x.astype(DType::F64)?.typed::<f64>()?.to_vec()?;
    let n = places.len();
    let mut rows = Vec::with_capacity(n * n);
    for (j, at) in places.iter().enumerate() {
        let mut row = vec![1.0];
        for other in places.iter().enumerate().filter(|(k, _)| *k != j).map(|(_, other)| other) {
            if at == other {
                return Err(Error::value(OP, format!("the place {at} is there twice")));
            }
            row.push(0.0);
            for k in (1..row.len()).rev() {
                row[k] -= other * row[k - 1];
            }
            row.iter_mut().for_each(|each| *each /= at - other);
        }
        rows.extend(row);
    }
    let basis = x.xp().from_slice(&rows, [n, n])?.into_dyn();
    let dtype = if w.dtype().is_complex() { DType::Complex128 } else { DType::F64 };
    w.astype(dtype)?.matmul(&basis.astype(dtype)?)
}
