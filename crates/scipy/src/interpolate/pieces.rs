//! Polynomials of one degree between breakpoints.

use super::breaks::Breaks;
use super::columns::Columns;
use super::options::{Evaluate, Extrapolate};
use xparray_core::kernel::{RawVar, Var, raw};
use xparray_core::prelude::*;
use xparray_core::{Create, Error, Result};

/// What coefficients multiply.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Basis {
    /// Falling powers of the distance from the piece's beginning.
    Power,
    /// Bernstein's polynomials on the piece.
    Bernstein,
}

/// The binomial coefficients of a power.
pub(super) fn binomials(n: usize) -> Vec<f64> {
    let mut row = vec![1.0f64; n + 1];
    for k in 1..=n {
        row[k] = (row[k - 1] * (n + 1 - k) as f64 / k as f64).round();
    }
    row
}

/// Coefficients with their breakpoints.
#[derive(Clone, Debug)]
pub(super) struct Pieces<B: Backend> {
    /// `[pieces, columns, coefficients]`: what one value needs lies together.
    pub packed: Array<f64, B>,
    pub columns: Columns,
    pub breaks: Breaks<B>,
    pub extrapolate: Extrapolate,
}

impl<B: Backend> Pieces<B> {
    /// Of coefficients `[k, m, ..]` and `m + 1` breakpoints.
    pub fn new(op: &'static str, c: &DynArray<B>, x: &DynArray<B>) -> Result<Self> {
        let breaks = Breaks::new(op, x)?;
        let (k, m, trailing) = match c.shape() {
            &[k, m, ref trailing @ ..] if k > 0 && m == breaks.pieces() => (k, m, trailing),
            shape => {
                return Err(Error::value(op, format!("coefficients {shape:?} of {} pieces", breaks.pieces())));
            }
        };
        let (columns, rows) = Columns::of(op, &c.reshape([&[k * m], trailing].concat())?, 0)?;
        let packed = rows.reshape([k, m, columns.count()])?.moveaxis(0, -1)?.ascontiguousarray();
        Ok(Self { packed, columns, breaks, extrapolate: Extrapolate::Yes })
    }

    /// Other coefficients, `[m, columns, k]`.
    pub fn with(&self, packed: &Array<f64, B>) -> Self {
        Self { packed: packed.ascontiguousarray(), ..self.clone() }
    }

    /// The coefficients `[k, m, ..]`.
    pub fn c(&self) -> Result<DynArray<B>> {
        let (k, m) = (self.terms(), self.breaks.pieces());
        let rows = self.packed.moveaxis(-1, 0)?.reshape([k * m, self.columns.count()])?;
        Columns { axis: 0, ..self.columns.clone() }.restore(&rows, &[k, m])
    }

    /// The number of coefficients of a piece.
    pub fn terms(&self) -> usize {
        self.packed.shape()[2]
    }

    /// The distances between breakpoints, for each column.
    pub fn widths(&self) -> Result<Array<f64, B>> {
        self.breaks.widths()?.expand_dims(1)
    }

    /// The values, as they were given.
    pub fn evaluate(&self, op: &'static str, basis: Basis, x: &DynArray<B>, options: Evaluate) -> Result<DynArray<B>> {
        let extrapolate = options.extrapolate.unwrap_or(self.extrapolate);
        let places = self.breaks.places(op, x, extrapolate)?;
        self.columns.restore(&self.values(basis, &places, extrapolate)?, x.shape())
    }

    /// The values at places `[n]`: `[n, columns]`, in one kernel after the search for the pieces.
    pub fn values(&self, basis: Basis, places: &Array<f64, B>, extrapolate: Extrapolate) -> Result<Array<f64, B>> {
        let (count, terms) = (self.columns.count(), self.terms());
        let shape = [places.len(), count];
        if places.is_empty() || count == 0 {
            return places.xp().zeros(shape);
        }
        let (low, high) = match extrapolate {
            Extrapolate::No => self.breaks.bounds(),
            _ => (f64::NEG_INFINITY, f64::INFINITY),
        };
        let interval = self.breaks.interval(places)?;
        let piece = |q: Var<f64>, i: Var<i64>, first: Var<i64>, x: RawVar<f64>, c: RawVar<f64>| {
            let at = |j: usize| c.at(first + j as i64);
            let begin = x.at(i);
            let value = match basis {
                Basis::Power => {
                    let z = q - begin;
                    (1..terms).fold(at(0), |sum, j| sum * z + at(j))
                }
                Basis::Bernstein => {
                    let z = (q - begin) / (x.at(i + 1) - begin);
                    let factors = binomials(terms - 1);
                    let start = (at(0), z);
                    let add = |(sum, power), j: usize| (sum * (1.0 - z) + power * factors[j] * at(j), power * z);
                    (1..terms).fold(start, add).0
                }
            };
            (q.ge(low) & q.le(high)).select(value, f64::NAN)
        };
        let (xp, x) = (places.xp(), &self.breaks.x);
        if count == 1 {
            let one = xp.map((places, &interval, raw(x), raw(&self.packed)), |(q, i, x, c)| {
                piece(q, i, i * terms as i64, x, c)
            })?;
            return one.reshape(shape);
        }
        let column = xp.arange((0i64, count as i64, 1))?;
        let [q, i] = [places.as_dyn(), interval.as_dyn()].map(|a| a.expand_dims(1));
        let (q, i) = (q?.typed::<f64>()?, i?.typed::<i64>()?);
        xp.map((&q, &i, &column, raw(x), raw(&self.packed)), |(q, i, column, x, c)| {
            piece(q, i, (i * count as i64 + column) * terms as i64, x, c)
        })
    }
}
