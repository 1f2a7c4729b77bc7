//! Polynomials in several bases, with a domain: the classes of `numpy.polynomial`.

mod algebra;
mod calculus;
mod fit;
mod text;
mod values;

pub use fit::SeriesFit;

use crate::element::Element;
use crate::error::{Error, Result};
use num_complex::Complex;
use num_traits::NumAssign;
use std::ops::Neg;

/// What polynomials a [`Series`] sums.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::polynomial::{Basis, Series};
/// let p = Series::new(Basis::Legendre, [0.0, 0.0, 1.0])?; // (3 x² - 1) / 2
/// assert_eq!(p.at(&xp.array([0.0, 1.0])?)?.to_string(), "[-0.5  1. ]");
/// assert_eq!(p.convert(Basis::Power)?.coefficients(), [-0.5, 0.0, 1.5]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Basis {
    /// Powers: `numpy.polynomial.Polynomial`.
    #[doc(alias = "Polynomial")]
    Power,
    /// Chebyshev polynomials of the first kind.
    Chebyshev,
    /// Legendre polynomials.
    Legendre,
    /// Physicists' Hermite polynomials.
    Hermite,
    /// Probabilists' Hermite polynomials.
    HermiteE,
    /// Laguerre polynomials.
    Laguerre,
}

impl Basis {
    /// All bases.
    pub const ALL: [Self; 6] =
        [Self::Power, Self::Chebyshev, Self::Legendre, Self::Hermite, Self::HermiteE, Self::Laguerre];

    /// The recurrence of the polynomials: `p[k + 1] = (a x + b) p[k] - c p[k - 1]`, with `p[0] = 1` and, for k = 0, no `c`.
    /// NIST's Digital Library of Mathematical Functions, 18.9.1.
    fn recurrence(self, k: usize) -> [f64; 3] {
        let n = k as f64;
        match self {
            Self::Power => [1.0, 0.0, 0.0],
            Self::Chebyshev if k == 0 => [1.0, 0.0, 0.0],
            Self::Chebyshev => [2.0, 0.0, 1.0],
            Self::Legendre => [(2.0 * n + 1.0) / (n + 1.0), 0.0, n / (n + 1.0)],
            Self::Hermite => [2.0, 0.0, 2.0 * n],
            Self::HermiteE => [1.0, 0.0, n],
            Self::Laguerre => [-1.0 / (n + 1.0), (2.0 * n + 1.0) / (n + 1.0), n / (n + 1.0)],
        }
    }

    /// Where its polynomials are used, unless a series says otherwise.
    fn window(self) -> [f64; 2] {
        if self == Self::Laguerre { [0.0, 1.0] } else { [-1.0, 1.0] }
    }
}

/// Coefficients of a [`Series`]: `f64` or complex.
pub trait Coefficient: Element + NumAssign + Neg<Output = Self> + From<f64> {}

impl Coefficient for f64 {}
impl Coefficient for Complex<f64> {}

/// A polynomial as a sum of those of a basis, the lowest degree first: one of NumPy's `Polynomial`, `Chebyshev`, `Legendre`,
/// `Hermite`, `HermiteE` and `Laguerre`. The domain, an interval, is mapped to the basis' window before the polynomials are computed.
///
/// Coefficients are on the host; values at the elements of arrays are one kernel.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::polynomial::{Basis, Series, SeriesFit};
/// let x = xp.linspace(0.0, 4.0, 9)?;
/// let p = Series::<f64>::fit(Basis::Chebyshev, &x, &x.square(), 2, SeriesFit::new())?;
/// assert_eq!(p.domain(), [0.0, 4.0]);
/// assert!((p.deriv(1).at(&xp.scalar(3.0))?.typed::<f64>()?.item()? - 6.0).abs() < 1e-12);
/// let q = Series::new(Basis::Chebyshev, [1.0, 2.0, 3.0])?;
/// assert_eq!(q.to_string(), "1.0 + 2.0·T₁(x) + 3.0·T₂(x)");
/// # Ok::<(), xparray::Error>(())
/// ```
#[doc(alias("Polynomial", "Chebyshev", "Legendre", "Hermite", "HermiteE", "Laguerre", "ABCPolyBase"))]
#[derive(Clone, Debug, PartialEq)]
pub struct Series<T = f64> {
    basis: Basis,
    /// One at least.
    coefficients: Vec<T>,
    domain: [f64; 2],
    window: [f64; 2],
}

impl<T: Coefficient> Series<T> {
    /// The sum of the basis' polynomials times these coefficients.
    ///
    /// # Errors
    /// [`Error::Value`] for no coefficients.
    pub fn new(basis: Basis, coefficients: impl Into<Vec<T>>) -> Result<Self> {
        let coefficients = coefficients.into();
        match coefficients.is_empty() {
            true => Err(Error::value("Series", "no coefficients")),
            false => Ok(Self { basis, coefficients, domain: basis.window(), window: basis.window() }),
        }
    }

