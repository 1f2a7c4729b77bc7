//! The programs of NPBench, beside the versions of NumPy, Numba, JAX and CuPy that NPBench has.
//!
//! `npbench --list` names the programs; `npbench --suite DIR` runs them and the peers in alternation. README.md says
//! how.

mod compare;
mod inputs;
mod options;
mod programs;
mod serve;

use options::{Mode, Options};
use std::process::ExitCode;
use xparray::prelude::*;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("npbench: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let Some(Options { backend, mode }) = options::parse(std::env::args().skip(1))? else {
        println!("{}", options::USAGE);
        return Ok(());
    };
    let xp = match backend {
        Some(kind) => Device::open(kind, 0),
        None => Device::best(),
    };
    let xp = xp.map_err(|e| e.to_string())?;
    match mode {
        Mode::List => programs::all::<Device>().iter().for_each(|(name, _)| println!("{name}")),
        Mode::Serve(data) => serve::serve(&xp, &data)?,
        Mode::Compare(how) => compare::run(xp.kind(), &how)?,
    }
    Ok(())
}
