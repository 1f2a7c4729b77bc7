//! The z-transform at points of a spiral, and Fourier transforms of a part of the frequencies.

use super::next_fast_len;
use crate::{SliceLast, field};
use std::f64::consts::PI;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, IntoAxis, Result, TypeClass};

type Z = Complex<f64>;

/// Options of [`czt_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::fft::{Czt, czt_with};
/// let y = czt_with(&xp.ones::<f64>([4, 2])?, Czt::new().m(3).a(Complex::new(2.0, 0.0)).axis(0))?;
/// assert_eq!(y.shape(), [3, 2]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Czt {
    m: Option<usize>,
    w: Option<Z>,
    a: Z,
    axis: isize,
}

impl Default for Czt {
    fn default() -> Self {
        Self { m: None, w: None, a: Z::new(1.0, 0.0), axis: -1 }
    }
}

impl Czt {
    /// As many points as there are elements along the last axis, all around the unit circle from 1: a Fourier transform.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of points.
    pub fn m(self, m: usize) -> Self {
        Self { m: Some(m), ..self }
    }

    /// The quotient of a point and the next one.
    pub fn w(self, w: Z) -> Self {
        Self { w: Some(w), ..self }
    }

    /// The first point.
    pub fn a(self, a: Z) -> Self {
        Self { a, ..self }
    }

    /// The axis.
    pub fn axis(self, axis: impl IntoAxis) -> Self {
        Self { axis: axis.into_axis(), ..self }
    }
}

/// The chirp z-transform along the last axis, `y[k] = sum(x[j] z[k]^-j)`, at the points `z[k] = a w^-k`: a Fourier transform, until the
/// [options](czt_with) say otherwise. By Bluestein's convolution (Rabiner, Schafer and Rader, Bell System Technical Journal 48, 1969).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::fft::czt;
/// let x = xp.array([1.0, 2.0, 4.0])?;
/// assert!(czt(&x)?.allclose(&x.fft()?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] if the axis is not there; [`Error::Value`] for no elements, for no points, and for a point or a quotient that is 0 or not
/// finite.
pub fn czt<B: Backend>(x: &impl AnyArray<B>) -> Result<DynArray<B>> {
    czt_with(x, Czt::new())
}

/// [`czt`] with options.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::fft::{Czt, czt_with};
/// // At 2 and at 4.
/// let y = czt_with(&xp.array([1.0, 2.0])?, Czt::new().m(2).a(Complex::new(2.0, 0.0)).w(Complex::new(0.5, 0.0)))?;
/// assert!(y.real()?.allclose(&xp.array([2.0, 1.5])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`czt`].
pub fn czt_with<B: Backend>(x: &impl AnyArray<B>, options: Czt) -> Result<DynArray<B>> {
    const OP: &str = "czt";
    let x = x.as_dyn();
    let (n, axis) = length(OP, x, options.axis)?;
    let m = options.m.unwrap_or(n);
    let spiral = Spiral::new(OP, m, options.w, options.a)?;
    transform(OP, x, axis, n, m, spiral)
}

/// The points of a chirp z-transform, `a w^-k` for `k` below `m`, of `complex128`; without `w` they go around the unit circle.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::fft::czt_points;
/// let points = czt_points(&xp, 4, None, Complex::new(1.0, 0.0))?;
/// assert!(points.imag()?.allclose(&xp.array([0.0, 1.0, 0.0, -1.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for no points, and for a point or a quotient that is 0 or not finite.
pub fn czt_points<B: Backend>(xp: &B, m: usize, w: Option<Z>, a: Z) -> Result<DynArray<B>> {
    let spiral = Spiral::new("czt_points", m, w, a)?;
    let points = (0..m).map(|k| {
        let k = k as f64;
        spiral.a.power(1.0) * spiral.w.power(-k)
    });
    Ok(xp.from_slice(&points.collect::<Vec<_>>(), m)?.into_dyn())
}

/// Options of [`zoom_fft_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::fft::{ZoomFft, zoom_fft_with};
/// let y = zoom_fft_with(&xp.ones::<f32>(8)?, (10.0, 20.0), ZoomFft::new().m(11).fs(100.0).endpoint(true))?;
/// assert_eq!(y.shape(), [11]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ZoomFft {
    m: Option<usize>,
    fs: f64,
    endpoint: bool,
    axis: isize,
}

impl Default for ZoomFft {
    fn default() -> Self {
        Self { m: None, fs: 2.0, endpoint: false, axis: -1 }
    }
}

impl ZoomFft {
    /// As many frequencies as there are elements along the last axis, in units of Nyquist's frequency, without the last one.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of frequencies.
    pub fn m(self, m: usize) -> Self {
        Self { m: Some(m), ..self }
    }

    /// The sampling frequency, in the unit of the range.
    pub fn fs(self, fs: f64) -> Self {
        Self { fs, ..self }
    }

    /// Whether the range's end is one of the frequencies.
    pub fn endpoint(self, endpoint: bool) -> Self {
        Self { endpoint, ..self }
    }

    /// The axis.
    pub fn axis(self, axis: impl IntoAxis) -> Self {
        Self { axis: axis.into_axis(), ..self }
    }
}

