//! What the methods of least squares have in common.

use super::LinearOperator;
use super::krylov::length;
use crate::field;
use std::fmt;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// How many steps are queued before the host asks whether one of them was the last.
const UNSEEN: usize = 8;

/// Options of [`lsqr`](super::lsqr) and [`lsmr`](super::lsmr).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{LeastSquares, lsmr};
/// let a = xp.array([[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])?;
/// let options = LeastSquares::new().damp(1.0).atol(1e-12).btol(1e-12).maxiter(50);
/// assert!(lsmr(&a, &xp.array([1.0, 0.0, -1.0])?, options)?.converged);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone)]
pub struct LeastSquares<B: Backend> {
    x0: Option<DynArray<B>>,
    pub(super) damp: f64,
    pub(super) atol: f64,
    pub(super) btol: f64,
    conlim: f64,
    pub(super) maxiter: Option<usize>,
}

impl<B: Backend> Default for LeastSquares<B> {
    fn default() -> Self {
        Self { x0: None, damp: 0.0, atol: 1e-6, btol: 1e-6, conlim: f64::INFINITY, maxiter: None }
    }
}

impl<B: Backend> LeastSquares<B> {
    /// From zero, not damped, with tolerances of 1e-6.
    pub fn new() -> Self {
        Self::default()
    }

    /// Where to start.
    pub fn x0(self, x0: &impl AnyArray<B>) -> Self {
        Self { x0: Some(x0.as_dyn().clone()), ..self }
    }

    /// The weight of the norm of the solution: what becomes smallest is `|b - A x|² + damp² |x - x0|²`.
    pub fn damp(self, damp: f64) -> Self {
        Self { damp, ..self }
    }

    /// The relative error of the matrix' elements: a solution is found if `|A* r| <= atol |A| |r|`.
    pub fn atol(self, atol: f64) -> Self {
        Self { atol, ..self }
    }

    /// The relative error of the right-hand side: a solution is found if `|r| <= btol |b| + atol |A| |x|`.
    pub fn btol(self, btol: f64) -> Self {
        Self { btol, ..self }
    }

    /// The largest condition number of the matrix: a search ends where the estimate of it is larger.
    pub fn conlim(self, conlim: f64) -> Self {
        Self { conlim, ..self }
    }

    /// So many steps at most, by default four for each unknown or equation, whichever are fewer.
    pub fn maxiter(self, maxiter: usize) -> Self {
        Self { maxiter: Some(maxiter), ..self }
    }
}

/// Why a method of least squares ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// There was nothing to do.
    Start,
    /// `x` solves the system.
    System,
    /// The gradient is zero: `x` solves the problem of least squares.
    LeastSquares,
    /// The condition number seems to be larger than it may be.
    Condition,
    /// Steps ran out, or came to no numbers.
    Steps,
}

/// What a method of least squares found.
#[derive(Clone)]
pub struct Fit<B: Backend> {
    /// The solution, or what was found until steps ran out; finite, if the operands are.
    pub x: DynArray<B>,
    /// How many steps were taken.
    pub iterations: usize,
    /// The norm of the residual `b - A x`.
    pub residual: f64,
    /// The norm of `A* (b - A x)`, less `damp² (x - x0)`: zero at the solution.
    pub gradient: f64,
    /// An estimate of Frobenius' norm of the matrix, with what damping adds.
    pub matrix: f64,
    /// An estimate of its condition number.
    pub condition: f64,
    /// Of [`lsqr`](super::lsqr), estimates of the diagonal of the inverse of `A* A + damp²`.
    pub var: Option<DynArray<B>>,
    /// Why it ended.
    pub stop: Stop,
    /// Whether a tolerance was met.
    pub converged: bool,
}

impl<B: Backend> fmt::Debug for Fit<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { x, iterations, residual, gradient, matrix, condition, var, stop, converged } = self;
        let mut fields = f.debug_struct("Fit");
        fields.field("x", x).field("iterations", iterations).field("residual", residual);
        fields.field("gradient", gradient).field("matrix", matrix).field("condition", condition);
        fields.field("var", var).field("stop", stop).field("converged", converged).finish()
    }
}

/// What a step tells, besides the next state.
pub(super) struct Told<B: Backend> {
    /// Estimates of the norms of the matrix, of the residual and of the gradient, and of the condition number.
    pub matrix: DynArray<B>,
    pub condition: DynArray<B>,
    pub residual: DynArray<B>,
    pub gradient: DynArray<B>,
}

/// A problem, checked, and the products it needs.
pub(super) struct Problem<'a, B: Backend> {
    a: &'a dyn LinearOperator<B>,
    adjoint: Box<dyn Fn(&DynArray<B>) -> Result<DynArray<B>> + 'a>,
    b: DynArray<B>,
    pub x0: DynArray<B>,
    pub options: LeastSquares<B>,
}

