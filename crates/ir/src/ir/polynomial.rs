//! Coefficients of polynomials as parts of kernels.

use std::hash::{Hash, Hasher};

/// The coefficients of a polynomial, the highest first. Equal if the bits are.
#[derive(Clone, Copy, Debug)]
pub struct Polynomial(pub &'static [f64]);

impl Polynomial {
    fn bits(&self) -> impl Iterator<Item = u64> {
        self.0.iter().map(|coefficient| coefficient.to_bits())
    }
}

impl PartialEq for Polynomial {
    fn eq(&self, other: &Self) -> bool {
        self.bits().eq(other.bits())
    }
}

impl Eq for Polynomial {}

impl Hash for Polynomial {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits().for_each(|bits| bits.hash(state));
    }
}