/// The Fourier transform along the last axis at as many frequencies between two, by [`czt`]; 2 is the sampling frequency.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::fft::zoom_fft;
/// let x = xp.array([1.0, 2.0, 4.0])?;
/// assert!(zoom_fft(&x, (0.0, 2.0))?.allclose(&x.fft()?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] if the axis is not there; [`Error::Value`] for no elements, for no frequencies, and for some that are not finite.
pub fn zoom_fft<B: Backend>(x: &impl AnyArray<B>, range: (f64, f64)) -> Result<DynArray<B>> {
    zoom_fft_with(x, range, ZoomFft::new())
}

/// [`zoom_fft`] with options.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::fft::{ZoomFft, zoom_fft_with};
/// let x = xp.array([1.0, -1.0, 1.0, -1.0])?;
/// let y = zoom_fft_with(&x, (0.0, 1.0), ZoomFft::new().m(3).endpoint(true))?; // up to Nyquist's frequency
/// assert!(y.abs()?.allclose(&xp.array([0.0, 0.0, 4.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`zoom_fft`]; [`Error::Value`] for one frequency with an end point.
pub fn zoom_fft_with<B: Backend>(
    x: &impl AnyArray<B>,
    (first, last): (f64, f64),
    options: ZoomFft,
) -> Result<DynArray<B>> {
    const OP: &str = "zoom_fft";
    let x = x.as_dyn();
    let (n, axis) = length(OP, x, options.axis)?;
    let m = options.m.unwrap_or(n);
    let steps = if options.endpoint { m.saturating_sub(1) } else { m };
    let (width, start) = ((last - first) / options.fs, first / options.fs);
    if m == 0 || steps == 0 || !width.is_finite() || !start.is_finite() {
        return Err(Error::value(OP, format!("{m} frequencies from {first} to {last} of {}", options.fs)));
    }
    let spiral = Spiral {
        w: Logarithm { size: 0.0, angle: -2.0 * width, parts: steps as f64 },
        a: Logarithm { size: 0.0, angle: 2.0 * start, parts: 1.0 },
    };
    transform(OP, x, axis, n, m, spiral)
}

/// The quotient of a point and the next one, and the first point.
struct Spiral {
    w: Logarithm,
    a: Logarithm,
}

/// The logarithm of a number.
struct Logarithm {
    /// Of the magnitude.
    size: f64,
    /// In half turns over `parts`, as a part of a turn may be no number.
    angle: f64,
    parts: f64,
}

impl Spiral {
    fn new(op: &'static str, m: usize, w: Option<Z>, a: Z) -> Result<Self> {
        let of = |z: Z| Logarithm { size: z.norm().ln(), angle: z.arg() / PI, parts: 1.0 };
        let around = Logarithm { size: 0.0, angle: -2.0, parts: m as f64 };
        let spiral = Self { w: w.map_or(around, of), a: of(a) };
        let finite = |x: &Logarithm| x.size.is_finite() && x.angle.is_finite();
        if m == 0 || !finite(&spiral.w) || !finite(&spiral.a) {
            return Err(Error::value(op, format!("{m} points from {a}, with quotients {w:?}")));
        }
        Ok(spiral)
    }
}

impl Logarithm {
    /// A power of the number: whole turns are left out, without what rounding them would leave.
    fn power(&self, exponent: f64) -> Z {
        let angle = self.angle * exponent;
        let rest = self.angle.mul_add(exponent, -angle);
        let angle = (angle % (2.0 * self.parts) + rest) / self.parts;
        Z::from_polar((self.size * exponent).exp(), angle * PI)
    }
}

/// How many elements an axis has, and which one it is.
fn length<B: Backend>(op: &'static str, x: &DynArray<B>, axis: isize) -> Result<(usize, isize)> {
    TypeClass::Element.check(op, x.dtype())?;
    let ndim = x.ndim() as isize;
    if axis >= ndim || axis < -ndim {
        return Err(Error::Axis { op, axis, ndim: x.ndim() });
    }
    let n = x.shape()[axis.rem_euclid(ndim) as usize];
    if n == 0 { Err(Error::value(op, "no elements")) } else { Ok((n, axis)) }
}

fn transform<B: Backend>(
    op: &'static str,
    x: &DynArray<B>,
    axis: isize,
    n: usize,
    m: usize,
    spiral: Spiral,
) -> Result<DynArray<B>> {
    let too_long = || Error::value(op, format!("{n} elements at {m} points"));
    let needed = n.checked_add(m).ok_or_else(too_long)? - 1;
    // Squares up to here are exact.
    if needed as u64 > 1 << 26 {
        return Err(too_long());
    }
    let size = next_fast_len(needed, false)?;
    let x = field(x)?.moveaxis(axis, -1)?;
    let (xp, dtype) = (x.xp(), x.dtype().complex());
    let array = |values: Vec<Z>| xp.from_slice(&values, values.len())?.into_dyn().astype(dtype);
    let chirp = |k: usize| spiral.w.power((k * k) as f64 / 2.0);
    let before = (0..n).map(|k| spiral.a.power(-(k as f64)) * chirp(k));
    let back = |k: usize| spiral.w.power((k * k) as f64 / -2.0);
    let filter = (1..n).rev().map(back).chain((0..m).map(back));
    let options = Fft::new().n(size);
    let filter = array(filter.collect())?.fft_with(options)?;
    let spectrum = x.multiply(&array(before.collect())?)?.fft_with(options)?.multiply(&filter)?;
    let y = spectrum.ifft()?.slice_last(s![n - 1..n + m - 1])?;
    y.multiply(&array((0..m).map(chirp).collect())?)?.moveaxis(-1, axis)
}
