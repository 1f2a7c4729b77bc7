//! Finding shared libraries. cudarc looks for them where the system does and panics if they are not there: this looks
//! first, in more places, and says what it looked for.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::PathBuf;
use xparray_gpu::vendor::{SharedLibrary, beside_program, children, roots, site_packages};

/// Makes sure that cudarc will find a library of the toolkit in one of these major versions, newest first; `present` is
/// cudarc's own test.
///
/// # Errors
/// What was looked for, and where.
pub fn require(name: &str, majors: [u32; 2], present: impl Fn() -> bool) -> Result<(), String> {
    if present() {
        return Ok(());
    }
    // Once loaded, the system's loader gives it to whoever asks for its name.
    let library = SharedLibrary::open(&majors.map(|major| file(name, major)), &toolkit_dirs())?;
    match present() {
        true => Ok(()),
        false => Err(format!("{} is not found by its name", library.path().display())),
    }
}

/// A library's file name, as NVIDIA versions it.
pub fn file(name: &str, major: u32) -> String {
    if cfg!(windows) {
        format!("{name}64_{major}0_0{DLL_SUFFIX}")
    } else {
        format!("{DLL_PREFIX}{name}{DLL_SUFFIX}.{major}")
    }
}

/// Where the toolkit may be: beside the program, in the folders that variables name, in Python's wheels.
pub fn toolkit_dirs() -> Vec<PathBuf> {
    let toolkits = roots(&["CUDA_PATH", "CUDA_HOME", "CONDA_PREFIX"]).into_iter().chain(["/usr/local/cuda".into()]);
    let mut dirs = beside_program();
    dirs.extend(toolkits.flat_map(|root| ["lib64", "lib", "bin"].map(|sub| root.join(sub))));
    let wheels = site_packages().into_iter().flat_map(|site| children(&site.join("nvidia")));
    dirs.extend(wheels.map(|wheel| wheel.join("lib")));
    dirs
}

#[cfg(test)]
mod tests {
    use super::require;

    #[test]
    fn the_error_without_a_library_says_what_was_looked_for_and_where() {
        let error = require("xparray-none", [13, 12], || false).unwrap_err();
        assert!(error.contains("xparray-none") && error.contains("13") && error.contains("12"), "{error}");
        assert!(error.contains("/usr/local/cuda"), "{error}");
    }
}
