//! Angles of rotations around axes.

use super::quaternions::{components, joined, product};
use std::f64::consts::PI;
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

/// An axis of space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// The first.
    X,
    /// The second.
    Y,
    /// The third.
    Z,
}

/// The axes of rotations one after the other, up to three, of which no two neighbours are the same.
///
/// ```
/// use xparray::scipy::spatial::transform::{Axis, Sequence};
/// assert!(Sequence::intrinsic(&[Axis::X, Axis::Y, Axis::X]).is_ok());
/// assert!(Sequence::extrinsic(&[Axis::X, Axis::X]).is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Sequence {
    axes: Vec<Axis>,
    extrinsic: bool,
}

impl Sequence {
    /// Axes that stay, SciPy's small letters.
    ///
    /// # Errors
    /// [`Error::Value`] for no axes, more than three, and the same one twice in turn.
    pub fn extrinsic(axes: &[Axis]) -> Result<Self> {
        Self::new(axes, true)
    }

    /// Axes that turn with what is rotated, SciPy's capital letters.
    ///
    /// # Errors
    /// Those of [`Sequence::extrinsic`].
    pub fn intrinsic(axes: &[Axis]) -> Result<Self> {
        Self::new(axes, false)
    }

    fn new(axes: &[Axis], extrinsic: bool) -> Result<Self> {
        match (1..=3).contains(&axes.len()) && axes.windows(2).all(|pair| pair[0] != pair[1]) {
            true => Ok(Self { axes: axes.to_vec(), extrinsic }),
            false => Err(Error::value("Sequence", format!("the axes {axes:?}"))),
        }
    }

    pub(super) fn axes(&self) -> &[Axis] {
        &self.axes
    }
}

/// The product of the rotations around each axis.
pub(super) fn to_quat<B: Backend>(sequence: &Sequence, angles: &DynArray<B>) -> Result<DynArray<B>> {
    let mut all: Option<DynArray<B>> = None;
    for (i, &axis) in sequence.axes.iter().enumerate() {
        let half = angles.moveaxis(-1, 0)?.slice(s![i])?.multiply(0.5)?;
        let zero = half.multiply(0.0)?;
        let mut parts = [zero.clone(), zero.clone(), zero, half.cos()?];
        parts[axis as usize] = half.sin()?;
        let next = joined(&parts)?;
        all = Some(match all {
            None => next,
            Some(before) if sequence.extrinsic => product(&next, &before)?,
            Some(before) => product(&before, &next)?,
        });
    }
    all.ok_or_else(|| Error::value("from_euler", "no axes"))
}

/// The angles around three axes.
pub(super) fn from_quat<B: Backend>(sequence: &Sequence, q: &DynArray<B>) -> Result<DynArray<B>> {
    // Where the outer axes are so near to one another, their angles cannot be told apart.
    const EPS: f64 = 1e-7;
    let [i, j, third] = sequence.axes[..] else {
        return Err(Error::value("as_euler", format!("the axes {:?}, not three", sequence.axes)));
    };
    // Angles around axes that turn are those around axes that stay, in the other order.
    let (i, third) = if sequence.extrinsic { (i, third) } else { (third, i) };
    let (i, j) = (i as usize, j as usize);
    let symmetric = i == third as usize;
    let k = if symmetric { 3 - i - j } else { third as usize };
    let sign = if (j + 3 - i) % 3 == 1 { 1.0 } else { -1.0 };
    let q = components::<4, B>(q)?;
    let signed = q[k].multiply(sign)?;
    let [a, b, c, d] = match symmetric {
        true => [q[3].clone(), q[i].clone(), q[j].clone(), signed],
        false => [q[3].subtract(&q[j])?, q[i].add(&signed)?, q[j].add(&q[3])?, signed.subtract(&q[i])?],
    };
    let middle = c.hypot(&d)?.arctan2(&a.hypot(&b)?)?.multiply(2.0)?;
    let (sum, difference) = (b.arctan2(&a)?, d.arctan2(&c)?);
    let (none, half) = (middle.abs()?.less_equal(EPS)?, middle.subtract(PI)?.abs()?.less_equal(EPS)?);
    let fixed = none.logical_or(&half)?;
    let alone = none.where_(&sum, &difference.multiply(if sequence.extrinsic { -1.0 } else { 1.0 })?)?.multiply(2.0)?;
    let (mut first, mut last) = (sum.subtract(&difference)?, sum.add(&difference)?);
    if !symmetric {
        last = last.multiply(sign)?;
    }
    if !sequence.extrinsic {
        (first, last) = (last, first);
    }
    // Of the two outer axes only the first turns, as the third angle is 0.
    let turned = if !symmetric && !sequence.extrinsic { alone.multiply(sign)? } else { alone };
    first = fixed.where_(&turned, &first)?;
    last = fixed.where_(&last.multiply(0.0)?, &last)?;
    let middle = if symmetric { middle } else { middle.subtract(0.5 * PI)? };
    let within = |x: &DynArray<B>| {
        let low = x.less(-PI)?.where_(&x.add(2.0 * PI)?, x)?;
        low.greater(PI)?.where_(&low.subtract(2.0 * PI)?, &low)
    };
    joined(&[within(&first)?, within(&middle)?, within(&last)?])
}
