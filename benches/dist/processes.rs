//! The same work on one process of many threads and on many processes of one thread each:
//!
//! ```sh
//! cargo build --release --package xparray-bench --features dist --bin processes
//! RAYON_NUM_THREADS=2 target/release/processes
//! RAYON_NUM_THREADS=1 mpiexec -n 2 --bind-to core target/release/processes
//! ```

mod rows;

use rows::{Data, Sizes, seconds, workloads};
use xparray::prelude::*;
use xparray::{Result, dist};

fn main() -> Result<()> {
    let (world, xp) = (dist::init()?, Cpu::new());
    let sizes = Sizes { vector: 4_000_000, matrix: [2000, 2000], points: 200_000, unknowns: 1_000_000 };
    let data = Data::new(&world, &xp, &sizes, true)?;
    for (name, workload) in workloads() {
        let seconds = seconds(&world, &xp, || workload(&data))?;
        if world.rank() == 0 {
            println!("{name:<22} {:9.2} ms", seconds * 1e3);
        }
    }
    Ok(())
}
