//! Connected parts.

use crate::ndimage::morphology::neighbours;
use crate::ndimage::windows::places;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// Numbers the connected parts of what is not zero from 1 on, in row-major order of their first elements, and counts them. Neighbours
/// are those of a structure of three elements along each axis, or the nearest ones. Labels are `i32`. The host computes them.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{generate_binary_structure, label};
/// let x = xp.array([[1, 0, 0], [0, 1, 0], [0, 0, 0], [0, 1, 1]])?;
/// let (labels, count) = label(&x, None::<&Array<bool, _>>)?;
/// assert_eq!((labels.to_string(), count), ("[[1 0 0]\n [0 2 0]\n [0 0 0]\n [0 3 3]]".into(), 3));
/// assert_eq!(label(&x, Some(&generate_binary_structure(&xp, 2, 2)?))?.1, 2);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the structure has three elements along each axis; [`Error::Value`] unless it is the same from both sides,
/// and for more elements than `i32` numbers; [`Error::DType`] for complex numbers.
pub fn label<B: Backend>(x: &impl AnyArray<B>, structure: Option<&impl AnyArray<B>>) -> Result<(Array<i32, B>, usize)> {
    const OP: &str = "label";
    let x = x.as_dyn();
    TypeClass::RealElement.check(OP, x.dtype())?;
    let (ndim, shape) = (x.ndim(), x.shape());
    let inside = match structure {
        None => neighbours(ndim, 1),
        Some(structure) => {
            let structure = structure.as_dyn();
            if structure.shape() != vec![3; ndim] {
                return Err(Error::shape(OP, &vec![3; ndim], structure.shape()));
            }
            structure.astype(DType::Bool)?.typed::<bool>()?.to_vec()?
        }
    };
    if !inside.iter().eq(inside.iter().rev()) {
        return Err(Error::value(OP, "the structure is not the same from both sides"));
    }
    if x.len() >= i32::MAX as usize {
        return Err(Error::value(OP, format!("{} elements are too many to be numbered", x.len())));
    }
    let strides = row_major(shape);
    // Of neighbours, those before an element: steps along the axes, and in memory.
    let before = places(&vec![3; ndim]).zip(&inside).take(inside.len() / 2).filter(|(_, inside)| **inside);
    let before: Vec<(Vec<isize>, isize)> = before
        .map(|(place, _)| {
            let steps: Vec<isize> = place.iter().map(|&part| part as isize - 1).collect();
            let distance = steps.iter().zip(&strides).map(|(step, &stride)| step * stride as isize).sum();
            (steps, distance)
        })
        .collect();
    let filled = x.astype(DType::Bool)?.typed::<bool>()?.to_vec()?;
    let mut parts = Parts((0..filled.len() as i32).collect());
    let mut place = vec![0usize; ndim];
    for element in 0..filled.len() {
        if filled[element] {
            for (steps, distance) in &before {
                let within =
                    |axis: usize| place[axis].checked_add_signed(steps[axis]).is_some_and(|at| at < shape[axis]);
                let neighbour = element.wrapping_add_signed(*distance);
                if (0..ndim).all(within) && filled[neighbour] {
                    parts.join(element as i32, neighbour as i32);
                }
            }
        }
        for axis in (0..ndim).rev() {
            place[axis] += 1;
            if place[axis] < shape[axis] {
                break;
            }
            place[axis] = 0;
        }
    }
    let (mut labels, mut count) = (vec![0i32; filled.len()], 0);
    for element in (0..filled.len()).filter(|&element| filled[element]) {
        // A part's first element is its root.
        let root = parts.root(element as i32) as usize;
        if root == element {
            count += 1;
            labels[element] = count;
        } else {
            labels[element] = labels[root];
        }
    }
    Ok((x.xp().from_slice(&labels, shape)?, count as usize))
}

/// Distances between neighbours along each axis.
fn row_major(shape: &[usize]) -> Vec<usize> {
    let mut strides = vec![1; shape.len()];
    for axis in (1..shape.len()).rev() {
        strides[axis - 1] = strides[axis] * shape[axis];
    }
    strides
}

/// Disjoint sets, each a tree whose root is its smallest element (Tarjan, Efficiency of a good but not linear set union algorithm,
/// 1975, with halved paths).
struct Parts(Vec<i32>);

impl Parts {
    fn root(&mut self, mut element: i32) -> i32 {
        while self.0[element as usize] != element {
            let above = self.0[element as usize];
            self.0[element as usize] = self.0[above as usize];
            element = above;
        }
        element
    }

    fn join(&mut self, a: i32, b: i32) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b) as usize] = a.min(b);
    }
}
