//! Finding shared libraries when the program runs, so that building needs none of them.

use libloading::Library;
use std::env;
use std::error::Error;
use std::path::{Path, PathBuf};

/// A shared library. It is never unloaded: functions of it may be called as long as the process lives.
pub struct SharedLibrary {
    library: &'static Library,
    path: PathBuf,
}

impl SharedLibrary {
    /// Loads the first of these files that a folder has. The empty path stands for the folders of the system's loader.
    ///
    /// # Errors
    /// What was looked for and where, and why libraries that are there could not be loaded.
    pub fn open(files: &[String], folders: &[PathBuf]) -> Result<Self, String> {
        let mut failures = String::new();
        for path in folders.iter().flat_map(|folder| files.iter().map(|file| folder.join(file))) {
            let system = path.parent() == Some(Path::new(""));
            if !system && !path.is_file() {
                continue;
            }
            // SAFETY: vendors' libraries may be loaded at any time.
            match unsafe { Library::new(&path) } {
                Ok(library) => return Ok(Self { library: Box::leak(Box::new(library)), path }),
                Err(error) => {
                    let text = error.source().map_or_else(|| error.to_string(), ToString::to_string);
                    // The system's loader names the file that it lacks: this one, or one that this one needs.
                    if !(system && text.starts_with(&*path.to_string_lossy())) {
                        failures += &format!("; {text}");
                    }
                }
            }
        }
        let folders: Vec<_> = folders.iter().filter(|folder| **folder != Path::new("")).collect();
        Err(format!("no library {} on {} or in {folders:?}{failures}", files.join(" or "), search_path()))
    }

    /// The file, or only its name if the system's loader found it.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The first of these functions that the library has.
    ///
    /// # Errors
    /// The names and the library, if it has none of them.
    ///
    /// # Safety
    /// `F` is the functions' type, `unsafe extern "C" fn(..) -> ..`.
    pub unsafe fn function<F: Copy>(&self, names: &[&str]) -> Result<F, String> {
        // SAFETY: the caller's promise; the library stays loaded.
        let found = names.iter().find_map(|name| unsafe { self.library.get::<F>(name.as_bytes()) }.ok());
        found
            .map(|symbol| *symbol)
            .ok_or_else(|| format!("{} has no function {}", self.path.display(), names.join(" or ")))
    }
}

/// The system's search path in messages, with the variable that extends it.
pub fn search_path() -> String {
    let name = if cfg!(windows) { "PATH" } else { "LD_LIBRARY_PATH" };
    match env::var(name) {
        Ok(value) if !cfg!(windows) => format!("the system's search path ({name}={value})"),
        _ => format!("the system's search path ({name})"),
    }
}

/// The folders that the variables name.
pub fn roots(variables: &[&str]) -> Vec<PathBuf> {
    variables.iter().filter_map(env::var_os).filter(|value| !value.is_empty()).map(PathBuf::from).collect()
}

/// Where a program's own libraries may be: beside it.
pub fn beside_program() -> Vec<PathBuf> {
    let program = env::current_exe().ok();
    let folder = program.as_deref().and_then(Path::parent);
    folder.map_or_else(Vec::new, |folder| vec![folder.to_owned(), folder.join("lib")])
}

/// Where the wheels of Python's environments lie.
pub fn site_packages() -> Vec<PathBuf> {
    let pythons = roots(&["VIRTUAL_ENV", "CONDA_PREFIX"]).into_iter().flat_map(|root| children(&root.join("lib")));
    pythons.map(|python| python.join("site-packages")).collect()
}

/// What is in a folder.
pub fn children(folder: &Path) -> Vec<PathBuf> {
    folder.read_dir().map(|entries| entries.flatten().map(|entry| entry.path()).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_found_is_named_with_where_it_was_looked_for() {
        let folder = env::temp_dir();
        let files = ["libno-such-library.so.7".to_owned(), "libno-such-library.so.6".to_owned()];
        let error = SharedLibrary::open(&files, &[folder.clone(), PathBuf::new()]).err().unwrap();
        assert!(error.contains("libno-such-library.so.7 or libno-such-library.so.6"), "{error}");
        assert!(error.contains(folder.to_str().unwrap()) && error.contains("search path"), "{error}");
    }

    #[test]
    fn a_file_that_is_no_library_says_why() {
        let file = format!("xparray-no-library-{}.so", std::process::id());
        let path = env::temp_dir().join(&file);
        std::fs::write(&path, "text").unwrap();
        let error = SharedLibrary::open(std::slice::from_ref(&file), &[env::temp_dir()]).err().unwrap();
        std::fs::remove_file(&path).unwrap();
        assert!(error.contains(&format!("; {}", path.display())), "{error}");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn functions_are_found_by_their_first_name() {
        let library = SharedLibrary::open(&["libc.so.6".into()], &[PathBuf::new()]).unwrap();
        type Absolute = unsafe extern "C" fn(i32) -> i32;
        // SAFETY: it is the function's type.
        let absolute = unsafe { library.function::<Absolute>(&["no_such_function", "abs"]) }.unwrap();
        // SAFETY: it takes every number but the least.
        assert_eq!(unsafe { absolute(-3) }, 3);
        // SAFETY: there is no such function.
        let error = unsafe { library.function::<Absolute>(&["no_such_function"]) }.unwrap_err();
        assert_eq!(error, "libc.so.6 has no function no_such_function");
    }
}
