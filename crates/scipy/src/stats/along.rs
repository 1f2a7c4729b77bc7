//! The axis of samples, and what becomes of NaN in them: written once, for every function of samples.

use super::sample::samples;
use std::collections::BTreeMap;
use xparray_core::layout::broadcast_shapes;
use xparray_core::prelude::*;
use xparray_core::{Create, Error, IntoOptionalAxis, Result};

/// What becomes of NaN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NanPolicy {
    /// Whatever is computed of it is NaN.
    #[default]
    Propagate,
    /// It is left out of its sample; of pairs, the whole pair. Samples of which too little is left have NaN as result.
    Omit,
    /// It is an error.
    Raise,
}

/// The axis of samples, or all elements as one sample, and what becomes of NaN. An axis converts to it.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Along, NanPolicy, sem};
/// let x = xp.array([[1.0, 3.0, 5.0, 7.0], [1.0, f64::NAN, 3.0, f64::NAN]])?;
/// assert_eq!(sem(&x, 1.0, 1)?.to_string(), "[1.29099445        nan]");
/// assert_eq!(sem(&x, 1.0, Along::new(1).nan_policy(NanPolicy::Omit))?.to_string(), "[1.29099445 1.        ]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Along {
    pub(super) axis: Option<isize>,
    pub(super) nan_policy: NanPolicy,
}

impl<T: IntoOptionalAxis> From<T> for Along {
    fn from(axis: T) -> Self {
        Self::new(axis)
    }
}

/// The setters of options that have a field `along`.
macro_rules! along_setters {
    () => {
        /// The axis, or all elements (`None`).
        pub fn axis(self, axis: impl xparray_core::IntoOptionalAxis) -> Self {
            Self { along: self.along.axis(axis), ..self }
        }

        /// What becomes of NaN.
        pub fn nan_policy(self, nan_policy: $crate::stats::NanPolicy) -> Self {
            Self { along: self.along.nan_policy(nan_policy), ..self }
        }
    };
}
pub(super) use along_setters;

/// Samples along the last axis in floats, and how many elements each has.
pub(super) type Sample<B> = (DynArray<B>, usize);

/// Whether the elements of several samples belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pairing {
    Independent,
    Paired,
}

impl Along {
    /// The axis, or all elements (`None`), with NaN as it comes.
    pub fn new(axis: impl IntoOptionalAxis) -> Self {
        Self { axis: axis.into_optional_axis(), nan_policy: NanPolicy::Propagate }
    }

    /// Another axis, or all elements (`None`).
    pub(super) fn axis(self, axis: impl IntoOptionalAxis) -> Self {
        Self { axis: axis.into_optional_axis(), ..self }
    }

    /// What becomes of NaN.
    pub fn nan_policy(self, nan_policy: NanPolicy) -> Self {
        Self { nan_policy, ..self }
    }

    /// The arrays that `f` computes of each slice of a sample, with a place for each. Without NaN, slices of fewer than `least` elements have NaN as result.
    pub(super) fn one<B: Backend, const N: usize>(
        self,
        op: &'static str,
        x: &DynArray<B>,
        least: usize,
        f: impl Fn(&DynArray<B>, usize) -> Result<[DynArray<B>; N]>,
    ) -> Result<[DynArray<B>; N]> {
        self.several(op, &[x], Pairing::Independent, least, &|samples| f(&samples[0].0, samples[0].1))
    }

    /// What `f` computes of pairs of slices of one length, of which there are at least `least`.
    pub(super) fn pairs<B: Backend, const N: usize>(
        self,
        op: &'static str,
        x: &DynArray<B>,
        y: &DynArray<B>,
        least: usize,
        f: impl Fn(&DynArray<B>, &DynArray<B>, usize) -> Result<[DynArray<B>; N]>,
    ) -> Result<[DynArray<B>; N]> {
        self.several(op, &[x, y], Pairing::Paired, least, &|samples| {
            let ((x, n), (y, m)) = (&samples[0], &samples[1]);
            if n != m {
                return Err(Error::shape(op, x.shape(), y.shape()));
            }
            if *n < least {
                return Err(Error::value(op, format!("{n} pairs, where {least} are the least")));
            }
            f(x, y, *n)
        })
    }

