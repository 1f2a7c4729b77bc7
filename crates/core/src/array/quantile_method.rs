//! Where quantiles lie among sorted elements: the nine methods of Hyndman and Fan, and four more of NumPy's.

use super::DynArray;
use crate::backend::Backend;
use crate::dtype::{DType, Scalar};
use crate::error::Result;
use crate::ir::{BinaryOp, UnaryOp};

/// How [`Array::quantile_with`](crate::Array::quantile_with) estimates quantiles that lie between two elements.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([1.0f64, 2.0, 3.0, 4.0])?;
/// assert_eq!(x.quantile_with(0.4, .., Quantile::new().method(QuantileMethod::Lower))?.item()?, 2.0);
/// assert_eq!(x.quantile_with(0.4, .., Quantile::new().method(QuantileMethod::Hazen))?.item()?, 2.1);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QuantileMethod {
    /// The smallest element that at least this share is not above: method 1 of Hyndman and Fan.
    InvertedCdf,
    /// The same, but the mean with the next element if the share is exact: method 2.
    AveragedInvertedCdf,
    /// The nearest element, of two the one of even rank: method 3.
    ClosestObservation,
    /// Linear between the steps of the distribution function: method 4.
    InterpolatedInvertedCdf,
    /// Linear between the middles of its steps: method 5.
    Hazen,
    /// Linear, with equal probability between elements and outside of them: method 6.
    Weibull,
    /// Linear between the smallest and the largest element: method 7.
    #[default]
    Linear,
    /// Linear, about unbiased for the median: method 8.
    MedianUnbiased,
    /// Linear, about unbiased for normal distributions: method 9.
    NormalUnbiased,
    /// The element below the linear place.
    Lower,
    /// The element above the linear place.
    Higher,
    /// The mean of both.
    Midpoint,
    /// The nearer of both, of two the one with the even index.
    Nearest,
}

/// How far from one element to the next a value lies, as a function of the fraction of its place.
#[derive(Clone, Copy)]
enum Share {
    /// The fraction itself.
    Fraction,
    /// At no fraction (of an even and an odd place), below a half, at a half (likewise), above.
    Steps([f64; 6]),
}

/// The place of quantile `q` of `n` elements is `(n - less) q + start + q slope - back`.
struct Rule {
    less: f64,
    start: f64,
    slope: f64,
    back: f64,
    share: Share,
}

impl QuantileMethod {
    fn rule(self) -> Rule {
        use QuantileMethod::*;
        let share = match self {
            InvertedCdf | Higher => Share::Steps([0.0, 0.0, 1.0, 1.0, 1.0, 1.0]),
            AveragedInvertedCdf => Share::Steps([0.5, 0.5, 1.0, 1.0, 1.0, 1.0]),
            ClosestObservation => Share::Steps([1.0, 0.0, 1.0, 1.0, 1.0, 1.0]),
            Lower => Share::Steps([0.0; 6]),
            Midpoint => Share::Steps([0.0, 0.0, 0.5, 0.5, 0.5, 0.5]),
            Nearest => Share::Steps([0.0, 0.0, 0.0, 0.0, 1.0, 1.0]),
            _ => Share::Fraction,
        };
        // Of the linear ones, both parameters are the same but for the fourth.
        let (start, slope) = match self {
            Hazen => (0.5, 0.0),
            Weibull => (0.0, 1.0),
            MedianUnbiased => (1.0 / 3.0, 1.0 - 1.0 / 3.0 - 1.0 / 3.0),
            NormalUnbiased => (0.375, 0.25),
            _ => (0.0, 0.0),
        };
        let (less, back) = match self {
            Linear | Lower | Higher | Midpoint | Nearest => (1.0, 0.0),
            ClosestObservation => (0.0, 1.5),
            _ => (0.0, 1.0),
        };
        Rule { less, start, slope, back, share }
    }

    /// The places of two of `n` elements, and how far from the first to the second quantile `q` lies.
    pub(super) fn between(self, q: f64, n: usize) -> (i64, i64, f64) {
        let Rule { less, start, slope, back, share } = self.rule();
        let place = (n as f64 - less) * q + (start + q * slope) - back;
        let (floor, last) = (place.floor(), n as f64 - 1.0);
        let fraction = place - floor;
        let odd = usize::from(floor.rem_euclid(2.0) == 1.0);
        let share = match share {
            Share::Fraction => fraction,
            Share::Steps(steps) if fraction == 0.0 => steps[odd],
            Share::Steps(steps) if fraction < 0.5 => steps[2],
            Share::Steps(steps) if fraction == 0.5 => steps[3 + odd],
            Share::Steps(steps) => steps[5],
        };
        let clamped = |place: f64| place.min(last).max(0.0) as i64;
        (clamped(floor), clamped(floor + 1.0), share)
    }

    /// [`between`](QuantileMethod::between) of arrays of quantiles and counts (`f64`), broadcast. Of no elements the places are 0.
    pub(super) fn between_counted<B: Backend>(self, q: &DynArray<B>, n: &DynArray<B>) -> Result<[DynArray<B>; 3]> {
        const OP: &str = "quantile";
        let Rule { less, start, slope, back, share } = self.rule();
        let rest = q.with_number(BinaryOp::Mul, slope)?.with_number(BinaryOp::Add, start)?;
        let place = n.with_number(BinaryOp::Sub, less)?.binary(BinaryOp::Mul, OP, q)?;
        let place = place.binary(BinaryOp::Add, OP, &rest)?.with_number(BinaryOp::Sub, back)?;
        let floor = place.unary(UnaryOp::Floor)?;
        let fraction = place.binary(BinaryOp::Sub, OP, &floor)?;
        let share = match share {
            Share::Fraction => fraction,
            Share::Steps([even, odd, low, even_half, odd_half, high]) => {
                let is_odd = floor.with_number(BinaryOp::Mod, 2.0)?.with_number(BinaryOp::Eq, 1.0)?;
                let number = |x: f64| DynArray::full(q.xp(), Scalar::new(x), &[]);
                let whole = DynArray::selected(&is_odd, &number(odd)?, &number(even)?)?;
                let half = DynArray::selected(&is_odd, &number(odd_half)?, &number(even_half)?)?;
                let upper = DynArray::selected(&fraction.with_number(BinaryOp::Eq, 0.5)?, &half, &number(high)?)?;
                let above = DynArray::selected(&fraction.with_number(BinaryOp::Lt, 0.5)?, &number(low)?, &upper)?;
                DynArray::selected(&fraction.with_number(BinaryOp::Eq, 0.0)?, &whole, &above)?
            }
        };
        let last = n.with_number(BinaryOp::Sub, 1.0)?;
        let clamped = |place: &DynArray<B>| {
            let place = place.binary(BinaryOp::Min, OP, &last)?.with_number(BinaryOp::Max, 0.0)?;
            place.astype(DType::I64)
        };
        Ok([clamped(&floor)?, clamped(&floor.with_number(BinaryOp::Add, 1.0)?)?, share])
    }
}
