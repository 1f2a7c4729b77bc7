//! Programs and libraries that are packed as Python's wheels.

use crate::Outcome;
use crate::cargo::succeeds;
use std::path::Path;
use std::process::Command;

/// Installs a wheel, by its name and version, into a folder of its own.
pub fn install(wheel: &str, folder: &Path) -> Outcome {
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--target"];
    succeeds(Command::new("python3").args(install).arg(folder).arg(wheel))
}
