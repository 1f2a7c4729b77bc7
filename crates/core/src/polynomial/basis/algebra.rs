//! Sums, products, quotients and other bases.

use super::{Basis, Coefficient, Series, mapped};
use crate::error::{Error, Result};
use std::ops::{Mul, Neg};

/// The coefficients of `offset + scale x`.
pub(super) fn line(basis: Basis, offset: f64, scale: f64) -> [f64; 2] {
    let [a, b, _] = basis.recurrence(0);
    [offset - scale * b / a, scale / a]
}

/// The terms of a vector, added to another.
fn add_to<T: Coefficient>(sum: &mut Vec<T>, terms: &[T], factor: T) {
    if sum.len() < terms.len() {
        sum.resize(terms.len(), T::zero());
    }
    for (sum, &term) in sum.iter_mut().zip(terms) {
        *sum += factor * term;
    }
}

/// The series times `x`.
fn times_x<T: Coefficient>(basis: Basis, series: &[T]) -> Vec<T> {
    let mut product = vec![T::zero(); series.len() + 1];
    for (k, &value) in series.iter().enumerate() {
        let [a, b, c] = basis.recurrence(k);
        product[k + 1] += value * T::from(1.0 / a);
        product[k] -= value * T::from(b / a);
        if k > 0 {
            product[k - 1] += value * T::from(c / a);
        }
    }
    product
}

/// The sum of the polynomials of `basis`, times these coefficients, of an argument, times `one`: Clenshaw's algorithm over
/// vectors of coefficients. `times` multiplies such a vector by the argument.
fn clenshaw<T: Coefficient>(basis: Basis, series: &[T], one: &[T], times: impl Fn(&[T]) -> Vec<T>) -> Vec<T> {
    let (mut next, mut after) = (Vec::new(), Vec::new());
    for (k, &coefficient) in series.iter().enumerate().rev() {
        let mut sum = Vec::new();
        add_to(&mut sum, one, coefficient);
        let [a, b, _] = basis.recurrence(k);
        let [.., c] = basis.recurrence(k + 1);
        if !next.is_empty() {
            add_to(&mut sum, &times(&next), T::from(a));
            add_to(&mut sum, &next, T::from(b));
        }
        add_to(&mut sum, &after, T::from(-c));
        after = std::mem::replace(&mut next, sum);
    }
    next
}

/// Without zeros at the end; one coefficient stays.
fn trimmed<T: Coefficient>(mut series: Vec<T>) -> Vec<T> {
    let len = series.iter().rposition(|c| !c.is_zero()).map_or(1, |last| last + 1);
    series.truncate(len);
    series
}

fn product<T: Coefficient>(basis: Basis, x: &[T], y: &[T]) -> Vec<T> {
    let (short, long) = if x.len() < y.len() { (x, y) } else { (y, x) };
    trimmed(clenshaw(basis, short, long, |series| times_x(basis, series)))
}

impl<T: Coefficient> Series<T> {
    fn same(&self, op: &'static str, other: &Self) -> Result<()> {
        match (self.basis, self.domain, self.window) == (other.basis, other.domain, other.window) {
            true => Ok(()),
            false => Err(Error::value(op, "series of different bases, domains or windows; convert one of them")),
        }
    }

    /// The sum of two series of one basis, domain and window.
    ///
    /// ```
    /// use xparray::polynomial::{Basis, Series};
    /// let (p, q) = (Series::new(Basis::Chebyshev, [1.0, 2.0])?, Series::new(Basis::Chebyshev, [0.0, 1.0, 5.0])?);
    /// assert_eq!(p.add(&q)?.coefficients(), [1.0, 3.0, 5.0]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if these differ.
    pub fn add(&self, other: &Self) -> Result<Self> {
        self.same("add", other)?;
        let mut sum = self.coefficients.clone();
        add_to(&mut sum, &other.coefficients, T::one());
        Ok(self.with_coefficients(trimmed(sum)))
    }

    /// The difference, likewise.
    ///
    /// ```
    /// use xparray::polynomial::{Basis, Series};
    /// let (p, q) = (Series::new(Basis::Power, [1.0, 2.0])?, Series::new(Basis::Power, [0.0, 2.0])?);
    /// assert_eq!(p.subtract(&q)?.coefficients(), [1.0]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`add`](Series::add).
    pub fn subtract(&self, other: &Self) -> Result<Self> {
        self.same("subtract", other)?;
        let mut sum = self.coefficients.clone();
        add_to(&mut sum, &other.coefficients, -T::one());
        Ok(self.with_coefficients(trimmed(sum)))
    }

