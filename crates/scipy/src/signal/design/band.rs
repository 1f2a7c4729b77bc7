//! What a filter lets through.

use std::f64::consts::FRAC_PI_2;
use xparray_core::{Error, Result};

/// One or two frequencies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Edges {
    /// Of low-pass and high-pass filters.
    One(f64),
    /// Of band-pass and band-stop filters, the lower one first.
    Two(f64, f64),
}

impl From<f64> for Edges {
    fn from(edge: f64) -> Self {
        Self::One(edge)
    }
}

impl From<[f64; 2]> for Edges {
    fn from([low, high]: [f64; 2]) -> Self {
        Self::Two(low, high)
    }
}

impl Edges {
    pub(super) fn map(self, f: impl Fn(f64) -> f64) -> Self {
        match self {
            Self::One(x) => Self::One(f(x)),
            Self::Two(low, high) => Self::Two(f(low), f(high)),
        }
    }

    /// The same edges, if they are above 0 and in order.
    fn checked(self, op: &'static str) -> Result<Self> {
        let right = match self {
            Self::One(x) => x > 0.0 && x.is_finite(),
            Self::Two(low, high) => low > 0.0 && low < high && high.is_finite(),
        };
        let message = || Error::value(op, format!("the frequencies {self:?} are not above 0 and in order"));
        if right { Ok(self) } else { Err(message()) }
    }
}

/// In which units frequencies are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Domain {
    /// Radians a second.
    Analog,
    /// Those of this sampling rate: the largest frequency is half of it.
    Digital { fs: f64 },
}

impl Domain {
    /// Frequencies of the analog filter that the bilinear transform at a sampling rate of 1/2 makes the digital one.
    pub(super) fn warped(self, op: &'static str, edges: Edges) -> Result<Edges> {
        let edges = edges.checked(op)?;
        let Self::Digital { fs } = self else { return Ok(edges) };
        let half = super::positive(op, "the sampling rate", fs)? / 2.0;
        let (Edges::One(last) | Edges::Two(_, last)) = edges;
        if last >= half {
            return Err(Error::value(op, format!("the frequency {last} is not below {half}, half the sampling rate")));
        }
        Ok(edges.map(|x| (FRAC_PI_2 * (x / half)).tan()))
    }

    /// The inverse.
    pub(super) fn unwarped(self, edges: Edges) -> Edges {
        match self {
            Self::Analog => edges,
            Self::Digital { fs } => edges.map(|x| x.atan() / FRAC_PI_2 * (fs / 2.0)),
        }
    }
}

/// Which edges are whose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Low-pass or, with two edges, band-pass.
    Pass,
    /// High-pass or, with two edges, band-stop.
    Stop,
}

/// The frequencies that a filter lets through: of a digital one from 0 to 1, half the sampling rate, unless [`fs`](Band::fs) says otherwise; of an
/// [`analog`](Band::analog) one in radians a second.
///
/// ```
/// use xparray::scipy::signal::{Band, Edges};
/// let voice = Band::bandpass(300.0, 3400.0).fs(8000.0);
/// assert_eq!(voice.edges(), Edges::Two(300.0, 3400.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    pub(super) kind: Kind,
    pub(super) edges: Edges,
    pub(super) domain: Domain,
}

impl Band {
    fn new(kind: Kind, edges: Edges) -> Self {
        Self { kind, edges, domain: Domain::Digital { fs: 2.0 } }
    }

    /// Those below.
    pub fn lowpass(wn: f64) -> Self {
        Self::new(Kind::Pass, wn.into())
    }

    /// Those above.
    pub fn highpass(wn: f64) -> Self {
        Self::new(Kind::Stop, wn.into())
    }

    /// Those between.
    pub fn bandpass(low: f64, high: f64) -> Self {
        Self::new(Kind::Pass, [low, high].into())
    }

    /// Those below and those above.
    pub fn bandstop(low: f64, high: f64) -> Self {
        Self::new(Kind::Stop, [low, high].into())
    }

    /// Of a digital filter at this sampling rate, in the same units.
    pub fn fs(self, fs: f64) -> Self {
        Self { domain: Domain::Digital { fs }, ..self }
    }

    /// Of an analog filter.
    pub fn analog(self) -> Self {
        Self { domain: Domain::Analog, ..self }
    }

    /// Where it begins and ends.
    pub fn edges(&self) -> Edges {
        self.edges
    }
}
