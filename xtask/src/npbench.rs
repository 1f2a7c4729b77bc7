//! `cargo xtask npbench`: builds the programs of NPBench for the asked-for backend and runs them.

use crate::Outcome;
use crate::bench::run_program;

pub fn run(args: &[String]) -> Outcome {
    run_program("npbench", args)
}
