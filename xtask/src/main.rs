//! `cargo xtask`: the project's own commands.

mod bench;
mod ci;
mod peers;

use std::path::Path;
use std::process::ExitCode;

/// What every command ends with: nothing, or a message for the terminal.
type Outcome = Result<(), String>;

const USAGE: &str = "\
cargo xtask ci [--list] [STEP...]      the checks that a change must pass, or the named ones
cargo xtask bench [OPTION...]          time the workloads
    --backend NAME     cpu (default), or another that the bench program knows
    --filter REGEX     only the rows that match
    --peers[=A,B]      run the peers (benches/peers) in alternation, and print the ratios peer / ours
    --python PATH      the Python that has the peers' packages (default: python3)
    --rounds N         rounds of alternation (default 5); a figure is the median over rounds
    --markdown         print the table as Markdown";

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the repository");
    let args: Vec<String> = std::env::args().skip(1).collect();
    let outcome = std::env::set_current_dir(root).map_err(|e| format!("{}: {e}", root.display())).and_then(|()| {
        match args.first().map(String::as_str) {
            Some("ci") => ci::run(&args[1..]),
            Some("bench") => bench::run(&args[1..]),
            _ => Err(USAGE.into()),
        }
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
