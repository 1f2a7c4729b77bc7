//! Rules that a program brings along.

use crate::Autodiff;
use crate::batch::Batch;
use crate::reverse::{Seen, arrays, arrays_like, checked, filled, kinds, rebuilt, untyped};
use crate::rule::{At, Rule, Tangent, Values};
use crate::tape::Tape;
use crate::trace::{Constants, is_batched, is_on, operand, results_of, stopped};
use crate::vmap::batched;
use std::sync::Arc;
use xparray_core::backend::Backend;
use xparray_core::{Arrays, Error, Result};

/// A program over arrays.
type Program<B> = dyn Fn(Vec<Values<B>>) -> Result<Vec<Values<B>>> + Send + Sync;

/// How the derivative of a program comes about.
#[derive(Clone)]
enum Derivative<B: Backend> {
    /// By differentiating the program where its derivative is asked for.
    Again(Arc<Program<B>>),
    /// Arguments, results and the results' cotangents to those of the arguments.
    Pull(Arc<Program<B>>),
    /// Arguments and their tangents to those of the results.
    Push(Arc<Program<B>>),
}

/// The arguments as constants: a copy that remembers nothing of where it comes from.
///
/// ```
/// # use xparray::prelude::*;
/// use xparray::autodiff::{Autodiff, grad, stop_gradient};
/// let xp = Autodiff::new(Cpu::new());
/// let product = |x: Array<f64, _>| x.multiply(stop_gradient(x.clone())?)?.sum(..);
/// assert_eq!(grad(product)(xp.array([3.0])?)?.item()?, 3.0);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of computing the arrays.
pub fn stop_gradient<A: Arrays<Autodiff<B>>, B: Backend>(values: A) -> Result<A> {
    let (values, structure) = arrays(values);
    if is_batched() {
        return rebuilt(&structure, results_of(Box::new(Constants), &values, &values)?.1);
    }
    rebuilt(&structure, values.iter().map(stopped).collect::<Result<_>>()?)
}

/// Runs a program as one step.
fn as_step<B: Backend>(
    name: &'static str,
    program: Arc<Program<B>>,
    rule: Derivative<B>,
    inputs: Vec<Values<B>>,
) -> Result<Vec<Values<B>>> {
    if !is_on() {
        return program(inputs);
    }
    let constants = inputs.iter().map(stopped).collect::<Result<Vec<_>>>()?;
    let results = program(constants)?;
    for result in &results {
        if operand(result)?.buffer.origin.is_some() {
            let message =
                "the program captures an array that depends on what is differentiated by; make it an argument";
            return Err(Error::value(name, message));
        }
    }
    Ok(results_of(Box::new(Custom { name, program, rule }), &inputs, &results)?.1)
}

struct Custom<B: Backend> {
    name: &'static str,
    program: Arc<Program<B>>,
    rule: Derivative<B>,
}

/// A program of batches.
fn over_batches<B: Backend>(program: &Arc<Program<B>>) -> Arc<Program<B>> {
    let program = program.clone();
    Arc::new(move |inputs| batched(|x| program(x), &inputs, &vec![Some(0); inputs.len()]))
}

/// A program over the arrays of arguments of a structure, which rules may keep.
fn shared<F, A, R, B>(program: &Arc<F>, structure: A::Structure) -> (Arc<Program<B>>, Seen<R::Structure>)
where
    F: Fn(A) -> Result<R> + Send + Sync + 'static,
    A: Arrays<Autodiff<B>> + 'static,
    R: Arrays<Autodiff<B>> + 'static,
    B: Backend,
{
    let program = program.clone();
    let (run, seen) = untyped(move |arguments: A| program(arguments), structure);
    (Arc::new(run), seen)
}

/// All operands, or all results.
fn all<B: Backend>(count: usize, array: impl FnMut(usize) -> Result<Values<B>>) -> Result<Vec<Values<B>>> {
    (0..count).map(array).collect()
}

