//! Recursive filters along an axis.

mod both_ways;
mod gustafsson;
mod sections;
mod system;

pub use both_ways::{FiltFilt, FiltFiltMethod, PadType, filtfilt, filtfilt_with, sosfiltfilt, sosfiltfilt_with};
pub use sections::{sosfilt, sosfilt_with, sosfilt_zi};

use super::convolve::convolve;
use super::lines::Lines;
use crate::field_type;
use std::slice::from_ref;
use system::{System, run};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, IntoAxis, Result, TypeClass};

type Z = Complex<f64>;

/// Options of [`lfilter_with`] and [`sosfilt_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{LFilter, lfilter_with};
/// let (b, a, x) = (xp.array([1.0])?, xp.array([1.0, -0.5])?, xp.array([1.0, 0.0, 0.0, 0.0])?);
/// let (begin, state) = lfilter_with(&b, &a, &x.slice(s![..2])?, LFilter::new())?;
/// let (end, _) = lfilter_with(&b, &a, &x.slice(s![2..])?, LFilter::new().zi(&state))?; // goes on where the first part ended
/// assert_eq!((begin.to_string(), end.to_string()), ("[1.  0.5]".into(), "[0.25  0.125]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct LFilter<B: Backend> {
    axis: isize,
    zi: Option<DynArray<B>>,
}

impl<B: Backend> Default for LFilter<B> {
    fn default() -> Self {
        Self { axis: -1, zi: None }
    }
}

impl<B: Backend> LFilter<B> {
    /// Along the last axis, from rest.
    pub fn new() -> Self {
        Self::default()
    }

    /// The axis.
    pub fn axis(self, axis: impl IntoAxis) -> Self {
        Self { axis: axis.into_axis(), ..self }
    }

    /// The state at the begin: of the shape of the signal, with as many elements along the axis as the filter has orders; of sections with an axis
    /// of these before and two elements along the axis.
    pub fn zi(self, zi: &impl AnyArray<B>) -> Self {
        Self { zi: Some(zi.as_dyn().clone()), ..self }
    }
}

/// The numbers of a vector.
fn coefficients<B: Backend>(op: &'static str, x: &DynArray<B>) -> Result<Vec<Z>> {
    TypeClass::Element.check(op, x.dtype())?;
    if x.ndim() > 1 {
        return Err(Error::shape(op, x.shape(), &[x.len()]));
    }
    x.astype(DType::Complex128)?.ravel()?.typed::<Z>()?.to_vec()
}

/// A signal by the filter `b / a` along the last axis: `a[0] y[n] = sum(b[k] x[n - k]) - sum(a[k] y[n - k])`, SciPy's `lfilter`, in the type of
/// all three, of half precision in single. Blocks of the signal are filtered at once, by products of matrices. From an element that is not
/// finite on a recursive filter gives NaN.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::lfilter;
/// let (b, a) = (xp.array([1.0])?, xp.array([1.0, -1.0])?);
/// assert_eq!(lfilter(&b, &a, &xp.array([1.0, 2.0, 3.0])?)?.to_string(), "[1. 3. 6.]"); // sums so far
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the coefficients are vectors; [`Error::Value`] where there are none, or `a` is 0; [`Error::Axis`] for a number as signal.
pub fn lfilter<B: Backend>(b: &impl AnyArray<B>, a: &impl AnyArray<B>, x: &impl AnyArray<B>) -> Result<DynArray<B>> {
    Ok(lfilter_with(b, a, x, LFilter::new())?.0)
}

/// [`lfilter`] with options: the signal, and the state after it.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{LFilter, lfilter_with};
/// let (b, a, x) = (xp.array([0.5, 0.5])?, xp.array([1.0])?, xp.array([[1.0], [3.0]])?);
/// let (y, state) = lfilter_with(&b, &a, &x, LFilter::new().axis(0))?;
/// assert_eq!((y.to_string(), state.to_string()), ("[[0.5]\n [2. ]]".into(), "[[1.5]]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`lfilter`]; [`Error::Shape`] for a state of another shape; [`Error::Axis`] if the axis is not there.
pub fn lfilter_with<B: Backend>(
    b: &impl AnyArray<B>,
    a: &impl AnyArray<B>,
    x: &impl AnyArray<B>,
    options: LFilter<B>,
) -> Result<(DynArray<B>, DynArray<B>)> {
    const OP: &str = "lfilter";
    let (b, a, x) = (b.as_dyn(), a.as_dyn(), x.as_dyn());
    let system = System::new(OP, &coefficients(OP, b)?, &coefficients(OP, a)?)?;
    let mut dtype = field_type(x.dtype()).promote(field_type(b.dtype())).promote(field_type(a.dtype()));
    if let Some(zi) = &options.zi {
        dtype = dtype.promote(field_type(zi.dtype()));
    }
    let (lines, rows) = Lines::new(OP, &x.astype(dtype)?, options.axis)?;
    let state = match &options.zi {
        Some(zi) => lines.rows(OP, &zi.astype(dtype)?, system.order())?,
        None => x.xp().zeros_of(dtype, [rows.shape()[0], system.order()])?,
    };
    let (y, state) = filter(from_ref(&system), &rows, &state)?;
    Ok((lines.back(&y)?, lines.back(&state)?))
}

