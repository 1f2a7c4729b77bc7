//! Elements that are beyond their neighbours.

use xparray_core::layout::normalize_axis;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, IntoAxis, Result, TypeClass};

/// What is beyond the ends of an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExtremaMode {
    /// The last element.
    #[default]
    Clip,
    /// The other end.
    Wrap,
}

/// The places, an array of indices for each axis, of the elements for which a comparison with each of the `order` neighbours to both sides along an axis
/// holds: SciPy's `argrelextrema`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{ExtremaMode, argrelextrema};
/// let x = xp.array([2, 1, 2, 3, 2, 0, 1, 0])?;
/// let places = argrelextrema(&x, |x, y| x.greater(y), 0, 1, ExtremaMode::Clip)?;
/// assert_eq!(places[0].to_string(), "[3 6]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] if the axis is not there; [`Error::Value`] for no neighbours; [`Error::DType`] for complex numbers.
pub fn argrelextrema<B: Backend>(
    x: &impl AnyArray<B>,
    comparator: impl Fn(&DynArray<B>, &DynArray<B>) -> Result<DynArray<B>>,
    axis: impl IntoAxis,
    order: usize,
    mode: ExtremaMode,
) -> Result<Vec<DynArray<B>>> {
    const OP: &str = "argrelextrema";
    let x = x.as_dyn();
    TypeClass::RealElement.check(OP, x.dtype())?;
    let axis = normalize_axis(OP, axis.into_axis(), x.ndim())?;
    if order == 0 {
        return Err(Error::value(OP, "no neighbours"));
    }
    let n = x.shape()[axis] as i64;
    let places = x.xp().arange_of(DType::I64, 0..n)?;
    let neighbour = |shift: i64| {
        let moved = places.add(shift)?;
        let moved = match mode {
            ExtremaMode::Clip => moved.maximum(0)?.minimum((n - 1).max(0))?,
            ExtremaMode::Wrap => moved.remainder(n.max(1))?,
        };
        x.take(&moved, axis as isize)
    };
    let mut all: Option<DynArray<B>> = None;
    for shift in 1..=order as i64 {
        for shift in [shift, -shift] {
            let beyond = comparator(x, &neighbour(shift)?)?;
            all = Some(match all {
                Some(all) => all.logical_and(&beyond)?,
                None => beyond,
            });
        }
    }
    all.ok_or_else(|| Error::value(OP, "no neighbours"))?.nonzero()
}

/// The places of the elements that are larger than the `order` neighbours to both sides along an axis.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{ExtremaMode, argrelmax};
/// let places = argrelmax(&xp.array([2, 1, 2, 3, 2])?, 0, 1, ExtremaMode::Clip)?;
/// assert_eq!(places[0].to_string(), "[3]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`argrelextrema`].
pub fn argrelmax<B: Backend>(
    x: &impl AnyArray<B>,
    axis: impl IntoAxis,
    order: usize,
    mode: ExtremaMode,
) -> Result<Vec<DynArray<B>>> {
    argrelextrema(x, |x, y| x.greater(y), axis, order, mode)
}

/// The places of the elements that are smaller than the `order` neighbours to both sides along an axis.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{ExtremaMode, argrelmin};
/// let places = argrelmin(&xp.array([2, 1, 2, 3, 2])?, 0, 1, ExtremaMode::Clip)?;
/// assert_eq!(places[0].to_string(), "[1]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`argrelextrema`].
pub fn argrelmin<B: Backend>(
    x: &impl AnyArray<B>,
    axis: impl IntoAxis,
    order: usize,
    mode: ExtremaMode,
) -> Result<Vec<DynArray<B>>> {
    argrelextrema(x, |x, y| x.less(y), axis, order, mode)
}
