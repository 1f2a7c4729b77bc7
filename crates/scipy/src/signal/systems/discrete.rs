//! Discrete systems from continuous ones.

use super::conversions::{ss2tf, ss2zpk};
use super::lti::{Lti, Model, dlti};
use super::matrices::{blocks, expm, part, solve};
use super::state_space::StateSpace;
use crate::linalg::Matrix;
use crate::signal::design::{Coefficient, positive};
use xparray_core::{Error, Result};

const OP: &str = "cont2discrete";

/// What a discrete system has of a continuous one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Discretization {
    /// The generalised bilinear transform (Zhang, Chen and Li): `alpha` from 0 to 1 of the slope at the end of a step, the rest of that at its start.
    Gbt {
        /// The share.
        alpha: f64,
    },
    /// Tustin's: that with 1/2.
    Bilinear,
    /// Euler's forward differences: that with 0.
    Euler,
    /// Backward differences: that with 1.
    BackwardDiff,
    /// The outputs of inputs that stay the same during a step.
    #[default]
    Zoh,
    /// The outputs of inputs that change evenly during a step.
    Foh,
    /// The samples of the response to an impulse.
    Impulse,
}

/// A discrete system of the time step `dt` from a continuous one, written down as that is (Franklin, Powell and Workman, Digital Control of Dynamic
/// Systems, chapter 6).
///
/// ```
/// use xparray::scipy::signal::{Ba, Discretization, cont2discrete, lti};
/// let system = cont2discrete(&lti(Ba::new([1.0], [1.0, 1.0])?), 0.1, Discretization::Zoh)?;
/// assert!((system.to_zpk()?.p()[0].re - (-0.1f64).exp()).abs() < 1e-15);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for a discrete system, unless the time step is above 0 and `alpha` from 0 to 1, for an impulse that goes straight to the output, and
/// for exponentials that overflow; [`Error::Singular`] if a slope cannot be solved for; those of [`Lti::to_ss`].
pub fn cont2discrete<T: Coefficient>(system: &Lti<T>, dt: f64, method: Discretization) -> Result<Lti<T>> {
    let dt = positive(OP, "the time step", dt)?;
    if system.dt().is_some() {
        return Err(Error::value(OP, "the system is discrete"));
    }
    let ss = system.to_ss()?;
    let discrete = match method {
        Discretization::Gbt { alpha } => bilinear(&ss, dt, alpha)?,
        Discretization::Bilinear => bilinear(&ss, dt, 0.5)?,
        Discretization::Euler => bilinear(&ss, dt, 0.0)?,
        Discretization::BackwardDiff => bilinear(&ss, dt, 1.0)?,
        Discretization::Zoh => {
            let (ad, bd) = held(OP, &ss, dt)?;
            StateSpace::of(ad, bd, ss.c, ss.d)?
        }
        Discretization::Foh => {
            let (ad, first, last) = ramped(OP, &ss, dt)?;
            // The state is of before the input's share at the end of the step.
            let bd = first.plus(1.0, &ad.times(&last));
            let dd = ss.d.clone().plus(1.0, &ss.c.times(&last));
            StateSpace::of(ad, bd, ss.c, dd)?
        }
        Discretization::Impulse => impulse(&ss, dt)?,
    };
    match system.model() {
        Model::TransferFunction(_) => dlti(ss2tf(&discrete, 0)?.remove(0), dt),
        Model::ZerosPolesGain(_) => dlti(ss2zpk(&discrete, 0)?, dt),
        Model::StateSpace(_) => dlti(discrete, dt),
    }
}

fn bilinear<T: Coefficient>(ss: &StateSpace<T>, dt: f64, alpha: f64) -> Result<StateSpace<T>> {
    if !(0.0..=1.0).contains(&alpha) {
        return Err(Error::value(OP, format!("the share {alpha} is not from 0 to 1")));
    }
    let identity = Matrix::identity(ss.states());
    let ahead = identity.clone().plus(-alpha * dt, &ss.a);
    let ad = solve(OP, ahead.clone(), identity.plus((1.0 - alpha) * dt, &ss.a))?;
    let bd = solve(OP, ahead.clone(), ss.b.clone().scaled(dt))?;
    let cd = solve(OP, ahead.adjoint(), ss.c.adjoint())?.adjoint();
    let dd = ss.d.clone().plus(alpha, &ss.c.times(&bd));
    StateSpace::of(ad, bd, cd, dd)
}

fn impulse<T: Coefficient>(ss: &StateSpace<T>, dt: f64) -> Result<StateSpace<T>> {
    if ss.d.largest() > 1e-8 {
        return Err(Error::value(OP, "an impulse goes straight to the output"));
    }
    let ad = expm(OP, ss.a.clone().scaled(dt))?;
    let bd = ad.times(&ss.b).scaled(dt);
    let dd = ss.c.times(&ss.b).scaled(dt);
    StateSpace::of(ad, bd, ss.c.clone(), dd)
}

/// What becomes of the state in a step, and what an input adds that stays the same.
pub(super) fn held<T: Coefficient>(op: &'static str, ss: &StateSpace<T>, dt: f64) -> Result<(Matrix<T>, Matrix<T>)> {
    let (n, m) = (ss.states(), ss.inputs());
    let joined = blocks(&[&[&ss.a, &ss.b], &[&Matrix::zeros(m, n), &Matrix::zeros(m, m)]]);
    let step = expm(op, joined.scaled(dt))?;
    Ok((part(&step, 0..n, 0..n), part(&step, 0..n, n..n + m)))
}

/// What becomes of the state in a step, and what an input adds that changes evenly: of its value at the start and of that at the end.
pub(super) fn ramped<T: Coefficient>(
    op: &'static str,
    ss: &StateSpace<T>,
    dt: f64,
) -> Result<(Matrix<T>, Matrix<T>, Matrix<T>)> {
    let (n, m) = (ss.states(), ss.inputs());
    let (below, none) = (Matrix::zeros(m, n), Matrix::zeros(m, m));
    let (a, b) = (ss.a.clone().scaled(dt), ss.b.clone().scaled(dt));
    let joined =
        blocks(&[&[&a, &b, &Matrix::zeros(n, m)], &[&below, &none, &Matrix::identity(m)], &[&below, &none, &none]]);
    let step = expm(op, joined)?;
    let last = part(&step, 0..n, n + m..n + 2 * m);
    let first = part(&step, 0..n, n..n + m).plus(-1.0, &last);
    Ok((part(&step, 0..n, 0..n), first, last))
}
