//! Which elements are neighbours of one another.

use crate::ndimage::morphology::neighbours;
use crate::ndimage::windows::places;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// The neighbours of an array's elements: those of a structure of three elements along each axis, or the nearest ones.
pub(super) struct Neighbourhood {
    shape: Vec<usize>,
    strides: Vec<usize>,
    /// Of each, steps along the axes, and in memory.
    steps: Vec<(Vec<isize>, isize)>,
}

impl Neighbourhood {
    pub fn new<B: Backend>(
        op: &'static str,
        shape: &[usize],
        structure: Option<&impl AnyArray<B>>,
    ) -> Result<Neighbourhood> {
        let ndim = shape.len();
        let inside = match structure {
            None => neighbours(ndim, 1),
            Some(structure) => {
                let structure = structure.as_dyn();
                if structure.shape() != vec![3; ndim] {
                    return Err(Error::shape(op, &vec![3; ndim], structure.shape()));
                }
                structure.astype(DType::Bool)?.typed::<bool>()?.to_vec()?
            }
        };
        if !inside.iter().eq(inside.iter().rev()) {
            return Err(Error::value(op, "the structure is not the same from both sides"));
        }
        let mut strides = vec![1; ndim];
        for axis in (1..ndim).rev() {
            strides[axis - 1] = strides[axis] * shape[axis];
        }
        let middle = inside.len() / 2;
        let taken = places(&vec![3; ndim]).enumerate().filter(|&(number, _)| inside[number] && number != middle);
        let steps = taken.map(|(_, place)| {
            let steps: Vec<isize> = place.iter().map(|&part| part as isize - 1).collect();
            let distance = steps.iter().zip(&strides).map(|(step, &stride)| step * stride as isize).sum();
            (steps, distance)
        });
        Ok(Neighbourhood { shape: shape.to_vec(), steps: steps.collect(), strides })
    }

    /// Whether the next element of a row is a neighbour.
    pub fn along_rows(&self) -> bool {
        self.steps.iter().any(|(steps, distance)| *distance == 1 && steps.iter().rev().skip(1).all(|&step| step == 0))
    }

    /// The steps to those before an element, in other rows.
    pub fn before(&self) -> impl Iterator<Item = &[isize]> {
        let steps = self.steps[..self.steps.len() / 2].iter().map(|(steps, _)| &steps[..]);
        steps.filter(|steps| steps[..steps.len() - 1].iter().any(|&step| step != 0))
    }

    /// Of a row, the last axis being along it, those before it that have neighbours, in row-major order: how many rows before, and by how
    /// many elements these are moved.
    pub fn rows_before(&self, row: usize) -> impl Iterator<Item = (usize, isize)> {
        let (last, n) = (self.shape.len().saturating_sub(1), self.shape.last().copied().unwrap_or(1));
        let within = move |steps: &[isize]| {
            steps[..last].iter().zip(&self.strides).zip(&self.shape).all(|((&step, &stride), &size)| {
                step == 0 || (row / (stride / n) % size).checked_add_signed(step).is_some_and(|at| at < size)
            })
        };
        let before = self.steps[..self.steps.len() / 2].iter();
        let other = before.filter(move |(steps, _)| steps[..last].iter().any(|&step| step != 0) && within(steps));
        other.map(move |(steps, distance)| (((steps[last] - distance) / n as isize) as usize, steps[last]))
    }

    /// Those of an element, by their places in row-major order.
    pub fn of(&self, element: usize) -> impl Iterator<Item = usize> {
        let within = move |steps: &[isize]| {
            steps.iter().zip(&self.strides).zip(&self.shape).all(|((&step, stride), &size)| {
                step == 0 || (element / stride % size).checked_add_signed(step).is_some_and(|at| at < size)
            })
        };
        let inside = self.steps.iter().filter(move |(steps, _)| within(steps));
        inside.map(move |(_, distance)| element.wrapping_add_signed(*distance))
    }
}
