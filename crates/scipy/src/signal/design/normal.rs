//! Frequencies of transfer functions, transformed by substitution.

use super::{Ba, Coefficient, polynomial, positive};
use xparray_core::{Error, Result};

/// A transfer function in falling powers whose denominator's first coefficient is 1: zeros in front of either polynomial are dropped.
///
/// ```
/// use xparray::scipy::signal::normalize;
/// let ba = normalize(&[0.0, 2.0, 4.0], &[0.0, 2.0, 1.0])?;
/// assert_eq!((ba.b(), ba.a()), (&[1.0, 2.0][..], &[1.0, 0.5][..]));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for no coefficients, a denominator of zeros, and NaN or infinities.
pub fn normalize<T: Coefficient>(b: &[T], a: &[T]) -> Result<Ba<T>> {
    let (rest, a) = (polynomial::trimmed(b), polynomial::trimmed(a));
    let &[first, ..] = a else {
        return Err(Error::value("normalize", "a denominator of zeros"));
    };
    // Of zeros alone one is left.
    let b = if rest.is_empty() { &b[b.len().saturating_sub(1)..] } else { rest };
    let divided = |x: &[T]| x.iter().map(|x| x.over(first)).collect::<Vec<_>>();
    Ba::of(divided(b), divided(a))
}

/// The filter of `n(s) / d(s)` in the place of `s`.
fn substituted<T: Coefficient>(ba: &Ba<T>, n: &[f64], d: &[f64]) -> Result<Ba<T>> {
    let [n, d] = [n, d].map(|x| x.iter().map(|&x| T::real(x)).collect::<Vec<_>>());
    let degree = ba.a().len().max(ba.b().len()) - 1;
    let mut powers = vec![vec![T::real(1.0)]];
    for k in 0..degree {
        powers.push(polynomial::multiply(&powers[k], &d));
    }
    // Horner's scheme, in which each step brings a factor of the denominator.
    let of = |c: &[T]| {
        let first = degree + 1 - c.len();
        c.iter().enumerate().fold(vec![T::real(0.0)], |sum, (k, &c)| {
            let term: Vec<T> = powers[first + k].iter().map(|&x| c * x).collect();
            polynomial::add(&polynomial::multiply(&sum, &n), &term)
        })
    };
    normalize(&of(ba.b()), &of(ba.a()))
}

/// An analog low-pass filter with another cutoff: `s / wo` in the place of `s`.
///
/// ```
/// use xparray::scipy::signal::{Ba, lp2lp};
/// assert_eq!(lp2lp(&Ba::new([1.0], [1.0, 1.0])?, 2.0)?.a(), [1.0, 2.0]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] unless `wo` is above 0.
pub fn lp2lp<T: Coefficient>(ba: &Ba<T>, wo: f64) -> Result<Ba<T>> {
    let wo = positive("lp2lp", "the frequency", wo)?;
    substituted(ba, &[1.0, 0.0], &[wo])
}

/// An analog high-pass filter from a low-pass one: `wo / s` in the place of `s`.
///
/// ```
/// use xparray::scipy::signal::{Ba, lp2hp};
/// assert_eq!(lp2hp(&Ba::new([1.0], [1.0, 1.0])?, 2.0)?.b(), [1.0, 0.0]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] unless `wo` is above 0.
pub fn lp2hp<T: Coefficient>(ba: &Ba<T>, wo: f64) -> Result<Ba<T>> {
    let wo = positive("lp2hp", "the frequency", wo)?;
    substituted(ba, &[wo], &[1.0, 0.0])
}

/// An analog band-pass filter from a low-pass one: `(s^2 + wo^2) / (bw s)` in the place of `s`.
///
/// ```
/// use xparray::scipy::signal::{Ba, lp2bp};
/// assert_eq!(lp2bp(&Ba::new([1.0], [1.0, 1.0])?, 2.0, 0.5)?.a(), [1.0, 0.5, 4.0]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] unless `wo` and `bw` are above 0.
pub fn lp2bp<T: Coefficient>(ba: &Ba<T>, wo: f64, bw: f64) -> Result<Ba<T>> {
    const OP: &str = "lp2bp";
    let (wo, bw) = (positive(OP, "the frequency", wo)?, positive(OP, "the bandwidth", bw)?);
    substituted(ba, &[1.0, 0.0, wo * wo], &[bw, 0.0])
}

/// An analog band-stop filter from a low-pass one: `bw s / (s^2 + wo^2)` in the place of `s`.
///
/// ```
/// use xparray::scipy::signal::{Ba, lp2bs};
/// assert_eq!(lp2bs(&Ba::new([1.0], [1.0, 1.0])?, 2.0, 0.5)?.b(), [1.0, 0.0, 4.0]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] unless `wo` and `bw` are above 0.
pub fn lp2bs<T: Coefficient>(ba: &Ba<T>, wo: f64, bw: f64) -> Result<Ba<T>> {
    const OP: &str = "lp2bs";
    let (wo, bw) = (positive(OP, "the frequency", wo)?, positive(OP, "the bandwidth", bw)?);
    substituted(ba, &[bw, 0.0], &[1.0, 0.0, wo * wo])
}

/// A digital filter from an analog one, by Tustin's method: `2 fs (z - 1) / (z + 1)` in the place of `s`.
///
/// ```
/// use xparray::scipy::signal::{Ba, bilinear};
/// assert_eq!(bilinear(&Ba::new([1.0], [1.0, 1.0])?, 0.5)?.b(), [0.5, 0.5]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] unless `fs` is above 0, and for a pole at `2 fs`.
pub fn bilinear<T: Coefficient>(ba: &Ba<T>, fs: f64) -> Result<Ba<T>> {
    let twice = 2.0 * positive("bilinear", "the sampling rate", fs)?;
    substituted(ba, &[twice, -twice], &[1.0, 1.0])
}
