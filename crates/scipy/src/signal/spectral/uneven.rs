//! Periods of samples and events at any times.

use crate::field;
use std::f64::consts::TAU;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// The periodogram of Lomb and Scargle of samples `y` at times `x`, vectors, at angular frequencies `freqs`: SciPy's `lombscargle`, of what is not
/// normalised (Scargle, Studies in astronomical time series analysis II, 1982, eq. 10).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::lombscargle;
/// let t = xp.rng(1).random::<f64>(200)?.into_dyn().multiply(10.0)?;
/// let y = t.multiply(3.0)?.cos()?;
/// let power = lombscargle(&t, &y, &xp.array([1.0, 2.0, 3.0, 4.0])?)?;
/// assert_eq!(power.argmax(0)?.to_string(), "2");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless all are vectors, the first two of one length; [`Error::Value`] for none; [`Error::DType`] for complex numbers.
pub fn lombscargle<B: Backend>(
    x: &impl AnyArray<B>,
    y: &impl AnyArray<B>,
    freqs: &impl AnyArray<B>,
) -> Result<DynArray<B>> {
    const OP: &str = "lombscargle";
    let (x, y, freqs) = (x.as_dyn(), y.as_dyn(), freqs.as_dyn());
    for values in [x, y, freqs] {
        TypeClass::RealElement.check(OP, values.dtype())?;
    }
    if x.ndim() != 1 || y.shape() != x.shape() || freqs.ndim() != 1 {
        return Err(Error::shape(OP, x.shape(), y.shape()));
    }
    if x.is_empty() || freqs.is_empty() {
        return Err(Error::value(OP, "no samples or no frequencies"));
    }
    // A row for each frequency, of which only sums are kept.
    let (x, y, w) = (x.astype(DType::F64)?, y.astype(DType::F64)?, freqs.astype(DType::F64)?.expand_dims(1)?);
    let angle = w.multiply(&x)?;
    let (cos, sin) = (angle.cos()?, angle.sin()?);
    let n = x.len() as f64;
    let (yc, ys) = (y.multiply(&cos)?.sum(1)?, y.multiply(&sin)?.sum(1)?);
    let (cc, cs) = (cos.square()?.sum(1)?, cos.multiply(&sin)?.sum(1)?);
    let ss = cc.negative()?.add(n)?;
    // Turned so that cosines and sines are orthogonal.
    let turn = cs.multiply(2.0)?.arctan2(&cc.subtract(&ss)?)?.multiply(0.5)?;
    let (c, s) = (turn.cos()?, turn.sin()?);
    let mixed = c.multiply(&s)?.multiply(&cs)?.multiply(2.0)?;
    let (c2, s2) = (c.square()?, s.square()?);
    let along = c2.multiply(&cc)?.add(&mixed)?.add(&s2.multiply(&ss)?)?;
    let across = c2.multiply(&ss)?.subtract(&mixed)?.add(&s2.multiply(&cc)?)?;
    let first = c.multiply(&yc)?.add(&s.multiply(&ys)?)?;
    let second = c.multiply(&ys)?.subtract(&s.multiply(&yc)?)?;
    // At frequency 0 there is no sine.
    let part = |sum: &DynArray<B>, size: &DynArray<B>| {
        let known = size.greater(f64::EPSILON * n)?;
        known.where_(sum.square()?.divide(size)?, 0.0)
    };
    part(&first, &along)?.add(&part(&second, &across)?)?.multiply(0.5)
}

/// How much events, times in a vector, go with a period: the modulus of the mean of their phases as numbers on the unit circle, from 0 to 1, and its
/// angle; of an array of periods for each. SciPy's `vectorstrength`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::vectorstrength;
/// let (strength, phase) = vectorstrength(&xp.array([0.25, 1.25, 2.25])?, &xp.full([], 1.0)?)?;
/// assert!(strength.allclose(&xp.full([], 1.0)?)? && phase.allclose(&xp.full([], std::f64::consts::FRAC_PI_2)?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the events are a vector and the periods a vector or a number; [`Error::Value`] for periods that are not positive;
/// [`Error::DType`] for complex numbers.
pub fn vectorstrength<B: Backend>(
    events: &impl AnyArray<B>,
    period: &impl AnyArray<B>,
) -> Result<(DynArray<B>, DynArray<B>)> {
    const OP: &str = "vectorstrength";
    let events = events.as_dyn();
    TypeClass::RealElement.check(OP, events.dtype())?;
    let period = period.as_dyn();
    if events.ndim() != 1 || period.ndim() > 1 {
        return Err(Error::shape(OP, events.shape(), period.shape()));
    }
    if !period.greater(0.0)?.all(..)?.typed::<bool>()?.item()? {
        return Err(Error::value(OP, "a period that is not positive"));
    }
    let angle = field(events)?.divide(&period.expand_dims(-1)?)?.multiply(TAU)?;
    let (re, im) = (angle.cos()?.mean(-1)?, angle.sin()?.mean(-1)?);
    Ok((re.hypot(&im)?, im.arctan2(&re)?))
}
