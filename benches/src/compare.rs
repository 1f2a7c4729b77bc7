//! Our workloads in alternation with the peers'.

use crate::names::{COPY, bytes};
use crate::options::Comparison;
use std::process::Command;
use xparray::BackendKind;
use xparray_bench::peers::Timer;
use xparray_bench::{geometric_mean, median};

/// The script that runs a backend's peers, and their names.
const fn peers(backend: BackendKind) -> (&'static str, &'static [&'static str]) {
    match backend {
        BackendKind::Cpu => ("peer_cpu.py", &["numpy", "numba", "torch", "jax"]),
        BackendKind::Cuda | BackendKind::Rocm | BackendKind::Wgpu => {
            ("peer_gpu.py", &["cupy", "cupy.fuse", "torch", "torch.compile", "jax"])
        }
    }
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

    /// Bytes a second in our call, for a row that is bound by memory.
    fn rate(&self) -> Option<f64> {
        Some(bytes(&self.name)? as f64 / (self.us[0]? * 1e-6))
    }
}

/// Measures the rows and prints the table.
pub fn run<'a>(backend: BackendKind, names: impl Iterator<Item = &'a str>, how: &Comparison) -> Result<(), String> {
    let mut ours = Command::new(std::env::current_exe().map_err(|e| e.to_string())?);
    ours.args(["--serve", "--backend", &backend.to_string()]);
    let mut timers = vec![Timer::start("xparray", ours)?];
    timers.extend(start_peers(backend, how)?);
    let names: Vec<&str> = names.collect();
    let table = Table { markdown: how.markdown, copies: names.contains(&COPY) };
    table.heading(&timers, how.rounds);
    let mut rows = Vec::new();
    let mut copy = None;
    for name in names {
        let row = measure(&mut timers, name, how);
        if name == COPY {
            copy = row.rate();
        }
        table.line(&row, copy);
        rows.push(row);
    }
    summary(&timers, &rows, copy);
    Ok(())
}

/// The asked-for peers that are installed; those that are not are named and left out.
fn start_peers(backend: BackendKind, how: &Comparison) -> Result<Vec<Timer>, String> {
    let (script, known) = peers(backend);
    if let Some(unknown) = how.peers.iter().find(|asked| !known.contains(&asked.as_str())) {
        return Err(format!("no peer is called {unknown}; there are {}", known.join(", ")));
    }
    let chosen = known.iter().filter(|name| how.peers.is_empty() || how.peers.iter().any(|asked| asked == *name));
    let started = chosen.map(|name| {
        let mut command = Command::new(&how.python);
        command.arg(how.scripts.join(script)).arg(name);
        Timer::start(name, command)
    });
    Ok(started.filter_map(|timer| timer.map_err(|e| eprintln!("left out: {e}")).ok()).collect())
}

/// Alternates between the participants, forwards and backwards in turn, and takes each one's median.
fn measure(timers: &mut [Timer], name: &str, how: &Comparison) -> Row {
    let mut samples: Vec<Option<Vec<f64>>> = vec![Some(Vec::new()); timers.len()];
    for round in 0..how.rounds {
        let forwards = 0..timers.len();
        let order: Vec<usize> = if round % 2 == 0 { forwards.collect() } else { forwards.rev().collect() };
        for i in order {
            let Some(sample) = &mut samples[i] else { continue };
            let time = if how.first_calls { timers[i].time_first(name) } else { timers[i].time(name) };
            match time {
                Ok(Some(us)) => sample.push(us),
                Ok(None) => samples[i] = None,
                Err(e) => {
                    eprintln!("{e}");
                    samples[i] = None;
                }
            }
        }
    }
    Row { name: name.into(), us: samples.into_iter().map(|s| s.map(median)).collect() }
}

struct Table {
    markdown: bool,
    /// Whether there is a column for the share of the copy's rate.
    copies: bool,
}

impl Table {
    fn heading(&self, timers: &[Timer], rounds: usize) {
        let versions = timers.iter().map(|t| t.version.as_str()).collect::<Vec<_>>().join("; ");
        let peers = timers[1..].iter().map(|t| t.name.as_str());
        if self.markdown {
            println!("Microseconds a call, the median of {rounds} alternating rounds, and ratios. {versions}.\n");
            let copy = if self.copies { " of copy |" } else { "" };
            let peers: String = peers.map(|name| format!(" {name} µs | {name} / ours |")).collect();
            let columns = 1 + usize::from(self.copies) + 2 * (timers.len() - 1);
            println!("| workload | xparray µs |{copy}{peers}\n| --- |{}", " ---: |".repeat(columns));
        } else {
            eprintln!("{versions}");
            let copy = if self.copies { format!("{:>9}", "of copy") } else { String::new() };
            let peers: String = peers.map(|name| format!("{name:>14}{:>10}", "ratio")).collect();
            println!("{:<36}{:>12}{copy}{peers}", "workload (us per call)", "xparray");
        }
    }

    fn line(&self, row: &Row, copy: Option<f64>) {
        let number = |x: Option<f64>, digits| x.map_or("-".into(), |x: f64| format!("{x:.digits$}"));
        let share = copy.and_then(|copy| Some(row.rate()? / copy)).map(|x| format!("{:.0} %", 100.0 * x));
        let share = self.copies.then(|| share.unwrap_or("-".into()));
        let peers = (1..row.us.len()).map(|i| (number(row.us[i], 1), number(row.ratio(i), 2)));
        if self.markdown {
            let share: String = share.iter().map(|x| format!(" {x} |")).collect();
            let peers: String = peers.map(|(us, ratio)| format!(" {us} | {ratio} |")).collect();
            println!("| `{}` | {} |{share}{peers}", row.name, number(row.us[0], 1));
        } else {
            let share: String = share.iter().map(|x| format!("{x:>9}")).collect();
            let peers: String = peers.map(|(us, ratio)| format!("{us:>14}{ratio:>10}")).collect();
            println!("{:<36}{:>12}{share}{peers}", row.name, number(row.us[0], 1));
        }
    }
}

/// How we stand against each peer over all rows, and the rows that it computes faster.
fn summary(timers: &[Timer], rows: &[Row], copy: Option<f64>) {
    println!();
    if let Some(copy) = copy {
        println!("- {COPY}, the device's own copy: {:.0} GB/s, read and written", copy * 1e-9);
    }
    for (i, timer) in timers.iter().enumerate().skip(1) {
        let ratios: Vec<(f64, &str)> = rows.iter().filter_map(|r| Some((r.ratio(i)?, r.name.as_str()))).collect();
        let Some(mean) = geometric_mean(ratios.iter().map(|(r, _)| *r)) else { continue };
        let faster: Vec<&str> = ratios.iter().filter(|(r, _)| *r < 1.0).map(|(_, name)| *name).collect();
        let faster = if faster.is_empty() { "none".into() } else { faster.join(", ") };
        println!("- {}: {} rows, geometric mean {mean:.2}; faster than ours: {faster}", timer.name, ratios.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratio_is_peer_over_ours() {
        let row = Row { name: "add_10M_f32".into(), us: vec![Some(2.0), Some(6.0), None] };
        assert_eq!(row.ratio(1), Some(3.0));
        assert_eq!(row.ratio(2), None);
        assert_eq!(row.rate(), Some(60e12));
    }
}
