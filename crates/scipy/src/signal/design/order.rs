//! The least orders with which filters do what they should.

use super::band::Kind;
use super::specification::{Approximation, Specification};
use super::{Band, Edges, Prototype, Zpk, iirfilter};
use xparray_core::{Error, Result};

/// The order, not rounded, with which an analog band-stop filter passes below `passb[0]` and above `passb[1]` and stops from `stopb[0]` to `stopb[1]`:
/// what the order functions make least by moving the former.
///
/// ```
/// use xparray::scipy::signal::{Approximation, band_stop_obj};
/// let order = |low| band_stop_obj([low, 2.0], [0.9, 1.5], 1.0, 40.0, Approximation::Butter);
/// assert!(order(0.6)? < order(0.5)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`buttord`].
pub fn band_stop_obj(passb: [f64; 2], stopb: [f64; 2], gpass: f64, gstop: f64, kind: Approximation) -> Result<f64> {
    const OP: &str = "band_stop_obj";
    let wanted = Specification::new(passb, stopb, gpass, gstop).analog().wanted(OP)?;
    match wanted.kind {
        Kind::Stop => Ok(wanted.order(kind)),
        Kind::Pass => Err(Error::value(OP, "the stop band is not inside")),
    }
}

/// The least order of Butterworth's filter that does what is specified, and its band: the edges at which it is 3 dB down, so that it just reaches
/// `gpass`. [`butter`](super::butter) takes both.
///
/// ```
/// use xparray::scipy::signal::{Specification, butter, buttord};
/// let (n, band) = buttord(Specification::new([20.0, 50.0], [14.0, 60.0], 3.0, 40.0).analog())?;
/// assert_eq!(butter(n, band)?.p().len(), 2 * n);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] unless the edges are above 0 and, of digital filters, below half the sampling rate, and the pass and the stop band apart; unless
/// `gpass` and `gstop` are above 0 and the second is larger; and for an order above 10,000.
pub fn buttord(specification: Specification) -> Result<(usize, Band)> {
    let wanted = specification.wanted("buttord")?.narrowed(Approximation::Butter);
    let n = wanted.rounded(Approximation::Butter)?;
    let w0 = wanted.pass_power.powf(-0.5 / n as f64);
    let edges = match (wanted.kind, wanted.pass) {
        (Kind::Pass, Edges::One(p)) => Edges::One(w0 * p),
        (Kind::Stop, Edges::One(p)) => Edges::One(p / w0),
        (Kind::Pass, Edges::Two(p1, p2)) => spread(p1, p2, w0),
        (Kind::Stop, Edges::Two(p1, p2)) => spread(p1, p2, 1.0 / w0),
    };
    Ok((n, specification.band(wanted.kind, edges)))
}

/// A band about the same middle, by a factor as wide.
fn spread(low: f64, high: f64, factor: f64) -> Edges {
    let half = factor * (high - low) / 2.0;
    let root = (half * half + low * high).sqrt();
    Edges::Two(low * high / (root + half), root + half)
}

/// The least order of Chebyshev's filter of the first kind that does what is specified, and its band, for [`cheby1`](super::cheby1).
///
/// ```
/// use xparray::scipy::signal::{Specification, cheb1ord};
/// assert_eq!(cheb1ord(Specification::new(0.2, 0.3, 3.0, 40.0))?.0, 6);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`buttord`].
pub fn cheb1ord(specification: Specification) -> Result<(usize, Band)> {
    at_the_pass_band("cheb1ord", specification, Approximation::Cheby1)
}

fn at_the_pass_band(op: &'static str, specification: Specification, kind: Approximation) -> Result<(usize, Band)> {
    let wanted = specification.wanted(op)?.narrowed(kind);
    Ok((wanted.rounded(kind)?, specification.band(wanted.kind, wanted.pass)))
}

/// The least order of Chebyshev's filter of the second kind that does what is specified, and its band: the edges at which it first reaches `gstop`,
/// for [`cheby2`](super::cheby2).
///
/// ```
/// use xparray::scipy::signal::{Specification, cheb2ord};
/// assert_eq!(cheb2ord(Specification::new(0.2, 0.3, 3.0, 40.0))?.0, 6);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`buttord`].
pub fn cheb2ord(specification: Specification) -> Result<(usize, Band)> {
    let wanted = specification.wanted("cheb2ord")?.narrowed(Approximation::Cheby2);
    let n = wanted.rounded(Approximation::Cheby2)?;
    let discrimination = (wanted.stop_power / wanted.pass_power).sqrt();
    let factor = (discrimination.acosh() / n as f64).cosh();
    let edges = match (wanted.kind, wanted.pass) {
        (Kind::Pass, Edges::One(p)) => Edges::One(p * factor),
        (Kind::Stop, Edges::One(p)) => Edges::One(p / factor),
        (Kind::Pass, Edges::Two(p1, p2)) => spread(p1, p2, factor),
        (Kind::Stop, Edges::Two(p1, p2)) => spread(p1, p2, 1.0 / factor),
    };
    Ok((n, specification.band(wanted.kind, edges)))
}

/// The least order of the elliptic filter that does what is specified, and its band, for [`ellip`](super::ellip).
///
/// ```
/// use xparray::scipy::signal::{Specification, ellipord};
/// assert_eq!(ellipord(Specification::new(0.2, 0.3, 3.0, 40.0))?.0, 4);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`buttord`].
pub fn ellipord(specification: Specification) -> Result<(usize, Band)> {
    at_the_pass_band("ellipord", specification, Approximation::Ellip)
}

/// The filter of least order that does what is specified.
///
/// ```
/// use xparray::scipy::signal::{Approximation, Specification, iirdesign};
/// let filter = iirdesign(Specification::new(0.2, 0.3, 1.0, 40.0), Approximation::Ellip)?;
/// assert!(filter.p().iter().all(|p| p.norm() < 1.0));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`buttord`].
pub fn iirdesign(specification: Specification, kind: Approximation) -> Result<Zpk> {
    let (rp, rs) = (specification.gpass, specification.gstop);
    let ((n, band), prototype) = match kind {
        Approximation::Butter => (buttord(specification)?, Prototype::Butter),
        Approximation::Cheby1 => (cheb1ord(specification)?, Prototype::Cheby1 { rp }),
        Approximation::Cheby2 => (cheb2ord(specification)?, Prototype::Cheby2 { rs }),
        Approximation::Ellip => (ellipord(specification)?, Prototype::Ellip { rp, rs }),
    };
    iirfilter(n, prototype, band)
}
