//! Values of products of functions of one coordinate each.

use crate::interpolate::breaks::Breaks;
use crate::interpolate::bspline::kernel_basis;
use xparray_core::kernel::{IntoVar, RawVar, Var, index, index_along, raw};
use xparray_core::prelude::*;
use xparray_core::{Create, Error, Join, Result, TypeClass};

/// What coefficients along an axis are multiplied with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Weights {
    /// The nearer of two neighbours counts, of equally near ones the first.
    Nearest,
    /// The shares of two neighbours.
    Linear,
    /// B-splines of this degree.
    Spline(usize),
    /// So many falling powers of the distance from the piece's beginning.
    Powers(usize),
}

/// An axis of the grid.
pub(super) struct Axis<'a, B: Backend> {
    /// The pieces.
    pub breaks: &'a Breaks<B>,
    /// All knots, of which the pieces begin at number `k` for splines of degree `k`, at the first one else.
    pub knots: &'a Array<f64, B>,
    pub weights: Weights,
    /// How far apart the coefficients of neighbouring pieces lie, and those of one piece.
    pub piece: usize,
    pub term: usize,
}

/// What is outside of the grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Beyond {
    /// The pieces at the ends go on.
    GoOn,
    /// A number: its real and imaginary part.
    Fill([f64; 2]),
}

/// Coordinates as rows, and the shape of the places.
pub(super) fn coordinates<B: Backend>(
    op: &'static str,
    xi: &DynArray<B>,
    d: usize,
) -> Result<(Array<f64, B>, Vec<usize>)> {
    TypeClass::RealElement.check(op, xi.dtype())?;
    let shape = match xi.shape() {
        &[n] if d == 1 => vec![n],
        &[n] if n == d => vec![1],
        &[ref lead @ .., last] if last == d && !lead.is_empty() => lead.to_vec(),
        shape => return Err(Error::value(op, format!("places of the shape {shape:?} in {d} dimensions"))),
    };
    let n = shape.iter().product::<usize>();
    let rows = xi.astype(DType::F64)?.reshape([n, d])?.ascontiguousarray()?.typed()?;
    Ok((rows, shape))
}

/// The sum over all terms from an axis on: those of later axes first.
fn sum(weights: &[(Vec<Var<f64>>, usize)], at: Var<i64>, c: RawVar<f64>) -> Var<f64> {
    let Some(((first, term), rest)) = weights.split_first() else {
        return c.at(at);
    };
    let part = |j: usize| first[j] * sum(rest, at + (j * term) as i64, c);
    match first.len() {
        0 => sum(rest, at, c),
        n => (1..n).fold(part(0), |total, j| total + part(j)),
    }
}

