//! Arrays on many processes, by MPI, and on many devices of one process.
//!
//! A program that `mpiexec -n 4` starts is four processes, the *ranks* of a [`Comm`], which exchange arrays by the operations of
//! MPI, under their names. MPI is loaded when the program runs: any that has the binary interface of the standard (MPI 5),
//! of MPICH (MPICH, Intel MPI, Cray MPICH) or of Open MPI 4 and 5. Started without it, the program is one process of a world
//! of one, and all works the same.
//!
//! ```
//! use xparray::{dist::{self, Op}, prelude::*};
//!
//! let world = dist::init()?;
//! let xp = Cpu::new();
//! // Each process counts the points of its own that lie in the circle.
//! let mut rng = xp.rng(world.rank() as u64);
//! let (x, y) = (rng.random::<f64>(10_000)?, rng.random::<f64>(10_000)?);
//! let hits = (&x * &x + &y * &y).less_equal(1.0)?.sum(..)?;
//! let hits = world.all_reduce(&hits, Op::Sum)?.item()?;
//! let pi = 4.0 * hits as f64 / (10_000 * world.size()) as f64;
//! assert!((pi - 3.14).abs() < 0.1);
//! # Ok::<(), xparray::Error>(())
//! ```
//!
//! # Several devices of one process
//!
//! [`Comm::local`] and [`Mesh::local`] run a program on a thread for each device, with the same interface and without MPI.
//!
//! # Which MPI
//!
//! The one that started the program, as the environment tells (`PMI_RANK`, `OMPI_COMM_WORLD_RANK`, `PMIX_RANK`). Its library is looked
//! for where the system's loader looks, then beside the `mpiexec` of `PATH`. On Windows there is none, so the world has one process.
//!
//! | variable | what it says |
//! | --- | --- |
//! | `XPARRAY_MPI` | the library's path |
//! | `XPARRAY_DIST_CHECK` | `1`: before each collective operation, processes compare what they are about to do |
//! | `XPARRAY_DIST_TIMEOUT` | seconds that a process may wait for others, also in what is queued on GPUs; then all ends |
//! | `XPARRAY_MPI_COUNT` | the most elements that one call of MPI is given, for MPIs that fail with large ones |
//!
//! # Arrays on GPUs
//!
//! NCCL carries arrays between NVIDIA's GPUs and RCCL between AMD's, if all processes have the library and a GPU each: from where they
//! lie, queued on their streams, so operations return before the result is there, and errors come later. Otherwise arrays go through the host's
//! memory. `docs/clusters.md` says where the libraries are looked for.
//!
//! | variable | what it says |
//! | --- | --- |
//! | `XPARRAY_NCCL`, `XPARRAY_RCCL` | the libraries' paths |
//! | `NCCL_P2P_DIRECT_DISABLE` | `1`: NCCL and RCCL carry arrays between devices of one process too; else these go through the host's memory |
//!
//! # When a process fails
//!
//! A panic, an exit code other than zero (an error that `main` returns) and a kill end all processes within seconds, and the
//! message on standard error names the rank. What MPI itself reports is an [`Error`](xparray_core::Error). Exit codes are seen
//! where the C library is GNU's; elsewhere an error that leaves `main` needs a `panic`.

mod array;
#[cfg(all(test, unix))]
mod c;
mod comm;
mod environment;
mod fault;
mod mesh;
#[cfg(unix)]
mod mpi;
mod nccl;
mod op;
mod single;
mod sparse;
mod threads;
mod transport;
mod watchdog;

pub use array::{DistArray, Pca};
pub use comm::{AllReduce, Comm, init};
pub use mesh::{Mesh, Sharding};
pub use op::Op;
pub use sparse::{Cg, DistCsr};
