//! Files that are there whole or not at all.

use super::failed;
use crate::error::Result;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Writes a file that takes the place of another when it is complete; if this fails, the other is as it was.
///
/// ```
/// use std::io::Write;
/// use xparray::io::replace_file;
/// # let path = std::env::temp_dir().join(format!("xparray-whole-{}.txt", std::process::id()));
/// replace_file(&path, |out| out.write_all(b"new"))?;
/// assert_eq!(std::fs::read_to_string(&path).unwrap(), "new");
/// # std::fs::remove_file(path).ok();
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Io`](crate::Error::Io) if it cannot be created or written, and those of the function.
pub fn replace_file(path: impl AsRef<Path>, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    let path = path.as_ref();
    let replaced = Replacement::create(path).and_then(|mut out| {
        write(&mut out)?;
        out.commit()
    });
    replaced.map_err(failed(path.display()))
}

/// A file that takes the place of another when it is complete. Until then it has a name of its own beside it; dropped
/// before, it is gone, and the other is as it was.
pub(super) struct Replacement {
    out: BufWriter<File>,
    /// Its name now, and the one that it will get; none for what cannot be replaced, as pipes and devices.
    names: Option<(PathBuf, PathBuf)>,
}

impl Replacement {
    pub fn create(path: &Path) -> io::Result<Self> {
        // What a link points to is replaced, not the link.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if target.file_name().is_none() {
            return Err(io::Error::new(ErrorKind::InvalidInput, "this names no file"));
        }
        // Whoever may not write a file may not replace it either.
        let old = match OpenOptions::new().write(true).open(&target) {
            Ok(old) => Some((old.metadata()?, old)),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let permissions = match old {
            Some((metadata, old)) if !metadata.is_file() => {
                return Ok(Self { out: BufWriter::new(old), names: None });
            }
            Some((metadata, _)) => Some(metadata.permissions()),
            None => None,
        };
        let (temporary, file) = create_beside(&target)?;
        let replacement = Self { out: BufWriter::new(file), names: Some((temporary, target)) };
        if let Some(permissions) = permissions {
            replacement.out.get_ref().set_permissions(permissions)?;
        }
        Ok(replacement)
    }

    /// Puts the file in its place.
    pub fn commit(mut self) -> io::Result<()> {
        self.out.flush()?;
        if let Some((temporary, target)) = &self.names {
            fs::rename(temporary, target)?;
            self.names = None;
        }
        Ok(())
    }
}

/// A new file in the folder of another, under a name that nobody has: also no link, which could lead elsewhere.
fn create_beside(target: &Path) -> io::Result<(PathBuf, File)> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    loop {
        // The name does not hold the other's, to which nothing could be added where it is as long as names can be.
        let name = format!(".xparray-{}-{}.tmp", process::id(), NEXT.fetch_add(1, Relaxed));
        let path = target.with_file_name(name);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if let Some((temporary, _)) = &self.names {
            // What made the file incomplete has been reported.
            let _ = fs::remove_file(temporary);
        }
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Seek for Replacement {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.out.seek(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let folder = std::env::temp_dir().join(format!("xparray-replace-{name}-{}", process::id()));
            fs::create_dir_all(&folder).unwrap();
            Self(folder)
        }

        fn names(&self) -> Vec<std::ffi::OsString> {
            fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name()).collect()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_file_is_replaced_when_it_is_complete() {
        let folder = Folder::new("complete");
        let path = folder.0.join("x");
        fs::write(&path, "old").unwrap();
        let mut new = Replacement::create(&path).unwrap();
        new.write_all(b"new").unwrap();
        new.flush().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        drop(new);
        assert_eq!((fs::read(&path).unwrap(), folder.names().len()), (b"old".to_vec(), 1));
        let mut new = Replacement::create(&path).unwrap();
        new.write_all(b"new").unwrap();
        new.commit().unwrap();
        assert_eq!((fs::read(&path).unwrap(), folder.names().len()), (b"new".to_vec(), 1));
    }

    #[test]
    fn folders_are_not_replaced() {
        let folder = Folder::new("folders");
        assert!(Replacement::create(&folder.0).is_err());
        assert!(Replacement::create(&folder.0.join("no/such")).is_err());
        for path in ["", "/", ".."] {
            assert!(Replacement::create(Path::new(path)).is_err(), "{path}");
        }
        assert!(folder.names().is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = Folder::new("links");
        let [path, link] = ["x", "link"].map(|name| folder.0.join(name));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        let mut new = Replacement::create(&link).unwrap();
        new.write_all(b"new").unwrap();
        new.commit().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        // A device is written to.
        Replacement::create(Path::new("/dev/null")).unwrap().commit().unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_under_the_temporary_name_is_not_followed() {
        use std::os::unix::fs::symlink;
        let folder = Folder::new("planted");
        let victim = folder.0.join("victim");
        fs::write(&victim, "theirs").unwrap();
        for i in 0..1000 {
            symlink(&victim, folder.0.join(format!(".xparray-{}-{i}.tmp", process::id()))).unwrap();
        }
        let mut new = Replacement::create(&folder.0.join("x")).unwrap();
        new.write_all(b"ours").unwrap();
        new.commit().unwrap();
        assert_eq!(fs::read(&victim).unwrap(), b"theirs");
        assert_eq!(fs::read(folder.0.join("x")).unwrap(), b"ours");
    }
}
