//! Programs and libraries that are packed as Python's wheels.

use crate::cargo::succeeds;
use crate::{Outcome, fetch};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Installs a wheel, by its name and version, into a folder of its own.
pub fn install(wheel: &str, folder: &Path) -> Outcome {
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--target"];
    succeeds(Command::new("python3").args(install).arg(folder).arg(wheel))
}

/// Unpacks a wheel, by its name and version, with all that it has: to install it into a folder leaves out its libraries.
pub fn unpack(wheel: &str, folder: &Path) -> Outcome {
    let download = ["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--dest"];
    succeeds(Command::new("python3").args(download).arg(folder).arg(wheel))?;
    for archive in fetch::files(folder)? {
        succeeds(Command::new("python3").args(["-m", "zipfile", "--extract"]).arg(&archive).arg(folder))?;
        fs::remove_file(&archive).map_err(|e| format!("{}: {e}", archive.display()))?;
    }
    Ok(())
}
