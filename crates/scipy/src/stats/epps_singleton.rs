//! The test of Epps and Singleton.

use super::along::{Along, Pairing, along_setters};
use super::spread::iqr;
use crate::special;
use xparray_core::layout::broadcast_shapes;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Join, Result};

const OP: &str = "epps_singleton_2samp";

/// So many elements have the least a sample may.
const LEAST: usize = 5;

/// Options of [`epps_singleton_2samp`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{EppsSingleton, epps_singleton_2samp};
/// let (x, y) = (xp.array([[1, 2, 3, 4, 6, 9]])?, xp.array([[2, 3, 3, 5, 8]])?);
/// let test = epps_singleton_2samp(&x, &y, EppsSingleton::new().axis(1).t(&[0.5]))?;
/// assert_eq!(test.rank.to_string(), "[2]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct EppsSingleton {
    along: Along,
    t: Vec<f64>,
}

impl Default for EppsSingleton {
    fn default() -> Self {
        Self { along: Along::new(0), t: vec![0.4, 0.8] }
    }
}

impl EppsSingleton {
    /// Along the first axis, at 0.4 and 0.8.
    pub fn new() -> Self {
        Self::default()
    }

    along_setters!();

    /// Where the characteristic functions are compared, in units of half the distance between the quartiles of both samples.
    pub fn t(self, t: &[f64]) -> Self {
        Self { t: t.to_vec(), ..self }
    }
}

/// What [`epps_singleton_2samp`] gives for each pair of slices.
#[derive(Clone, Debug)]
pub struct EppsSingletonTest<B: Backend> {
    /// The statistic.
    pub statistic: DynArray<B>,
    /// The probability of one as large.
    pub pvalue: DynArray<B>,
    /// The rank of the covariances. One less than twice the places says that these are a bad choice.
    pub rank: DynArray<B>,
}

/// Whether two samples of at least 5 elements each are of one distribution, which need not be continuous: by the distance of their characteristic
/// functions at few places (Epps and Singleton, An omnibus test for the two-sample problem using the empirical characteristic function, 1986),
/// with their correction for fewer than 25 elements each. In double precision, on the device.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{EppsSingleton, epps_singleton_2samp};
/// let (x, y) = (xp.array([1, 2, 3, 4, 6, 9])?, xp.array([2, 3, 3, 5, 8])?);
/// let test = epps_singleton_2samp(&x, &y, EppsSingleton::new())?;
/// assert!(test.pvalue.item()?.get::<f64>() > 0.5);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for fewer elements, elements that are not finite, places that are not positive, and samples whose quartiles are the same;
/// [`Error::Axis`] if the axis is not there; [`Error::Shape`] if shapes differ but for the lengths; [`Error::DType`] for complex numbers.
pub fn epps_singleton_2samp<B: Backend>(
    x: &impl AnyArray<B>,
    y: &impl AnyArray<B>,
    options: EppsSingleton,
) -> Result<EppsSingletonTest<B>> {
    let t = &options.t[..];
    if t.is_empty() || !t.iter().all(|&t| t > 0.0 && t.is_finite()) {
        return Err(Error::value(OP, format!("places {t:?}, which must be positive")));
    }
    let [statistic, pvalue, rank] =
        options.along.several(OP, &[x.as_dyn(), y.as_dyn()], Pairing::Independent, LEAST, &|samples| {
            let ((x, m), (y, n)) = (&samples[0], &samples[1]);
            if *m.min(n) < LEAST {
                return Err(Error::value(OP, format!("{m} and {n} elements, where {LEAST} are the least")));
            }
            compared(x, y, t)
        })?;
    Ok(EppsSingletonTest { statistic, pvalue, rank })
}

/// Samples of slices that correspond; those with NaN as other numbers, and where they are.
fn known<B: Backend>(x: &DynArray<B>, y: &DynArray<B>) -> Result<([DynArray<B>; 2], DynArray<B>)> {
    let rows = |x: &DynArray<B>| x.shape()[..x.ndim() - 1].to_vec();
    let batch = broadcast_shapes(OP, &rows(x), &rows(y))?;
    let whole = |x: &DynArray<B>| x.astype(DType::F64)?.broadcast_to([&batch[..], &x.shape()[x.ndim() - 1..]].concat());
    let (x, y) = (whole(x)?, whole(y)?);
    let unknown = x.isnan()?.any(-1)?.logical_or(&y.isnan()?.any(-1)?)?;
    let replaced = |x: &DynArray<B>| {
        let places = x.xp().arange(x.shape()[x.ndim() - 1] as i64)?.into_dyn().astype(DType::F64)?;
        unknown.expand_dims(-1)?.where_(&places, x)
    };
    Ok(([replaced(&x)?, replaced(&y)?], unknown))
}

/// The means of cosines and sines of a sample at places, as a column, and their covariances.
fn waves<B: Backend>(x: &DynArray<B>, places: &DynArray<B>) -> Result<[DynArray<B>; 2]> {
    let phases = places.expand_dims(-1)?.multiply(&x.expand_dims(-2)?)?;
    let waves = x.xp().concatenate(&[&phases.cos()?, &phases.sin()?], -2)?;
    let mean = waves.mean(keepdims(-1))?;
    let away = waves.subtract(&mean)?;
    let count = x.shape()[x.ndim() - 1] as f64;
    Ok([mean, away.matmul(&away.matrix_transpose()?)?.divide(count)?])
}

fn compared<B: Backend>(x: &DynArray<B>, y: &DynArray<B>, t: &[f64]) -> Result<[DynArray<B>; 3]> {
    let ([x, y], unknown) = known(x, y)?;
    let [m, n] = [&x, &y].map(|x| x.shape()[x.ndim() - 1] as f64);
    let all = m + n;
    let unit = iqr(&x.xp().concatenate(&[&x, &y], -1)?, (25.0, 75.0), -1)?.multiply(0.5)?;
    let places = x.xp().from_slice(t, t.len())?.into_dyn().divide(&unit.expand_dims(-1)?)?;
    if !places.isfinite()?.all(..)?.item()?.get::<bool>() {
        return Err(Error::value(OP, "the quartiles of both samples are the same"));
    }
    let ([mean_x, of_x], [mean_y, of_y]) = (waves(&x, &places)?, waves(&y, &places)?);
    let inverse = of_x.multiply(all / m)?.add(&of_y.multiply(all / n)?)?.pinv()?;
    let rank = inverse.matrix_rank()?;
    let away = mean_x.subtract(&mean_y)?;
    let distance = away.matrix_transpose()?.matmul(&inverse)?.matmul(&away)?.squeeze([-1, -2])?.multiply(all)?;
    let few = m.max(n) < 25.0;
    let correction = if few { 1.0 + all.powf(-0.45) + 10.1 * (m.powf(-1.7) + n.powf(-1.7)) } else { 1.0 };
    let statistic = unknown.where_(f64::NAN, &distance.divide(correction)?)?;
    let pvalue = special::chdtrc(&rank.astype(DType::F64)?, &statistic)?;
    Ok([statistic, pvalue, rank])
}
