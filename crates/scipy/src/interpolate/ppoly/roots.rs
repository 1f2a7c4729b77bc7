//! Where a piecewise polynomial has a value.

use super::PPoly;
use crate::interpolate::options::Extrapolate;
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

/// Options of [`PPoly::solve`] and [`PPoly::roots`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::{Extrapolate, PPoly, Solve};
/// // x - 2 on [0, 1]
/// let p = PPoly::new(&xp.array([[1.0], [-2.0]])?, &xp.array([0.0, 1.0])?)?;
/// assert_eq!(p.roots(Solve::new())?, [[2.0]]);
/// assert!(p.roots(Solve::new().extrapolate(Extrapolate::No))?[0].is_empty());
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Solve {
    discontinuity: bool,
    extrapolate: Option<Extrapolate>,
}

impl Default for Solve {
    fn default() -> Self {
        Self { discontinuity: true, extrapolate: None }
    }
}

impl Solve {
    /// With jumps across the value, outside as the polynomial has it.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether a breakpoint counts where the function jumps across the value.
    pub fn discontinuity(self, discontinuity: bool) -> Self {
        Self { discontinuity, ..self }
    }

    /// Whether the first and the last piece go on; one that repeats does not.
    pub fn extrapolate(self, extrapolate: impl Into<Option<Extrapolate>>) -> Self {
        Self { extrapolate: extrapolate.into(), ..self }
    }
}

impl<B: Backend> PPoly<B> {
    /// The places where the function is `y`, rising (falling if the breakpoints fall), for each of the further axes' elements in row-major
    /// order. A piece that is `y` throughout gives its beginning and a NaN. Computed on the host.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::interpolate::{PPoly, Solve};
    /// // x^2 - 1 on [-2, 1], 1 on [1, 2]
    /// let c = xp.array([[1.0, 0.0], [-4.0, 0.0], [3.0, 1.0]])?;
    /// let p = PPoly::new(&c, &xp.array([-2.0, 1.0, 2.0])?)?;
    /// assert_eq!(p.solve(0.0, Solve::new())?, [[-1.0, 1.0]]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::DType`] for complex coefficients; [`Error::Value`] for a `y` that is not finite.
    pub fn solve(&self, y: f64, options: Solve) -> Result<Vec<Vec<f64>>> {
        const OP: &str = "solve";
        if self.0.columns.complex {
            let found = DType::Complex128.to_string();
            return Err(Error::DType { op: OP, expected: "real coefficients".into(), found });
        }
        if !y.is_finite() {
            return Err(Error::value(OP, format!("the value {y} is not finite")));
        }
        let extrapolate = options.extrapolate.unwrap_or(self.0.extrapolate) == Extrapolate::Yes;
        let (terms, count, x) = (self.0.terms(), self.0.columns.count(), &self.0.breaks.host);
        let packed = self.0.packed.to_vec()?;
        let pieces = self.0.breaks.pieces();
        let of = |column: usize| {
            let (mut found, mut before): (Vec<f64>, Option<f64>) = (Vec::new(), None);
            for i in 0..pieces {
                let first = (i * count + column) * terms;
                let mut p = packed[first..first + terms].to_vec();
                p[terms - 1] -= y;
                let width = x[i + 1] - x[i];
                let jumps = before.is_some_and(|before| before * p[terms - 1] < 0.0);
                if options.discontinuity && jumps && found.last() != Some(&x[i]) {
                    found.push(x[i]);
                }
                before = Some(value(&p, width));
                if p.iter().all(|&c| c == 0.0) {
                    if width != 0.0 {
                        found.extend([x[i], f64::NAN]);
                    } else if found.last() != Some(&x[i]) {
                        found.push(x[i]);
                    }
                    continue;
                }
                let reach = bound(&p);
                let (mut low, mut high) = (0.0, width);
                if extrapolate && i == 0 {
                    low = -reach.max(width.abs()) * width.signum();
                }
                if extrapolate && i == pieces - 1 {
                    high = reach.max(width.abs()) * width.signum();
                }
                let mut roots = roots_between(&p, low.min(high), low.max(high));
                if low > high {
                    roots.reverse();
                }
                for root in roots {
                    let place = x[i] + root;
                    // A root at a breakpoint is one of both pieces.
                    let again =
                        found.last().is_some_and(|&last| (last - place).abs() <= 4.0 * f64::EPSILON * place.abs());
                    if !again {
                        found.push(place);
                    }
                }
            }
            found
        };
        Ok((0..count).map(of).collect())
    }

