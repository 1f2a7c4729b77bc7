//! Sums, means and variances of labelled parts.

use super::groups::{Groups, Labels};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// Sums of elements: of parts in double precision, and 0 of labels that are not there.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Labels, sum_labels};
/// let (x, labels) = (xp.array([[1, 2], [4, 8]])?, xp.array([[1, 1], [2, 2]])?);
/// assert_eq!(sum_labels(&x, &Labels::of(&labels).index([1, 2]))?.to_string(), "[ 3. 12.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::DType`](xparray_core::Error::DType) for labels that are no integers; [`Error::Shape`](xparray_core::Error::Shape)
/// if they do not have the array's shape; [`Error::Value`](xparray_core::Error::Value) for a list of labels without labels.
#[doc(alias = "sum")]
pub fn sum_labels<B: Backend>(x: &impl AnyArray<B>, labels: &Labels<B>) -> Result<DynArray<B>> {
    match Groups::new("sum_labels", x.as_dyn(), labels)? {
        Groups::One(x, _) => x.sum(..),
        Groups::Many(many) => many.ordered(&many.sums(&many.x)?),
    }
}

/// Means of elements: NaN of labels that are not there.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Labels, mean};
/// let (x, labels) = (xp.array([[1, 2], [4, 8]])?, xp.array([[1, 1], [2, 2]])?);
/// assert_eq!(mean(&x, &Labels::of(&labels).index([2, 1]))?.to_string(), "[6.  1.5]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`sum_labels`].
pub fn mean<B: Backend>(x: &impl AnyArray<B>, labels: &Labels<B>) -> Result<DynArray<B>> {
    match Groups::new("mean", x.as_dyn(), labels)? {
        Groups::One(x, _) => x.sum(..)?.divide(x.len() as f64),
        Groups::Many(many) => many.ordered(&many.sums(&many.x)?.divide(&many.sizes()?)?),
    }
}

/// Variances of elements, about the mean of each part: NaN of labels that are not there.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Labels, variance};
/// let (x, labels) = (xp.array([[1, 2], [4, 8]])?, xp.array([[1, 1], [2, 2]])?);
/// assert_eq!(variance(&x, &Labels::of(&labels).index([1, 2]))?.to_string(), "[0.25 4.  ]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`sum_labels`].
pub fn variance<B: Backend>(x: &impl AnyArray<B>, labels: &Labels<B>) -> Result<DynArray<B>> {
    match Groups::new("variance", x.as_dyn(), labels)? {
        Groups::One(x, _) => {
            let rest = x.subtract(&x.sum(..)?.divide(x.len() as f64)?)?;
            rest.multiply(&rest.conj()?)?.sum(..)?.divide(x.len() as f64)
        }
        Groups::Many(many) => {
            let sizes = many.sizes()?;
            let means = many.sums(&many.x)?.divide(&sizes)?;
            let rest = many.x.subtract(&means.take(&many.group, 0)?)?;
            many.ordered(&many.sums(&rest.multiply(&rest.conj()?)?)?.divide(&sizes)?)
        }
    }
}

/// Standard deviations of elements: the roots of [`variance`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Labels, standard_deviation};
/// let (x, labels) = (xp.array([[1, 2], [4, 8]])?, xp.array([[1, 1], [2, 2]])?);
/// assert_eq!(standard_deviation(&x, &Labels::of(&labels).index([1, 2]))?.to_string(), "[0.5 2. ]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`sum_labels`].
pub fn standard_deviation<B: Backend>(x: &impl AnyArray<B>, labels: &Labels<B>) -> Result<DynArray<B>> {
    variance(x, labels)?.sqrt()
}

/// Means of the places of elements, with these as weights: `[ndim]`, or a row for each label.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Labels, center_of_mass};
/// let x = xp.array([[0, 0, 0], [0, 1, 1], [0, 1, 1]])?;
/// assert_eq!(center_of_mass(&x, &Labels::all())?.to_string(), "[1.5 1.5]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`sum_labels`].
pub fn center_of_mass<B: Backend>(x: &impl AnyArray<B>, labels: &Labels<B>) -> Result<DynArray<B>> {
    let (x, xp) = (x.as_dyn(), x.as_dyn().xp());
    let mass = sum_labels(x, labels)?;
    let along = |axis: usize| {
        let mut shape = vec![1; x.ndim()];
        shape[axis] = x.shape()[axis];
        let places = xp.arange(x.shape()[axis])?.into_dyn().astype(DType::F64)?.reshape(&shape[..])?;
        sum_labels(&x.multiply(&places)?, labels)?.divide(&mass)
    };
    let centers = (0..x.ndim()).map(along).collect::<Result<Vec<_>>>()?;
    match centers.is_empty() {
        true => xp.zeros_of(DType::F64, 0),
        false => xp.stack(&centers.iter().collect::<Vec<_>>(), -1),
    }
}