impl<B: Backend> Rule<B> for Custom<B> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn keeps_results(&self) -> bool {
        matches!(self.rule, Derivative::Pull(_))
    }

    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let inputs = all(tangents.len(), |k| at.operand(k))?;
        match &self.rule {
            Derivative::Again(program) => Tape::of(|x| program(x), &inputs)?.0.push(tangents),
            Derivative::Push(push) => {
                let tangents = filled(at.xp, &kinds(&inputs), tangents.to_vec())?;
                checked(self.name, &at.step.outputs, push([inputs, tangents].concat())?)
            }
            Derivative::Pull(_) => Err(crate::rule::missing(self.name)),
        }
    }

    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let inputs = all(at.step.operands.len(), |k| at.operand(k))?;
        match &self.rule {
            Derivative::Again(program) => {
                let pulled = Tape::of(|x| program(x), &inputs)?.0.pull(cotangents)?;
                // Now: what is deferred would hold all that the program computed until somebody reads it.
                pulled.iter().flatten().try_for_each(|x| x.eval())?;
                Ok(pulled)
            }
            Derivative::Pull(pull) => {
                let results = all(cotangents.len(), |k| at.result(k))?;
                let cotangents = filled(at.xp, &at.step.outputs, cotangents.to_vec())?;
                let kinds = kinds(&inputs);
                checked(self.name, &kinds, pull([inputs, results, cotangents].concat())?)
            }
            // A linear program's transpose is the same everywhere.
            Derivative::Push(push) => {
                let tangents = filled(at.xp, &kinds(&inputs), vec![None; inputs.len()])?;
                let linear = |tangents: Vec<Values<B>>| push([inputs.clone(), tangents].concat());
                Tape::of(linear, &tangents)?.0.pull(cotangents)
            }
        }
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        let inputs = all(at.operands(), |k| at.operand(k))?;
        let rule = match &self.rule {
            Derivative::Again(program) => Derivative::Again(over_batches(program)),
            Derivative::Pull(pull) => Derivative::Pull(over_batches(pull)),
            Derivative::Push(push) => Derivative::Push(over_batches(push)),
        };
        as_step(self.name, over_batches(&self.program), rule, inputs)
    }
}

/// A program of which a derivative keeps the arguments alone: it runs again where its derivative is asked for. So memory is bounded
/// by that of the longest part between checkpoints.
///
/// ```
/// # use xparray::prelude::*;
/// use xparray::autodiff::{Autodiff, checkpoint, grad};
/// let xp = Autodiff::new(Cpu::new());
/// let layer = checkpoint(|x: Array<f64, _>| Ok(x.sin().exp()));
/// let slope = grad(move |x: Array<f64, _>| layer(x)?.sum(..))(xp.array([0.0])?)?;
/// assert_eq!(slope.item()?, 1.0);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Of the function that it gives: those of the program; [`Error::Value`] if it captures an array that is differentiated by.
#[doc(alias = "remat")]
pub fn checkpoint<F, A, R, B>(program: F) -> impl Fn(A) -> Result<R>
where
    F: Fn(A) -> Result<R> + Send + Sync + 'static,
    A: Arrays<Autodiff<B>> + 'static,
    R: Arrays<Autodiff<B>> + 'static,
    B: Backend,
{
    let program = Arc::new(program);
    move |arguments| {
        let (inputs, structure) = arrays(arguments);
        let (run, seen) = shared(&program, structure);
        let results = as_step("checkpoint", run.clone(), Derivative::Again(run), inputs)?;
        rebuilt(&seen.get()?, results)
    }
}

