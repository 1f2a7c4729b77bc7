//! AMD's headers of two versions of ROCm, with which a test compares the backend's tables.

use crate::debian::{self, For};
use crate::{Outcome, fetch};
use std::env;
use std::path::Path;
use std::process::Command;

/// What holds them.
const PACKAGES: [&str; 5] =
    ["libamdhip64-dev", "libhipblas-dev", "libhipblas-common-dev", "libhipfft-dev", "libhipsolver-dev"];
/// The suites whose versions differ as long as a newer one is in preparation: 6.4 and 7.2 when this was written.
const SUITES: [&str; 2] = ["unstable", "experimental"];
const HEADERS: &str = "usr/include";

/// Lets cargo's command use them.
pub fn prepare(command: &mut Command) -> Outcome {
    let mut folders = Vec::new();
    for suite in SUITES {
        let fill = |folder: &Path| debian::unpack_alone(suite, For::Machine, &PACKAGES, folder);
        let headers = fetch::folder(&format!("hip-headers-{suite}"), fill)?.join(HEADERS);
        println!("{suite}: HIP {}", version(&headers)?);
        folders.push(headers);
    }
    command.env("XPARRAY_HIP_HEADERS", env::join_paths(folders).map_err(|e| e.to_string())?);
    Ok(())
}

/// The version that HIP's headers say.
fn version(headers: &Path) -> Result<String, String> {
    let path = headers.join("hip/hip_version.h");
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let part = |name: &str| text.lines().find_map(|line| line.strip_prefix(&format!("#define HIP_VERSION_{name} ")));
    match (part("MAJOR"), part("MINOR")) {
        (Some(major), Some(minor)) => Ok(format!("{}.{}", major.trim(), minor.trim())),
        _ => Err(format!("{} says no version", path.display())),
    }
}
