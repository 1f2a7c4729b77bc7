//! Wiener's filter.

use crate::field;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, IntoShape, Result, SliceItem, TypeClass};

/// An array by Wiener's filter: each element moved to the mean of the window around it, the more the closer the variance there is to that of the
/// noise, by default the mean of all of them; zeros beyond the ends. SciPy's `wiener`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::wiener;
/// let x = xp.array([0.0, 0.0, 3.0, 0.0, 0.0])?;
/// assert_eq!(wiener(&x, 3, 10.0)?.to_string(), "[0. 1. 1. 1. 0.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for windows of no elements or of as many lengths as there are no axes; [`Error::DType`] for complex numbers.
pub fn wiener<B: Backend>(
    x: &impl AnyArray<B>,
    size: impl IntoShape,
    noise: impl Into<Option<f64>>,
) -> Result<DynArray<B>> {
    const OP: &str = "wiener";
    let x = x.as_dyn();
    TypeClass::RealElement.check(OP, x.dtype())?;
    let size = size.into_shape();
    let size = if size.len() == 1 { vec![size[0]; x.ndim()] } else { size.to_vec() };
    if size.len() != x.ndim() || size.contains(&0) {
        return Err(Error::value(OP, format!("windows {size:?} of {} axes", x.ndim())));
    }
    let x = field(x)?;
    if x.is_empty() {
        return Ok(x);
    }
    let width: Vec<_> = size.iter().map(|&m| (m - 1 - (m - 1) / 2, (m - 1) / 2)).collect();
    let mean = |x: &DynArray<B>| {
        // Sums along one axis after another.
        let mut sums = x.pad(&width[..])?;
        for (axis, (&m, &n)) in size.iter().zip(x.shape()).enumerate() {
            let windows = sums.sliding_window_view(m, axis)?;
            sums = windows.sum(-1)?;
            let mut items = vec![SliceItem::from(..); x.ndim()];
            items[axis] = (..n).into();
            sums = sums.slice(&items)?;
        }
        sums.divide(size.iter().product::<usize>() as f64)
    };
    let local = mean(&x)?;
    let variance = mean(&x.square()?)?.subtract(&local.square()?)?;
    let noise = match noise.into() {
        Some(noise) => x.xp().full([], noise)?.into_dyn().astype(x.dtype())?,
        None => variance.mean(..)?,
    };
    let moved = local.add(&x.subtract(&local)?.multiply(&variance.subtract(&noise)?.divide(&variance)?)?)?;
    variance.less(&noise)?.where_(&local, &moved)
}
