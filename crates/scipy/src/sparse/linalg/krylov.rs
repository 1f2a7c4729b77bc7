//! What the iterative methods have in common.

use super::{Apply, LinearOperator};
use crate::field;
use std::fmt;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// How many steps are queued before the host asks whether one of them was the last.
const UNSEEN: usize = 8;

/// Options of the iterative solvers.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Krylov, cg};
/// let a = xp.array([[4.0, 1.0], [1.0, 3.0]])?;
/// let jacobi = xp.array([[0.25, 0.0], [0.0, 1.0 / 3.0]])?;
/// let options = Krylov::new().rtol(1e-12).maxiter(10).x0(&xp.ones::<f64>(2)?).m(&jacobi);
/// assert!(cg(&a, &xp.array([1.0, 2.0])?, options)?.converged);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone)]
pub struct Krylov<'a, B: Backend> {
    x0: Option<DynArray<B>>,
    rtol: f64,
    atol: f64,
    pub(super) maxiter: Option<usize>,
    restart: Option<usize>,
    m: Option<&'a dyn LinearOperator<B>>,
    pub(super) callback: Option<&'a dyn Fn(&DynArray<B>)>,
    pr_norm: Option<&'a dyn Fn(f64)>,
}

impl<B: Backend> Default for Krylov<'_, B> {
    fn default() -> Self {
        Self { x0: None, rtol: 1e-5, atol: 0.0, maxiter: None, restart: None, m: None, callback: None, pr_norm: None }
    }
}

impl<'a, B: Backend> Krylov<'a, B> {
    /// From zero, to a residual of 1e-5 of the right-hand side, without a preconditioner.
    pub fn new() -> Self {
        Self::default()
    }

    /// Where to start.
    pub fn x0(self, x0: &impl AnyArray<B>) -> Self {
        Self { x0: Some(x0.as_dyn().clone()), ..self }
    }

    /// A solution is found if the norm of its residual is at most `rtol` times that of the right-hand side.
    pub fn rtol(self, rtol: f64) -> Self {
        Self { rtol, ..self }
    }

    /// A solution is found as well if the norm of its residual is at most this.
    pub fn atol(self, atol: f64) -> Self {
        Self { atol, ..self }
    }

    /// So many steps at most, by default ten for each unknown; of [`gmres`](super::gmres) so many restarts.
    pub fn maxiter(self, maxiter: usize) -> Self {
        Self { maxiter: Some(maxiter), ..self }
    }

    /// Of [`gmres`](super::gmres): so many steps, 20 by default, until it starts again from what it has.
    pub fn restart(self, restart: usize) -> Self {
        Self { restart: Some(restart), ..self }
    }

    /// The preconditioner: an approximation of the inverse.
    pub fn m(self, m: &'a dyn LinearOperator<B>) -> Self {
        Self { m: Some(m), ..self }
    }

    /// Called with the solution so far after each step; then the host looks at each residual.
    pub fn callback(self, callback: &'a dyn Fn(&DynArray<B>)) -> Self {
        Self { callback: Some(callback), ..self }
    }

    /// Of [`gmres`](super::gmres): called with the norm of the residual after each step, over that of the right-hand side, when a restart
    /// is over.
    pub fn pr_norm(self, pr_norm: &'a dyn Fn(f64)) -> Self {
        Self { pr_norm: Some(pr_norm), ..self }
    }
}

/// What an iterative solver found.
#[derive(Clone)]
pub struct Solution<B: Backend> {
    /// The solution, or what was found until steps ran out or a method broke down; finite, if the operands are.
    pub x: DynArray<B>,
    /// How many steps were taken.
    pub iterations: usize,
    /// The norm of `b - A x`.
    pub residual: f64,
    /// Whether the method's residual got as small as was asked for.
    pub converged: bool,
}

impl<B: Backend> fmt::Debug for Solution<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { x, iterations, residual, converged } = self;
        let mut fields = f.debug_struct("Solution");
        fields.field("x", x).field("iterations", iterations).field("residual", residual);
        fields.field("converged", converged).finish()
    }
}

/// A system to be solved, checked.
pub(super) struct System<'a, B: Backend> {
    a: &'a dyn LinearOperator<B>,
    b: DynArray<B>,
    pub x: DynArray<B>,
    /// The norm of a residual that is small enough.
    pub goal: f64,
    pub options: Krylov<'a, B>,
}

impl<'a, B: Backend> System<'a, B> {
    /// Tells the norms of residuals to who asked for them.
    pub fn tell(&self, norms: &[f64]) -> Result<()> {
        if let Some(pr_norm) = self.options.pr_norm {
            let whole = length(&self.b)?;
            norms.iter().for_each(|norm| pr_norm(norm / whole));
        }
        Ok(())
    }

