//! Arrays of coordinates and indices.

use super::diagonal::lower_triangle;
use super::index::{MultiIndex, check_bounds, index_raws, row_strides};
use super::raw::Raw;
use super::{Array, IntoShape};
use crate::backend::Backend;
use crate::element::{Element, Integer};
use crate::error::{Error, Result};
use crate::layout::{Dims, checked_len};

/// The order of the first two axes of a [`meshgrid`](Grid::meshgrid).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indexing {
    /// Cartesian: the first coordinate runs along axis 1.
    Xy,
    /// Matrix: coordinate `k` runs along axis `k`.
    Ij,
}

/// Coordinates and indices, as methods of every handle.
pub trait Grid: Backend {
    /// From one vector of coordinates for each axis, the coordinates at each point of the grid. Views.
    ///
    /// # Errors
    /// [`Error::Value`] for too many points.
    fn meshgrid<T: Element>(&self, coordinates: &[&Array<T, Self>], indexing: Indexing) -> Result<Vec<Array<T, Self>>> {
        let ndim = coordinates.len();
        let place = |k: usize| match indexing {
            Indexing::Xy if ndim > 1 && k < 2 => 1 - k,
            _ => k,
        };
        let mut shape = Dims::from_elem(1, ndim);
        for (k, x) in coordinates.iter().enumerate() {
            shape[place(k)] = x.len();
        }
        coordinates
            .iter()
            .enumerate()
            .map(|(k, x)| Ok(Array::from_raw(open(&x.raw, place(k), ndim)?.broadcast("meshgrid", &shape)?)))
            .collect()
    }

    /// Vectors of indices, each along an axis of its own: [`take_at`](Array::take_at), [`put_at`](Array::put_at)
    /// of these are the cross product.
    ///
    /// # Errors
    /// [`Error::Shape`] if one has another number of dimensions than one.
    fn ix<I: Integer>(&self, indices: &[&Array<I, Self>]) -> Result<Vec<Array<I, Self>>> {
        if let Some(other) = indices.iter().find(|index| index.ndim() != 1) {
            return Err(Error::shape("ix", other.shape(), &[other.len()]));
        }
        let ndim = indices.len();
        indices.iter().enumerate().map(|(k, index)| Ok(Array::from_raw(open(&index.raw, k, ndim)?))).collect()
    }

    /// For each axis of a shape, the index along it at each place: an array of shape `[axes, ..shape]`.
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    fn indices(&self, shape: impl IntoShape) -> Result<Array<i64, Self>> {
        let shape = shape.into_shape();
        let ndim = shape.len();
        let all: Dims = [ndim].into_iter().chain(shape.iter().copied()).collect();
        checked_len(&all)?;
        let block: Dims = [1].into_iter().chain(shape.iter().copied()).collect();
        let axes = (0..ndim)
            .map(|k| open(&Raw::iota(self, &[shape[k]])?, k + 1, ndim + 1)?.broadcast("indices", &block))
            .collect::<Result<Vec<_>>>()?;
        match axes.is_empty() {
            true => Ok(Array::from_raw(Raw::iota(self, &all)?)),
            false => Ok(Array::from_raw(Raw::concatenate("indices", &axes.iter().collect::<Vec<_>>(), 0)?)),
        }
    }

    /// Indices for each axis of a shape as row-major indices. All broadcast.
    ///
    /// # Errors
    /// [`Error::Index`] for an index that is negative or beyond its axis (this reads the arrays),
    /// [`Error::Value`] unless there is one array for each axis.
    fn ravel_multi_index<I: Integer>(
        &self,
        indices: &[&Array<I, Self>],
        shape: impl IntoShape,
    ) -> Result<Array<i64, Self>> {
        let op = "ravel_multi_index";
        let shape = shape.into_shape();
        checked_len(&shape)?;
        if indices.len() != shape.len() {
            return Err(Error::value(op, format!("{} indices for {} axes", indices.len(), shape.len())));
        }
        let indices = index_raws(indices)?;
        for (index, &len) in indices.iter().zip(&shape) {
            check_bounds(op, index, 0, len)?;
        }
        Ok(Array::from_raw(MultiIndex::new(op, indices, &shape)?.flatten(&row_strides(&shape), None)?))
    }

    /// An `n` by `m` matrix of ones on and below diagonal `k`, zeros above.
    fn tri<T: Element>(&self, n: usize, m: usize, k: isize) -> Result<Array<T, Self>> {
        checked_len(&[n, m])?;
        Ok(Array::from_raw(lower_triangle(self, n, m, k)?.cast(T::DTYPE)?))
    }
}

impl<B: Backend> Grid for B {}

/// The elements along axis `axis` of `ndim`.
fn open<B: Backend>(x: &Raw<B>, axis: usize, ndim: usize) -> Result<Raw<B>> {
    let mut shape = Dims::from_elem(1, ndim);
    shape[axis] = x.len();
    x.reshape(&shape)
}
