//! Systems, whatever they are written down as.

use super::conversions::{ss2tf, ss2zpk, tf2ss, zpk2ss};
use super::state_space::StateSpace;
use crate::signal::design::{Ba, Coefficient, Zpk, positive, tf2zpk, zpk2tf};
use xparray_core::{Error, Result};

/// What a system is written down as.
#[derive(Clone, Debug)]
pub enum Model<T = f64> {
    /// A transfer function, in falling powers of `s` or `z`.
    TransferFunction(Ba<T>),
    /// Zeros, poles and a gain.
    ZerosPolesGain(Zpk<T>),
    /// A state space.
    StateSpace(StateSpace<T>),
}

impl<T> From<Ba<T>> for Model<T> {
    fn from(ba: Ba<T>) -> Self {
        Self::TransferFunction(ba)
    }
}

impl<T> From<Zpk<T>> for Model<T> {
    fn from(zpk: Zpk<T>) -> Self {
        Self::ZerosPolesGain(zpk)
    }
}

impl<T> From<StateSpace<T>> for Model<T> {
    fn from(ss: StateSpace<T>) -> Self {
        Self::StateSpace(ss)
    }
}

/// A linear system that does not change with time, continuous or of a time step, of real or complex coefficients.
///
/// ```
/// use xparray::scipy::signal::{Ba, lti};
/// let system = lti(Ba::new([1.0], [1.0, 1.0])?);
/// assert!(system.dt().is_none() && system.to_zpk()?.p()[0].re == -1.0);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lti<T = f64> {
    model: Model<T>,
    dt: Option<f64>,
}

/// A continuous system.
///
/// ```
/// use xparray::scipy::signal::{Band, butter, lti};
/// assert_eq!(lti(butter(2, Band::lowpass(1.0).analog())?).to_ss()?.states(), 2);
/// # Ok::<(), xparray::Error>(())
/// ```
pub fn lti<T>(model: impl Into<Model<T>>) -> Lti<T> {
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
pub fn dlti<T>(model: impl Into<Model<T>>, dt: f64) -> Result<Lti<T>> {
    Ok(Lti { model: model.into(), dt: Some(positive("dlti", "the time step", dt)?) })
}

impl<T: Coefficient> Lti<T> {
    /// What it is written down as.
    pub fn model(&self) -> &Model<T> {
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
    pub fn to_tf(&self) -> Result<Ba<T>> {
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
    pub fn to_zpk(&self) -> Result<Zpk<T>> {
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
    pub fn to_ss(&self) -> Result<StateSpace<T>> {
        match &self.model {
            Model::TransferFunction(ba) => tf2ss(ba),
            Model::ZerosPolesGain(zpk) => zpk2ss(zpk),
            Model::StateSpace(ss) => Ok(ss.clone()),
        }
    }
}

/// A system of one input and one output.
fn single<T: Coefficient>(ss: &StateSpace<T>) -> Result<&StateSpace<T>> {
    match (ss.inputs(), ss.outputs()) {
        (1, 1) => Ok(ss),
        (inputs, outputs) => {
            Err(Error::value("lti", format!("{inputs} inputs and {outputs} outputs, not one of each")))
        }
    }
}
