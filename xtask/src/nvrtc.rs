//! NVIDIA's run-time compiler, with which tests compile kernels on a machine without a GPU.

use crate::{Outcome, fetch, wheel};
use std::path::Path;
use std::process::Command;

/// The wheel that holds it. This version compiles for sm_70 as well as for sm_100; later ones have dropped sm_70.
const WHEEL: &str = "nvidia-cuda-nvrtc-cu12==12.9.86";
/// What the backend takes for a toolkit.
const ROOT: &str = "nvidia/cuda_nvrtc";
/// The library in the wheel; it loads another from its own folder.
const LIBRARY: &str = "nvidia/cuda_nvrtc/lib/libnvrtc.so.12";

/// Lets a command use it.
pub fn prepare(command: &mut Command) -> Outcome {
    let folder = fetch::folder("nvrtc", fill)?;
    command.env("XPARRAY_NVRTC", folder.join(LIBRARY)).env("CUDA_PATH", folder.join(ROOT));
    Ok(())
}

fn fill(folder: &Path) -> Outcome {
    wheel::install(WHEEL, folder)?;
    match folder.join(LIBRARY).exists() {
        true => Ok(()),
        false => Err(format!("{WHEEL} holds no {LIBRARY}")),
    }
}
