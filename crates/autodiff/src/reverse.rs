//! Reverse mode.

use crate::Autodiff;
use crate::rule::{Tangent, Values};
use crate::tape::Tape;
use crate::trace::{check_differentiable, is_differentiable, is_on, stopped};
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, PoisonError};
use xparray_core::backend::Backend;
use xparray_core::layout::Dims;
use xparray_core::{Array, Arrays, Create, DType, Element, Error, Result};

/// The arrays of arguments or results, and their structure.
pub(crate) fn arrays<B: Backend, A: Arrays<Autodiff<B>>>(values: A) -> (Vec<Values<B>>, A::Structure) {
    let mut arrays = Vec::new();
    let structure = values.into_arrays(&mut arrays);
    (arrays, structure)
}

/// Arguments or results of arrays.
pub(crate) fn rebuilt<B: Backend, A: Arrays<Autodiff<B>>>(
    structure: &A::Structure,
    arrays: Vec<Values<B>>,
) -> Result<A> {
    A::from_arrays(structure, &mut arrays.into_iter())
}

/// The arrays of what has to be of a structure.
pub(crate) fn arrays_like<B: Backend, A: Arrays<Autodiff<B>>>(
    op: &'static str,
    structure: &A::Structure,
    values: A,
) -> Result<Vec<Values<B>>> {
    let (arrays, found) = arrays(values);
    if found == *structure {
        return Ok(arrays);
    }
    Err(Error::value(op, "tangents and cotangents have the structure of what they belong to; these have another one"))
}

/// The structure of the results that a program gave last.
#[derive(Clone)]
pub(crate) struct Seen<S>(Arc<Mutex<Option<S>>>);

impl<S: Clone> Seen<S> {
    fn set(&self, structure: S) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(structure);
    }

    pub fn get(&self) -> Result<S> {
        let seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        seen.clone().ok_or_else(|| Error::value("autodiff", "the program was not run"))
    }
}

/// What a program does with the arrays of arguments of a structure.
pub(crate) fn untyped<A, R, B, F>(
    program: F,
    structure: A::Structure,
) -> (impl Fn(Vec<Values<B>>) -> Result<Vec<Values<B>>> + use<A, R, B, F>, Seen<R::Structure>)
where
    F: Fn(A) -> Result<R>,
    A: Arrays<Autodiff<B>>,
    R: Arrays<Autodiff<B>>,
    B: Backend,
{
    let seen = Seen(Arc::default());
    let kept = seen.clone();
    let run = move |inputs| {
        let (results, structure) = arrays(program(rebuilt(&structure, inputs)?)?);
        kept.set(structure);
        Ok(results)
    };
    (run, seen)
}

/// Results as the caller of the outermost derivative sees them: they remember nothing.
pub(crate) fn released<B: Backend>(results: Vec<Values<B>>) -> Result<Vec<Values<B>>> {
    if is_on() { Ok(results) } else { results.iter().map(stopped).collect() }
}

/// Tangents or cotangents, zeros where there are none.
pub(crate) fn filled<B: Backend>(
    xp: &Autodiff<B>,
    kinds: &[(DType, Dims)],
    tangents: Vec<Tangent<B>>,
) -> Result<Vec<Values<B>>> {
    let zeros = |(dtype, shape): &(DType, Dims)| xp.zeros_of(*dtype, &shape[..]);
    kinds.iter().zip(tangents).map(|(kind, tangent)| tangent.map_or_else(|| zeros(kind), Ok)).collect()
}

pub(crate) fn kinds<B: Backend>(arrays: &[Values<B>]) -> Vec<(DType, Dims)> {
    arrays.iter().map(|x| (x.dtype(), Dims::from_slice(x.shape()))).collect()
}

/// Given tangents or cotangents, which must be of these types and shapes.
pub(crate) fn checked<B: Backend>(
    op: &'static str,
    kinds: &[(DType, Dims)],
    given: Vec<Values<B>>,
) -> Result<Vec<Tangent<B>>> {
    if given.len() != kinds.len() {
        return Err(Error::value(op, format!("{} arrays are given for {}", given.len(), kinds.len())));
    }
    let check = |((dtype, shape), x): (&(DType, Dims), Values<B>)| {
        if x.shape() != &shape[..] {
            return Err(Error::shape(op, x.shape(), shape));
        }
        if x.dtype() != *dtype {
            return Err(Error::DType { op, expected: dtype.to_string(), found: x.dtype().to_string() });
        }
        Ok(is_differentiable(*dtype).then_some(x))
    };
    kinds.iter().zip(given).map(check).collect()
}

/// The transpose of a program's derivative at its arguments; see [`vjp`].
pub struct Pullback<A: Arrays<Autodiff<B>>, R: Arrays<Autodiff<B>>, B: Backend> {
    xp: Autodiff<B>,
    tape: Tape<B>,
    arguments: Vec<(DType, Dims)>,
    results: Vec<(DType, Dims)>,
    structures: (A::Structure, R::Structure),
    types: PhantomData<fn(R) -> A>,
}

