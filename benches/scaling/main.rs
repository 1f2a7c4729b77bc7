//! How far programs of `xparray-dist` scale, by a model: `cargo run --release --package xparray-bench --bin scaling`.
//!
//! Each device has the same work, however many there are. A message takes a latency and its bytes over a bandwidth, which are those of the slowest
//! link that it goes over; nothing overlaps. Times on one device and links inside a host were measured on H200 (issue 22), by
//! JAX and torch.distributed; links between hosts are what a network of 400 Gbit/s for each device promises, and can be given:
//! `scaling LATENCY_US GB_PER_S`.

mod model;

use model::{Link, Machine, WORKLOADS};
use std::process::ExitCode;

const DEVICES: [usize; 5] = [2, 8, 64, 512, 4096];

fn main() -> ExitCode {
    let numbers: Option<Vec<f64>> = std::env::args().skip(1).map(|arg| arg.parse().ok()).collect();
    let machine = match numbers.as_deref() {
        Some([]) => Machine::default(),
        Some(&[latency, rate]) if latency > 0.0 && rate > 0.0 => {
            Machine { between: Link { latency: latency * 1e-6, rate: rate * 1e9 }, ..Machine::default() }
        }
        _ => {
            eprintln!("usage: scaling [LATENCY_US GB_PER_S]    of links between hosts");
            return ExitCode::FAILURE;
        }
    };
    println!("| weak scaling, time on one / on all | {} |", DEVICES.map(|n| format!("{n} devices")).join(" | "));
    println!("| --- |{}", " --- |".repeat(DEVICES.len()));
    for workload in WORKLOADS {
        let cells = DEVICES.map(|devices| {
            let cost = workload.cost(&machine, devices);
            format!("{:.2} ({})", workload.alone / cost.total(), cost.largest())
        });
        println!("| {} | {} |", workload.name, cells.join(" | "));
    }
    ExitCode::SUCCESS
}
