//! Parts that grow from markers.

use super::neighbourhood::Neighbourhood;
use std::collections::VecDeque;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Grows markers over an image of `u8` or `u16`, each element to the marker from which the steepest step on the way is least (the
/// image foresting transform of Falcão, Stolfi and de Alencar Lotufo, The image foresting transform: theory, algorithms, and
/// applications, 2004). Of markers equally far, one above zero that came last wins, then those below zero, the background, in turn.
/// The structure has three elements along each axis, by default the nearest neighbours. The host computes it.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::watershed_ift;
/// let heights = xp.array([[1, 1, 9, 2, 2], [1, 1, 9, 2, 2]])?.astype::<u8>();
/// let markers = xp.array([[1, 0, 0, 0, 2], [0, 0, 0, 0, 0]])?;
/// let parts = watershed_ift(&heights, &markers, None::<&Array<bool, _>>)?;
/// assert_eq!(parts.to_string(), "[[1 1 2 2 2]\n [1 1 2 2 2]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for other images, for markers that are not signed integers, and unless the structure is the same from both
/// sides; [`Error::Shape`] unless markers have the image's shape and the structure three elements along each axis.
pub fn watershed_ift<B: Backend>(
    x: &impl AnyArray<B>,
    markers: &impl AnyArray<B>,
    structure: Option<&impl AnyArray<B>>,
) -> Result<DynArray<B>> {
    const OP: &str = "watershed_ift";
    let (x, markers) = (x.as_dyn(), markers.as_dyn());
    if !matches!(x.dtype(), DType::U8 | DType::U16) {
        return Err(Error::value(OP, format!("images are of u8 or u16, not of {}", x.dtype())));
    }
    if !matches!(markers.dtype(), DType::I8 | DType::I16 | DType::I32 | DType::I64) {
        return Err(Error::value(OP, format!("markers are signed integers, not {}", markers.dtype())));
    }
    if markers.shape() != x.shape() {
        return Err(Error::shape(OP, x.shape(), markers.shape()));
    }
    let neighbours = Neighbourhood::new(OP, x.shape(), structure)?;
    let heights: Vec<u16> = x.astype(DType::U16)?.typed::<u16>()?.to_vec()?;
    let grown = grow(&heights, markers.astype(DType::I64)?.typed::<i64>()?.to_vec()?, &neighbours);
    x.xp().from_slice(&grown, x.shape())?.into_dyn().astype(markers.dtype())
}

/// Elements in the order of the steepest step that leads to them: a queue for each height of a step.
fn grow(heights: &[u16], mut labels: Vec<i64>, neighbours: &Neighbourhood) -> Vec<i64> {
    let most = heights.iter().copied().max().unwrap_or(0) as usize;
    let mut queues = vec![VecDeque::<usize>::new(); most + 1];
    let mut costs = vec![most + 1; heights.len()];
    let mut done = vec![false; heights.len()];
    let enqueue = |queue: &mut VecDeque<usize>, element, label: i64| match label > 0 {
        true => queue.push_front(element),
        false => queue.push_back(element),
    };
    for (element, &label) in labels.iter().enumerate().filter(|(_, label)| **label != 0) {
        costs[element] = 0;
        enqueue(&mut queues[0], element, label);
    }
    for cost in 0..queues.len() {
        while let Some(element) = queues[cost].pop_front() {
            // It may have been reached by a lesser step since.
            if done[element] || costs[element] != cost {
                continue;
            }
            done[element] = true;
            for neighbour in neighbours.of(element) {
                let reached = cost.max(heights[element].abs_diff(heights[neighbour]) as usize);
                if !done[neighbour] && reached < costs[neighbour] {
                    costs[neighbour] = reached;
                    labels[neighbour] = labels[element];
                    enqueue(&mut queues[reached], neighbour, labels[element]);
                }
            }
        }
    }
    labels
}
