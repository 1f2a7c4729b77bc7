//! `cargo xtask amd-emulated`: the ROCm backend's suite on an emulated GPU of AMD's.

mod table;

use crate::cargo::{LIBRARIES, cargo, library, succeeds};
use crate::{Outcome, hiprtc};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Architectures whose machine code is executed: the first two have waves of 64 lanes, the others of 32.
const ARCHITECTURES: [&str; 4] = ["gfx90a", "gfx942", "gfx1100", "gfx1201"];
const STANDARD: &str = "gfx942";
/// Tells the suite which element types cases are for.
const TYPES: &str = "XPARRAY_TEST_TYPES";

/// What the command line asks for.
#[derive(Debug, PartialEq, Eq)]
struct Options {
    architecture: Option<String>,
    /// Whether what passes is written down, and how long a family may take then.
    table: bool,
    minutes: u64,
    /// The element types that cases are for, if not all.
    types: Option<String>,
    families: Vec<String>,
}

impl Options {
    fn parse(args: &[String]) -> Result<Self, String> {
        let mut options = Self { architecture: None, table: false, minutes: 10, types: None, families: Vec::new() };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or_else(|| format!("no value of {arg}"));
            match arg.as_str() {
                "--arch" => options.architecture = Some(value()?.clone()),
                "--table" => options.table = true,
                "--types" => options.types = Some(value()?.clone()),
                "--minutes" => options.minutes = value()?.parse().map_err(|e| format!("{arg}: {e}"))?,
                option if option.starts_with('-') => return Err(format!("no option {option} there")),
                family => options.families.push(family.into()),
            }
        }
        match &options.architecture {
            Some(other) if !ARCHITECTURES.contains(&other.as_str()) => {
                Err(format!("no architecture {other}; those that are emulated are {ARCHITECTURES:?}"))
            }
            _ => Ok(options),
        }
    }
}

/// Runs the suite, or families of it.
pub fn run(args: &[String]) -> Outcome {
    let Options { architecture, table, minutes, types, families } = Options::parse(args)?;
    if table {
        let architectures = architecture.as_deref().map_or(ARCHITECTURES.to_vec(), |one| vec![one]);
        return table::run(&architectures, minutes, types.as_deref(), &families);
    }
    // A test program takes one filter.
    let filters: Vec<Option<String>> = match &families[..] {
        [] => vec![None],
        families => families.iter().map(|family| Some(format!("{family}::"))).collect(),
    };
    for filter in filters {
        let mut command = cargo();
        emulate(&mut command, architecture.as_deref().unwrap_or(STANDARD))?;
        command.envs(types.as_ref().map(|types| (TYPES, types)));
        command.args(["test", "--workspace", "--features", "xparray-tests/rocm", "--test", "rocm", "--"]);
        succeeds(command.args(filter))?;
    }
    Ok(())
}

/// Lets cargo's command find an architecture: the one that `XPARRAY_EMULATED` names, or one that depends on the commit, so that each
/// has its turn.
pub fn prepare(command: &mut Command) -> Outcome {
    let architecture = match env::var("XPARRAY_EMULATED") {
        Ok(name) if ARCHITECTURES.contains(&name.as_str()) => name,
        Ok(name) => return Err(format!("XPARRAY_EMULATED: no architecture {name}")),
        Err(_) => commit().map_or(STANDARD, |commit| turn(&commit)).into(),
    };
    println!("on an emulated {architecture}; XPARRAY_EMULATED chooses another one");
    emulate(command, &architecture)
}

/// The commit that is checked out, if this is a repository.
fn commit() -> Option<String> {
    let output = Command::new("git").args(["rev-parse", "HEAD"]).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whose turn it is at a commit.
fn turn(commit: &str) -> &'static str {
    let number = u32::from_str_radix(commit.get(..7).unwrap_or_default(), 16).unwrap_or_default();
    ARCHITECTURES[number as usize % ARCHITECTURES.len()]
}

