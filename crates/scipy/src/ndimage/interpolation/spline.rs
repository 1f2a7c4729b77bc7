//! Coefficients of splines.

use super::super::mode::Mode;
use super::super::options::{Along, normalized};
use super::super::windows::{Windows, converted};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// The poles of the filter that gives the coefficients of a spline of an order.
fn poles(order: u32) -> Vec<f64> {
    match order {
        2 => vec![8f64.sqrt() - 3.0],
        3 => vec![3f64.sqrt() - 2.0],
        4 => {
            let inner = 438976f64.sqrt();
            vec![(664.0 - inner).sqrt() + 304f64.sqrt() - 19.0, (664.0 + inner).sqrt() - 304f64.sqrt() - 19.0]
        }
        5 => {
            let (inner, half) = (4436.25f64.sqrt(), 26.25f64.sqrt());
            vec![(67.5 - inner).sqrt() + half - 6.5, (67.5 + inner).sqrt() - half - 6.5]
        }
        _ => Vec::new(),
    }
}

/// How an array goes on beyond its ends so that its coefficients do so, too.
pub(super) fn continued(mode: Mode) -> Mode {
    match mode {
        Mode::Reflect | Mode::Nearest => Mode::Reflect,
        Mode::GridWrap => Mode::GridWrap,
        Mode::Constant(_) | Mode::GridConstant(_) | Mode::Mirror | Mode::Wrap => Mode::Mirror,
    }
}

/// An error for an order of splines other than 0 to 5.
pub(super) fn check_order(op: &'static str, order: u32, least: u32) -> Result<()> {
    match (least..=5).contains(&order) {
        true => Ok(()),
        false => Err(Error::value(op, format!("splines of order {order}"))),
    }
}

/// Coefficients along one axis, in double precision. A pole `z` stands for the weights `(1 - z) / (1 + z) z^|k|`, on both sides until
/// they are lost in rounding: so all coefficients are computed at once.
pub(super) fn coefficients<B: Backend>(
    op: &'static str,
    x: &DynArray<B>,
    order: u32,
    axis: usize,
    mode: Mode,
) -> Result<DynArray<B>> {
    let dtype = if x.dtype().is_complex() { DType::Complex128 } else { DType::F64 };
    let mut x = x.astype(dtype)?;
    if x.shape()[axis] < 2 || x.is_empty() {
        return Ok(x);
    }
    for z in poles(order) {
        let radius = (f64::EPSILON.ln() / z.abs().ln()).ceil() as usize + 1;
        let along = Along { axis, mode: continued(mode), origin: 0 };
        let windows = Windows::new(op, &x, &[along], &[2 * radius + 1])?;
        let mut weight = (1.0 - z) / (1.0 + z);
        let mut sum = windows.at(&[radius])?.multiply(weight)?;
        for k in 1..=radius {
            weight *= z;
            sum = sum.add(windows.at(&[radius - k])?.add(&windows.at(&[radius + k])?)?.multiply(weight)?)?;
        }
        x = sum;
    }
    Ok(x)
}

/// Coefficients along all axes.
pub(super) fn all_coefficients<B: Backend>(
    op: &'static str,
    x: &DynArray<B>,
    order: u32,
    mode: Mode,
) -> Result<DynArray<B>> {
    (0..x.ndim()).try_fold(x.clone(), |x, axis| coefficients(op, &x, order, axis, mode))
}

/// The coefficients of splines, of order 0 to 5, along an axis that go through the elements: in double precision.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Mode, spline_filter1d};
/// let x = xp.array([0.0, 0.0, 6.0, 0.0, 0.0])?;
/// let c = spline_filter1d(&x, 3, 0, Mode::Mirror)?;
/// // A cubic spline is 4/6 of the coefficient in the middle, and 1/6 of each neighbour.
/// let at = |k: isize| c.slice(s![k]).and_then(|x| x.item()).map(|x| x.get::<f64>());
/// assert!(((at(1)? + 4.0 * at(2)? + at(3)?) / 6.0 - 6.0).abs() < 1e-12);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] for an axis that is not there; [`Error::Value`] for another order.
pub fn spline_filter1d<B: Backend>(x: &impl AnyArray<B>, order: u32, axis: isize, mode: Mode) -> Result<DynArray<B>> {
    const OP: &str = "spline_filter1d";
    check_order(OP, order, 0)?;
    let x = x.as_dyn();
    coefficients(OP, x, order, normalized(OP, axis, x.ndim())?, mode)
}

/// The coefficients of splines, of order 2 to 5, that go through the elements: [`spline_filter1d`] along all axes.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Mode, spline_filter};
/// let flat = spline_filter(&xp.full([3, 3], 2.0)?, 3, Mode::Reflect)?;
/// assert_eq!(flat.round(9)?.to_string(), "[[2. 2. 2.]\n [2. 2. 2.]\n [2. 2. 2.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for another order.
pub fn spline_filter<B: Backend>(x: &impl AnyArray<B>, order: u32, mode: Mode) -> Result<DynArray<B>> {
    const OP: &str = "spline_filter";
    check_order(OP, order, 2)?;
    let x = x.as_dyn();
    let double = if x.dtype().is_complex() { DType::Complex128 } else { DType::F64 };
    converted(&all_coefficients(OP, x, order, mode)?, double)
}
