//! Kernels of the IR as WGSL, by the same plans as for CUDA and HIP.
//!
//! WGSL has neither templates nor bytes nor pointers: functions are written for each type that a kernel needs from the texts
//! of `kernels/wgsl` (`library`), elements of less than 4 bytes lie in words (`types`), and each operand is a buffer of its
//! own. The bindings of group 0 are the arguments (words of the plan, in halves), the record of a fault, the operands, the
//! outputs, and, of a reduction in pieces, the partial results.

mod body;
mod elementary;
mod functions;
mod hoist;
mod library;
mod loops;
mod map;
mod reduce;
mod shader;
mod tiles;
mod together;
pub mod types;
mod vectors;

pub use functions::{apply, call};
pub use library::{Arithmetic, complete};
pub use shader::{Binding, Place, PlanKey, Room, Shader, WgslPlan, fma_probe, plan_wgsl};

macro_rules! line {
    ($out:expr, $($format:tt)*) => {{
        use std::fmt::Write;
        let _ = writeln!($out, $($format)*);
    }};
}
use line;
