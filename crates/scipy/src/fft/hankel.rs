//! Fast Hankel transforms: over points at logarithmic distances.

use crate::field;
use crate::special;
use std::f64::consts::{LN_2, PI};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// Options of fast Hankel transforms.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::fft::{Fht, fht_with, ifht_with};
/// let (x, options) = (xp.array([1.0, 2.0, 4.0])?, Fht::new().offset(0.1).bias(0.2));
/// let back = ifht_with(&fht_with(&x, 0.1, 0.5, options)?, 0.1, 0.5, options)?;
/// assert_eq!(back.to_string(), "[1. 2. 4.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Fht {
    offset: f64,
    bias: f64,
}

impl Fht {
    /// No offset, no bias.
    pub fn new() -> Self {
        Self::default()
    }

    /// The logarithm of the product of the middle points of both sides.
    pub fn offset(self, offset: f64) -> Self {
        Self { offset, ..self }
    }

    /// The exponent of the power law by which the transform is biased.
    pub fn bias(self, bias: f64) -> Self {
        Self { bias, ..self }
    }
}

/// The Hankel transform along the last axis of a sequence at points with the logarithmic distance `dln`, of order `mu`: the integral of
/// `a(r) J_mu(k r) k` over `r` (Hamilton, MNRAS 312, 2000).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::fft::{fht, ifht};
/// let x = xp.array([1.0, 2.0, 4.0])?;
/// assert_eq!(ifht(&fht(&x, 0.1, 0.5)?, 0.1, 0.5)?.to_string(), "[1. 2. 4.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for no elements, for parameters that are not finite, and for a transform that is singular: another bias helps;
/// [`Error::Axis`] without dimensions; [`Error::DType`] for complex numbers.
pub fn fht<B: Backend>(a: &impl AnyArray<B>, dln: f64, mu: f64) -> Result<DynArray<B>> {
    fht_with(a, dln, mu, Fht::new())
}

/// [`fht`] with options.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::fft::{Fht, fht_with};
/// assert_eq!(fht_with(&xp.ones::<f64>([2, 8])?, 0.1, 0.0, Fht::new().bias(0.5))?.shape(), [2, 8]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`fht`].
pub fn fht_with<B: Backend>(a: &impl AnyArray<B>, dln: f64, mu: f64, options: Fht) -> Result<DynArray<B>> {
    let (a, n, centred) = prepare("fht", a.as_dyn(), [dln, mu, options.offset, options.bias])?;
    let u = coefficients("fht", &a, n, dln, mu, options, false)?;
    let bias = |shift: f64| centred.multiply(dln)?.add(shift)?.multiply(-options.bias)?.exp()?.astype(a.dtype());
    let y = a.multiply(&bias(0.0)?)?.rfft()?.multiply(&u)?.irfft_with(Fft::new().n(n))?;
    y.flip(-1)?.multiply(&bias(options.offset)?)
}

/// The inverse of [`fht`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::fft::ifht;
/// assert_eq!(ifht(&xp.ones::<f32>(5)?, 0.1, 1.0)?.shape(), [5]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`fht`].
pub fn ifht<B: Backend>(a: &impl AnyArray<B>, dln: f64, mu: f64) -> Result<DynArray<B>> {
    ifht_with(a, dln, mu, Fht::new())
}

/// [`ifht`] with options.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::fft::{Fht, ifht_with};
/// assert_eq!(ifht_with(&xp.ones::<f64>(6)?, 0.1, 0.0, Fht::new().offset(1.0))?.shape(), [6]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`fht`].
pub fn ifht_with<B: Backend>(a: &impl AnyArray<B>, dln: f64, mu: f64, options: Fht) -> Result<DynArray<B>> {
    let (a, n, centred) = prepare("ifht", a.as_dyn(), [dln, mu, options.offset, options.bias])?;
    let u = coefficients("ifht", &a, n, dln, mu, options, true)?;
    let bias = |shift: f64| centred.multiply(dln)?.add(shift)?.multiply(options.bias)?.exp()?.astype(a.dtype());
    let y = a.multiply(&bias(options.offset)?)?.rfft()?.divide(&u.conj()?)?.irfft_with(Fft::new().n(n))?;
    y.flip(-1)?.multiply(&bias(0.0)?)
}

