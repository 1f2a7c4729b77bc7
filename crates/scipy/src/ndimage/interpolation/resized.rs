//! Images that are moved, scaled and turned.

use super::super::mode::PerAxis;
use super::super::options::normalized;
use super::affine::Affine;
use super::sampling::Samples;
use super::transforms::Spline;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// The array moved along its axes.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Spline, shift};
/// let x = xp.array([[1, 2, 3], [4, 5, 6]])?;
/// assert_eq!(shift(&x, [0.0, 1.0], Spline::new())?.to_string(), "[[0 1 2]\n [0 4 5]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] unless there is one shift, or one for each axis, and for an order of splines above 5.
pub fn shift<B: Backend>(x: &impl AnyArray<B>, shift: impl Into<PerAxis<f64>>, options: Spline) -> Result<DynArray<B>> {
    const OP: &str = "shift";
    let x = x.as_dyn();
    let shift = each(OP, x, shift)?;
    let places =
        (0..x.ndim()).map(|axis| x.xp().arange(x.shape()[axis])?.into_dyn().astype(DType::F64)?.subtract(shift[axis]));
    Samples::new(OP, x, &options)?.along(&places.collect::<Result<Vec<_>>>()?)
}

/// A number for each axis, of which there must be one.
fn each<B: Backend>(op: &'static str, x: &DynArray<B>, values: impl Into<PerAxis<f64>>) -> Result<Vec<f64>> {
    let wrong = || Error::value(op, format!("numbers for other axes than those of shape {:?}", x.shape()));
    values.into().of(x.ndim()).filter(|values| !values.is_empty()).ok_or_else(wrong)
}

/// Options of [`zoom`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Mode, Spline, Zoom, zoom};
/// let x = xp.array([0.0, 4.0])?;
/// let pixels = Zoom::from(Spline::new().order(1).mode(Mode::Nearest)).grid_mode(true);
/// assert_eq!(zoom(&x, 2.0, pixels)?.to_string(), "[0. 1. 3. 4.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Zoom {
    spline: Spline,
    grid_mode: bool,
}

impl From<Spline> for Zoom {
    fn from(spline: Spline) -> Self {
        Self { spline, grid_mode: false }
    }
}

impl Zoom {
    /// [`Spline::new`], with the first and last elements where they were.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether elements are squares, whose edges stay where they were, instead of their centres.
    pub fn grid_mode(self, grid_mode: bool) -> Self {
        Self { grid_mode, ..self }
    }
}

/// The array with this many times as many elements along its axes, rounded.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Spline, zoom};
/// let x = xp.array([0.0, 3.0, 6.0])?;
/// assert_eq!(zoom(&x, 2.34, Spline::new().order(1).into())?.to_string(), "[0. 1. 2. 3. 4. 5. 6.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] unless there is one factor, or one for each axis, none of which is negative, for too many elements, and
/// for an order of splines above 5.
pub fn zoom<B: Backend>(x: &impl AnyArray<B>, zoom: impl Into<PerAxis<f64>>, options: Zoom) -> Result<DynArray<B>> {
    const OP: &str = "zoom";
    let x = x.as_dyn();
    let factors = each(OP, x, zoom)?;
    let Zoom { spline, grid_mode } = options;
    let lengths = x.shape().iter().zip(&factors).map(|(&n, &factor)| (n as f64 * factor).round_ties_even());
    let lengths: Vec<f64> = lengths.collect();
    if let Some(wrong) = lengths.iter().zip(&factors).find(|(length, factor)| !(**factor >= 0.0 && **length <= 1e15)) {
        return Err(Error::value(OP, format!("{} times as many elements", wrong.1)));
    }
    let shape: Vec<usize> = lengths.iter().map(|&length| length as usize).collect();
    xparray_core::layout::checked_len(&shape)?;
    if factors.iter().all(|&factor| factor == 1.0) && spline.prefilter {
        return x.astype(spline.output.unwrap_or(x.dtype()));
    }
    let places = (0..x.ndim()).map(|axis| {
        let along = x.xp().arange(shape[axis])?.into_dyn().astype(DType::F64)?;
        let less = if grid_mode { 0.0 } else { 1.0 };
        let (from, to) = (x.shape()[axis] as f64 - less, lengths[axis] - less);
        let step = if to == 0.0 { 1.0 } else { from / to };
        if grid_mode { along.add(0.5)?.multiply(step)?.subtract(0.5) } else { along.multiply(step) }
    });
    Samples::new(OP, x, &spline)?.along(&places.collect::<Result<Vec<_>>>()?)
}

