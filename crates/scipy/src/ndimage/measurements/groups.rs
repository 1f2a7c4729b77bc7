//! Which elements are measured together.

use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, SearchSorted};

/// Which elements are measured together: all of them, those with a positive label, or those of each label of a list.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Labels, sum_labels};
/// let (x, labels) = (xp.array([1, 2, 4, 8])?, xp.array([1, 1, 0, 3])?);
/// assert_eq!(sum_labels(&x, &Labels::all())?.to_string(), "15");
/// assert_eq!(sum_labels(&x, &Labels::of(&labels))?.to_string(), "11");
/// assert_eq!(sum_labels(&x, &Labels::of(&labels).index([3, 1, 2]))?.to_string(), "[8. 3. 0.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone)]
pub struct Labels<B: Backend> {
    labels: Option<DynArray<B>>,
    index: Option<Vec<i64>>,
}

impl<B: Backend> Labels<B> {
    /// All elements together.
    pub fn all() -> Self {
        Self { labels: None, index: None }
    }

    /// The elements whose labels, integers, are positive, together.
    pub fn of(labels: &impl AnyArray<B>) -> Self {
        Self { labels: Some(labels.as_dyn().clone()), index: None }
    }

    /// The elements of each of these labels: results have an element for each.
    pub fn index(self, index: impl Into<Vec<i64>>) -> Self {
        Self { index: Some(index.into()), ..self }
    }
}

/// Elements in groups.
pub(super) enum Groups<B: Backend> {
    /// One group of flat elements, and their places in the array.
    One(DynArray<B>, DynArray<B>),
    /// Flat elements of many.
    Many(Many<B>),
}

/// Flat elements of several groups.
pub(super) struct Many<B: Backend> {
    pub x: DynArray<B>,
    /// The group of each; those of none have a number one too large.
    pub group: DynArray<B>,
    /// The number of groups: of distinct labels.
    pub count: usize,
    /// The group of each label that was asked for.
    order: DynArray<B>,
}

impl<B: Backend> Groups<B> {
    pub fn new(op: &'static str, x: &DynArray<B>, labels: &Labels<B>) -> Result<Self> {
        let xp = x.xp();
        let Some(of) = &labels.labels else {
            return match labels.index {
                Some(_) => Err(Error::value(op, "a list of labels, but no labels")),
                None => Ok(Self::One(x.reshape(-1)?, xp.arange(x.len())?.into_dyn())),
            };
        };
        if !(of.dtype().is_integer() || of.dtype() == DType::Bool) {
            return Err(Error::DType { op, expected: "integers as labels".into(), found: of.dtype().to_string() });
        }
        let of = of.astype(DType::I64)?.broadcast_to(x.shape())?.reshape(-1)?;
        let x = x.reshape(-1)?;
        let Some(index) = &labels.index else {
            let mask = of.greater(0)?;
            return Ok(Self::One(x.mask(&mask)?, xp.arange(x.len())?.into_dyn().mask(&mask)?));
        };
        let mut sorted = index.clone();
        sorted.sort_unstable();
        sorted.dedup();
        let count = sorted.len();
        let order: Vec<i64> = index.iter().map(|label| sorted.partition_point(|other| other < label) as i64).collect();
        let order = xp.from_slice(&order, order.len())?.into_dyn();
        let group = match count {
            0 => of.zeros_like()?,
            _ => {
                let sorted = xp.from_slice(&sorted, count)?.into_dyn();
                let place = sorted
                    .searchsorted_with(&of, SearchSorted::new())?
                    .astype(DType::I64)?
                    .minimum(count as i64 - 1)?;
                sorted.take(&place, 0)?.equal(&of)?.where_(&place, count as i64)?
            }
        };
        Ok(Self::Many(Many { x, group, count, order }))
    }
}

impl<B: Backend> Many<B> {
    /// Results of groups, one more of which is of elements of none, in the order that was asked for.
    pub fn ordered(&self, results: &DynArray<B>) -> Result<DynArray<B>> {
        results.take(&self.order, 0)
    }

    /// How many elements each group has.
    pub fn sizes(&self) -> Result<DynArray<B>> {
        self.group.bincount_with(Bincount::new().minlength(self.count + 1))
    }

    /// Sums of values of each group, in double precision.
    pub fn sums(&self, values: &DynArray<B>) -> Result<DynArray<B>> {
        let dtype = if values.dtype().is_complex() { DType::Complex128 } else { DType::F64 };
        let mut sums = values.xp().zeros_of(dtype, self.count + 1)?;
        if !values.is_empty() {
            sums.add_at([&self.group], &values.astype(dtype)?)?;
        }
        Ok(sums)
    }
}
