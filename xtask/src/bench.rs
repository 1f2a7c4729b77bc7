//! `cargo xtask bench`: our workloads, alone or in alternation with the peers'.

use crate::{Outcome, ci::cargo, peers::Timer};
use regex::Regex;
use std::process::Command;

/// The peers of each backend, and the script that runs them.
const PEERS: &[(&str, &str, &[&str])] = &[("cpu", "benches/peers/peer_cpu.py", &["numpy", "numba", "torch", "jax"])];

struct Options {
    backend: String,
    filter: Option<String>,
    /// `Some` with `--peers`; an empty list means all.
    peers: Option<Vec<String>>,
    python: String,
    rounds: usize,
    markdown: bool,
}

pub fn run(args: &[String]) -> Outcome {
    let options = parse(args)?;
    let program = build()?;
    if options.peers.is_some() {
        return compare(&program, &options);
    }
    let mut bench = Command::new(&program);
    bench.args(["--backend", &options.backend]);
    bench.args(options.filter.iter().flat_map(|f| ["--filter", f]));
    match bench.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{program}: {status}")),
        Err(e) => Err(format!("{program}: {e}")),
    }
}

fn parse(args: &[String]) -> Result<Options, String> {
    let mut options = Options {
        backend: "cpu".into(),
        filter: None,
        peers: None,
        python: "python3".into(),
        rounds: 5,
        markdown: false,
    };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().cloned().ok_or(format!("{arg} needs a value"));
        match arg.as_str() {
            "--backend" => options.backend = value()?,
            "--filter" => options.filter = Some(value()?),
            "--python" => options.python = value()?,
            "--rounds" => {
                options.rounds = value()?.parse().ok().filter(|n| *n > 0).ok_or("--rounds needs a positive number")?
            }
            "--markdown" => options.markdown = true,
            "--peers" => options.peers = Some(Vec::new()),
            _ => match arg.strip_prefix("--peers=") {
                Some(names) => options.peers = Some(names.split(',').map(String::from).collect()),
                None => return Err(format!("unknown option {arg}\n{}", crate::USAGE)),
            },
        }
    }
    Ok(options)
}

/// Builds the bench program and returns its path.
fn build() -> Result<String, String> {
    let status = cargo().args(["build", "--release", "--package", "xparray-bench", "--bin", "bench"]).status();
    match status {
        Ok(status) if status.success() => {}
        Ok(status) => return Err(format!("the bench program was not built: {status}")),
        Err(e) => return Err(format!("cargo did not start: {e}")),
    }
    let target = std::env::var("CARGO_TARGET_DIR").unwrap_or("target".into());
    Ok(format!("{target}/release/bench{}", std::env::consts::EXE_SUFFIX))
}

/// One line of the table: a row's name and the median of each participant, ours first.
struct Row {
    name: String,
    us: Vec<Option<f64>>,
}

impl Row {
    /// How many times slower than ours a participant is.
    fn ratio(&self, participant: usize) -> Option<f64> {
        Some(self.us[participant]? / self.us[0]?)
    }
}

fn compare(program: &str, options: &Options) -> Outcome {
    let names = rows(program, options)?;
    let mut timers =
        vec![Timer::start("xparray", Command::new(program).args(["--serve", "--backend", &options.backend]))?];
    timers.extend(start_peers(options)?);
    if options.markdown {
        println!("Median of {} alternating rounds. {}.\n", options.rounds, versions(&timers));
    } else {
        eprintln!("{}", versions(&timers));
    }
    heading(&timers, options.markdown);
    let mut rows = Vec::new();
    for name in names {
        let row = measure(&mut timers, name, options.rounds);
        line(&row, options.markdown);
        rows.push(row);
    }
    summary(&timers, &rows);
    Ok(())
}

/// The names of the rows that our program has and the filter lets through.
fn rows(program: &str, options: &Options) -> Result<Vec<String>, String> {
    let list = Command::new(program).args(["--list", "--backend", &options.backend]).output();
    let list = list.map_err(|e| format!("{program}: {e}"))?;
    if !list.status.success() {
        return Err(format!("{program} --list: {}", String::from_utf8_lossy(&list.stderr)));
    }
    let filter = Regex::new(options.filter.as_deref().unwrap_or("")).map_err(|e| e.to_string())?;
    let list = String::from_utf8_lossy(&list.stdout);
    Ok(list.lines().filter(|l| !l.is_empty() && filter.is_match(l)).map(String::from).collect())
}

