//! A group of NCCL's: a device of each process or thread.

use super::functions::{Stream, ncclComm_t, ncclUniqueId};
use super::library::Library;
use super::numbers::{BYTE, Reduction};
use super::watch;
use crate::transport::Transport;
use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};
use std::thread;
use std::time::{Duration, Instant};
use xparray_core::{Error, Result};

/// How long a thread that is in a call of NCCL's keeps others from ending the group.
const PATIENCE: Duration = Duration::from_secs(5);

/// A group, as one of its members has it.
pub struct Group {
    library: &'static Library,
    /// None once it was ended.
    comm: RwLock<Option<Handle>>,
    rank: usize,
    size: usize,
    /// Waits for what was queued.
    settle: Box<dyn Fn() -> Result<()> + Send + Sync>,
}

struct Handle(ncclComm_t);

// SAFETY: NCCL takes calls from any thread; that none comes after the last one is up to the lock.
unsafe impl Send for Handle {}
// SAFETY: as above.
unsafe impl Sync for Handle {}

/// Memory of the device.
#[derive(Clone, Copy)]
pub struct Memory {
    pub address: u64,
    pub bytes: usize,
}

impl Memory {
    /// A part of it.
    fn part(self, op: &'static str, start: usize, bytes: usize) -> Result<*mut c_void> {
        if start.checked_add(bytes).is_none_or(|end| end > self.bytes) {
            let message = format!("{bytes} bytes from byte {start} of {}", self.bytes);
            return Err(Error::value(op, message));
        }
        Ok(ptr::without_provenance_mut((self.address + start as u64) as usize))
    }
}

/// What is queued. Operands are numbered; what is reduced, and what a root or each member gives to all, is operand 0.
#[derive(Clone, Copy, Debug)]
pub enum Call {
    AllReduce {
        reduction: Reduction,
        len: usize,
    },
    Reduce {
        reduction: Reduction,
        len: usize,
        root: usize,
    },
    /// `len` elements for each process.
    ReduceScatter {
        reduction: Reduction,
        len: usize,
    },
    AllGather {
        bytes: usize,
    },
    /// The bytes of `root`, to `start` of the result.
    Broadcast {
        start: usize,
        bytes: usize,
        root: usize,
    },
    Send {
        operand: usize,
        start: usize,
        bytes: usize,
        to: usize,
    },
    Recv {
        start: usize,
        bytes: usize,
        from: usize,
    },
}

impl Call {
    pub fn name(&self) -> &'static str {
        match self {
            Self::AllReduce { .. } => "ncclAllReduce",
            Self::Reduce { .. } => "ncclReduce",
            Self::ReduceScatter { .. } => "ncclReduceScatter",
            Self::AllGather { .. } => "ncclAllGather",
            Self::Broadcast { .. } => "ncclBroadcast",
            Self::Send { .. } => "ncclSend",
            Self::Recv { .. } => "ncclRecv",
        }
    }

    /// Whether nothing is to be moved: the others know it too.
    pub fn is_empty(&self) -> bool {
        match *self {
            Self::AllReduce { len, .. } | Self::Reduce { len, .. } | Self::ReduceScatter { len, .. } => len == 0,
            Self::AllGather { bytes }
            | Self::Broadcast { bytes, .. }
            | Self::Send { bytes, .. }
            | Self::Recv { bytes, .. } => bytes == 0,
        }
    }
}

