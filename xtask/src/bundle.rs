//! `cargo xtask bundle`: the suite, the benchmarks, the example and `xparray-info`, for a machine that has a driver and
//! no Rust.

use crate::Outcome;
use crate::cargo::{executables, library, succeeds};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a backend brings, beside its suite.
struct Backend {
    /// The name of the backend, of its feature and of its suite.
    name: &'static str,
    /// The package whose own tests need the device.
    device: Option<&'static str>,
}

const BACKENDS: &[Backend] = &[
    Backend { name: "cpu", device: None },
    Backend { name: "cuda", device: Some("xparray-cuda") },
    Backend { name: "rocm", device: Some("xparray-rocm") },
];

/// Folders of the repository, and where the bundle has them.
const FOLDERS: &[(&str, &str)] = &[
    ("tests/data", "data/tests"),
    ("examples/data", "data/examples"),
    ("benches/peers", "peers"),
    ("benches/npbench", "npbench"),
];

/// The names that the library of tests has in place of AMD's, in the versions of a release.
const HIP_ON_CUDA: &[(&str, [&str; 5])] = &[
    ("6", ["libamdhip64.so.6", "libhiprtc.so.6", "libhipblas.so.2", "libhipsolver.so.0", "libhipfft.so.0"]),
    ("7", ["libamdhip64.so.7", "libhiprtc.so.7", "libhipblas.so.3", "libhipsolver.so.1", "libhipfft.so.0"]),
];

struct Options {
    backends: Vec<&'static Backend>,
    hip_on_cuda: bool,
    out: PathBuf,
}

pub fn run(args: &[String]) -> Outcome {
    let options = parse(args)?;
    let out = &options.out;
    // An older bundle's files must not stay among the new ones.
    if out.exists() && !out.join("run.sh").exists() {
        return Err(format!("{} is there and is no bundle", out.display()));
    }
    if out.exists() {
        fs::remove_dir_all(out).map_err(|e| failed(out, &e))?;
    }
    for backend in &options.backends {
        let features = format!("{},autodiff,scipy,serde", backend.name);
        let suite = ["test", "--no-run", "--package", "xparray-tests", "--test", backend.name];
        add(&executables(&[&suite[..], &only(&features)].concat())?, &out.join("suite"), |_| backend.name.into())?;
        if let Some(package) = backend.device {
            let tests = executables(&["test", "--no-run", "--package", package, "--test", "device"])?;
            add(&tests, &out.join("device"), |stem| format!("{}-{}", backend.name, unhashed(stem)))?;
        }
    }
    if options.hip_on_cuda {
        hip_on_cuda(&out.join("hip-on-cuda"))?;
    }
    let names = options.backends.iter().map(|b| b.name).collect::<Vec<_>>().join(",");
    let release = |package, kind, program, features: &str| {
        executables(&[&["build", "--release", "--package", package, kind, program][..], &only(features)].concat())
    };
    let mut programs = release("xparray-bench", "--bin", "bench", &names)?;
    programs.extend(release("xparray-bench", "--bin", "npbench", &names)?);
    programs.extend(release("xparray", "--example", "pca", &names)?);
    // Many devices. The tests take the features of the program that is built with them.
    let many = ["--package", "xparray-bench", "--package", "xparray-dist", "--test", "ranks", "--test", "threads"];
    let features = names.split(',').chain(["dist"]).map(|name| format!("xparray-bench/{name}")).collect::<Vec<_>>();
    let features = features.join(",");
    let ranks = [&["test", "--release", "--no-run"][..], &many, &only(&features)].concat();
    add(&executables(&ranks)?, &out.join("dist"), unhashed)?;
    programs.extend(release("xparray-bench", "--bin", "collectives", &format!("{names},dist"))?);
    // With the suite's profile and features, so that the suite is not compiled once more.
    let features = format!("{names},autodiff,scipy,serde");
    let info = ["build", "--package", "xparray-tests", "--bin", "xparray-info"];
    programs.extend(executables(&[&info[..], &only(&features)].concat())?);
    add(&programs, &out.join("bin"), unhashed)?;
    for (from, to) in FOLDERS {
        copy_folder(Path::new(from), &out.join(to))?;
    }
    let script = out.join("run.sh");
    // Copied, so that it may be executed as it is here.
    copy(Path::new("xtask/src/bundle/run.sh"), &script)?;
    let readme = include_str!("bundle/README.txt").replace("{backends}", &names).replace("{libc}", &libc());
    fs::write(out.join("README.txt"), readme).map_err(|e| failed(out, &e))?;
    let archive = pack(out)?;
    for path in [out, &archive] {
        println!("{:>6.1} MB  {}", size(path)? as f64 * 1e-6, path.display());
    }
    Ok(())
}

fn parse(args: &[String]) -> Result<Options, String> {
    let mut options = Options { backends: Vec::new(), hip_on_cuda: false, out: "target/bundle".into() };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        if arg == "--hip-on-cuda" {
            options.hip_on_cuda = true;
            continue;
        }
        let value = args.next().ok_or_else(|| format!("{arg} needs a value\n{}", crate::USAGE))?;
        match arg.as_str() {
            "--features" => {
                options.backends = value.split(',').map(backend).collect::<Result<_, _>>()?;
            }
            "--out" => options.out = value.into(),
            _ => return Err(format!("unknown option {arg}\n{}", crate::USAGE)),
        }
    }
    if options.backends.is_empty() {
        return Err(format!("--features names no backend\n{}", crate::USAGE));
    }
    Ok(options)
}

