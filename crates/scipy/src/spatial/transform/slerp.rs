//! Rotations between others.

use super::Rotation;
use super::quaternions::checked;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Rotations between those at several times, about one axis and as fast from each to the next.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::spatial::transform::{Rotation, Slerp};
/// let ends = Rotation::from_rotvec(&xp.array([[0.0, 0.0, 0.0], [0.0, 0.8, 0.0]])?)?;
/// let between = Slerp::new(&xp.array([1.0, 3.0])?, &ends)?;
/// let vector = between.evaluate(&xp.array([1.5])?)?.as_rotvec()?;
/// assert!(vector.allclose(&xp.array([[0.0, 0.2, 0.0]])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
pub struct Slerp<B: Backend> {
    times: DynArray<B>,
    rotations: Rotation<B>,
    /// From each rotation to the next.
    turns: DynArray<B>,
}

impl<B: Backend> Slerp<B> {
    /// Between an array of rotations, at times that ascend.
    ///
    /// # Errors
    /// [`Error::Value`] for times that do not ascend, for fewer than 2 rotations and for more axes than one; [`Error::Shape`] for another number of
    /// times; [`Error::DType`] for complex numbers.
    pub fn new(times: &impl AnyArray<B>, rotations: &Rotation<B>) -> Result<Self> {
        const OP: &str = "Slerp";
        let times = checked(OP, times.as_dyn(), &[])?;
        let [n] = *rotations.shape() else {
            return Err(Error::value(OP, format!("rotations of the shape {:?}", rotations.shape())));
        };
        if n < 2 {
            return Err(Error::value(OP, format!("{n} rotations")));
        }
        if times.shape() != [n] {
            return Err(Error::shape(OP, times.shape(), &[n]));
        }
        if !times.diff()?.greater(0.0)?.all(..)?.item()?.get::<bool>() {
            return Err(Error::value(OP, "times that do not ascend"));
        }
        let turns = rotations.take(0..n - 1)?.inv()?.compose(&rotations.take(1..n)?)?.as_rotvec()?;
        Ok(Self { times, rotations: rotations.clone(), turns })
    }

    /// The rotations at an array of times.
    ///
    /// # Errors
    /// [`Error::Value`] for times before the first or after the last; [`Error::DType`] for complex numbers.
    pub fn evaluate(&self, times: &impl AnyArray<B>) -> Result<Rotation<B>> {
        const OP: &str = "Slerp";
        let times = checked(OP, times.as_dyn(), &[])?;
        let n = self.turns.shape()[0];
        let (first, last) = (self.times.slice(s![0])?, self.times.slice(s![n])?);
        let within = times.greater_equal(&first)?.logical_and(&times.less_equal(&last)?)?;
        if !within.all(..)?.item()?.get::<bool>() {
            return Err(Error::value(OP, "times before the first or after the last"));
        }
        // The last time belongs to the last turn, and the first one to the first.
        let at = self.times.searchsorted(&times)?.subtract(1)?.clip(0, n as i64 - 1)?;
        let start = self.times.take(&at, 0)?;
        let end = self.times.take(&at.add(1)?, 0)?;
        let part = times.subtract(&start)?.divide(&end.subtract(&start)?)?;
        let turn = self.turns.take(&at, 0)?.multiply(&part.expand_dims(-1)?)?;
        self.rotations.take(&at)?.compose(&Rotation::from_rotvec(&turn)?)
    }
}
