//! Recursive filters of an order, from analog prototypes.

use super::band::{Domain, Kind};
use super::prototypes::{buttap, cheb1ap, cheb2ap};
use super::{Band, BesselNorm, Edges, Zpk, bilinear_zpk, lp2bp_zpk, lp2bs_zpk, lp2hp_zpk, lp2lp_zpk};
use super::{besselap, ellipap};
use xparray_core::Result;

/// Which analog filter a filter is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Prototype {
    /// [`buttap`].
    Butter,
    /// [`cheb1ap`].
    Cheby1 {
        /// Ripples of the pass band, in decibels.
        rp: f64,
    },
    /// [`cheb2ap`].
    Cheby2 {
        /// Attenuation of the stop band, in decibels.
        rs: f64,
    },
    /// [`ellipap`].
    Ellip {
        /// Ripples of the pass band, in decibels.
        rp: f64,
        /// Attenuation of the stop band, in decibels.
        rs: f64,
    },
    /// [`besselap`].
    Bessel {
        /// What is kept at its cutoff.
        norm: BesselNorm,
    },
}

/// A recursive filter of order `n`, twice that with two edges, made of an analog low-pass prototype. [`zpk2sos`](super::zpk2sos) makes sections of
/// it, with which to filter, [`zpk2tf`](super::zpk2tf) a transfer function.
///
/// ```
/// use xparray::scipy::signal::{Band, Prototype, butter, iirfilter};
/// let band = Band::bandstop(0.2, 0.3);
/// assert_eq!(iirfilter(3, Prototype::Butter, band)?, butter(3, band)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`](xparray_core::Error::Value) for what the prototype does not take, for frequencies that are not above 0 and in
/// order, and for those of a digital filter from half the sampling rate on.
pub fn iirfilter(n: usize, prototype: Prototype, band: Band) -> Result<Zpk> {
    let warped = band.domain.warped("iirfilter", band.edges)?;
    let low = match prototype {
        Prototype::Butter => buttap(n),
        Prototype::Cheby1 { rp } => cheb1ap(n, rp),
        Prototype::Cheby2 { rs } => cheb2ap(n, rs),
        Prototype::Ellip { rp, rs } => ellipap(n, rp, rs),
        Prototype::Bessel { norm } => besselap(n, norm),
    }?;
    let analog = match (band.kind, warped) {
        (Kind::Pass, Edges::One(wo)) => lp2lp_zpk(&low, wo),
        (Kind::Stop, Edges::One(wo)) => lp2hp_zpk(&low, wo),
        (Kind::Pass, Edges::Two(w1, w2)) => lp2bp_zpk(&low, (w1 * w2).sqrt(), w2 - w1),
        (Kind::Stop, Edges::Two(w1, w2)) => lp2bs_zpk(&low, (w1 * w2).sqrt(), w2 - w1),
    }?;
    match band.domain {
        Domain::Analog => Ok(analog),
        Domain::Digital { .. } => bilinear_zpk(&analog, 0.5),
    }
}

/// Butterworth's filter of order `n`: as flat as can be, and 3 dB down at its edges.
///
/// ```
/// use xparray::scipy::signal::{Band, butter, zpk2tf};
/// let ba = zpk2tf(&butter(2, Band::lowpass(0.5))?)?;
/// assert!((ba.b()[0] - 0.29289321881345254).abs() < 1e-15);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`iirfilter`].
pub fn butter(n: usize, band: Band) -> Result<Zpk> {
    iirfilter(n, Prototype::Butter, band)
}

/// Chebyshev's filter of the first kind of order `n`: with ripples of `rp` decibels where it passes.
///
/// ```
/// use xparray::scipy::signal::{Band, cheby1};
/// assert_eq!(cheby1(4, 0.5, Band::highpass(100.0).fs(1000.0))?.p().len(), 4);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`iirfilter`].
pub fn cheby1(n: usize, rp: f64, band: Band) -> Result<Zpk> {
    iirfilter(n, Prototype::Cheby1 { rp }, band)
}

/// Chebyshev's filter of the second kind of order `n`: `rs` decibels down at its edges and, with ripples, beyond.
///
/// ```
/// use xparray::scipy::signal::{Band, cheby2};
/// assert_eq!(cheby2(3, 40.0, Band::bandpass(0.2, 0.4))?.z().len(), 6);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`iirfilter`].
pub fn cheby2(n: usize, rs: f64, band: Band) -> Result<Zpk> {
    iirfilter(n, Prototype::Cheby2 { rs }, band)
}

/// The elliptic filter of order `n`: with ripples of `rp` decibels where it passes and `rs` decibels down where it stops.
///
/// ```
/// use xparray::scipy::signal::{Band, ellip};
/// assert_eq!(ellip(4, 0.5, 60.0, Band::lowpass(1.0).analog())?.p().len(), 4);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`iirfilter`].
pub fn ellip(n: usize, rp: f64, rs: f64, band: Band) -> Result<Zpk> {
    iirfilter(n, Prototype::Ellip { rp, rs }, band)
}

/// Bessel's filter of order `n`: an analog one with a flat delay; of a digital one it is less so.
///
/// ```
/// use xparray::scipy::signal::{Band, BesselNorm, bessel};
/// assert_eq!(bessel(4, BesselNorm::Mag, Band::lowpass(10.0).analog())?.p().len(), 4);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`iirfilter`].
pub fn bessel(n: usize, norm: BesselNorm, band: Band) -> Result<Zpk> {
    iirfilter(n, Prototype::Bessel { norm }, band)
}
