//! Signals at other rates, by filters.

use super::extension::Extension;
use super::fir::{Firwin, firwin_with};
use super::lines::Lines;
use super::windows::Window;
use crate::{field, field_type};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, IntoAxis, Result};

fn divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { divisor(b, a % b) }
}

/// Options of [`upfirdn_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{Extension, UpFirDn, upfirdn_with};
/// let (h, x) = (xp.array([0.5, 0.5])?, xp.array([1.0, 2.0, 4.0])?);
/// assert_eq!(upfirdn_with(&h, &x, 1, 1, UpFirDn::new().mode(Extension::Edge))?.to_string(), "[1.  1.5 3.  4. ]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct UpFirDn {
    axis: isize,
    mode: Extension,
}

impl Default for UpFirDn {
    fn default() -> Self {
        Self { axis: -1, mode: Extension::default() }
    }
}

impl UpFirDn {
    /// Along the last axis, with zeros beyond the ends.
    pub fn new() -> Self {
        Self::default()
    }

    /// The axis.
    pub fn axis(self, axis: impl IntoAxis) -> Self {
        Self { axis: axis.into_axis(), ..self }
    }

    /// What the signal is beyond its ends.
    pub fn mode(self, mode: Extension) -> Self {
        Self { mode, ..self }
    }
}

/// Signals along the last axis with zeros between their elements, `up` times as many, by the filter `h`, a vector, and of that each `down`-th
/// element: SciPy's `upfirdn`. Elements that would be left out are not computed.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::upfirdn;
/// let x = xp.array([1.0, 2.0, 3.0])?;
/// assert_eq!(upfirdn(&xp.array([1.0, 1.0])?, &x, 2, 1)?.to_string(), "[1. 1. 2. 2. 3. 3.]"); // each one held
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless `h` is a vector of some elements; [`Error::Value`] for rates of 0; [`Error::Axis`] for a number.
pub fn upfirdn<B: Backend>(h: &impl AnyArray<B>, x: &impl AnyArray<B>, up: usize, down: usize) -> Result<DynArray<B>> {
    upfirdn_with(h, x, up, down, UpFirDn::new())
}

/// [`upfirdn`] with options.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{UpFirDn, upfirdn_with};
/// let (h, x) = (xp.array([1.0])?, xp.array([[1.0], [2.0], [3.0]])?);
/// assert_eq!(upfirdn_with(&h, &x, 1, 2, UpFirDn::new().axis(0))?.to_string(), "[[1.]\n [3.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`upfirdn`]; [`Error::Axis`] if the axis is not there.
pub fn upfirdn_with<B: Backend>(
    h: &impl AnyArray<B>,
    x: &impl AnyArray<B>,
    up: usize,
    down: usize,
    options: UpFirDn,
) -> Result<DynArray<B>> {
    const OP: &str = "upfirdn";
    let (h, x) = (h.as_dyn(), x.as_dyn());
    let (&[taps], false) = (h.shape(), h.is_empty()) else {
        return Err(Error::shape(OP, h.shape(), &[1]));
    };
    if up == 0 || down == 0 {
        return Err(Error::value(OP, format!("up by {up}, down by {down}")));
    }
    let dtype = field_type(x.dtype()).promote(field_type(h.dtype()));
    let (lines, rows) = Lines::new(OP, &x.astype(dtype)?, options.axis)?;
    let n = lines.n();
    if n == 0 {
        return lines.back(&rows);
    }
    let outputs = ((n - 1) * up + taps - 1) / down + 1;
    lines.back(&polyphase(&h.astype(dtype)?, &rows, [up, down], outputs, options.mode)?)
}

/// Outputs that are computed of one window of inputs, where there are no fewer in a period: as many as a product of matrices is good at.
const AT_ONCE: usize = 64;

/// The outputs repeat their phases, after as many as the rates share no factor in: those of some periods are a product of the same window of
/// inputs with as many filters.
fn polyphase<B: Backend>(
    h: &DynArray<B>,
    rows: &DynArray<B>,
    [up, down]: [usize; 2],
    outputs: usize,
    extension: Extension,
) -> Result<DynArray<B>> {
    let common = divisor(up, down);
    let period = up / common;
    let length = h.len().div_ceil(up);
    // Windows of several periods have more inputs than each output needs, but not more than a few times as many.
    let several = (AT_ONCE.min(2 * length * up / down) / period).max(1);
    let phases = Phases { h, rows, rates: [up, down], outputs, extension };
    let y = phases.outputs_of(several * period, |windows, filters| windows.matmul(&filters.t()))?;
    if y.is_empty() || y.isfinite()?.all(..)?.typed::<bool>()?.item()? {
        return Ok(y);
    }
    // What is not finite reaches no further than the filter: not where it counts 0 times.
    phases.outputs_of(period, |windows, filters| windows.expand_dims(2)?.multiply(filters)?.sum(-1))
}

