//! The z-transform at points of a spiral.

use super::spiral::{CztPlan, Spiral, length};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, IntoAxis, Result};

type Z = Complex<f64>;

const OP: &str = "czt";

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

    /// The transform of signals of `n` elements, in the precision of a type, with its factors; the axis is said with the signals.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::fft::Czt;
    /// let plan = Czt::new().m(2).plan(&xp, 4, DType::F64)?;
    /// assert_eq!(plan.transform(&xp.ones::<f64>([4, 3])?, 0)?.shape(), [2, 3]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`czt()`] but for the axis.
    pub fn plan<B: Backend>(self, xp: &B, n: usize, dtype: DType) -> Result<CztPlan<B>> {
        let m = self.m.unwrap_or(n);
        CztPlan::new(OP, xp, [n, m], Spiral::new(OP, m, self.w, self.a)?, dtype)
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
/// [`Error::Axis`](xparray_core::Error::Axis) if the axis is not there; [`Error::Value`](xparray_core::Error::Value) for no elements, for no points, and for a point or a quotient that is 0 or not
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
    let x = x.as_dyn();
    let (n, axis) = length(OP, x, options.axis)?;
    options.plan(x.xp(), n, x.dtype())?.transform(x, axis)
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
/// [`Error::Value`](xparray_core::Error::Value) for no points, and for a point or a quotient that is 0 or not finite.
pub fn czt_points<B: Backend>(xp: &B, m: usize, w: Option<Z>, a: Z) -> Result<DynArray<B>> {
    let spiral = Spiral::new("czt_points", m, w, a)?;
    let points = (0..m).map(|k| {
        let k = k as f64;
        spiral.a.power(1.0) * spiral.w.power(-k)
    });
    Ok(xp.from_slice(&points.collect::<Vec<_>>(), m)?.into_dyn())
}
