//! Rational approximation by support points that are chosen one after the other.

use super::function::RationalFunction;
use super::{Samples, numbers};
use xparray_core::linalg::Svd;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Result};

const OP: &str = "AAA";

/// Approximation by a rational function of few terms, by the AAA algorithm (Nakatsukasa, Sète and Trefethen, The AAA algorithm for rational
/// approximation, 2018): SciPy's `AAA`. By default it ends where the largest error is `eps^(3/4)` of the largest value, or after 100 terms, and
/// then removes poles with residues next to nothing.
///
/// The support points are chosen on the host; each adds a singular value decomposition, on the device, of a matrix with a row for each point.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::AAA;
/// let x = xp.linspace(-1.0, 1.0, 100)?;
/// let f = AAA::new().interpolate(&x, &x.tan())?;
/// let far = f.function().evaluate(&xp.array([1.5])?)?; // beyond the points, beside a pole
/// assert!(f.converged() && far.allclose(1.5f64.tan())?);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AAA {
    rtol: f64,
    max_terms: usize,
    clean_up: Option<f64>,
}

impl Default for AAA {
    fn default() -> Self {
        Self { rtol: f64::EPSILON.powf(0.75), max_terms: 100, clean_up: Some(1e-13) }
    }
}

impl AAA {
    /// Nearly to the last digit, of at most 100 terms.
    pub fn new() -> Self {
        Self::default()
    }

    /// The largest error that may be left, as a share of the largest value.
    pub fn rtol(self, rtol: f64) -> Self {
        Self { rtol, ..self }
    }

    /// The most terms.
    pub fn max_terms(self, max_terms: usize) -> Self {
        Self { max_terms, ..self }
    }

    /// With which tolerance [`AaaInterpolant::clean_up`] removes poles at the end; `None`: it does not.
    pub fn clean_up(self, tolerance: impl Into<Option<f64>>) -> Self {
        Self { clean_up: tolerance.into(), ..self }
    }

    /// The function near values `y` at points `x`, both vectors, real or complex. Points that come again, and those with values that are not
    /// finite, are left out.
    ///
    /// # Errors
    /// [`Error::Shape`] unless the points and the values are vectors of one length; [`Error::Value`] for no terms, for points that are not
    /// finite, and for none with finite values.
    pub fn interpolate<B: Backend>(self, x: &impl AnyArray<B>, y: &impl AnyArray<B>) -> Result<AaaInterpolant<B>> {
        let (x, y) = (x.as_dyn(), y.as_dyn());
        if y.ndim() != 1 {
            return Err(Error::shape(OP, y.shape(), x.shape()));
        }
        if self.max_terms == 0 {
            return Err(Error::value(OP, "no terms"));
        }
        let Samples { points, rows, .. } = Samples::new(OP, x, y, 0)?;
        let dtype = points.dtype().promote(rows.dtype());
        let given = Given { z: points.astype(dtype)?, f: rows.squeeze(1)?.astype(dtype)? };
        let found = given.approximated(self.rtol, self.max_terms)?;
        self.clean_up.map_or(Ok(found.clone()), |tolerance| found.clean_up(tolerance))
    }
}

/// The points and the values that are approximated.
#[derive(Clone, Debug)]
struct Given<B: Backend> {
    z: DynArray<B>,
    f: DynArray<B>,
}

impl<B: Backend> Given<B> {
    /// How far values are from those that are given.
    fn errors(&self, near: &DynArray<B>) -> Result<Vec<f64>> {
        self.f.subtract(near)?.abs()?.typed::<f64>()?.to_vec()
    }

    /// A support point more in each step, where the error is greatest.
    fn approximated(self, rtol: f64, max_terms: usize) -> Result<AaaInterpolant<B>> {
        let n = self.z.len();
        let least = rtol * largest(&self.f.abs()?.typed::<f64>()?.to_vec()?);
        let mut error = self.errors(&self.f.mean(..)?)?;
        let (mut chosen, mut errors, mut function, mut converged) = (Vec::new(), Vec::new(), None, false);
        let mut free = vec![true; n];
        while chosen.len() < max_terms.min(n) && !converged {
            let places = (0..n).filter(|&k| free[k]);
            // Of equal errors the first.
            let next = places.max_by(|&i, &j| error[i].total_cmp(&error[j]).then(j.cmp(&i)));
            chosen.extend(next);
            next.into_iter().for_each(|k| free[k] = false);
            let found = self.solved(&chosen)?;
            error = self.errors(&found.evaluate(&self.z)?)?;
            let worst = largest(&error);
            errors.push(worst);
            converged = worst <= least;
            function = Some(found);
        }
        let function = function.ok_or_else(|| Error::value(OP, "no points"))?.without_idle()?;
        Ok(AaaInterpolant { given: self, function, errors, converged, doublets: 0 })
    }

