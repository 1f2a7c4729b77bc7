//! Values of splines where places along all axes are those of one index each.

use super::sampling::Samples;
use xparray_core::Result;
use xparray_core::kernel::{index_along, raw};
use xparray_core::prelude::*;

impl<B: Backend> Samples<B> {
    /// Values at the places of all indices, one axis after the other.
    pub fn along(&self, places: &[DynArray<B>]) -> Result<DynArray<B>> {
        let shape: Vec<usize> = places.iter().map(DynArray::len).collect();
        let ndim = shape.len();
        if shape.contains(&0) || self.coefficients.is_empty() {
            return self.of_nothing(&shape);
        }
        let mut values = self.coefficients.clone();
        let mut known: Option<DynArray<B>> = None;
        for (axis, place) in places.iter().enumerate() {
            let place = place.astype(DType::F64)?.typed::<f64>()?;
            values = match values.xp().name() == "cpu" || values.dtype().is_complex() {
                true => self.taken(&values, axis, &place)?,
                false => self.read(&values.typed()?, axis, &place)?,
            };
            if let Some(here) = self.known(&place, self.axis(axis))? {
                let here = column(ndim, axis, &here)?;
                known = Some(known.map_or(Ok(here.clone()), |known| known.logical_and(&here))?);
            }
        }
        self.finished(values, known)
    }

    /// Values at places along one axis, from whole slices of them: what a host is fast at.
    fn taken(&self, values: &DynArray<B>, axis: usize, place: &Array<f64, B>) -> Result<DynArray<B>> {
        let (ndim, knots) = (values.ndim(), self.knots(place.as_dyn(), axis)?);
        let mut sum: Option<DynArray<B>> = None;
        for k in 0..knots.elements.len() {
            let mut part = values.take(&knots.elements[k], axis as isize)?;
            if let (Some(inside), Some(value)) = (&knots.inside, self.mode.value()) {
                part = column(ndim, axis, &inside[k])?.where_(&part, value)?;
            }
            let part = part.multiply(&column(ndim, axis, &knots.weights[k])?)?;
            sum = Some(sum.map_or(Ok(part.clone()), |sum| sum.add(&part))?);
        }
        sum.map_or_else(|| Ok(values.clone()), Ok)
    }

    /// The same by one kernel, which reads the knots of each element.
    fn read(&self, values: &Array<f64, B>, axis: usize, place: &Array<f64, B>) -> Result<DynArray<B>> {
        let (mut shape, own) = (values.shape().to_vec(), self.axis(axis));
        let stride = |axis: usize| values.shape()[axis + 1..].iter().product::<usize>() as i64;
        let place = column(shape.len(), axis, place.as_dyn())?.typed::<f64>()?;
        shape[axis] = place.len();
        let flat = values.reshape(-1)?;
        let found = values.xp().map_to_shape(&shape[..], (raw(&flat), &place), |(values, place)| {
            let knots = own.knots(place);
            let others = (0..shape.len()).filter(|&other| other != axis);
            let line = others.map(|other| index_along(other) * stride(other)).reduce(|sum, next| sum + next);
            let part = |k: usize| {
                let within = knots.elements[k] * stride(axis);
                let element = values.at(line.map_or(within, |line| line + within));
                let inside = knots.inside.as_ref().map(|inside| inside[k]);
                knots.weights[k]
                    * inside.map_or(element, |inside| inside.select(element, self.mode.value().unwrap_or(0.0)))
            };
            (1..knots.weights.len()).fold(part(0), |sum, k| sum + part(k))
        })?;
        Ok(found.into_dyn())
    }
}

/// A vector along one of some axes.
fn column<B: Backend>(ndim: usize, axis: usize, x: &DynArray<B>) -> Result<DynArray<B>> {
    let mut shape = vec![1; ndim];
    shape[axis] = x.len();
    x.reshape(&shape[..])
}
