//! Work shared among all devices of a kind: `cargo run --release --example 10_several_devices`.
//!
//! A handle belongs to a device, and so do the arrays that it makes; `to_device` takes them elsewhere. On a machine with one
//! device, that one does everything.

use std::thread;
use xparray::prelude::*;

fn main() -> xparray::Result<()> {
    let devices = all_like(Device::best()?);
    let names: Vec<String> = devices.iter().map(Device::to_string).collect();
    println!("on {}: pi is {:.12}", names.join(", "), pi(&devices, 100_000_000)?);
    Ok(())
}

/// The devices of a backend.
fn all_like(first: Device) -> Vec<Device> {
    let kind = first.kind();
    let more = (1..).map_while(|index| Device::open(kind, index).ok());
    [first].into_iter().chain(more).collect()
}

/// The area below 4 / (1 + x^2) from 0 to 1, as `n` rectangles: one thread and an equal share of them for each device.
fn pi(devices: &[Device], n: usize) -> xparray::Result<f64> {
    let share = n / devices.len();
    let areas = thread::scope(|scope| {
        let threads: Vec<_> = devices
            .iter()
            .enumerate()
            .map(|(part, xp)| scope.spawn(move || area(xp, part * share, share, share * devices.len())))
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect::<xparray::Result<Vec<_>>>()
    })?;
    // Operations take arrays of one device only.
    let here = areas.iter().map(|area| area.to_device(&devices[0])).collect::<xparray::Result<Vec<_>>>()?;
    devices[0].stack(&here.iter().collect::<Vec<_>>(), 0)?.sum(..)?.item()
}

/// The area of `count` of `n` rectangles, computed by the device.
fn area(xp: &Device, first: usize, count: usize, n: usize) -> xparray::Result<Array<f64>> {
    let x = (xp.arange(count)? + first as i64).astype::<f64>() / n as f64 + 0.5 / n as f64;
    let area = (4.0 / (x.square() + 1.0)).sum(..)? / n as f64;
    area.eval()?;
    Ok(area)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On what there is, and on three handles of the CPU, each with memory of its own.
    #[test]
    fn parts_make_pi() -> xparray::Result<()> {
        let three = [Device::cpu()?, Device::cpu()?, Device::cpu()?];
        for devices in [&all_like(Device::best()?)[..], &three] {
            let error = pi(devices, 300_000)? - std::f64::consts::PI;
            assert!(error.abs() < 1e-11, "{error}");
        }
        Ok(())
    }
}