    /// The function with these support points: its weights are those with which the sum of squares at the other points is least.
    fn solved(&self, chosen: &[usize]) -> Result<RationalFunction<B>> {
        let Self { z, f } = self;
        let taken = |x: &DynArray<B>, places: &[i64]| x.take(z.xp().from_slice(places, places.len())?.as_dyn(), 0);
        let support: Vec<i64> = chosen.iter().map(|&k| k as i64).collect();
        let others: Vec<i64> = (0..z.len()).filter(|k| !chosen.contains(k)).map(|k| k as i64).collect();
        let (points, values) = (taken(z, &support)?, taken(f, &support)?);
        let weights = if others.is_empty() {
            z.xp().ones_of(z.dtype(), support.len())?
        } else {
            let [z, f] = [z, f].map(|x| taken(x, &others)?.expand_dims(1));
            let loewner = f?.subtract(&values)?.divide(&z?.subtract(&points)?)?;
            let all = Svd::new().full_matrices(others.len() < support.len());
            let last = loewner.svd_with(all)?.2.slice(s![support.len() as isize - 1])?;
            if last.dtype().is_complex() { last.conj()? } else { last }
        };
        Ok(RationalFunction::new(points, values.expand_dims(1)?, weights, Vec::new(), 0))
    }
}

/// The largest of some numbers; NaN if one of them is.
fn largest(x: &[f64]) -> f64 {
    x.iter().copied().max_by(f64::total_cmp).unwrap_or(0.0)
}

/// What [`AAA`] finds.
#[derive(Clone, Debug)]
pub struct AaaInterpolant<B: Backend> {
    given: Given<B>,
    function: RationalFunction<B>,
    errors: Vec<f64>,
    converged: bool,
    doublets: usize,
}

impl<B: Backend> AaaInterpolant<B> {
    /// The function.
    pub fn function(&self) -> &RationalFunction<B> {
        &self.function
    }

    /// The largest error at the points, after each step.
    pub fn errors(&self) -> &[f64] {
        &self.errors
    }

    /// Whether the last of them was small enough.
    pub fn converged(&self) -> bool {
        self.converged
    }

    /// How many poles the last [`clean_up`](Self::clean_up) removed.
    pub fn doublets(&self) -> usize {
        self.doublets
    }

    /// The function without the support points beside Froissart doublets, which are poles with a zero next to them: those whose residue over the
    /// distance from the nearest point is less than `tolerance` times the geometric mean of the values.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::interpolate::AAA;
    /// let x = xp.linspace(-1.0, 1.0, 50)?;
    /// let f = AAA::new().rtol(0.0).max_terms(20).clean_up(None).interpolate(&x, &x.exp())?; // more terms than double precision can use
    /// let clean = f.clean_up(1e-13)?;
    /// assert!(clean.doublets() > 0 && clean.function().evaluate(&x)?.allclose(&x.exp())?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`RationalFunction::poles`].
    pub fn clean_up(&self, tolerance: f64) -> Result<Self> {
        let (z, f) = (numbers(&self.given.z)?, numbers(&self.given.f)?);
        let poles = numbers(&self.function.poles()?)?.into_iter().zip(numbers(&self.function.residues()?)?);
        let support = numbers(self.function.support_points())?;
        let mean = (f.iter().map(|f| f.norm().ln()).sum::<f64>() / f.len() as f64).exp();
        let distance = |pole: Complex<f64>| z.iter().map(|z| (z - pole).norm()).fold(f64::INFINITY, f64::min);
        let is_spurious =
            |&(pole, residue): &(Complex<f64>, Complex<f64>)| residue.norm() / distance(pole) < tolerance * mean;
        let beside = |(pole, _): (Complex<f64>, Complex<f64>)| {
            (0..support.len()).min_by(|&i, &j| (support[i] - pole).norm().total_cmp(&(support[j] - pole).norm()))
        };
        let removed: Vec<Option<usize>> = poles.filter(is_spurious).map(beside).collect();
        let left = (0..support.len()).filter(|&k| !removed.contains(&Some(k)));
        let left: Vec<usize> = left.filter_map(|k| z.iter().position(|&z| z == support[k])).collect();
        let unchanged = removed.is_empty() || left.is_empty();
        let function = if unchanged { self.function.clone() } else { self.given.solved(&left)? };
        Ok(Self { function, doublets: removed.len(), ..self.clone() })
    }
}
