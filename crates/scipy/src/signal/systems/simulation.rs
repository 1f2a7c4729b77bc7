//! What systems make of inputs.

use super::discrete::{held, ramped};
use super::lti::Lti;
use super::matrices::expm;
use super::state_space::StateSpace;
use crate::linalg::Matrix;
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
pub struct Lsim<'a> {
    x0: Option<&'a [f64]>,
    interp: bool,
}

impl Default for Lsim<'_> {
    fn default() -> Self {
        Self { x0: None, interp: true }
    }
}

impl<'a> Lsim<'a> {
    /// From a state of zeros on, with inputs that change evenly from time to time.
    pub fn new() -> Self {
        Self::default()
    }

    /// The state at time 0.
    pub fn x0(self, x0: &'a [f64]) -> Self {
        Self { x0: Some(x0), ..self }
    }

    /// Whether inputs change evenly from time to time; else they stay the same until the next one.
    pub fn interp(self, interp: bool) -> Self {
        Self { interp, ..self }
    }
}

/// What a continuous system makes of inputs `u` `[n]`, or `[n, inputs]`, at evenly spaced times `t` `[n]`, the first of which is not below 0: the outputs,
/// `[n]`, or `[n, outputs]` if there are several, and the states, `[n, states]`, in the float type of `u`. Exact for such inputs, one step after the
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
/// [`Error::Shape`] unless there is an input for each time, and a number of `x0` for each state; [`Error::DType`] for complex numbers and truth values; those
/// of [`Lti::to_ss`].
pub fn lsim<B: Backend>(
    system: &Lti,
    u: &impl AnyArray<B>,
    t: &impl AnyArray<B>,
    options: Lsim<'_>,
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
    let times = read(OP, t)?;
    let start = state(OP, &ss, options.x0)?;
    let states = continuous(OP, &ss, &inputs, &times, start, options.interp)?;
    results(u, &ss, &states, &inputs)
}

/// The states of a continuous system.
pub(super) fn continuous(
    op: &'static str,
    ss: &StateSpace,
    inputs: &Matrix<f64>,
    times: &[f64],
    start: Vec<f64>,
    interp: bool,
) -> Result<Matrix<f64>> {
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
            added.iter().for_each(|part| x.iter_mut().zip(part).for_each(|(x, part)| *x += part));
        }
        states[k].copy_from_slice(&x);
    }
    Ok(states)
}

/// What a discrete system makes of inputs `u` `[n]`, or `[n, inputs]`, from the state `x0`, or one of zeros, on: the outputs, `[n]`, or `[n, outputs]` if
/// there are several, and the states, `[n, states]`, in the float type of `u`. One step after the other on the host.
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
/// [`Error::DType`] for complex numbers and truth values; those of [`Lti::to_ss`].
pub fn dlsim<B: Backend>(system: &Lti, u: &impl AnyArray<B>, x0: Option<&[f64]>) -> Result<(DynArray<B>, DynArray<B>)> {
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
pub(super) fn discrete(ss: &StateSpace, inputs: &Matrix<f64>, start: Vec<f64>) -> Matrix<f64> {
    let (mut x, mut states) = (start, Matrix::zeros(inputs.rows(), ss.states()));
    for k in 0..inputs.rows() {
        states[k].copy_from_slice(&x);
        let added = applied(&ss.b, &inputs[k]);
        x = applied(&ss.a, &x);
        x.iter_mut().zip(&added).for_each(|(x, part)| *x += part);
    }
    states
}

fn applied(a: &Matrix<f64>, x: &[f64]) -> Vec<f64> {
    (0..a.rows()).map(|i| a[i].iter().zip(x).map(|(a, x)| a * x).sum()).collect()
}

/// The outputs, a row for each time.
pub(super) fn outputs(ss: &StateSpace, states: &Matrix<f64>, inputs: &Matrix<f64>) -> Matrix<f64> {
    states.times(&ss.c.adjoint()).plus(1.0, &inputs.times(&ss.d.adjoint()))
}

/// The state at the beginning.
pub(super) fn state(op: &'static str, ss: &StateSpace, x0: Option<&[f64]>) -> Result<Vec<f64>> {
    let x0 = x0.map_or_else(|| vec![0.0; ss.states()], <[f64]>::to_vec);
    match x0.len() == ss.states() {
        true => Ok(x0),
        false => Err(Error::shape(op, &[x0.len()], &[ss.states()])),
    }
}

fn read<B: Backend>(op: &'static str, x: &DynArray<B>) -> Result<Vec<f64>> {
    TypeClass::RealNumber.check(op, x.dtype())?;
    x.astype(DType::F64)?.typed::<f64>()?.to_vec()
}

/// Inputs, a row for each time.
fn rows<B: Backend>(op: &'static str, ss: &StateSpace, u: &DynArray<B>) -> Result<Matrix<f64>> {
    match *u.shape() {
        [n] if ss.inputs() == 1 => Ok(Matrix::new(n, 1, read(op, u)?)),
        [n, m] if m == ss.inputs() => Ok(Matrix::new(n, m, read(op, u)?)),
        _ => Err(Error::shape(op, u.shape(), &[ss.inputs()])),
    }
}

fn results<B: Backend>(
    u: &DynArray<B>,
    ss: &StateSpace,
    states: &Matrix<f64>,
    inputs: &Matrix<f64>,
) -> Result<(DynArray<B>, DynArray<B>)> {
    let (xp, dtype) = (u.xp(), u.dtype().float());
    let y = outputs(ss, states, inputs);
    let n = states.rows();
    let shape = if ss.outputs() == 1 { vec![n] } else { vec![n, ss.outputs()] };
    let y = xp.from_slice(y.entries(), &shape[..])?.into_dyn().astype(dtype)?;
    let x = xp.from_slice(states.entries(), [n, ss.states()])?.into_dyn().astype(dtype)?;
    Ok((y, x))
}