/// Rows by filters, one after another, and the states after them. Several are recursive all.
fn filter<B: Backend>(systems: &[System], x: &DynArray<B>, state: &DynArray<B>) -> Result<(DynArray<B>, DynArray<B>)> {
    if x.is_empty() {
        return Ok((x.clone(), state.clone()));
    }
    if let [system] = systems {
        if system.poles() == 0 {
            return finite(system, x, state);
        }
        if system.is_long() {
            // What the inputs and the state give, through the dependence on outputs from rest.
            let (sums, rest) = finite(system, x, state)?;
            let start = x.xp().zeros_of(x.dtype(), [x.shape()[0], system.poles()])?;
            let (y, last) = filter(&[system.all_poles()], &sums, &start)?;
            let last = rest.add(&last.pad([(0, 0), (0, system.order() - system.poles())])?)?;
            return Ok((y, last));
        }
    }
    let (y, last) = run(systems, x, state)?;
    // What is not finite goes on in the state for ever, and within a block it reaches back: products of zeros with it.
    let all = last.isfinite()?.all(..)?.typed::<bool>()?.item()?;
    if all {
        return Ok((y, last));
    }
    let wrong = x.isfinite()?.logical_not()?.astype(DType::I8)?.cummax(1)?.astype(DType::Bool)?;
    let clean = x.isfinite()?.where_(x, 0.0)?.astype(x.dtype())?;
    let (y, last) = run(systems, &clean, state)?;
    let end = wrong.slice(s![.., -1..])?;
    Ok((wrong.where_(f64::NAN, &y)?.astype(y.dtype())?, end.where_(f64::NAN, &last)?.astype(y.dtype())?))
}

/// What the inputs and the state give, without recursion.
fn finite<B: Backend>(system: &System, x: &DynArray<B>, state: &DynArray<B>) -> Result<(DynArray<B>, DynArray<B>)> {
    let (n, order) = (x.shape()[1], system.order());
    let b = numbers(x.xp(), system.b(), x.dtype())?;
    let full = convolve(x, &b.reshape([1, order + 1])?)?.add(&state.pad([(0, 0), (0, n)])?)?;
    Ok((full.slice(s![.., ..n])?, full.slice(s![.., n..])?))
}

/// The state of [`lfilter`] in which a signal of ones gives a constant: for signals that begin with a step, times their first element.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::lfilter_zi;
/// assert_eq!(lfilter_zi(&xp.array([0.5])?, &xp.array([1.0, -0.5])?)?.to_string(), "[0.5]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`lfilter`]; [`Error::Value`] for a pole at 1.
pub fn lfilter_zi<B: Backend>(b: &impl AnyArray<B>, a: &impl AnyArray<B>) -> Result<DynArray<B>> {
    const OP: &str = "lfilter_zi";
    let (b, a) = (b.as_dyn(), a.as_dyn());
    let system = System::new(OP, &coefficients(OP, b)?, &coefficients(OP, a)?)?;
    numbers(b.xp(), &system.steady(OP)?, field_type(b.dtype()).promote(field_type(a.dtype())))
}

/// The state of [`lfilter`] after inputs `x` and outputs `y`, vectors, the latest first; of what is not given zeros.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::lfiltic;
/// let (b, a) = (xp.array([1.0])?, xp.array([1.0, -0.5])?);
/// assert_eq!(lfiltic(&b, &a, &xp.array([4.0])?, None)?.to_string(), "[2.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`lfilter`].
pub fn lfiltic<B: Backend>(
    b: &impl AnyArray<B>,
    a: &impl AnyArray<B>,
    y: &impl AnyArray<B>,
    x: Option<&DynArray<B>>,
) -> Result<DynArray<B>> {
    const OP: &str = "lfiltic";
    let (b, a, y) = (b.as_dyn(), a.as_dyn(), y.as_dyn());
    let system = System::new(OP, &coefficients(OP, b)?, &coefficients(OP, a)?)?;
    let inputs = x.map_or(Ok(Vec::new()), |x| coefficients(OP, x))?;
    let mut dtype = field_type(b.dtype()).promote(field_type(a.dtype())).promote(field_type(y.dtype()));
    if let Some(x) = x {
        dtype = dtype.promote(field_type(x.dtype()));
    }
    numbers(b.xp(), &system.after(&coefficients(OP, y)?, &inputs), dtype)
}

/// Numbers as an array of a type.
fn numbers<B: Backend>(xp: &B, values: &[Z], dtype: DType) -> Result<DynArray<B>> {
    let array = xp.array(values)?.into_dyn();
    if dtype.is_complex() { array.astype(dtype) } else { array.real()?.astype(dtype) }
}
