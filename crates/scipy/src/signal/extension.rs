//! What signals are beyond their ends.

use xparray_core::prelude::*;
use xparray_core::{Create, Result};

/// What a signal is beyond its ends: SciPy's modes of `upfirdn`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{Extension, UpFirDn, upfirdn_with};
/// let (last, x) = (xp.array([0.0, 0.0, 1.0])?, xp.array([1.0, 2.0, 4.0])?);
/// let before = |mode| upfirdn_with(&last, &x, 1, 1, UpFirDn::new().mode(mode))?.slice(s![..2]);
/// assert_eq!(before(Extension::Symmetric)?.to_string(), "[2. 1.]");
/// assert_eq!(before(Extension::Antireflect)?.to_string(), "[-2.  0.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Extension {
    /// A number.
    Constant(f64),
    /// The line through the first and the last element.
    Line,
    /// The line through the first two elements, and the one through the last two.
    Smooth,
    /// The first and the last element.
    Edge,
    /// Its mirror image, with the first and the last element twice.
    Symmetric,
    /// Its mirror image at the first and the last element.
    Reflect,
    /// Its mirror image with the other sign.
    Antisymmetric,
    /// Its image turned around the first and the last element.
    Antireflect,
    /// Itself again.
    Wrap,
}

impl Default for Extension {
    fn default() -> Self {
        Self::Constant(0.0)
    }
}

impl Extension {
    /// Rows of some elements with so many before and after them.
    pub(super) fn of<B: Backend>(self, rows: &DynArray<B>, before: usize, after: usize) -> Result<DynArray<B>> {
        let width = [(0, 0), (before, after)];
        let n = rows.shape()[1];
        match self {
            Self::Constant(value) => rows.pad_with(width, PadMode::Constant(value.into())),
            Self::Line if n > 1 => lines(rows, before, after, n - 1),
            Self::Smooth if n > 1 => lines(rows, before, after, 1),
            Self::Edge | Self::Line | Self::Smooth => rows.pad_with(width, PadMode::Edge),
            Self::Symmetric => rows.pad_with(width, PadMode::Symmetric),
            Self::Reflect => rows.pad_with(width, PadMode::Reflect),
            Self::Antisymmetric => {
                // Each image's sign is the one of its distance in lengths of the signal.
                let signs: Vec<f64> = (0..before + n + after)
                    .map(|place| (place as i64 - before as i64).div_euclid(n as i64))
                    .map(|turns| if turns % 2 == 0 { 1.0 } else { -1.0 })
                    .collect();
                rows.pad_with(width, PadMode::Symmetric)?
                    .multiply(&rows.xp().array(signs)?.into_dyn().astype(rows.dtype())?)
            }
            Self::Antireflect => rows.pad_with(width, Pad::new(PadMode::Reflect).odd(true)),
            Self::Wrap => rows.pad_with(width, PadMode::Wrap),
        }
    }
}

/// Rows continued by straight lines, with the slopes between elements so many places apart at each end.
fn lines<B: Backend>(rows: &DynArray<B>, before: usize, after: usize, apart: usize) -> Result<DynArray<B>> {
    let n = rows.shape()[1];
    let column = |k: usize| rows.slice(s![.., k..k + 1]);
    let line = |level: usize, ends: [usize; 2], places: std::ops::Range<i64>| {
        let slope = column(ends[1])?.subtract(&column(ends[0])?)?.divide(apart as f64)?;
        column(level)?.add(&slope.multiply(&rows.xp().arange_of(rows.real()?.dtype(), places)?)?)
    };
    let left = line(0, [0, apart], -(before as i64)..0)?;
    let right = line(n - 1, [n - 1 - apart, n - 1], 1..after as i64 + 1)?;
    rows.xp().concatenate(&[&left, rows, &right], 1)
}
