//! A compiler for 64-bit Arm, the libraries there, and an emulator, with which the CPU's tests run on an x86-64 machine.
//! The machine's own toolchain has no standard library for another processor unless something like rustup installs it.

use crate::cargo::succeeds;
use crate::debian::{self, For};
use crate::{Outcome, fetch};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Packages of a suite have the same version on all architectures, unlike those of the unstable one, which are built as
/// builders find time.
const SUITE: &str = "testing";
/// What runs here.
const TOOLS: [&str; 3] = ["rustc", "mold", "qemu-user"];
/// What programs are linked with, and load.
const LIBRARIES: [&str; 4] = ["libstd-rust-dev", "libc6-dev", "libc6", "libgcc-s1"];
const ARCHITECTURE: &str = "arm64";

/// Scripts that start them, by name. The tools need a newer C library than the machine may have, so the loader that they
/// come with starts them. What a C compiler would add to the linker's arguments comes from us.
const SCRIPTS: [(&str, &str); 3] = [
    ("rustc", r#""$host/ld-linux-x86-64.so.2" --library-path "$host" "$here/usr/bin/rustc" "$@""#),
    (
        "ld",
        r#""$host/ld-linux-x86-64.so.2" --library-path "$host" "$here/usr/bin/mold" --sysroot="$here" \
    --dynamic-linker=/lib/ld-linux-aarch64.so.1 -L "$arm" "$arm/Scrt1.o" "$arm/crti.o" "$@" "$arm/crtn.o""#,
    ),
    ("qemu", r#""$here/usr/bin/qemu-aarch64" -L "$here" "$@""#),
];

/// Lets cargo's command compile for it and run what it compiled.
pub fn prepare(command: &mut Command) -> Outcome {
    let folder = fetch::folder("aarch64", fill)?;
    let target = "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU";
    command.env("RUSTC", folder.join("rustc")).env(format!("{target}_LINKER"), folder.join("ld"));
    command.env(format!("{target}_RUSTFLAGS"), "-Clinker-flavor=ld");
    // Spaces would separate arguments here, so it is a path from the repository's root.
    command.env(format!("{target}_RUNNER"), "target/aarch64/qemu");
    Ok(())
}

fn fill(folder: &Path) -> Outcome {
    debian::unpack(SUITE, &TOOLS, folder)?;
    // The emulators of other processors are half of everything.
    for program in fetch::files(&folder.join("usr/bin"))? {
        let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with("qemu-") && name != "qemu-aarch64" {
            fs::remove_file(&program).map_err(|e| format!("{}: {e}", program.display()))?;
        }
    }
    debian::unpack_alone(SUITE, For::Other(ARCHITECTURE), &LIBRARIES, folder)?;
    // Programs name their loader below `/lib`, and the linker's `-lgcc_s` a file that comes with a C compiler.
    let link = |to: &str, name: &str| succeeds(Command::new("ln").args(["-s", to]).arg(folder.join(name)));
    link("usr/lib", "lib")?;
    link("libgcc_s.so.1", "usr/lib/aarch64-linux-gnu/libgcc_s.so")?;
    for (name, line) in SCRIPTS {
        let script = format!(
            "#!/bin/sh\n\
             here=${{0%/*}}\n\
             host=$here/usr/lib/x86_64-linux-gnu\n\
             arm=$here/usr/lib/aarch64-linux-gnu\n\
             exec {line}\n"
        );
        let path = folder.join(name);
        fs::write(&path, script).map_err(|e| format!("{}: {e}", path.display()))?;
        succeeds(Command::new("chmod").arg("+x").arg(path))?;
    }
    Ok(())
}
