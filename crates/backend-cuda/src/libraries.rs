//! Finding shared libraries. cudarc looks for them where the system does and panics if they are not there: this looks
//! first, in more places, and says what it looked for.

use libloading::Library;
use std::env;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::{Path, PathBuf};

/// Makes sure that cudarc will find a library of the toolkit in one of these major versions, newest first; `present` is
/// cudarc's own test.
///
/// # Errors
/// What was looked for, and where.
pub fn require(name: &str, majors: [u32; 2], present: impl Fn() -> bool) -> Result<(), String> {
    if present() {
        return Ok(());
    }
    let dirs = toolkit_dirs();
    for path in dirs.iter().flat_map(|dir| majors.map(|major| dir.join(file(name, major)))) {
        if !path.is_file() {
            continue;
        }
        // SAFETY: CUDA's libraries may be loaded at any time.
        if let Ok(library) = unsafe { Library::new(&path) } {
            // Once loaded, the system's loader gives it to whoever asks for its name.
            std::mem::forget(library);
            if present() {
                return Ok(());
            }
        }
    }
    Err(format!(
        "no library {} on the system's search path{} or in {dirs:?}",
        majors.map(|major| file(name, major)).join(" or "),
        search_path()
    ))
}

/// The variable that extends the system's search path, as a remark.
pub fn search_path() -> String {
    let name = if cfg!(windows) { "PATH" } else { "LD_LIBRARY_PATH" };
    match env::var(name) {
        Ok(value) if !cfg!(windows) => format!(" ({name}={value})"),
        _ => format!(" ({name})"),
    }
}

/// A library's file name, as NVIDIA versions it.
fn file(name: &str, major: u32) -> String {
    if cfg!(windows) {
        format!("{name}64_{major}0_0{DLL_SUFFIX}")
    } else {
        format!("{DLL_PREFIX}{name}{DLL_SUFFIX}.{major}")
    }
}

/// Where the toolkit may be: beside the program, in the folders that variables name, in Python's wheels.
fn toolkit_dirs() -> Vec<PathBuf> {
    let var = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let mut dirs = Vec::new();
    if let Some(dir) = env::current_exe().ok().as_deref().and_then(Path::parent) {
        dirs.extend([dir.to_owned(), dir.join("lib")]);
    }
    let roots = ["CUDA_PATH", "CUDA_HOME", "CONDA_PREFIX"].into_iter().filter_map(var);
    for root in roots.chain([PathBuf::from("/usr/local/cuda")]) {
        dirs.extend(["lib64", "lib", "bin"].map(|sub| root.join(sub)));
    }
    for environment in ["VIRTUAL_ENV", "CONDA_PREFIX"].into_iter().filter_map(var) {
        for python in children(&environment.join("lib")) {
            dirs.extend(children(&python.join("site-packages/nvidia")).into_iter().map(|dir| dir.join("lib")));
        }
    }
    dirs.retain(|dir| dir.is_dir());
    dirs
}

/// What is in a folder.
fn children(dir: &Path) -> Vec<PathBuf> {
    dir.read_dir().map(|entries| entries.flatten().map(|entry| entry.path()).collect()).unwrap_or_default()
}