/// A program with a rule for reverse mode: `pull` takes the arguments, the results and their cotangents, and gives the cotangents of
/// the arguments.
///
/// ```
/// # use xparray::prelude::*;
/// use xparray::autodiff::{Autodiff, custom_vjp, grad};
/// let xp = Autodiff::new(Cpu::new());
/// type Vector = Array<f64, Autodiff<Cpu>>;
/// // A gradient that is clipped.
/// let clipped = custom_vjp(|x: Vector| Ok(x), |_: Vector, _: Vector, c: Vector| c.clip(-1.0, 1.0));
/// let slope = grad(move |x: Vector| (clipped(x)? * 5.0).sum(..))(xp.array([0.0])?)?;
/// assert_eq!(slope.item()?, 1.0);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Of the function that it gives: those of the program; [`Error::Value`] if it captures an array that is differentiated by.
/// Derivatives report cotangents that are not like the arguments, and forward mode has no rule.
pub fn custom_vjp<F, P, A, R, B>(program: F, pull: P) -> impl Fn(A) -> Result<R>
where
    F: Fn(A) -> Result<R> + Send + Sync + 'static,
    P: Fn(A, R, R) -> Result<A> + Send + Sync + 'static,
    A: Arrays<Autodiff<B>> + 'static,
    R: Arrays<Autodiff<B>> + 'static,
    B: Backend,
{
    let (program, pull) = (Arc::new(program), Arc::new(pull));
    move |arguments| {
        let (inputs, structure) = arrays(arguments);
        let (run, seen) = shared(&program, structure.clone());
        let (pull, of_results) = (pull.clone(), seen.clone());
        let pull = move |all: Vec<Values<B>>| {
            let (mut all, of_results) = (all.into_iter(), of_results.get()?);
            let inputs = A::from_arrays(&structure, &mut all)?;
            let results = R::from_arrays(&of_results, &mut all)?;
            let cotangents = R::from_arrays(&of_results, &mut all)?;
            arrays_like("custom_vjp", &structure, pull(inputs, results, cotangents)?)
        };
        let results = as_step("custom_vjp", run, Derivative::Pull(Arc::new(pull)), inputs)?;
        rebuilt(&seen.get()?, results)
    }
}

/// A program with a rule for forward mode: `push` takes the arguments and their tangents, and gives the tangents of the results. It is
/// linear in the tangents, and reverse mode transposes it.
///
/// ```
/// # use xparray::prelude::*;
/// use xparray::autodiff::{Autodiff, custom_jvp, grad};
/// let xp = Autodiff::new(Cpu::new());
/// type Vector = Array<f64, Autodiff<Cpu>>;
/// let root = custom_jvp(|x: Vector| Ok(x.sqrt()), |x: Vector, t: Vector| Ok(t / (x.sqrt() * 2.0)));
/// let slope = grad(move |x: Vector| root(x)?.sum(..))(xp.array([4.0])?)?;
/// assert_eq!(slope.item()?, 0.25);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Of the function that it gives: those of the program; [`Error::Value`] if it captures an array that is differentiated by.
/// Derivatives report tangents that are not like the results.
pub fn custom_jvp<F, P, A, R, B>(program: F, push: P) -> impl Fn(A) -> Result<R>
where
    F: Fn(A) -> Result<R> + Send + Sync + 'static,
    P: Fn(A, A) -> Result<R> + Send + Sync + 'static,
    A: Arrays<Autodiff<B>> + 'static,
    R: Arrays<Autodiff<B>> + 'static,
    B: Backend,
{
    let (program, push) = (Arc::new(program), Arc::new(push));
    move |arguments| {
        let (inputs, structure) = arrays(arguments);
        let (run, seen) = shared(&program, structure.clone());
        let (push, of_results) = (push.clone(), seen.clone());
        let push = move |all: Vec<Values<B>>| {
            let mut all = all.into_iter();
            let inputs = A::from_arrays(&structure, &mut all)?;
            arrays_like("custom_jvp", &of_results.get()?, push(inputs, A::from_arrays(&structure, &mut all)?)?)
        };
        let results = as_step("custom_jvp", run, Derivative::Push(Arc::new(push)), inputs)?;
        rebuilt(&seen.get()?, results)
    }
}
