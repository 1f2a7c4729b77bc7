//! Derivatives of what is solved for, by the implicit function theorem: those of the equations, not of the steps of a solver.

use crate::Autodiff;
use crate::batch::Batch;
use crate::captured::{Captured, depend_on_older};
use crate::reverse::{arrays, checked, filled, kinds, rebuilt};
use crate::rule::{At, Rule, Tangent, Values};
use crate::tape::Tape;
use crate::trace::{arguments, is_on, operand, results_of, stopped};
use std::sync::Arc;
use xparray_core::backend::Backend;
use xparray_core::layout::Dims;
use xparray_core::{Arrays, Create, DType, Error, Join, Result, s};

/// A function of arrays.
type Function<'a, B> = dyn Fn(Vec<Values<B>>) -> Result<Vec<Values<B>>> + 'a;
/// What solves an equation, of its function and of a right-hand side or a guess.
type Solver<B> = dyn Fn(&Function<'_, B>, Vec<Values<B>>) -> Result<Vec<Values<B>>> + Send + Sync;

/// How equations are solved.
struct Problem<B: Backend> {
    name: &'static str,
    solve: Arc<Solver<B>>,
    /// Solvers of linear systems with the derivative, and with its transpose.
    systems: [Arc<Solver<B>>; 2],
    /// Whether the function is linear, and equals what is given; otherwise it is zero, and a guess is given.
    is_linear: bool,
}

impl<B: Backend> Clone for Problem<B> {
    fn clone(&self) -> Self {
        Self { solve: self.solve.clone(), systems: self.systems.clone(), ..*self }
    }
}

impl<B: Backend> Problem<B> {
    /// Systems with the derivative.
    fn derivative(&self) -> Self {
        Self { solve: self.systems[0].clone(), is_linear: true, ..self.clone() }
    }

    /// Systems with its transpose.
    fn transpose(&self) -> Self {
        let [straight, transposed] = self.systems.clone();
        Self { solve: transposed.clone(), systems: [transposed, straight], is_linear: true, ..*self }
    }
}

/// A solver as it is given.
fn untyped<A, B, S>(solve: S, structure: A::Structure) -> Arc<Solver<B>>
where
    A: Arrays<Autodiff<B>> + 'static,
    B: Backend,
    S: Fn(&dyn Fn(A) -> Result<A>, A) -> Result<A> + Send + Sync + 'static,
{
    Arc::new(move |function, given| {
        let function = |x: A| rebuilt(&structure, function(arrays(x).0)?);
        Ok(arrays(solve(&function, rebuilt(&structure, given)?)?).0)
    })
}

/// The solution of a linear system, `matvec(x) = b`, by a solver of any kind. Its derivatives, by `b` and by whatever `matvec` captures,
/// are those of the system, exact to the solver's tolerance: forward mode solves one more system, reverse mode one with the transposed
/// matrix. The steps of the solver are not differentiated, so it may read elements, to see whether it is done.
///
/// `solve` takes a function that gives products with the matrix, and the right-hand side. `transpose_solve` takes products with the transposed
/// matrix, which are derived from `matvec`, so of a symmetric matrix or by a solver of any matrix it is `solve` again. `x` has the shapes
/// and types of `b`. Transposed is not conjugated: with complex numbers as well, a cotangent and a tangent pair without conjugates.
///
/// ```
/// # use xparray::prelude::*;
/// use xparray::Result;
/// use xparray::autodiff::{Autodiff, custom_linear_solve, grad};
/// type Vector = Array<f64, Autodiff<Cpu>>;
/// // Richardson's iteration, until nothing is left to be corrected.
/// fn solve(matvec: &dyn Fn(Vector) -> Result<Vector>, b: Vector) -> Result<Vector> {
///     let mut x = b.zeros_like();
///     loop {
///         let residual = &b - matvec(x.clone())?;
///         if residual.abs().max(..)?.item()? < 1e-15 {
///             return Ok(x);
///         }
///         x += residual * 0.25;
///     }
/// }
/// let xp = Autodiff::new(Cpu::new());
/// let b = xp.array([3.0, 6.0])?;
/// // Of x = b / k, by k.
/// let sum = |k: Vector| custom_linear_solve(|x: Vector| Ok(&k * x), b.clone(), solve, solve)?.sum(..);
/// assert!(grad(sum)(xp.array([3.0, 2.0])?)?.allclose(&xp.array([-1.0 / 3.0, -1.5])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// Conjugate gradients of SciPy's modules become such a solver by an `Operator` of the products; the example `27_heat_conductor` has one.
///
/// Over batches each system is solved by itself. In `jit` a solver that reads elements is run anew each time.
///
/// The formulas are those of M. Giles, An extended collection of matrix derivative results for forward and reverse mode algorithmic
/// differentiation (2008), section 2.3.1, for products in place of a matrix.
///
/// # Errors
/// Those of the functions; [`Error::Shape`] and [`Error::DType`] for a solution or products that are not like `b`; [`Error::Value`] if a
/// solver has captured an array that is differentiated by and has not made it a constant (`stop_gradient`), or if what `matvec` does has
/// no rule.
pub fn custom_linear_solve<M, A, S, T, B>(matvec: M, b: A, solve: S, transpose_solve: T) -> Result<A>
where
    M: Fn(A) -> Result<A>,
    A: Arrays<Autodiff<B>> + 'static,
    S: Fn(&dyn Fn(A) -> Result<A>, A) -> Result<A> + Send + Sync + 'static,
    T: Fn(&dyn Fn(A) -> Result<A>, A) -> Result<A> + Send + Sync + 'static,
    B: Backend,
{
    let (b, structure) = arrays(b);
    let solve = untyped(solve, structure.clone());
    let problem = Problem {
        name: "custom_linear_solve",
        solve: solve.clone(),
        systems: [solve, untyped(transpose_solve, structure.clone())],
        is_linear: true,
    };
    let matvec = |x| Ok(arrays(matvec(rebuilt(&structure, x)?)?).0);
    rebuilt(&structure, solved(&problem, &matvec, b)?)
}

/// A root of a function, `function(x) = 0`, by a solver of any kind. Its derivatives by whatever `function` captures are those of the
/// equation, by one linear system each: with `J` the derivative of `function` by `x` at the root, and `d` that by what is captured, they
/// are `-J⁻¹ d`. The steps of the solver are not differentiated, so it may read elements, to see whether it is done, but of derivatives that it
/// takes itself only by `stop_gradient`.
///
/// `solve` takes the function and the guess. `tangent_solve` takes a linear function, products with `J` or in reverse mode with
/// its transpose, and the right-hand side. What the function gives and the root have the shapes and types of the guess, by which the
/// root has no derivative.
///
/// ```
/// # use xparray::prelude::*;
/// use xparray::Result;
/// use xparray::autodiff::{Autodiff, custom_root, grad, jvp, stop_gradient};
/// type Number = Array<f64, Autodiff<Cpu>>;
/// // Newton's method.
/// fn solve(f: &dyn Fn(Number) -> Result<Number>, mut x: Number) -> Result<Number> {
///     loop {
///         let (value, slope) = stop_gradient(jvp(f, x.clone(), x.ones_like())?)?;
///         if value.abs().item()? < 1e-15 {
///             return Ok(x);
///         }
///         x -= value / slope;
///     }
/// }
/// let xp = Autodiff::new(Cpu::new());
/// // Kepler's equation, x - e sin x = 1.
/// let anomaly = |e: Number| {
///     let equation = |x: Number| Ok(&x - &e * x.sin() - 1.0);
///     custom_root(equation, xp.scalar(1.0), solve, |slope, y: Number| y.divide(slope(y.ones_like())?))
/// };
/// let (e, x) = (xp.scalar(0.1), anomaly(xp.scalar(0.1))?);
/// assert!(grad(anomaly)(e)?.allclose(x.sin() / (1.0 - x.cos() * 0.1))?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// Over batches each equation is solved by itself. In `jit` a solver that reads elements is run anew each time.
///
/// The formula is the implicit function theorem's, as in M. Blondel and others, Efficient and modular implicit differentiation (2022).
///
/// # Errors
/// Those of the functions; [`Error::Shape`] and [`Error::DType`] for a root or values that are not like the guess; [`Error::Value`] if a
/// solver has captured an array that is differentiated by and has not made it a constant (`stop_gradient`), or if what `function` does
/// has no rule.
pub fn custom_root<F, A, S, T, B>(function: F, guess: A, solve: S, tangent_solve: T) -> Result<A>
where
    F: Fn(A) -> Result<A>,
    A: Arrays<Autodiff<B>> + 'static,
    S: Fn(&dyn Fn(A) -> Result<A>, A) -> Result<A> + Send + Sync + 'static,
    T: Fn(&dyn Fn(A) -> Result<A>, A) -> Result<A> + Send + Sync + 'static,
    B: Backend,
{
    let (guess, structure) = arrays(guess);
    let tangent_solve = untyped(tangent_solve, structure.clone());
    let problem = Problem {
        name: "custom_root",
        solve: untyped(solve, structure.clone()),
        systems: [tangent_solve.clone(), tangent_solve],
        is_linear: false,
    };
    let function = |x| Ok(arrays(function(rebuilt(&structure, x)?)?).0);
    rebuilt(&structure, solved(&problem, &function, guess)?)
}

/// The arrays as constants.
fn constants<B: Backend>(arrays: &[Values<B>]) -> Result<Vec<Values<B>>> {
    arrays.iter().map(stopped).collect()
}

/// A function's results as they depend on its argument, which a solver may differentiate by, but not on what is captured.
fn of_argument<B: Backend>(function: &Function<'_, B>, x: Vec<Values<B>>) -> Result<Vec<Values<B>>> {
    // Computed apart: as a part of the function's kernels it would be the result of their steps.
    let whole = arguments(&x)?.1;
    if !any_traced(&x)? {
        return constants(&function(constants(&whole)?)?);
    }
    let (captured, _, captures) = Captured::of(function, &whole)?;
    captured.at(&[whole, constants(&captures)?].concat())
}

/// Whether any of these are the results of steps.
fn any_traced<B: Backend>(arrays: &[Values<B>]) -> Result<bool> {
    for array in arrays {
        if operand(array)?.buffer.origin.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A solution, as the result of a step if it depends on anything.
fn solved<B: Backend>(
    problem: &Problem<B>,
    function: &Function<'_, B>,
    given: Vec<Values<B>>,
) -> Result<Vec<Values<B>>> {
    let Problem { name, solve, .. } = problem;
    if given.is_empty() {
        return Err(Error::value(name, "there is nothing to be solved for"));
    }
    let kinds = kinds(&given);
    if !is_on() {
        let found = solve(function, given)?;
        checked(name, &kinds, found.clone())?;
        return Ok(found);
    }
    let start = arguments(&given)?.0.number;
    let found = solve(&|x| of_argument(function, x), constants(&given)?)?;
    checked(name, &kinds, found.clone())?;
    if depend_on_older(start, &found)? {
        let message = "the solver captures an array that depends on what is differentiated by, or differs over batches; it may use the \
            function that it is given, and `stop_gradient` of others";
        return Err(Error::value(name, message));
    }
    let x = constants(&found)?;
    let (captured, values, captures) = Captured::of(function, &x)?;
    checked(name, &kinds, values)?;
    let operands = [given, captures].concat();
    if !any_traced(&operands)? {
        return Ok(x);
    }
    let solution = Solution { problem: problem.clone(), captured, x: x.clone() };
    Ok(results_of(Box::new(solution), &operands, &x)?.1)
}

/// The step whose results solve an equation. It reads what is given, and then what the function captures.
struct Solution<B: Backend> {
    problem: Problem<B>,
    captured: Captured<B>,
    x: Vec<Values<B>>,
}

impl<B: Backend> Solution<B> {
    /// The function, of its argument and of what it captures.
    fn tapes(&self, at: &At<'_, B>) -> Result<(Tape<B>, Option<Tape<B>>)> {
        let x = (0..self.x.len()).map(|k| at.result(k)).collect::<Result<Vec<_>>>()?;
        let captures = (x.len()..at.step.operands.len()).map(|k| at.operand(k)).collect::<Result<Vec<_>>>()?;
        let of_x = Tape::of(|x| self.captured.at(&[x, captures.clone()].concat()), &x)?.0;
        if captures.is_empty() {
            return Ok((of_x, None));
        }
        let of_captures = Tape::of(|captures| self.captured.at(&[x.clone(), captures].concat()), &captures)?.0;
        Ok((of_x, Some(of_captures)))
    }
}

fn some<B: Backend>(arrays: Vec<Values<B>>) -> Vec<Tangent<B>> {
    arrays.into_iter().map(Some).collect()
}

impl<B: Backend> Rule<B> for Solution<B> {
    fn name(&self) -> &'static str {
        self.problem.name
    }

    fn keeps_results(&self) -> bool {
        true
    }

    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let (of_given, of_captures) = tangents.split_at(self.x.len());
        let (of_x, captured) = self.tapes(at)?;
        let outputs = &at.step.outputs;
        let zeros = vec![None; outputs.len()];
        let given = if self.problem.is_linear { of_given.to_vec() } else { zeros.clone() };
        let moved = captured.map_or(Ok(zeros.clone()), |tape| tape.push(of_captures))?;
        if given.iter().chain(&moved).all(Option::is_none) {
            return Ok(zeros);
        }
        let sides = filled(at.xp, outputs, given)?.into_iter().zip(filled(at.xp, outputs, moved)?);
        let sides = sides.map(|(given, moved)| given.subtract(&moved)).collect::<Result<_>>()?;
        let products = |x| filled(at.xp, outputs, of_x.push(&some(x))?);
        Ok(some(solved(&self.problem.derivative(), &products, sides)?))
    }

    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let (of_x, captured) = self.tapes(at)?;
        let outputs = &at.step.outputs;
        let products = |x| filled(at.xp, outputs, of_x.pull(&some(x))?);
        let given = filled(at.xp, outputs, cotangents.to_vec())?;
        let multipliers = solved(&self.problem.transpose(), &products, given)?;
        let negative = multipliers.iter().map(|x| x.negative()).collect::<Result<_>>()?;
        let of_captures = captured.map_or(Ok(Vec::new()), |tape| tape.pull(&some(negative)))?;
        let of_given = if self.problem.is_linear { some(multipliers) } else { vec![None; outputs.len()] };
        Ok([of_given, of_captures].concat())
    }

    /// One by one: each takes as many steps as it needs.
    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        let count = self.x.len();
        let examples = (count..at.operands()).map(|k| at.same(k)).collect::<Result<Vec<_>>>()?;
        let (tape, values) = Tape::of(|inputs| self.captured.at(&inputs), &[self.x.clone(), examples].concat())?;
        let element = |k: usize, n: usize| if at.differs(k) { at.operand(k)?.slice(s![n]) } else { at.same(k) };
        let mut solutions: Vec<Vec<Values<B>>> = vec![Vec::new(); count];
        for n in 0..at.n {
            let one = |x: &Values<B>| x.expand_dims(0);
            let captures = (count..at.operands())
                .map(|k| at.differs(k).then(|| one(&element(k, n)?)).transpose())
                .collect::<Result<Vec<_>>>()?;
            let function = |x: Vec<Values<B>>| {
                let x = x.iter().map(|x| Ok(Some(one(x)?))).collect::<Result<Vec<_>>>()?;
                let results = tape.batch(1, &[x, captures.clone()].concat())?.into_iter().zip(&values);
                results.map(|(result, value)| result.map_or(Ok(value.clone()), |x| x.slice(s![0]))).collect()
            };
            let given = (0..count).map(|k| element(k, n)).collect::<Result<_>>()?;
            for (all, x) in solutions.iter_mut().zip(solved(&self.problem, &function, given)?) {
                all.push(x);
            }
        }
        let joined = |(all, (dtype, shape)): (&Vec<Values<B>>, &(DType, Dims))| match &all[..] {
            [] => at.xp.zeros_of(*dtype, [&[0], &shape[..]].concat()),
            all => at.xp.stack(&all.iter().collect::<Vec<_>>(), 0),
        };
        solutions.iter().zip(&at.step.outputs).map(joined).collect()
    }
}
