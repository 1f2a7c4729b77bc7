//! Where ROCm's libraries are.

use crate::sys::hip::Hip;
use std::path::{Path, PathBuf};
use xparray_gpu::vendor::{SharedLibrary, beside_program, children, roots, site_packages};

/// Opens HIP itself: the library of ROCm 7 or that of ROCm 6.
pub fn hip(files: [&str; 2]) -> Result<SharedLibrary, String> {
    SharedLibrary::open(&files.map(Into::into), &folders())
}

/// Opens another library, that of ROCm 7 or that of ROCm 6 as HIP is: it loads HIP too, and there must be only one. So
/// HIP's folder comes first.
pub fn beside_hip(files: [&str; 2]) -> Result<SharedLibrary, String> {
    let hip = Hip::found()?;
    let file = files[usize::from(!hip.is_rocm_7())];
    let folder = hip.path.parent().map(Path::to_owned);
    SharedLibrary::open(&[file.into()], &folder.into_iter().chain(folders()).collect::<Vec<_>>())
}

/// Beside the program, in the folders that variables name, where the system's loader looks (the empty path), where ROCm
/// is installed, in Python's wheels.
fn folders() -> Vec<PathBuf> {
    let in_root = |root: PathBuf| ["lib", "lib64"].map(|folder| root.join(folder));
    let mut folders = roots(&["ROCM_PATH", "HIP_PATH"]).into_iter().flat_map(in_root).collect::<Vec<_>>();
    folders.extend(beside_program());
    folders.push(PathBuf::new());
    folders.extend(installed(Path::new("/opt")).into_iter().flat_map(in_root));
    folders.extend(roots(&["CONDA_PREFIX"]).into_iter().flat_map(in_root));
    let wheels = site_packages().into_iter().flat_map(|site| named(&site, "_rocm_sdk_"));
    folders.extend(wheels.map(|wheel| wheel.join("lib")));
    folders
}

/// `rocm`, which the system's administrator chose, and `rocm-6.4.3` and the like, the newest first.
fn installed(parent: &Path) -> Vec<PathBuf> {
    let version = |path: &Path| -> Vec<u32> {
        path.to_string_lossy().split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect()
    };
    let mut versions = named(parent, "rocm-");
    versions.sort_by_key(|path| std::cmp::Reverse(version(path)));
    [parent.join("rocm")].into_iter().chain(versions).collect()
}

/// What is in a folder under names that begin so.
fn named(folder: &Path, prefix: &str) -> Vec<PathBuf> {
    let named = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix));
    children(folder).into_iter().filter(named).collect()
}

#[cfg(test)]
mod tests {
    use super::installed;
    use std::{env, fs, process};

    #[test]
    fn newer_versions_come_first() {
        let opt = env::temp_dir().join(format!("xparray-opt-{}", process::id()));
        for name in ["rocm-6.2.1", "rocm-6.10.0", "rocm-7.0.0", "other-8.0.0"] {
            fs::create_dir_all(opt.join(name)).unwrap();
        }
        let found = installed(&opt);
        fs::remove_dir_all(&opt).unwrap();
        assert_eq!(found, ["rocm", "rocm-7.0.0", "rocm-6.10.0", "rocm-6.2.1"].map(|name| opt.join(name)));
    }
}
