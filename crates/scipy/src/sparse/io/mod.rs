//! Files of sparse matrices.

mod matrix_market;
mod npz;

pub use matrix_market::{mmread, mmwrite};
pub use npz::{load_npz, save_npz};
