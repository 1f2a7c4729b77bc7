//! `cargo xtask bench`: builds the bench program for the asked-for backend and runs it.

use crate::Outcome;
use crate::cargo::cargo;

pub fn run(args: &[String]) -> Outcome {
    run_program("bench", args)
}

/// Builds one of the programs that time and runs it.
pub fn run_program(name: &str, args: &[String]) -> Outcome {
    let backend = args.iter().position(|arg| arg == "--backend").and_then(|at| args.get(at + 1));
    let mut bench = cargo();
    bench.args(["run", "--quiet", "--release", "--package", "xparray-bench", "--bin", name]);
    if let Some(backend) = backend {
        bench.args(["--no-default-features", "--features", backend]);
    }
    match bench.arg("--").args(args).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name}: {status}")),
        Err(e) => Err(format!("cargo did not start: {e}")),
    }
}
