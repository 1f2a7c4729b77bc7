//! Compiled code on disk.
//!
//! A file's name is a hash of all that its contents depend on; the contents begin with their own hash. Files are
//! written under another name and renamed, so that processes can share the folder. A file that is not whole counts as
//! none and is written anew.

use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::{env, fs, process};

/// Bytes of a hash.
const HASH: usize = 32;

/// A folder of compiled code, or none.
pub(crate) struct DiskCache(Option<PathBuf>);

impl DiskCache {
    /// The folder that `XPARRAY_CACHE_DIR` names, or the platform's; none if the variable is empty.
    pub fn from_env() -> Self {
        Self(match env::var_os("XPARRAY_CACHE_DIR") {
            Some(dir) => (!dir.is_empty()).then(|| dir.into()),
            None => platform_dir(),
        })
    }

    #[cfg(test)]
    pub fn at(dir: Option<&Path>) -> Self {
        Self(dir.map(Path::to_owned))
    }

    /// The contents kept for a key, made and kept if there are none. The cache is a help, not a need: what fails on
    /// disk is no error.
    pub fn get_or<E>(&self, key: &[&str], make: impl FnOnce() -> Result<Vec<u8>, E>) -> Result<Vec<u8>, E> {
        let Some(dir) = &self.0 else { return make() };
        let path = dir.join(file_name(key));
        if let Some(contents) = read(&path) {
            return Ok(contents);
        }
        let contents = make()?;
        let _ = write(dir, &path, &contents);
        Ok(contents)
    }
}

fn platform_dir() -> Option<PathBuf> {
    let var = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        var("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        var("HOME").map(|home| home.join("Library/Caches"))
    } else {
        var("XDG_CACHE_HOME").or_else(|| var("HOME").map(|home| home.join(".cache")))
    };
    base.map(|dir| dir.join("xparray"))
}

fn file_name(key: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in key {
        // With its length, or parts could trade text.
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn read(path: &Path) -> Option<Vec<u8>> {
    let file = fs::read(path).ok()?;
    let (hash, contents) = file.split_at_checked(HASH)?;
    (Sha256::digest(contents)[..] == *hash).then(|| contents.to_vec())
}

fn write(dir: &Path, path: &Path, contents: &[u8]) -> std::io::Result<()> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    fs::create_dir_all(dir)?;
    let temporary = path.with_extension(format!("{}.{}.tmp", process::id(), NEXT.fetch_add(1, Relaxed)));
    let result = fs::write(&temporary, [&Sha256::digest(contents)[..], contents].concat())
        .and_then(|()| fs::rename(&temporary, path));
    if result.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    result
}