/// Runs ranks of a program, threads with a stream each, on an emulated device and over an RCCL of threads.
pub fn run_ranks(program: &Path, ranks: usize) -> Result<Command, String> {
    let mut command = hiprtc::run(program)?;
    find(&mut command, STANDARD)?;
    command.env("XPARRAY_TEST_DEVICES", vec!["rocm:0"; ranks].join(",")).env("NCCL_P2P_DIRECT_DISABLE", "1");
    Ok(command)
}

/// Lets cargo's command find a device, and AMD's own compiler.
fn emulate(command: &mut Command, architecture: &str) -> Outcome {
    hiprtc::prepare(command)?;
    find(command, architecture)
}

/// The libraries of tests, and their names as AMD's.
const EMULATED: [(&str, &str); 2] =
    [("xparray_hip_emulator", "libamdhip64.so.6"), ("xparray_rccl_threads", "librccl.so.1")];

/// Libraries whose functions the first of those has too.
const VENDORS: [&str; 3] = ["libhipblas.so.2", "libhipsolver.so.0", "libhipfft.so.0"];

/// Lets a command find a device: HIP's runtime is the emulator's.
fn find(command: &mut Command, architecture: &str) -> Outcome {
    set(command, &root(&LIBRARIES)?, architecture);
    Ok(())
}

/// The folder that stands in for ROCm's, with libraries that cargo builds with these arguments.
fn root(build: &[&str]) -> Result<PathBuf, String> {
    let failed = |e: std::io::Error| format!("the emulator's folder: {e}");
    let root = env::current_dir().map_err(failed)?.join("target/amd-emulated");
    let folder = root.join("lib");
    fs::create_dir_all(&folder).map_err(failed)?;
    for (name, file) in EMULATED {
        replace(&library(name, build)?, &folder.join(file)).map_err(failed)?;
    }
    for file in VENDORS {
        link(EMULATED[0].1, &folder.join(file)).map_err(failed)?;
    }
    Ok(root)
}

/// What a command needs to find the folder, and a device of an architecture.
fn set(command: &mut Command, root: &Path, architecture: &str) {
    // AMD's compiler takes far longer than what it makes: code is kept.
    command.env("XPARRAY_CACHE_DIR", root.join("code"));
    command.env("ROCM_PATH", root).env("XPARRAY_EMULATED", architecture).env("XPARRAY_REQUIRE", "rocm");
}

/// Copies a library to where programs that load the one there go on with it.
fn replace(from: &Path, to: &Path) -> std::io::Result<()> {
    let part = to.with_extension("part");
    fs::copy(from, &part)?;
    fs::rename(part, to)
}

/// Makes a link to a file beside it: the loader knows by the file that it is one library.
#[cfg(unix)]
fn link(to: &str, from: &Path) -> std::io::Result<()> {
    let part = from.with_extension("part");
    let _ = fs::remove_file(&part);
    std::os::unix::fs::symlink(to, &part)?;
    fs::rename(part, from)
}

/// AMD's libraries of tests are for Linux alone.
#[cfg(not(unix))]
fn link(_: &str, _: &Path) -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_come_in_any_order() {
        let parse = |line: &str| Options::parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        let options = parse("views --arch gfx1100 --table --minutes 3 --types f32,u8 jit").unwrap();
        assert_eq!(options.types.as_deref(), Some("f32,u8"));
        assert_eq!((options.architecture.as_deref(), options.table, options.minutes), (Some("gfx1100"), true, 3));
        assert_eq!(options.families, ["views", "jit"]);
        for wrong in ["--arch gfx9000", "--arch", "--tables", "--minutes few"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_architecture_has_its_turn() {
        let turns = ["0000000f", "00000011", "00000022", "00000033", "no commit"].map(turn);
        assert_eq!(turns, ["gfx90a", "gfx942", "gfx1100", "gfx1201", "gfx90a"]);
    }
}
