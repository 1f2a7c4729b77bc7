//! A compiler for WebAssembly: the machine's own, if it has the standard library for that, or else Debian's.

use crate::cargo::succeeds;
use crate::debian::{self, For};
use crate::{Outcome, fetch};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub const TARGET: &str = "wasm32-unknown-unknown";

/// The compiler is new enough there, and all packages are of one version.
const SUITE: &str = "testing";
const TOOLS: [&str; 2] = ["rustc", "lld"];
const LIBRARIES: [&str; 1] = ["libstd-rust-dev-wasm32"];

/// Lets cargo's command compile for it.
pub fn prepare(command: &mut Command) -> Outcome {
    if has_target() {
        return Ok(());
    }
    let folder = fetch::folder("wasm", fill)?;
    command.env("RUSTC", folder.join("rustc"));
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", folder.join("wasm-ld"));
    Ok(())
}

/// Whether the compiler in use has it: `rustup target add wasm32-unknown-unknown` brings it.
fn has_target() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    let output = Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]).output();
    output.is_ok_and(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()).exists())
}

fn fill(folder: &Path) -> Outcome {
    debian::unpack(SUITE, &TOOLS, folder)?;
    debian::unpack_alone(SUITE, For::Machine, &LIBRARIES, folder)?;
    // The tools need a newer C library than the machine may have, so the loader that they come with starts them.
    for (name, program) in [("rustc", "rustc"), ("wasm-ld", "wasm-ld")] {
        let script = format!(
            "#!/bin/sh\n\
             here=${{0%/*}}\n\
             host=$here/usr/lib/x86_64-linux-gnu\n\
             exec \"$host/ld-linux-x86-64.so.2\" --library-path \"$host\" \"$here/usr/bin/{program}\" \"$@\"\n"
        );
        let path = folder.join(name);
        fs::write(&path, script).map_err(|e| format!("{}: {e}", path.display()))?;
        succeeds(Command::new("chmod").arg("+x").arg(path))?;
    }
    Ok(())
}
