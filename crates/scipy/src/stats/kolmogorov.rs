//! The tests of Kolmogorov and Smirnov, by the largest distance between distribution functions.

use super::along::Pairing;
use super::rank_tests::{Method, RankTest};
use super::ranks::{RankMethod, ranks};
use super::sample::Alternative;
use super::smirnov::{crossing, limit, one_sided, two_sided};
use crate::SliceLast;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Result};

/// The largest number of elements for which probabilities are exact by default.
const MANY: usize = 10_000;

/// For each slice's statistic, what the host computes.
fn on_host<B: Backend>(x: &DynArray<B>, f: impl FnMut(f64) -> f64) -> Result<DynArray<B>> {
    let values: Vec<f64> = x.astype(DType::F64)?.typed::<f64>()?.to_vec()?.into_iter().map(f).collect();
    x.xp().from_slice(&values, x.shape())?.into_dyn().astype(x.dtype())
}

/// What [`ks_1samp`] and [`ks_2samp`] give.
#[derive(Clone, Debug)]
pub struct Kolmogorov<B: Backend> {
    /// The largest distance.
    pub statistic: DynArray<B>,
    /// The probability of one at least as large.
    pub pvalue: DynArray<B>,
    /// The element at which it is.
    pub statistic_location: DynArray<B>,
    /// 1 where the first function is above there, -1 where it is below.
    pub statistic_sign: DynArray<B>,
}

impl<B: Backend> Kolmogorov<B> {
    fn new([statistic, pvalue, statistic_location, statistic_sign]: [DynArray<B>; 4]) -> Self {
        Self { statistic, pvalue, statistic_location, statistic_sign }
    }
}

/// The largest difference to the side of the alternative, where it is, and its sign, of differences above and below at elements. Of both
/// sides it is the one above, or of equal ones the one that `first` says.
fn largest<B: Backend>(
    elements: &DynArray<B>,
    [above, below]: [&DynArray<B>; 2],
    alternative: Alternative,
    first: f64,
) -> Result<[DynArray<B>; 3]> {
    let of = |side: &DynArray<B>, sign: f64| -> Result<[DynArray<B>; 3]> {
        let place = side.argmax(keepdims(-1))?;
        let at = |x: &DynArray<B>| x.take_along_axis(&place, -1)?.squeeze(-1);
        let distance = at(side)?;
        // Where the distance is not known, nothing is.
        let unknown = distance.multiply(0.0)?;
        Ok([at(elements)?.add(&unknown)?, unknown.add(sign)?, distance])
    };
    let [up, down] = [of(above, 1.0)?, of(below, -1.0)?];
    let [location, sign, distance] = match alternative {
        Alternative::Greater => up,
        Alternative::Less => down,
        Alternative::TwoSided => {
            let rises = if first > 0.0 { up[2].greater_equal(&down[2])? } else { up[2].greater(&down[2])? };
            let one = |k: usize| rises.where_(&up[k], &down[k]);
            [one(0)?, one(1)?, one(2)?]
        }
    };
    Ok([distance, location, sign])
}

/// Whether a sample is of a continuous distribution, given by its distribution function: by the largest distance of the sample's
/// own function to it, or the largest one above it (`Greater`) or below (`Less`).
///
/// Exact up to 10,000 elements, and always to one side (Birnbaum and Tingey, 1951; Marsaglia, Tsang and Wang, 2003). Probabilities are
/// computed on the host.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{RankTest, ks_1samp};
/// let x = xp.array([[0.1], [0.4], [0.7], [0.75]])?;
/// let test = ks_1samp(&x, |x| Ok(x.clone()), RankTest::new())?; // uniform numbers
/// assert_eq!((test.statistic.to_string(), test.pvalue.to_string()), ("[0.25]".into(), "[0.90625]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for no elements; [`Error::Axis`] if the axis is not there; [`Error::DType`] for complex numbers; those of the
/// distribution function.
pub fn ks_1samp<B: Backend>(
    x: &impl AnyArray<B>,
    cdf: impl Fn(&DynArray<B>) -> Result<DynArray<B>>,
    options: RankTest,
) -> Result<Kolmogorov<B>> {
    const OP: &str = "ks_1samp";
    let test = options.along.one(OP, x.as_dyn(), 1, |x, n| {
        if n == 0 {
            return Err(Error::value(OP, "the sample is empty"));
        }
        let sorted = x.sort()?;
        let values = cdf(&sorted)?;
        let place = x.xp().arange(0..n as i64)?.into_dyn().astype(x.dtype())?;
        let above = place.add(1.0)?.divide(n as f64)?.subtract(&values)?;
        let below = values.subtract(&place.divide(n as f64)?)?;
        let [statistic, location, sign] = largest(&sorted, [&above, &below], options.alternative, -1.0)?;
        let exact = if options.method == Method::Auto { n <= MANY } else { options.method == Method::Exact };
        let pvalue = on_host(&statistic, |d| match options.alternative {
            Alternative::TwoSided if exact => two_sided(n, d),
            Alternative::TwoSided => limit(d * (n as f64).sqrt()),
            _ => one_sided(n, d),
        })?;
        Ok([statistic, pvalue, location, sign])
    });
    test.map(Kolmogorov::new)
}

