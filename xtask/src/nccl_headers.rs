//! The headers of NCCL and RCCL, with which a test compares the table of `xparray-dist`.

use crate::debian::{self, For};
use crate::{Outcome, fetch, wheel};
use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// What holds NCCL, and its header there.
const WHEEL: &str = "nvidia-nccl-cu13==2.32.3";
const NCCL: &str = "nvidia/nccl/include/nccl.h";
/// What holds RCCL's header, and where.
const PACKAGE: &str = "librccl-dev";
const RCCL: &str = "usr/include/rccl/rccl.h";

/// Lets cargo's command use them.
pub fn prepare(command: &mut Command) -> Outcome {
    let nccl = fetch::folder("nccl-headers", fill)?.join("nccl.h");
    let unpack = |folder: &Path| debian::unpack_alone("unstable", For::Machine, &[PACKAGE], folder);
    let rccl = fetch::folder("rccl-headers", unpack)?.join(RCCL);
    command.env("XPARRAY_NCCL_HEADERS", env::join_paths([nccl, rccl]).map_err(|e| e.to_string())?);
    Ok(())
}

/// The library is a hundred times as large as all else, and is not kept.
fn fill(folder: &Path) -> Outcome {
    let wheel = folder.join("wheel");
    wheel::install(WHEEL, &wheel)?;
    let failed = |e: std::io::Error| format!("{NCCL} of {WHEEL}: {e}");
    fs::copy(wheel.join(NCCL), folder.join("nccl.h")).map_err(failed)?;
    fs::remove_dir_all(&wheel).map_err(failed)
}
