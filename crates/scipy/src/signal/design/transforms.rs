//! Frequencies of zeros and poles, transformed.

use super::{C, Zpk, positive};
use xparray_core::Result;

/// `prod(x - a) / prod(x - b)`, the real part: the factors are conjugate.
fn quotient(x: f64, a: &[C], b: &[C]) -> f64 {
    let factor = |roots: &[C], k: usize| roots.get(k).map_or(C::ONE, |root| x - root);
    (0..a.len().max(b.len())).fold(C::ONE, |product, k| product * factor(a, k) / factor(b, k)).re
}

/// An analog low-pass filter with another cutoff than 1.
///
/// ```
/// use xparray::scipy::signal::{buttap, lp2lp_zpk};
/// assert_eq!(lp2lp_zpk(&buttap(2)?, 3.0)?.k(), 9.0);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`](xparray_core::Error::Value) unless `wo` is above 0 and there are no more zeros than poles.
pub fn lp2lp_zpk(zpk: &Zpk, wo: f64) -> Result<Zpk> {
    const OP: &str = "lp2lp_zpk";
    let wo = positive(OP, "the frequency", wo)?;
    let scaled = |roots: &[C]| roots.iter().map(|x| x * wo).collect::<Vec<_>>();
    Zpk::new(scaled(zpk.z()), scaled(zpk.p()), zpk.k() * wo.powi(zpk.degree(OP)? as i32))
}

/// An analog high-pass filter from a low-pass one with a cutoff of 1.
///
/// ```
/// use xparray::scipy::signal::{buttap, lp2hp_zpk};
/// assert_eq!(lp2hp_zpk(&buttap(2)?, 3.0)?.z().len(), 2);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`](xparray_core::Error::Value) unless `wo` is above 0 and there are no more zeros than poles, and for zeros or poles at 0.
pub fn lp2hp_zpk(zpk: &Zpk, wo: f64) -> Result<Zpk> {
    const OP: &str = "lp2hp_zpk";
    let wo = positive(OP, "the frequency", wo)?;
    let inverted = |roots: &[C]| roots.iter().map(|x| wo / x).collect::<Vec<_>>();
    let mut z = inverted(zpk.z());
    z.resize(z.len() + zpk.degree(OP)?, C::ZERO);
    Zpk::new(z, inverted(zpk.p()), zpk.k() * quotient(0.0, zpk.z(), zpk.p()))
}

/// The two frequencies of a band that a root becomes: `x ± sqrt(x^2 - wo^2)`.
fn split(roots: impl Iterator<Item = C> + Clone, wo: f64) -> Vec<C> {
    let root = |x: C| ((x - wo) * (x + wo)).sqrt();
    roots.clone().map(|x| x + root(x)).chain(roots.map(|x| x - root(x))).collect()
}

/// An analog band-pass filter of the width `bw` about `wo`, their geometric mean, from a low-pass one with a cutoff of 1.
///
/// ```
/// use xparray::scipy::signal::{buttap, lp2bp_zpk};
/// let zpk = lp2bp_zpk(&buttap(2)?, 3.0, 0.5)?;
/// assert_eq!((zpk.z().len(), zpk.p().len(), zpk.k()), (2, 4, 0.25));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`](xparray_core::Error::Value) unless `wo` and `bw` are above 0 and there are no more zeros than poles.
pub fn lp2bp_zpk(zpk: &Zpk, wo: f64, bw: f64) -> Result<Zpk> {
    const OP: &str = "lp2bp_zpk";
    let (wo, bw) = (positive(OP, "the frequency", wo)?, positive(OP, "the bandwidth", bw)?);
    let degree = zpk.degree(OP)?;
    let band = |roots: &[C]| split(roots.iter().map(|x| x * (bw / 2.0)), wo);
    let mut z = band(zpk.z());
    z.resize(z.len() + degree, C::ZERO);
    Zpk::new(z, band(zpk.p()), zpk.k() * bw.powi(degree as i32))
}

/// An analog band-stop filter of the width `bw` about `wo`, from a low-pass one with a cutoff of 1.
///
/// ```
/// use xparray::scipy::signal::{buttap, lp2bs_zpk};
/// let zpk = lp2bs_zpk(&buttap(2)?, 3.0, 0.5)?;
/// assert_eq!((zpk.z().len(), zpk.z()[0].im), (4, 3.0));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`](xparray_core::Error::Value) unless `wo` and `bw` are above 0 and there are no more zeros than poles, and for zeros or poles at 0.
pub fn lp2bs_zpk(zpk: &Zpk, wo: f64, bw: f64) -> Result<Zpk> {
    const OP: &str = "lp2bs_zpk";
    let (wo, bw) = (positive(OP, "the frequency", wo)?, positive(OP, "the bandwidth", bw)?);
    let degree = zpk.degree(OP)?;
    let band = |roots: &[C]| split(roots.iter().map(|x| bw / 2.0 / x), wo);
    let mut z = band(zpk.z());
    z.extend(vec![C::new(0.0, wo); degree]);
    z.extend(vec![C::new(0.0, -wo); degree]);
    Zpk::new(z, band(zpk.p()), zpk.k() * quotient(0.0, zpk.z(), zpk.p()))
}

/// A digital filter from an analog one, by Tustin's method: a root `s` becomes `(2 fs + s) / (2 fs - s)`.
///
/// ```
/// use xparray::scipy::signal::{bilinear_zpk, buttap};
/// let zpk = bilinear_zpk(&buttap(1)?, 0.5)?;
/// assert_eq!((zpk.z()[0].re, zpk.p()[0].norm(), zpk.k()), (-1.0, 0.0, 0.5));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`](xparray_core::Error::Value) unless `fs` is above 0 and there are no more zeros than poles, and for a root at `2 fs`.
pub fn bilinear_zpk(zpk: &Zpk, fs: f64) -> Result<Zpk> {
    const OP: &str = "bilinear_zpk";
    let twice = 2.0 * positive(OP, "the sampling rate", fs)?;
    let digital = |roots: &[C]| roots.iter().map(|x| (twice + x) / (twice - x)).collect::<Vec<_>>();
    let mut z = digital(zpk.z());
    z.resize(z.len() + zpk.degree(OP)?, -C::ONE);
    Zpk::new(z, digital(zpk.p()), zpk.k() * quotient(twice, zpk.z(), zpk.p()))
}
