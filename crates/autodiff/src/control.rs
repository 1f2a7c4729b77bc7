//! Choices and loops over arrays, which other transformations go through.
//!
//! A loop of Rust's does as well where how often it runs does not depend on elements.

use crate::Autodiff;
use crate::repeat::repeated;
use crate::reverse::{arrays, rebuilt};
use crate::rule::Values;
use crate::trace::{is_batched, truth};
use std::ops::Range;
use xparray_core::backend::Backend;
use xparray_core::{Array, Arrays, Error, Join, Result};

/// The one truth value of an array, whatever it depends on.
/// What one of two programs gives, chosen by a truth value that may depend on what is differentiated by. Over batches both run,
/// and `where_` chooses.
///
/// ```
/// # use xparray::prelude::*;
/// use xparray::autodiff::{Autodiff, cond, grad};
/// let xp = Autodiff::new(Cpu::new());
/// type Number = Array<f64, Autodiff<Cpu>>;
/// let root = |x: Number| cond(&x.greater(1.0)?, |x: Number| Ok(x.sqrt()), |x: Number| Ok(x.square()), x);
/// let slope = grad(root);
/// assert_eq!((slope(xp.scalar(4.0))?.item()?, slope(xp.scalar(0.5))?.item()?), (0.25, 1.0));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of the programs; [`Error::Value`] unless there is one truth value.
pub fn cond<A, R, B>(
    predicate: &Array<bool, Autodiff<B>>,
    on_true: impl Fn(A) -> Result<R>,
    on_false: impl Fn(A) -> Result<R>,
    arguments: A,
) -> Result<R>
where
    A: Arrays<Autodiff<B>>,
    R: Arrays<Autodiff<B>>,
    B: Backend,
{
    if !is_batched() {
        return if truth(predicate.as_dyn())? { on_true(arguments) } else { on_false(arguments) };
    }
    let (inputs, structure) = arrays(arguments);
    let (first, of_first) = arrays(on_true(rebuilt(&structure, inputs.clone())?)?);
    let (second, of_second) = arrays(on_false(rebuilt(&structure, inputs)?)?);
    if of_first != of_second {
        return Err(Error::value("cond", "the branches give results of different structures"));
    }
    let chosen = first.iter().zip(&second).map(|(a, b)| predicate.as_dyn().where_(a, b));
    rebuilt(&of_first, chosen.collect::<Result<_>>()?)
}

/// Repeats `body` while `condition` holds, which may depend on what is differentiated by. Both modes differentiate the steps that were
/// made. In a program over a batch it goes on as long as the condition holds for any element, and the others keep their state; there
/// `body` also runs once where the condition does not hold, derivatives inside of the program are those of forward mode, and from outside
/// they are of either.
///
/// ```
/// # use xparray::prelude::*;
/// use xparray::autodiff::{Autodiff, grad, while_loop};
/// let xp = Autodiff::new(Cpu::new());
/// type Number = Array<f64, Autodiff<Cpu>>;
/// let doubled = grad(|x: Number| while_loop(|x: Number| x.less(10.0), |x: Number| Ok(x * 2.0), x));
/// assert_eq!(doubled(xp.scalar(3.0))?.item()?, 4.0); // 3, 6, 12
/// let each = xparray::autodiff::vmap(|x: Number| while_loop(|x: Number| x.less(10.0), |x: Number| Ok(x * 2.0), x));
/// assert_eq!(each(xp.array([3.0, 1.0, 20.0])?)?.to_string(), "[12. 16. 20.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of the programs; [`Error::Value`] for reverse mode inside of a program over a batch.
pub fn while_loop<A, B>(
    condition: impl Fn(A) -> Result<Array<bool, Autodiff<B>>>,
    body: impl Fn(A) -> Result<A>,
    state: A,
) -> Result<A>
where
    A: Arrays<Autodiff<B>>,
    B: Backend,
{
    let (mut state, structure) = arrays(state);
    if is_batched() {
        let round = |state: Vec<Values<B>>| {
            let goes_on = condition(rebuilt(&structure, state.clone())?)?.into_dyn();
            let (next, of_next) = arrays(body(rebuilt(&structure, state)?)?);
            if of_next != structure {
                return Err(Error::value("while_loop", "the state becomes one of another structure"));
            }
            Ok(std::iter::once(goes_on).chain(next).collect())
        };
        return rebuilt(&structure, repeated(&round, state)?);
    }
    let mut of_state = structure;
    while truth(condition(rebuilt(&of_state, state.clone())?)?.as_dyn())? {
        (state, of_state) = arrays(body(rebuilt(&of_state, state)?)?);
    }
    rebuilt(&of_state, state)
}

