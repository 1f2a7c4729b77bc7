//! Monotonic cubic polynomials along one axis after the other.

use crate::interpolate::breaks::Breaks;
use crate::interpolate::columns::Columns;
use crate::interpolate::cubic::{Points, pchip_derivatives};
use xparray_core::prelude::*;
use xparray_core::{Create, Join, Result};

/// About how many numbers are computed at a time.
const PORTION: usize = 1 << 22;

/// The values at rows `[n, d]` of coordinates, of `[m0, m1, .., columns]` on a grid: `[n, columns]`. The polynomials along an axis depend on
/// the place along those behind it, so each place has its own.
pub(super) fn values<B: Backend>(
    axes: &[Breaks<B>],
    values: &Array<f64, B>,
    rows: &Array<f64, B>,
) -> Result<Array<f64, B>> {
    let (n, xp) = (rows.shape()[0], rows.xp());
    let columns = values.shape()[axes.len()];
    if n == 0 || columns == 0 {
        return xp.zeros([n, columns]);
    }
    let at_a_time = (PORTION / values.len().max(1)).max(1);
    let mut parts = Vec::new();
    for start in (0..n).step_by(at_a_time) {
        let part = rows.slice(s![start as isize..(start + at_a_time).min(n) as isize])?;
        let count = part.shape()[0];
        // One axis in front for the places, which the values of the grid have in common.
        let mut left = values.expand_dims(0)?;
        for (dim, breaks) in axes.iter().enumerate().rev() {
            left = folded(breaks, &left, &part.slice(s![.., dim as isize])?.copy())?;
        }
        parts.push(left.broadcast_to([count, columns])?);
    }
    xp.concatenate(&parts.iter().collect::<Vec<_>>(), 0)
}

/// `[places or 1, m0, .., m, columns]` without its last axis but one, at a coordinate for each place.
fn folded<B: Backend>(breaks: &Breaks<B>, left: &Array<f64, B>, q: &Array<f64, B>) -> Result<Array<f64, B>> {
    let (n, last) = (q.len(), left.ndim() - 2);
    let first = left.moveaxis(last, 0)?;
    let (m, shape) = (first.shape()[0], first.shape()[1..].to_vec());
    let rest = shape[1..].iter().product::<usize>();
    let y = first.reshape([m, shape[0] * rest])?;
    let columns = Columns { trailing: vec![y.shape()[1]], complex: false, axis: 0 };
    let points = Points { breaks: breaks.clone(), columns, y: y.clone() };
    let derivatives = pchip_derivatives(&points)?;
    let i = breaks.interval(q)?.reshape([1, n, 1])?;
    let taken = |a: &Array<f64, B>, i: &Array<i64, B>| {
        a.reshape([m, shape[0], rest])?.broadcast_to([m, n, rest])?.take_along_axis(&i.broadcast_to([1, n, rest])?, 0)
    };
    let next = i.add(1i64)?;
    let (y0, y1, d0, d1) = (taken(&y, &i)?, taken(&y, &next)?, taken(&derivatives, &i)?, taken(&derivatives, &next)?);
    let x0 = breaks.x.take(&i.reshape([n])?, 0)?.reshape([1, n, 1])?;
    let x1 = breaks.x.take(&next.reshape([n])?, 0)?.reshape([1, n, 1])?;
    let q = q.reshape([1, n, 1])?;
    let z = q.subtract(&x0)?;
    let value = q.xp().map((&z, &x1.subtract(&x0)?, &y0, &y1, &d0, &d1), |(z, h, y0, y1, d0, d1)| {
        let slope = (y1 - y0) / h;
        let t = (d0 + d1 - 2.0 * slope) / h;
        ((t / h * z + ((slope - d0) / h - t)) * z + d0) * z + y0
    })?;
    value.reshape([&[n], &shape[1..]].concat())
}