    pub fn new(
        op: &'static str,
        a: &'a dyn LinearOperator<B>,
        b: &DynArray<B>,
        options: Krylov<'a, B>,
    ) -> Result<Self> {
        let [rows, columns] = a.shape();
        if rows != columns || b.shape() != [rows] {
            return Err(Error::shape(op, &a.shape(), b.shape()));
        }
        if !(options.rtol >= 0.0 && options.atol >= 0.0) {
            return Err(Error::value(op, format!("tolerances {} and {}", options.rtol, options.atol)));
        }
        let mut dtype = field(b)?.dtype().promote(a.dtype());
        for other in [options.x0.as_ref().map(|x| (x.shape(), x.dtype())), None].into_iter().flatten() {
            if other.0 != b.shape() {
                return Err(Error::shape(op, b.shape(), other.0));
            }
            dtype = dtype.promote(other.1);
        }
        if let Some(m) = options.m {
            if m.shape() != a.shape() {
                return Err(Error::shape(op, &a.shape(), &m.shape()));
            }
            dtype = dtype.promote(m.dtype());
        }
        let b = field(&b.astype(dtype)?)?;
        let norm = length(&b)?;
        // From zero the answer is exact if there is nothing on the right.
        let x = match &options.x0 {
            Some(x0) if norm > 0.0 => x0.astype(b.dtype())?,
            _ => b.zeros_like()?,
        };
        let goal = options.atol.max(options.rtol * norm);
        Ok(Self { a, b, x, goal, options })
    }

    /// The product with the matrix, computed.
    pub fn a(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        self.a.matvec(x)?.astype(self.b.dtype())
    }

    /// The products with the adjoints of matrix and preconditioner.
    pub fn adjoints(&self) -> Result<[Apply<'a, B>; 2]> {
        let dtype = self.b.dtype();
        let of = |operator: &'a dyn LinearOperator<B>| -> Result<Apply<'a, B>> {
            let adjoint = operator.adjoint()?;
            Ok(Box::new(move |x| adjoint(x)?.astype(dtype)))
        };
        let none = || -> Result<Apply<'a, B>> { Ok(Box::new(|x| Ok(x.clone()))) };
        Ok([of(self.a)?, self.options.m.map_or_else(none, of)?])
    }

    /// The preconditioner's product.
    pub fn m(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        self.options.m.map_or(Ok(x.clone()), |m| m.matvec(x)?.astype(self.b.dtype()))
    }

    /// `b - A x`.
    pub fn residual(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        self.b.subtract(&self.a(x)?)
    }

    /// The steps until a restart.
    pub fn restart(&self, op: &'static str, default: usize) -> Result<usize> {
        match self.options.restart.unwrap_or(default) {
            0 => Err(Error::value(op, "a restart after no steps")),
            restart => Ok(restart.min(self.b.len().max(1))),
        }
    }

    pub fn maxiter(&self) -> usize {
        self.options.maxiter.unwrap_or(self.b.len().saturating_mul(10))
    }

    /// Takes steps from one state to the next, until a residual is small enough. States begin with the solution and its
    /// residual.
    ///
    /// The host does not wait for each step: it queues several, and the device keeps what it has once a residual is small
    /// enough, or if the next one is no number.
    pub fn steps(
        &self,
        mut state: Vec<DynArray<B>>,
        step: impl Fn(&[DynArray<B>]) -> Result<Vec<DynArray<B>>>,
    ) -> Result<Solution<B>> {
        let small = |state: &[DynArray<B>]| state[1].norm(..)?.less_equal(self.goal);
        let unseen = if self.options.callback.is_some() { 1 } else { UNSEEN };
        let mut converged = small(&state)?;
        let mut stopped = converged.clone();
        let mut taken = self.b.xp().full_of(DType::I64, [], 0)?;
        for k in 0..self.maxiter() {
            if k % unseen == 0 && stopped.item()?.get() {
                break;
            }
            let next = step(&state)?;
            let sound = next[0].norm(..)?.add(&next[1].norm(..)?)?.isfinite()?;
            stopped = stopped.logical_or(&sound.logical_not()?)?;
            taken = taken.add(&stopped.logical_not()?.astype(DType::I64)?)?;
            let kept = |(new, old): (&DynArray<B>, &DynArray<B>)| stopped.where_(old, new);
            state = next.iter().zip(&state).map(kept).collect::<Result<_>>()?;
            converged = small(&state)?;
            stopped = stopped.logical_or(&converged)?;
            // Nothing of a step is left to be computed by later ones.
            for part in state.iter().chain([&converged, &stopped, &taken]) {
                part.eval()?;
            }
            if let Some(callback) = self.options.callback {
                callback(&state[0]);
            }
        }
        let iterations = taken.item()?.get::<i64>() as usize;
        self.solution(state.swap_remove(0), iterations, converged.item()?.get())
    }

    /// What was found, with its true residual.
    pub fn solution(&self, x: DynArray<B>, iterations: usize, converged: bool) -> Result<Solution<B>> {
        let residual = length(&self.residual(&x)?)?;
        Ok(Solution { x, iterations, residual, converged })
    }
}

/// The norm of a vector, read at once.
pub(super) fn length<B: Backend>(x: &DynArray<B>) -> Result<f64> {
    Ok(x.norm(..)?.item()?.get())
}