/// The array turned in the plane of two axes by an angle in degrees, from the first to the second; with `reshape` all of it is in the
/// result.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Spline, rotate};
/// let x = xp.array([[1, 2, 3], [4, 5, 6]])?;
/// assert_eq!(rotate(&x, 90.0, [1, 0], true, Spline::new())?.to_string(), "[[3 6]\n [2 5]\n [1 4]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] for an axis that is not there; [`Error::Value`] for one that is named twice, an angle that is not a number, and an
/// order of splines above 5.
pub fn rotate<B: Backend>(
    x: &impl AnyArray<B>,
    angle: f64,
    axes: [isize; 2],
    reshape: bool,
    options: Spline,
) -> Result<DynArray<B>> {
    const OP: &str = "rotate";
    let x = x.as_dyn();
    let mut plane = [normalized(OP, axes[0], x.ndim())?, normalized(OP, axes[1], x.ndim())?];
    plane.sort_unstable();
    if plane[0] == plane[1] || !angle.is_finite() {
        return Err(Error::value(OP, format!("an angle of {angle} in the plane of axes {axes:?}")));
    }
    let (cos, sin) = cos_sin(angle);
    let turned = |[y, x]: [f64; 2]| [cos * y + sin * x, cos * x - sin * y];
    let size = plane.map(|axis| x.shape()[axis] as f64);
    let mut shape = x.shape().to_vec();
    if reshape {
        let corners = [[0.0, 0.0], [0.0, size[1]], [size[0], 0.0], size].map(turned);
        for k in 0..2 {
            let ends = corners.map(|corner| corner[k]);
            let (low, high) = ends.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), &c| (a.min(c), b.max(c)));
            shape[plane[k]] = (high - low + 0.5) as usize;
        }
    }
    let moved = turned(plane.map(|axis| (shape[axis] as f64 - 1.0) / 2.0));
    let offset = [(size[0] - 1.0) / 2.0 - moved[0], (size[1] - 1.0) / 2.0 - moved[1]];
    // All planes at once: the two axes last, and places the same for all others.
    let at = plane.map(|axis| axis as isize);
    let planes = x.moveaxis(&at[..], &[-2, -1][..])?;
    let others = planes.shape()[..x.ndim() - 2].to_vec();
    let inner = plane.map(|axis| shape[axis]);
    let affine = Affine { matrix: &[cos, sin, -sin, cos], offset: &offset };
    let count = others.iter().product::<usize>();
    let flat = planes.reshape([&[count][..], &planes.shape()[x.ndim() - 2..]].concat())?;
    let each = (0..count).map(|k| Samples::new(OP, &flat.take(k as isize, 0)?, &options)?.affine(affine, &inner));
    let each = each.collect::<Result<Vec<_>>>()?;
    let joined = match each.is_empty() {
        true => x.xp().zeros_of(options.output.unwrap_or(x.dtype()), [others, inner.to_vec()].concat())?,
        false => x.xp().stack(&each.iter().collect::<Vec<_>>(), 0)?.reshape([others, inner.to_vec()].concat())?,
    };
    joined.moveaxis(&[-2, -1][..], &at[..])
}

/// The cosine and the sine of degrees, exact for multiples of a right angle.
fn cos_sin(degrees: f64) -> (f64, f64) {
    let turn = degrees.rem_euclid(360.0);
    match turn {
        0.0 => (1.0, 0.0),
        90.0 => (0.0, 1.0),
        180.0 => (-1.0, 0.0),
        270.0 => (0.0, -1.0),
        _ => (turn.to_radians().cos(), turn.to_radians().sin()),
    }
}
