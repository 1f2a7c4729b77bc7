//! The tests of Kolmogorov and Smirnov, by the largest distance between distribution functions.

use super::rank_tests::{Method, RankTest};
use super::ranks::{RankMethod, ranks};
use super::sample::{Alternative, Significance, samples};
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

/// The largest difference to the side of the alternative.
fn largest<B: Backend>(above: &DynArray<B>, below: &DynArray<B>, alternative: Alternative) -> Result<DynArray<B>> {
    match alternative {
        Alternative::Greater => Ok(above.clone()),
        Alternative::Less => Ok(below.clone()),
        Alternative::TwoSided => above.maximum(below),
    }
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
    cdf: impl FnOnce(&DynArray<B>) -> Result<DynArray<B>>,
    options: RankTest,
) -> Result<Significance<B>> {
    const OP: &str = "ks_1samp";
    let (x, n) = samples(OP, x.as_dyn(), options.axis)?;
    if n == 0 {
        return Err(Error::value(OP, "the sample is empty"));
    }
    let values = cdf(&x.sort()?)?;
    let place = x.xp().arange(0..n as i64)?.into_dyn().astype(x.dtype())?;
    let above = place.add(1.0)?.divide(n as f64)?.subtract(&values)?.max(-1)?;
    let below = values.subtract(&place.divide(n as f64)?)?.max(-1)?;
    let statistic = largest(&above, &below, options.alternative)?;
    let exact = if options.method == Method::Auto { n <= MANY } else { options.method == Method::Exact };
    let pvalue = on_host(&statistic, |d| match options.alternative {
        Alternative::TwoSided if exact => two_sided(n, d),
        Alternative::TwoSided => limit(d * (n as f64).sqrt()),
        _ => one_sided(n, d),
    })?;
    Ok(Significance { statistic, pvalue })
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
pub fn ks_2samp<B: Backend>(x: &impl AnyArray<B>, y: &impl AnyArray<B>, options: RankTest) -> Result<Significance<B>> {
    const OP: &str = "ks_2samp";
    let ((x, n), (y, m)) = (samples(OP, x.as_dyn(), options.axis)?, samples(OP, y.as_dyn(), options.axis)?);
    if n == 0 || m == 0 {
        return Err(Error::value(OP, "a sample is empty"));
    }
    // How many of both samples are no larger than each element, and how many of its own.
    let all = ranks(&x.xp().concatenate(&[&x, &y], -1)?, RankMethod::Max)?.0;
    let (x_own, y_own) = (ranks(&x, RankMethod::Max)?.0, ranks(&y, RankMethod::Max)?.0);
    let (x_all, y_all) = (all.slice_last(s![0..n])?, all.slice_last(s![n..])?);
    let at = |of_x: &DynArray<B>, of_y: &DynArray<B>| of_x.divide(n as f64)?.subtract(&of_y.divide(m as f64)?);
    let differences = [at(&x_own, &x_all.subtract(&x_own)?)?, at(&y_all.subtract(&y_own)?, &y_own)?];
    let both = x.xp().concatenate(&[&differences[0], &differences[1]], -1)?;
    let above = both.max(-1)?.maximum(0.0)?;
    let below = both.min(-1)?.negative()?.maximum(0.0)?;
    let statistic = largest(&above, &below, options.alternative)?;
    let exact = if options.method == Method::Auto { n.max(m) <= MANY } else { options.method == Method::Exact };
    let (count, other) = (n as f64, m as f64);
    let effective = count * other / (count + other);
    let (least, most) = (count.min(other), count.max(other));
    let pvalue = on_host(&statistic, |d| match options.alternative {
        _ if exact => crossing(n, m, d, options.alternative),
        Alternative::TwoSided => two_sided(effective.round().max(1.0) as usize, d),
        // Hodges, 1958.
        _ => {
            let z = effective.sqrt() * d;
            let step = 2.0 * z * (most + 2.0 * least) / (most * least * (most + least)).sqrt() / 3.0;
            (-2.0 * z * z - step).exp().clamp(0.0, 1.0)
        }
    })?;
    Ok(Significance { statistic, pvalue })
}
