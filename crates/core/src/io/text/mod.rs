//! Text files.

mod format;
mod genfromtxt;
mod lines;
mod loadtxt;
mod names;
mod number;
mod read;
mod savetxt;

pub(crate) use format::general;
pub use genfromtxt::GenFromTxt;
pub use loadtxt::LoadTxt;
pub(super) use number::parse;
pub use read::LoadText;
pub use savetxt::SaveTxt;
pub(super) use savetxt::separated;
