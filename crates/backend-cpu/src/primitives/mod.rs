//! What no elementwise kernel expresses: sorting, searching, scans, selection, gathering,
//! scattering and counting.
//!
//! All work on contiguous slices of any element type, and write into room that the caller gives.
//! Results do not depend on the number of threads. Sizes that do not fit each other are a
//! caller's mistake and panic; bad indices and missing memory are errors.

mod axis;
#[cfg(target_arch = "x86_64")]
mod compress;
mod error;
mod gather;
mod histogram;
mod key;
mod number;
mod parallel;
mod partition;
mod radix;
mod scan;
mod scatter;
mod search;
mod select;
mod small;
mod sort;
mod uninit;
pub use axis::Axis;
pub use error::{BadIndex, IndexError};
pub use gather::{take, take_along_axis};
pub use histogram::{bincount, bincount_weighted, histogram, histogram_uniform};
pub use partition::partition_rows;
pub use scan::{cummax, cummin, cumprod, cumsum};
pub use scatter::{put, scatter_add, scatter_max, scatter_min, scatter_mul};
pub use search::{Side, searchsorted};
pub use select::{compact, count_true, nonzero};
pub use sort::{argsort_rows, sort_rows};
