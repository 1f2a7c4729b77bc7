//! From powers, and from derivatives at the breakpoints.

use super::BPoly;
use crate::interpolate::breaks::Breaks;
use crate::interpolate::columns::Columns;
use crate::interpolate::options::Extrapolate;
use crate::interpolate::pieces::{Pieces, binomials};
use crate::interpolate::ppoly::PPoly;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Result};

/// What is known at a point: derivatives from order 0 on, each of all columns.
struct Known {
    orders: usize,
    values: Vec<f64>,
}

impl<B: Backend> BPoly<B> {
    /// The same function as one by powers.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::interpolate::{BPoly, PPoly};
    /// let p = PPoly::new(&xp.array([[1.0], [1.0]])?, &xp.array([0.0, 2.0])?)?; // 1 + x
    /// assert_eq!(BPoly::from_power_basis(&p)?.c()?.to_string(), "[[1.]\n [3.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn from_power_basis(pp: &PPoly<B>) -> Result<Self> {
        let (pieces, xp) = (&pp.0, pp.0.packed.xp());
        let n = pieces.terms() - 1;
        // s^i is the sum of b(j, i) / b(n, i) times the polynomial j.
        let outer = binomials(n);
        let mut change = vec![0.0; (n + 1) * (n + 1)];
        for j in 0..=n {
            for (i, inner) in binomials(j).into_iter().enumerate() {
                change[(n - i) * (n + 1) + j] = inner / outer[i];
            }
        }
        let change = xp.from_slice(&change, [n + 1, n + 1])?;
        let powers = xp.array((0..=n).rev().map(|s| s as f64).collect::<Vec<_>>())?;
        let scale = pieces.widths()?.expand_dims(1)?.power(&powers)?;
        Ok(Self(pieces.with(&pieces.packed.multiply(&scale)?.matmul(&change)?)))
    }

    /// The polynomial that has given values and derivatives at its breakpoints: `yi[i]` is `[d, ..]`, the derivatives of order 0 to `d - 1` at
    /// `xi[i]`. Pieces have the degree that this gives, or that of `orders`, where derivatives of high order are not used; all have as many
    /// coefficients as the derivatives would give.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::interpolate::BPoly;
    /// // 1 with the slope 2 at 0, 4 at 1: 1 + 2 x + x^2
    /// let yi = [xp.array([1.0, 2.0])?.into_dyn(), xp.array([4.0])?.into_dyn()];
    /// let p = BPoly::from_derivatives(&xp.array([0.0, 1.0])?, &yi, None)?;
    /// assert_eq!(p.evaluate(&xp.array([0.5])?)?.to_string(), "[2.25]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for breakpoints that do not rise, another number of points or of orders, points without values, and degrees that the
    /// derivatives do not determine; [`Error::Shape`] for points of different shapes.
    pub fn from_derivatives(xi: &impl AnyArray<B>, yi: &[DynArray<B>], orders: Option<&[usize]>) -> Result<Self> {
        const OP: &str = "BPoly::from_derivatives";
        let breaks = Breaks::strict(OP, xi.as_dyn())?;
        let m = breaks.pieces();
        if yi.len() != m + 1 || orders.is_some_and(|orders| orders.len() != m) {
            let message = format!("{} points, {} of derivatives, orders {orders:?}", m + 1, yi.len());
            return Err(Error::value(OP, message));
        }
        let complex = yi.iter().any(|y| y.dtype().is_complex());
        let mut columns: Option<Columns> = None;
        let mut known = Vec::new();
        for y in yi {
            let y = if complex { y.astype(DType::Complex128)? } else { y.clone() };
            let (of, rows) = Columns::of(OP, &y, 0)?;
            if let Some(first) = &columns
                && first.trailing != of.trailing
            {
                return Err(Error::shape(OP, &first.trailing, &of.trailing));
            }
            columns = Some(of);
            known.push(Known { orders: rows.shape()[0], values: rows.to_vec()? });
        }
        let columns = columns.ok_or_else(|| Error::value(OP, "no points"))?;
        let count = columns.count();
        let mut uses = Vec::new();
        for i in 0..m {
            uses.push(used(OP, [known[i].orders, known[i + 1].orders], orders.map(|orders| orders[i]))?);
        }
        let terms = known.windows(2).map(|pair| pair[0].orders + pair[1].orders).max().unwrap_or(1);
        let mut packed = Vec::with_capacity(m * count * terms);
        for (i, &[a, b]) in uses.iter().enumerate() {
            let width = breaks.host[i + 1] - breaks.host[i];
            for column in 0..count {
                let at = |point: usize, orders: usize| -> Vec<f64> {
                    (0..orders).map(|order| known[point].values[order * count + column]).collect()
                };
                packed.extend(raised(between(width, &at(i, a), &at(i + 1, b)), terms));
            }
        }
        let packed = breaks.x.xp().from_slice(&packed, [m, count, terms])?;
        Ok(Self(Pieces { packed, columns, breaks, extrapolate: Extrapolate::Yes }))
    }
}

/// How many derivatives at both ends a piece of this degree uses.
fn used(op: &'static str, [a, b]: [usize; 2], degree: Option<usize>) -> Result<[usize; 2]> {
    let pair = match degree {
        None => [a, b],
        Some(degree) => {
            let n = degree.saturating_add(1);
            let left = (n / 2).min(a);
            let right = (n - left).min(b);
            [(n - right).min(a), right]
        }
    };
    let enough = degree.is_none_or(|degree| pair[0] + pair[1] == degree + 1);
    match enough && a > 0 && b > 0 {
        true => Ok(pair),
        false => Err(Error::value(op, format!("degree {degree:?} of {a} and {b} derivatives at the ends"))),
    }
}

/// The coefficients with these derivatives at the ends of an interval: those from the left end on belong to derivatives there, the
/// others likewise.
fn between(width: f64, left: &[f64], right: &[f64]) -> Vec<f64> {
    let n = left.len() + right.len() - 1;
    let mut c = vec![0.0; n + 1];
    // n (n - 1) .. (n - q + 1)
    let falling = |q: usize| (0..q).map(|i| (n - i) as f64).product::<f64>();
    for (q, derivative) in left.iter().enumerate() {
        let known: f64 = binomials(q).iter().enumerate().take(q).map(|(j, b)| parity(q + j) * b * c[j]).sum();
        c[q] = derivative / falling(q) * width.powi(q as i32) - known;
    }
    for (q, derivative) in right.iter().enumerate() {
        let known: f64 = binomials(q).iter().enumerate().skip(1).map(|(j, b)| parity(j) * b * c[n - q + j]).sum();
        c[n - q] = derivative / falling(q) * parity(q) * width.powi(q as i32) - known;
    }
    c
}

fn parity(n: usize) -> f64 {
    if n.is_multiple_of(2) { 1.0 } else { -1.0 }
}

/// The same polynomial with more coefficients.
fn raised(mut c: Vec<f64>, terms: usize) -> Vec<f64> {
    while c.len() < terms {
        let n = c.len() as f64;
        let inner = (1..c.len()).map(|j| (j as f64 * c[j - 1] + (n - j as f64) * c[j]) / n);
        c = [c[0]].into_iter().chain(inner.collect::<Vec<_>>()).chain([c[c.len() - 1]]).collect();
    }
    c
}
