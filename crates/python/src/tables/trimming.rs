//! Samples without their extremes, transformed by powers, and how many elements are in bins and below numbers.

use super::functions;
use super::samples::along;
use super::words::{Counting, Cut, Nan, Power};
use crate::DynArray;
use crate::convert::Input;
use pyo3::prelude::*;
use xparray::Device;
use xparray::scipy::stats::{self, Frequencies, Limits};

/// The limits of a sample, each of which may be none, and whether they are within themselves.
struct Within(Limits);

impl<'py> FromPyObject<'_, 'py> for Within {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        type Ends = (Option<f64>, Option<f64>);
        let (ends, (low, high)): (Option<Ends>, (bool, bool)) = object.extract()?;
        let (lower, upper) = ends.unwrap_or_default();
        let limits = Limits::new().inclusive(low, high);
        let limits = lower.map_or(limits, |lower| limits.lower(lower));
        Ok(Self(upper.map_or(limits, |upper| limits.upper(upper))))
    }
}

fn all(found: Frequencies<Device>) -> (DynArray, f64, f64, usize) {
    (found.frequency, found.lowerlimit, found.binsize, found.extrapoints)
}

functions! {
    boxcox(x: Input) = stats::boxcox(&x.0);
    boxcox_normmax(x: Input, criterion: Power, bracket: (f64, f64)) = stats::boxcox_normmax(&x.0, criterion.0, bracket);
    cumfreq(a: Input, numbins: usize, limits: Option<(f64, f64)>, weights: Option<Input>) = {
        let weights = weights.map(|weights| weights.0);
        stats::cumfreq(&a.0, numbins, limits, weights.as_ref()).map(all)
    };
    percentileofscore(a: Input, score: Input, kind: Counting, nan: Nan) =
        stats::percentileofscore(&a.0, &score.0, kind.0, nan.0);
    relfreq(a: Input, numbins: usize, limits: Option<(f64, f64)>, weights: Option<Input>) = {
        let weights = weights.map(|weights| weights.0);
        stats::relfreq(&a.0, numbins, limits, weights.as_ref()).map(all)
    };
    sigmaclip(a: Input, low: f64, high: f64) =
        stats::sigmaclip(&a.0, low, high).map(|found| (found.clipped, found.lower, found.upper));
    tmax(a: Input, upperlimit: Option<f64>, inclusive: bool, axis: Option<isize>, nan: Nan) =
        stats::tmax(&a.0, upperlimit, inclusive, along(axis, nan));
    tmean(a: Input, limits: Within, axis: Option<isize>, nan: Nan) = stats::tmean(&a.0, limits.0, along(axis, nan));
    tmin(a: Input, lowerlimit: Option<f64>, inclusive: bool, axis: Option<isize>, nan: Nan) =
        stats::tmin(&a.0, lowerlimit, inclusive, along(axis, nan));
    trim1(a: Input, share: f64, tail: Cut, axis: Option<isize>) = stats::trim1(&a.0, share, tail.0, axis);
    trimboth(a: Input, share: f64, axis: Option<isize>) = stats::trimboth(&a.0, share, axis);
    tsem(a: Input, limits: Within, ddof: f64, axis: Option<isize>, nan: Nan) =
        stats::tsem(&a.0, limits.0, ddof, along(axis, nan));
    tstd(a: Input, limits: Within, ddof: f64, axis: Option<isize>, nan: Nan) =
        stats::tstd(&a.0, limits.0, ddof, along(axis, nan));
    tvar(a: Input, limits: Within, ddof: f64, axis: Option<isize>, nan: Nan) =
        stats::tvar(&a.0, limits.0, ddof, along(axis, nan));
    yeojohnson(x: Input, power: f64) = stats::yeojohnson(&x.0, power);
    yeojohnson_llf(power: f64, x: Input) = stats::yeojohnson_llf(power, &x.0);
    yeojohnson_normmax(x: Input, bracket: (f64, f64)) = stats::yeojohnson_normmax(&x.0, bracket);
}
