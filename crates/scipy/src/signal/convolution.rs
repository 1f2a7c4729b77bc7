//! Filters of higher order.

use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// A vector through a filter of the third order, a Volterra kernel `h` of shape `[l, m, n]`, where they overlap wholly:
/// `y[i] = sum(h[a, b, c] x[i + l - 1 - a] x[i + m - 1 - b] x[i + n - 1 - c])`, of length `len(x) - max(l, m, n) + 1`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::convolve1d3o;
/// let x = xp.array([1.0, 2.0, 3.0])?;
/// let cubes = xp.ones::<f64>([1, 1, 1])?;
/// assert_eq!(convolve1d3o(&x, &cubes)?.to_string(), "[ 1.  8. 27.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless `x` is a vector, `h` has three axes, none of them empty, and `x` is as long as the longest;
/// [`Error::DType`] for truth values.
pub fn convolve1d3o<B: Backend>(x: &impl AnyArray<B>, h: &impl AnyArray<B>) -> Result<DynArray<B>> {
    const OP: &str = "convolve1d3o";
    let (x, h) = (x.as_dyn(), h.as_dyn());
    for dtype in [x.dtype(), h.dtype()] {
        TypeClass::Number.check(OP, dtype)?;
    }
    let wrong = || Error::shape(OP, x.shape(), h.shape());
    let (&[len], &[l, m, n]) = (x.shape(), h.shape()) else {
        return Err(wrong());
    };
    let longest = l.max(m).max(n);
    if h.is_empty() || longest > len {
        return Err(wrong());
    }
    let outputs = len - longest + 1;
    // Row i: the elements that the filter's places along an axis of this length meet.
    let met = |width: usize| x.slice(s![..outputs + width - 1])?.sliding_window_view(width, 0)?.flip(1);
    let first = met(l)?.matmul(&h.reshape([l, m * n])?)?.reshape([outputs, m, n])?;
    let second = first.multiply(&met(m)?.expand_dims(2)?)?.sum(1)?;
    second.multiply(&met(n)?)?.sum(1)
}
