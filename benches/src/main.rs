//! The named workloads, timed: `cargo xtask bench` runs this beside the peers.
//!
//! `bench --list` prints the rows; `bench [--backend NAME] [--filter REGEX]` times them, a line each:
//! `workload<TAB>backend<TAB>microseconds per call`; `bench --serve` reads names of rows from standard input and answers each
//! with a line, as the peers do (benches/peers/README.md).

mod data;
mod measure;
mod rows;

use measure::measure;
use regex::Regex;
use rows::{ROWS, prepare};
use std::io::{BufRead, Write};
use std::process::ExitCode;
use xparray::prelude::*;
use xparray::{AnyBackend, with_backend};

const USAGE: &str = "usage: bench [--backend NAME] [--list | --serve | --filter REGEX]";

enum Mode {
    List,
    Serve,
    Print(Regex),
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("bench: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let (mut backend, mut mode) = (None, Mode::Print(Regex::new("").map_err(|e| e.to_string())?));
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg} needs a value\n{USAGE}"));
        match arg.as_str() {
            "--backend" => {
                backend = Some(AnyBackend::open(value()?.parse().map_err(|e: xparray::Error| e.to_string())?));
            }
            "--filter" => mode = Mode::Print(Regex::new(&value()?).map_err(|e| e.to_string())?),
            "--list" => mode = Mode::List,
            "--serve" => mode = Mode::Serve,
            _ => return Err(USAGE.to_owned()),
        }
    }
    let any = backend.unwrap_or_else(AnyBackend::best).map_err(|e| e.to_string())?;
    with_backend!(any, |xp| on(&xp, &mode))
}

fn on<B: Backend>(xp: &B, mode: &Mode) -> Result<(), String> {
    match mode {
        Mode::List => ROWS.iter().for_each(|row| println!("{row}")),
        Mode::Print(filter) => {
            for row in ROWS.iter().filter(|row| filter.is_match(row)) {
                match time(xp, row, &mut None) {
                    Some(Ok(us)) => println!("{row}\t{}\t{us:.3}", B::NAME),
                    Some(Err(error)) => println!("{row}\t{}\terror {error}", B::NAME),
                    None => println!("{row}\t{}\t-", B::NAME),
                }
            }
        }
        Mode::Serve => {
            let mut out = std::io::stdout();
            println!("ready xparray {}", env!("CARGO_PKG_VERSION"));
            out.flush().map_err(|e| e.to_string())?;
            let mut last = None;
            for line in std::io::stdin().lock().lines() {
                let line = line.map_err(|e| e.to_string())?;
                match time(xp, line.trim(), &mut last) {
                    Some(Ok(us)) => println!("{us:.3}"),
                    Some(Err(error)) => println!("error {}", error.to_string().replace('\n', " ")),
                    None => println!("-"),
                }
                out.flush().map_err(|e| e.to_string())?;
            }
        }
    }
    Ok(())
}

/// A row with its data, warmed up.
type Prepared = Option<(String, rows::Call)>;

/// Times a row; its data stay in `last`, until another row comes.
fn time<B: Backend>(xp: &B, row: &str, last: &mut Prepared) -> Option<xparray::Result<f64>> {
    if last.as_ref().is_none_or(|(name, _)| name != row) {
        // The last row's data go first.
        *last = None;
        let mut call = match prepare(xp, row)? {
            Ok(call) => call,
            Err(error) => return Some(Err(error)),
        };
        if let Err(error) = call() {
            return Some(Err(error));
        }
        *last = Some((row.to_owned(), call));
    }
    let (_, call) = last.as_mut()?;
    Some(measure(call, || xp.synchronize()))
}
