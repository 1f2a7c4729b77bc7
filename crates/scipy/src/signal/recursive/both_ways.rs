//! Filters forwards and backwards: twice the order, and no shift of phases.

use super::gustafsson::gustafssons;
use super::sections::{cascade, systems};
use super::system::System;
use super::{coefficients, numbers};
use crate::field_type;
use crate::signal::lines::Lines;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, IntoAxis, Result};

/// What a signal is continued by at its ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PadType {
    /// Its image, turned around the first and the last element.
    #[default]
    Odd,
    /// Its mirror image at the first and the last element.
    Even,
    /// The first and the last element.
    Constant,
}

/// How a signal is filtered both ways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FiltFiltMethod {
    /// The signal is continued at its ends.
    #[default]
    Pad,
    /// From states in which forwards after backwards gives the same as backwards after forwards (Gustafsson, Determining the initial states
    /// in forward-backward filtering, IEEE Transactions on Signal Processing 44, 1996). Of [`filtfilt_with`].
    Gust,
}

/// Options of [`filtfilt_with`] and [`sosfiltfilt_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{FiltFilt, PadType, filtfilt_with};
/// let (b, a, x) = (xp.array([0.5, 0.5])?, xp.array([1.0])?, xp.array([0.0, 0.0, 4.0, 0.0, 0.0])?);
/// let y = filtfilt_with(&b, &a, &x, FiltFilt::new().padtype(PadType::Constant).padlen(2))?;
/// assert_eq!(y.to_string(), "[0. 1. 2. 1. 0.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FiltFilt {
    axis: isize,
    padtype: Option<PadType>,
    padlen: Option<usize>,
    pub(super) method: FiltFiltMethod,
    pub(super) irlen: Option<usize>,
}

impl Default for FiltFilt {
    fn default() -> Self {
        Self { axis: -1, padtype: Some(PadType::Odd), padlen: None, method: FiltFiltMethod::Pad, irlen: None }
    }
}

impl FiltFilt {
    /// Along the last axis, the signal continued by its odd image, three times as long as the filter.
    pub fn new() -> Self {
        Self::default()
    }

    /// The axis.
    pub fn axis(self, axis: impl IntoAxis) -> Self {
        Self { axis: axis.into_axis(), ..self }
    }

    /// What the signal is continued by, if it is.
    pub fn padtype(self, padtype: impl Into<Option<PadType>>) -> Self {
        Self { padtype: padtype.into(), ..self }
    }

    /// By how many elements.
    pub fn padlen(self, padlen: usize) -> Self {
        Self { padlen: Some(padlen), ..self }
    }

    /// By which method.
    pub fn method(self, method: FiltFiltMethod) -> Self {
        Self { method, ..self }
    }

    /// After how many elements the filter's response counts as 0, for [`FiltFiltMethod::Gust`]: by default it never does.
    pub fn irlen(self, irlen: usize) -> Self {
        Self { irlen: Some(irlen), ..self }
    }
}

/// A signal by the filter `b / a` forwards and then backwards along the last axis, from the states of constants: SciPy's `filtfilt`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::filtfilt;
/// let (b, a, x) = (xp.array([0.25])?, xp.array([1.0, -0.75])?, xp.arange_of(DType::F64, 0..8)?);
/// assert!(filtfilt(&b, &a, &x)?.subtract(&x)?.abs()?.max(..)?.typed::<f64>()?.item()? < 0.5); // a ramp stays one
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`lfilter`](super::lfilter); [`Error::Value`] if the signal is not longer than what it is continued by, and for a pole at 1.
pub fn filtfilt<B: Backend>(b: &impl AnyArray<B>, a: &impl AnyArray<B>, x: &impl AnyArray<B>) -> Result<DynArray<B>> {
    filtfilt_with(b, a, x, FiltFilt::new())
}

/// [`filtfilt`] with options.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{FiltFilt, filtfilt_with};
/// let (b, a, x) = (xp.array([1.0, 1.0])?, xp.array([1.0])?, xp.array([1.0, 2.0])?);
/// let y = filtfilt_with(&b, &a, &x, FiltFilt::new().padtype(None))?;
/// assert_eq!(y.to_string(), "[5. 6.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`filtfilt`]; [`Error::Axis`] if the axis is not there.
pub fn filtfilt_with<B: Backend>(
    b: &impl AnyArray<B>,
    a: &impl AnyArray<B>,
    x: &impl AnyArray<B>,
    options: FiltFilt,
) -> Result<DynArray<B>> {
    const OP: &str = "filtfilt";
    let (b, a, x) = (b.as_dyn(), a.as_dyn(), x.as_dyn());
    let system = System::new(OP, &coefficients(OP, b)?, &coefficients(OP, a)?)?;
    let dtype = field_type(x.dtype()).promote(field_type(b.dtype())).promote(field_type(a.dtype()));
    let x = x.astype(dtype)?;
    match options.method {
        FiltFiltMethod::Pad => both_ways(OP, &[system], &x, 3 * a.len().max(b.len()), options),
        FiltFiltMethod::Gust => gustafssons(OP, &system, &x, options.axis, options.irlen),
    }
}

