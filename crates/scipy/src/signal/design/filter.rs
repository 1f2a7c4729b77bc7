//! Filters of all forms, as products of quotients.

use super::{Ba, C, Coefficient, Sos, Zpk, conversions};
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

/// A filter in one of its forms: [`Ba`], [`Zpk`] or [`Sos`].
pub trait Filter {
    /// As a product of quotients of polynomials in falling powers.
    fn factors(&self) -> Factors;

    /// As zeros, poles and a gain.
    ///
    /// # Errors
    /// Those of [`tf2zpk`](super::tf2zpk) and [`sos2zpk`](super::sos2zpk).
    fn to_zpk(&self) -> Result<Zpk<C>>;
}

/// `gain z^shift prod(numerators) / prod(denominators)`.
#[derive(Clone, Debug)]
pub struct Factors {
    gain: C,
    /// By how many powers of `z` a digital filter differs from its polynomials, as it has its coefficients of rising powers of `1 / z`.
    shift: i32,
    numerators: Vec<Vec<C>>,
    denominators: Vec<Vec<C>>,
}

fn complex<T: Coefficient>(coefficients: &[T]) -> Vec<C> {
    coefficients.iter().map(|c| c.complex()).collect()
}

impl<T: Coefficient> Filter for Ba<T> {
    fn factors(&self) -> Factors {
        let shift = self.a().len() as i32 - self.b().len() as i32;
        Factors { gain: C::ONE, shift, numerators: vec![complex(self.b())], denominators: vec![complex(self.a())] }
    }

    fn to_zpk(&self) -> Result<Zpk<C>> {
        conversions::tf2zpk(self)?.to_zpk()
    }
}

impl<T: Coefficient> Filter for Zpk<T> {
    fn factors(&self) -> Factors {
        let linear = |roots: &[C]| roots.iter().map(|&root| vec![C::ONE, -root]).collect();
        Factors { gain: self.k().complex(), shift: 0, numerators: linear(self.z()), denominators: linear(self.p()) }
    }

    fn to_zpk(&self) -> Result<Zpk<C>> {
        Zpk::of(self.z().to_vec(), self.p().to_vec(), self.k().complex())
    }
}

impl Filter for Sos {
    fn factors(&self) -> Factors {
        let part = |range: std::ops::Range<usize>| {
            self.sections().iter().map(|section| complex(&section[range.clone()])).collect()
        };
        Factors { gain: C::ONE, shift: 0, numerators: part(0..3), denominators: part(3..6) }
    }

    fn to_zpk(&self) -> Result<Zpk<C>> {
        conversions::sos2zpk(self)?.to_zpk()
    }
}

impl Factors {
    pub(crate) fn at(&self, x: C, digital: bool) -> C {
        let value = |c: &Vec<C>| c.iter().fold(C::ZERO, |sum, c| sum * x + c);
        let part = |all: &[Vec<C>], k: usize| all.get(k).map_or(C::ONE, value);
        let start = self.gain * if digital { x.powi(self.shift) } else { C::ONE };
        let count = self.numerators.len().max(self.denominators.len());
        (0..count).fold(start, |h, k| h * part(&self.numerators, k) / part(&self.denominators, k))
    }

    pub(crate) fn at_array<B: Backend>(&self, x: &DynArray<B>, digital: bool) -> Result<DynArray<B>> {
        let value = |c: &[C]| {
            let mut sum = x.full_like(c[0])?;
            for &c in &c[1..] {
                sum = sum.multiply(x)?.add(c)?;
            }
            Ok::<_, Error>(sum)
        };
        let mut h = x.full_like(self.gain)?;
        if digital && self.shift != 0 {
            h = h.multiply(&x.power(self.shift)?)?;
        }
        for k in 0..self.numerators.len().max(self.denominators.len()) {
            if let Some(c) = self.numerators.get(k) {
                h = h.multiply(&value(c)?)?;
            }
            if let Some(c) = self.denominators.get(k) {
                h = h.divide(&value(c)?)?;
            }
        }
        Ok(h)
    }
}
