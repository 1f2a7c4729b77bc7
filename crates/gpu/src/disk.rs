//! Compiled code on disk.
//!
//! A file's name is a hash of all that its contents depend on; the contents begin with their own hash. Files are
//! written under another name and renamed, so that processes can share the folder. A file that is not whole counts as
//! none and is written anew. A folder that others may write is not used.

use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::{env, process};

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
        let Some(dir) = self.0.as_ref().filter(|dir| access::prepare(dir)) else { return make() };
        let path = dir.join(file_name(key));
        if let Some(contents) = read(&path) {
            return Ok(contents);
        }
        let contents = make()?;
        let _ = write(&path, &contents);
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

/// The hash that contents begin with. It covers the file's name, so that no file passes for another.
fn hash(path: &Path, contents: &[u8]) -> [u8; HASH] {
    let name = path.file_name().unwrap_or_default().as_encoded_bytes();
    Sha256::new().chain_update(name).chain_update(contents).finalize().into()
}

fn read(path: &Path) -> Option<Vec<u8>> {
    let mut file = access::open(path).ok()?;
    if !access::is_ours(&file.metadata().ok()?) {
        return None;
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).ok()?;
    let (expected, contents) = bytes.split_at_checked(HASH)?;
    (hash(path, contents) == *expected).then(|| contents.to_vec())
}

fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    let (temporary, mut file) = create_beside(path)?;
    let result = file
        .write_all(&hash(path, contents))
        .and_then(|()| file.write_all(contents))
        .and_then(|()| fs::rename(&temporary, path));
    if result.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    result
}

/// A new file in the folder of another, under a name that nobody has: also no link, which could lead elsewhere.
fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    loop {
        let temporary = path.with_extension(format!("{}.{}.tmp", process::id(), NEXT.fetch_add(1, Relaxed)));
        match access::create(&temporary) {
            Ok(file) => return Ok((temporary, file)),
            // Another machine's, or of a process that ended before.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

/// Code that is loaded does what it likes, so it must be this user's: the folder and the files belong to the user, and
/// nobody else may write them.
#[cfg(unix)]
mod access {
    use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
    use std::io;
    use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
    use std::path::Path;

    const OTHERS_WRITE: u32 = 0o022;

    pub fn is_ours(metadata: &Metadata) -> bool {
        // SAFETY: allowed at any time, and cannot fail.
        metadata.uid() == unsafe { libc::geteuid() } && metadata.mode() & OTHERS_WRITE == 0
    }

    /// Makes the folder if it is missing. False if what is there may hold what others wrote.
    pub fn prepare(dir: &Path) -> bool {
        // One that exists already is no error.
        DirBuilder::new().recursive(true).mode(0o700).create(dir).is_ok()
            && fs::metadata(dir).is_ok_and(|metadata| metadata.is_dir() && is_ours(&metadata))
    }

    /// Opens a file to read, if it is one and no link; a pipe is not waited for.
    pub fn open(path: &Path) -> io::Result<File> {
        let file = OpenOptions::new().read(true).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK).open(path)?;
        if file.metadata()?.is_file() { Ok(file) } else { Err(io::ErrorKind::InvalidInput.into()) }
    }

    pub fn create(path: &Path) -> io::Result<File> {
        OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
    }
}

/// Folders of a user's profile are that user's.
#[cfg(not(unix))]
mod access {
    use std::fs::{self, File, Metadata, OpenOptions};
    use std::io;
    use std::path::Path;

    pub fn is_ours(metadata: &Metadata) -> bool {
        metadata.is_file()
    }

    pub fn prepare(dir: &Path) -> bool {
        fs::create_dir_all(dir).is_ok()
    }

    pub fn open(path: &Path) -> io::Result<File> {
        File::open(path)
    }

    pub fn create(path: &Path) -> io::Result<File> {
        OpenOptions::new().write(true).create_new(true).open(path)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::fake::TempDir;
    use std::convert::Infallible;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    fn chmod(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    /// Whether contents are found for a key; they are kept if they may be.
    fn found(dir: &Path, key: &str) -> bool {
        let mut made = false;
        let contents = DiskCache::at(Some(dir)).get_or(&[key], || {
            made = true;
            Ok::<_, Infallible>(key.as_bytes().to_vec())
        });
        assert_eq!(contents, Ok(key.as_bytes().to_vec()));
        !made
    }

    #[test]
    fn folders_are_made_for_the_user_alone() {
        let dir = TempDir::new();
        let inner = dir.0.join("a/b");
        assert_eq!([found(&inner, "f"), found(&inner, "f")], [false, true]);
        for folder in [&dir.0, &inner] {
            assert_eq!(fs::metadata(folder).unwrap().mode() & 0o777, 0o700);
        }
        let file = inner.join(file_name(&["f"]));
        assert_eq!(fs::metadata(file).unwrap().mode() & 0o777, 0o600);
    }

    #[test]
    fn what_others_may_write_is_not_loaded() {
        let dir = TempDir::new();
        assert_eq!([found(&dir.0, "f"), found(&dir.0, "f")], [false, true]);
        for mode in [0o777, 0o770, 0o702, 0o1777] {
            chmod(&dir.0, mode);
            assert_eq!([found(&dir.0, "f"), found(&dir.0, "g"), found(&dir.0, "g")], [false; 3], "{mode:o}");
        }
        chmod(&dir.0, 0o755);
        assert!(found(&dir.0, "f"));
        let file = dir.0.join(file_name(&["f"]));
        chmod(&file, 0o666);
        assert!(!found(&dir.0, "f"));
        assert!(found(&dir.0, "f"), "replaced by one that is ours");
    }

    #[test]
    fn links_and_other_files_contents_are_not_loaded() {
        let dir = TempDir::new();
        assert_eq!([found(&dir.0, "f"), found(&dir.0, "g")], [false; 2]);
        let [f, g] = ["f", "g"].map(|key| dir.0.join(file_name(&[key])));
        fs::copy(&f, &g).unwrap();
        assert!(!found(&dir.0, "g"), "the contents are of f");
        let elsewhere = dir.0.join("elsewhere");
        fs::rename(&g, &elsewhere).unwrap();
        symlink(&elsewhere, &g).unwrap();
        assert!(!found(&dir.0, "g"));
        assert!(found(&dir.0, "g") && fs::symlink_metadata(&g).unwrap().is_file(), "the link is replaced");
    }

    #[test]
    fn links_under_temporary_names_are_not_followed() {
        let dir = TempDir::new();
        assert!(!found(&dir.0, "f"));
        let victim = dir.0.join("victim");
        fs::write(&victim, "theirs").unwrap();
        let path = dir.0.join(file_name(&["g"]));
        for i in 0..2000 {
            symlink(&victim, path.with_extension(format!("{}.{i}.tmp", process::id()))).unwrap();
        }
        assert_eq!([found(&dir.0, "g"), found(&dir.0, "g")], [false, true]);
        assert_eq!(fs::read(victim).unwrap(), b"theirs");
    }
}
