//! What is computed of a density.

use super::integrals::{POINTS, Part, Precision, integrate, rule};
use super::laws::{Function, LEAST, Law, between};
use super::support::{Place, Support};
use std::fmt;
use xparray_core::prelude::*;
use xparray_core::{Error, Result, Side};

/// The distribution of a density.
pub struct Density<B: Backend> {
    op: &'static str,
    xp: B,
    support: Support,
    f: Function<B>,
    /// The numbers where parts of the support begin, and where the last one ends.
    edges: Vec<f64>,
    parts: Parts<B>,
}

/// The parts in order, as arrays.
struct Parts<B: Backend> {
    upper: DynArray<B>,
    /// The variable at the lower and at the upper end.
    ends: [DynArray<B>; 2],
    /// The numbers between parts.
    edges: DynArray<B>,
    mass: DynArray<B>,
    /// The probability of less than each part, and of more.
    rest: [DynArray<B>; 2],
}

impl<B: Backend> Density<B> {
    /// With the numbers between which the density is smooth, from the lower to the upper end of the support.
    ///
    /// # Errors
    /// Those of [`RvContinuous::of_pdf`](super::RvContinuous::of_pdf).
    pub fn new(op: &'static str, xp: &B, support: Support, f: Function<B>, pieces: &[f64]) -> Result<Self> {
        let parts = Part::between(support, pieces);
        let precision = (1e-15, Precision::Each);
        let Some(parts) = integrate(op, xp, support, &parts, precision, &|x| f(x))? else {
            return Err(Error::value(op, "a density whose integral does not converge"));
        };
        let sum: f64 = parts.iter().map(|part| part.mass).sum();
        if (sum - 1.0).abs() > 1e-8 || parts.iter().any(|part| part.mass < 0.0) {
            return Err(Error::value(op, format!("a density that is negative, or with an integral of {sum}")));
        }
        let inner = parts.iter().skip(1).map(|part| support.number(part.upper, part.ends[0]));
        let edges: Vec<f64> = [support.ends[0]].into_iter().chain(inner).chain([support.ends[1]]).collect();
        let parts = Parts::new(xp, &parts, &edges)?;
        Ok(Self { op, xp: xp.clone(), support, f, edges, parts })
    }

    /// The integral over places between two variables of one half.
    fn part(&self, upper: &DynArray<B>, from: &DynArray<B>, to: &DynArray<B>) -> Result<DynArray<B>> {
        let (points, weights) = rule();
        let shape = [&[POINTS][..], &vec![1; from.ndim()]].concat();
        let [points, weights] = [points, weights].map(|x| self.xp.from_slice(&x, &shape[..]));
        let width = to.subtract(from)?;
        let place = Place { upper: upper.clone(), t: width.multiply(&points?)?.add(from)? };
        let y = (self.f)(&self.support.x(&place)?)?.multiply(&self.support.slope(&place)?)?;
        y.multiply(&weights?)?.sum(0)?.multiply(&width.abs()?)
    }
}

impl<B: Backend> Parts<B> {
    fn new(xp: &B, parts: &[Part], edges: &[f64]) -> Result<Self> {
        let array = |x: &[f64]| Ok(xp.from_slice(x, x.len())?.into_dyn());
        let (mut below, mut above) = (Vec::new(), Vec::new());
        let before = |sum: &mut f64, part: &Part| std::mem::replace(sum, *sum + part.mass);
        let (mut less, mut more) = (0.0, 0.0);
        below.extend(parts.iter().map(|part| before(&mut less, part)));
        above.extend(parts.iter().rev().map(|part| before(&mut more, part)));
        above.reverse();
        let uppers: Vec<bool> = parts.iter().map(|part| part.upper).collect();
        let end = |k: usize| array(&parts.iter().map(|part| part.ends[k]).collect::<Vec<_>>());
        Ok(Self {
            upper: xp.from_slice(&uppers, uppers.len())?.into_dyn(),
            ends: [end(0)?, end(1)?],
            edges: array(&edges[1..edges.len() - 1])?,
            mass: array(&parts.iter().map(|part| part.mass).collect::<Vec<_>>())?,
            rest: [array(&below)?, array(&above)?],
        })
    }