/// Repeats `body` for each number of a range.
///
/// ```
/// # use xparray::prelude::*;
/// use xparray::autodiff::{Autodiff, fori_loop, grad};
/// let xp = Autodiff::new(Cpu::new());
/// type Number = Array<f64, Autodiff<Cpu>>;
/// let power = grad(|x: Number| fori_loop(0..3, |_, y: Number| Ok(y * &x), x.clone()));
/// assert_eq!(power(xp.scalar(2.0))?.item()?, 32.0); // of x^4
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of the program.
pub fn fori_loop<A, B>(range: Range<i64>, body: impl Fn(i64, A) -> Result<A>, state: A) -> Result<A>
where
    A: Arrays<Autodiff<B>>,
    B: Backend,
{
    range.into_iter().try_fold(state, |state, k| body(k, state))
}

/// Goes along the first axis of arrays with a state: `body` takes the state and an element of each array, and gives the next
/// state and what becomes an element of the results.
///
/// ```
/// # use xparray::prelude::*;
/// use xparray::autodiff::{Autodiff, grad, scan};
/// let xp = Autodiff::new(Cpu::new());
/// type Vector = Array<f64, Autodiff<Cpu>>;
/// // Horner's rule, and its derivative at 2: of 3 x^2 + 2 x + 1.
/// let coefficients = xp.array([3.0, 2.0, 1.0])?;
/// let value = grad(|x: Vector| {
///     let body = |y: Vector, c: Vector| {
///         let y = y * &x + c;
///         Ok((y.clone(), y))
///     };
///     Ok(scan(body, x.zeros_like(), coefficients.clone())?.0)
/// });
/// assert_eq!(value(xp.scalar(2.0))?.item()?, 14.0);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of the program; [`Error::Shape`] for arrays of different lengths; [`Error::Value`] for arrays without elements.
pub fn scan<C, X, Y, B>(body: impl Fn(C, X) -> Result<(C, Y)>, state: C, along: X) -> Result<(C, Y)>
where
    C: Arrays<Autodiff<B>>,
    X: Arrays<Autodiff<B>>,
    Y: Arrays<Autodiff<B>>,
    B: Backend,
{
    let (along, of_along) = arrays(along);
    let lengths: Vec<usize> = along.iter().map(|x| x.shape().first().copied().unwrap_or(0)).collect();
    let n = lengths.first().copied().unwrap_or(0);
    if let Some(&other) = lengths.iter().find(|&&other| other != n) {
        return Err(Error::shape("scan", &[n], &[other]));
    }
    if n == 0 {
        return Err(Error::value("scan", "no elements to go along"));
    }
    let (mut state, mut rows, mut of_rows) = (state, Vec::with_capacity(n), None);
    for k in 0..n {
        let parts = along.iter().map(|x| x.slice(xparray_core::s![k])).collect::<Result<_>>()?;
        let (next, row) = body(state, rebuilt(&of_along, parts)?)?;
        state = next;
        let (row, structure) = arrays(row);
        if *of_rows.get_or_insert_with(|| structure.clone()) != structure {
            return Err(Error::value("scan", "the program gives results of different structures"));
        }
        rows.push(row);
    }
    let results: Vec<Values<B>> = (0..rows[0].len())
        .map(|k| {
            let column: Vec<&Values<B>> = rows.iter().map(|row| &row[k]).collect();
            column[0].xp().stack(&column, 0)
        })
        .collect::<Result<_>>()?;
    let structure = of_rows.ok_or_else(|| Error::value("scan", "no elements to go along"))?;
    Ok((state, rebuilt(&structure, results)?))
}
