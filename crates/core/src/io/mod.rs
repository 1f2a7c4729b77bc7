//! Files and other crates' arrays.

mod dlpack;
mod elements;
mod header;
mod ndarray;
mod npy;
mod npy_file;
mod npz;
mod raw;
mod replace;
#[cfg(feature = "serde")]
mod serde;
mod text;

pub use self::ndarray::FromNdarray;
#[cfg(feature = "serde")]
pub use self::serde::ArraySeed;
pub use dlpack::{DLDataType, DLManagedTensor, DLManagedTensorVersioned, DLPackVersion, DLTensor, Dlpack, FromDlpack};
pub use npy::{LoadNpy, NpyElement};
pub use npy_file::NpyFile;
pub use npz::{NpzReader, NpzWriter};
pub use raw::{FromFile, RawFiles};
pub use replace::replace_file;
pub(crate) use text::general;
pub use text::{GenFromTxt, LoadText, LoadTxt, SaveTxt};

use crate::error::Error;
use std::fmt::Display;
use std::io;

/// An [`Error::Io`].
fn failed(path: impl Display) -> impl Fn(io::Error) -> Error {
    let path = path.to_string();
    move |error| Error::Io { path: path.clone(), message: error.to_string() }
}
