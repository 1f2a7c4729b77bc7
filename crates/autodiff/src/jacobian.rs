//! Matrices of derivatives.

use crate::Autodiff;
use crate::forward::jvp;
use crate::reverse::{grad, kinds, released};
use crate::rule::{Tangent, Values};
use crate::tape::Tape;
use crate::trace::check_differentiable;
use xparray_core::backend::Backend;
use xparray_core::{Array, Arrays, Create, Element, Join, Result};

/// The unit vectors of arrays of a type and shape.
fn units<B: Backend>(like: &Values<B>) -> impl Iterator<Item = Result<Values<B>>> + use<B> {
    let (xp, dtype, shape) = (like.xp().clone(), like.dtype(), like.shape().to_vec());
    (0..like.len()).map(move |k| {
        let places = xp.arange(0..shape.iter().product::<usize>() as i64)?.into_dyn();
        places.equal(k as i64)?.astype(dtype)?.reshape(&shape)
    })
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
        let rows = units(&y).map(|unit| derived(tape.pull(&[Some(unit?)])?, &x));
        stacked(rows.collect::<Result<Vec<_>>>()?, &y, &x, 0)?.typed()
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
        let columns = units(&x).map(|unit| derived(tape.push(&[Some(unit?)])?, &y));
        stacked(columns.collect::<Result<Vec<_>>>()?, &y, &x, 1)?.typed()
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

fn stacked<B: Backend>(parts: Vec<Values<B>>, y: &Values<B>, x: &Values<B>, axis: usize) -> Result<Values<B>> {
    let shape = [y.shape(), x.shape()].concat();
    let matrix = match parts.is_empty() {
        true => x.xp().zeros_of(if axis == 0 { x.dtype() } else { y.dtype() }, shape)?,
        false => x.xp().stack(&parts.iter().collect::<Vec<_>>(), axis)?.reshape(shape)?,
    };
    Ok(released(vec![matrix])?.swap_remove(0))
}

/// The second derivatives of a program whose result is one real number: forward over reverse mode. Its shape is twice the
/// argument's.
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
/// Of the function that it gives: those of [`grad`] and [`jacfwd`].
pub fn hessian<F, T, U, B>(program: F) -> impl Fn(Array<T, Autodiff<B>>) -> Result<Array<T, Autodiff<B>>>
where
    F: Fn(Array<T, Autodiff<B>>) -> Result<Array<U, Autodiff<B>>>,
    T: Element,
    U: Element,
    B: Backend,
{
    jacfwd(grad(program))
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
