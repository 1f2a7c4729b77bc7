//! Bluestein's convolution: sums at points of a spiral by Fourier transforms.

use super::next_fast_len;
use crate::{SliceLast, field};
use std::f64::consts::PI;
use xparray_core::prelude::*;
use xparray_core::{Error, Result, TypeClass};

type Z = Complex<f64>;

/// The quotient of a point and the next one, and the first point.
pub(super) struct Spiral {
    pub w: Logarithm,
    pub a: Logarithm,
}

/// The logarithm of a number.
pub(super) struct Logarithm {
    /// Of the magnitude.
    pub size: f64,
    /// In half turns over `parts`, as a part of a turn may be no number.
    pub angle: f64,
    pub parts: f64,
}

impl Spiral {
    pub fn new(op: &'static str, m: usize, w: Option<Z>, a: Z) -> Result<Self> {
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
    pub fn power(&self, exponent: f64) -> Z {
        let angle = self.angle * exponent;
        let rest = self.angle.mul_add(exponent, -angle);
        let angle = (angle % (2.0 * self.parts) + rest) / self.parts;
        Z::from_polar((self.size * exponent).exp(), angle * PI)
    }
}

/// How many elements an axis has, and which one it is.
pub(super) fn length<B: Backend>(op: &'static str, x: &DynArray<B>, axis: isize) -> Result<(usize, isize)> {
    TypeClass::Element.check(op, x.dtype())?;
    let ndim = x.ndim() as isize;
    if axis >= ndim || axis < -ndim {
        return Err(Error::Axis { op, axis, ndim: x.ndim() });
    }
    let n = x.shape()[axis.rem_euclid(ndim) as usize];
    if n == 0 { Err(Error::value(op, "no elements")) } else { Ok((n, axis)) }
}

/// The sums along an axis of `n` elements at `m` points.
pub(super) fn transform<B: Backend>(
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