/// The offset next to that of the options for which [`fht`] of this order and this logarithmic distance rings least (Hamilton, section B4).
/// `xp` computes it.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::fft::{Fht, fhtoffset};
/// assert!((fhtoffset(&xp, 0.1, 2.0, Fht::new().offset(0.5))? - 0.5454581477676637).abs() < 1e-14);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for parameters that are not finite, or a distance of 0.
pub fn fhtoffset<B: Backend>(xp: &B, dln: f64, mu: f64, options: Fht) -> Result<f64> {
    let parameters = [dln, mu, options.offset, options.bias];
    if dln == 0.0 || !parameters.iter().all(|parameter| parameter.is_finite()) {
        return Err(Error::value("fhtoffset", format!("parameters {parameters:?}")));
    }
    let y = PI / (2.0 * dln);
    let [above, below] = [options.bias, -options.bias].map(|bias| Complex::new((mu + 1.0 + bias) / 2.0, y));
    let phases = special::loggamma(&xp.array([above, below])?)?.imag()?.sum(..)?.typed::<f64>()?.item()?;
    let turns = (LN_2 - options.offset) / dln + phases / PI;
    Ok(options.offset + (turns - turns.round_ties_even()) * dln)
}

/// The numbers as a field, how many there are in a row, and their places about the middle.
fn prepare<B: Backend>(
    op: &'static str,
    a: &DynArray<B>,
    parameters: [f64; 4],
) -> Result<(DynArray<B>, usize, DynArray<B>)> {
    TypeClass::RealElement.check(op, a.dtype())?;
    let &n = a.shape().last().ok_or(Error::Axis { op, axis: -1, ndim: 0 })?;
    if n == 0 || parameters[0] == 0.0 || !parameters.iter().all(|parameter| parameter.is_finite()) {
        return Err(Error::value(op, format!("{n} elements, with parameters {parameters:?}")));
    }
    let centred = a.xp().arange_of(DType::F64, 0..n as i64)?.subtract((n as f64 - 1.0) / 2.0)?;
    Ok((field(a)?, n, centred))
}

/// The transform's factors in the frequencies: `2^q (k r)^(-i y) gamma((mu + 1 + q + i y) / 2) / gamma((mu + 1 - q - i y) / 2)`, but for
/// conjugates.
fn coefficients<B: Backend>(
    op: &'static str,
    a: &DynArray<B>,
    n: usize,
    dln: f64,
    mu: f64,
    options: Fht,
    inverse: bool,
) -> Result<DynArray<B>> {
    let xp = a.xp();
    let (above, below) = ((mu + 1.0 + options.bias) / 2.0, (mu + 1.0 - options.bias) / 2.0);
    // At frequency 0 poles of both sides may cancel, which Pochhammer's symbol knows.
    let first = xp.full([], below)?;
    let first = 2f64.powf(options.bias) * special::poch(&first, above - below)?.typed::<f64>()?.item()?;
    if (!inverse && !first.is_finite()) || (inverse && first == 0.0) {
        return Err(Error::value(op, "the transform is singular; another bias helps"));
    }
    let y = xp.arange_of(DType::F64, 0..(n / 2 + 1) as i64)?.multiply(PI / (n as f64 * dln))?;
    let i = Complex::new(0.0, 1.0);
    let z = |re: f64| y.multiply(i)?.add(re);
    let (u, v) = (special::loggamma(&z(above)?)?, special::loggamma(&z(below)?)?);
    let phase = u.imag()?.add(&v.imag()?)?.add(&y.multiply(2.0 * (LN_2 - options.offset))?)?;
    let size = u.real()?.subtract(&v.real()?)?.add(LN_2 * options.bias)?.exp()?;
    let at_zero = y.equal(0.0)?;
    let size = at_zero.where_(first, &size)?;
    // The middle frequency of an even number has a real term.
    let middle = xp.arange_of(DType::I64, 0..(n / 2 + 1) as i64)?.multiply(2)?.equal(n as i64)?;
    let real = size.multiply(&at_zero.where_(1.0, &phase.cos()?)?)?;
    let imaginary = size.multiply(&at_zero.logical_or(&middle)?.where_(0.0, &phase.sin()?)?)?;
    real.add(&imaginary.multiply(i)?)?.astype(a.dtype().complex())
}
