//! The device: memory, groups of waves, and their state.

pub mod fault;
pub mod group;
pub mod launch;
pub mod lds;
pub mod space;
pub mod unwritten;
pub mod wave;
