//! Derivatives and integrals.

use super::{Basis, Coefficient, Series};
use crate::error::{Error, Result};

impl<T: Coefficient> Series<T> {
    /// The derivative of an order.
    ///
    /// ```
    /// use xparray::polynomial::{Basis, Series};
    /// let p = Series::new(Basis::Chebyshev, [0.0, 0.0, 0.0, 1.0])?;
    /// assert_eq!(p.deriv(1).coefficients(), [3.0, 0.0, 6.0]); // T₃' = 3 + 6 T₂
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn deriv(&self, order: usize) -> Self {
        let (_, scale) = self.mapparms();
        let mut coefficients = self.coefficients.clone();
        for _ in 0..order.min(self.coefficients.len()) {
            coefficients = derivative(self.basis, &coefficients).into_iter().map(|c| c * T::from(scale)).collect();
        }
        self.with_coefficients(coefficients)
    }

    /// The integral, as often as `order` says. The k-th time, its value at `lower` is `constants[k]`, or 0.
    ///
    /// ```
    /// use xparray::polynomial::{Basis, Series};
    /// let p = Series::new(Basis::Power, [1.0, 2.0])?;
    /// assert_eq!(p.integ(1, &[5.0], 0.0)?.coefficients(), [5.0, 1.0, 1.0]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for more constants than integrals.
    pub fn integ(&self, order: usize, constants: &[T], lower: f64) -> Result<Self> {
        if constants.len() > order {
            return Err(Error::value("integ", format!("{} constants for {order} integrals", constants.len())));
        }
        let (offset, scale) = self.mapparms();
        let lower = T::from(offset + scale * lower);
        let mut coefficients = self.coefficients.clone();
        for k in 0..order {
            let scaled: Vec<T> = coefficients.iter().map(|&c| c / T::from(scale)).collect();
            coefficients = integral(self.basis, &scaled);
            let value = value(self.basis, &coefficients, lower);
            coefficients[0] += constants.get(k).copied().unwrap_or_else(T::zero) - value;
        }
        Ok(self.with_coefficients(coefficients))
    }
}

/// The value at a place of the window.
fn value<T: Coefficient>(basis: Basis, series: &[T], x: T) -> T {
    let (mut next, mut after) = (T::zero(), T::zero());
    for (k, &coefficient) in series.iter().enumerate().rev() {
        let [a, b, _] = basis.recurrence(k);
        let [.., c] = basis.recurrence(k + 1);
        let sum = coefficient + (T::from(a) * x + T::from(b)) * next - T::from(c) * after;
        (next, after) = (sum, next);
    }
    next
}

/// The derivative's coefficients, by what is known of each basis (NIST's Digital Library of Mathematical Functions, 18.9.3).
fn derivative<T: Coefficient>(basis: Basis, series: &[T]) -> Vec<T> {
    let mut c = series.to_vec();
    let n = c.len() - 1;
    let mut result = vec![T::zero(); n.max(1)];
    for k in (1..=n).rev() {
        let (order, value) = (k as f64, c[k]);
        match basis {
            Basis::Power | Basis::HermiteE => result[k - 1] = value * T::from(order),
            Basis::Hermite => result[k - 1] = value * T::from(2.0 * order),
            Basis::Laguerre => {
                result[k - 1] = -value;
                if k > 1 {
                    c[k - 1] += value;
                }
            }
            Basis::Chebyshev => {
                result[k - 1] = value * T::from(if k == 1 { 1.0 } else { 2.0 * order });
                if k > 2 {
                    c[k - 2] += value * T::from(order / (order - 2.0));
                }
            }
            Basis::Legendre => {
                result[k - 1] = value * T::from(2.0 * order - 1.0);
                if k > 2 {
                    c[k - 2] += value;
                }
            }
        }
    }
    result
}

/// An integral's coefficients, likewise.
fn integral<T: Coefficient>(basis: Basis, series: &[T]) -> Vec<T> {
    let mut result = vec![T::zero(); series.len() + 1];
    for (k, &value) in series.iter().enumerate() {
        let n = k as f64;
        match basis {
            Basis::Power | Basis::HermiteE => result[k + 1] = value / T::from(n + 1.0),
            Basis::Hermite => result[k + 1] = value / T::from(2.0 * (n + 1.0)),
            Basis::Laguerre => {
                result[k] += value;
                result[k + 1] -= value;
            }
            Basis::Chebyshev => {
                result[k + 1] += value / T::from(if k == 0 { 1.0 } else { 2.0 * (n + 1.0) });
                if k > 1 {
                    result[k - 1] -= value / T::from(2.0 * (n - 1.0));
                }
            }
            Basis::Legendre => {
                let part = value / T::from(2.0 * n + 1.0);
                result[k + 1] += part;
                if k > 0 {
                    result[k - 1] -= part;
                }
            }
        }
    }
    result
}
