//! Running programs on request; README.md has the protocol.

use crate::inputs::Inputs;
use crate::programs::{self, Run};
use std::io::{BufRead, Write};
use std::path::Path;
use std::time::Instant;
use xparray::io::NpzWriter;
use xparray::prelude::*;
use xparray::{DynArray, Result};

/// Programs that take longer than this are run once, in seconds.
const LONG: f64 = 2.0;

/// A program with the arguments of one size, which has run once.
struct Prepared<B: Backend> {
    request: String,
    run: Run<B>,
    inputs: Inputs<B>,
    seconds: f64,
}

/// Answers requests on standard input, until it ends.
pub fn serve<B: Backend>(xp: &B, data: &Path) -> Result<(), String> {
    let mut out = std::io::stdout();
    println!("ready xparray {} on {}", env!("CARGO_PKG_VERSION"), xp.info().name);
    out.flush().map_err(|e| e.to_string())?;
    let mut last = None;
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|e| e.to_string())?;
        match answer(xp, data, &line, &mut last) {
            Ok(text) => println!("{text}"),
            Err(error) => println!("error {}", error.to_string().replace('\n', " ")),
        }
        out.flush().map_err(|e| e.to_string())?;
    }
    Ok(())
}

fn answer<B: Backend>(xp: &B, data: &Path, line: &str, last: &mut Option<Prepared<B>>) -> Result<String> {
    let mut words = line.split_whitespace();
    let (Some(command), Some(name), Some(size)) = (words.next(), words.next(), words.next()) else {
        return Ok("error: a request is a command, a name and a size".into());
    };
    let Some(&(_, program)) = programs::all::<B>().iter().find(|(known, _)| *known == name) else {
        return Ok("-".into());
    };
    let request = format!("{name}-{size}");
    if last.as_ref().is_none_or(|prepared| prepared.request != request) {
        // The last program's arrays go first.
        *last = None;
        let inputs = Inputs::load(xp, &data.join(format!("{request}.npz")))?;
        let run = program(&mut inputs.copies()?)?;
        *last = Some(Prepared { request, run, inputs, seconds: 0.0 });
    }
    let Some(prepared) = last.as_mut() else { return Ok("-".into()) };
    match command {
        "save" => save(xp, data, prepared),
        _ => time(xp, prepared),
    }
}

/// Runs a program once: its outputs, computed, and the seconds.
fn once<B: Backend>(xp: &B, prepared: &Prepared<B>) -> Result<(Vec<DynArray<B>>, f64)> {
    let mut inputs = prepared.inputs.copies()?;
    xp.synchronize()?;
    let start = Instant::now();
    let outputs = (prepared.run)(xp, &mut inputs)?;
    for output in &outputs {
        output.eval()?;
    }
    xp.synchronize()?;
    Ok((outputs, start.elapsed().as_secs_f64()))
}

/// Writes the outputs for the peer that compares them.
fn save<B: Backend>(xp: &B, data: &Path, prepared: &Prepared<B>) -> Result<String> {
    let (outputs, _) = once(xp, prepared)?;
    let mut file = NpzWriter::create(data.join(format!("{}.out.npz", prepared.request)))?;
    for (k, output) in outputs.iter().enumerate() {
        file.add(&k.to_string(), output)?;
    }
    file.finish()?;
    Ok("ok".into())
}

/// Microseconds: the median of up to five runs, after two that trace, compile kernels, capture and fill the pool.
fn time<B: Backend>(xp: &B, prepared: &mut Prepared<B>) -> Result<String> {
    if prepared.seconds == 0.0 {
        once(xp, prepared)?;
        prepared.seconds = once(xp, prepared)?.1;
    }
    let runs = if prepared.seconds > LONG { 1 } else { 5 };
    let mut seconds: Vec<f64> = (0..runs).map(|_| once(xp, prepared).map(|(_, s)| s)).collect::<Result<_>>()?;
    seconds.sort_by(f64::total_cmp);
    Ok(format!("{:.1}", 1e6 * seconds[runs / 2]))
}