    /// The same coefficients for another domain.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::{Basis, Series};
    /// let p = Series::new(Basis::Power, [0.0, 1.0])?.with_domain([0.0, 10.0])?;
    /// assert_eq!(p.at(&xp.array([0.0, 5.0, 10.0])?)?.to_string(), "[-1.  0.  1.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] unless the ends are finite and apart.
    pub fn with_domain(self, domain: [f64; 2]) -> Result<Self> {
        Ok(Self { domain: checked_interval(domain)?, ..self })
    }

    /// The same coefficients with another window.
    ///
    /// # Errors
    /// [`Error::Value`] unless the ends are finite and apart.
    pub fn with_window(self, window: [f64; 2]) -> Result<Self> {
        Ok(Self { window: checked_interval(window)?, ..self })
    }

    /// One of the basis' polynomials.
    ///
    /// ```
    /// use xparray::polynomial::{Basis, Series};
    /// let p = Series::<f64>::basis_polynomial(Basis::Hermite, 2);
    /// assert_eq!(p.coefficients(), [0.0, 0.0, 1.0]);
    /// ```
    #[doc(alias = "basis")]
    pub fn basis_polynomial(basis: Basis, degree: usize) -> Self {
        let mut coefficients = vec![T::zero(); degree + 1];
        coefficients[degree] = T::one();
        Self { basis, coefficients, domain: basis.window(), window: basis.window() }
    }

    /// The polynomial `x`.
    ///
    /// ```
    /// use xparray::polynomial::{Basis, Series};
    /// assert_eq!(Series::<f64>::identity(Basis::Laguerre).coefficients(), [1.0, -1.0]);
    /// ```
    pub fn identity(basis: Basis) -> Self {
        let coefficients = algebra::line(basis, 0.0, 1.0).map(T::from).into();
        Self { basis, coefficients, domain: basis.window(), window: basis.window() }
    }

    /// What it is a sum of.
    pub fn basis(&self) -> Basis {
        self.basis
    }

    /// The coefficients, the lowest degree first.
    #[doc(alias = "coef")]
    pub fn coefficients(&self) -> &[T] {
        &self.coefficients
    }

    /// The interval that is mapped to the window.
    pub fn domain(&self) -> [f64; 2] {
        self.domain
    }

    /// The interval that the domain is mapped to.
    pub fn window(&self) -> [f64; 2] {
        self.window
    }

    /// The highest degree that there is a coefficient for.
    pub fn degree(&self) -> usize {
        self.coefficients.len() - 1
    }

    /// `offset` and `scale` of the map from domain to window, `offset + scale x`.
    ///
    /// ```
    /// use xparray::polynomial::{Basis, Series};
    /// let p = Series::new(Basis::Power, [1.0])?.with_domain([0.0, 4.0])?;
    /// assert_eq!(p.mapparms(), (-1.0, 0.5));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn mapparms(&self) -> (f64, f64) {
        mapped(self.domain, self.window)
    }

    /// Without coefficients at the end whose magnitude is at most `tol`; one stays.
    ///
    /// ```
    /// use xparray::polynomial::{Basis, Series};
    /// let p = Series::new(Basis::Power, [1.0, 2.0, 1e-12])?;
    /// assert_eq!(p.trim(1e-9).coefficients(), [1.0, 2.0]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn trim(&self, tol: f64) -> Self {
        let magnitude = |c: &T| {
            let z: Complex<f64> = c.cast();
            z.norm()
        };
        let len = self.coefficients.iter().rposition(|c| magnitude(c) > tol).map_or(1, |last| last + 1);
        let mut trimmed = self.truncated(len);
        if len == 1 && magnitude(&trimmed.coefficients[0]) <= tol {
            trimmed.coefficients[0] = T::zero();
        }
        trimmed
    }

    /// Without the terms above a degree.
    ///
    /// ```
    /// use xparray::polynomial::{Basis, Series};
    /// assert_eq!(Series::new(Basis::Power, [1.0, 2.0, 3.0])?.cutdeg(1).coefficients(), [1.0, 2.0]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    #[doc(alias = "truncate")]
    pub fn cutdeg(&self, degree: usize) -> Self {
        self.truncated(degree.saturating_add(1).min(self.coefficients.len()))
    }

    fn truncated(&self, len: usize) -> Self {
        self.with_coefficients(self.coefficients[..len].to_vec())
    }

    /// Others over the same basis, domain and window.
    fn with_coefficients(&self, coefficients: Vec<T>) -> Self {
        Self { coefficients, ..*self }
    }
}

fn checked_interval(interval: [f64; 2]) -> Result<[f64; 2]> {
    match interval.iter().all(|end| end.is_finite()) && interval[0] != interval[1] {
        true => Ok(interval),
        false => Err(Error::value("Series", format!("{interval:?} is no interval"))),
    }
}

/// The line through `(from[0], to[0])` and `(from[1], to[1])`, as NumPy computes it.
fn mapped(from: [f64; 2], to: [f64; 2]) -> (f64, f64) {
    let length = from[1] - from[0];
    ((from[1] * to[0] - from[0] * to[1]) / length, (to[1] - to[0]) / length)
}