    /// What `f` computes of slices of several samples that correspond.
    pub(super) fn several<B: Backend, const N: usize>(
        self,
        op: &'static str,
        given: &[&DynArray<B>],
        pairing: Pairing,
        least: usize,
        f: &dyn Fn(&[Sample<B>]) -> Result<[DynArray<B>; N]>,
    ) -> Result<[DynArray<B>; N]> {
        let samples: Vec<_> = given.iter().map(|x| samples(op, x, self.axis)).collect::<Result<_>>()?;
        if self.nan_policy == NanPolicy::Propagate || !any_nan(&samples)? {
            return f(&samples);
        }
        if self.nan_policy == NanPolicy::Raise {
            return Err(Error::value(op, "a sample has NaN"));
        }
        let samples = aligned(op, samples, pairing)?;
        let batch = samples[0].0.shape()[..samples[0].0.ndim() - 1].to_vec();
        let (rows, counts): (Vec<_>, Vec<_>) =
            compacted(&samples, pairing)?.into_iter().map(|sample| (sample.rows, sample.counts)).unzip();
        // Slices with as many numbers in each sample are computed together, those with too few as NaN.
        let mut groups: BTreeMap<Option<Vec<usize>>, Vec<i64>> = BTreeMap::new();
        for slice in 0..counts[0].len() {
            let sizes: Vec<usize> = counts.iter().map(|counts| counts[slice]).collect();
            let enough = sizes.iter().all(|&size| size >= least);
            groups.entry(enough.then_some(sizes)).or_default().push(slice as i64);
        }
        let mut place = vec![0i64; counts[0].len()];
        let order = groups.values().flatten().enumerate();
        order.for_each(|(k, &slice)| place[slice as usize] = k as i64);
        let results = groups.iter().map(|(sizes, slices)| {
            let some = rows[0].xp().from_slice(slices, slices.len())?;
            let part = |(k, rows): (usize, &DynArray<B>)| -> Result<Sample<B>> {
                let rows = rows.take(&some, 0)?;
                Ok(match sizes {
                    Some(sizes) => (rows.slice(s![.., ..sizes[k]])?, sizes[k]),
                    None => (rows.multiply(f64::NAN)?, rows.shape()[1]),
                })
            };
            f(&rows.iter().enumerate().map(part).collect::<Result<Vec<_>>>()?)
        });
        let results = results.collect::<Result<Vec<_>>>()?;
        let place = rows[0].xp().from_slice(&place, place.len())?;
        let joined = |k: usize| {
            let parts: Vec<_> = results.iter().map(|result| &result[k]).collect();
            let all = rows[0].xp().concatenate(&parts, 0)?.take(&place, 0)?;
            all.reshape([&batch[..], &all.shape()[1..]].concat())
        };
        let joined: Vec<_> = (0..N).map(joined).collect::<Result<_>>()?;
        joined.try_into().map_err(|_| Error::value(op, "results of different lengths"))
    }
}

fn any_nan<B: Backend>(samples: &[Sample<B>]) -> Result<bool> {
    for (x, _) in samples {
        if x.isnan()?.any(..)?.typed::<bool>()?.item()? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Samples with the same slices, and of pairs of the same length.
fn aligned<B: Backend>(op: &'static str, samples: Vec<Sample<B>>, pairing: Pairing) -> Result<Vec<Sample<B>>> {
    if pairing == Pairing::Paired {
        let shape = samples
            .iter()
            .try_fold(vec![1], |all, (x, _)| broadcast_shapes(op, &all, x.shape()).map(|shape| shape.to_vec()))?;
        let n = shape.last().copied().unwrap_or_default();
        return samples.iter().map(|(x, _)| Ok((x.broadcast_to(&shape[..])?, n))).collect();
    }
    let batch = samples.iter().try_fold(Vec::new(), |all, (x, _)| {
        broadcast_shapes(op, &all, &x.shape()[..x.ndim() - 1]).map(|shape| shape.to_vec())
    })?;
    let whole = |(x, n): Sample<B>| Ok((x.broadcast_to([&batch[..], &[n]].concat())?, n));
    samples.into_iter().map(whole).collect()
}

/// The elements of independent samples, one sample after the other.
pub(super) fn joined<B: Backend>(op: &'static str, samples: &[Sample<B>]) -> Result<DynArray<B>> {
    let whole = aligned(op, samples.to_vec(), Pairing::Independent)?;
    let arrays: Vec<_> = whole.iter().map(|(x, _)| x).collect();
    arrays[0].xp().concatenate(&arrays, -1)
}

/// A row for each slice, with its numbers first, and how many they are.
struct Compacted<B: Backend> {
    rows: DynArray<B>,
    counts: Vec<usize>,
}

fn compacted<B: Backend>(samples: &[Sample<B>], pairing: Pairing) -> Result<Vec<Compacted<B>>> {
    let mut gaps = samples.iter().map(|(x, _)| x.isnan()).collect::<Result<Vec<_>>>()?;
    if pairing == Pairing::Paired {
        let first = gaps[0].clone();
        let common = gaps[1..].iter().try_fold(first, |common, gap| common.logical_or(gap))?;
        gaps.fill(common);
    }
    let one = |((x, n), gap): (&Sample<B>, &DynArray<B>)| {
        let counts = gap.logical_not()?.count_nonzero(-1)?.reshape(-1)?.typed::<i64>()?.to_vec()?;
        let order = gap.astype(DType::U8)?.argsort()?;
        let rows = x.take_along_axis(&order, -1)?.reshape([counts.len(), *n])?;
        Ok(Compacted { rows, counts: counts.into_iter().map(|count| count as usize).collect() })
    };
    samples.iter().zip(&gaps).map(one).collect()
}
