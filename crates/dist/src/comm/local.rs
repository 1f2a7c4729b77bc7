//! Ranks that are threads of one process, each with a device.

use super::Comm;
use super::links::Family;
use crate::threads::{Shared, Threads};
use crate::{Mesh, environment};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use xparray_core::backend::Backend;
use xparray_core::{Error, Result};

/// No rank has failed.
const NONE: usize = usize::MAX;

impl Comm {
    /// Runs a program on a thread for each device, the ranks of a group of this process alone; what each returns, in their order.
    ///
    /// The first one that fails ends all that wait for it, and what it says is returned, or its panic goes on.
    ///
    /// ```
    /// use xparray::{dist::{Comm, Op}, prelude::*};
    ///
    /// let devices = [Cpu::new(), Cpu::new()];
    /// let sums = Comm::local(&devices, |comm, xp| {
    ///     comm.all_reduce(&xp.full(1, comm.rank() as i64 + 1)?, Op::Sum)?.item()
    /// })?;
    /// assert_eq!(sums, [3, 3]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] without devices; those of the program.
    pub fn local<B: Backend, R: Send>(
        devices: &[B],
        program: impl Fn(&Self, &B) -> Result<R> + Sync,
    ) -> Result<Vec<R>> {
        if devices.is_empty() {
            return Err(Error::value("local", "there are no devices"));
        }
        let limit = environment::time_limit().map_err(|message| Error::value("local", message))?;
        let (shared, size) = (Shared::new(devices.len(), limit), devices.len());
        let (first_failed, checks) = (AtomicUsize::new(NONE), environment::is_set("XPARRAY_DIST_CHECK"));
        let families: Vec<Family> = devices.iter().map(|_| Family::default()).collect();
        let end = |rank: usize, has_failed: bool| {
            shared.end(rank, has_failed);
            if has_failed {
                // Also this one's own, in which it may have queued what no other will join in.
                families.iter().for_each(Family::abort);
            }
        };
        let run = |rank: usize| {
            let comm = Self::over(Arc::new(Threads::all(&shared, rank)), families[rank].clone(), checks);
            let outcome = panic::catch_unwind(AssertUnwindSafe(|| program(&comm, &devices[rank])));
            let has_failed = !matches!(outcome, Ok(Ok(_)));
            if has_failed {
                // Others may fail because this one did.
                let _ = first_failed.compare_exchange(NONE, rank, Relaxed, Relaxed);
            }
            end(rank, has_failed);
            outcome
        };
        let mut outcomes = thread::scope(|scope| {
            let start = |rank| {
                let named = thread::Builder::new().name(format!("rank {rank} of {size}"));
                let started = named.spawn_scoped(scope, move || run(rank));
                if started.is_err() {
                    end(rank, true);
                }
                started.map_err(|error| Error::value("local", format!("no thread for rank {rank}: {error}")))
            };
            let threads: Vec<_> = (0..size).map(start).collect();
            let join = |thread: thread::ScopedJoinHandle<'_, _>| thread.join().unwrap_or_else(Err);
            threads.into_iter().map(|thread| thread.map(join)).collect::<Result<Vec<_>>>()
        })?;
        let failed = first_failed.load(Relaxed);
        if failed != NONE {
            outcomes.swap(0, failed);
        }
        outcomes.into_iter().map(|outcome| outcome.unwrap_or_else(|cause| panic::resume_unwind(cause))).collect()
    }
}

impl Mesh {
    /// Runs a program on a thread for each device, on a mesh of one axis: [`Comm::local`], whose group's
    /// [`mesh`](Comm::mesh) has any number of axes.
    ///
    /// ```
    /// use xparray::{dist::Mesh, prelude::*};
    ///
    /// let means = Mesh::local(&[Cpu::new(), Cpu::new()], |mesh, xp| {
    ///     let x = mesh.sharding([Some(0)])?.shard(&xp.arange(5)?)?;
    ///     x.mean(..)?.item()
    /// })?;
    /// assert_eq!(means, [2.0, 2.0]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Comm::local`].
    pub fn local<B: Backend, R: Send>(
        devices: &[B],
        program: impl Fn(&Self, &B) -> Result<R> + Sync,
    ) -> Result<Vec<R>> {
        Comm::local(devices, |comm, xp| program(&comm.mesh(devices.len())?, xp))
    }
}
