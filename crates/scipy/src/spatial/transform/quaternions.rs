//! Quaternions along the last axis, the scalar part last.

use crate::spatial::coordinates;
use xparray_core::prelude::*;
use xparray_core::{Error, Result, TypeClass};

/// The components along the last axis.
pub(super) fn components<const N: usize, B: Backend>(x: &DynArray<B>) -> Result<[DynArray<B>; N]> {
    let first = x.moveaxis(-1, 0)?;
    let all = (0..N).map(|i| first.slice(s![i])).collect::<Result<Vec<_>>>()?;
    let count = all.len();
    all.try_into().map_err(|_| Error::shape("components", x.shape(), &[count]))
}

/// Components as a last axis.
pub(super) fn joined<B: Backend>(components: &[DynArray<B>]) -> Result<DynArray<B>> {
    let all = components[0].xp().broadcast_arrays(&components.iter().collect::<Vec<_>>())?;
    components[0].xp().stack(&all.iter().collect::<Vec<_>>(), -1)
}

/// Floats whose last axes have these lengths.
pub(in crate::spatial) fn checked<B: Backend>(
    op: &'static str,
    x: &DynArray<B>,
    last: &[usize],
) -> Result<DynArray<B>> {
    TypeClass::RealElement.check(op, x.dtype())?;
    match x.shape().ends_with(last) {
        true => coordinates(x),
        false => Err(Error::shape(op, x.shape(), last)),
    }
}

/// Quaternions of length 1, which none of length 0 is.
pub(super) fn normalized<B: Backend>(op: &'static str, q: &DynArray<B>) -> Result<DynArray<B>> {
    let size = q.norm(keepdims(-1))?;
    if !size.greater(0.0)?.logical_or(&size.isnan()?)?.all(..)?.item()?.get::<bool>() {
        return Err(Error::value(op, "a quaternion of length 0"));
    }
    q.divide(&size)
}

/// Products: first the second rotation, then the first.
pub(super) fn product<B: Backend>(p: &DynArray<B>, q: &DynArray<B>) -> Result<DynArray<B>> {
    let [a, b, c, d] = components(p)?;
    let [x, y, z, w] = components(q)?;
    let sum = |terms: [(&DynArray<B>, &DynArray<B>); 4], signs: [bool; 4]| {
        let mut sum = terms[0].0.multiply(terms[0].1)?;
        for ((x, y), plus) in terms.into_iter().zip(signs).skip(1) {
            let term = x.multiply(y)?;
            sum = if plus { sum.add(&term)? } else { sum.subtract(&term)? };
        }
        Ok(sum)
    };
    let all: Result<Vec<_>> = [
        sum([(&d, &x), (&a, &w), (&b, &z), (&c, &y)], [true, true, true, false]),
        sum([(&d, &y), (&b, &w), (&c, &x), (&a, &z)], [true, true, true, false]),
        sum([(&d, &z), (&c, &w), (&a, &y), (&b, &x)], [true, true, true, false]),
        sum([(&d, &w), (&a, &x), (&b, &y), (&c, &z)], [true, false, false, false]),
    ]
    .into_iter()
    .collect();
    joined(&all?)
}

/// Inverses of quaternions of length 1.
pub(super) fn conjugate<B: Backend>(q: &DynArray<B>) -> Result<DynArray<B>> {
    let signs = q.xp().array([-1.0, -1.0, -1.0, 1.0])?.into_dyn().astype(q.dtype())?;
    q.multiply(&signs)
}

/// The one of both quaternions of a rotation whose scalar part is not negative.
pub(super) fn positive<B: Backend>(q: &DynArray<B>) -> Result<DynArray<B>> {
    let [.., w] = components::<4, B>(q)?;
    w.less(0.0)?.expand_dims(-1)?.where_(&q.negative()?, q)
}
