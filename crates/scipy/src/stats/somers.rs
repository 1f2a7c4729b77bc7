//! Somers' D.

use super::sample::{Alternative, normal, samples};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Result, TypeClass};

const OP: &str = "somersd";

/// What [`somersd`] gives.
#[derive(Clone, Debug)]
pub struct SomersD<B: Backend> {
    /// The coefficient, from -1 to 1; NaN where a ranking has but one class.
    pub statistic: DynArray<B>,
    /// The probability of one as far from 0.
    pub pvalue: DynArray<B>,
    /// How many pairs have each class of the first ranking and each of the second one.
    pub table: DynArray<B>,
}

/// How a second ranking depends on a first one: among pairs that differ in the first, the excess of those in the same order (Somers, A new
/// asymmetric measure of association for ordinal variables, 1962), with its probability by the normal approximation (Brown and Benedetti, 1977).
/// All elements of each array are a ranking, in double precision; the result is without axes.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Alternative, somersd};
/// let test = somersd(&xp.array([0, 1, 2, 2])?, &xp.array([0, 2, 1, 2])?, Alternative::TwoSided)?;
/// assert_eq!(test.statistic.to_string(), "0.4");
/// assert_eq!(test.table.to_string(), "[[1 0 0]\n [0 0 1]\n [0 1 1]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] for rankings of different lengths; [`Error::Value`] for none; [`Error::DType`] for complex numbers.
pub fn somersd<B: Backend>(x: &impl AnyArray<B>, y: &impl AnyArray<B>, alternative: Alternative) -> Result<SomersD<B>> {
    let ((x, n), (y, m)) = (samples(OP, x.as_dyn(), None)?, samples(OP, y.as_dyn(), None)?);
    if n != m {
        return Err(Error::shape(OP, x.shape(), y.shape()));
    }
    if n == 0 {
        return Err(Error::value(OP, "rankings without elements"));
    }
    let classes = |x: &DynArray<B>| x.unique_values()?.expand_dims(-1)?.equal(x)?.astype(DType::F64);
    let table = classes(&x)?.matmul(&classes(&y)?.matrix_transpose()?)?;
    let (statistic, pvalue) = of_counts(&table, alternative)?;
    Ok(SomersD { statistic, pvalue, table: table.astype(DType::I64)? })
}

/// [`somersd`] of a table: how many pairs have each class of the first ranking, down, and each of the second one, across.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Alternative, somersd_table};
/// let table = xp.array([[27, 25, 14, 7, 0], [7, 14, 18, 35, 12], [1, 3, 2, 7, 17]])?;
/// let test = somersd_table(&table, Alternative::TwoSided)?;
/// assert_eq!(format!("{:.6}", test.statistic.item()?.get::<f64>()), "0.603277");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] unless there are two axes, no element is negative or no integer, and at least two are not 0; [`Error::DType`] for complex numbers.
pub fn somersd_table<B: Backend>(table: &impl AnyArray<B>, alternative: Alternative) -> Result<SomersD<B>> {
    let table = table.as_dyn();
    TypeClass::RealElement.check(OP, table.dtype())?;
    if table.ndim() != 2 {
        return Err(Error::value(OP, format!("the shape {:?}, which is no table's", table.shape())));
    }
    let counts = table.astype(DType::F64)?;
    let whole = counts.greater_equal(0.0)?.logical_and(&counts.floor()?.equal(&counts)?)?;
    if !whole.all(..)?.item()?.get::<bool>() {
        return Err(Error::value(OP, "all elements of the table must be non-negative integers"));
    }
    if counts.count_nonzero(..)?.item()?.get::<i64>() < 2 {
        return Err(Error::value(OP, "at least two elements of the table must not be 0"));
    }
    let (statistic, pvalue) = of_counts(&counts, alternative)?;
    Ok(SomersD { statistic, pvalue, table: table.clone() })
}

fn of_counts<B: Backend>(counts: &DynArray<B>, alternative: Alternative) -> Result<(DynArray<B>, DynArray<B>)> {
    // Whether a class is beyond another one.
    let beyond = |n: usize| {
        let place = counts.xp().arange(n as i64)?.into_dyn();
        place.expand_dims(-1)?.greater(&place)?.astype(DType::F64)
    };
    let (rows, columns) = (beyond(counts.shape()[0])?, beyond(counts.shape()[1])?);
    let (down, across) = (rows.matrix_transpose()?, columns.matrix_transpose()?);
    let both = |a: &DynArray<B>, b: &DynArray<B>| a.matmul(counts)?.matmul(b);
    // Pairs of each cell with those that are beyond it in the same direction, less those in the other one.
    let alike = both(&rows, &across)?.add(&both(&down, &columns)?)?;
    let excess = alike.subtract(&both(&rows, &columns)?)?.subtract(&both(&down, &across)?)?;
    let (away, total) = (counts.multiply(&excess)?.sum(..)?, counts.sum(..)?);
    let differ = total.square()?.subtract(&counts.sum(1)?.square()?.sum(..)?)?;
    let variance = counts.multiply(&excess.square()?)?.sum(..)?.subtract(&away.square()?.divide(&total)?)?;
    let z = away.divide(&variance.multiply(4.0)?.sqrt()?)?;
    // One class says nothing about an order.
    let known = counts.shape()[0].min(counts.shape()[1]) > 1;
    let value = |x: DynArray<B>| if known { Ok(x) } else { x.multiply(f64::NAN) };
    Ok((value(away.divide(&differ)?)?, value(normal(&z, alternative)?)?))
}
