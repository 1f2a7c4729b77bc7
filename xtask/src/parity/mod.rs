//! `cargo xtask parity`: what there is of CuPy's and NumPy's names (`docs/parity.tsv`), held to the documentation and to the tests.
//!
//! Whoever writes `yes` in the table names an item. It has to be one that rustdoc lists and that a test calls: so the table
//! cannot promise what is not there, nor what nobody has tried.

mod called;
mod listed;
mod page;
mod table;

use crate::Outcome;
use crate::cargo::{cargo, succeeds};
use std::fs;
use table::{Row, State};

const TABLE: &str = "docs/parity.tsv";
const PAGE: &str = "docs/parity.md";

/// Checks the table and writes its page for readers; with `--check`, fails where the page is another one.
pub fn run(args: &[String]) -> Outcome {
    let check = match args {
        [] => false,
        [flag] if flag == "--check" => true,
        _ => return Err("cargo xtask parity [--check]".into()),
    };
    let text = fs::read_to_string(TABLE).map_err(|e| format!("{TABLE}: {e}"))?;
    let rows = table::parse(&text).map_err(|e| format!("{TABLE}: {e}"))?;
    succeeds(cargo().args(["doc", "--quiet", "--workspace", "--no-deps"]))?;
    let faults = faults(&rows)?;
    if !faults.is_empty() {
        return Err(format!("{TABLE}:\n{}", faults.join("\n")));
    }
    let page = page::write(&rows);
    if check {
        let found = fs::read_to_string(PAGE).unwrap_or_default();
        return if found == page { Ok(()) } else { Err(format!("{PAGE} is not of this table: cargo xtask parity")) };
    }
    fs::write(PAGE, page).map_err(|e| format!("{PAGE}: {e}"))?;
    print!("{}", page::counts(&rows));
    Ok(())
}

/// A line for each item that a `yes` or a `part` names and that is not documented or not called.
fn faults(rows: &[Row]) -> Result<Vec<String>, String> {
    let listed = listed::items()?;
    let called = called::names()?;
    let mut faults = Vec::new();
    for row in rows.iter().filter(|row| matches!(row.state, State::Yes | State::Part)) {
        for item in &row.items {
            if !listed.contains(*item) {
                faults.push(format!("{}: rustdoc does not list {item}", row.name));
            } else if !called.contains(item.rsplit("::").next().unwrap_or_default()) {
                faults.push(format!("{}: no test calls {item}", row.name));
            }
        }
    }
    Ok(faults)
}
