//! Files and other crates' arrays.

mod elements;
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

use crate::error::Error;
use std::fmt::Display;
use std::io;

/// An [`Error::Io`].
fn failed(path: impl Display) -> impl Fn(io::Error) -> Error {
    let path = path.to_string();
    move |error| Error::Io { path: path.clone(), message: error.to_string() }
}
