//! The oldest compiler that the crates promise to compile with.

use crate::Outcome;
use crate::cargo::succeeds;
use std::process::{Command, Stdio};

/// The workspace's `rust-version`.
const VERSION: &str = env!("CARGO_PKG_RUST_VERSION");

/// Lets cargo's command use it: the compiler that is in use anyway, or one that rustup has or installs.
pub fn prepare(command: &mut Command) -> Outcome {
    let used = output("rustc", &["--version"])?;
    if used.starts_with(&format!("rustc {VERSION}.")) {
        return Ok(());
    }
    let toolchain = format!("{VERSION}.0");
    let which = || output("rustup", &["which", "--toolchain", &toolchain, "rustc"]);
    let compiler = which().or_else(|_| {
        succeeds(Command::new("rustup").args(["toolchain", "install", &toolchain, "--profile", "minimal"]))?;
        which()
    });
    let compiler = compiler.map_err(|e| format!("neither is this Rust {VERSION}, nor can rustup get it: {e}"))?;
    command.env("RUSTC", compiler.trim());
    Ok(())
}

/// What a program prints.
fn output(program: &str, args: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(args).stderr(Stdio::null()).output();
    let output = output.map_err(|e| format!("{program}: {e}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!("{program}: {}", output.status)),
    }
}
