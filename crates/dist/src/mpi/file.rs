//! Finding an MPI's library when the program runs.

use super::launcher::Launcher;
use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};
use std::env;
use std::ffi::c_void;
use std::path::{Path, PathBuf};

/// What a library's constants and handles are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Abi {
    /// That of the standard, from MPI 5 on.
    Standard,
    Mpich,
    OpenMpi,
}

const STANDARD: [&str; 2] = ["libmpi_abi.so.1", "libmpi_abi.so.0"];
/// Debian names MPICH's differently.
const MPICH: [&str; 2] = ["libmpi.so.12", "libmpich.so.12"];
const OPEN_MPI: [&str; 1] = ["libmpi.so.40"];

/// A library of MPI. It is never unloaded.
pub struct File {
    library: &'static Library,
    pub path: PathBuf,
    pub abi: Abi,
}

impl File {
    /// Loads the file of this path.
    pub fn open(path: &Path) -> Result<Self, String> {
        // Open MPI loads parts of itself, which look for its functions among those that all libraries see.
        // SAFETY: an MPI may be loaded at any time.
        let library = unsafe { Library::open(Some(path), RTLD_NOW | RTLD_GLOBAL) };
        let library: &Library = Box::leak(Box::new(library.map_err(|error| error.to_string())?));
        let mut file = Self { library, path: path.to_owned(), abi: Abi::Mpich };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("libmpi_abi") {
            file.abi = Abi::Standard;
        } else if file.symbol("ompi_mpi_comm_world").is_ok() {
            file.abi = Abi::OpenMpi;
        }
        Ok(file)
    }

    /// Looks for an MPI that fits who started the program: where the system's loader does, then beside `mpiexec`.
    pub fn find(launcher: Launcher) -> Result<Self, String> {
        let names: Vec<&str> = match launcher {
            Launcher::OpenMpi => OPEN_MPI.iter().chain(&STANDARD).copied().collect(),
            Launcher::Mpich => STANDARD.iter().chain(&MPICH).copied().collect(),
            Launcher::Pmix | Launcher::None => STANDARD.iter().chain(&MPICH).chain(&OPEN_MPI).copied().collect(),
        };
        let mut failures = Vec::new();
        for path in paths(&names) {
            match Self::open(&path) {
                Ok(file) => return Ok(file),
                Err(error) => failures.push(error),
            }
        }
        Err(format!("no MPI was found ({}); XPARRAY_MPI=path names one", failures.join("; ")))
    }

    /// The address of a function or variable.
    pub fn symbol(&self, name: &str) -> Result<*mut c_void, String> {
        // SAFETY: an address has no type that could be wrong.
        let found = unsafe { self.library.get::<*mut c_void>(name.as_bytes()) };
        found.map(|symbol| symbol.as_raw_ptr()).map_err(|_| format!("{} has no {name}", self.path.display()))
    }
}

/// Where libraries of these names may be.
fn paths(names: &[&str]) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = names.iter().map(PathBuf::from).collect();
    let search = env::var_os("PATH").unwrap_or_default();
    for folder in env::split_paths(&search).filter(|folder| folder.join("mpiexec").is_file()) {
        let near = ["../lib", "../lib64"].map(|lib| folder.join(lib));
        paths.extend(near.iter().flat_map(|lib| names.iter().map(|name| lib.join(name))).filter(|path| path.is_file()));
    }
    paths
}
