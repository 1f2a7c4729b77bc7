//! Breakpoints, and between which of them a place is.

use super::options::Extrapolate;
use std::sync::Arc;
use xparray_core::kernel::{Var, raw};
use xparray_core::prelude::*;
use xparray_core::{Error, Result, Side, TypeClass};

/// Breakpoints that rise or fall, on the device and on the host.
#[derive(Clone, Debug)]
pub(super) struct Breaks<B: Backend> {
    pub x: Array<f64, B>,
    pub host: Arc<Vec<f64>>,
    /// The same, rising.
    rising: Array<f64, B>,
    falls: bool,
    /// If they rise and are, but for roundings, as far apart as their neighbours.
    even: Option<Even>,
}

/// Breakpoints that are so near to even ones that a division finds the piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Even {
    first: f64,
    per_step: f64,
    last: i64,
    /// Whether they are where they would be but for roundings.
    regular: bool,
}

impl Even {
    /// The number of the piece in which a place is and the share of it that lies behind, of breakpoints that are where they would be: no further
    /// off than if these were rounded.
    pub fn share(self, q: Var<f64>) -> Option<(Var<i64>, Var<f64>)> {
        self.regular.then(|| {
            let place = (q - self.first) * self.per_step;
            let piece = place.floor().fmax(0.0).fmin(self.last as f64);
            (piece.cast::<i64>(), place - piece)
        })
    }

    /// The number of the piece in which a place is, of breakpoints that `at` reads. They are at most an eighth of a step from where they would
    /// be, so it is this piece or the next one.
    pub fn piece(self, q: Var<f64>, at: impl Fn(Var<i64>) -> Var<f64>) -> Var<i64> {
        let place = (q - self.first) * self.per_step - 0.25;
        let guess = place.floor().fmax(0.0).fmin(self.last as f64).cast::<i64>();
        guess + (q.ge(at(guess + 1)) & guess.lt(self.last)).cast::<i64>()
    }
}

/// Finite real numbers of a vector.
pub(super) fn vector<B: Backend>(op: &'static str, x: &DynArray<B>) -> Result<(Array<f64, B>, Vec<f64>)> {
    TypeClass::RealElement.check(op, x.dtype())?;
    if x.ndim() != 1 {
        return Err(Error::value(op, format!("the abscissae must be a vector, not of the shape {:?}", x.shape())));
    }
    let device = x.astype(DType::F64)?.ascontiguousarray()?.typed::<f64>()?;
    let host = device.to_vec()?;
    match host.iter().all(|x| x.is_finite()) {
        true => Ok((device, host)),
        false => Err(Error::value(op, "the abscissae must be finite")),
    }
}

/// That they rise from each to the next.
pub(super) fn rising(op: &'static str, x: &[f64]) -> Result<()> {
    match x.windows(2).position(|pair| pair[0] >= pair[1]) {
        None => Ok(()),
        Some(at) => Err(Error::value(op, format!("the abscissae must rise, but {} comes before {}", x[at], x[at + 1]))),
    }
}

impl<B: Backend> Breaks<B> {
    /// Two breakpoints at least, of which some may be the same.
    pub fn new(op: &'static str, x: &DynArray<B>) -> Result<Self> {
        let (x, host) = vector(op, x)?;
        if host.len() < 2 {
            return Err(Error::value(op, format!("{} breakpoints, fewer than 2", host.len())));
        }
        let falls = host.windows(2).all(|pair| pair[0] >= pair[1]);
        if !falls && !host.windows(2).all(|pair| pair[0] <= pair[1]) {
            return Err(Error::value(op, "the breakpoints neither rise nor fall throughout"));
        }
        let rising = if falls { x.flip(0)?.copy() } else { x.clone() };
        let m = (host.len() - 1) as f64;
        let step = (host[host.len() - 1] - host[0]) / m;
        let away = host.iter().enumerate().map(|(i, &x)| (x - (host[0] + i as f64 * step)).abs());
        let away = away.fold(0.0, f64::max);
        let regular = away <= 4.0 * f64::EPSILON * host[0].abs().max(host[host.len() - 1].abs());
        let even = Even { first: host[0], per_step: 1.0 / step, last: host.len() as i64 - 2, regular };
        let sound = step > 0.0 && step.is_finite() && even.per_step.is_finite();
        let even = (sound && away <= step / 8.0).then_some(even);
        Ok(Self { x, host: Arc::new(host), rising, falls, even })
    }

    /// Of two breakpoints at least that rise from each to the next.
    pub fn strict(op: &'static str, x: &DynArray<B>) -> Result<Self> {
        let breaks = Self::new(op, x)?;
        rising(op, &breaks.host)?;
        Ok(breaks)
    }

    /// Whether a division finds the piece.
    pub fn even(&self) -> Option<Even> {
        self.even
    }

    /// The number of pieces.
    pub fn pieces(&self) -> usize {
        self.host.len() - 1
    }

    /// The first and the last one.
    pub fn ends(&self) -> (f64, f64) {
        (self.host[0], self.host[self.pieces()])
    }

    /// The least and the greatest one.
    pub fn bounds(&self) -> (f64, f64) {
        let (first, last) = self.ends();
        (first.min(last), first.max(last))
    }

    /// The distances to the next ones.
    pub fn widths(&self) -> Result<Array<f64, B>> {
        self.x.slice(s![1..])?.subtract(&self.x.slice(s![..-1])?)
    }

    /// Places as they are computed with: a vector, which has come round where what is outside repeats.
    pub fn places(&self, op: &'static str, x: &DynArray<B>, extrapolate: Extrapolate) -> Result<Array<f64, B>> {
        TypeClass::RealElement.check(op, x.dtype())?;
        let places = x.astype(DType::F64)?.reshape([x.len()])?.typed::<f64>()?;
        if extrapolate != Extrapolate::Periodic {
            return Ok(places);
        }
        let (first, last) = self.ends();
        places.subtract(first)?.remainder(last - first)?.add(first)
    }

    /// The number of the piece in which a place is: the last one that begins at it or before it, the first or the last one for
    /// places outside.
    pub fn interval(&self, places: &Array<f64, B>) -> Result<Array<i64, B>> {
        let last = self.pieces() as i64 - 1;
        if self.falls {
            let behind = self.rising.searchsorted_with(places, SearchSorted::new().side(Side::Left))?;
            return behind.negative().add(last + 1)?.maximum(0i64)?.minimum(last);
        }
        if let Some(even) = self.even {
            return places.xp().map((places, raw(&self.rising)), |(q, x)| even.piece(q, |i| x.at(i)));
        }
        let behind = self.rising.searchsorted_with(places, SearchSorted::new().side(Side::Right))?;
        behind.subtract(1i64)?.maximum(0i64)?.minimum(last)
    }
}