    /// The product, likewise.
    ///
    /// ```
    /// use xparray::polynomial::{Basis, Series};
    /// let p = Series::new(Basis::Chebyshev, [0.0, 1.0])?;
    /// assert_eq!(p.multiply(&p)?.coefficients(), [0.5, 0.0, 0.5]); // T₁² = (T₀ + T₂) / 2
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`add`](Series::add).
    pub fn multiply(&self, other: &Self) -> Result<Self> {
        self.same("multiply", other)?;
        Ok(self.with_coefficients(product(self.basis, &self.coefficients, &other.coefficients)))
    }

    /// Quotient and remainder of a division of polynomials, likewise.
    ///
    /// ```
    /// use xparray::polynomial::{Basis, Series};
    /// let (p, q) = (Series::new(Basis::Power, [1.0, 0.0, 1.0])?, Series::new(Basis::Power, [1.0, 1.0])?);
    /// let (quotient, remainder) = p.divmod(&q)?;
    /// assert_eq!((quotient.coefficients(), remainder.coefficients()), (&[-1.0, 1.0][..], &[2.0][..]));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`add`](Series::add); [`Error::Singular`] if the divisor is 0.
    pub fn divmod(&self, divisor: &Self) -> Result<(Self, Self)> {
        self.same("divmod", divisor)?;
        let divisor = trimmed(divisor.coefficients.clone());
        if divisor[divisor.len() - 1].is_zero() {
            return Err(Error::Singular { op: "divmod", pivot: 0 });
        }
        let mut rest = self.coefficients.clone();
        let Some(above) = rest.len().checked_sub(divisor.len()) else {
            return Ok((self.with_coefficients(vec![T::zero()]), self.clone()));
        };
        let mut quotient = vec![T::zero(); above + 1];
        for k in (0..=above).rev() {
            let mut power = vec![T::zero(); k + 1];
            power[k] = T::one();
            let mut step = clenshaw(self.basis, &power, &divisor, |series| times_x(self.basis, series));
            let leading = step.pop().unwrap_or_else(T::one);
            let factor = rest.pop().unwrap_or_else(T::zero) / leading;
            add_to(&mut rest, &step, -factor);
            quotient[k] = factor;
        }
        if rest.is_empty() {
            rest.push(T::zero());
        }
        Ok((self.with_coefficients(trimmed(quotient)), self.with_coefficients(trimmed(rest))))
    }

    /// The series times itself, so often.
    ///
    /// ```
    /// use xparray::polynomial::{Basis, Series};
    /// assert_eq!(Series::new(Basis::Power, [1.0, 1.0])?.pow(3).coefficients(), [1.0, 3.0, 3.0, 1.0]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn pow(&self, exponent: usize) -> Self {
        let mut power = vec![T::one()];
        for _ in 0..exponent {
            power = product(self.basis, &power, &self.coefficients);
        }
        self.with_coefficients(power)
    }

    /// The same polynomial in another basis, with that one's own domain and window.
    ///
    /// ```
    /// use xparray::polynomial::{Basis, Series};
    /// let p = Series::new(Basis::Power, [0.0, 0.0, 1.0])?;
    /// assert_eq!(p.convert(Basis::Chebyshev)?.coefficients(), [0.5, 0.0, 0.5]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// None for these; those of [`convert_to`](Series::convert_to).
    pub fn convert(&self, basis: Basis) -> Result<Self> {
        self.convert_to(&Self::identity(basis))
    }

    /// The same polynomial in basis, domain and window of another series.
    ///
    /// ```
    /// use xparray::polynomial::{Basis, Series};
    /// let p = Series::new(Basis::Power, [0.0, 1.0])?; // x
    /// let wide = Series::identity(Basis::Power).with_domain([-10.0, 10.0])?;
    /// assert_eq!(p.convert_to(&wide)?.coefficients(), [0.0, 10.0]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the maps between domains and windows are beyond the range of `f64`.
    #[doc(alias = "cast")]
    pub fn convert_to(&self, like: &Self) -> Result<Self> {
        let (offset, scale) = self.mapparms();
        let (back, width) = mapped(like.window, like.domain);
        let (offset, scale) = (offset + scale * back, scale * width);
        if !offset.is_finite() || !scale.is_finite() {
            return Err(Error::value("convert", "the domains are too far apart"));
        }
        let argument = line(like.basis, offset, scale).map(T::from);
        let times = |series: &[T]| product(like.basis, &argument, series);
        Ok(like.with_coefficients(trimmed(clenshaw(self.basis, &self.coefficients, &[T::one()], times))))
    }

    /// The polynomial, with the factor 1 before its highest power, that is 0 at these places of its domain: the basis' own.
    ///
    /// ```
    /// use xparray::polynomial::{Basis, Series};
    /// assert_eq!(Series::fromroots(Basis::Power, &[1.0, 2.0]).coefficients(), [2.0, -3.0, 1.0]);
    /// ```
    pub fn fromroots(basis: Basis, roots: &[T]) -> Self {
        let x = line(basis, 0.0, 1.0).map(T::from);
        // Neighbours are multiplied first, as fewer roundings add up then.
        let mut factors: Vec<Vec<T>> = roots.iter().map(|&root| vec![x[0] - root, x[1]]).collect();
        while factors.len() > 1 {
            factors = factors
                .chunks(2)
                .map(|pair| pair[1..].iter().fold(pair[0].clone(), |p, q| product(basis, &p, q)))
                .collect();
        }
        let coefficients = factors.pop().unwrap_or_else(|| vec![T::one()]);
        Self { basis, coefficients, domain: basis.window(), window: basis.window() }
    }
}

impl<T: Coefficient> Neg for &Series<T> {
    type Output = Series<T>;

    fn neg(self) -> Series<T> {
        self * -T::one()
    }
}

impl<T: Coefficient> Mul<T> for &Series<T> {
    type Output = Series<T>;

    fn mul(self, factor: T) -> Series<T> {
        self.with_coefficients(self.coefficients.iter().map(|&c| c * factor).collect())
    }
}
