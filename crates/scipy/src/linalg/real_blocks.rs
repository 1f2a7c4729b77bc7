//! Real forms of complex eigenvalues.

use super::square;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Result, TypeClass};

/// `(wr, vr)`, a real matrix with blocks of two rows for pairs of conjugate eigenvalues, and a real basis, from the eigenvalues `w` `[.., n]` and
/// the eigenvectors `v` `[.., n, n]` of a real matrix, or of each one of a stack: `a vr = vr wr`. Of each pair, one follows the other.
///
/// The block of `x + iy` is `[[x, y], [-y, x]]`, its columns are the imaginary part of the eigenvector, turned, and the real one.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::cdf2rdf;
/// let a = xp.array([[1.0, 2.0, 3.0], [0.0, 4.0, 5.0], [0.0, -5.0, 4.0]])?;
/// let (w, v) = a.eig()?;
/// let (wr, vr) = cdf2rdf(&w, &v)?;
/// assert!(a.as_dyn().matmul(&vr)?.allclose(&vr.matmul(&wr)?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] if they do not fit; [`Error::Value`] if a complex eigenvalue is not followed by its conjugate; [`Error::DType`] for truth
/// values.
pub fn cdf2rdf<B: Backend>(w: &impl AnyArray<B>, v: &impl AnyArray<B>) -> Result<(DynArray<B>, DynArray<B>)> {
    const OP: &str = "cdf2rdf";
    let (w, v) = (w.as_dyn(), v.as_dyn());
    [w, v].into_iter().try_for_each(|x| TypeClass::Number.check(OP, x.dtype()))?;
    let n = square(OP, v)?;
    if w.shape() != &v.shape()[..v.ndim() - 1] {
        return Err(Error::shape(OP, w.shape(), v.shape()));
    }
    let dtype = crate::field_type(w.dtype().promote(v.dtype())).complex();
    let (w, v) = (w.astype(dtype)?, v.astype(dtype)?);
    let xp = w.xp();
    // The first of a pair has 1, the second -1.
    let values = w.astype(DType::Complex128)?.typed::<Complex<f64>>()?.to_vec()?;
    let places = values.chunks(n.max(1)).map(pairs).collect::<Option<Vec<_>>>();
    let places = places.ok_or_else(|| Error::value(OP, "a complex eigenvalue is not followed by its conjugate"))?;
    let place = xp.from_slice(&places.concat(), w.shape())?.into_dyn();
    let (re, im) = (w.real()?, w.imag()?);
    let rows = xp.arange(0..n as i64)?.into_dyn();
    let beside = |shift: i64| rows.expand_dims(1)?.add(shift)?.equal(&rows);
    // Above the diagonal is the imaginary part of the first, below it that of the second.
    let off = |shift: i64| beside(shift)?.where_(&place.not_equal(0)?.where_(&im, 0.0)?.expand_dims(-1)?, 0.0);
    let first = place.equal(1)?.expand_dims(-1)?;
    let second = place.equal(-1)?.expand_dims(-1)?;
    let wr = beside(0)?.where_(&re.expand_dims(-1)?, &first.where_(&off(1)?, &second.where_(&off(-1)?, 0.0)?)?)?;
    let of_pair = place.equal(1)?.expand_dims(-2)?;
    let vr = of_pair.where_(&v.imag()?.negative()?, &v.real()?)?;
    Ok((wr.astype(dtype.real())?, vr.astype(dtype.real())?))
}

/// 1 and -1 where eigenvalues are pairs, 0 where they are real.
fn pairs(w: &[Complex<f64>]) -> Option<Vec<i64>> {
    let mut places = vec![0; w.len()];
    let mut k = 0;
    while k < w.len() {
        if w[k].im != 0.0 {
            let next = w.get(k + 1)?;
            let rounding = 1e-6 * w[k].norm();
            if !((next.re - w[k].re).abs() <= rounding && (next.im + w[k].im).abs() <= rounding) {
                return None;
            }
            (places[k], places[k + 1]) = (1, -1);
            k += 1;
        }
        k += 1;
    }
    Some(places)
}