fn backend(name: &str) -> Result<&'static Backend, String> {
    let known = || BACKENDS.iter().map(|b| b.name).collect::<Vec<_>>().join(", ");
    BACKENDS.iter().find(|b| b.name == name).ok_or_else(|| format!("{name} is not one of {}", known()))
}

/// The library that has CUDA's do what the ROCm backend asks AMD's for, in a folder, and folders for `ROCM_PATH` with
/// links to it.
fn hip_on_cuda(folder: &Path) -> Outcome {
    let built = library("xparray_hip_on_cuda", &["build", "--release", "--package", "xparray-hip-on-cuda"])?;
    let file = built.file_name().unwrap_or_default();
    copy(&built, &folder.join(file))?;
    succeeds(Command::new("strip").arg("--strip-debug").arg(folder.join(file)))?;
    for (release, names) in HIP_ON_CUDA {
        let libraries = folder.join(release).join("lib");
        fs::create_dir_all(&libraries).map_err(|e| failed(&libraries, &e))?;
        for name in names {
            let link = libraries.join(name);
            succeeds(Command::new("ln").arg("-s").arg(Path::new("../..").join(file)).arg(&link))?;
        }
    }
    Ok(())
}

/// The options for no other features.
fn only(features: &str) -> [&str; 3] {
    ["--no-default-features", "--features", features]
}

/// Copies executables into a folder, under names made of theirs, without their symbols.
fn add(executables: &[PathBuf], folder: &Path, name: impl Fn(&str) -> String) -> Outcome {
    for executable in executables {
        let stem = executable.file_stem().unwrap_or_default().to_string_lossy();
        let to = folder.join(name(&stem));
        copy(executable, &to)?;
        succeeds(Command::new("strip").arg(&to))?;
    }
    Ok(())
}

/// The name of a test's executable without the hash that cargo appends: `device-6db9a2e718875415` is `device`.
fn unhashed(stem: &str) -> String {
    match stem.rsplit_once('-') {
        Some((name, hash)) if hash.len() == 16 && hash.bytes().all(|b| b.is_ascii_hexdigit()) => name.to_owned(),
        _ => stem.to_owned(),
    }
}

fn copy_folder(from: &Path, to: &Path) -> Outcome {
    for entry in fs::read_dir(from).map_err(|e| failed(from, &e))? {
        let path = entry.map_err(|e| failed(from, &e))?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        match path.is_dir() {
            // What Python compiles beside its scripts.
            true if path.ends_with("__pycache__") => {}
            true => copy_folder(&path, &target)?,
            false => copy(&path, &target)?,
        }
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Outcome {
    let folder = to.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(|e| failed(folder, &e))?;
    fs::copy(from, to).map(drop).map_err(|e| failed(from, &e))
}

/// Packs the folder into an archive beside it.
fn pack(folder: &Path) -> Result<PathBuf, String> {
    let archive = folder.with_extension("tar.gz");
    let (parent, name) = (folder.parent().unwrap_or(Path::new("")), folder.file_name().unwrap_or_default());
    let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
    succeeds(Command::new("tar").arg("-czf").arg(&archive).arg("-C").arg(parent).arg(name))?;
    Ok(archive)
}

/// Bytes of a file, or of all files of a folder; links are none.
fn size(path: &Path) -> Result<u64, String> {
    if !path.is_dir() {
        return path.symlink_metadata().map(|m| m.len()).map_err(|e| failed(path, &e));
    }
    let entries = fs::read_dir(path).map_err(|e| failed(path, &e))?;
    entries.map(|entry| size(&entry.map_err(|e| failed(path, &e))?.path())).sum()
}

/// The C library of this machine, which the programs need in this version or a newer one.
fn libc() -> String {
    let output = Command::new("getconf").arg("GNU_LIBC_VERSION").output();
    let name = output.ok().filter(|o| o.status.success()).map(|o| String::from_utf8_lossy(&o.stdout).trim().to_owned());
    name.unwrap_or_else(|| "a C library of unknown version".into())
}

fn failed(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_and_bad_ones_refused() {
        let options = |args: &[&str]| parse(&args.iter().map(|a| a.to_string()).collect::<Vec<_>>());
        let o = options(&["--features", "cpu,cuda", "--out", "b"]).unwrap();
        assert_eq!((o.backends.len(), o.out, o.hip_on_cuda), (2, PathBuf::from("b"), false));
        assert!(options(&["--hip-on-cuda", "--features", "cpu"]).unwrap().hip_on_cuda);
        assert!(options(&["--out", "b"]).is_err());
        assert!(options(&["--features", "vax"]).is_err());
        assert!(options(&["--features"]).is_err());
    }

    #[test]
    fn hashes_are_taken_off() {
        assert_eq!(unhashed("device-6db9a2e718875415"), "device");
        assert_eq!(unhashed("two-words"), "two-words");
    }
}
