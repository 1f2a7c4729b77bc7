//! NCCL's and RCCL's libraries, found when the program runs.

use super::functions::{Functions, ncclComm_t, ncclResult_t};
use libloading::Library as File;
use std::env;
use std::ffi::{CStr, c_char, c_void};
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::OnceLock;
use xparray_core::backend::DlDevice;
use xparray_core::{Error, Result};

/// Whose library it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vendor {
    /// NCCL.
    Nvidia,
    /// RCCL.
    Amd,
}

/// A library with its functions.
pub struct Library {
    pub vendor: Vendor,
    pub functions: Functions,
    pub version: i32,
}

impl Vendor {
    /// The one whose library moves what is in the memory of a device, if one does.
    pub fn of(device: DlDevice) -> Option<Self> {
        match device.device_type {
            DlDevice::CUDA => Some(Self::Nvidia),
            DlDevice::ROCM => Some(Self::Amd),
            _ => None,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Nvidia => "NCCL",
            Self::Amd => "RCCL",
        }
    }

    /// Its library, looked for once.
    ///
    /// # Errors
    /// What was looked for.
    pub fn library(self) -> std::result::Result<&'static Library, &'static str> {
        static FOUND: [OnceLock<std::result::Result<Library, String>>; 2] = [const { OnceLock::new() }; 2];
        FOUND[self as usize].get_or_init(|| Library::load(self)).as_ref().map_err(|message| message.as_str())
    }

    /// The variable that names its file.
    const fn variable(self) -> &'static str {
        match self {
            Self::Nvidia => "XPARRAY_NCCL",
            Self::Amd => "XPARRAY_RCCL",
        }
    }

    /// Files that may be there: where the system's loader looks, where the vendor installs, in Python's wheels.
    fn files(self) -> Vec<PathBuf> {
        let (name, roots, installed) = match self {
            Self::Nvidia => ("libnccl.so.2", ["CUDA_PATH", "CUDA_HOME"], "/usr/local/cuda"),
            Self::Amd => ("librccl.so.1", ["ROCM_PATH", "HIP_PATH"], "/opt/rocm"),
        };
        let roots = roots.iter().filter_map(env::var_os).map(PathBuf::from).chain([installed.into()]);
        let in_roots = roots.flat_map(|root| ["lib", "lib64"].map(|folder| root.join(folder).join(name)));
        let mut files: Vec<PathBuf> = in_roots.filter(|file| file.is_file()).collect();
        // AMD's HIP is loaded already: the library beside it fits it. NVIDIA's needs no other one of the toolkit.
        let place = if self == Self::Amd { files.len() } else { 0 };
        files.insert(place, name.into());
        let pythons = ["VIRTUAL_ENV", "CONDA_PREFIX"].iter().filter_map(env::var_os);
        let pythons = pythons.flat_map(|root| children(&PathBuf::from(root).join("lib")));
        let wheels = pythons.flat_map(|python| children(&python.join("site-packages")));
        let libraries = wheels.flat_map(|wheel| [wheel.join("nccl/lib").join(name), wheel.join("lib").join(name)]);
        files.extend(libraries.filter(|file| file.is_file()));
        files
    }
}

fn children(folder: &Path) -> Vec<PathBuf> {
    folder.read_dir().map(|entries| entries.flatten().map(|entry| entry.path()).collect()).unwrap_or_default()
}

impl Library {
    fn load(vendor: Vendor) -> std::result::Result<Self, String> {
        let files = match env::var_os(vendor.variable()) {
            Some(path) if !path.is_empty() => vec![path.into()],
            _ => vendor.files(),
        };
        let mut failures = Vec::new();
        let opened = files.iter().find_map(|path| {
            // SAFETY: it may be loaded at any time.
            let file = unsafe { File::new(path) };
            file.inspect_err(|error| failures.push(error.to_string())).ok()
        });
        let Some(file) = opened else {
            let (name, variable) = (vendor.name(), vendor.variable());
            return Err(format!("no {name} was found ({}); {variable}=path names one", failures.join("; ")));
        };
        // It is never unloaded.
        let file: &File = Box::leak(Box::new(file));
        let find = |name: &str| -> std::result::Result<*mut c_void, String> {
            // SAFETY: an address has no type that could be wrong.
            let found = unsafe { file.get::<*mut c_void>(name.as_bytes()) };
            found.map(|symbol| *symbol).map_err(|_| format!("{} has no function {name}", vendor.name()))
        };
        // SAFETY: a test compares the types with the headers.
        let functions = unsafe { Functions::load(find)? };
        let mut library = Self { vendor, functions, version: 0 };
        // SAFETY: it may be called at any time.
        let code = unsafe { (library.functions.ncclGetVersion)(&mut library.version) };
        library.check("ncclGetVersion", code, ptr::null_mut()).map_err(|error| error.to_string())?;
        Ok(library)
    }

    /// A number that only this library has in this version.
    pub fn number(&self) -> usize {
        (1 + self.vendor as usize) << 32 | self.version as usize
    }

    /// Its name and version.
    pub fn describe(&self) -> String {
        format!("{} {}", self.vendor.name(), dotted(self.version))
    }

    /// A code as an error, unless it is success; with what the library says of the cause, in a group if one is given.
    pub fn check(&self, call: &'static str, code: ncclResult_t, comm: ncclComm_t) -> Result<()> {
        if code == 0 {
            return Ok(());
        }
        // SAFETY: both give texts that stay, for every code, and for every group and none.
        let [what, why] = unsafe {
            [(self.functions.ncclGetErrorString)(code), (self.functions.ncclGetLastError)(comm)].map(|text| owned(text))
        };
        let name = [what, why].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(": ");
        Err(Error::Library { call, code: code.into(), name })
    }
}

/// Lets the library exchange arrays of one process's threads as those of processes. By itself it reads them where they lie, which are
/// memory pools that only their own device may use. The library reads it from the environment alone, which a program with
/// threads cannot change for it.
pub const NOT_DIRECT: &str = "NCCL_P2P_DIRECT_DISABLE";

/// A text of C's.
///
/// # Safety
/// It ends with a zero byte, if it is there.
unsafe fn owned(text: *const c_char) -> String {
    // SAFETY: the caller's promise.
    let text = if text.is_null() { c"" } else { unsafe { CStr::from_ptr(text) } };
    text.to_string_lossy().trim().to_owned()
}

/// 2.30.7, of the number 23007; before 2.9 it was made otherwise.
fn dotted(version: i32) -> String {
    let hundred = if version < 10_000 { 10 } else { 100 };
    format!("{}.{}.{}", version / (100 * hundred), version / 100 % hundred, version % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read() {
        assert_eq!([23007, 21805, 2708].map(dotted), ["2.30.7", "2.18.5", "2.7.8"]);
    }

    #[test]
    fn devices_have_their_vendors_libraries() {
        let of = |device_type| Vendor::of(DlDevice { device_type, device_id: 0 });
        assert_eq!(
            [DlDevice::CPU, DlDevice::CUDA, DlDevice::ROCM].map(of),
            [None, Some(Vendor::Nvidia), Some(Vendor::Amd)]
        );
    }
}
