//! `cargo xtask python` and `cargo xtask array-api`: the Python module, its tests, and the suite of the array API standard.

use crate::cargo::{LIBRARIES, library, succeeds};
use crate::{Outcome, fetch};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The package in the repository.
const PACKAGE: &str = "crates/python/python/xparray";
/// What the module's tests need beside Python.
const TESTED_WITH: &[&str] = &["pytest==9.2.0", "numpy>=2.2", "scipy>=1.15", "array-api-strict>=2.6"];
/// What the standard's suite needs beside that.
const SUITE_NEEDS: &[&str] = &["hypothesis>=6.151", "ndindex>=1.8", "pytest-json-report"];

/// Builds the module from what the other tests have compiled, and runs its tests.
pub fn run(args: &[String]) -> Outcome {
    let packages = packages("python-packages", TESTED_WITH)?;
    let module = module()?;
    let tests = ["-m", "pytest", "--quiet", "-p", "no:cacheprovider", "crates/python/tests"];
    succeeds(python(&[module, packages])?.args(tests).args(args))
}

/// Runs the suite of a clone of data-apis/array-api-tests, with its submodule.
pub fn array_api(args: &[String]) -> Outcome {
    let usage = "cargo xtask array-api --suite DIR [PYTEST'S OPTION...]";
    let [flag, suite, rest @ ..] = args else { return Err(usage.into()) };
    if flag != "--suite" {
        return Err(usage.into());
    }
    let folders = [module()?, packages("python-packages", TESTED_WITH)?, packages("array-api-packages", SUITE_NEEDS)?];
    let mut command = python(&folders)?;
    command.current_dir(suite).env("ARRAY_API_TESTS_MODULE", "xparray");
    succeeds(command.args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider", "array_api_tests"]).args(rest))
}

/// A folder below `target` with packages of Python.
fn packages(name: &str, wanted: &[&str]) -> Result<PathBuf, String> {
    fetch::folder(name, |folder| {
        let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target"];
        succeeds(Command::new("python3").args(install).arg(folder).args(wanted))
    })
}

/// A folder with the module: the package's files, and the library beside them.
fn module() -> Result<PathBuf, String> {
    let library = library("_core", &LIBRARIES)?;
    let folder = env::current_dir().map_err(|e| e.to_string())?.join("target/python");
    let package = folder.join("xparray");
    let failed = |e: std::io::Error| format!("{}: {e}", package.display());
    copy_package(Path::new(PACKAGE), &package).map_err(failed)?;
    fs::copy(library, package.join("_core.abi3.so")).map_err(failed)?;
    Ok(folder)
}

/// Copies the files of a package, and the packages in it.
fn copy_package(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if !source.is_dir() {
            fs::copy(&source, target)?;
        } else if entry.file_name() != "__pycache__" {
            copy_package(&source, &target)?;
        }
    }
    Ok(())
}

/// Python, which finds the modules of these folders.
fn python(folders: &[PathBuf]) -> Result<Command, String> {
    let path: OsString = env::join_paths(folders).map_err(|e| e.to_string())?;
    let mut command = Command::new("python3");
    // The CPU is there on every machine.
    command.env("PYTHONPATH", path).env("PYTHONDONTWRITEBYTECODE", "1").env("XPARRAY_BACKEND", "cpu");
    Ok(command)
}
