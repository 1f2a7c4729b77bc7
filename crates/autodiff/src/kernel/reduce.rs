//! Reductions.

use super::Fused;
use super::number::combined;
use crate::forward::pushed;
use crate::reverse::pulled;
use crate::rule::Values;
use xparray_core::backend::Backend;
use xparray_core::ir::{Combine, ReduceOp};
use xparray_core::{Create, Join, Result, s};

/// The tangent of a part of a reduction's result, of that of what is reduced. `primal` gives what is reduced, and the result.
pub(super) fn push<B: Backend>(
    fused: &Fused,
    op: &ReduceOp,
    part: u16,
    t: &Values<B>,
    primal: impl FnOnce() -> Result<(Values<B>, Values<B>)>,
) -> Result<Values<B>> {
    let axes = &fused.reduced_axes()[..];
    match op {
        ReduceOp::Sum => t.sum(axes),
        ReduceOp::Moments if part == 0 => t.mean(axes),
        ReduceOp::Min | ReduceOp::Max => {
            let (x, y) = primal()?;
            t.multiply(&shares(fused, &x, &y)?)?.sum(axes)
        }
        ReduceOp::Prod => t.multiply(&others(fused, &primal()?.0)?)?.sum(axes),
        ReduceOp::Moments => t.multiply(&deviations(fused, &primal()?.0)?)?.real()?.sum(axes),
        ReduceOp::ArgMin | ReduceOp::ArgMax | ReduceOp::Any | ReduceOp::All => spread(fused, t)?.zeros_like(),
        ReduceOp::Custom(_) if t.is_empty() => t.sum(axes),
        ReduceOp::Custom(combine) => pushed(|x| halved(fused, combine, x), &primal()?.0, t),
    }
}

/// The cotangent of what is reduced, of that of a part of the result.
pub(super) fn pull<B: Backend>(
    fused: &Fused,
    op: &ReduceOp,
    part: u16,
    c: &Values<B>,
    primal: impl FnOnce() -> Result<(Values<B>, Values<B>)>,
) -> Result<Values<B>> {
    if let (ReduceOp::Custom(combine), true) = (op, count(fused) > 0.0) {
        return pulled(|x| halved(fused, combine, x), &primal()?.0, c);
    }
    let c = spread(fused, c)?;
    match op {
        ReduceOp::Sum => Ok(c),
        ReduceOp::Moments if part == 0 => c.divide(count(fused)),
        ReduceOp::Min | ReduceOp::Max => {
            let (x, y) = primal()?;
            c.multiply(&shares(fused, &x, &y)?)
        }
        ReduceOp::Prod => c.multiply(&others(fused, &primal()?.0)?),
        ReduceOp::Moments => c.multiply(&deviations(fused, &primal()?.0)?),
        ReduceOp::ArgMin | ReduceOp::ArgMax | ReduceOp::Any | ReduceOp::All | ReduceOp::Custom(_) => c.zeros_like(),
    }
}

/// A reduction by a user's operation as a program of arrays: of neighbours, then of their results.
fn halved<B: Backend>(fused: &Fused, combine: &Combine, x: &Values<B>) -> Result<Values<B>> {
    let rows = fused.shape[..fused.kept].iter().product::<usize>();
    let mut n = count(fused) as usize;
    let mut x = x.reshape([rows, n])?;
    while n > 1 {
        let pairs = n / 2 * 2;
        let (even, odd) = (x.slice(s![.., ..pairs;2])?, x.slice(s![.., 1..pairs;2])?);
        let made = combined(combine, &even, &odd)?;
        x = if pairs < n { x.xp().concatenate(&[&made, &x.slice(s![.., pairs..])?], 1)? } else { made };
        n = x.shape()[1];
    }
    x.reshape(&fused.shape[..fused.kept])
}

/// How many values are reduced to one.
fn count(fused: &Fused) -> f64 {
    fused.shape[fused.kept..].iter().product::<usize>() as f64
}

/// A result for each of the values that it is of.
fn spread<B: Backend>(fused: &Fused, result: &Values<B>) -> Result<Values<B>> {
    result.reshape(&fused.kept_axes()[..])?.broadcast_to(&fused.shape[..])
}

/// 1 for what was chosen, in equal shares where that are several, as in JAX.
fn shares<B: Backend>(fused: &Fused, x: &Values<B>, y: &Values<B>) -> Result<Values<B>> {
    let chosen = x.equal(&spread(fused, y)?)?.astype(x.dtype())?;
    let count = chosen.sum(&fused.reduced_axes()[..])?;
    chosen.divide(&spread(fused, &count)?)
}

/// Twice the deviations from the mean, conjugated.
fn deviations<B: Backend>(fused: &Fused, x: &Values<B>) -> Result<Values<B>> {
    let mean = x.mean(&fused.reduced_axes()[..])?;
    x.subtract(&spread(fused, &mean)?)?.conj()?.multiply(2)
}

/// For each value the product of the others, also where there are zeros: products of halves, then of the other halves.
fn others<B: Backend>(fused: &Fused, x: &Values<B>) -> Result<Values<B>> {
    let rows = Layers { rows: fused.shape[..fused.kept].iter().product() };
    let mut layers = vec![x.reshape([rows.rows, count(fused) as usize])?];
    loop {
        let last = &layers[layers.len() - 1];
        let n = last.shape()[1];
        if n <= 1 {
            break;
        }
        let even = rows.even(last)?;
        let next = rows.half(&even, 0)?.multiply(&rows.half(&even, 1)?)?;
        layers.push(next);
    }
    let mut product = layers[layers.len() - 1].ones_like()?;
    for layer in layers.iter().rev().skip(1) {
        let even = rows.even(layer)?;
        let parts = [1, 0].map(|k| product.multiply(&rows.half(&even, k)?));
        let [first, second] = parts;
        product = x.xp().concatenate(&[&first?, &second?], 1)?.slice(s![.., ..layer.shape()[1]])?;
    }
    product.reshape(&fused.shape[..])
}

/// Rows that are halved.
struct Layers {
    rows: usize,
}

impl Layers {
    /// With a one at the end of the rows if their number is odd.
    fn even<B: Backend>(&self, x: &Values<B>) -> Result<Values<B>> {
        if x.shape()[1].is_multiple_of(2) {
            return Ok(x.clone());
        }
        let one = x.xp().ones_of(x.dtype(), [self.rows, 1])?;
        x.xp().concatenate(&[x, &one], 1)
    }

    fn half<B: Backend>(&self, x: &Values<B>, k: usize) -> Result<Values<B>> {
        let n = x.shape()[1] / 2;
        x.slice(s![.., k * n..(k + 1) * n])
    }
}