impl Group {
    /// A group of all that call this together, with the device that is the calling thread's.
    ///
    /// # Errors
    /// [`Error::Library`], on all of them, for two members with the same device.
    pub fn new(
        library: &'static Library,
        transport: &dyn Transport,
        settle: Box<dyn Fn() -> Result<()> + Send + Sync>,
    ) -> Result<Arc<Self>> {
        let (rank, size) = (transport.rank(), transport.size());
        let mut id = ncclUniqueId([0; 128]);
        let mut made = Ok(());
        if rank == 0 {
            // SAFETY: there is room for it.
            let code = unsafe { (library.functions.ncclGetUniqueId)(&mut id) };
            made = library.check("ncclGetUniqueId", code, ptr::null_mut());
        }
        // Without one, all fail: it is all zeros then.
        transport.broadcast(&mut id.0, 0)?;
        made?;
        let mut comm = ptr::null_mut();
        let _watched = watch::call("ncclCommInitRank")?;
        // SAFETY: the id was made by one of those that call this; the device is bound.
        let code = unsafe { (library.functions.ncclCommInitRank)(&mut comm, size as c_int, id, rank as c_int) };
        library.check("ncclCommInitRank", code, ptr::null_mut())?;
        let group = Arc::new(Self { library, comm: RwLock::new(Some(Handle(comm))), rank, size, settle });
        watch::add(&group);
        Ok(group)
    }

    pub fn describe(&self) -> String {
        self.library.describe()
    }

    fn comm(&self) -> RwLockReadGuard<'_, Option<Handle>> {
        self.comm.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues calls as one, on a stream of the device, which is bound.
    ///
    /// # Errors
    /// [`Error::Value`] beyond the operands or the result, or once the group was ended; [`Error::Library`].
    ///
    /// # Safety
    /// The memory is alive and ordered on the stream, and stays until the stream has done the work.
    pub unsafe fn queue(&self, calls: &[Call], operands: &[Memory], result: Memory, stream: usize) -> Result<()> {
        let [first, ..] = calls else { return Ok(()) };
        let comm = self.comm();
        let Some(Handle(comm)) = *comm else {
            return Err(Error::value(first.name(), "the group was ended, as another rank has failed"));
        };
        let _watched = watch::call(first.name())?;
        self.check_async(comm)?;
        let functions = &self.library.functions;
        let stream = ptr::without_provenance_mut(stream);
        let queue = |call: &Call| {
            // SAFETY: the caller's promise; parts are inside the operands and the result.
            let code = unsafe { self.queue_one(call, operands, result, comm, stream)? };
            self.library.check(call.name(), code, comm)
        };
        if calls.len() == 1 {
            return queue(first);
        }
        // SAFETY: it may be called at any time.
        self.library.check("ncclGroupStart", unsafe { (functions.ncclGroupStart)() }, comm)?;
        let queued = calls.iter().try_for_each(queue);
        // SAFETY: a group of calls was begun by this thread.
        let ended = self.library.check("ncclGroupEnd", unsafe { (functions.ncclGroupEnd)() }, comm);
        queued.and(ended)
    }

    /// # Safety
    /// That of [`Group::queue`]; the group was not ended.
    unsafe fn queue_one(
        &self,
        call: &Call,
        operands: &[Memory],
        result: Memory,
        comm: ncclComm_t,
        stream: Stream,
    ) -> Result<c_int> {
        let (name, functions) = (call.name(), &self.library.functions);
        let operand = |number: usize, start, bytes| match operands.get(number) {
            Some(memory) => memory.part(name, start, bytes),
            None => Err(Error::value(name, format!("no operand {number}"))),
        };
        let numbers = |reduction: Reduction, len: usize, parts: [usize; 2]| -> Result<_> {
            let size = reduction.bytes();
            let from = operand(0, 0, len * parts[0] * size)?;
            Ok((from, result.part(name, 0, len * parts[1] * size)?, len * reduction.each))
        };
        // SAFETY: the caller's promise; what is read and written was checked to be inside.
        Ok(unsafe {
            match *call {
                Call::AllReduce { reduction, len } => {
                    let (from, to, count) = numbers(reduction, len, [1, 1])?;
                    (functions.ncclAllReduce)(from, to, count, reduction.number.1, reduction.op.1, comm, stream)
                }
                Call::Reduce { reduction, len, root } => {
                    let (from, to, count) = numbers(reduction, len, [1, usize::from(root == self.rank)])?;
                    let (number, op) = (reduction.number.1, reduction.op.1);
                    (functions.ncclReduce)(from, to, count, number, op, root as c_int, comm, stream)
                }
                Call::ReduceScatter { reduction, len } => {
                    let (from, to, count) = numbers(reduction, len, [self.size, 1])?;
                    (functions.ncclReduceScatter)(from, to, count, reduction.number.1, reduction.op.1, comm, stream)
                }
                Call::AllGather { bytes } => {
                    let (from, to) = (operand(0, 0, bytes)?, result.part(name, 0, bytes * self.size)?);
                    (functions.ncclAllGather)(from, to, bytes, BYTE.1, comm, stream)
                }
                Call::Broadcast { start, bytes, root } => {
                    let to = result.part(name, start, bytes)?;
                    let from = if root == self.rank { operand(0, 0, bytes)? } else { to };
                    (functions.ncclBroadcast)(from, to, bytes, BYTE.1, root as c_int, comm, stream)
                }
                Call::Send { operand: number, start, bytes, to } => {
                    let from = operand(number, start, bytes)?;
                    (functions.ncclSend)(from, bytes, BYTE.1, to as c_int, comm, stream)
                }
                Call::Recv { start, bytes, from } => {
                    let to = result.part(name, start, bytes)?;
                    (functions.ncclRecv)(to, bytes, BYTE.1, from as c_int, comm, stream)
                }
            }
        })
    }