/// The values at rows `[n, d]` of coordinates: `[n, count]`, in one kernel after a search for the pieces along axes that are not even.
pub(super) fn values<B: Backend>(
    axes: &[Axis<'_, B>],
    c: &Array<f64, B>,
    count: usize,
    complex: bool,
    rows: &Array<f64, B>,
    beyond: Beyond,
) -> Result<Array<f64, B>> {
    let (n, d, xp) = (rows.shape()[0], axes.len(), rows.xp());
    if n == 0 || count == 0 {
        return xp.zeros([n, count]);
    }
    let knots = xp.concatenate(&axes.iter().map(|axis| axis.knots).collect::<Vec<_>>(), 0)?;
    let mut searched = Vec::new();
    for (dim, axis) in axes.iter().enumerate() {
        if axis.breaks.even().is_none() {
            searched.push(axis.breaks.interval(&rows.slice(s![.., dim as isize])?.copy())?);
        }
    }
    let searched = match searched.is_empty() {
        true => xp.zeros::<i64>(1)?,
        false => xp.concatenate(&searched.iter().collect::<Vec<_>>(), 0)?,
    };
    // Only what is read is computed, so a function gives the row's number.
    let value = |row: fn() -> Var<i64>,
                 column: Option<Var<i64>>,
                 coordinate: &dyn Fn(usize) -> Var<f64>,
                 t: RawVar<f64>,
                 found: RawVar<i64>,
                 c: RawVar<f64>| {
        let (mut begin, mut searches) = (0i64, 0i64);
        let mut at = column.unwrap_or_else(|| 0i64.into_var());
        let mut inside: Option<Var<bool>> = None;
        let mut weights = Vec::new();
        for (dim, axis) in axes.iter().enumerate() {
            let x = coordinate(dim);
            let (low, high) = axis.breaks.bounds();
            let within = x.ge(low) & x.le(high);
            inside = Some(inside.map_or(within, |inside| inside & within));
            let skip = if let Weights::Spline(k) = axis.weights { k as i64 } else { 0 };
            let from = begin;
            begin += axis.knots.len() as i64;
            let even = axis.breaks.even();
            if axis.weights == Weights::Linear
                && let Some((i, share)) = even.and_then(|even| even.share(x))
            {
                at = at + i * axis.piece as i64;
                weights.push((vec![1.0 - share, share], axis.term));
                continue;
            }
            let i = match even {
                Some(even) => even.piece(x, |i| t.at(i + (from + skip))),
                None => {
                    searches += 1;
                    found.at(row() + (searches - 1) * n as i64)
                }
            };
            at = at + i * axis.piece as i64;
            let knot = |offset: i64| t.at(i + (from + offset));
            let share = || (x - knot(0)) / (knot(1) - knot(0));
            match axis.weights {
                Weights::Nearest => at = at + share().gt(0.5).cast::<i64>() * axis.term as i64,
                Weights::Linear => {
                    let share = share();
                    weights.push((vec![1.0 - share, share], axis.term));
                }
                Weights::Spline(0) | Weights::Powers(1) => {}
                Weights::Spline(k) => weights.push((kernel_basis(x, i + (from + skip), t, k), axis.term)),
                Weights::Powers(terms) => {
                    let z = x - knot(0);
                    let mut powers = vec![x * 0.0 + 1.0];
                    (1..terms).for_each(|j| powers.push(powers[j - 1] * z));
                    powers.reverse();
                    weights.push((powers, axis.term));
                }
            }
        }
        let sum = sum(&weights, at, c);
        // Of constant pieces nothing else depends on the coordinates.
        let known = (0..d).map(coordinate).map(|x| x.eq(x)).reduce(|a, b| a & b);
        let filled = match (beyond, inside) {
            (Beyond::Fill([re, im]), Some(inside)) => match column {
                Some(column) if complex => inside.select(sum, (column % 2).eq(0).select(re, im)),
                _ => inside.select(sum, re),
            },
            _ => sum,
        };
        known.map_or(filled, |known| known.select(filled, f64::NAN))
    };
    let (t, found, c) = (raw(&knots), raw(&searched), raw(c));
    let (shape, row): (&[usize], fn() -> Var<i64>) = match count {
        1 => (&[n], index),
        _ => (&[n, count], || index_along(0)),
    };
    let column = || (count > 1).then(|| index_along(1));
    let values = match d {
        // Few coordinates are read as what they are, the last of less than three again.
        1..=3 => {
            let part = |dim: usize| {
                let q = rows.slice(s![.., dim.min(d - 1) as isize])?;
                if count == 1 { Ok(q) } else { q.expand_dims(1) }
            };
            let parts = (&part(0)?, &part(1)?, &part(2)?, t, found, c);
            xp.map_to_shape(shape, parts, |(x, y, z, t, found, c)| {
                value(row, column(), &|dim| [x, y, z][dim], t, found, c)
            })?
        }
        _ => xp.map_to_shape(shape, (raw(rows), t, found, c), |(q, t, found, c)| {
            value(row, column(), &|dim| q.at(row() * d as i64 + dim as i64), t, found, c)
        })?,
    };
    values.reshape([n, count])
}
