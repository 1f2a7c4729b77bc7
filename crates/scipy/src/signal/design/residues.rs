//! Partial fractions.

use super::unique::{RootType, unique_roots};
use super::{Ba, C, Coefficient, polynomial};
use xparray_core::{Error, Result};

/// Partial fractions: residues, a pole for each, and a polynomial. Of a multiple pole there is a residue for each power, the first one first.
///
/// ```
/// use xparray::scipy::signal::{Ba, residue};
/// let fractions = residue(&Ba::new([1.0, 3.0], [1.0, 3.0, 2.0])?, 1e-3)?; // 2 / (s + 1) - 1 / (s + 2)
/// assert!((fractions.r()[0].re - 2.0).abs() < 1e-13 && fractions.p()[0].re == -1.0 && fractions.k().is_empty());
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Fractions<T = f64> {
    r: Vec<C>,
    p: Vec<C>,
    k: Vec<T>,
}

impl Fractions {
    /// Of these residues, poles and polynomial, in the order of [`residue`] or [`residuez`].
    ///
    /// # Errors
    /// [`Error::Value`] unless there is a pole for each residue, and for NaN or infinities.
    pub fn new(r: impl Into<Vec<C>>, p: impl Into<Vec<C>>, k: impl Into<Vec<f64>>) -> Result<Self> {
        Self::of(r.into(), p.into(), k.into())
    }
}

impl Fractions<C> {
    /// Of residues and poles that need not be conjugate, and of a complex polynomial.
    ///
    /// ```
    /// use xparray::prelude::*;
    /// use xparray::scipy::signal::{Fractions, invres};
    /// let (one, i) = (Complex::new(1.0, 0.0), Complex::new(0.0, 1.0));
    /// assert_eq!(invres(&Fractions::complex([one], [i], [])?, 1e-3)?.a(), [one, -i]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Fractions::new`].
    pub fn complex(r: impl Into<Vec<C>>, p: impl Into<Vec<C>>, k: impl Into<Vec<C>>) -> Result<Self> {
        Self::of(r.into(), p.into(), k.into())
    }
}

impl<T: Coefficient> Fractions<T> {
    fn of(r: Vec<C>, p: Vec<C>, k: Vec<T>) -> Result<Self> {
        let finite = r.iter().chain(&p).all(|x| x.is_finite()) && k.iter().all(|x| x.is_finite());
        match r.len() == p.len() && finite {
            true => Ok(Self { r, p, k }),
            false => Err(Error::value("Fractions::new", "not a pole for each residue, or NaN or infinity")),
        }
    }

    /// The residues.
    pub fn r(&self) -> &[C] {
        &self.r
    }

    /// The poles.
    pub fn p(&self) -> &[C] {
        &self.p
    }

    /// The polynomial.
    pub fn k(&self) -> &[T] {
        &self.k
    }
}

/// The partial fractions of a transfer function in falling powers of `s`, `r / (s - p)^power`, and a polynomial. Poles that differ by up to `tol` are
/// one. By Taylor's series at each pole.
///
/// ```
/// use xparray::scipy::signal::{Ba, residue};
/// let fractions = residue(&Ba::new([1.0, 0.0, 0.0], [1.0, 1.0])?, 1e-3)?; // s - 1 + 1 / (s + 1)
/// assert!(fractions.k() == [1.0, -1.0] && fractions.r()[0].re == 1.0);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] if the poles are not found.
pub fn residue<T: Coefficient>(ba: &Ba<T>, tol: f64) -> Result<Fractions<T>> {
    let poles = polynomial::roots("residue", ba.a())?;
    let (k, rest) = divided(polynomial::trimmed(ba.b()), ba.a());
    let groups = grouped(&poles, tol);
    let mut r = residues(&groups, &rest);
    r.iter_mut().for_each(|r| *r /= ba.a()[0].complex());
    Fractions::of(r, repeated(&groups), k)
}

