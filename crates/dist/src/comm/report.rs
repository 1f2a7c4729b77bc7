//! What a group of processes is, for people: where each one runs, what carries arrays, and how fast.

use super::Comm;
use crate::op::Op;
use std::fmt::Write as _;
use std::time::{Duration, Instant};
use std::{env, fs, process};
use xparray_core::prelude::*;
use xparray_core::{Array, Result};

/// Elements of the arrays that are timed: one, and 16 MiB of them.
const LENGTHS: [usize; 2] = [1, 1 << 22];
/// How long an operation is repeated, about.
const LONG: Duration = Duration::from_millis(20);

/// An operation that is timed.
type Timed<B> = fn(&Comm, &Array<f32, B>) -> Result<()>;

impl Comm {
    /// Where each process runs, on which device and which cores, what carries arrays between them, and how long that takes: a text,
    /// the same on all processes. It takes about a second.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let report = xparray::dist::init()?.report(&xp)?;
    /// assert!(report.contains("rank 0: "), "{report}");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Library`](xparray_core::Error::Library); [`Error::OutOfMemory`](xparray_core::Error::OutOfMemory).
    pub fn report<B: Backend>(&self, xp: &B) -> Result<String> {
        let mut text = format!("{} processes, by {}\n", self.size(), self.describe());
        for (rank, line) in self.lines_of_all(xp, &place(xp))?.iter().enumerate() {
            text += &format!("  rank {rank}: {line}\n");
        }
        text += &format!("arrays on {} are sent {}\n", xp.name(), self.way(xp)?);
        let ring: Timed<B> = |comm, x| {
            let (rank, size) = (comm.rank(), comm.size());
            comm.sendrecv(x, (rank + 1) % size, (rank + size - 1) % size, 0).map(drop)
        };
        let operations: [(&str, Timed<B>); 3] = [
            ("to the next rank", ring),
            ("all-reduce", |comm, x| comm.all_reduce(x, Op::Sum).map(drop)),
            ("all-gather", |comm, x| comm.all_gather(x).map(drop)),
        ];
        for (name, operation) in operations {
            text += &format!("  {name}:");
            for len in LENGTHS {
                let (seconds, bytes) = (self.seconds(&xp.ones(len)?, operation)?, 4 * len);
                let rate = bytes as f64 / seconds / 1e9;
                // Writing to a string does not fail.
                let _ = write!(text, " {bytes} B in {:.1} us ({rate:.3} GB/s)", seconds * 1e6);
                text += if len == LENGTHS[1] { "\n" } else { "," };
            }
        }
        Ok(text)
    }

    /// How long an operation takes the slowest process.
    fn seconds<B: Backend>(&self, x: &Array<f32, B>, operation: Timed<B>) -> Result<f64> {
        let time = |times: u32| {
            self.transport.barrier()?;
            let begin = Instant::now();
            (0..times).try_for_each(|_| operation(self, x))?;
            x.xp().synchronize()?;
            let own = x.xp().full(1, begin.elapsed().as_secs_f64() / f64::from(times))?;
            self.all_reduce(&own, Op::Max)?.item()
        };
        // The first call also makes connections. All see the same time, so all repeat as often.
        time(1)?;
        let once = time(1)?;
        time((LONG.as_secs_f64() / once.max(1e-9)).clamp(1.0, 1e4) as u32)
    }

    /// The lines of all processes, in the order of their ranks.
    fn lines_of_all<B: Backend>(&self, xp: &B, own: &str) -> Result<Vec<String>> {
        let bytes = xp.from_slice(own.as_bytes(), own.len())?;
        let lens = self.share_all(own.len())?;
        let all = self.all_gather_v(&bytes)?.to_vec()?;
        let mut rest = &all[..];
        let line = |len| {
            let (line, after) = rest.split_at(len);
            rest = after;
            String::from_utf8_lossy(line).into_owned()
        };
        Ok(lens.into_iter().map(line).collect())
    }
}

/// Where this process runs, as far as the system tells.
fn place<B: Backend>(xp: &B) -> String {
    let host = fs::read_to_string("/proc/sys/kernel/hostname").ok().or_else(|| env::var("HOSTNAME").ok());
    let host = host.map_or_else(|| "a host without a name".into(), |name| name.trim().to_owned());
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let cores = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).map(str::trim);
    let cores = cores.map_or_else(String::new, |cores| format!(", cores {cores}"));
    format!("{host}, process {}{cores}, {} ({})", process::id(), B::NAME, xp.info().name)
}
