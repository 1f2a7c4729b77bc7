//! Trains of pulses: a row a pulse, its samples along the row.

use crate::field;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// Options of [`pulse_compression`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{PulseCompression, pulse_compression};
/// let (x, template) = (xp.ones::<f64>([2, 8])?, xp.ones::<f64>(4)?);
/// let window = xp.hamming(4)?;
/// let options = PulseCompression::new().normalize(true).window(&window).nfft(16);
/// assert_eq!(pulse_compression(&x, &template, options)?.shape(), [2, 16]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PulseCompression<B: Backend> {
    normalize: bool,
    window: Option<DynArray<B>>,
    nfft: Option<usize>,
}

impl<B: Backend> Default for PulseCompression<B> {
    fn default() -> Self {
        Self { normalize: false, window: None, nfft: None }
    }
}

impl<B: Backend> PulseCompression<B> {
    /// The template as it is, transforms as long as a pulse.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether the template, after its window, is divided by its norm.
    pub fn normalize(self, normalize: bool) -> Self {
        Self { normalize, ..self }
    }

    /// What the template is multiplied by, of its length.
    pub fn window(self, window: &impl AnyArray<B>) -> Self {
        Self { window: Some(window.as_dyn().clone()), ..self }
    }

    /// The length to which pulses and the template are cut or padded by zeros.
    pub fn nfft(self, nfft: usize) -> Self {
        Self { nfft: Some(nfft), ..self }
    }
}

/// Pulses `x` of shape `[pulses, samples]` by a filter that is matched to `template`, a vector: their circular correlation,
/// `ifft(fft(x) * conj(fft(template)))`, complex, of shape `[pulses, nfft]`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{PulseCompression, pulse_compression};
/// let x = xp.array([[0.0, 0.0, 1.0, 2.0]])?;
/// let found = pulse_compression(&x, &xp.array([1.0, 2.0])?, PulseCompression::new())?;
/// assert_eq!(found.real()?.to_string(), "[[0. 2. 5. 2.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless `x` has two axes and the template and its window one, of one length; [`Error::Value`] for transforms
/// of no elements; [`Error::DType`] for truth values.
pub fn pulse_compression<B: Backend>(
    x: &impl AnyArray<B>,
    template: &impl AnyArray<B>,
    options: PulseCompression<B>,
) -> Result<DynArray<B>> {
    const OP: &str = "pulse_compression";
    let (x, template) = (x.as_dyn(), template.as_dyn());
    TypeClass::Number.check(OP, template.dtype())?;
    let n = options.nfft.unwrap_or(train(OP, x)?[1]);
    if template.ndim() != 1 {
        return Err(Error::shape(OP, x.shape(), template.shape()));
    }
    let mut template = field(template)?;
    if let Some(window) = &options.window {
        template = template.multiply(&of_length(OP, window, template.len())?)?;
    }
    if options.normalize {
        template = template.divide(&template.norm(..)?)?;
    }
    let spectrum = template.fft_with(Fft::new().n(n))?.conj()?;
    field(x)?.fft_with(Fft::new().n(n))?.multiply(&spectrum)?.ifft()
}

/// Options of [`pulse_doppler`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{PulseDoppler, pulse_doppler};
/// let x = xp.ones::<f32>([4, 3])?;
/// let options = PulseDoppler::new().window(&xp.hanning(4)?).nfft(8);
/// assert_eq!(pulse_doppler(&x, options)?.shape(), [8, 3]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PulseDoppler<B: Backend> {
    window: Option<DynArray<B>>,
    nfft: Option<usize>,
}

impl<B: Backend> Default for PulseDoppler<B> {
    fn default() -> Self {
        Self { window: None, nfft: None }
    }
}

impl<B: Backend> PulseDoppler<B> {
    /// No window, a transform as long as there are pulses.
    pub fn new() -> Self {
        Self::default()
    }

    /// What each sample's column is multiplied by, of a length of the number of pulses.
    pub fn window(self, window: &impl AnyArray<B>) -> Self {
        Self { window: Some(window.as_dyn().clone()), ..self }
    }

    /// The length to which columns are cut or padded by zeros.
    pub fn nfft(self, nfft: usize) -> Self {
        Self { nfft: Some(nfft), ..self }
    }
}

/// Velocities from pulses `x` of shape `[pulses, samples]`: the Fourier transform over the pulses, for each sample; complex, of
/// shape `[nfft, samples]`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{PulseDoppler, pulse_doppler};
/// let x = xp.array([[1.0, 1.0], [1.0, -1.0]])?; // at rest, and half a turn from pulse to pulse
/// assert_eq!(pulse_doppler(&x, PulseDoppler::new())?.real()?.to_string(), "[[2. 0.]\n [0. 2.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless `x` has two axes, and the window one as long as there are pulses; [`Error::Value`] for a transform
/// of no elements; [`Error::DType`] for truth values.
pub fn pulse_doppler<B: Backend>(x: &impl AnyArray<B>, options: PulseDoppler<B>) -> Result<DynArray<B>> {
    const OP: &str = "pulse_doppler";
    let mut x = x.as_dyn().clone();
    let pulses = train(OP, &x)?[0];
    if let Some(window) = &options.window {
        x = x.multiply(&of_length(OP, window, pulses)?.expand_dims(1)?)?;
    }
    field(&x)?.fft_with(Fft::new().n(options.nfft.unwrap_or(pulses)).axis(0))
}

/// The numbers of pulses and of samples.
fn train<B: Backend>(op: &'static str, x: &DynArray<B>) -> Result<[usize; 2]> {
    TypeClass::Number.check(op, x.dtype())?;
    x.shape().try_into().map_err(|_| Error::shape(op, x.shape(), &[]))
}

/// A window, if it is a vector of this length.
fn of_length<B: Backend>(op: &'static str, window: &DynArray<B>, n: usize) -> Result<DynArray<B>> {
    TypeClass::Number.check(op, window.dtype())?;
    match window.shape() == [n] {
        true => Ok(window.clone()),
        false => Err(Error::shape(op, &[n], window.shape())),
    }
}
