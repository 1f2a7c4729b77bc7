//! Spectra of signals.

mod options;
mod stft;
mod uneven;
mod welch;

pub use options::{Average, Scaling, Spectral};
pub use stft::{check_cola, check_nola, istft, stft};
pub use uneven::{lombscargle, vectorstrength};
pub use welch::{SpectrogramMode, coherence, csd, periodogram, spectrogram, welch};
