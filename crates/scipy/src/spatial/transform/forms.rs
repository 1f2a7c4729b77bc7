//! Quaternions from other forms of rotations, and these from quaternions.

use super::quaternions::{components, joined, normalized, positive};
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

/// Below this angle quotients are their series, of which the next term is below the roundings.
const SMALL: f64 = 1e-3;

/// Matrices from quaternions.
pub(super) fn matrix<B: Backend>(q: &DynArray<B>) -> Result<DynArray<B>> {
    let [x, y, z, w] = components(q)?;
    let twice = |a: &DynArray<B>, b: &DynArray<B>| a.multiply(b)?.multiply(2.0);
    let (xx, yy, zz, ww) = (x.square()?, y.square()?, z.square()?, w.square()?);
    let diagonal = |plus: &DynArray<B>, a: &DynArray<B>, b: &DynArray<B>| plus.subtract(a)?.subtract(b)?.add(&ww);
    let entries = [
        diagonal(&xx, &yy, &zz)?,
        twice(&x, &y)?.subtract(&twice(&z, &w)?)?,
        twice(&x, &z)?.add(&twice(&y, &w)?)?,
        twice(&x, &y)?.add(&twice(&z, &w)?)?,
        diagonal(&yy, &xx, &zz)?,
        twice(&y, &z)?.subtract(&twice(&x, &w)?)?,
        twice(&x, &z)?.subtract(&twice(&y, &w)?)?,
        twice(&y, &z)?.add(&twice(&x, &w)?)?,
        diagonal(&zz, &xx, &yy)?,
    ];
    let shape = [&q.shape()[..q.ndim() - 1], &[3, 3]].concat();
    joined(&entries)?.reshape(shape)
}

/// Quaternions from matrices, by the largest of their components (Markley, 2008).
pub(super) fn of_matrix<B: Backend>(op: &'static str, matrix: &DynArray<B>) -> Result<DynArray<B>> {
    let det = matrix.det()?;
    if !det.greater(0.0)?.logical_or(&det.isnan()?)?.all(..)?.item()?.get::<bool>() {
        return Err(Error::value(op, "a determinant that is not positive"));
    }
    let eye = matrix.xp().eye::<f64>(3)?.into_dyn().astype(matrix.dtype())?;
    let gram = matrix.matmul(&matrix.swapaxes(-1, -2)?)?;
    let matrix = match gram.allclose_with(&eye, xparray_core::Tolerance::new().atol(1e-12))? {
        true => matrix.clone(),
        // The nearest orthogonal matrix, the unitary part of the polar decomposition.
        false => {
            let (u, _, vh) = matrix.svd()?;
            u.matmul(&vh)?
        }
    };
    let rows = matrix.reshape([&matrix.shape()[..matrix.ndim() - 2], &[9]].concat())?;
    let m = components::<9, B>(&rows)?;
    let at = |i: usize, j: usize| &m[3 * i + j];
    let trace = at(0, 0).add(at(1, 1))?.add(at(2, 2))?;
    let mut best = trace.clone();
    let mut quat =
        [at(2, 1).subtract(at(1, 2))?, at(0, 2).subtract(at(2, 0))?, at(1, 0).subtract(at(0, 1))?, trace.add(1.0)?];
    for i in 0..3 {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let larger = at(i, i).greater(&best)?;
        let mut other = quat.clone();
        other[i] = at(i, i).multiply(2.0)?.subtract(&trace)?.add(1.0)?;
        other[j] = at(j, i).add(at(i, j))?;
        other[k] = at(k, i).add(at(i, k))?;
        other[3] = at(k, j).subtract(at(j, k))?;
        for (old, new) in quat.iter_mut().zip(&other) {
            *old = larger.where_(new, &*old)?;
        }
        best = best.maximum(at(i, i))?;
    }
    normalized(op, &joined(&quat)?)
}

/// Quaternions from vectors of the angle's length.
pub(super) fn of_rotvec<B: Backend>(v: &DynArray<B>) -> Result<DynArray<B>> {
    let angle = v.norm(keepdims(-1))?;
    let square = angle.square()?;
    let series = square.multiply(&square)?.divide(3840.0)?.subtract(&square.divide(48.0)?)?.add(0.5)?;
    let quotient = angle.multiply(0.5)?.sin()?.divide(&angle)?;
    let factor = angle.less_equal(SMALL)?.where_(&series, &quotient)?;
    v.xp().concatenate(&[&v.multiply(&factor)?, &angle.multiply(0.5)?.cos()?], -1)
}

/// The length of the vector part, and the scalar part, along a last axis of one.
fn parts<B: Backend>(q: &DynArray<B>) -> Result<(DynArray<B>, DynArray<B>, DynArray<B>)> {
    let [x, y, z, w] = components(q)?;
    let vector = joined(&[x, y, z])?;
    Ok((vector.norm(keepdims(-1))?, w.expand_dims(-1)?, vector))
}

/// The angles.
pub(super) fn magnitude<B: Backend>(q: &DynArray<B>) -> Result<DynArray<B>> {
    let (size, w, _) = parts(q)?;
    size.arctan2(&w.abs()?)?.multiply(2.0)?.squeeze(-1)
}

/// Vectors of the angle's length.
pub(super) fn rotvec<B: Backend>(q: &DynArray<B>) -> Result<DynArray<B>> {
    let (size, w, vector) = parts(&positive(q)?)?;
    let angle = size.arctan2(&w)?.multiply(2.0)?;
    let square = angle.square()?;
    let series = square.multiply(&square)?.multiply(7.0 / 2880.0)?.add(&square.divide(12.0)?)?.add(2.0)?;
    let quotient = angle.divide(&angle.multiply(0.5)?.sin()?)?;
    vector.multiply(&angle.less_equal(SMALL)?.where_(&series, &quotient)?)
}

/// Quaternions from modified Rodrigues parameters.
pub(super) fn of_mrp<B: Backend>(mrp: &DynArray<B>) -> Result<DynArray<B>> {
    let square = mrp.square()?.sum(keepdims(-1))?;
    let parts = [&mrp.multiply(2.0)?, &square.negative()?.add(1.0)?];
    mrp.xp().concatenate(&parts, -1)?.divide(&square.add(1.0)?)
}

/// Modified Rodrigues parameters.
pub(super) fn mrp<B: Backend>(q: &DynArray<B>) -> Result<DynArray<B>> {
    let (_, w, vector) = parts(&positive(q)?)?;
    vector.divide(&w.add(1.0)?)
}
