//! Primitives and random numbers.

use super::buffer::{Compiled, DeviceMemory};
use super::{Device, on_backend};
use xparray_core::backend::{Output, Primitives, Rng, ScanOp, ScatterOp, Side, View};
use xparray_core::ir::Distribution;
use xparray_core::{DType, Result, Scalar};

type V<'a> = View<'a, DeviceMemory>;

impl Primitives for Device {
    fn inclusive_scan(&self, op: &ScanOp, x: V<'_>, axis: usize) -> Result<DeviceMemory> {
        on_backend!(self, xp => Ok(xp.wrap(xp.inclusive_scan(op, xp.view(x)?, axis)?)))
    }

    fn sort(&self, x: V<'_>, axis: usize) -> Result<DeviceMemory> {
        on_backend!(self, xp => Ok(xp.wrap(xp.sort(xp.view(x)?, axis)?)))
    }

    fn argsort(&self, x: V<'_>, axis: usize) -> Result<DeviceMemory> {
        on_backend!(self, xp => Ok(xp.wrap(xp.argsort(xp.view(x)?, axis)?)))
    }

    fn partition(&self, x: V<'_>, axis: usize, kth: &[usize]) -> Result<DeviceMemory> {
        on_backend!(self, xp => Ok(xp.wrap(xp.partition(xp.view(x)?, axis, kth)?)))
    }

    fn compact(&self, x: V<'_>, mask: V<'_>) -> Result<(DeviceMemory, usize)> {
        on_backend!(self, xp => {
            let (buffer, count) = xp.compact(xp.view(x)?, xp.view(mask)?)?;
            Ok((xp.wrap(buffer), count))
        })
    }

    fn nonzero(&self, mask: V<'_>) -> Result<(DeviceMemory, usize)> {
        on_backend!(self, xp => {
            let (buffer, count) = xp.nonzero(xp.view(mask)?)?;
            Ok((xp.wrap(buffer), count))
        })
    }

    fn take(&self, x: V<'_>, axis: usize, indices: V<'_>) -> Result<DeviceMemory> {
        on_backend!(self, xp => Ok(xp.wrap(xp.take(xp.view(x)?, axis, xp.view(indices)?)?)))
    }

    fn take_along_axis(&self, x: V<'_>, axis: usize, indices: V<'_>) -> Result<DeviceMemory> {
        on_backend!(self, xp => Ok(xp.wrap(xp.take_along_axis(xp.view(x)?, axis, xp.view(indices)?)?)))
    }

    fn scatter(&self, op: ScatterOp, target: Output<'_, DeviceMemory>, indices: V<'_>, values: V<'_>) -> Result<()> {
        on_backend!(self, xp => xp.scatter(op, xp.output(target)?, xp.view(indices)?, xp.view(values)?))
    }

    fn searchsorted(&self, sorted: V<'_>, values: V<'_>, side: Side) -> Result<DeviceMemory> {
        on_backend!(self, xp => Ok(xp.wrap(xp.searchsorted(xp.view(sorted)?, xp.view(values)?, side)?)))
    }

    fn histogram(&self, x: V<'_>, edges: V<'_>, uniform: bool) -> Result<DeviceMemory> {
        on_backend!(self, xp => Ok(xp.wrap(xp.histogram(xp.view(x)?, xp.view(edges)?, uniform)?)))
    }

    fn bincount(&self, x: V<'_>, weights: Option<V<'_>>, len: usize) -> Result<DeviceMemory> {
        on_backend!(self, xp => {
            let weights = weights.map(|weights| xp.view(weights)).transpose()?;
            Ok(xp.wrap(xp.bincount(xp.view(x)?, weights, len)?))
        })
    }
}

impl Rng for Device {
    fn random(
        &self,
        distribution: Distribution,
        dtype: DType,
        seed: u64,
        stream: u64,
        offset: u64,
        len: usize,
        range: Option<(Scalar, Scalar)>,
    ) -> Result<DeviceMemory> {
        on_backend!(self, xp => Ok(xp.wrap(xp.random(distribution, dtype, seed, stream, offset, len, range)?)))
    }

    fn permutation(&self, seed: u64, stream: u64, len: usize) -> Result<DeviceMemory> {
        on_backend!(self, xp => Ok(xp.wrap(xp.permutation(seed, stream, len)?)))
    }
}
