//! What systems make of inputs.

use super::discrete::{held, ramped};
use super::lti::Lti;
use super::matrices::expm;
use super::state_space::StateSpace;
use crate::linalg::Matrix;
use crate::signal::design::Coefficient;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// Options of [`lsim`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{Ba, Lsim, lsim, lti};
/// let (u, t) = (xp.zeros::<f64>(3)?, xp.array([0.0, 0.5, 1.0])?);
/// let (y, _) = lsim(&lti(Ba::new([1.0], [1.0, 1.0])?), &u, &t, Lsim::new().x0(&[1.0]).interp(false))?;
/// assert!(y.allclose(&t.negative().exp())?);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Lsim<'a, T = f64> {
    x0: Option<&'a [T]>,
    interp: bool,
}

impl<T> Default for Lsim<'_, T> {
    fn default() -> Self {
        Self { x0: None, interp: true }
    }
}

impl<'a, T> Lsim<'a, T> {
    /// From a state of zeros on, with inputs that change evenly from time to time.
    pub fn new() -> Self {
        Self::default()
    }

    /// The state at time 0.
    pub fn x0(self, x0: &'a [T]) -> Self {
        Self { x0: Some(x0), ..self }
    }

    /// Whether inputs change evenly from time to time; else they stay the same until the next one.
    pub fn interp(self, interp: bool) -> Self {
        Self { interp, ..self }
    }
}

/// What a continuous system makes of inputs `u` `[n]`, or `[n, inputs]`, at evenly spaced times `t` `[n]`, the first of which is not below 0: the outputs,
/// `[n]`, or `[n, outputs]` if there are several, and the states, `[n, states]`, in the float type of `u`, of a complex system complex. Exact for such inputs, one step after the
/// other on the host.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{Ba, Lsim, lsim, lti};
/// let t = xp.linspace(0.0, 2.0, 9)?;
/// let (y, _) = lsim(&lti(Ba::new([1.0], [1.0, 0.0])?), &xp.ones::<f64>(9)?, &t, Lsim::new())?; // an integral
/// assert!(y.allclose(&t)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for a discrete system, for times that are not evenly spaced upwards or begin below 0, and for exponentials that overflow;
/// [`Error::Shape`] unless there is an input for each time, and a number of `x0` for each state; [`Error::DType`] for truth values, complex times, and complex inputs of a real system; those
/// of [`Lti::to_ss`].
pub fn lsim<T: Coefficient, B: Backend>(
    system: &Lti<T>,
    u: &impl AnyArray<B>,
    t: &impl AnyArray<B>,
    options: Lsim<'_, T>,
) -> Result<(DynArray<B>, DynArray<B>)> {
    const OP: &str = "lsim";
    if system.dt().is_some() {
        return Err(Error::value(OP, "the system is discrete"));
    }
    let (u, t) = (u.as_dyn(), t.as_dyn());
    let ss = system.to_ss()?;
    let inputs = rows(OP, &ss, u)?;
    if t.shape() != [inputs.rows()] {
        return Err(Error::shape(OP, u.shape(), t.shape()));
    }
    TypeClass::RealNumber.check(OP, t.dtype())?;
    let times = t.astype(DType::F64)?.typed::<f64>()?.to_vec()?;
    let start = state(OP, &ss, options.x0)?;
    let states = continuous(OP, &ss, &inputs, &times, start, options.interp)?;
    results(u, &ss, &states, &inputs)
}

/// The states of a continuous system.
pub(super) fn continuous<T: Coefficient>(
    op: &'static str,
    ss: &StateSpace<T>,
    inputs: &Matrix<T>,
    times: &[f64],
    start: Vec<T>,
    interp: bool,
) -> Result<Matrix<T>> {
    let Some(&first) = times.first() else { return Ok(Matrix::zeros(0, ss.states())) };
    let dt = times.get(1).map_or(1.0, |second| second - first);
    let even = times.windows(2).all(|pair| (pair[1] - pair[0] - dt).abs() <= 1e-8 + 1e-5 * dt);
    if !(first >= 0.0 && first.is_finite() && dt > 0.0 && even) {
        return Err(Error::value(op, "times are not evenly spaced upwards from 0 or later"));
    }
    let mut x = start;
    if first > 0.0 {
        x = applied(&expm(op, ss.a.clone().scaled(first))?, &x);
    }
    let (ad, now, next) = if interp {
        ramped(op, ss, dt)?
    } else {
        let (ad, bd) = held(op, ss, dt)?;
        (ad, bd, Matrix::zeros(ss.states(), ss.inputs()))
    };
    let mut states = Matrix::zeros(times.len(), ss.states());
    for k in 0..times.len() {
        if k > 0 {
            let added = [applied(&now, &inputs[k - 1]), applied(&next, &inputs[k])];
            x = applied(&ad, &x);
            added.iter().for_each(|part| x.iter_mut().zip(part).for_each(|(x, &part)| *x += part));
        }
        states[k].copy_from_slice(&x);
    }
    Ok(states)
}

