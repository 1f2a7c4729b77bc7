//! Weak scaling: the first of the devices that are named with its work, then two with twice as much, and so on, a thread for each
//! device.
//!
//! ```sh
//! cargo build --release --package xparray-bench --features dist,cuda --bin weak
//! NCCL_P2P_DIRECT_DISABLE=1 target/release/weak cuda:0 cuda:1
//! ```

mod rows;

use rows::{Data, Sizes, seconds, workloads};
use std::sync::Mutex;
use xparray::dist::Comm;
use xparray::prelude::*;
use xparray::{Error, Result};

fn main() -> Result<()> {
    let devices = std::env::args().skip(1).map(|name| name.parse()).collect::<Result<Vec<Device>>>()?;
    if devices.is_empty() {
        return Err(Error::value("weak", "usage: weak DEVICE...    such as cuda:0 cuda:1"));
    }
    let names = workloads::<Device>().map(|(name, _)| name);
    let mut alone = Vec::new();
    for count in 1..=devices.len() {
        let times = Mutex::new(Vec::new());
        Comm::local(&devices[..count], |world, xp| {
            let own = time(world, xp)?;
            if world.rank() == 0 {
                println!("{}", world.report(xp)?);
                *times.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = own;
            } else {
                world.report(xp)?;
            }
            Ok(())
        })?;
        let times = times.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        for (k, (name, seconds)) in names.iter().zip(&times).enumerate() {
            let of = alone.get(k).unwrap_or(seconds);
            println!("{count} devices: {name:<22} {:9.3} ms, {:.2}", seconds * 1e3, of / seconds);
        }
        if count == 1 {
            alone = times;
        }
    }
    Ok(())
}

/// The seconds of each workload, as large as there are devices.
fn time(world: &Comm, xp: &Device) -> Result<Vec<f64>> {
    let n = world.size();
    let sizes =
        Sizes { vector: 50_000_000 * n, matrix: [8192 * n, 8192], points: 1_000_000 * n, unknowns: 4_000_000 * n };
    let data = Data::new(world, xp, &sizes, false)?;
    workloads().iter().map(|(_, workload)| seconds(world, xp, || workload(&data))).collect()
}
