//! Groups of processes.

mod agreement;
mod batch;
mod device;
mod exchange;
mod gather;
pub(crate) mod header;
pub(crate) mod host;
mod links;
mod local;
mod message;
mod notice;
mod pieces;
mod reduce;
mod report;
mod scatter;

pub use reduce::AllReduce;

use crate::environment;
use crate::single::Single;
use crate::transport::Transport;
#[cfg(unix)]
use crate::{fault, mpi};
use links::{Family, Links};
use std::fmt;
use std::sync::{Arc, OnceLock};
use xparray_core::backend::Backend;
use xparray_core::{DynArray, Error, Result};

/// A group of processes, each with a rank in it: MPI's communicator. Clones are the same group.
///
/// Operations are collective, called by all processes of the group in the same order, but for [`send`](Comm::send),
/// [`recv`](Comm::recv) and [`sendrecv`](Comm::sendrecv). They take [`Array`](xparray_core::Array) and
/// [`DynArray`](xparray_core::DynArray) of every element type, compute what is deferred, and return when the result is there.
/// Arrays in the host's memory are sent from where they are. Those of GPUs are too where NCCL or RCCL is found, by work that is
/// queued and not waited for, and else copied through the host's memory. The arrays of one operation lie on devices of one kind.
///
/// Sums over processes, gathered and exchanged arrays have derivatives, where arrays are of `Autodiff`: the programs of all processes
/// count as one, whose result is the sum of what all of them give. So all of them have to use what such an operation gives alike, as
/// cotangents are exchanged, too. Other operations refuse arrays that depend on what is differentiated by.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::dist::{self, Op};
/// let world = dist::init()?;
/// let ones = world.all_reduce(&xp.ones::<f32>(3)?, Op::Sum)?;
/// assert_eq!(ones.to_vec()?, [world.size() as f32; 3]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone)]
pub struct Comm {
    transport: Arc<dyn Transport>,
    links: Arc<Links>,
    /// Whether processes compare what they are about to do.
    checks: bool,
}

/// As the rank and the size.
impl fmt::Debug for Comm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Comm(rank {} of {})", self.rank(), self.size())
    }
}

