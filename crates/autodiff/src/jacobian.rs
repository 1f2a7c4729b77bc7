//! Matrices of derivatives.

use crate::Autodiff;
use crate::forward::jvp;
use crate::reverse::{grad, kinds, released};
use crate::rule::{Tangent, Values};
use crate::tape::Tape;
use crate::trace::check_differentiable;
use crate::vmap::batched;
use xparray_core::backend::Backend;
use xparray_core::{Array, Arrays, Create, DType, Element, Join, Result, s};

/// As many elements, of the units and of what comes of them, are computed at once: memory for the steps between is a multiple.
const AT_ONCE: usize = 1 << 24;

/// So many unit vectors of arrays of a type and shape, from this one on, along a first axis.
fn units<B: Backend>(like: &Values<B>, start: usize, count: usize) -> Result<Values<B>> {
    let xp = like.xp();
    let places = xp.arange(0..like.len() as i64)?.into_dyn();
    let ones = xp.arange(start as i64..(start + count) as i64)?.into_dyn().expand_dims(1)?;
    places.equal(&ones)?.astype(like.dtype())?.reshape([&[count], like.shape()].concat())
}

/// What a linear function makes of each unit vector: rows of so many elements.
fn of_units<B: Backend>(
    like: &Values<B>,
    (dtype, len): (DType, usize),
    f: impl Fn(&Values<B>) -> Result<Values<B>>,
) -> Result<Values<B>> {
    let n = like.len();
    if n == 0 {
        return like.xp().zeros_of(dtype, [0, len]);
    }
    let together = (AT_ONCE / n.max(len).max(1)).clamp(1, n);
    let mut parts = Vec::new();
    for start in (0..n).step_by(together) {
        let units = units(like, start, together.min(n - start))?;
        let all = batched(|units| Ok(vec![f(&units[0])?]), std::slice::from_ref(&units), &[Some(0)]);
        // What has no rule for batches is done one by one.
        match all {
            Ok(mut rows) => parts.push(rows.swap_remove(0)),
            Err(_) => {
                for k in 0..units.shape()[0] {
                    parts.push(f(&units.slice(s![k])?)?.expand_dims(0)?);
                }
            }
        }
    }
    match &parts[..] {
        [rows] => Ok(rows.clone()),
        _ => like.xp().concatenate(&parts.iter().collect::<Vec<_>>(), 0),
    }
}

/// The derivatives of all elements of the result by all of the argument, a row for each element of the result: reverse mode, for
/// results that have fewer elements than the argument. Its shape is the result's, then the argument's.
///
/// Of complex numbers it is that of a holomorphic program.
///
/// ```
/// # use xparray::prelude::*;
/// use xparray::autodiff::{Autodiff, jacrev};
/// let xp = Autodiff::new(Cpu::new());
/// let jacobian = jacrev(|x: Array<f64, _>| x.cumsum(0))(xp.array([1.0, 2.0])?)?;
/// assert_eq!(jacobian.to_string(), "[[1. 0.]\n [1. 1.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Of the function that it gives: those of [`vjp`](crate::vjp) and its pullback.
pub fn jacrev<F, T, U, B>(program: F) -> impl Fn(Array<T, Autodiff<B>>) -> Result<Array<T, Autodiff<B>>>
where
    F: Fn(Array<T, Autodiff<B>>) -> Result<Array<U, Autodiff<B>>>,
    T: Element,
    U: Element,
    B: Backend,
{
    move |x| {
        let x = x.into_dyn();
        check_differentiable("jacrev", x.dtype())?;
        let (tape, y) = traced(&program, &x)?;
        let rows = of_units(&y, (x.dtype(), x.len()), |unit| derived(tape.pull(&[Some(unit.clone())])?, &x))?;
        shaped(&rows, &y, &x)?.typed()
    }
}

