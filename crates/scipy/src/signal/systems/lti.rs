//! Systems, whatever they are written down as.

use super::conversions::{ss2tf, ss2zpk, tf2ss, zpk2ss};
use super::state_space::StateSpace;
use crate::signal::design::{Ba, Zpk, positive, tf2zpk, zpk2tf};
use xparray_core::{Error, Result};

/// What a system is written down as.
#[derive(Clone, Debug)]
pub enum Model {
    /// A transfer function, in falling powers of `s` or `z`.
    TransferFunction(Ba),
    /// Zeros, poles and a gain.
    ZerosPolesGain(Zpk),
    /// A state space.
    StateSpace(StateSpace),
}

impl From<Ba> for Model {
    fn from(ba: Ba) -> Self {
        Self::TransferFunction(ba)
    }
}

impl From<Zpk> for Model {
    fn from(zpk: Zpk) -> Self {
        Self::ZerosPolesGain(zpk)
    }
}

impl From<StateSpace> for Model {
    fn from(ss: StateSpace) -> Self {
        Self::StateSpace(ss)
    }
}

/// A linear system that does not change with time, continuous or of a time step.
///
/// ```
/// use xparray::scipy::signal::{Ba, lti};
/// let system = lti(Ba::new([1.0], [1.0, 1.0])?);
/// assert!(system.dt().is_none() && system.to_zpk()?.p()[0].re == -1.0);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lti {
    model: Model,
    dt: Option<f64>,
}

/// A continuous system.
///
/// ```
/// use xparray::scipy::signal::{Band, butter, lti};
/// assert_eq!(lti(butter(2, Band::lowpass(1.0).analog())?).to_ss()?.states(), 2);
/// # Ok::<(), xparray::Error>(())
/// ```
pub fn lti(model: impl Into<Model>) -> Lti {
    Lti { model: model.into(), dt: None }
}

/// A discrete system with the time step `dt`.
///
/// ```
/// use xparray::scipy::signal::{Ba, dlti};
/// assert_eq!(dlti(Ba::new([1.0], [1.0, -0.5])?, 0.1)?.dt(), Some(0.1));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] unless the time step is above 0.
pub fn dlti(model: impl Into<Model>, dt: f64) -> Result<Lti> {
    Ok(Lti { model: model.into(), dt: Some(positive("dlti", "the time step", dt)?) })
}

impl Lti {
    /// What it is written down as.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The time step of a discrete system.
    pub fn dt(&self) -> Option<f64> {
        self.dt
    }

    /// As a transfer function.
    ///
    /// # Errors
    /// [`Error::Value`] for several inputs or outputs; those of [`zpk2tf`] and [`ss2tf`].
    pub fn to_tf(&self) -> Result<Ba> {
        match &self.model {
            Model::TransferFunction(ba) => Ok(ba.clone()),
            Model::ZerosPolesGain(zpk) => zpk2tf(zpk),
            Model::StateSpace(ss) => Ok(ss2tf(single(ss)?, 0)?.remove(0)),
        }
    }

    /// As zeros, poles and a gain.
    ///
    /// # Errors
    /// [`Error::Value`] for several inputs or outputs; those of [`tf2zpk`] and [`ss2zpk`].
    pub fn to_zpk(&self) -> Result<Zpk> {
        match &self.model {
            Model::TransferFunction(ba) => tf2zpk(ba),
            Model::ZerosPolesGain(zpk) => Ok(zpk.clone()),
            Model::StateSpace(ss) => ss2zpk(single(ss)?, 0),
        }
    }

    /// As a state space.
    ///
    /// # Errors
    /// Those of [`tf2ss`] and [`zpk2ss`].
    pub fn to_ss(&self) -> Result<StateSpace> {
        match &self.model {
            Model::TransferFunction(ba) => tf2ss(ba),
            Model::ZerosPolesGain(zpk) => zpk2ss(zpk),
            Model::StateSpace(ss) => Ok(ss.clone()),
        }
    }
}

/// A system of one input and one output.
fn single(ss: &StateSpace) -> Result<&StateSpace> {
    match (ss.inputs(), ss.outputs()) {
        (1, 1) => Ok(ss),
        (inputs, outputs) => {
            Err(Error::value("lti", format!("{inputs} inputs and {outputs} outputs, not one of each")))
        }
    }
}
