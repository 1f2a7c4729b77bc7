//! Distances to the background in steps of a structure, and where it is: two passes over the elements, on the host.

use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// The number of steps from each element that is not zero to the nearest one that is, `i32`, and where that is, `[ndim, ...]`, of several as near
/// the one that is met first; -1 and the element's own place if there is none. A step is to a neighbour that a structure of 3 elements along
/// each axis has (Rosenfeld and Pfaltz, Sequential operations in digital picture processing, 1966).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{distance_transform_cdt_with, generate_binary_structure};
/// let x = xp.array([[0, 1, 1], [1, 1, 1]])?;
/// let (distances, places) = distance_transform_cdt_with(&x, &generate_binary_structure(&xp, 2, 1)?)?;
/// assert_eq!(distances.to_string(), "[[0 1 2]\n [1 2 3]]");
/// assert_eq!(places.slice(s![.., 1, 2])?.to_string(), "[0 0]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] for a structure of other than 3 elements along each axis of the image; [`Error::Value`] for more elements than `i32` numbers.
pub fn distance_transform_cdt_with<B: Backend>(
    x: &impl AnyArray<B>,
    structure: &impl AnyArray<B>,
) -> Result<(DynArray<B>, DynArray<B>)> {
    const OP: &str = "distance_transform_cdt_with";
    let (x, structure) = (x.as_dyn(), structure.as_dyn());
    let (xp, shape) = (x.xp(), x.shape());
    if structure.shape() != vec![3; shape.len()] {
        return Err(Error::shape(OP, shape, structure.shape()));
    }
    if i32::try_from(x.len()).is_err() {
        return Err(Error::value(OP, format!("{} elements are too many to be numbered", x.len())));
    }
    let host = |x: &DynArray<B>| x.astype(DType::Bool)?.typed::<bool>()?.to_vec();
    let mut found: Vec<_> = host(x)?.into_iter().map(|object| if object { -1 } else { 0 }).zip(0..).collect();
    let steps = before_the_middle(&host(structure)?, shape.len());
    pass(&mut found, shape, &steps, 1);
    pass(&mut found, shape, &steps, -1);
    let distances: Vec<i32> = found.iter().map(|each| each.0).collect();
    let mut places = Vec::with_capacity(shape.len() * found.len());
    for axis in 0..shape.len() {
        let stride: usize = shape[axis + 1..].iter().product();
        places.extend(found.iter().map(|each| (each.1 / stride % shape[axis]) as i64));
    }
    let places = xp.from_slice(&places, [&[shape.len()], shape].concat())?;
    Ok((xp.from_slice(&distances, shape)?.into_dyn(), places.into_dyn()))
}

/// The steps of a structure to neighbours that are before an element.
fn before_the_middle(structure: &[bool], ndim: usize) -> Vec<Vec<isize>> {
    let step = |k: usize| (0..ndim).rev().map(|axis| (k / 3usize.pow(axis as u32) % 3) as isize - 1).collect();
    (0..structure.len() / 2).filter(|&k| structure[k]).map(step).collect()
}

/// Of each element, in order or from the last one on, the least number of steps over neighbours that were met before, and the place that it leads to.
fn pass(found: &mut [(i32, usize)], shape: &[usize], steps: &[Vec<isize>], sign: isize) {
    let neighbour = |flat: usize, step: &[isize]| {
        let mut stride = 1;
        let mut to = 0;
        for (&n, &along) in shape.iter().zip(step).rev() {
            let place = (flat / stride % n).checked_add_signed(sign * along).filter(|&place| place < n)?;
            to += place * stride;
            stride *= n;
        }
        Some(to)
    };
    for k in 0..found.len() {
        let flat = if sign > 0 { k } else { found.len() - 1 - k };
        if found[flat].0 == 0 {
            continue;
        }
        for to in steps.iter().filter_map(|step| neighbour(flat, step)) {
            let (distance, place) = found[to];
            if distance >= 0 && (found[flat].0 < 0 || distance + 1 < found[flat].0) {
                found[flat] = (distance + 1, place);
            }
        }
    }
}
