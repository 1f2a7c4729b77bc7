//! Functions of `numpy.polynomial`: coefficients have the lowest power first.

use crate::array::{AnyArray, DynArray, check_vector};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::{DType, Scalar};
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, ReduceOp, UnaryOp};
use crate::layout::Dims;

/// The axes of an array, then as many of length 1 as `x` has.
fn before<B: Backend>(c: &DynArray<B>, x: &DynArray<B>) -> Result<DynArray<B>> {
    c.trailed_by(x.ndim())
}

/// The values at `x` of polynomials with these coefficients, the lowest power first: `c[0] + c[1] x + ...`, by Horner's rule, fused. More
/// axes of the coefficients are more polynomials, and come first in the result.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::polynomial::polyval;
/// let (x, c) = (xp.array([1.0, 10.0])?, xp.array([[1.0, 5.0], [2.0, 0.0]])?);
/// assert_eq!(polyval(&x, &c)?.to_string(), "[[ 3. 21.]\n [ 5.  5.]]"); // 1 + 2 x, and 5
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for coefficients without dimensions.
pub fn polyval<A: AnyArray<B>, B: Backend>(x: &A, c: &A) -> Result<A> {
    const OP: &str = "polyval";
    let (x, c) = (x.as_dyn(), c.as_dyn());
    let dtype = x.dtype().promote(c.dtype());
    TypeClass::Number.check(OP, dtype)?;
    let Some((&n, more)) = c.shape().split_first() else {
        return Err(Error::value(OP, "the coefficients have no dimensions"));
    };
    let shape: Dims = more.iter().chain(x.shape()).copied().collect();
    let at = x.astype(dtype)?.widened()?;
    let c = before(&c.astype(dtype)?.widened()?, x)?;
    let coefficients = (0..n).rev().map(|k| c.narrow(0, k, 1)?.reshaped(&c.shape()[1..]));
    A::of(DynArray::horner(OP, coefficients, &at, &shape)?.astype(dtype)?)
}

/// The values at `x` of polynomials with these roots: `(x - r[0]) (x - r[1]) ...`. More axes of the roots are more polynomials, and
/// come first in the result.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::polynomial::polyvalfromroots;
/// let (x, r) = (xp.array([0.0, 3.0])?, xp.array([1.0, 2.0])?);
/// assert_eq!(polyvalfromroots(&x, &r)?.to_string(), "[2. 2.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for roots without dimensions.
pub fn polyvalfromroots<A: AnyArray<B>, B: Backend>(x: &A, r: &A) -> Result<A> {
    const OP: &str = "polyvalfromroots";
    let (x, r) = (x.as_dyn(), r.as_dyn());
    let dtype = x.dtype().promote(r.dtype());
    TypeClass::Number.check(OP, dtype)?;
    if r.ndim() == 0 {
        return Err(Error::value(OP, "the roots have no dimensions"));
    }
    let at = x.astype(dtype)?.widened()?;
    let factors = at.binary(BinaryOp::Sub, OP, &before(&r.astype(dtype)?.widened()?, x)?)?;
    A::of(DynArray::reduce(ReduceOp::Prod, 0, &[&factors], &[0], None)?.astype(dtype)?)
}

/// The powers 0 to `degree` of each element, along a new last axis, in the array's type.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::polynomial::polyvander;
/// assert_eq!(polyvander(&xp.array([2.0, 3.0])?, 2)?.to_string(), "[[1. 2. 4.]\n [1. 3. 9.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for too many elements, [`Error::DType`] for truth values.
pub fn polyvander<A: AnyArray<B>, B: Backend>(x: &A, degree: usize) -> Result<A> {
    const OP: &str = "polyvander";
    let x = x.as_dyn();
    TypeClass::Number.check(OP, x.dtype())?;
    A::of(x.widened()?.powers(OP, degree.saturating_add(1))?.astype(x.dtype())?)
}