/// The asked-for peers that are installed; those that are not are named and left out.
fn start_peers(options: &Options) -> Result<Vec<Timer>, String> {
    let Some((_, script, known)) = PEERS.iter().find(|(backend, ..)| *backend == options.backend) else {
        return Err(format!("no peers are written down for the backend {}", options.backend));
    };
    let asked = options.peers.as_deref().unwrap_or_default();
    if let Some(unknown) = asked.iter().find(|a| !known.contains(&a.as_str())) {
        return Err(format!("no peer is called {unknown}; there are {}", known.join(", ")));
    }
    let chosen = known.iter().filter(|k| asked.is_empty() || asked.iter().any(|a| a == *k));
    let started = chosen.map(|name| Timer::start(name, Command::new(&options.python).args([script, name])));
    Ok(started.filter_map(|timer| timer.map_err(|e| eprintln!("left out: {e}")).ok()).collect())
}

/// Alternates between the participants, forwards and backwards in turn, and takes each one's median.
fn measure(timers: &mut [Timer], name: String, rounds: usize) -> Row {
    let mut samples: Vec<Option<Vec<f64>>> = vec![Some(Vec::new()); timers.len()];
    for round in 0..rounds {
        let forwards = 0..timers.len();
        let order: Vec<usize> = if round % 2 == 0 { forwards.collect() } else { forwards.rev().collect() };
        for i in order {
            let Some(sample) = &mut samples[i] else { continue };
            match timers[i].time(&name) {
                Ok(Some(us)) => sample.push(us),
                Ok(None) => samples[i] = None,
                Err(e) => {
                    eprintln!("{e}");
                    samples[i] = None;
                }
            }
        }
    }
    Row { name, us: samples.into_iter().map(|s| s.map(median)).collect() }
}

fn median(mut samples: Vec<f64>) -> f64 {
    samples.sort_by(f64::total_cmp);
    let (low, high) = (samples[(samples.len() - 1) / 2], samples[samples.len() / 2]);
    (low + high) / 2.0
}

fn versions(timers: &[Timer]) -> String {
    timers.iter().map(|t| t.version.as_str()).collect::<Vec<_>>().join(", ")
}

fn heading(timers: &[Timer], markdown: bool) {
    if markdown {
        let peers: String = timers[1..].iter().map(|t| format!(" {0} µs | {0} / ours |", t.name)).collect();
        println!("| workload | xparray µs |{peers}\n| --- | ---: |{}", " ---: | ---: |".repeat(timers.len() - 1));
    } else {
        let peers: String = timers[1..].iter().map(|t| format!("{:>14}{:>10}", t.name, "ratio")).collect();
        println!("{:<36}{:>12}{peers}", "workload (us per call)", "xparray");
    }
}

fn line(row: &Row, markdown: bool) {
    let number = |x: Option<f64>, digits| x.map_or("-".into(), |x: f64| format!("{x:.digits$}"));
    let peers = (1..row.us.len()).map(|i| (number(row.us[i], 1), number(row.ratio(i), 2)));
    if markdown {
        let peers: String = peers.map(|(us, ratio)| format!(" {us} | {ratio} |")).collect();
        println!("| `{}` | {} |{peers}", row.name, number(row.us[0], 1));
    } else {
        let peers: String = peers.map(|(us, ratio)| format!("{us:>14}{ratio:>10}")).collect();
        println!("{:<36}{:>12}{peers}", row.name, number(row.us[0], 1));
    }
}

/// How we stand against each peer over all rows, and the rows that it computes faster.
fn summary(timers: &[Timer], rows: &[Row]) {
    println!();
    for (i, timer) in timers.iter().enumerate().skip(1) {
        let ratios: Vec<(f64, &str)> = rows.iter().filter_map(|r| Some((r.ratio(i)?, r.name.as_str()))).collect();
        if ratios.is_empty() {
            continue;
        }
        let mean = (ratios.iter().map(|(r, _)| r.ln()).sum::<f64>() / ratios.len() as f64).exp();
        let faster: Vec<&str> = ratios.iter().filter(|(r, _)| *r < 1.0).map(|(_, name)| *name).collect();
        let faster = if faster.is_empty() { "none".into() } else { faster.join(", ") };
        println!("- {}: {} rows, geometric mean {mean:.2}; faster than ours: {faster}", timer.name, ratios.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_of_odd_and_even_counts() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
    }

    #[test]
    fn ratio_is_peer_over_ours() {
        let row = Row { name: "add".into(), us: vec![Some(2.0), Some(6.0), None] };
        assert_eq!(row.ratio(1), Some(3.0));
        assert_eq!(row.ratio(2), None);
    }

    #[test]
    fn options_are_read_and_bad_ones_refused() {
        let options = |args: &[&str]| parse(&args.iter().map(|a| a.to_string()).collect::<Vec<_>>());
        let o = options(&["--peers=numpy,jax", "--rounds", "3", "--filter", "^sum"]).unwrap();
        assert_eq!((o.peers.unwrap().len(), o.rounds, o.filter.as_deref()), (2, 3, Some("^sum")));
        assert!(options(&["--rounds", "0"]).is_err());
        assert!(options(&["--backend"]).is_err());
        assert!(options(&["--fast"]).is_err());
    }
}
