//! From one form to another.

use super::normal::normalize;
use super::sections::{Pairing, zpk2sos};
use super::{Ba, C, Coefficient, Sos, Zpk, polynomial};
use xparray_core::{Error, Result};

/// Zeros, poles and gain of a transfer function in falling powers; of a digital filter they say the same if both polynomials are equally long.
/// Roots are eigenvalues of companion matrices.
///
/// ```
/// use xparray::scipy::signal::{Ba, tf2zpk};
/// let zpk = tf2zpk(&Ba::new([2.0, -2.0], [1.0, -0.75, 0.125])?)?;
/// assert_eq!((zpk.z()[0].re, zpk.p()[0].re, zpk.p()[1].re, zpk.k()), (1.0, 0.5, 0.25, 2.0));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] if the roots are not found.
pub fn tf2zpk<T: Coefficient>(ba: &Ba<T>) -> Result<Zpk<T>> {
    const OP: &str = "tf2zpk";
    let ba = normalize(ba.b(), ba.a())?;
    Zpk::of(polynomial::roots(OP, ba.b())?, polynomial::roots(OP, ba.a())?, ba.b()[0])
}

/// The transfer function with these zeros, poles and gain.
///
/// ```
/// use xparray::scipy::signal::{Band, butter, zpk2tf};
/// let ba = zpk2tf(&butter(1, Band::lowpass(0.5))?)?;
/// assert!((ba.b()[0] - 0.5).abs() < 1e-15 && ba.a()[1].abs() < 1e-15);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] if a complex zero or pole of a filter with a real gain has no conjugate, or coefficients overflow.
pub fn zpk2tf<T: Coefficient>(zpk: &Zpk<T>) -> Result<Ba<T>> {
    const OP: &str = "zpk2tf";
    let b = T::with_roots(OP, zpk.z())?.into_iter().map(|b| b * zpk.k()).collect();
    Ba::of(b, T::with_roots(OP, zpk.p())?)
}

/// Sections of a transfer function: [`tf2zpk`], then [`zpk2sos`].
///
/// ```
/// use xparray::scipy::signal::{Ba, Pairing, tf2sos};
/// let sos = tf2sos(&Ba::new([1.0, 0.0, -1.0], [1.0, 0.0, 0.25])?, Pairing::Nearest)?;
/// assert_eq!(sos.sections(), [[1.0, 0.0, -1.0, 1.0, 0.0, 0.25]]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`tf2zpk`] and of [`zpk2sos`].
pub fn tf2sos(ba: &Ba, pairing: Pairing) -> Result<Sos> {
    zpk2sos(&tf2zpk(ba)?, pairing)
}

/// The transfer function of sections: their products.
///
/// ```
/// use xparray::scipy::signal::{Sos, sos2tf};
/// let ba = sos2tf(&Sos::new([[1.0, 1.0, 0.0, 1.0, 0.0, 0.0], [1.0, -1.0, 0.0, 1.0, 0.5, 0.0]])?)?;
/// assert_eq!(ba.b(), [1.0, 0.0, -1.0, 0.0, 0.0]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] if the first coefficient of a denominator is 0, or products overflow.
pub fn sos2tf(sos: &Sos) -> Result<Ba> {
    let product = |part: std::ops::Range<usize>| {
        let factors = sos.sections().iter().map(|section| &section[part.clone()]);
        factors.fold(vec![1.0], |product, factor| polynomial::multiply(&product, factor))
    };
    Ba::new(product(0..3), product(3..6))
}

/// Zeros, poles and gain of sections: those of each, with zeros and poles at 0 where a section has fewer than two.
///
/// ```
/// use xparray::scipy::signal::{Sos, sos2zpk};
/// let zpk = sos2zpk(&Sos::new([[2.0, 0.0, -2.0, 1.0, 0.0, 0.25]])?)?;
/// assert_eq!((zpk.z()[0].re.abs(), zpk.p()[0].im.abs(), zpk.k()), (1.0, 0.5, 2.0));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for a denominator of nothing but zeros.
pub fn sos2zpk(sos: &Sos) -> Result<Zpk> {
    const OP: &str = "sos2zpk";
    let (mut z, mut p, mut k) = (Vec::new(), Vec::new(), 1.0);
    for section in sos.sections() {
        let (b, a) = (polynomial::trimmed(&section[..3]), polynomial::trimmed(&section[3..]));
        let first = a.first().ok_or_else(|| Error::value(OP, "a denominator of zeros"))?;
        k *= b.first().copied().unwrap_or(0.0) / first;
        for (all, polynomial) in [(&mut z, b), (&mut p, a)] {
            let mut roots = polynomial::roots(OP, polynomial)?;
            roots.resize(2, C::ZERO);
            all.extend(roots);
        }
    }
    Zpk::new(z, p, k)
}