/// The matrix of which the eigenvalues are the roots of the polynomial with these coefficients, the lowest power first.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::polynomial::polycompanion;
/// assert_eq!(polycompanion(&xp.array([1.0, 2.0, 4.0])?)?.to_string(), "[[ 0.   -0.25]\n [ 1.   -0.5 ]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] if the coefficients are not a vector of at least two, [`Error::DType`] unless they are floats or complex numbers.
pub fn polycompanion<A: AnyArray<B>, B: Backend>(c: &A) -> Result<A> {
    const OP: &str = "polycompanion";
    let c = c.as_dyn();
    TypeClass::FloatElement.check(OP, c.dtype())?;
    check_vector(OP, c)?;
    let Some(n) = c.len().checked_sub(1).filter(|&n| n > 0) else {
        return Err(Error::value(OP, "the polynomial has no roots: it has fewer than two coefficients"));
    };
    crate::layout::checked_len(&[n, n])?;
    let (row, column) = (DynArray::iota(c.xp(), &[n, 1])?, DynArray::iota(c.xp(), &[n])?);
    let below = row.binary(BinaryOp::Eq, OP, &column.with_number(BinaryOp::Add, 1.0)?)?.astype(c.dtype())?;
    let shares = c.narrow(0, 0, n)?.binary(BinaryOp::Div, OP, &c.narrow(0, n, 1)?)?.reshaped(&[n, 1])?;
    let last = below.binary(BinaryOp::Sub, OP, &shares)?;
    A::of(DynArray::selected(&column.with_number(BinaryOp::Eq, (n - 1) as f64)?, &last, &below)?)
}

/// The coefficients, the lowest power first, without zeros at the end; the first one stays. This reads them.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::polynomial::trimseq;
/// assert_eq!(trimseq(&xp.array([0, 1, 0, 2, 0, 0])?)?.to_string(), "[0 1 0 2]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] if the coefficients are not a vector.
pub fn trimseq<A: AnyArray<B>, B: Backend>(c: &A) -> Result<A> {
    let c = c.as_dyn();
    check_vector("trimseq", c)?;
    let len = used(&c.astype(DType::Bool)?)?.max(1).min(c.len());
    A::of(c.narrow(0, 0, len)?)
}

/// The coefficients, the lowest power first, without those at the end that are not larger than `tol`; if none is, one zero is left.
/// This reads them.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::polynomial::trimcoef;
/// assert_eq!(trimcoef(&xp.array([0.0, 3.0, 1e-9])?, 1e-6)?.to_string(), "[0. 3.]");
/// assert_eq!(trimcoef(&xp.array([1e-9, -1e-9])?, 1e-6)?.to_string(), "[0.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] if the coefficients are not a vector or there are none, or for a negative tolerance; [`Error::DType`] for truth
/// values.
pub fn trimcoef<A: AnyArray<B>, B: Backend>(c: &A, tol: f64) -> Result<A> {
    const OP: &str = "trimcoef";
    let c = c.as_dyn();
    TypeClass::Number.check(OP, c.dtype())?;
    check_vector(OP, c)?;
    if c.is_empty() || tol.is_nan() || tol < 0.0 {
        return Err(Error::value(OP, format!("{} coefficients, a tolerance of {tol}", c.len())));
    }
    let magnitude = c.unary(UnaryOp::Abs)?;
    let magnitude = if c.dtype().is_integer() { magnitude.astype(DType::F64)? } else { magnitude };
    match used(&magnitude.with_number(BinaryOp::Gt, tol)?)? {
        0 => A::of(DynArray::full(c.xp(), Scalar::from_f64(c.dtype(), 0.0), &[1])?),
        len => A::of(c.narrow(0, 0, len)?),
    }
}

/// How many places there are up to the last one where a mask is true.
fn used<B: Backend>(mask: &DynArray<B>) -> Result<usize> {
    let places = mask.places()?;
    match places.len() {
        0 => Ok(0),
        n => Ok(places.narrow(0, n - 1, 1)?.item()?.get::<i64>() as usize + 1),
    }
}
