//! Mesa's Vulkan on the CPU, with which the suite of the wgpu backend runs on a machine without a GPU.

use crate::{Outcome, debian, fetch};
use std::fs;
use std::path::Path;
use std::process::Command;

const SUITE: &str = "trixie";
const PACKAGES: [&str; 2] = ["libvulkan1", "mesa-vulkan-drivers"];
const LIBRARIES: &str = "usr/lib/x86_64-linux-gnu";
/// They need a newer C library than the machine may have, so programs that load them are run by the loader of that one.
const LOADER: &str = "ld-linux-x86-64.so.2";
const LIBRARY: &str = "libvulkan_lvp.so";
/// Tells Vulkan's loader of it.
const DRIVER: &str = "driver.json";

/// Lets cargo's command use it, and fail without it.
pub fn prepare(command: &mut Command) -> Outcome {
    let folder = fetch::folder("lavapipe", fill)?;
    let libraries = folder.join(LIBRARIES);
    let runner = format!("['{0}/{LOADER}', '--library-path', '{0}']", libraries.display());
    command.arg("--config").arg(format!("target.'cfg(all())'.runner = {runner}"));
    command.env("VK_DRIVER_FILES", folder.join(DRIVER)).env("XPARRAY_REQUIRE", "wgpu");
    // Code that runs once is not worth optimising.
    command.env("GALLIVM_PERF", "nopt");
    Ok(())
}

fn fill(folder: &Path) -> Outcome {
    debian::unpack(SUITE, &PACKAGES, folder)?;
    if !folder.join(LIBRARIES).join(LIBRARY).exists() {
        return Err(format!("{PACKAGES:?} hold no {LIBRARY}"));
    }
    // The one that comes with it names the library without a folder. A path is relative to this file.
    let driver = format!(
        "{{\"file_format_version\": \"1.0.0\", \"ICD\": {{\"api_version\": \"1.3.0\", \"library_path\": \"{LIBRARIES}/{LIBRARY}\"}}}}"
    );
    let path = folder.join(DRIVER);
    fs::write(&path, driver).map_err(|e| format!("{}: {e}", path.display()))
}