/// Signals that are filtered between changes of their rate.
struct Phases<'a, B: Backend> {
    h: &'a DynArray<B>,
    rows: &'a DynArray<B>,
    rates: [usize; 2],
    outputs: usize,
    extension: Extension,
}

impl<B: Backend> Phases<'_, B> {
    /// The outputs, so many of each window, a whole number of periods: the products of windows `[rows, windows, reach]` with filters
    /// `[count, reach]`.
    fn outputs_of(
        &self,
        count: usize,
        product: impl FnOnce(&DynArray<B>, &DynArray<B>) -> Result<DynArray<B>>,
    ) -> Result<DynArray<B>> {
        let Self { h, rows, rates: [up, down], outputs, extension } = *self;
        let taps = h.len();
        let step = count * down / up;
        let length = taps.div_ceil(up);
        // Output k of a window: the element `k down / up` is the last one, by the taps from `k down % up` on.
        let reach = length + (count - 1) * down / up;
        let place = |k: usize, j: usize| {
            // Of the window's element j, which lies `length - 1` before the first one of the window's outputs.
            let (last, phase) = (k * down / up + length - 1, k * down % up);
            let back = last.checked_sub(j)?;
            let tap = phase + back * up;
            (tap < taps).then_some(tap)
        };
        // The taps in place, and one 0 behind them for the others.
        let places = (0..count).flat_map(|k| (0..reach).map(move |j| (k, j)));
        let places: Vec<i64> = places.map(|(k, j)| place(k, j).unwrap_or(taps) as i64).collect();
        let filters = h.pad([(0, 1)])?.take(&rows.xp().array(places)?, 0)?.reshape([count, reach])?;
        let windows = outputs.div_ceil(count);
        let needed = (windows - 1) * step + reach;
        let n = rows.shape()[1];
        let padded = extension.of(rows, length - 1, needed.saturating_sub(n + length - 1))?;
        let all = padded.slice(s![.., ..needed])?.sliding_window_view(reach, 1)?.slice(s![.., ..;step])?;
        let y = product(&all, &filters)?;
        y.reshape([rows.shape()[0], windows * count])?.slice(s![.., ..outputs])?.copy()
    }
}

/// Options of [`resample_poly_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{PolyPad, ResamplePoly, resample_poly_with};
/// let x = xp.ones::<f64>([4, 2])?;
/// let y = resample_poly_with(&x, 3, 2, ResamplePoly::new().axis(0).padtype(PolyPad::Mean))?;
/// assert!(y.allclose(&xp.ones::<f64>([6, 2])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ResamplePoly<B: Backend> {
    axis: isize,
    window: Option<DynArray<B>>,
    padtype: PolyPad,
}

/// What a signal is continued by while it is resampled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PolyPad {
    /// What [`upfirdn_with`] continues it by.
    Extension(Extension),
    /// Its mean.
    Mean,
    /// Its median.
    Median,
    /// Its largest element.
    Maximum,
    /// Its smallest element.
    Minimum,
}

impl From<Extension> for PolyPad {
    fn from(extension: Extension) -> Self {
        Self::Extension(extension)
    }
}

impl Default for PolyPad {
    fn default() -> Self {
        Extension::default().into()
    }
}

impl<B: Backend> Default for ResamplePoly<B> {
    fn default() -> Self {
        Self { axis: 0, window: None, padtype: PolyPad::default() }
    }
}

impl<B: Backend> ResamplePoly<B> {
    /// Along the first axis, by a filter of Kaiser's window of 5, with zeros beyond the ends.
    pub fn new() -> Self {
        Self::default()
    }

    /// The axis.
    pub fn axis(self, axis: impl IntoAxis) -> Self {
        Self { axis: axis.into_axis(), ..self }
    }

    /// The filter, a vector whose sum is 1; of an even length its middle is the element before.
    pub fn window(self, window: &impl AnyArray<B>) -> Self {
        Self { window: Some(window.as_dyn().clone()), ..self }
    }

