//! The named workloads, timed.
//!
//! `bench` prints a line for each row: `workload<TAB>backend<TAB>microseconds per call`; `bench --list` prints the
//! names. `bench --serve` reads names of rows from standard input and answers each with a line, as the peers do
//! (benches/peers/README.md); `bench --peers` runs itself and the peers so, in alternation, and prints the ratios.

mod compare;
mod data;
mod derivative_rows;
mod formulas;
mod image_rows;
mod measure;
mod names;
mod numpy_rows;
mod options;
mod rows;
mod scipy_rows;
mod signal_rows;
mod space_rows;

use measure::measure;
use options::{Mode, Options};
use rows::prepare;
use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::time::Instant;
use xparray::BackendKind;
use xparray::prelude::*;

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
    let Some(Options { backend, filter, mode }) = options::parse(std::env::args().skip(1))? else {
        println!("{}", options::USAGE);
        return Ok(());
    };
    let open = |kind: Option<BackendKind>| {
        kind.map_or_else(Device::best, |kind| Device::open(kind, 0)).map_err(|e| e.to_string())
    };
    let kind = match backend {
        Some(kind) => kind,
        None => open(None)?.kind(),
    };
    let rows = [
        names::rows(kind),
        names::NUMPY,
        scipy_rows::NAMES,
        signal_rows::NAMES,
        image_rows::NAMES,
        space_rows::NAMES,
        derivative_rows::NAMES,
    ]
    .concat()
    .into_iter()
    .filter(|row| filter.is_match(row));
    match mode {
        Mode::List => rows.for_each(|row| println!("{row}")),
        Mode::Compare(how) => compare::run(kind, rows, &how)?,
        Mode::Print => print(&open(Some(kind))?, rows)?,
        Mode::Serve => serve(&open(Some(kind))?)?,
    }
    Ok(())
}

/// Prints a line for each row.
fn print<'a, B: Backend>(xp: &B, rows: impl Iterator<Item = &'a str>) -> Result<(), String> {
    let mut out = std::io::stdout();
    for row in rows {
        let time = match time(xp, row, &mut None) {
            Some(Ok(us)) => format!("{us:.3}"),
            Some(Err(error)) => format!("error {error}"),
            None => "-".to_owned(),
        };
        writeln!(out, "{row}\t{}\t{time}", xp.name()).map_err(|e| e.to_string())?;
    }
    Ok(())
}

/// Answers names of rows on standard input, until it ends.
fn serve<B: Backend>(xp: &B) -> Result<(), String> {
    let mut out = std::io::stdout();
    println!("ready xparray {} on {}", env!("CARGO_PKG_VERSION"), device(xp));
    out.flush().map_err(|e| e.to_string())?;
    let mut last = None;
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|e| e.to_string())?;
        let row = line.trim();
        let answer = match row.strip_prefix("first ") {
            Some(row) => time_first(xp, row),
            None => time(xp, row, &mut last),
        };
        match answer {
            Some(Ok(us)) => println!("{us:.3}"),
            Some(Err(error)) => println!("error {}", error.to_string().replace('\n', " ")),
            None => println!("-"),
        }
        out.flush().map_err(|e| e.to_string())?;
    }
    Ok(())
}

/// The device in words.
fn device<B: Backend>(xp: &B) -> String {
    let info = xp.info();
    let memory = info.memory.map(|bytes| format!("{:.0} GiB", bytes as f64 / f64::from(1 << 30)));
    let details = info.details.iter().map(|(what, value)| format!("{what} {value}"));
    let parts: Vec<String> = std::iter::once(format!("{} units", info.units)).chain(memory).chain(details).collect();
    format!("{} ({})", info.name, parts.join(", "))
}

/// A row with its data, warmed up.
type Prepared = Option<(String, rows::Call)>;

/// Times the first call of a row.
fn time_first<B: Backend>(xp: &B, row: &str) -> Option<xparray::Result<f64>> {
    let first = |mut call: rows::Call| {
        xp.synchronize()?;
        let start = Instant::now();
        call()?;
        xp.synchronize()?;
        Ok(start.elapsed().as_secs_f64() * 1e6)
    };
    Some(prepare(xp, row)?.and_then(first))
}

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