/// As [`jacrev`], a column for each element of the argument: forward mode, for arguments that have fewer elements than the result.
///
/// ```
/// # use xparray::prelude::*;
/// use xparray::autodiff::{Autodiff, jacfwd};
/// let xp = Autodiff::new(Cpu::new());
/// let jacobian = jacfwd(|x: Array<f64, _>| Ok(x.square()))(xp.array([1.0, 2.0])?)?;
/// assert_eq!(jacobian.to_string(), "[[2. 0.]\n [0. 4.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Of the function that it gives: those of [`jvp`].
pub fn jacfwd<F, T, U, B>(program: F) -> impl Fn(Array<T, Autodiff<B>>) -> Result<Array<U, Autodiff<B>>>
where
    F: Fn(Array<T, Autodiff<B>>) -> Result<Array<U, Autodiff<B>>>,
    T: Element,
    U: Element,
    B: Backend,
{
    move |x| {
        let x = x.into_dyn();
        check_differentiable("jacfwd", x.dtype())?;
        let (tape, y) = traced(&program, &x)?;
        let columns = of_units(&x, (y.dtype(), y.len()), |unit| derived(tape.push(&[Some(unit.clone())])?, &y))?;
        shaped(&columns.t(), &y, &x)?.typed()
    }
}

fn traced<T: Element, U: Element, B: Backend>(
    program: impl Fn(Array<T, Autodiff<B>>) -> Result<Array<U, Autodiff<B>>>,
    x: &Values<B>,
) -> Result<(Tape<B>, Values<B>)> {
    let run = |inputs: Vec<Values<B>>| Ok(vec![program(inputs[0].clone().typed()?)?.into_dyn()]);
    let (tape, mut results) = Tape::of(run, std::slice::from_ref(x))?;
    Ok((tape, results.swap_remove(0)))
}

/// The one tangent, in a row.
fn derived<B: Backend>(tangents: Vec<Tangent<B>>, like: &Values<B>) -> Result<Values<B>> {
    let kinds = kinds(std::slice::from_ref(like));
    crate::reverse::filled(like.xp(), &kinds, tangents)?.swap_remove(0).ravel()
}

fn shaped<B: Backend>(matrix: &Values<B>, y: &Values<B>, x: &Values<B>) -> Result<Values<B>> {
    let matrix = matrix.reshape([y.shape(), x.shape()].concat())?;
    Ok(released(vec![matrix])?.swap_remove(0))
}

/// The second derivatives of a program whose result is one real number: reverse mode of reverse mode, which gives the matrix row by row, as
/// it is stored. Its shape is twice the argument's.
///
/// ```
/// # use xparray::prelude::*;
/// use xparray::autodiff::{Autodiff, hessian};
/// let xp = Autodiff::new(Cpu::new());
/// let curvature = hessian(|x: Array<f64, _>| x.prod(..))(xp.array([3.0, 4.0])?)?;
/// assert_eq!(curvature.to_string(), "[[0. 1.]\n [1. 0.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Of the function that it gives: those of [`grad`] and [`jacrev`].
pub fn hessian<F, T, U, B>(program: F) -> impl Fn(Array<T, Autodiff<B>>) -> Result<Array<T, Autodiff<B>>>
where
    F: Fn(Array<T, Autodiff<B>>) -> Result<Array<U, Autodiff<B>>>,
    T: Element,
    U: Element,
    B: Backend,
{
    jacrev(grad(program))
}

/// The product of a program's second derivatives and a vector, without the matrix: forward over reverse mode.
///
/// ```
/// # use xparray::prelude::*;
/// use xparray::autodiff::{Autodiff, hvp};
/// let xp = Autodiff::new(Cpu::new());
/// let cube = |x: Array<f64, _>| x.power(3)?.sum(..);
/// assert_eq!(hvp(cube, xp.array([1.0, 2.0])?, xp.array([1.0, 1.0])?)?.to_string(), "[ 6. 12.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`grad`] and [`jvp`].
pub fn hvp<F, A, T, B>(program: F, arguments: A, vector: A) -> Result<A>
where
    F: Fn(A) -> Result<Array<T, Autodiff<B>>>,
    A: Arrays<Autodiff<B>>,
    T: Element,
    B: Backend,
{
    Ok(jvp(grad(program), arguments, vector)?.1)
}
