//! NVIDIA's run-time compiler, with which tests compile kernels on a machine without a GPU.

use crate::cargo::succeeds;
use crate::{Outcome, fetch};
use std::fs;
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
    let download = ["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--dest"];
    succeeds(Command::new("python3").args(download).arg(folder).arg(WHEEL))?;
    for wheel in fetch::files(folder)? {
        succeeds(Command::new("python3").args(["-m", "zipfile", "-e"]).arg(&wheel).arg(folder))?;
        fs::remove_file(wheel).map_err(|e| format!("NVRTC: {e}"))?;
    }
    match folder.join(LIBRARY).exists() {
        true => Ok(()),
        false => Err(format!("{WHEEL} holds no {LIBRARY}")),
    }
}
