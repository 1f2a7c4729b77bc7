//! `cargo xtask bench`: builds the bench program for the asked-for backend and runs it.

use crate::Outcome;
use crate::cargo::cargo;

pub fn run(args: &[String]) -> Outcome {
    let backend = args.iter().position(|arg| arg == "--backend").and_then(|at| args.get(at + 1));
    let mut bench = cargo();
    bench.args(["run", "--quiet", "--release", "--package", "xparray-bench", "--bin", "bench"]);
    if let Some(backend) = backend {
        bench.args(["--no-default-features", "--features", backend]);
    }
    match bench.arg("--").args(args).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("the bench program: {status}")),
        Err(e) => Err(format!("cargo did not start: {e}")),
    }
}
