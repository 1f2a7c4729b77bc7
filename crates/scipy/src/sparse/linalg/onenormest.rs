//! Norms of operators, by few products.

use super::LinearOperator;
use crate::field;
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

/// An estimate from below of the largest sum of magnitudes of a column, mostly exact: Higham's and Tisseur's block algorithm
/// (SIAM J. Matrix Anal. Appl. 21, 2000) with two columns, five steps at most.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::onenormest;
/// let a = xp.array([[1.0, 2.0], [3.0, -4.0]])?;
/// assert_eq!(onenormest(&xp, &a)?, 6.0);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the operator is square; [`Error::Value`] if it does not know its adjoint; those of the operator.
pub fn onenormest<B: Backend>(xp: &B, a: &dyn LinearOperator<B>) -> Result<f64> {
    const STEPS: usize = 5;
    let [n, columns] = a.shape();
    if n != columns {
        return Err(Error::shape("onenormest", &a.shape(), &a.shape()));
    }
    if n == 0 {
        return Ok(0.0);
    }
    let adjoint = a.adjoint()?;
    let dtype = field(&xp.zeros_of(a.dtype(), 0)?)?.dtype();
    let t = n.min(2);
    // One column of ones, and one of ones with signs by chance.
    let mut x = xp.ones_of(dtype, [n, 1])?;
    if t > 1 {
        let signs = xp.rng(0).integers(0i64, 2, [n, 1])?.into_dyn().multiply(2)?.subtract(1)?;
        x = xp.concatenate(&[&x, &signs.astype(dtype)?], 1)?;
    }
    x = x.divide(n as f64)?.astype(dtype)?;
    let (mut estimate, mut seen) = (0.0, Vec::new());
    for step in 0..STEPS {
        let y = a.matmat(&x)?;
        let largest: f64 = y.norm_with(0, Norm::new().ord(1))?.max(..)?.item()?.get();
        if largest.is_nan() {
            return Ok(largest);
        }
        if step > 0 && largest <= estimate {
            break;
        }
        estimate = largest;
        let sizes = y.abs()?;
        let ones = y.ones_like()?;
        let signs = sizes.equal(0)?.where_(&ones, &y.divide(&sizes)?)?;
        // How much each column of the matrix could give.
        let z = (0..t).map(|k| adjoint(&signs.take(k, 1)?)?.abs()).collect::<Result<Vec<_>>>()?;
        let z = z.iter().skip(1).try_fold(z[0].clone(), |most, other| most.maximum(other))?;
        let order = z.negative()?.argsort()?.astype(DType::I64)?.typed::<i64>()?;
        let best = order.slice(s![..((seen.len() + t).min(n) as isize)])?.to_vec()?;
        let best: Vec<i64> = best.into_iter().filter(|k| !seen.contains(k)).take(t).collect();
        if best.is_empty() {
            break;
        }
        seen.extend_from_slice(&best);
        let chosen = xp.from_slice(&best, [1, best.len()])?;
        x = xp.arange((0, n as i64, 1))?.expand_dims(1)?.equal(&chosen)?.into_dyn().astype(dtype)?;
        if best.len() < t {
            x = xp.concatenate(&[&x, &x.slice(s![.., ..1])?], 1)?;
        }
    }
    Ok(estimate)
}
