//! All-reduce, all-gather and all-to-all of arrays of 1 KB to 1 GB on the devices that are named, a thread each, or on one for
//! each process: `peers/collectives.py` times PyTorch's.
//!
//! ```sh
//! cargo build --release --package xparray-bench --features dist,cuda --bin collectives
//! target/release/collectives cuda:0 cuda:1
//! mpiexec -n 2 target/release/collectives cuda:0 cuda:1
//! ```

use std::time::Instant;
use xparray::dist::{self, Comm, Op};
use xparray::prelude::*;
use xparray::{Array, Result};

/// Bytes that each device gives.
const SIZES: [usize; 5] = [1 << 10, 1 << 15, 1 << 20, 1 << 25, 1 << 30];
/// Bytes that an operation is repeated for, about, and how often it is at most.
const MOVED: usize = 8 << 30;
const MOST: usize = 200;
/// What of it is not timed.
const FIRST: usize = 5;

/// An operation, and its name.
type Operation = (&'static str, fn(&Comm, &Array<f32>) -> Result<Array<f32>>);

const OPERATIONS: [Operation; 3] = [
    ("all-reduce", |comm, x| comm.all_reduce(x, Op::Sum)),
    ("all-gather", |comm, x| comm.all_gather(x)),
    ("all-to-all", |comm, x| comm.all_to_all(x)),
];

fn main() -> Result<()> {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let open = |name: &String| name.parse::<Device>();
    let world = dist::init()?;
    if world.size() > 1 {
        let own = names.get(world.local_rank()? % names.len().max(1)).map_or_else(Device::best, open)?;
        return time(&world, &own);
    }
    let devices = names.iter().map(open).collect::<Result<Vec<_>>>()?;
    Comm::local(&devices, time).map(drop)
}

fn time(comm: &Comm, xp: &Device) -> Result<()> {
    let is_first = comm.rank() == 0;
    let report = comm.report(xp)?;
    if is_first {
        print!("{report}");
    }
    for (name, operation) in OPERATIONS {
        for bytes in SIZES {
            let x = xp.ones::<f32>(bytes / 4)?.copy();
            x.eval()?;
            let times = (MOVED / bytes).clamp(FIRST, MOST);
            let repeat = |times: usize, waits: bool| -> Result<f64> {
                xp.synchronize()?;
                comm.barrier()?;
                let start = Instant::now();
                for _ in 0..times {
                    drop(operation(comm, &x)?);
                    if waits {
                        xp.synchronize()?;
                    }
                }
                xp.synchronize()?;
                let own = xp.full(1, start.elapsed().as_secs_f64() / times as f64)?;
                comm.all_reduce(&own, Op::Max)?.item()
            };
            repeat(FIRST, false)?;
            let [alone, queued] = [repeat(times, true)?, repeat(times, false)?];
            if is_first {
                println!("{name} {bytes} B: alone {:.1} us, queued {:.1} us", alone * 1e6, queued * 1e6);
            }
        }
    }
    Ok(())
}
