//! A device for each process, by its place on its host: `mpiexec -n 4 target/release/examples/13_device_by_rank`, built by
//! `cargo build --release --features dist --example 13_device_by_rank`.

use xparray::dist::{self, Comm};
use xparray::prelude::*;

fn main() -> xparray::Result<()> {
    let world = dist::init()?;
    let xp = device(&world)?;
    let sum = xp.arange(1_000_000)?.sum(..)?.item()?;
    println!("rank {} of {} on {xp}: {sum}", world.rank(), world.size());
    Ok(())
}

/// The device of this process: those of a host share its devices evenly.
fn device(world: &Comm) -> xparray::Result<Device> {
    let first = Device::best()?;
    let kind = first.kind();
    let devices = (1..).map_while(|index| Device::open(kind, index).ok());
    let mut devices: Vec<Device> = [first].into_iter().chain(devices).collect();
    let place = world.local_rank()? % devices.len();
    Ok(devices.swap_remove(place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_device() -> xparray::Result<()> {
        let xp = device(&Comm::alone())?;
        assert_eq!(xp.kind(), Device::best()?.kind());
        Ok(())
    }
}
