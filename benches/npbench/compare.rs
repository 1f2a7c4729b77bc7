//! The programs in alternation with the peers' versions.

use crate::options::Comparison;
use crate::programs;
use std::path::{Path, PathBuf};
use std::process::Command;
use xparray::{BackendKind, Device};
use xparray_bench::peers::Timer;
use xparray_bench::{geometric_mean, median};

/// The peers that are asked unless some are named.
const fn usual(backend: BackendKind) -> &'static [&'static str] {
    match backend {
        BackendKind::Cpu => &["numpy", "numba", "jax"],
        BackendKind::Cuda | BackendKind::Rocm | BackendKind::Wgpu => &["cupy", "jax"],
    }
}

/// The folder through which arguments and results go; it is removed in the end if it is ours.
struct Exchange(PathBuf, bool);

impl Exchange {
    fn new(given: Option<&PathBuf>) -> Result<Self, String> {
        let ours = given.is_none();
        let folder =
            given.cloned().unwrap_or_else(|| std::env::temp_dir().join(format!("npbench-{}", std::process::id())));
        std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        Ok(Self(folder, ours))
    }

    /// Removes a program's files.
    fn clear(&self, name: &str) {
        for size in ["S", "M", "L", "paper"] {
            for end in ["npz", "out.npz"] {
                // Most of them are not there.
                let _ = std::fs::remove_file(self.0.join(format!("{name}-{size}.{end}")));
            }
        }
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        if self.1 {
            // What stays is in the folder for temporary files.
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}

fn peer(name: &str, how: &Comparison, data: &Path) -> Result<Timer, String> {
    let mut command = Command::new(&how.python);
    command.arg(&how.script).arg(name).arg(&how.suite).arg(data);
    Timer::start(name, command)
}

/// Checks and times the programs, and prints the table.
pub fn run(backend: BackendKind, how: &Comparison) -> Result<(), String> {
    let known: Vec<&str> = programs::all::<Device>().into_iter().map(|(name, _)| name).collect();
    if let Some(unknown) = how.names.iter().find(|name| !known.contains(&name.as_str())) {
        return Err(format!("no program is called {unknown}"));
    }
    let chosen = known.into_iter().filter(|name| how.names.is_empty() || how.names.iter().any(|asked| asked == name));
    let exchange = Exchange::new(how.data.as_ref())?;
    let mut ours = Command::new(std::env::current_exe().map_err(|e| e.to_string())?);
    ours.arg("--serve").arg(&exchange.0).args(["--backend", &backend.to_string()]);
    let mut timers = vec![Timer::start("xparray", ours)?];
    let mut numpy = peer("numpy", how, &exchange.0)?;
    if !how.check {
        let peers: Vec<&str> = how.peers.iter().map(String::as_str).collect();
        for name in if peers.is_empty() { usual(backend) } else { &peers } {
            match peer(name, how, &exchange.0) {
                Ok(timer) => timers.push(timer),
                Err(error) => eprintln!("left out: {error}"),
            }
        }
    }
    heading(&timers, how);
    let (mut rows, mut wrong) = (Vec::new(), Vec::new());
    for name in chosen {
        let verdict = check(&mut timers[0], &mut numpy, name);
        let verdict = verdict.unwrap_or_else(|error| error);
        if verdict != "ok" {
            wrong.push(name);
        }
        let times = if how.check { vec![] } else { measure(&mut timers, &mut numpy, name, how) };
        line(name, &verdict, &times, how.markdown);
        rows.push(times);
        exchange.clear(name);
    }
    println!();
    for (i, timer) in timers.iter().enumerate().skip(1) {
        let ratios: Vec<f64> = rows.iter().filter_map(|times| Some(times[i]? / times[0]?)).collect();
        if let Some(mean) = geometric_mean(ratios.iter().copied()) {
            println!("- {} / ours: {} programs, geometric mean {mean:.2}", timer.name, ratios.len());
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("other results than NumPy's: {}", wrong.join(", "))) }
}

/// Runs a program at the size S and compares the results with NumPy's.
fn check(ours: &mut Timer, numpy: &mut Timer, name: &str) -> Result<String, String> {
    numpy.ask(&format!("save {name} S"))?;
    ours.ask(&format!("save {name} S"))?;
    numpy.ask(&format!("check {name} S"))
}

/// Microseconds of each participant: the median over rounds that go forwards and backwards in turn.
fn measure(timers: &mut [Timer], numpy: &mut Timer, name: &str, how: &Comparison) -> Vec<Option<f64>> {
    let mut samples = vec![Some(Vec::new()); timers.len()];
    if let Err(error) = numpy.ask(&format!("save {name} {}", how.size)) {
        eprintln!("{error}");
        samples[0] = None;
    }
    for round in 0..how.rounds {
        let forwards = 0..timers.len();
        let order: Vec<usize> = if round % 2 == 0 { forwards.collect() } else { forwards.rev().collect() };
        for i in order {
            let Some(sample) = &mut samples[i] else { continue };
            match timers[i].time(&format!("time {name} {}", how.size)) {
                Ok(Some(us)) => sample.push(us),
                Ok(None) => samples[i] = None,
                Err(error) => {
                    eprintln!("{error}");
                    samples[i] = None;
                }
            }
        }
    }
    samples.into_iter().map(|sample| sample.map(median)).collect()
}

fn heading(timers: &[Timer], how: &Comparison) {
    let versions = timers.iter().map(|t| t.version.as_str()).collect::<Vec<_>>().join("; ");
    if how.markdown {
        println!("Milliseconds, the median of {} alternating rounds at {}. {versions}.\n", how.rounds, how.size);
        let peers: String = timers[1..].iter().map(|t| format!(" {} / ours |", t.name)).collect();
        println!("| program | results | ours, ms |{peers}\n| --- | --- | ---: |{}", " ---: |".repeat(timers.len() - 1));
    } else {
        eprintln!("{versions}");
        let peers: String = timers[1..].iter().map(|t| format!("{:>10}", t.name)).collect();
        println!("{:<28}{:>12}{peers}  results", "program (peer / ours)", "ours, ms");
    }
}

fn line(name: &str, verdict: &str, times: &[Option<f64>], markdown: bool) {
    let number = |x: Option<f64>| x.map_or("-".into(), |x| format!("{x:.2}"));
    let ours = times.first().copied().flatten();
    let ratios = times.iter().skip(1).map(|peer| number(peer.zip(ours).map(|(peer, ours)| peer / ours)));
    let ours = ours.map_or("-".into(), |us| format!("{:.3}", us / 1e3));
    if markdown {
        let ratios: String = ratios.map(|ratio| format!(" {ratio} |")).collect();
        println!("| {name} | {verdict} | {ours} |{ratios}");
    } else {
        let ratios: String = ratios.map(|ratio| format!("{ratio:>10}")).collect();
        println!("{name:<28}{ours:>12}{ratios}  {verdict}");
    }
}
