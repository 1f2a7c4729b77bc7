//! Detection at a constant rate of false alarms (CFAR).

use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, SliceItem, TypeClass};

/// The factor of the mean power of `n` cells of exponentially distributed noise that noise exceeds with probability `pfa`:
/// `n (pfa^(-1/n) - 1)` (Richards, Fundamentals of Radar Signal Processing, equation 7.17).
///
/// ```
/// use xparray::scipy::signal::cfar_alpha;
/// assert_eq!(cfar_alpha(0.25, 2)?, 2.0);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] if `pfa` is no probability above 0, or `n` is 0.
pub fn cfar_alpha(pfa: f64, n: usize) -> Result<f64> {
    if !(pfa > 0.0 && pfa <= 1.0) || n == 0 {
        return Err(Error::value("cfar_alpha", format!("a rate of {pfa} over {n} cells")));
    }
    let n = n as f64;
    Ok(n * (-pfa.ln() / n).exp_m1())
}

/// Cell-averaging CFAR of powers `x`, of any number of axes: thresholds, and whether cells are above theirs.
///
/// A cell's threshold is [`cfar_alpha`] times the mean of its reference cells: those up to `guard_cells + reference_cells` away
/// along each axis, but for those up to `guard_cells` away along every axis. Cells whose reference cells are not all in the
/// array have the threshold 0, as CuPy's. Both results have the shape of `x`; thresholds have its type, or the float type of
/// integers.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::ca_cfar;
/// let x = xp.array([0.0, 1.0, 1.0, 9.0, 1.0, 1.0, 0.0])?;
/// let (threshold, detected) = ca_cfar(&x, &[0], &[2], 0.0625)?;
/// assert_eq!(threshold.to_string(), "[ 0.  0. 11.  4. 11.  0.  0.]");
/// assert_eq!(detected.slice(s![2..5])?.to_string(), "[False  True False]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless there is a number of guard and of reference cells for each axis, and if no cell of `x` has all of its
/// reference cells; [`Error::Axis`] for an array without dimensions; those of [`cfar_alpha`]; [`Error::DType`] for complex
/// numbers and truth values.
pub fn ca_cfar<B: Backend>(
    x: &impl AnyArray<B>,
    guard_cells: &[usize],
    reference_cells: &[usize],
    pfa: f64,
) -> Result<(DynArray<B>, DynArray<B>)> {
    const OP: &str = "ca_cfar";
    let x = x.as_dyn();
    TypeClass::RealNumber.check(OP, x.dtype())?;
    for cells in [guard_cells, reference_cells] {
        if cells.len() != x.ndim() {
            return Err(Error::shape(OP, x.shape(), cells));
        }
    }
    if x.ndim() == 0 {
        return Err(Error::Axis { op: OP, axis: -1, ndim: 0 });
    }
    // Along an axis: reference cells, the cell and its guard cells, reference cells.
    let widths = |axis: usize| {
        let margin = guard_cells[axis].checked_add(reference_cells[axis])?;
        let outer = margin.checked_mul(2)?.checked_add(1).filter(|&outer| outer <= x.shape()[axis])?;
        Some((2 * guard_cells[axis] + 1, outer, margin))
    };
    let Some(widths) = (0..x.ndim()).map(widths).collect::<Option<Vec<_>>>() else {
        return Err(Error::shape(OP, x.shape(), reference_cells));
    };
    let cells = |outer: bool| widths.iter().map(|&(i, o, _)| if outer { o } else { i }).product::<usize>();
    let n = cells(true) - cells(false);
    let alpha = cfar_alpha(pfa, n)?;

    // The frame is a sum of boxes, for each axis one on either side, so nothing cancels: within the guard along earlier axes,
    // of whole width along later ones.
    let float = x.astype(x.dtype().float())?;
    let mut sum: Option<DynArray<B>> = None;
    for axis in 0..x.ndim() {
        let (inner, r) = (widths[axis].0, reference_cells[axis]);
        if r == 0 {
            continue;
        }
        for start in [0, r + inner] {
            let mut part = float.clone();
            for (other, &(inner, outer, _)) in widths.iter().enumerate() {
                let (start, width) = match other.cmp(&axis) {
                    std::cmp::Ordering::Less => (reference_cells[other], inner),
                    std::cmp::Ordering::Equal => (start, r),
                    std::cmp::Ordering::Greater => (0, outer),
                };
                part = sums(&part, other, start, width, x.shape()[other] - outer + 1)?;
            }
            sum = Some(match sum {
                Some(sum) => sum.add(&part)?,
                None => part,
            });
        }
    }
    let sum = sum.expect("a reference cell, or there is no alpha");
    let margins: Vec<(usize, usize)> = widths.iter().map(|&(.., margin)| (margin, margin)).collect();
    let threshold = sum.multiply(alpha / n as f64)?.pad(margins)?;
    let detected = float.greater(&threshold)?;
    Ok((threshold, detected))
}

/// Sums of `width` elements along an axis: `n` of them, the first one from `start` on.
fn sums<B: Backend>(x: &DynArray<B>, axis: usize, start: usize, width: usize, n: usize) -> Result<DynArray<B>> {
    let mut items = vec![SliceItem::from(..); x.ndim()];
    items[axis] = SliceItem::from(start..start + n + width - 1);
    x.slice(&items)?.sliding_window_view(width, axis)?.sum(-1)
}