    /// An error if one was found since the last calls, here or elsewhere.
    fn check_async(&self, comm: ncclComm_t) -> Result<()> {
        let mut found = 0;
        // SAFETY: the group was not ended.
        let code = unsafe { (self.library.functions.ncclCommGetAsyncError)(comm, &mut found) };
        self.library.check("ncclCommGetAsyncError", code, comm)?;
        self.library.check("ncclCommGetAsyncError", found, comm)
    }

    /// What went wrong with the group, unless it was ended.
    pub fn poll(&self) -> Result<()> {
        let comm = self.comm();
        comm.as_ref().map_or(Ok(()), |Handle(comm)| self.check_async(*comm))
    }

    /// Waits for what was queued.
    pub fn settle(&self) -> Result<()> {
        (self.settle)()
    }

    /// Ends what is under way, so that whoever waits for it goes on, with results that mean nothing.
    ///
    /// # Errors
    /// [`Error::Value`] if a thread stays in a call of NCCL's.
    pub fn abort(&self) -> Result<()> {
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            if let Ok(mut comm) = self.comm.try_write() {
                if let Some(Handle(comm)) = comm.take() {
                    // SAFETY: nobody else has it any more.
                    unsafe { (self.library.functions.ncclCommAbort)(comm) };
                }
                return Ok(());
            }
            thread::sleep(Duration::from_millis(1));
        }
        Err(Error::value("abort", "a thread waits in a call of NCCL's"))
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if let Some(Handle(comm)) = self.comm.get_mut().unwrap_or_else(PoisonError::into_inner).take() {
            // Others may still read what was queued here. Errors have nobody to go to.
            let _ = self.settle();
            // SAFETY: nobody else has it any more, and its work is done.
            unsafe { (self.library.functions.ncclCommDestroy)(comm) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_lie_inside() {
        let memory = Memory { address: 256, bytes: 8 };
        assert_eq!(memory.part("test", 4, 4).unwrap().addr(), 260);
        for (start, bytes) in [(4, 5), (9, 0), (usize::MAX, 2)] {
            assert!(memory.part("test", start, bytes).is_err());
        }
    }

    #[test]
    fn what_moves_nothing_is_empty() {
        let reduction = Reduction::of(crate::Op::Sum, xparray_core::DType::F32).unwrap();
        assert!(Call::AllReduce { reduction, len: 0 }.is_empty() && !Call::AllReduce { reduction, len: 1 }.is_empty());
        assert!(Call::Send { operand: 0, start: 3, bytes: 0, to: 0 }.is_empty());
    }
}
