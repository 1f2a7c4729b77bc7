//! The CPU time of each compiler that cargo starts: this program is cargo's `RUSTC_WRAPPER`, starts the compiler itself
//! and appends what it took to a log.

use crate::Outcome;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::process::{Command, ExitCode};

/// Names the log. What cargo starts inherits it.
const LOG: &str = "XPARRAY_BUILD_COST_LOG";

/// Has a command of cargo record the time of its compilers.
pub fn record(command: &mut Command, log: &Path) -> Outcome {
    let wrapper = std::env::current_exe().map_err(|e| format!("this program: {e}"))?;
    command.env("RUSTC_WRAPPER", wrapper).env(LOG, log);
    Ok(())
}

/// Whether cargo started this program in place of a compiler.
pub fn is_compiler() -> bool {
    std::env::var_os(LOG).is_some()
}

/// Runs the compiler that the arguments name.
pub fn run_compiler(mut args: impl Iterator<Item = OsString>) -> ExitCode {
    let (Some(log), Some(program)) = (std::env::var_os(LOG), args.next()) else { return ExitCode::FAILURE };
    let args: Vec<OsString> = args.collect();
    let status = match Command::new(&program).args(&args).status() {
        Ok(status) => status,
        Err(error) => {
            eprintln!("{}: {error}", program.display());
            return ExitCode::FAILURE;
        }
    };
    // Questions about the compiler name no crate.
    if let Some(name) = args.iter().position(|arg| arg == "--crate-name").and_then(|at| args.get(at + 1)) {
        let line = format!("{} {}\n", name.display(), seconds_of_children());
        // Lines that are written at once do not mix.
        let written =
            OpenOptions::new().create(true).append(true).open(log).and_then(|mut f| f.write_all(line.as_bytes()));
        if let Err(error) = written {
            eprintln!("the log of build-cost: {error}");
            return ExitCode::FAILURE;
        }
    }
    status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from)
}

/// The time of user and system of all children that have ended, and of theirs.
pub fn seconds_of_children() -> f64 {
    // SAFETY: zero is a value of every field.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: the pointer is to a live variable. The call cannot fail with these arguments.
    unsafe { libc::getrusage(libc::RUSAGE_CHILDREN, &mut usage) };
    let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 * 1e-6;
    seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

pub fn seconds_by_crate(log: &Path) -> Result<BTreeMap<String, f64>, String> {
    let text = fs::read_to_string(log).map_err(|e| format!("{}: {e}", log.display()))?;
    Ok(sums(&text))
}

/// Sums the lines of a log: a package may have several programs of one name, such as build scripts.
fn sums(text: &str) -> BTreeMap<String, f64> {
    let mut sums = BTreeMap::new();
    for (name, seconds) in text.lines().filter_map(|line| line.split_once(' ')) {
        *sums.entry(name.to_owned()).or_insert(0.0) += seconds.parse().unwrap_or(0.0);
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_are_timed() {
        let before = seconds_of_children();
        let mut busy = Command::new("sh");
        busy.args(["-c", "i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done"]);
        assert!(busy.status().is_ok_and(|status| status.success()));
        assert!(seconds_of_children() > before);
    }

    #[test]
    fn lines_of_one_crate_are_added() {
        assert_eq!(sums("a 1.5\nb 2\na 0.5\n"), [("a".to_owned(), 2.0), ("b".to_owned(), 2.0)].into());
    }
}
