//! What filters should do, and what order that takes.

use super::band::{Domain, Kind};
use super::elliptic::Modulus;
use super::prototypes::power_less_one;
use super::{Band, Edges, positive};
use xparray_core::{Error, Result};

/// What a recursive filter should do: from the edges `wp` on let frequencies through with a loss of up to `gpass` decibels, and from `ws` on stop them
/// by `gstop`. One edge each for low-pass and high-pass filters, two for others; which of these it is follows from their order. They are in units
/// of a [`Band`]'s.
///
/// ```
/// use xparray::scipy::signal::{Specification, buttord};
/// let (n, band) = buttord(Specification::new(0.2, 0.3, 3.0, 40.0))?;
/// assert_eq!(n, 11);
/// # let _ = band; Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Specification {
    wp: Edges,
    ws: Edges,
    pub(super) gpass: f64,
    pub(super) gstop: f64,
    domain: Domain,
}

impl Specification {
    /// Of a digital filter, with 1 for half the sampling rate.
    pub fn new(wp: impl Into<Edges>, ws: impl Into<Edges>, gpass: f64, gstop: f64) -> Self {
        Self { wp: wp.into(), ws: ws.into(), gpass, gstop, domain: Domain::Digital { fs: 2.0 } }
    }

    /// Of a digital filter at this sampling rate, in the same units.
    pub fn fs(self, fs: f64) -> Self {
        Self { domain: Domain::Digital { fs }, ..self }
    }

    /// Of an analog filter.
    pub fn analog(self) -> Self {
        Self { domain: Domain::Analog, ..self }
    }

    pub(super) fn wanted(&self, op: &'static str) -> Result<Wanted> {
        let (gpass, gstop) = (positive(op, "gpass", self.gpass)?, positive(op, "gstop", self.gstop)?);
        if gpass >= gstop {
            return Err(Error::value(op, format!("a loss of {gpass} dB where it passes, of {gstop} where it stops")));
        }
        let (pass, stop) = (self.domain.warped(op, self.wp)?, self.domain.warped(op, self.ws)?);
        let kind = match (pass, stop) {
            (Edges::One(p), Edges::One(s)) if p < s => Kind::Pass,
            (Edges::One(p), Edges::One(s)) if p > s => Kind::Stop,
            (Edges::Two(p1, p2), Edges::Two(s1, s2)) if s1 < p1 && p2 < s2 => Kind::Pass,
            (Edges::Two(p1, p2), Edges::Two(s1, s2)) if p1 < s1 && s2 < p2 => Kind::Stop,
            _ => {
                let message = format!("{:?} and {:?} are not apart, nor one inside the other", self.wp, self.ws);
                return Err(Error::value(op, message));
            }
        };
        Ok(Wanted { op, kind, pass, stop, pass_power: power_less_one(gpass), stop_power: power_less_one(gstop) })
    }

    pub(super) fn band(&self, kind: Kind, edges: Edges) -> Band {
        Band { kind, edges: self.domain.unwarped(edges), domain: self.domain }
    }
}

/// Kinds of filters that have a least order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Approximation {
    /// Butterworth's.
    Butter,
    /// Chebyshev's of the first kind.
    Cheby1,
    /// Chebyshev's of the second kind.
    Cheby2,
    /// Cauer's.
    Ellip,
}

/// A specification of an analog filter, and the squares of its deviations.
pub(super) struct Wanted {
    op: &'static str,
    pub kind: Kind,
    pub pass: Edges,
    stop: Edges,
    pub pass_power: f64,
    pub stop_power: f64,
}

impl Wanted {
    /// Where the low-pass prototype with a cutoff of 1 has to stop.
    fn selectivity(&self) -> f64 {
        match (self.kind, self.pass, self.stop) {
            (Kind::Pass, Edges::One(p), Edges::One(s)) => s / p,
            (_, Edges::One(p), Edges::One(s)) => p / s,
            (kind, Edges::Two(p1, p2), Edges::Two(s1, s2)) => {
                let ratio = |s: f64| (s * (p1 - p2) / (s * s - p1 * p2)).abs();
                let ratio = |s: f64| if kind == Kind::Stop { ratio(s) } else { 1.0 / ratio(s) };
                ratio(s1).min(ratio(s2))
            }
            _ => f64::NAN,
        }
    }

    /// The order, before it is rounded up.
    pub fn order(&self, kind: Approximation) -> f64 {
        let (discrimination, nat) = ((self.stop_power / self.pass_power).sqrt(), self.selectivity());
        match kind {
            Approximation::Butter => discrimination.ln() / nat.ln(),
            Approximation::Cheby1 | Approximation::Cheby2 => discrimination.acosh() / nat.acosh(),
            Approximation::Ellip => Modulus::new(1.0 / nat).ratio() / Modulus::new(1.0 / discrimination).ratio(),
        }
    }

    /// With the edges of the pass band of a band-stop filter moved inwards, one after the other, to where the order is least: golden sections.
    pub fn narrowed(mut self, kind: Approximation) -> Self {
        let (Kind::Stop, Edges::Two(p1, p2), Edges::Two(s1, s2)) = (self.kind, self.pass, self.stop) else {
            return self;
        };
        let mut order = |edges: Edges| {
            self.pass = edges;
            self.order(kind)
        };
        let low = least(p1, s1 * (1.0 - 1e-12), &mut |p| order(Edges::Two(p, p2)));
        let high = least(s2 * (1.0 + 1e-12), p2, &mut |p| order(Edges::Two(low, p)));
        self.pass = Edges::Two(low, high);
        self
    }

    /// As a number.
    pub fn rounded(&self, kind: Approximation) -> Result<usize> {
        match self.order(kind).ceil() {
            n if (1.0..=1e4).contains(&n) => Ok(n as usize),
            n => Err(Error::value(self.op, format!("the order would be {n}"))),
        }
    }
}

/// Where a function of one minimum is least.
fn least(mut low: f64, mut high: f64, f: &mut dyn FnMut(f64) -> f64) -> f64 {
    let golden = (5f64.sqrt() - 1.0) / 2.0;
    let (mut a, mut b) = (high - golden * (high - low), low + golden * (high - low));
    let (mut at_a, mut at_b) = (f(a), f(b));
    for _ in 0..80 {
        if at_a < at_b {
            (high, b, at_b) = (b, a, at_a);
            a = high - golden * (high - low);
            at_a = f(a);
        } else {
            (low, a, at_a) = (a, b, at_b);
            b = low + golden * (high - low);
            at_b = f(b);
        }
    }
    (low + high) / 2.0
}
