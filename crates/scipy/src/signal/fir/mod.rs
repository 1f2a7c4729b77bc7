//! The design of filters with finite impulse responses, on the host in `f64`.

mod exchange;
mod firls;
mod firwin;
mod firwin2;
mod kaiser;
mod minimum_phase;
mod remez;

pub use firls::{Firls, firls};
pub use firwin::{Firwin, firwin, firwin_with};
pub use firwin2::{Firwin2, firwin2, firwin2_with};
pub use kaiser::{kaiser_atten, kaiser_beta, kaiserord};
pub use minimum_phase::{MinimumPhase, PhaseMethod, minimum_phase};
pub use remez::{Remez, RemezType, remez};

use xparray_core::{Error, Result};

/// Half of a sampling rate that is above 0.
fn nyquist(op: &'static str, fs: f64) -> Result<f64> {
    match fs > 0.0 && fs.is_finite() {
        true => Ok(fs / 2.0),
        false => Err(Error::value(op, format!("the sampling rate is {fs}"))),
    }
}