    /// The part in which more, or less, than a probability begins.
    fn with(&self, q: &DynArray<B>, above: bool) -> Result<DynArray<B>> {
        let rest = &self.rest[usize::from(above)];
        if above {
            let rising = rest.slice(s![..-1])?.flip(0)?;
            return rising.searchsorted_with(q, Side::Right)?.negative()?.add(rest.len() as i64 - 1);
        }
        rest.slice(s![1..])?.searchsorted_with(q, Side::Right)
    }
}

impl<B: Backend> Law<B> for Density<B> {
    fn support(&self) -> Support {
        self.support
    }

    fn pdf(&self, z: &DynArray<B>) -> Result<DynArray<B>> {
        (self.f)(z)
    }

    fn probability(&self, z: &DynArray<B>, above: bool) -> Result<DynArray<B>> {
        let parts = &self.parts;
        let index = parts.edges.searchsorted_with(z, Side::Right)?;
        let upper = parts.upper.take(&index, 0)?;
        let side = usize::from(above);
        let t = self.support.place(z)?.t;
        let more = self.part(&upper, &parts.ends[side].take(&index, 0)?, &t)?;
        more.add(&parts.rest[side].take(&index, 0)?)
    }

    /// Newton's method within a part; where that leaves what is known, or takes long, by halves.
    fn quantile(&self, q: &DynArray<B>, above: bool) -> Result<DynArray<B>> {
        const ROUNDS: usize = 100;
        let parts = &self.parts;
        let index = parts.with(q, above)?;
        let upper = parts.upper.take(&index, 0)?;
        let side = usize::from(above);
        let [from, to] = [side, 1 - side].map(|k| parts.ends[k].take(&index, 0));
        let (from, to) = (from?, to?);
        let target = q.subtract(&parts.rest[side].take(&index, 0)?)?;
        let grows = to.greater(&from)?;
        let (mut low, mut high) = (from.minimum(&to)?.maximum(LEAST)?, from.maximum(&to)?);
        let share = target.divide(&parts.mass.take(&index, 0)?.maximum(f64::MIN_POSITIVE)?)?;
        let mut t = to.subtract(&from)?.multiply(&share)?.add(&from)?.maximum(&low)?.minimum(&high)?;
        for round in 0..ROUNDS {
            let place = Place { upper: upper.clone(), t: t.clone() };
            let missing = target.subtract(&self.part(&upper, &from, &t)?)?;
            let further = missing.greater(0.0)?.equal(&grows)?;
            (low, high) = (further.where_(&t, &low)?, further.where_(&high, &t)?);
            let height = (self.f)(&self.support.x(&place)?)?.multiply(&self.support.slope(&place)?)?;
            let step = missing.divide(&height)?.multiply(&grows.where_(1.0, -1.0)?)?;
            let next = t.add(&step)?;
            let inside = next.greater(&low)?.logical_and(&next.less(&high)?)?;
            let inside = if round < 8 || round % 2 == 1 { inside } else { inside.zeros_like()? };
            let next = inside.where_(&next, &between(&low, &high)?)?;
            let near = next.subtract(&t)?.abs()?.less_equal(&t.multiply(2.0 * f64::EPSILON)?)?;
            low.eval()?;
            high.eval()?;
            next.eval()?;
            t = next;
            if near.all(..)?.typed::<bool>()?.item()? {
                break;
            }
        }
        self.support.x(&Place { upper, t })
    }

    fn mean(
        &self,
        [low, high]: [f64; 2],
        f: &dyn Fn(&DynArray<B>, &DynArray<B>) -> Result<DynArray<B>>,
    ) -> Result<f64> {
        if low > high {
            return Ok(-self.mean([high, low], f)?);
        }
        if low == high {
            return Ok(0.0);
        }
        let inner = self.edges.iter().copied().filter(|x| *x > low && *x < high);
        let numbers: Vec<f64> = [low].into_iter().chain(inner).chain([high]).collect();
        let parts = Part::between(self.support, &numbers);
        let precision = (1e-14, Precision::Whole);
        let weighted = |z: &DynArray<B>| {
            let p = (self.f)(z)?;
            f(z, &p)?.multiply(&p)
        };
        let parts = integrate(self.op, &self.xp, self.support, &parts, precision, &weighted)?;
        Ok(parts.map_or(f64::NAN, |parts| parts.iter().map(|part| part.mass).sum()))
    }
}

impl<B: Backend> fmt::Debug for Density<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a density on {:?}", self.support.ends)
    }
}
