//! The traits that a backend implements.
//!
//! A backend value is a handle to one device and one stream; cloning is cheap. Operations are
//! typed at run time ([`DType`]), as the native interfaces are; the array above makes the types
//! static again and calls with what each operation accepts. Inputs are strided [`View`]s;
//! outputs are fresh row-major buffers unless a method says otherwise.

mod dense;
mod evaluation;
mod launch;
mod memory;
mod primitives;
mod random;
mod sparse;
mod stream;

pub use dense::{Blas, Eigh, Fft, FftDirection, Lu, Qr, Solver, Svd};
pub use evaluation::{Evaluation, Turn};
pub use launch::{Input, Launch, LaunchArgs, Output};
pub use memory::{Memory, MemoryStats};
pub use primitives::{Primitives, ScanOp, ScatterOp, Side};
pub use random::Rng;
pub use sparse::{Csr, Sparse};
pub use stream::{Counters, DeviceInfo, Event, Stats, Streams};

use crate::dtype::DType;
use crate::layout::Layout;

/// A strided view of a buffer on the device.
#[derive(Debug)]
pub struct View<'a, Buf> {
    /// The buffer.
    pub buffer: &'a Buf,
    /// The type of its elements.
    pub dtype: DType,
    /// Where the elements lie in it. Within the buffer: the caller promises it.
    pub layout: &'a Layout,
}

impl<Buf> Clone for View<'_, Buf> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Buf> Copy for View<'_, Buf> {}

/// A device that runs array programs.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let info = xp.info();
/// assert_eq!(Cpu::NAME, "cpu");
/// assert!(info.units >= 1);
/// // A function that runs on any device:
/// fn norm<B: Backend>(x: &Array<f64, B>) -> xparray::Result<f64> {
///     (x * x).sum(..)?.sqrt()?.item()
/// }
/// assert_eq!(norm(&xp.array(&[3.0, 4.0], 2)?)?, 5.0);
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait Backend:
    Memory + Launch + Primitives + Blas + Solver + Fft + Rng + Sparse + Streams + Clone + Send + Sync + 'static
{
    /// The backend's name: `cpu`, `cuda`, `rocm`.
    const NAME: &'static str;

    /// The name of the backend that the device is of: [`Backend::NAME`], where that is not chosen when the program runs.
    fn name(&self) -> &'static str {
        Self::NAME
    }

    /// What the device is.
    fn info(&self) -> DeviceInfo;

    /// A number that two handles share if and only if they are on the same device.
    fn device_id(&self) -> u64;

    /// Counts of what was launched and allocated through handles of this device.
    fn counters(&self) -> &Counters;

    /// The turns at the expressions of this device: the same for all handles of equal [`device_id`](Backend::device_id).
    fn evaluation(&self) -> &Evaluation;
}
