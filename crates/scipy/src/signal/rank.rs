//! Filters by ranks: medians and their like.

use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, IntoShape, Result, SliceItem, TypeClass};

/// The median of the window around each element, of odd lengths along each axis (or one for all), with zeros beyond the ends: SciPy's `medfilt`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::medfilt;
/// assert_eq!(medfilt(&xp.array([1.0, 2.0, 9.0, 2.0, 1.0])?, 3)?.to_string(), "[1. 2. 2. 2. 1.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for even lengths and for as many as there are no axes; [`Error::DType`] for complex numbers and truth values.
pub fn medfilt<B: Backend>(x: &impl AnyArray<B>, kernel_size: impl IntoShape) -> Result<DynArray<B>> {
    const OP: &str = "medfilt";
    let x = x.as_dyn();
    let sizes = sizes(OP, x, kernel_size)?;
    if sizes.iter().any(|size| size % 2 == 0) {
        return Err(Error::value(OP, format!("windows of even lengths {sizes:?}")));
    }
    let places = offsets(&sizes);
    let middle = places.len() / 2;
    ranked(x, &sizes, &places, middle)
}

/// [`medfilt`] of a matrix.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::medfilt2d;
/// let x = xp.array([[1.0, 1.0, 1.0], [1.0, 9.0, 1.0], [1.0, 1.0, 1.0]])?;
/// assert_eq!(medfilt2d(&x, [3, 3])?.to_string(), "[[0. 1. 0.]\n [1. 1. 1.]\n [0. 1. 0.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`medfilt`]; [`Error::Shape`] unless there are two axes.
pub fn medfilt2d<B: Backend>(x: &impl AnyArray<B>, kernel_size: impl IntoShape) -> Result<DynArray<B>> {
    if x.as_dyn().ndim() != 2 {
        return Err(Error::shape("medfilt2d", x.as_dyn().shape(), &[x.as_dyn().len(), 1]));
    }
    medfilt(x, kernel_size)
}

/// Of the elements around each one that `domain` has, an array of odd lengths whose middle lies on the element, the one of a rank, from 0 for the
/// smallest on; with zeros beyond the ends. SciPy's `order_filter`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::order_filter;
/// let x = xp.array([1.0, 5.0, 2.0, 4.0])?;
/// assert_eq!(order_filter(&x, &xp.array([1, 0, 1])?, 1)?.to_string(), "[5. 2. 5. 2.]"); // the larger neighbour
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] for a domain of another number of axes; [`Error::Value`] for even lengths, and for a rank that it has not;
/// [`Error::DType`] for complex numbers and truth values.
pub fn order_filter<B: Backend>(x: &impl AnyArray<B>, domain: &impl AnyArray<B>, rank: usize) -> Result<DynArray<B>> {
    const OP: &str = "order_filter";
    let (x, domain) = (x.as_dyn(), domain.as_dyn());
    TypeClass::RealNumber.check(OP, x.dtype())?;
    if x.ndim() != domain.ndim() {
        return Err(Error::shape(OP, x.shape(), domain.shape()));
    }
    if domain.shape().iter().any(|size| size % 2 == 0) {
        return Err(Error::value(OP, format!("a domain of even lengths {:?}", domain.shape())));
    }
    let inside = domain.astype(DType::Bool)?.ravel()?.typed::<bool>()?.to_vec()?;
    let places: Vec<_> = offsets(domain.shape()).into_iter().zip(inside).filter(|(_, inside)| *inside).collect();
    if rank >= places.len() {
        return Err(Error::value(OP, format!("rank {rank} of {} elements", places.len())));
    }
    let places: Vec<_> = places.into_iter().map(|(place, _)| place).collect();
    ranked(x, domain.shape(), &places, rank)
}

/// Lengths of windows, one for each axis.
fn sizes<B: Backend>(op: &'static str, x: &DynArray<B>, sizes: impl IntoShape) -> Result<Vec<usize>> {
    TypeClass::RealNumber.check(op, x.dtype())?;
    let sizes = sizes.into_shape();
    match sizes.len() {
        n if n == x.ndim() => Ok(sizes.to_vec()),
        1 => Ok(vec![sizes[0]; x.ndim()]),
        _ => Err(Error::value(op, format!("windows {sizes:?} of {} axes", x.ndim()))),
    }
}

/// The places in a window, in rows.
fn offsets(sizes: &[usize]) -> Vec<Vec<usize>> {
    sizes.iter().fold(vec![Vec::new()], |places, &size| {
        places.iter().flat_map(|place| (0..size).map(move |k| [&place[..], &[k]].concat())).collect()
    })
}

/// Elements up to which a window is sorted by comparisons of whole arrays, which fuse; larger ones are sorted one by one.
const NETWORK: usize = 25;

/// Of the elements at `places` of the window around each element, the one of a rank.
fn ranked<B: Backend>(x: &DynArray<B>, sizes: &[usize], places: &[Vec<usize>], rank: usize) -> Result<DynArray<B>> {
    if x.is_empty() {
        return x.copy();
    }
    let width: Vec<_> = sizes.iter().map(|size| (size / 2, size / 2)).collect();
    let padded = x.pad(width)?;
    let shifted = |place: &Vec<usize>| {
        let items = place.iter().zip(x.shape()).map(|(&first, &n)| SliceItem::from(first..first + n));
        padded.slice(&items.collect::<Vec<_>>())
    };
    let values = places.iter().map(shifted).collect::<Result<Vec<_>>>()?;
    if values.len() <= NETWORK {
        return select(values, rank);
    }
    let values: Vec<&DynArray<B>> = values.iter().collect();
    x.xp().stack(&values, 0)?.partition_with(rank, Sort::new().axis(0))?.slice(s![rank])
}

/// The element of a rank of arrays: the smallest or the largest of them, whichever is nearer in rank, is found and left out until it is the one.
fn select<B: Backend>(mut values: Vec<DynArray<B>>, mut rank: usize) -> Result<DynArray<B>> {
    loop {
        let smallest = 2 * rank < values.len();
        let wanted = if smallest { rank == 0 } else { rank + 1 == values.len() };
        let mut rest = Vec::with_capacity(values.len());
        let mut values_left = values.into_iter();
        let Some(mut extreme) = values_left.next() else {
            return Err(Error::value("order_filter", "no elements"));
        };
        for value in values_left {
            let (low, high) = (extreme.minimum(&value)?, extreme.maximum(&value)?);
            let (next, other) = if smallest { (low, high) } else { (high, low) };
            extreme = next;
            rest.push(other);
        }
        if wanted {
            return Ok(extreme);
        }
        rank -= usize::from(smallest);
        values = rest;
    }
}
