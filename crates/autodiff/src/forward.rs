//! Forward mode.

use crate::Autodiff;
use crate::reverse::{arrays, arrays_like, checked, filled, kinds, rebuilt, released, untyped};
use crate::rule::Values;
use crate::tape::Tape;
use xparray_core::backend::Backend;
use xparray_core::{Arrays, Result};

/// The results of a program, and their tangents, of those of the arguments: forward mode.
///
/// ```
/// # use xparray::prelude::*;
/// use xparray::autodiff::{Autodiff, jvp};
/// let xp = Autodiff::new(Cpu::new());
/// let sine = |x: Array<f64, _>| Ok(x.sin());
/// let (value, slope) = jvp(sine, xp.array([0.0])?, xp.array([2.0])?)?;
/// assert_eq!((value.item()?, slope.item()?), (0.0, 2.0));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of the program; [`Error::Shape`](xparray_core::Error::Shape) or [`Error::DType`](xparray_core::Error::DType) for tangents that
/// are not like the arguments; [`Error::Value`](xparray_core::Error::Value) for another structure or an operation without a rule.
pub fn jvp<F, A, R, B>(program: F, arguments: A, tangents: A) -> Result<(R, R)>
where
    F: Fn(A) -> Result<R>,
    A: Arrays<Autodiff<B>>,
    R: Arrays<Autodiff<B>>,
    B: Backend,
{
    let (inputs, structure) = arrays(arguments);
    let tangents = checked("jvp", &kinds(&inputs), arrays_like("jvp", &structure, tangents)?)?;
    let (program, seen) = untyped(program, structure);
    let (tape, results) = Tape::of(program, &inputs)?;
    let pushed = filled(inputs[0].xp(), &kinds(&results), tape.push(&tangents)?)?;
    let structure = seen.get()?;
    Ok((rebuilt(&structure, released(results)?)?, rebuilt(&structure, released(pushed)?)?))
}

/// The tangent of a function of one array.
pub(crate) fn pushed<B: Backend>(
    f: impl Fn(&Values<B>) -> Result<Values<B>>,
    x: &Values<B>,
    tangent: &Values<B>,
) -> Result<Values<B>> {
    let (tape, results) = Tape::of(|x| Ok(vec![f(&x[0])?]), std::slice::from_ref(x))?;
    let pushed = tape.push(&[Some(tangent.clone())])?;
    Ok(filled(x.xp(), &kinds(&results), pushed)?.swap_remove(0))
}
