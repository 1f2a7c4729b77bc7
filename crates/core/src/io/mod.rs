//! Files and other crates' arrays.

mod header;
mod ndarray;
mod npy;
mod npz;
mod replace;
#[cfg(feature = "serde")]
mod serde;

pub use self::ndarray::FromNdarray;
#[cfg(feature = "serde")]
pub use self::serde::ArraySeed;
pub use npy::{LoadNpy, NpyElement};
pub use npz::{NpzReader, NpzWriter};
