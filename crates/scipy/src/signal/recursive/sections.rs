//! Filters in sections of the second order, which keep their precision at high orders.

use super::system::System;
use super::{LFilter, coefficients, filter, numbers};
use crate::field_type;
use crate::signal::lines::Lines;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Result};

/// The sections of an array of shape `[sections, 6]`: the rows are `b` and `a`.
pub(super) fn systems<B: Backend>(op: &'static str, sos: &DynArray<B>) -> Result<Vec<System>> {
    let (&[_, 6], false) = (sos.shape(), sos.is_empty()) else {
        return Err(Error::shape(op, sos.shape(), &[1, 6]));
    };
    let rows = coefficients(op, &sos.ravel()?)?;
    let section = |row: &[Complex<f64>]| {
        // Recursions have three coefficients, as the states of all sections have two numbers.
        if row[3] == Complex::new(0.0, 0.0) {
            return Err(Error::value(op, "a section whose first recursive coefficient is 0"));
        }
        System::new(op, &row[..3], &row[3..])
    };
    rows.chunks(6).map(section).collect()
}

/// A signal by sections of the second order, one after another, along the last axis: SciPy's `sosfilt`. `sos` has a row for each, three
/// coefficients of the inputs and three of the outputs.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::sosfilt;
/// let sos = xp.array([[1.0, 0.0, 0.0, 1.0, -0.5, 0.0], [2.0, 0.0, 0.0, 1.0, 0.0, 0.0]])?;
/// assert_eq!(sosfilt(&sos, &xp.array([1.0, 0.0, 0.0])?)?.to_string(), "[2.  1.  0.5]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless `sos` has rows of six; [`Error::Value`] where the fourth number of a row is 0; [`Error::Axis`] for a number as signal.
pub fn sosfilt<B: Backend>(sos: &impl AnyArray<B>, x: &impl AnyArray<B>) -> Result<DynArray<B>> {
    Ok(sosfilt_with(sos, x, LFilter::new())?.0)
}

/// [`sosfilt`] with options: the signal, and the states after it, an axis of the sections first.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{LFilter, sosfilt_with, sosfilt_zi};
/// let sos = xp.array([[1.0, 1.0, 0.0, 1.0, -0.5, 0.0]])?;
/// let (y, _) = sosfilt_with(&sos, &xp.ones::<f64>(3)?, LFilter::new().zi(&sosfilt_zi(&sos)?))?;
/// assert_eq!(y.to_string(), "[4. 4. 4.]"); // no transient
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`sosfilt`]; [`Error::Shape`] for states of another shape; [`Error::Axis`] if the axis is not there.
pub fn sosfilt_with<B: Backend>(
    sos: &impl AnyArray<B>,
    x: &impl AnyArray<B>,
    options: LFilter<B>,
) -> Result<(DynArray<B>, DynArray<B>)> {
    const OP: &str = "sosfilt";
    let (sos, x) = (sos.as_dyn(), x.as_dyn());
    let systems = systems(OP, sos)?;
    let mut dtype = field_type(x.dtype()).promote(field_type(sos.dtype()));
    if let Some(zi) = &options.zi {
        dtype = dtype.promote(field_type(zi.dtype()));
    }
    let (lines, rows) = Lines::new(OP, &x.astype(dtype)?, options.axis)?;
    let states = systems.iter().enumerate().map(|(k, system)| match &options.zi {
        Some(zi) if zi.shape().first() == Some(&systems.len()) => {
            lines.rows(OP, &zi.slice(s![k])?.astype(dtype)?, system.order())
        }
        Some(zi) => Err(Error::shape(OP, zi.shape(), &[systems.len(), 2])),
        None => x.xp().zeros_of(dtype, [rows.shape()[0], system.order()]),
    });
    let (y, states) = cascade(&systems, &rows, &states.collect::<Result<Vec<_>>>()?)?;
    let states = states.iter().map(|state| lines.back(state)).collect::<Result<Vec<_>>>()?;
    Ok((lines.back(&y)?, x.xp().stack(&states.iter().collect::<Vec<_>>(), 0)?))
}

/// Sections that are run at once: more have so many states that it is no gain.
const TOGETHER: usize = 4;

/// Rows by filters, one after another, and the states of each after them: of recursive ones a few at once.
pub(super) fn cascade<B: Backend>(
    systems: &[System],
    rows: &DynArray<B>,
    states: &[DynArray<B>],
) -> Result<(DynArray<B>, Vec<DynArray<B>>)> {
    let (mut rows, mut after) = (rows.clone(), Vec::with_capacity(systems.len()));
    // What is not finite does not stay in others.
    let alike = systems.chunk_by(|a, b| a.poles() > 0 && b.poles() > 0);
    for systems in alike.flat_map(|systems| systems.chunks(TOGETHER)) {
        let own = &states[after.len()..][..systems.len()];
        let (y, last) = filter(systems, &rows, &rows.xp().concatenate(&own.iter().collect::<Vec<_>>(), 1)?)?;
        rows = y;
        let mut place = 0;
        for system in systems {
            let end = place + system.order();
            after.push(last.slice(s![.., place as isize..end as isize])?);
            place = end;
        }
    }
    Ok((rows, after))
}

/// The states of [`sosfilt`] in which a signal of ones gives a constant, of shape `[sections, 2]`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::sosfilt_zi;
/// assert_eq!(sosfilt_zi(&xp.array([[1.0, 1.0, 0.0, 1.0, -0.5, 0.0]])?)?.to_string(), "[[3. 0.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`sosfilt`]; [`Error::Value`] for a pole at 1.
pub fn sosfilt_zi<B: Backend>(sos: &impl AnyArray<B>) -> Result<DynArray<B>> {
    const OP: &str = "sosfilt_zi";
    let sos = sos.as_dyn();
    let (mut states, mut level) = (Vec::new(), Complex::new(1.0, 0.0));
    for system in systems(OP, sos)? {
        // A section gets what those before make of ones.
        states.extend(system.steady(OP)?.into_iter().map(|state| state * level));
        level *= system.level();
    }
    let sections = sos.shape()[0];
    numbers(sos.xp(), &states, field_type(sos.dtype()))?.reshape([sections, 2])
}