/// [`filtfilt`] of sections of the second order: SciPy's `sosfiltfilt`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::sosfiltfilt;
/// let sos = xp.array([[0.25, 0.0, 0.0, 1.0, -0.75, 0.0]])?;
/// let x = xp.ones::<f64>(10)?;
/// assert!(sosfiltfilt(&sos, &x)?.allclose(&x)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`sosfilt`](super::sosfilt) and [`filtfilt`].
pub fn sosfiltfilt<B: Backend>(sos: &impl AnyArray<B>, x: &impl AnyArray<B>) -> Result<DynArray<B>> {
    sosfiltfilt_with(sos, x, FiltFilt::new())
}

/// [`sosfiltfilt`] with options.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{FiltFilt, sosfiltfilt_with};
/// let (sos, x) = (xp.array([[0.5, 0.5, 0.0, 1.0, 0.0, 0.0]])?, xp.ones::<f64>([3, 2])?);
/// assert!(sosfiltfilt_with(&sos, &x, FiltFilt::new().axis(0).padlen(1))?.allclose(&x)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`sosfiltfilt`]; [`Error::Axis`] if the axis is not there.
pub fn sosfiltfilt_with<B: Backend>(
    sos: &impl AnyArray<B>,
    x: &impl AnyArray<B>,
    options: FiltFilt,
) -> Result<DynArray<B>> {
    const OP: &str = "sosfiltfilt";
    if options.method != FiltFiltMethod::Pad {
        return Err(Error::value(OP, "Gustafsson's method is for one section: filtfilt"));
    }
    let (sos, x) = (sos.as_dyn(), x.as_dyn());
    let systems = systems(OP, sos)?;
    let dtype = field_type(x.dtype()).promote(field_type(sos.dtype()));
    // Sections of the first order do not count twice.
    let first_order = |side: usize| systems.iter().filter(|system| system.ends()[side]).count();
    let length = 3 * (2 * systems.len() + 1 - first_order(0).min(first_order(1)));
    both_ways(OP, &systems, &x.astype(dtype)?, length, options)
}

fn both_ways<B: Backend>(
    op: &'static str,
    systems: &[System],
    x: &DynArray<B>,
    length: usize,
    options: FiltFilt,
) -> Result<DynArray<B>> {
    let (lines, rows) = Lines::new(op, x, options.axis)?;
    let n = lines.n();
    let length = if options.padtype.is_some() { options.padlen.unwrap_or(length) } else { 0 };
    if n <= length {
        return Err(Error::value(op, format!("a signal of {n} elements, continued by {length}")));
    }
    let width = [(0, 0), (length, length)];
    let padded = match options.padtype {
        Some(PadType::Odd) => rows.pad_with(width, Pad::new(PadMode::Reflect).odd(true))?,
        Some(PadType::Even) => rows.pad_with(width, PadMode::Reflect)?,
        Some(PadType::Constant) => rows.pad_with(width, PadMode::Edge)?,
        None => rows,
    };
    let forwards = all(op, systems, &padded)?;
    let backwards = all(op, systems, &forwards.flip(1)?)?.flip(1)?;
    lines.back(&backwards.slice(s![.., length..length + n])?)
}

/// Rows by all sections, from the states in which constants of the first elements would have left them.
fn all<B: Backend>(op: &'static str, systems: &[System], rows: &DynArray<B>) -> Result<DynArray<B>> {
    let (first, mut level) = (rows.slice(s![.., ..1])?, Complex::new(1.0, 0.0));
    let states = systems.iter().map(|system| {
        let steady: Vec<_> = system.steady(op)?.into_iter().map(|state| state * level).collect();
        level *= system.level();
        first.multiply(&numbers(rows.xp(), &steady, rows.dtype())?.reshape([1, steady.len()])?)
    });
    Ok(cascade(systems, rows, &states.collect::<Result<Vec<_>>>()?)?.0)
}
