//! The forms in which a filter is written down.

use super::{C, Coefficient};
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

/// A transfer function: a quotient of polynomials. Of a digital filter the coefficients are those of `1, z^-1, z^-2, ..`, as filters use them;
/// of an analog one they are those of falling powers of `s`. They are real, or complex.
///
/// ```
/// use xparray::scipy::signal::Ba;
/// let mean = Ba::new([0.5, 0.5], [1.0])?;
/// assert_eq!((mean.b(), mean.a()), (&[0.5, 0.5][..], &[1.0][..]));
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Ba<T = f64> {
    b: Vec<T>,
    a: Vec<T>,
}

impl Ba {
    /// Of these coefficients, the numerator's first.
    ///
    /// # Errors
    /// [`Error::Value`] if one of them has none, if the denominator's first one is 0, and for NaN or infinities.
    pub fn new(b: impl Into<Vec<f64>>, a: impl Into<Vec<f64>>) -> Result<Self> {
        Self::of(b.into(), a.into())
    }
}

impl Ba<C> {
    /// Of these complex coefficients, the numerator's first.
    ///
    /// ```
    /// use xparray::prelude::*;
    /// use xparray::scipy::signal::{Ba, tf2zpk};
    /// let turned = Ba::complex([Complex::new(1.0, 0.0)], [Complex::new(1.0, 0.0), Complex::new(0.0, -0.5)])?;
    /// assert_eq!(tf2zpk(&turned)?.p(), [Complex::new(0.0, 0.5)]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Ba::new`].
    pub fn complex(b: impl Into<Vec<C>>, a: impl Into<Vec<C>>) -> Result<Self> {
        Self::of(b.into(), a.into())
    }
}

impl<T: Coefficient> Ba<T> {
    pub(in crate::signal) fn of(b: Vec<T>, a: Vec<T>) -> Result<Self> {
        const OP: &str = "Ba::new";
        if b.is_empty() || a.is_empty() {
            return Err(Error::value(OP, "no coefficients"));
        }
        if a[0] == T::real(0.0) {
            return Err(Error::value(OP, "the first coefficient of the denominator is 0"));
        }
        if !b.iter().chain(&a).all(|x| x.is_finite()) {
            return Err(Error::value(OP, "coefficients hold NaN or infinity"));
        }
        Ok(Self { b, a })
    }

    /// The numerator.
    pub fn b(&self) -> &[T] {
        &self.b
    }

    /// The denominator.
    pub fn a(&self) -> &[T] {
        &self.a
    }

    /// Both as arrays of a device, the numerator first.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] if the device has no room.
    pub fn arrays<B: Backend>(&self, xp: &B) -> Result<(Array<T, B>, Array<T, B>)> {
        Ok((xp.from_slice(&self.b, self.b.len())?, xp.from_slice(&self.a, self.a.len())?))
    }
}

/// Zeros, poles and a gain: `k prod(x - z) / prod(x - p)`. The gain's type says whether the filter has real coefficients, or complex ones.
///
/// ```
/// use xparray::prelude::*;
/// use xparray::scipy::signal::Zpk;
/// let filter = Zpk::new([Complex::new(-1.0, 0.0)], [Complex::new(0.5, 0.0)], 0.25)?;
/// assert_eq!((filter.z().len(), filter.p()[0].re, filter.k()), (1, 0.5, 0.25));
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Zpk<T = f64> {
    z: Vec<C>,
    p: Vec<C>,
    k: T,
}

impl Zpk {
    /// Of these zeros and poles, complex ones with their conjugates if the filter is to have real coefficients.
    ///
    /// # Errors
    /// [`Error::Value`] for NaN or infinities.
    pub fn new(z: impl Into<Vec<C>>, p: impl Into<Vec<C>>, k: f64) -> Result<Self> {
        Self::of(z.into(), p.into(), k)
    }
}

impl Zpk<C> {
    /// Of any zeros and poles.
    ///
    /// ```
    /// use xparray::prelude::*;
    /// use xparray::scipy::signal::{Zpk, zpk2tf};
    /// let (i, k) = (Complex::new(0.0, 1.0), Complex::new(2.0, 0.0));
    /// assert_eq!(zpk2tf(&Zpk::complex([i], [], k)?)?.b(), [k, -k * i]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for NaN or infinities.
    pub fn complex(z: impl Into<Vec<C>>, p: impl Into<Vec<C>>, k: C) -> Result<Self> {
        Self::of(z.into(), p.into(), k)
    }
}

impl<T: Coefficient> Zpk<T> {
    pub(in crate::signal) fn of(z: Vec<C>, p: Vec<C>, k: T) -> Result<Self> {
        if !z.iter().chain(&p).all(|x| x.is_finite()) || !k.is_finite() {
            return Err(Error::value("Zpk::new", "zeros, poles or the gain are NaN or infinite"));
        }
        Ok(Self { z, p, k })
    }

    /// The zeros.
    pub fn z(&self) -> &[C] {
        &self.z
    }

    /// The poles.
    pub fn p(&self) -> &[C] {
        &self.p
    }

    /// The gain.
    pub fn k(&self) -> T {
        self.k
    }

    /// How many more poles than zeros there are.
    pub(super) fn degree(&self, op: &'static str) -> Result<usize> {
        let message = || Error::value(op, format!("{} zeros of {} poles", self.z.len(), self.p.len()));
        self.p.len().checked_sub(self.z.len()).ok_or_else(message)
    }
}

/// Sections of second order, one after the other: each `[b0, b1, b2, a0, a1, a2]`. The form to filter with, as rounding does it least harm.
///
/// ```
/// use xparray::scipy::signal::{Band, Pairing, butter, zpk2sos};
/// let sos = zpk2sos(&butter(5, Band::lowpass(0.25))?, Pairing::Nearest)?;
/// assert_eq!(sos.sections().len(), 3);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Sos {
    sections: Vec<[f64; 6]>,
}

impl Sos {
    /// Of these sections.
    ///
    /// # Errors
    /// [`Error::Value`] for no sections, a section whose denominator is 0, and NaN or infinities.
    pub fn new(sections: impl Into<Vec<[f64; 6]>>) -> Result<Self> {
        const OP: &str = "Sos::new";
        let sections = sections.into();
        if sections.is_empty() || sections.iter().any(|section| section[3..] == [0.0; 3]) {
            return Err(Error::value(OP, "no sections, or one without a denominator"));
        }
        if !sections.iter().flatten().all(|x| x.is_finite()) {
            return Err(Error::value(OP, "coefficients hold NaN or infinity"));
        }
        Ok(Self { sections })
    }

    /// The sections.
    pub fn sections(&self) -> &[[f64; 6]] {
        &self.sections
    }

    /// The sections as an array of a device, `[sections, 6]`.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] if the device has no room.
    pub fn array<B: Backend>(&self, xp: &B) -> Result<Array<f64, B>> {
        xp.from_slice(self.sections.as_flattened(), [self.sections.len(), 6])
    }
}