/// What a discrete system makes of inputs `u` `[n]`, or `[n, inputs]`, from the state `x0`, or one of zeros, on: the outputs, `[n]`, or `[n, outputs]` if
/// there are several, and the states, `[n, states]`, in the float type of `u`, of a complex system complex. One step after the other on the host.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{Ba, dlsim, dlti};
/// let sums = dlti(Ba::new([1.0], [1.0, -1.0])?, 1.0)?;
/// assert_eq!(dlsim(&sums, &xp.array([1.0, 2.0, 3.0])?, None)?.0.to_string(), "[0. 1. 3.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for a continuous system; [`Error::Shape`] unless there are as many inputs as the system has, and a number of `x0` for each state;
/// [`Error::DType`] for truth values, complex times, and complex inputs of a real system; those of [`Lti::to_ss`].
pub fn dlsim<T: Coefficient, B: Backend>(
    system: &Lti<T>,
    u: &impl AnyArray<B>,
    x0: Option<&[T]>,
) -> Result<(DynArray<B>, DynArray<B>)> {
    const OP: &str = "dlsim";
    if system.dt().is_none() {
        return Err(Error::value(OP, "the system is continuous"));
    }
    let (u, ss) = (u.as_dyn(), system.to_ss()?);
    let inputs = rows(OP, &ss, u)?;
    let states = discrete(&ss, &inputs, state(OP, &ss, x0)?);
    results(u, &ss, &states, &inputs)
}

/// The states of a discrete system.
pub(super) fn discrete<T: Coefficient>(ss: &StateSpace<T>, inputs: &Matrix<T>, start: Vec<T>) -> Matrix<T> {
    let (mut x, mut states) = (start, Matrix::zeros(inputs.rows(), ss.states()));
    for k in 0..inputs.rows() {
        states[k].copy_from_slice(&x);
        let added = applied(&ss.b, &inputs[k]);
        x = applied(&ss.a, &x);
        x.iter_mut().zip(&added).for_each(|(x, &part)| *x += part);
    }
    states
}

fn applied<T: Coefficient>(a: &Matrix<T>, x: &[T]) -> Vec<T> {
    (0..a.rows()).map(|i| a[i].iter().zip(x).fold(T::real(0.0), |sum, (&a, &x)| sum + a * x)).collect()
}

/// The outputs, a row for each time.
pub(super) fn outputs<T: Coefficient>(ss: &StateSpace<T>, states: &Matrix<T>, inputs: &Matrix<T>) -> Matrix<T> {
    let transposed = |a: &Matrix<T>| Matrix::from_fn(a.columns(), a.rows(), |i, j| a[j][i]);
    states.times(&transposed(&ss.c)).plus(1.0, &inputs.times(&transposed(&ss.d)))
}

/// The state at the beginning.
pub(super) fn state<T: Coefficient>(op: &'static str, ss: &StateSpace<T>, x0: Option<&[T]>) -> Result<Vec<T>> {
    let x0 = x0.map_or_else(|| vec![T::real(0.0); ss.states()], <[T]>::to_vec);
    match x0.len() == ss.states() {
        true => Ok(x0),
        false => Err(Error::shape(op, &[x0.len()], &[ss.states()])),
    }
}

/// Inputs, a row for each time; of a complex system they may be complex.
fn rows<T: Coefficient, B: Backend>(op: &'static str, ss: &StateSpace<T>, u: &DynArray<B>) -> Result<Matrix<T>> {
    let numbers = if T::DTYPE.is_complex() { TypeClass::Number } else { TypeClass::RealNumber };
    numbers.check(op, u.dtype())?;
    let read = || u.astype(T::DTYPE)?.typed::<T>()?.to_vec();
    match *u.shape() {
        [n] if ss.inputs() == 1 => Ok(Matrix::new(n, 1, read()?)),
        [n, m] if m == ss.inputs() => Ok(Matrix::new(n, m, read()?)),
        _ => Err(Error::shape(op, u.shape(), &[ss.inputs()])),
    }
}

fn results<T: Coefficient, B: Backend>(
    u: &DynArray<B>,
    ss: &StateSpace<T>,
    states: &Matrix<T>,
    inputs: &Matrix<T>,
) -> Result<(DynArray<B>, DynArray<B>)> {
    let (xp, dtype) = (u.xp(), u.dtype().float());
    let dtype = if T::DTYPE.is_complex() { dtype.complex() } else { dtype };
    let y = outputs(ss, states, inputs);
    let n = states.rows();
    let shape = if ss.outputs() == 1 { vec![n] } else { vec![n, ss.outputs()] };
    let y = xp.from_slice(y.entries(), &shape[..])?.into_dyn().astype(dtype)?;
    let x = xp.from_slice(states.entries(), [n, ss.states()])?.into_dyn().astype(dtype)?;
    Ok((y, x))
}
