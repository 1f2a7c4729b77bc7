//! Banks of filters.

use crate::field;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// A signal in `n_chans` channels of equal width, each sampled once in `n_chans` samples: a polyphase filter bank (harris,
/// Multirate Signal Processing, chapter 6). Complex, of shape `[n_chans, len(x) / n_chans]`; samples after the last whole block
/// are left out. `h` is the filter of the first channel, of a multiple of `n_chans` taps.
///
/// With the blocks `x[n_chans t + p]`, channel `c` at `t` is the conjugate of the Fourier transform over `p` of
/// `sum(conj(h[n_chans k + p]) conj(x[n_chans (t - k) + n_chans - 1 - p]))` over `k`; before the first block there are zeros.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::channelize_poly;
/// let x = xp.ones::<f64>(8)?; // all in the first channel
/// let y = channelize_poly(&x, &xp.ones::<f64>(2)?, 2)?;
/// assert_eq!(y.real()?.to_string(), "[[2. 2. 2. 2.]\n [0. 0. 0. 0.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless `x` and `h` are vectors and `h` has a multiple of `n_chans` taps, at least one for each channel;
/// [`Error::Value`] for no channels; [`Error::DType`] for truth values.
pub fn channelize_poly<B: Backend>(x: &impl AnyArray<B>, h: &impl AnyArray<B>, n_chans: usize) -> Result<DynArray<B>> {
    const OP: &str = "channelize_poly";
    let (x, h) = (x.as_dyn(), h.as_dyn());
    for dtype in [x.dtype(), h.dtype()] {
        TypeClass::Number.check(OP, dtype)?;
    }
    if n_chans == 0 {
        return Err(Error::value(OP, "no channels"));
    }
    let (&[len], &[taps]) = (x.shape(), h.shape()) else {
        return Err(Error::shape(OP, x.shape(), h.shape()));
    };
    if taps == 0 || taps % n_chans != 0 {
        return Err(Error::shape(OP, h.shape(), &[n_chans]));
    }
    let (blocks, taps) = (len / n_chans, taps / n_chans);
    let signal = x.slice(s![..blocks * n_chans])?.reshape([blocks, n_chans])?.flip(1)?.conj()?;
    // Of each block and phase the last `taps` samples, the oldest first. The window before the first block is there so that
    // there is one without blocks.
    let windows = signal.pad([(taps, 0), (0, 0)])?.sliding_window_view(taps, 0)?.slice(s![1..])?;
    let filters = h.reshape([taps, n_chans])?.flip(0)?.conj()?.t();
    let sums = windows.multiply(&filters)?.sum(-1)?;
    Ok(field(&sums)?.fft()?.conj()?.t())
}