/// The partial fractions of a transfer function in rising powers of `1 / z`, `r / (1 - p / z)^power`, and a polynomial of such. Poles that differ by
/// up to `tol` are one.
///
/// ```
/// use xparray::scipy::signal::{Ba, residuez};
/// let fractions = residuez(&Ba::new([3.0, -1.0], [1.0, -0.5, 0.0])?, 1e-3)?; // 2 + 1 / (1 - 0.5 / z)
/// assert!(fractions.k() == [2.0] && fractions.r()[0].re == 1.0);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] if the poles are not found.
pub fn residuez<T: Coefficient>(ba: &Ba<T>, tol: f64) -> Result<Fractions<T>> {
    let turned = |x: &[T]| {
        let x: Vec<T> = x.iter().rev().copied().collect();
        polynomial::trimmed(&x).to_vec()
    };
    let (b, a) = (turned(ba.b()), turned(ba.a()));
    let unturned: Vec<T> = a.iter().rev().copied().collect();
    let poles = polynomial::roots("residuez", &unturned)?;
    let (mut k, rest) = divided(&b, &a);
    k.reverse();
    let groups = grouped(&poles, tol);
    let inverses: Vec<(C, usize)> = groups.iter().map(|&(pole, count)| (1.0 / pole, count)).collect();
    let mut r = residues(&inverses, &rest);
    let powers = groups.iter().flat_map(|&(pole, count)| (1..=count as i32).map(move |power| (-pole).powi(power)));
    r.iter_mut().zip(powers).for_each(|(r, power)| *r *= power / a[0].complex());
    Fractions::of(r, repeated(&groups), k)
}

/// The transfer function in falling powers of `s` with these partial fractions; neighbouring poles that differ by up to `tol` are one.
///
/// ```
/// use xparray::prelude::*;
/// use xparray::scipy::signal::{Fractions, invres};
/// let c = |x: f64| Complex::new(x, 0.0);
/// let ba = invres(&Fractions::new([c(2.0), c(-1.0)], [c(-1.0), c(-2.0)], [])?, 1e-3)?;
/// assert_eq!((ba.b(), ba.a()), (&[1.0, 3.0][..], &[1.0, 3.0, 2.0][..]));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] if coefficients are not real that should be.
pub fn invres<T: Coefficient>(fractions: &Fractions<T>, tol: f64) -> Result<Ba<T>> {
    joined("invres", fractions, tol, false)
}

/// The transfer function in rising powers of `1 / z` with these partial fractions; neighbouring poles that differ by up to `tol` are one.
///
/// ```
/// use xparray::scipy::signal::{Ba, invresz, residuez};
/// let ba = Ba::new([1.0, 0.5], [1.0, 0.25, 0.125])?;
/// let back = invresz(&residuez(&ba, 1e-3)?, 1e-3)?;
/// assert!(back.b().iter().zip(ba.b()).all(|(x, y)| (x - y).abs() < 1e-14));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] if coefficients are not real that should be.
pub fn invresz<T: Coefficient>(fractions: &Fractions<T>, tol: f64) -> Result<Ba<T>> {
    joined("invresz", fractions, tol, true)
}