    /// What the signal is continued by.
    pub fn padtype(self, padtype: impl Into<PolyPad>) -> Self {
        Self { padtype: padtype.into(), ..self }
    }
}

/// Signals along the first axis at `up / down` times their rate, by a low pass that does not shift them: SciPy's `resample_poly`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::resample_poly;
/// let x = xp.arange_of(DType::F64, 0..100)?.multiply(0.1)?.sin()?;
/// let y = resample_poly(&x, 2, 1)?; // twice as many
/// let off = y.slice(s![..;2])?.subtract(&x)?.slice(s![20..80])?.abs()?.max(..)?;
/// assert!(y.shape() == [200] && off.typed::<f64>()?.item()? < 2e-3);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for rates of 0 and for no elements; [`Error::Axis`] for a number.
pub fn resample_poly<B: Backend>(x: &impl AnyArray<B>, up: usize, down: usize) -> Result<DynArray<B>> {
    resample_poly_with(x, up, down, ResamplePoly::new())
}

/// [`resample_poly`] with options.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{ResamplePoly, resample_poly_with};
/// let x = xp.array([1.0, 2.0, 3.0])?;
/// let y = resample_poly_with(&x, 2, 1, ResamplePoly::new().window(&xp.array([0.25, 0.5, 0.25])?))?;
/// assert_eq!(y.to_string(), "[1.  1.5 2.  2.5 3.  1.5]"); // lines between neighbours
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`resample_poly`]; [`Error::Axis`] if the axis is not there; [`Error::Shape`] for a filter that is no vector, or has no elements.
pub fn resample_poly_with<B: Backend>(
    x: &impl AnyArray<B>,
    up: usize,
    down: usize,
    options: ResamplePoly<B>,
) -> Result<DynArray<B>> {
    const OP: &str = "resample_poly";
    let (lines, rows) = Lines::new(OP, &field(x.as_dyn())?, options.axis)?;
    let n = lines.n();
    if up == 0 || down == 0 || n == 0 {
        return Err(Error::value(OP, format!("{n} elements up by {up}, down by {down}")));
    }
    let common = divisor(up, down);
    let (up, down) = (up / common, down / common);
    if up == 1 && down == 1 {
        return lines.back(&rows.copy()?);
    }
    let outputs = (n * up).div_ceil(down);
    let real = rows.real()?.dtype();
    let h = match &options.window {
        Some(window) if window.ndim() == 1 && !window.is_empty() => window.astype(real)?,
        Some(window) => return Err(Error::shape(OP, window.shape(), &[1])),
        None => rows.xp().array(low_pass(up.max(down))?)?.into_dyn().astype(real)?,
    };
    let half = (h.len() - 1) / 2;
    // Zeros in front, so that the first output lies on the first element.
    let front = (down - half % down) % down;
    let skipped = (half + front) / down;
    let h = h.multiply(up as f64)?.pad([(front, 0)])?;
    // A level is taken away before, and added again.
    let level = level(&rows, options.padtype)?;
    let centred = level.as_ref().map_or(Ok(rows.clone()), |level| rows.subtract(level))?;
    let extension = match options.padtype {
        PolyPad::Extension(extension) => extension,
        _ => Extension::default(),
    };
    let y = polyphase(&h.astype(rows.dtype())?, &centred, [up, down], skipped + outputs, extension)?;
    let y = y.slice(s![.., skipped..])?;
    lines.back(&level.map_or(Ok(y.clone()), |level| y.add(&level))?)
}

/// The level of each row that zeros stand for.
fn level<B: Backend>(rows: &DynArray<B>, padtype: PolyPad) -> Result<Option<DynArray<B>>> {
    Ok(Some(match padtype {
        PolyPad::Extension(_) => return Ok(None),
        PolyPad::Mean => rows.mean(keepdims(1))?,
        PolyPad::Median => rows.median(keepdims(1))?,
        PolyPad::Maximum => rows.max(keepdims(1))?,
        PolyPad::Minimum => rows.min(keepdims(1))?,
    }))
}

/// The low pass of a rate, of 10 waves to each side, with the sum 1.
fn low_pass(rate: usize) -> Result<Vec<f64>> {
    firwin_with(20 * rate + 1, &[1.0 / rate as f64], Firwin::new().window(Window::Kaiser { beta: 5.0 }))
}