impl<'a, B: Backend> Problem<'a, B> {
    pub fn new(
        op: &'static str,
        a: &'a dyn LinearOperator<B>,
        b: &DynArray<B>,
        options: LeastSquares<B>,
    ) -> Result<Self> {
        let [rows, columns] = a.shape();
        if b.shape() != [rows] {
            return Err(Error::shape(op, &a.shape(), b.shape()));
        }
        for number in [options.damp, options.atol, options.btol] {
            if !(number >= 0.0 && number.is_finite()) {
                return Err(Error::value(op, format!("a tolerance or weight of {number}")));
            }
        }
        if options.conlim.is_nan() || options.conlim < 0.0 {
            return Err(Error::value(op, format!("a condition number of {}", options.conlim)));
        }
        let b = field(&b.astype(field(b)?.dtype().promote(a.dtype()))?)?;
        let x0 = match &options.x0 {
            Some(x0) if x0.shape() != [columns] => return Err(Error::shape(op, &a.shape(), x0.shape())),
            Some(x0) => x0.astype(b.dtype().promote(x0.dtype()))?,
            None => b.xp().zeros_of(b.dtype(), columns)?,
        };
        let b = b.astype(x0.dtype())?;
        Ok(Self { a, adjoint: a.adjoint()?, b, x0, options })
    }

    pub fn a(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        self.a.matvec(x)?.astype(self.b.dtype())
    }

    pub fn adjoint(&self, y: &DynArray<B>) -> Result<DynArray<B>> {
        (self.adjoint)(y)?.astype(self.b.dtype())
    }

    /// The residual of the start.
    pub fn residual(&self) -> Result<DynArray<B>> {
        self.b.subtract(&self.a(&self.x0)?)
    }

    /// Takes steps until a tolerance is met; states begin with the correction of `x0`. The host queues several steps at a time,
    /// and the device keeps what it has when one of them was the last. With what was found comes the last state.
    pub fn steps(
        &self,
        mut state: Vec<DynArray<B>>,
        step: impl Fn(&[DynArray<B>]) -> Result<(Vec<DynArray<B>>, Told<B>)>,
    ) -> Result<(Fit<B>, Vec<DynArray<B>>)> {
        let [rows, columns] = self.a.shape();
        let norm = length(&self.b)?;
        let LeastSquares { damp, atol, btol, conlim, .. } = self.options;
        let maxiter = self.options.maxiter.unwrap_or(rows.min(columns).saturating_mul(4));
        // Where the start is the solution, there is nothing to do.
        let start = self.residual()?;
        let (r, slope) = (length(&start)?, length(&self.adjoint(&start)?)?);
        let xp = self.b.xp();
        let solved = r <= btol * norm || slope == 0.0;
        let mut stopped = xp.full_of(DType::Bool, [], solved)?;
        // Of the last step: the matrix' norm, its condition number, and whether the system, least squares or neither are solved.
        let zero = start.norm(..)?.zeros_like()?;
        let mut last = [zero.clone(), zero, xp.full_of(DType::I64, [], 0)?];
        let mut taken = xp.full_of(DType::I64, [], 0)?;
        for k in 0..maxiter {
            if k % UNSEEN == 0 && stopped.item()?.get() {
                break;
            }
            let (next, told) = step(&state)?;
            let sound = next[0].norm(..)?.add(&told.residual)?.add(&told.gradient)?.isfinite()?;
            stopped = stopped.logical_or(&sound.logical_not()?)?;
            taken = taken.add(&stopped.logical_not()?.astype(DType::I64)?)?;
            let size = self.x0.add(&next[0])?.norm(..)?;
            let fits = told.residual.less_equal(&told.matrix.multiply(&size)?.multiply(atol)?.add(btol * norm)?)?;
            let flat = told.gradient.less_equal(&told.matrix.multiply(&told.residual)?.multiply(atol)?)?;
            let wide = told.condition.greater(conlim)?.astype(DType::I64)?.multiply(3)?;
            let reason = fits.where_(1, &flat.where_(2, &wide)?)?.astype(DType::I64)?;
            let kept = |(new, old): (&DynArray<B>, &DynArray<B>)| stopped.where_(old, new);
            state = next.iter().zip(&state).map(kept).collect::<Result<_>>()?;
            let [matrix, condition, before] = &last;
            last = [kept((&told.matrix, matrix))?, kept((&told.condition, condition))?, kept((&reason, before))?];
            stopped = stopped.logical_or(&last[2].greater(0)?)?;
            // Nothing of a step is left to be computed by later ones.
            for part in state.iter().chain(&last).chain([&stopped, &taken]) {
                part.eval()?;
            }
        }
        let change = &state[0];
        let x = self.x0.add(change)?;
        let rest = self.b.subtract(&self.a(&x)?)?;
        let gradient = self.adjoint(&rest)?.subtract(&change.multiply(damp * damp)?)?;
        let [matrix, condition, reason] = &last;
        let stop = match reason.item()?.get::<i64>() {
            1 => Stop::System,
            2 => Stop::LeastSquares,
            3 => Stop::Condition,
            _ if solved => Stop::Start,
            _ => Stop::Steps,
        };
        let fit = Fit {
            iterations: taken.item()?.get::<i64>() as usize,
            residual: length(&rest)?,
            gradient: length(&gradient)?,
            matrix: matrix.item()?.get(),
            condition: condition.item()?.get(),
            var: None,
            stop,
            converged: matches!(stop, Stop::Start | Stop::System | Stop::LeastSquares),
            x,
        };
        Ok((fit, state))
    }
}

/// A vector divided by its norm, or zero if that is zero; and the norm.
pub(super) fn unit<B: Backend>(x: &DynArray<B>) -> Result<(DynArray<B>, DynArray<B>)> {
    let norm = x.norm(..)?;
    let zero = norm.equal(0)?;
    Ok((zero.where_(x, &x.divide(&norm)?)?, norm))
}
