//! Rotations of space, as `scipy.spatial.transform`.

mod euler;
mod fitting;
mod forms;
pub(super) mod quaternions;
mod rotation;
mod slerp;

pub use euler::{Axis, Sequence};
pub use rotation::Rotation;
pub use slerp::Slerp;