/// Whether two samples are of one continuous distribution, by the largest distance of their distribution functions, or the largest one of
/// that of `x` above that of `y` (`Greater`) or below (`Less`).
///
/// Exact up to 10,000 elements each, in as many steps as there are pairs, on the host.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{RankTest, ks_2samp};
/// let (x, y) = (xp.array([[1.0], [2.0], [3.0]])?, xp.array([[2.5], [4.0], [5.0], [6.0]])?);
/// let test = ks_2samp(&x, &y, RankTest::new())?;
/// assert_eq!((test.statistic.to_string(), test.pvalue.to_string()), ("[0.75]".into(), "[0.22857143]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`ks_1samp`]; [`Error::Shape`] if shapes differ but for the lengths.
pub fn ks_2samp<B: Backend>(x: &impl AnyArray<B>, y: &impl AnyArray<B>, options: RankTest) -> Result<Kolmogorov<B>> {
    const OP: &str = "ks_2samp";
    let test = options.along.several(OP, &[x.as_dyn(), y.as_dyn()], Pairing::Independent, 1, &|samples| {
        let ((x, n), (y, m)) = (&samples[0], &samples[1]);
        if *n == 0 || *m == 0 {
            return Err(Error::value(OP, "a sample is empty"));
        }
        apart((&x.sort()?, *n), (&y.sort()?, *m), options)
    });
    test.map(Kolmogorov::new)
}

/// The test of two sorted samples.
fn apart<B: Backend>(
    (x, n): (&DynArray<B>, usize),
    (y, m): (&DynArray<B>, usize),
    options: RankTest,
) -> Result<[DynArray<B>; 4]> {
    let (count, other) = (n as f64, m as f64);
    // How many of both samples are no larger than each element, and how many of its own.
    let elements = x.xp().concatenate(&[x, y], -1)?;
    let all = ranks(&elements, RankMethod::Max)?.0;
    let (x_own, y_own) = (ranks(x, RankMethod::Max)?.0, ranks(y, RankMethod::Max)?.0);
    let (x_all, y_all) = (all.slice_last(s![0..n])?, all.slice_last(s![n..])?);
    let at = |of_x: &DynArray<B>, of_y: &DynArray<B>| of_x.divide(count)?.subtract(&of_y.divide(other)?);
    let differences = [at(&x_own, &x_all.subtract(&x_own)?)?, at(&y_all.subtract(&y_own)?, &y_own)?];
    let above = x.xp().concatenate(&[&differences[0], &differences[1]], -1)?;
    let [statistic, location, sign] = largest(&elements, [&above, &above.negative()?], options.alternative, 1.0)?;
    let statistic = statistic.maximum(0.0)?;
    let exact = if options.method == Method::Auto { n.max(m) <= MANY } else { options.method == Method::Exact };
    let effective = count * other / (count + other);
    let (least, most) = (count.min(other), count.max(other));
    let pvalue = on_host(&statistic, |d| match options.alternative {
        _ if exact => crossing(n, m, d, options.alternative),
        Alternative::TwoSided => two_sided(effective.round_ties_even().max(1.0) as usize, d),
        // Hodges, 1958.
        _ => {
            let z = effective.sqrt() * d;
            let step = 2.0 * z * (most + 2.0 * least) / (most * least * (most + least)).sqrt() / 3.0;
            (-2.0 * z * z - step).exp().clamp(0.0, 1.0)
        }
    })?;
    Ok([statistic, pvalue, location.astype(elements.dtype())?, sign])
}
