//! Bluestein's convolution: sums at points of a spiral by Fourier transforms.

use super::next_fast_len;
use crate::{SliceLast, field_type};
use std::f64::consts::PI;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, IntoAxis, Result, TypeClass};

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

/// A [`czt`](super::czt()) or [`zoom_fft`](super::zoom_fft()) of signals of one length, whose factors are kept: SciPy's `CZT` and `ZoomFFT`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::fft::{Czt, ZoomFft, czt};
/// let x = xp.array([1.0, 2.0, 4.0])?;
/// let plan = Czt::new().plan(&xp, 3, DType::F64)?;
/// assert!(plan.transform(&x, -1)?.array_equal(&czt(&x)?)?);
/// let low = ZoomFft::new().m(2).plan(&xp, 3, (0.0, 0.5), DType::F32)?;
/// assert_eq!(low.transform(&x, -1)?.dtype(), DType::Complex64);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct CztPlan<B: Backend> {
    op: &'static str,
    n: usize,
    m: usize,
    /// What elements are multiplied by, what their transform is, and what sums are.
    before: DynArray<B>,
    filter: DynArray<B>,
    after: DynArray<B>,
    options: Fft,
}

impl<B: Backend> CztPlan<B> {
    /// Of signals of `n` elements, at `m` points, in the precision of a type.
    pub(super) fn new(op: &'static str, xp: &B, [n, m]: [usize; 2], spiral: Spiral, dtype: DType) -> Result<Self> {
        let too_long = || Error::value(op, format!("{n} elements at {m} points"));
        let needed = n.checked_add(m).ok_or_else(too_long)?.checked_sub(1).ok_or_else(too_long)?;
        // Squares up to here are exact.
        if n == 0 || needed as u64 > 1 << 26 {
            return Err(too_long());
        }
        TypeClass::Element.check(op, dtype)?;
        let dtype = field_type(dtype).complex();
        let array = |values: Vec<Z>| xp.from_slice(&values, values.len())?.into_dyn().astype(dtype);
        let chirp = |k: usize| spiral.w.power((k * k) as f64 / 2.0);
        let before = (0..n).map(|k| spiral.a.power(-(k as f64)) * chirp(k));
        let back = |k: usize| spiral.w.power((k * k) as f64 / -2.0);
        let filter = (1..n).rev().map(back).chain((0..m).map(back));
        let options = Fft::new().n(next_fast_len(needed, false)?);
        Ok(Self {
            op,
            n,
            m,
            before: array(before.collect())?,
            filter: array(filter.collect())?.fft_with(options)?,
            after: array((0..m).map(chirp).collect())?,
            options,
        })
    }

    /// The transforms of signals along an axis, complex numbers in the precision of the plan.
    ///
    /// # Errors
    /// [`Error::Axis`] if the axis is not there; [`Error::Shape`] for signals of another length.
    pub fn transform(&self, x: &impl AnyArray<B>, axis: impl IntoAxis) -> Result<DynArray<B>> {
        let (x, axis) = (x.as_dyn(), axis.into_axis());
        let (n, m) = (self.n, self.m);
        if length(self.op, x, axis)?.0 != n {
            return Err(Error::shape(self.op, x.shape(), &[n]));
        }
        let rows = x.astype(self.before.dtype())?.moveaxis(axis, -1)?;
        let spectrum = rows.multiply(&self.before)?.fft_with(self.options)?.multiply(&self.filter)?;
        let sums = spectrum.ifft()?.slice_last(s![n - 1..n + m - 1])?;
        sums.multiply(&self.after)?.moveaxis(-1, axis)
    }
}