fn joined<T: Coefficient>(op: &'static str, fractions: &Fractions<T>, tol: f64, digital: bool) -> Result<Ba<T>> {
    let mut groups: Vec<(C, usize)> = Vec::new();
    for &pole in &fractions.p {
        match groups.last_mut() {
            Some((first, count)) if (*first - pole).norm() <= tol => *count += 1,
            _ => groups.push((pole, 1)),
        }
    }
    let times = |product: Vec<C>, &(pole, count): &(C, usize)| {
        (0..count).fold(product, |product, _| polynomial::multiply(&product, &[C::ONE, -pole]))
    };
    let denominator = groups.iter().fold(vec![C::ONE], times);
    // Polynomials in falling powers, of s or of 1 / z from behind.
    let turn = |mut x: Vec<C>| {
        if digital {
            x.reverse();
        }
        x
    };
    let k = turn(fractions.k.iter().map(|k| k.complex()).collect());
    let mut numerator = if k.is_empty() { Vec::new() } else { polynomial::multiply(&k, &turn(denominator.clone())) };
    let mut residues = fractions.r.iter();
    for (i, &(pole, count)) in groups.iter().enumerate() {
        let others = groups.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, group)| group);
        let others = others.fold(vec![C::ONE], times);
        for (power, r) in (1..=count).zip(&mut residues) {
            let factor = times(others.clone(), &(pole, count - power));
            let term: Vec<C> = turn(factor).iter().map(|x| x * r).collect();
            let (long, short) = if numerator.len() < term.len() { (term, numerator) } else { (numerator, term) };
            let start = long.len() - short.len();
            numerator = long;
            numerator[start..].iter_mut().zip(short).for_each(|(sum, x)| *sum += x);
        }
    }
    let numerator = if numerator.is_empty() { vec![C::ZERO] } else { turn(numerator) };
    Ba::of(T::of_complex(op, numerator)?, T::of_complex(op, denominator)?)
}

/// Poles as [`unique_roots`] sees them, in the order of their magnitudes.
fn grouped(poles: &[C], tol: f64) -> Vec<(C, usize)> {
    let (unique, counts) = unique_roots(poles, tol, RootType::Mean);
    let mut groups: Vec<(C, usize)> = unique.into_iter().zip(counts).collect();
    groups.sort_by(|a, b| a.0.norm().total_cmp(&b.0.norm()));
    groups
}

fn repeated(groups: &[(C, usize)]) -> Vec<C> {
    groups.iter().flat_map(|&(pole, count)| vec![pole; count]).collect()
}

/// The quotient and the remainder of polynomials.
fn divided<T: Coefficient>(b: &[T], a: &[T]) -> (Vec<T>, Vec<T>) {
    let mut rest = b.to_vec();
    let Some(steps) = (b.len() + 1).checked_sub(a.len()) else { return (Vec::new(), rest) };
    for k in 0..steps {
        rest[k] = rest[k].over(a[0]);
        let factor = rest[k];
        rest[k + 1..].iter_mut().zip(&a[1..]).for_each(|(x, &a)| *x -= factor * a);
    }
    let remainder = rest.split_off(steps);
    (rest, remainder)
}

/// The residues of a numerator over the product of all monomials: at each pole, Taylor's series of the numerator over that of the other monomials.
fn residues<T: Coefficient>(groups: &[(C, usize)], numerator: &[T]) -> Vec<C> {
    let mut all = Vec::new();
    for (i, &(pole, count)) in groups.iter().enumerate() {
        let others = groups.iter().enumerate().filter(|(j, _)| *j != i);
        let below = others.fold(vec![C::ONE], |product, (_, &(other, count))| {
            (0..count).fold(product, |product, _| polynomial::multiply(&product, &[C::ONE, -other]))
        });
        let above: Vec<C> = numerator.iter().map(|x| x.complex()).collect();
        let (above, below) = (taylor(above, pole, count), taylor(below, pole, count));
        let mut series: Vec<C> = Vec::with_capacity(count);
        for k in 0..count {
            let known: C = series.iter().enumerate().map(|(j, c)| c * below[k - j]).sum();
            series.push((above[k] - known) / below[0]);
        }
        all.extend(series.into_iter().rev());
    }
    all
}

/// The first coefficients of a polynomial's Taylor series, by repeated synthetic division.
fn taylor(mut c: Vec<C>, at: C, count: usize) -> Vec<C> {
    (0..count)
        .map(|_| {
            for k in 1..c.len() {
                let before = c[k - 1];
                c[k] += before * at;
            }
            c.pop().unwrap_or(C::ZERO)
        })
        .collect()
}
