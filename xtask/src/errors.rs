//! `cargo xtask errors`: measures the errors of functions against mpmath's values and writes the tables of `docs/functions.md`.

use crate::Outcome;
use crate::cargo::{cargo, succeeds};

pub fn run() -> Outcome {
    let mut measure = cargo();
    measure.env("XPARRAY_WRITE_DOCS", "1");
    succeeds(measure.args(["test", "--package", "xparray-tests", "--test", "functions"]))
}
