//! A variable between 0 and 1 for the numbers of a support, with all digits next to both of its ends.

use xparray_core::prelude::*;
use xparray_core::{Error, Result};

/// The ends of a support and a number inside, which makes halves of it: in each the variable grows from 0, the end, to 1.
#[derive(Clone, Copy, Debug)]
pub struct Support {
    pub ends: [f64; 2],
    pub middle: f64,
}

/// Where numbers are: whether in the upper half, and the variable there.
#[derive(Clone, Debug)]
pub struct Place<B: Backend> {
    pub upper: DynArray<B>,
    pub t: DynArray<B>,
}

impl Support {
    /// Between two ends, which may be infinite.
    ///
    /// # Errors
    /// [`Error::Value`] unless the first end is less than the second one.
    pub fn new(op: &'static str, ends: [f64; 2]) -> Result<Self> {
        let [low, high] = ends;
        let rising = low.partial_cmp(&high) == Some(std::cmp::Ordering::Less);
        if !rising || low == f64::INFINITY || high == f64::NEG_INFINITY {
            return Err(Error::value(op, format!("a support from {low} to {high}")));
        }
        let middle = match ends.map(f64::is_finite) {
            [true, true] => 0.5 * low + 0.5 * high,
            [true, false] => low + 1.0,
            [false, true] => high - 1.0,
            [false, false] => 0.0,
        };
        Ok(Self { ends, middle })
    }

    /// The number at `t` of a half: an infinite end is the reciprocal of 0.
    pub fn number(self, upper: bool, t: f64) -> f64 {
        let end = self.ends[usize::from(upper)];
        match (end.is_finite(), upper) {
            (true, _) => end + (self.middle - end) * t,
            (false, true) => self.middle + (1.0 / t - 1.0),
            (false, false) => self.middle - (1.0 / t - 1.0),
        }
    }

    /// The half and the variable of a number.
    pub fn share(self, x: f64) -> (bool, f64) {
        let upper = x >= self.middle;
        let end = self.ends[usize::from(upper)];
        let t = if end.is_finite() { (x - end) / (self.middle - end) } else { 1.0 / (1.0 + (x - self.middle).abs()) };
        (upper, t)
    }

    /// What holds of each half, where numbers are in it.
    fn halves<B: Backend>(
        self,
        upper: &DynArray<B>,
        f: impl Fn(f64, bool) -> Result<DynArray<B>>,
    ) -> Result<DynArray<B>> {
        upper.where_(&f(self.ends[1], true)?, &f(self.ends[0], false)?)
    }

    /// The numbers at places.
    pub fn x<B: Backend>(self, place: &Place<B>) -> Result<DynArray<B>> {
        self.halves(&place.upper, |end, upper| {
            if end.is_finite() {
                return place.t.multiply(self.middle - end)?.add(end);
            }
            let sign = if upper { 1.0 } else { -1.0 };
            place.t.power(-1.0)?.subtract(1.0)?.multiply(sign)?.add(self.middle)
        })
    }

    /// How much numbers change with `t`, without the sign.
    pub fn slope<B: Backend>(self, place: &Place<B>) -> Result<DynArray<B>> {
        self.halves(&place.upper, |end, _| match end.is_finite() {
            true => place.t.zeros_like()?.add((self.middle - end).abs()),
            false => place.t.power(-2.0),
        })
    }

    /// The places of numbers.
    pub fn place<B: Backend>(self, x: &DynArray<B>) -> Result<Place<B>> {
        let upper = x.greater_equal(self.middle)?;
        let t = self.halves(&upper, |end, _| match end.is_finite() {
            true => x.subtract(end)?.divide(self.middle - end),
            false => x.subtract(self.middle)?.abs()?.add(1.0)?.power(-1.0),
        })?;
        Ok(Place { upper, t })
    }
}
