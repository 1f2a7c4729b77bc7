//! What AMD's compiler made, executed without the backend: kernels that are broken on purpose, and AMD's functions of real
//! numbers. `cargo xtask ci amd-code` runs it.

mod compiler;
mod device;
mod halves;
mod libm;
mod mutations;
mod speed;
mod unwritten;

/// Architectures with waves of 64 lanes and of 32.
const ARCHITECTURES: [&str; 4] = ["gfx90a", "gfx942", "gfx1100", "gfx1201"];
