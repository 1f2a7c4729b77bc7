//! Gustafsson's states for filters forwards and backwards.

use super::filter;
use super::system::System;
use crate::signal::lines::Lines;
use std::slice::from_ref;
use xparray_core::prelude::*;
use xparray_core::{Create, Error, Result};

/// Signals by a filter forwards and backwards from those states at both ends for which the other order gives the same, as near as there are
/// such. What the states do is linear, so they solve a problem of least squares (Gustafsson, Determining the initial states in
/// forward-backward filtering, IEEE Transactions on Signal Processing 44, 1996; its section 4 for responses that are 0 after `irlen`).
pub(super) fn gustafssons<B: Backend>(
    op: &'static str,
    system: &System,
    x: &DynArray<B>,
    axis: isize,
    irlen: Option<usize>,
) -> Result<DynArray<B>> {
    let (lines, rows) = Lines::new(op, x, axis)?;
    let (n, order, xp) = (lines.n(), system.order(), x.xp());
    if n == 0 || irlen == Some(0) {
        return Err(Error::value(op, format!("a signal of {n} elements, responses of {irlen:?}")));
    }
    let from_rest = |x: &DynArray<B>| -> Result<DynArray<B>> {
        Ok(filter(from_ref(system), x, &xp.zeros_of(x.dtype(), [x.shape()[0], order])?)?.0)
    };
    let turned = |x: &DynArray<B>| x.flip(1);
    let forwards = turned(&from_rest(&turned(&from_rest(&rows)?)?)?)?;
    if order == 0 {
        return lines.back(&forwards);
    }
    let backwards = from_rest(&turned(&from_rest(&turned(&rows)?)?)?)?;
    // Where the states at each end have an effect: everywhere, or up to so far from it.
    let length = irlen.filter(|length| n > 2 * length).unwrap_or(n);
    let states = xp.eye::<f64>(order)?.into_dyn().astype(rows.dtype())?;
    let free = filter(from_ref(system), &xp.zeros_of(rows.dtype(), [order, length])?, &states)?.0;
    let both = from_rest(&turned(&free)?)?;
    let joined = |left: &DynArray<B>, right: &DynArray<B>| match length == n {
        true => xp.concatenate(&[left, right], 0),
        false => {
            let zeros = xp.zeros_of(rows.dtype(), [order, length])?;
            let (left, right) = (xp.concatenate(&[left, &zeros], 1)?, xp.concatenate(&[&zeros, right], 1)?);
            xp.concatenate(&[&left, &right], 0)
        }
    };
    let effect = joined(&turned(&both)?, &turned(&free)?)?;
    let difference = joined(&turned(&both)?.subtract(&free)?, &turned(&free)?.subtract(&both)?)?;
    let ends = |x: &DynArray<B>| match length == n {
        true => Ok(x.clone()),
        false => xp.concatenate(&[&x.slice(s![.., ..length])?, &x.slice(s![.., n - length..])?], 1),
    };
    let wanted = ends(&backwards.subtract(&forwards)?)?;
    let optimal = difference.t().lstsq(&wanted.t())?.x;
    let change = optimal.t().matmul(&effect)?;
    let change = match length == n {
        true => change,
        false => {
            let between = xp.zeros_of(rows.dtype(), [rows.shape()[0], n - 2 * length])?;
            let (left, right) = (change.slice(s![.., ..length])?, change.slice(s![.., length..])?);
            xp.concatenate(&[&left, &between, &right], 1)?
        }
    };
    lines.back(&forwards.add(&change)?)
}