/// All processes of the program: initialises MPI the first time, if the program was started by one. MPI is finalised when the
/// program ends.
///
/// ```
/// let world = xparray::dist::init()?;
/// println!("rank {} of {}, by {}", world.rank(), world.size(), world.describe());
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Unavailable`] if an MPI started the program and its library is not found, or is of another MPI;
/// [`Error::Library`].
#[doc(alias = "COMM_WORLD")]
#[doc(alias = "MPI_Init")]
pub fn init() -> Result<Comm> {
    static WORLD: OnceLock<Result<Comm>> = OnceLock::new();
    WORLD.get_or_init(found).clone()
}

fn found() -> Result<Comm> {
    let checks = environment::is_set("XPARRAY_DIST_CHECK");
    #[cfg(unix)]
    if let Some(mpi::Running { world, finalise }) = mpi::run()? {
        let world = Comm::over(world.into(), Family::default(), checks);
        fault::watch(world.clone(), finalise);
        return Ok(world);
    }
    Ok(Comm::over(Arc::new(Single::default()), Family::default(), checks))
}

impl Comm {
    /// The group of this process alone.
    ///
    /// ```
    /// assert_eq!(xparray::dist::Comm::alone().size(), 1);
    /// ```
    #[doc(alias = "COMM_SELF")]
    pub fn alone() -> Self {
        Self::over(Arc::new(Single::default()), Family::default(), false)
    }

    /// The place of this process in the group, from 0.
    ///
    /// ```
    /// let world = xparray::dist::init()?;
    /// assert!(world.rank() < world.size());
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn rank(&self) -> usize {
        self.transport.rank()
    }

    /// How many processes the group has.
    ///
    /// ```
    /// assert!(xparray::dist::init()?.size() >= 1);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn size(&self) -> usize {
        self.transport.size()
    }

    /// What carries arrays in the host's memory, for people: the MPI and its version. [`Comm::report`] says what carries others.
    ///
    /// ```
    /// println!("{}", xparray::dist::init()?.describe());
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn describe(&self) -> String {
        self.transport.describe()
    }

    /// The same group in the checking mode, or not: before each collective operation, processes compare what they are about to do.
    /// `XPARRAY_DIST_CHECK` does so for the world, and groups made of this one do as it does.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::dist::{self, Op};
    /// let world = dist::init()?.checked(true);
    /// // Processes that call this with other shapes, or call another operation, get an error that says who does what.
    /// world.all_reduce(&xp.ones::<f32>(3)?, Op::Sum)?;
    /// # Ok::<(), xparray::Error>(())
    /// ```
    #[must_use]
    pub fn checked(&self, yes: bool) -> Self {
        Self { checks: yes, ..self.clone() }
    }

    /// Waits until all processes have called it.
    ///
    /// ```
    /// xparray::dist::init()?.barrier()?;
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Library`]. In the checking mode, [`Error::Value`] if others do something else.
    pub fn barrier(&self) -> Result<()> {
        self.agree("barrier", String::new)?;
        self.transport.barrier()
    }

    /// Groups of those that give the same color, with ranks in the order of their keys, and of their ranks here where keys are
    /// equal. Who has no color gets no group.
    ///
    /// ```
    /// let world = xparray::dist::init()?;
    /// let even = world.split(Some(world.rank() % 2), world.rank())?.unwrap();
    /// assert_eq!(even.rank(), world.rank() / 2);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for numbers above MPI's; [`Error::Library`].
    pub fn split(&self, color: impl Into<Option<usize>>, key: usize) -> Result<Option<Self>> {
        self.agree("split", String::new)?;
        Ok(self.transport.split(color.into(), key)?.map(|transport| self.with(transport)))
    }

    /// The group of those that run on the same host, by shared memory.
    ///
    /// ```
    /// let node = xparray::dist::init()?.split_shared()?;
    /// assert!(node.rank() < node.size());
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Library`].
    #[doc(alias = "Split_type")]
    pub fn split_shared(&self) -> Result<Self> {
        self.agree("split_shared", String::new)?;
        Ok(self.with(self.transport.split_shared()?))
    }

    /// The place of this process among those of its host: which of the host's devices is its own.
    ///
    /// ```
    /// let world = xparray::dist::init()?;
    /// let devices = 2;
    /// println!("device {}", world.local_rank()? % devices);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Library`].
    pub fn local_rank(&self) -> Result<usize> {
        let node = self.split_shared()?;
        let rank = node.rank();
        node.free()?;
        Ok(rank)
    }

    /// Gives back what a group took, of which an MPI has some thousands. All of its processes call this; groups that are not
    /// freed last as long as the program.
    ///
    /// ```
    /// let world = xparray::dist::init()?;
    /// world.split(0, world.rank())?.unwrap().free()?;
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if there are clones of it; [`Error::Library`].
    pub fn free(mut self) -> Result<()> {
        match Arc::get_mut(&mut self.transport) {
            Some(transport) => {
                drop(self.links);
                transport.free()
            }
            None => Err(Error::value("free", "clones of the group are in use")),
        }
    }

    /// Whether it is the same group, not one of the same processes.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.transport, &other.transport)
    }

    /// Ends all processes of the program.
    pub(crate) fn abort(&self, code: i32) {
        self.transport.abort(code);
    }

    /// The array, computed, if there is no other process to combine it with.
    fn alone_with<B: Backend>(&self, x: &DynArray<B>) -> Result<Option<DynArray<B>>> {
        if self.size() > 1 {
            return Ok(None);
        }
        x.eval()?;
        Ok(Some(x.clone()))
    }

    /// A group over a transport.
    fn over(transport: Arc<dyn Transport>, family: Family, checks: bool) -> Self {
        Self { transport, links: Links::of(family), checks }
    }

    fn with(&self, transport: Box<dyn Transport>) -> Self {
        Self::over(transport.into(), self.links.family(), self.checks)
    }

    /// An error for a rank that the group has not.
    fn check_rank(&self, op: &'static str, rank: usize) -> Result<()> {
        match rank < self.size() {
            true => Ok(()),
            false => Err(Error::Index { op, index: rank as i64, len: self.size() }),
        }
    }
}
