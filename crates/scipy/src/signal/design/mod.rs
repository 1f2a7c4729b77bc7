//! The design of filters, on the host in `f64`.

mod band;
mod bessel;
mod coefficient;
mod combs;
mod conversions;
mod delay;
mod elliptic;
mod filter;
mod forms;
mod gammatone;
mod iir;
mod normal;
mod order;
mod pairs;
pub(super) mod polynomial;
mod prototypes;
mod residues;
mod response;
mod sections;
mod specification;
mod transforms;
mod unique;

pub use band::{Band, Edges};
pub use bessel::{BesselNorm, besselap};
pub use coefficient::Coefficient;
pub use combs::{Comb, iircomb, iirnotch, iirpeak};
pub use conversions::{sos2tf, sos2zpk, tf2sos, tf2zpk, zpk2tf};
pub use delay::{group_delay, group_delay_at};
pub use elliptic::ellipap;
pub use filter::{Factors, Filter};
pub use forms::{Ba, Sos, Zpk};
pub use gammatone::{Gammatone, gammatone};
pub use iir::{Prototype, bessel, butter, cheby1, cheby2, ellip, iirfilter};
pub use normal::{bilinear, lp2bp, lp2bs, lp2hp, lp2lp, normalize};
pub use order::{band_stop_obj, buttord, cheb1ord, cheb2ord, ellipord, iirdesign};
pub use prototypes::{buttap, cheb1ap, cheb2ap};
pub use residues::{Fractions, invres, invresz, residue, residuez};
pub use response::{Freqz, findfreqs, freqs, freqs_at, freqz, freqz_at};
pub use sections::{Pairing, zpk2sos};
pub use specification::{Approximation, Specification};
pub use transforms::{bilinear_zpk, lp2bp_zpk, lp2bs_zpk, lp2hp_zpk, lp2lp_zpk};
pub use unique::{RootType, unique_roots};

pub(super) use pairs::conjugate_pairs;
pub(super) use response::real;

use xparray_core::prelude::*;
use xparray_core::{Error, Result};

pub(super) type C = Complex<f64>;

/// A number if it is above 0 and finite.
pub(super) fn positive(op: &'static str, what: &str, x: f64) -> Result<f64> {
    match x.is_finite() && x > 0.0 {
        true => Ok(x),
        false => Err(Error::value(op, format!("{what} is {x}, not above 0"))),
    }
}
