//! Responses to impulses and steps.

use super::lti::Lti;
use super::simulation::{continuous, discrete, outputs, state};
use super::state_space::StateSpace;
use crate::linalg::Matrix;
use crate::signal::design::Coefficient;
use xparray_core::host::room;
use xparray_core::{Error, Result};

/// Options of [`impulse`] and [`step`].
///
/// ```
/// use xparray::scipy::signal::{Ba, Response, lti, step};
/// let (t, y) = step(&lti(Ba::new([1.0], [1.0, 1.0])?), Response::new().t(&[0.0, 0.5, 1.0]).x0(&[1.0]))?;
/// assert!(t.len() == 3 && y[0].iter().all(|y| (y - 1.0).abs() < 1e-15));
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Response<'a, T = f64> {
    x0: Option<&'a [T]>,
    t: Option<&'a [f64]>,
    n: usize,
    input: usize,
}

impl<T> Default for Response<'_, T> {
    fn default() -> Self {
        Self { x0: None, t: None, n: 100, input: 0 }
    }
}

impl<'a, T: Coefficient> Response<'a, T> {
    /// To the first input, from a state of zeros on, at 100 times: of a continuous system up to seven times its slowest decay.
    pub fn new() -> Self {
        Self::default()
    }

    /// The state at time 0.
    pub fn x0(self, x0: &'a [T]) -> Self {
        Self { x0: Some(x0), ..self }
    }

    /// The times, of a continuous system, evenly spaced.
    pub fn t(self, t: &'a [f64]) -> Self {
        Self { t: Some(t), ..self }
    }

    /// How many times.
    pub fn n(self, n: usize) -> Self {
        Self { n, ..self }
    }

    /// The input.
    pub fn input(self, input: usize) -> Self {
        Self { input, ..self }
    }

    /// The times, the inputs if that one has this value at the first time and that one later, and the state.
    fn given(&self, op: &'static str, system: &Lti<T>, ss: &StateSpace<T>, first: f64, later: f64) -> Result<Given<T>> {
        if self.input >= ss.inputs() {
            return Err(Error::Index { op, index: self.input as i64, len: ss.inputs() });
        }
        let times = match (self.t, system.dt()) {
            (Some(_), Some(_)) => return Err(Error::value(op, "a discrete system has its own times")),
            (Some(t), None) => t.to_vec(),
            (None, dt) => {
                drop(room::<f64>(self.n.saturating_mul(ss.states() + ss.inputs() + ss.outputs()))?);
                let step = match dt {
                    Some(dt) => dt,
                    None => 7.0 * slowest(op, ss)? / (self.n.max(2) - 1) as f64,
                };
                (0..self.n).map(|k| k as f64 * step).collect()
            }
        };
        let mut inputs = Matrix::zeros(times.len(), ss.inputs());
        for k in 0..times.len() {
            inputs[k][self.input] = T::real(if k == 0 { first } else { later });
        }
        Ok(Given { times, inputs, start: state(op, ss, self.x0)? })
    }
}

struct Given<T> {
    times: Vec<f64>,
    inputs: Matrix<T>,
    start: Vec<T>,
}

/// In which time the slowest state falls to `1 / e`; 1 if one does not.
fn slowest<T: Coefficient>(op: &'static str, ss: &StateSpace<T>) -> Result<f64> {
    let rates = T::eigenvalues(op, ss.a.clone())?;
    let least = rates.iter().map(|x| x.re.abs()).fold(f64::INFINITY, f64::min);
    Ok(if least == 0.0 || least == f64::INFINITY { 1.0 } else { 1.0 / least })
}

/// Each output by itself.
fn columns<T: Coefficient>(y: &Matrix<T>) -> Vec<Vec<T>> {
    (0..y.columns()).map(|j| (0..y.rows()).map(|i| y[i][j]).collect()).collect()
}

/// The response to an impulse, of a discrete system to a 1 at the first time: times, and values of each output at them. The part of an impulse that goes
/// straight to the output of a continuous system, an impulse itself, is left out.
///
/// ```
/// use xparray::scipy::signal::{Ba, Response, impulse, lti};
/// let (t, y) = impulse(&lti(Ba::new([1.0], [1.0, 1.0])?), Response::new())?;
/// assert!(t[99] == 7.0 && (y[0][99] - (-7.0f64).exp()).abs() < 1e-15);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Index`] if there is no such input; [`Error::Shape`] unless there is a number of `x0` for each state; [`Error::Value`] for times that are not evenly
/// spaced upwards or begin below 0, and those of a discrete system; [`Error::OutOfMemory`] if the host has no room; those of [`Lti::to_ss`].
#[doc(alias = "dimpulse")]
pub fn impulse<T: Coefficient>(system: &Lti<T>, options: Response<'_, T>) -> Result<(Vec<f64>, Vec<Vec<T>>)> {
    const OP: &str = "impulse";
    let ss = system.to_ss()?;
    if system.dt().is_some() {
        let given = options.given(OP, system, &ss, 1.0, 0.0)?;
        let states = discrete(&ss, &given.inputs, given.start);
        return Ok((given.times, columns(&outputs(&ss, &states, &given.inputs))));
    }
    let mut given = options.given(OP, system, &ss, 0.0, 0.0)?;
    // An impulse moves the state at once.
    given.start.iter_mut().enumerate().for_each(|(i, x)| *x += ss.b[i][options.input]);
    let states = continuous(OP, &ss, &given.inputs, &given.times, given.start, false)?;
    Ok((given.times, columns(&outputs(&ss, &states, &given.inputs))))
}

/// The response to an input that is 1 from time 0 on: times, and values of each output at them.
///
/// ```
/// use xparray::scipy::signal::{Ba, Response, dlti, step};
/// let (_, y) = step(&dlti(Ba::new([1.0], [1.0, -0.5])?, 1.0)?, Response::new().n(4))?;
/// assert_eq!(y[0], [0.0, 1.0, 1.5, 1.75]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`impulse`].
#[doc(alias = "dstep")]
pub fn step<T: Coefficient>(system: &Lti<T>, options: Response<'_, T>) -> Result<(Vec<f64>, Vec<Vec<T>>)> {
    const OP: &str = "step";
    let ss = system.to_ss()?;
    let given = options.given(OP, system, &ss, 1.0, 1.0)?;
    let states = match system.dt() {
        Some(_) => discrete(&ss, &given.inputs, given.start),
        None => continuous(OP, &ss, &given.inputs, &given.times, given.start, false)?,
    };
    Ok((given.times, columns(&outputs(&ss, &states, &given.inputs))))
}