    /// The places where the function is 0: [`solve`](Self::solve).
    ///
    /// # Errors
    /// Those of [`solve`](Self::solve).
    pub fn roots(&self, options: Solve) -> Result<Vec<Vec<f64>>> {
        self.solve(0.0, options)
    }
}

fn value(p: &[f64], x: f64) -> f64 {
    p.iter().fold(0.0, |sum, &c| sum * x + c)
}

/// The roundings of a value.
fn rounding(p: &[f64], x: f64) -> f64 {
    let size = p.iter().fold(0.0, |sum, &c| sum * x.abs() + c.abs());
    2.0 * p.len() as f64 * f64::EPSILON * size
}

/// No root is further from 0 (Cauchy).
fn bound(p: &[f64]) -> f64 {
    match p.iter().position(|&c| c != 0.0) {
        None => 0.0,
        Some(lead) => 1.0 + p[lead + 1..].iter().fold(0.0, |most: f64, c| most.max((c / p[lead]).abs())),
    }
}

/// The real roots from `low` to `high`, rising: between neighbouring extrema a polynomial has one at most, so they come from those of the
/// derivative. Where it touches 0 at an extremum, but for roundings, that is a double one.
fn roots_between(p: &[f64], low: f64, high: f64) -> Vec<f64> {
    let degree = p.len() - 1;
    if p[0] == 0.0 && degree > 0 {
        return roots_between(&p[1..], low, high);
    }
    if degree == 0 {
        return Vec::new();
    }
    if degree == 1 {
        let root = -p[1] / p[0];
        return if (low..=high).contains(&root) { vec![root] } else { Vec::new() };
    }
    let slope: Vec<f64> = (0..degree).map(|j| p[j] * (degree - j) as f64).collect();
    let mut ends = vec![low];
    ends.extend(roots_between(&slope, low, high));
    ends.push(high);
    let mut roots: Vec<f64> = Vec::new();
    for pair in ends.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let (at_a, at_b) = (value(p, a), value(p, b));
        let touches = |x: f64, at: f64| at == 0.0 || (low < x && x < high && at.abs() <= rounding(p, x));
        let root = match (touches(a, at_a), touches(b, at_b)) {
            (true, _) => Some(a),
            (_, true) => Some(b),
            _ if at_a * at_b < 0.0 => Some(bisect(p, &slope, a, b)),
            _ => None,
        };
        if let Some(root) = root
            && roots.last() != Some(&root)
        {
            roots.push(root);
        }
    }
    roots
}

/// The root between two places of different signs: Newton's steps, halves where these leave the interval or are slow.
fn bisect(p: &[f64], slope: &[f64], mut a: f64, mut b: f64) -> f64 {
    let rises = value(p, b) > 0.0;
    let mut x = 0.5 * (a + b);
    for _ in 0..200 {
        let at = value(p, x);
        if at == 0.0 {
            return x;
        }
        if (at > 0.0) == rises {
            b = x
        } else {
            a = x
        }
        let newton = x - at / value(slope, x);
        let next = if a < newton && newton < b { newton } else { 0.5 * (a + b) };
        if next == x || !(a < next && next < b) {
            return x;
        }
        // Newton's steps that come from one side would never close the interval.
        x = if (next - x).abs() <= f64::EPSILON * x.abs() { return next } else { next };
    }
    x
}
