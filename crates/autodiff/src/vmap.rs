//! Programs over batches.

use crate::Autodiff;
use crate::reverse::{arrays, rebuilt, released, untyped};
use crate::rule::Values;
use crate::tape::Tape;
use crate::trace::Batches;
use xparray_core::backend::Backend;
use xparray_core::{Arrays, Create, Error, Result};

/// A program over arrays with a further axis, the first, of all arguments and results: what it does with each of their elements, done at
/// once. It is run on the first of them, and what it computed there is computed for all.
///
/// Reading an element that depends on the arguments is an error, and so is what has no rule. Numbers drawn in it are the same for
/// all.
///
/// ```
/// # use xparray::prelude::*;
/// use xparray::autodiff::{Autodiff, vmap};
/// let xp = Autodiff::new(Cpu::new());
/// let x = xp.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])?;
/// let norms = vmap(|x: Array<f64, _>| x.dot(&x));
/// assert_eq!(norms(x)?.to_string(), "[ 5. 25. 61.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Of the function that it gives: those of the program; [`Error::Shape`] for arguments with different numbers of elements;
/// [`Error::Value`] for an operation without a rule.
pub fn vmap<F, A, R, B>(program: F) -> impl Fn(A) -> Result<R>
where
    F: Fn(A) -> Result<R>,
    A: Arrays<Autodiff<B>>,
    R: Arrays<Autodiff<B>>,
    B: Backend,
{
    vmap_with(program, Vec::new(), 0)
}

/// As [`vmap`], over an axis of each argument, of none for those that are the same for all, and with an axis of the results; without
/// `in_axes`, over the first of each.
///
/// ```
/// # use xparray::prelude::*;
/// use xparray::autodiff::{Autodiff, vmap_with};
/// let xp = Autodiff::new(Cpu::new());
/// let (x, y) = (xp.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])?, xp.array([1.0, 10.0])?);
/// let product = |(x, y): (Array<f64, _>, Array<f64, _>)| x.multiply(&y);
/// let columns = vmap_with(product, vec![Some(1), None], -1);
/// assert_eq!(columns((x, y))?.to_string(), "[[ 1.  2.  3.]\n [40. 50. 60.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// As for [`vmap`]; [`Error::Axis`] for an axis that is not there; [`Error::Value`] unless there is one entry for each argument, and an
/// axis of one of them.
pub fn vmap_with<F, A, R, B>(program: F, in_axes: Vec<Option<isize>>, out_axis: isize) -> impl Fn(A) -> Result<R>
where
    F: Fn(A) -> Result<R>,
    A: Arrays<Autodiff<B>>,
    R: Arrays<Autodiff<B>>,
    B: Backend,
{
    move |arguments| {
        let (inputs, structure) = arrays(arguments);
        let (program, seen) = untyped(&program, structure);
        let axes = if in_axes.is_empty() { vec![Some(0); inputs.len()] } else { in_axes.clone() };
        let results = batched(&program, &inputs, &axes)?;
        let moved = results.iter().map(|x| x.moveaxis(0, out_axis)).collect::<Result<_>>()?;
        rebuilt(&seen.get()?, released(moved)?)
    }
}

/// The results of a program over batches, the first axes of which count them.
pub(crate) fn batched<B: Backend>(
    program: impl Fn(Vec<Values<B>>) -> Result<Vec<Values<B>>>,
    inputs: &[Values<B>],
    axes: &[Option<isize>],
) -> Result<Vec<Values<B>>> {
    if axes.len() != inputs.len() {
        return Err(Error::value("vmap", format!("{} axes for {} arguments", axes.len(), inputs.len())));
    }
    let front = |(x, axis): (&Values<B>, &Option<isize>)| axis.map(|axis| x.moveaxis(axis, 0)).transpose();
    let moved = inputs.iter().zip(axes).map(front).collect::<Result<Vec<_>>>()?;
    let mut lengths = moved.iter().flatten().map(|x| x.shape()[0]);
    let n = lengths.next().ok_or_else(|| Error::value("vmap", "no argument has an axis to go along"))?;
    if let Some(other) = lengths.find(|&other| other != n) {
        return Err(Error::shape("vmap", &[n], &[other]));
    }
    let first = |(x, moved): (&Values<B>, &Option<Values<B>>)| match moved {
        None => Ok(x.clone()),
        Some(x) if n == 0 => x.xp().zeros_of(x.dtype(), &x.shape()[1..]),
        Some(x) => x.take(0, 0),
    };
    let examples = inputs.iter().zip(&moved).map(first).collect::<Result<Vec<_>>>()?;
    let batches = Batches::start();
    let (tape, results) = Tape::of(program, &examples)?;
    drop(batches);
    let spread = |(x, example): (Option<Values<B>>, &Values<B>)| match x {
        Some(x) => Ok(x),
        None => example.broadcast_to([&[n], example.shape()].concat()),
    };
    tape.batch(n, &moved)?.into_iter().zip(&results).map(spread).collect()
}
