//! The traits that a backend implements.
//!
//! A backend value is a handle to one device and one stream; cloning is cheap. Operations are
//! typed at run time ([`DType`]), as the native interfaces are; the array above makes the types
//! static again and calls with what each operation accepts. Inputs are strided [`View`]s;
//! outputs are fresh row-major buffers unless a method says otherwise.
//!
//! A method with a slower general way through others has that as its default, so a backend starts with the rest and
//! gains its own where it is faster.
//!
//! Everybody may call these traits. A [`View`], an [`Output`] and the arguments of a launch can only be made so that they
//! stay inside their buffers, which are as long as they say ([`DeviceBuffer`] is an unsafe trait), and a
//! [`SharedKernel`](crate::ir::SharedKernel) has passed the verifier: a backend relies on that and checks only what it
//! asks for beyond. A buffer holds any bits, so truth values are read as "not zero".

mod array;
mod axes;
mod cut;
mod defaults;
mod dense;
mod epilogue;
mod evaluation;
mod host_blas;
mod launch;
mod memory;
mod parts;
mod prepared;
mod primitives;
mod random;
mod sparse;
mod staged;
mod stream;
mod sums;
mod sync;
mod view;

pub use array::{DeviceArray, Exclusive, TypedArray};
#[doc(hidden)]
pub use axes::{check_axes, real_axis, unsuitable_axes};
pub use cut::{Cut, CutReason};
pub use defaults::mapped;
pub use dense::{
    Blas, EigFactors, EighFactors, FftDirection, LuFactors, QrFactors, QrReflections, Solver, SvdFactors, Transform,
};
pub use evaluation::{Evaluation, Turn};
pub use host_blas::{HostBlas, HostLoops, HostMatrix, HostRows};
pub use launch::{Input, Launch, LaunchArgs};
pub use memory::{DeviceBuffer, DlDevice, Download, Memory, MemoryStats, Owner, copy_each};
pub use prepared::{Extents, Prepared};
pub use primitives::{Primitives, ScanOp, ScatterOp, Side};
pub use random::Rng;
pub use sparse::{Csr, Sparse, SparseFactors};
pub use staged::{Stage, StagedArgs};
pub use stream::{Counters, DeviceInfo, Event, Replay, Stats, Streams};
pub use sums::sums_of_products;
pub use view::{Output, View};

pub use crate::space::{Border, Padding};

use crate::dtype::DType;
use crate::error::Result;

/// A device that runs array programs.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let info = xp.info();
/// assert_eq!(Cpu::NAME, "cpu");
/// assert!(info.units >= 1);
/// // A function that runs on any device:
/// fn norm<B: Backend>(x: &Array<f64, B>) -> xparray::Result<f64> {
///     (x * x).sum(..)?.sqrt().item()
/// }
/// assert_eq!(norm(&xp.array([3.0, 4.0])?)?, 5.0);
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait Backend:
    Memory + Launch + Primitives + Blas + Solver + Transform + Rng + Sparse + Streams + Clone + Send + Sync + 'static
{
    /// The backend's name: `cpu`, `cuda`, `rocm`.
    const NAME: &'static str;

    /// The name of the backend that the device is of: [`Backend::NAME`], where that is not chosen when the program runs.
    fn name(&self) -> &'static str {
        Self::NAME
    }

    /// The device by its backend and number, `cuda:1`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.device_name(), "cpu:0");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    fn device_name(&self) -> String {
        format!("{}:{}", self.name(), self.device_id())
    }

    /// Whether there are arrays of this element type. Programs that never make one of another run all the same:
    /// where one would come to be is [`Error::Unsupported`](crate::Error::Unsupported).
    ///
    /// Asked for each array that is made, so it answers at once. Indices and counts are `i64`: without it, what takes or
    /// gives them is unsupported, too.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::DType;
    /// assert!(xp.supports(DType::F64));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    fn supports(&self, dtype: DType) -> bool {
        let _ = dtype;
        true
    }

    /// What the device is.
    fn info(&self) -> DeviceInfo;

    /// A number that two handles share if and only if they are on the same device.
    fn device_id(&self) -> u64;

    /// Counts of what was launched and allocated through handles of this device.
    fn counters(&self) -> &Counters;

    /// Calls `compute`, which computes parts of an expression that could not be fused with the rest. `cuts` says
    /// which, for whoever wants to know: a backend that records what is done.
    ///
    /// # Errors
    /// Those of `compute`.
    fn compute_cuts(&self, cuts: &dyn Fn() -> Vec<Cut>, compute: &mut dyn FnMut() -> Result<()>) -> Result<()> {
        let _ = cuts;
        compute()
    }

    /// The turns at the expressions of this device: the same for all handles of equal [`device_id`](Backend::device_id).
    fn evaluation(&self) -> &Evaluation;
}
