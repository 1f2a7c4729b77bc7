//! `cargo xtask amd-emulated`: the ROCm backend's suite on an emulated GPU of AMD's.

use crate::cargo::{LIBRARIES, cargo, library, succeeds};
use crate::{Outcome, hiprtc};
use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// Architectures whose machine code is executed: the first two have waves of 64 lanes, the others of 32.
const ARCHITECTURES: [&str; 4] = ["gfx90a", "gfx942", "gfx1100", "gfx1201"];
const STANDARD: &str = "gfx942";

/// Runs the suite, or families of it.
pub fn run(args: &[String]) -> Outcome {
    let (architecture, families) = match args {
        [flag, architecture, families @ ..] if flag == "--arch" => (architecture.as_str(), families),
        families => (STANDARD, families),
    };
    if !ARCHITECTURES.contains(&architecture) {
        return Err(format!("no architecture {architecture}; those that are emulated are {ARCHITECTURES:?}"));
    }
    if let Some(option) = families.iter().find(|family| family.starts_with('-')) {
        return Err(format!("no option {option} there"));
    }
    // A test program takes one filter.
    let filters: Vec<Option<String>> = match families {
        [] => vec![None],
        families => families.iter().map(|family| Some(format!("{family}::"))).collect(),
    };
    for filter in filters {
        let mut command = cargo();
        emulate(&mut command, architecture)?;
        command.args(["test", "--workspace", "--features", "xparray-tests/rocm", "--test", "rocm", "--"]);
        succeeds(command.args(filter))?;
    }
    Ok(())
}

/// Lets cargo's command find the standard architecture.
pub fn prepare(command: &mut Command) -> Outcome {
    emulate(command, STANDARD)
}

/// Runs ranks of a program, threads with a stream each, on an emulated device and over an RCCL of threads.
pub fn run_ranks(program: &Path, ranks: usize) -> Result<Command, String> {
    let mut command = hiprtc::run(program)?;
    find(&mut command, STANDARD)?;
    command.env("XPARRAY_TEST_DEVICES", vec!["rocm:0"; ranks].join(",")).env("NCCL_P2P_DIRECT_DISABLE", "1");
    Ok(command)
}

/// Lets cargo's command find a device, and AMD's own compiler.
fn emulate(command: &mut Command, architecture: &str) -> Outcome {
    hiprtc::prepare(command)?;
    find(command, architecture)
}

/// The libraries of tests, and their names as AMD's.
const EMULATED: [(&str, &str); 2] =
    [("xparray_hip_emulator", "libamdhip64.so.6"), ("xparray_rccl_threads", "librccl.so.1")];

/// Lets a command find a device: HIP's runtime is the emulator's.
fn find(command: &mut Command, architecture: &str) -> Outcome {
    let failed = |e: std::io::Error| format!("the emulator's folder: {e}");
    let root = env::current_dir().map_err(failed)?.join("target/amd-emulated");
    let folder = root.join("lib");
    fs::create_dir_all(&folder).map_err(failed)?;
    for (name, file) in EMULATED {
        replace(&library(name, &LIBRARIES)?, &folder.join(file)).map_err(failed)?;
    }
    // AMD's compiler takes far longer than what it makes: code is kept.
    command.env("XPARRAY_CACHE_DIR", root.join("code"));
    command.env("ROCM_PATH", root).env("XPARRAY_EMULATED", architecture).env("XPARRAY_REQUIRE", "rocm");
    Ok(())
}

/// Copies a library to where programs that load the one there go on with it.
fn replace(from: &Path, to: &Path) -> std::io::Result<()> {
    let part = to.with_extension("part");
    fs::copy(from, &part)?;
    fs::rename(part, to)
}
