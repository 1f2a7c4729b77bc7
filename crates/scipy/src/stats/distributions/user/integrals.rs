//! Integrals of functions of arrays.

use super::support::{Place, Support};
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

/// A part of one half of a support, where its lower and its upper number are, and the integral over it.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub upper: bool,
    pub ends: [f64; 2],
    pub mass: f64,
}

/// What integrals are precise to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// The whole.
    Whole,
    /// Each part, as far as functions are smooth, so that small ones far out are as precise as others.
    Each,
}

/// Points of the rule in each part.
pub const POINTS: usize = 15;
/// Parts are halved so often, at most; and so often for the sake of a small part alone.
const DEPTH: usize = 60;
const SMALL_DEPTH: usize = 8;
/// What the parts next to a pole may miss of the whole.
const POLE: f64 = 1e-8;
/// No integral needs more parts at once.
const MANY: usize = 8192;

/// Gauss and Legendre's points between 0 and 1, and their weights: zeros of the polynomial by Newton's method.
pub fn rule() -> ([f64; POINTS], [f64; POINTS]) {
    let (mut points, mut weights) = ([0.0; POINTS], [0.0; POINTS]);
    let n = POINTS as f64;
    for (k, (point, weight)) in points.iter_mut().zip(&mut weights).enumerate() {
        let mut x = -((k as f64 + 0.75) / (n + 0.5) * std::f64::consts::PI).cos();
        let mut slope = 1.0;
        for _ in 0..6 {
            let (mut before, mut value) = (1.0, x);
            for i in 2..=POINTS {
                let i = i as f64;
                (before, value) = (value, ((2.0 * i - 1.0) * x * value - (i - 1.0) * before) / i);
            }
            slope = n * (x * value - before) / (x * x - 1.0);
            x -= value / slope;
        }
        (*point, *weight) = (0.5 * (1.0 + x), 1.0 / ((1.0 - x * x) * slope * slope));
    }
    (points, weights)
}

impl Part {
    /// The parts of a support between these numbers of it, which rise, and its middle; integrals are not known.
    pub fn between(support: Support, numbers: &[f64]) -> Vec<Self> {
        let mut all = numbers.to_vec();
        let (first, last) = (numbers[0], numbers[numbers.len() - 1]);
        if first < support.middle && support.middle < last {
            all.push(support.middle);
            all.sort_by(f64::total_cmp);
            all.dedup();
        }
        let part = |ends: &[f64]| {
            let upper = ends[0] >= support.middle;
            // The middle belongs to either half.
            let t = |x: f64| if x == support.middle { 1.0 } else { support.share(x).1 };
            Self { upper, ends: [t(ends[0]), t(ends[1])], mass: f64::NAN }
        };
        all.windows(2).map(part).collect()
    }

    fn halves(self) -> [Self; 2] {
        let [a, b] = self.ends;
        let middle = 0.5 * (a + b);
        [Self { ends: [a, middle], ..self }, Self { ends: [middle, b], ..self }]
    }
}

/// Some parts of a support, halved until a function of arrays of numbers is integrated over them, in order; none if that does not converge.
///
/// # Errors
/// [`Error::Shape`] unless there is a value for each number; those of the function.
pub fn integrate<B: Backend>(
    op: &'static str,
    xp: &B,
    support: Support,
    parts: &[Part],
    (tolerance, precision): (f64, Precision),
    f: &dyn Fn(&DynArray<B>) -> Result<DynArray<B>>,
) -> Result<Option<Vec<Part>>> {
    let size = |parts: &[Part]| parts.iter().map(|part| part.mass.abs()).sum::<f64>();
    let mut pending = masses(op, xp, support, parts.to_vec(), f)?;
    let mut done: Vec<Part> = Vec::new();
    for depth in 0.. {
        let halves: Vec<Part> = pending.iter().flat_map(|part| part.halves()).collect();
        let halves = masses(op, xp, support, halves, f)?;
        let whole = size(&halves) + size(&done);
        if !whole.is_finite() {
            return Ok(None);
        }
        let mut again = Vec::new();
        for (part, halves) in pending.iter().zip(halves.chunks(2)) {
            let error = (part.mass - halves[0].mass - halves[1].mass).abs();
            let small = precision == Precision::Whole || depth >= SMALL_DEPTH || error <= 1e-13 * size(halves);
            let narrow = halves.iter().any(|half| half.ends[0] == half.ends[1]);
            if error <= tolerance * whole && small || depth >= DEPTH || narrow {
                if error > POLE * whole {
                    return Ok(None);
                }
                done.extend(halves);
            } else {
                again.extend(halves);
            }
        }
        if again.is_empty() {
            break;
        }
        if again.len() > MANY {
            return Ok(None);
        }
        pending = again;
    }
    let place = |part: &Part| if part.upper { -part.ends[0] } else { part.ends[0] };
    done.sort_by(|a, b| a.upper.cmp(&b.upper).then(place(a).total_cmp(&place(b))));
    Ok(Some(done))
}

/// The parts with their integrals.
fn masses<B: Backend>(
    op: &'static str,
    xp: &B,
    support: Support,
    mut parts: Vec<Part>,
    f: &dyn Fn(&DynArray<B>) -> Result<DynArray<B>>,
) -> Result<Vec<Part>> {
    let column = |values: Vec<f64>| Ok(xp.from_slice(&values, [values.len(), 1])?.into_dyn());
    let low = column(parts.iter().map(|part| part.ends[0]).collect())?;
    let width = column(parts.iter().map(|part| part.ends[1] - part.ends[0]).collect())?;
    let uppers: Vec<bool> = parts.iter().map(|part| part.upper).collect();
    let upper = xp.from_slice(&uppers, [uppers.len(), 1])?.into_dyn();
    let (points, weights) = rule();
    let [points, weights] = [points, weights].map(|x| xp.from_slice(&x, POINTS));
    let place = Place { upper, t: width.multiply(&points?)?.add(&low)? };
    let x = support.x(&place)?;
    let y = f(&x)?;
    if y.shape() != x.shape() {
        return Err(Error::shape(op, y.shape(), x.shape()));
    }
    let found = y.multiply(&support.slope(&place)?)?.multiply(&width.abs()?)?.multiply(&weights?)?.sum(1)?;
    let found = found.astype(DType::F64)?.typed::<f64>()?.to_vec()?;
    parts.iter_mut().zip(found).for_each(|(part, mass)| part.mass = mass);
    Ok(parts)
}
