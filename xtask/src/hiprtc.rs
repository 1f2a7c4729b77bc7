//! AMD's run-time compiler and HIP's runtime, with which tests compile kernels on a machine without a GPU, and are told
//! that it has none.

use crate::{Outcome, debian, fetch};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What holds them. The compiler loads the second by name, so the first does not depend on it.
const PACKAGES: [&str; 3] = ["libhiprtc6", "libhiprtc-builtins6", "libamdhip64-6"];
const LIBRARIES: &str = "usr/lib/x86_64-linux-gnu";
const LIBRARY: &str = "libhiprtc.so.6";
/// They need a newer C library than the machine may have, so programs that load them are run by the loader of that one.
const LOADER: &str = "ld-linux-x86-64.so.2";

/// Lets cargo's command use them.
pub fn prepare(command: &mut Command) -> Outcome {
    let libraries = libraries()?;
    let runner = format!("['{0}/{LOADER}', '--library-path', '{0}']", libraries.display());
    command.arg("--config").arg(format!("target.'cfg(all())'.runner = {runner}"));
    command.env("XPARRAY_HIPRTC", libraries.join(LIBRARY));
    Ok(())
}

/// Runs a program that uses them.
pub fn run(program: &Path) -> Result<Command, String> {
    let libraries = libraries()?;
    let mut command = Command::new(libraries.join(LOADER));
    command.arg("--library-path").arg(&libraries).arg(program).env("XPARRAY_HIPRTC", libraries.join(LIBRARY));
    Ok(command)
}

fn libraries() -> Result<PathBuf, String> {
    Ok(fetch::folder("hiprtc", fill)?.join(LIBRARIES))
}

fn fill(folder: &Path) -> Outcome {
    debian::unpack("unstable", &PACKAGES, folder)?;
    match folder.join(LIBRARIES).join(LIBRARY).exists() {
        true => Ok(()),
        false => Err(format!("{PACKAGES:?} hold no {LIBRARY}")),
    }
}