impl<A: Arrays<Autodiff<B>>, R: Arrays<Autodiff<B>>, B: Backend> Pullback<A, R, B> {
    /// The cotangents of the arguments, of those of the results: zeros for arguments that are integers or truth values.
    ///
    /// # Errors
    /// [`Error::Shape`] or [`Error::DType`] for cotangents that are not like the results; [`Error::Value`] for another structure or an
    /// operation without a rule; those of the device.
    pub fn call(&self, cotangents: R) -> Result<A> {
        let (of_arguments, of_results) = &self.structures;
        let cotangents = checked("vjp", &self.results, arrays_like("vjp", of_results, cotangents)?)?;
        let pulled = filled(&self.xp, &self.arguments, self.tape.pull(&cotangents)?)?;
        rebuilt(of_arguments, released(pulled)?)
    }
}

/// The results of a program, and what takes their cotangents to those of the arguments: reverse mode.
///
/// ```
/// # use xparray::prelude::*;
/// use xparray::autodiff::{Autodiff, vjp};
/// let xp = Autodiff::new(Cpu::new());
/// let (x, y) = (xp.array([1.0, 2.0])?, xp.array([3.0, 4.0])?);
/// let (product, pullback) = vjp(|(x, y): (Array<f64, _>, Array<f64, _>)| x.multiply(&y), (x, y))?;
/// assert_eq!(product.to_string(), "[3. 8.]");
/// let (x, y) = pullback.call(xp.array([1.0, 10.0])?)?;
/// assert_eq!((x.to_string(), y.to_string()), ("[ 3. 40.]".into(), "[ 1. 20.]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of the program; [`Error::Value`] if it reads an element that depends on the arguments, or has none.
pub fn vjp<F, A, R, B>(program: F, arguments: A) -> Result<(R, Pullback<A, R, B>)>
where
    F: Fn(A) -> Result<R>,
    A: Arrays<Autodiff<B>>,
    R: Arrays<Autodiff<B>>,
    B: Backend,
{
    let (inputs, structure) = arrays(arguments);
    let (program, seen) = untyped(program, structure.clone());
    let (tape, results) = Tape::of(program, &inputs)?;
    let of_results = seen.get()?;
    let pullback = Pullback {
        xp: inputs[0].xp().clone(),
        tape,
        arguments: kinds(&inputs),
        results: kinds(&results),
        structures: (structure, of_results.clone()),
        types: PhantomData,
    };
    Ok((rebuilt(&of_results, released(results)?)?, pullback))
}

/// The gradient of a program whose result is one real number, by all of its arguments. By a complex argument it is
/// `du/dx - i du/dy`, as in JAX.
///
/// ```
/// # use xparray::prelude::*;
/// use xparray::autodiff::{Autodiff, grad};
/// let xp = Autodiff::new(Cpu::new());
/// // The gradient of a gradient's sum: 6 x.
/// let cube = |x: Array<f64, _>| (&x * &x * &x).sum(..);
/// let slopes = grad(move |x: Array<f64, _>| grad(cube)(x)?.sum(..));
/// assert_eq!(slopes(xp.array([1.0, 2.0])?)?.to_string(), "[ 6. 12.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Of the function that it gives: those of [`vjp`]; [`Error::DType`] for an argument of integers or truth values or a result that is
/// no real number; [`Error::Value`] for several results or an operation without a rule.
pub fn grad<F, A, T, B>(program: F) -> impl Fn(A) -> Result<A>
where
    F: Fn(A) -> Result<Array<T, Autodiff<B>>>,
    A: Arrays<Autodiff<B>>,
    T: Element,
    B: Backend,
{
    let program = value_and_grad(program);
    move |arguments| Ok(program(arguments)?.1)
}

/// The result of a program with its gradient; see [`grad`].
///
/// ```
/// # use xparray::prelude::*;
/// use xparray::autodiff::{Autodiff, value_and_grad};
/// let xp = Autodiff::new(Cpu::new());
/// let square = value_and_grad(|x: Array<f64, _>| x.square().sum(..));
/// let (value, slope) = square(xp.array([3.0])?)?;
/// assert_eq!((value.item()?, slope.item()?), (9.0, 6.0));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// As for [`grad`].
pub fn value_and_grad<F, A, T, B>(program: F) -> impl Fn(A) -> Result<(Array<T, Autodiff<B>>, A)>
where
    F: Fn(A) -> Result<Array<T, Autodiff<B>>>,
    A: Arrays<Autodiff<B>>,
    T: Element,
    B: Backend,
{
    move |arguments| {
        let (inputs, structure) = arrays(arguments);
        inputs.iter().try_for_each(|x| check_differentiable("grad", x.dtype()))?;
        let (value, pullback) = vjp(&program, rebuilt::<B, A>(&structure, inputs)?)?;
        if value.len() != 1 {
            let message =
                format!("the program gives {} numbers, not one; `vjp` and `jacrev` take several", value.len());
            return Err(Error::value("grad", message));
        }
        if !T::DTYPE.is_float() {
            return Err(Error::DType { op: "grad", expected: "a real result".to_owned(), found: T::DTYPE.to_string() });
        }
        let one = value.ones_like();
        Ok((value, pullback.call(one)?))
    }
}

/// The cotangent of the argument of a function of one array.
pub(crate) fn pulled<B: Backend>(
    f: impl Fn(&Values<B>) -> Result<Values<B>>,
    x: &Values<B>,
    cotangent: &Values<B>,
) -> Result<Values<B>> {
    let (tape, _) = Tape::of(|x| Ok(vec![f(&x[0])?]), std::slice::from_ref(x))?;
    let pulled = tape.pull(&[Some(cotangent.clone())])?;
    Ok(filled(x.xp(), &kinds(std::slice::from_ref(x)), pulled)?.swap_remove(0))
}
