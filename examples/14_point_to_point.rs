//! Arrays from process to process around a ring: `mpiexec -n 4 target/release/examples/14_point_to_point`.
//!
//! Each process sends on what it got from the one before, and adds it to its own, until everybody's array has come to all: what
//! `all_reduce` does in one call.

use xparray::dist::{self, Comm, Op};
use xparray::prelude::*;

fn main() -> xparray::Result<()> {
    let world = dist::init()?;
    let xp = Device::best()?;
    let own = xp.full(1000, (world.rank() + 1) as f64)?;
    let (sum, reduced) = (around(&world, &own)?, world.all_reduce(&own, Op::Sum)?);
    assert!(sum.array_equal(&reduced)?);
    if world.rank() == 0 {
        println!("{} arrays around the ring: each element is {}", world.size(), sum.slice(s![0])?);
        // Between two processes, with a tag that the message is known by.
        if world.size() > 1 {
            world.send(&sum, 1, 7)?;
        }
    } else if world.rank() == 1 {
        assert!(world.recv::<f64, _>(&xp, 1000, 0, 7)?.array_equal(&sum)?);
    }
    Ok(())
}

/// The sum of everybody's arrays, as each came by.
fn around(world: &Comm, own: &Array<f64>) -> xparray::Result<Array<f64>> {
    let (rank, size) = (world.rank(), world.size());
    let (next, previous) = ((rank + 1) % size, (rank + size - 1) % size);
    let (mut sum, mut passing) = (own.clone(), own.clone());
    for _ in 1..size {
        passing = world.sendrecv(&passing, next, previous, 0)?.expect("there is a source");
        sum += &passing;
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alone_there_is_nothing_to_add() -> xparray::Result<()> {
        let own = Device::best()?.full(3, 2.0)?;
        assert!(around(&Comm::alone(), &own)?.array_equal(&own)?);
        Ok(())
    }
}
