//! A communicator of MPI.

use super::constants::Name;
use super::handle::Handle;
use super::library::Library;
use crate::op::Op;
use crate::transport::{Transport, places, split_mut};
use std::ffi::{c_int, c_void};
use std::ptr;
use xparray_core::{DType, Error, Result};

/// A communicator.
pub struct Group<H: Handle> {
    pub(super) library: &'static Library<H>,
    pub(super) comm: H,
    rank: usize,
    size: usize,
}

// SAFETY: a handle is a name of what MPI has; who calls it when is up to the library.
unsafe impl<H: Handle> Send for Group<H> {}
// SAFETY: as above.
unsafe impl<H: Handle> Sync for Group<H> {}

/// A number as MPI takes it.
fn int(call: &'static str, number: usize) -> Result<c_int> {
    c_int::try_from(number).map_err(|_| Error::value(call, format!("{number} is more than MPI counts")))
}

fn ints(call: &'static str, numbers: &[usize]) -> Result<Vec<c_int>> {
    numbers.iter().map(|&number| int(call, number)).collect()
}

/// Where bytes are. Nothing is nowhere: the address 1, where Rust has it, means "in place".
pub(super) fn address(data: &[u8]) -> *const c_void {
    if data.is_empty() { ptr::null() } else { data.as_ptr().cast() }
}

pub(super) fn address_mut(data: &mut [u8]) -> *mut c_void {
    if data.is_empty() { ptr::null_mut() } else { data.as_mut_ptr().cast() }
}

fn split<'a>(data: &'a [u8], counts: &[usize]) -> Vec<&'a [u8]> {
    places(counts)
        .iter()
        .zip(counts)
        .map(|(&start, &count)| data.get(start..start + count).unwrap_or_default())
        .collect()
}

impl<H: Handle> Group<H> {
    /// A communicator of our own that has all processes.
    pub fn world(library: &'static Library<H>) -> Result<Self> {
        let mut comm = library.constants.of(Name::COMM_NULL);
        {
            let _call = library.enter("MPI_Comm_dup")?;
            // SAFETY: MPI is initialised.
            let code = unsafe { (library.functions.MPI_Comm_dup)(library.constants.of(Name::COMM_WORLD), &mut comm) };
            library.check("MPI_Comm_dup", code)?;
        }
        Self::of(library, comm)
    }

    fn of(library: &'static Library<H>, comm: H) -> Result<Self> {
        let (mut rank, mut size) = (0, 0);
        let _call = library.enter("MPI_Comm_rank")?;
        // SAFETY: it is a communicator of this MPI.
        library.check("MPI_Comm_rank", unsafe { (library.functions.MPI_Comm_rank)(comm, &mut rank) })?;
        // SAFETY: as above.
        library.check("MPI_Comm_size", unsafe { (library.functions.MPI_Comm_size)(comm, &mut size) })?;
        Ok(Self { library, comm, rank: rank as usize, size: size as usize })
    }

    /// Makes a call and checks its code.
    pub(super) fn call(&self, name: &'static str, call: impl FnOnce() -> c_int) -> Result<()> {
        let _call = self.library.enter(name)?;
        let code = call();
        self.library.check(name, code)
    }

    pub(super) fn byte(&self) -> H {
        self.library.constants.of(Name::BYTE)
    }

    /// Whether so many bytes are more than one call takes.
    fn is_large(&self, counts: &[usize]) -> bool {
        counts.iter().sum::<usize>() > self.library.limit
    }
}

impl<H: Handle> Transport for Group<H> {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn describe(&self) -> String {
        self.library.version()
    }

    fn split(&self, color: Option<usize>, key: usize) -> Result<Option<Box<dyn Transport>>> {
        let undefined = self.library.constants.numbers.undefined;
        let number = color.map_or(Ok(undefined), |color| int("split", color))?;
        let key = int("split", key)?;
        let mut comm = self.library.constants.of(Name::COMM_NULL);
        self.call("MPI_Comm_split", || {
            // SAFETY: it is a communicator of this MPI.
            unsafe { (self.library.functions.MPI_Comm_split)(self.comm, number, key, &mut comm) }
        })?;
        match color {
            Some(_) => Ok(Some(Box::new(Self::of(self.library, comm)?))),
            None => Ok(None),
        }
    }

    fn split_shared(&self) -> Result<Box<dyn Transport>> {
        let constants = &self.library.constants;
        let (kind, info) = (constants.numbers.comm_type_shared, constants.of(Name::INFO_NULL));
        let mut comm = constants.of(Name::COMM_NULL);
        self.call("MPI_Comm_split_type", || {
            let key = self.rank as c_int;
            // SAFETY: it is a communicator of this MPI.
            unsafe { (self.library.functions.MPI_Comm_split_type)(self.comm, kind, key, info, &mut comm) }
        })?;
        Ok(Box::new(Self::of(self.library, comm)?))
    }

    fn free(&self) -> Result<()> {
        let mut comm = self.comm;
        // SAFETY: who calls this has no other use of the group.
        self.call("MPI_Comm_free", || unsafe { (self.library.functions.MPI_Comm_free)(&mut comm) })
    }

    fn barrier(&self) -> Result<()> {
        // SAFETY: it is a communicator of this MPI.
        self.call("MPI_Barrier", || unsafe { (self.library.functions.MPI_Barrier)(self.comm) })
    }

    fn broadcast(&self, data: &mut [u8], root: usize) -> Result<()> {
        for part in data.chunks_mut(self.library.limit) {
            self.call("MPI_Bcast", || {
                let (data, count) = (address_mut(part), part.len() as c_int);
                // SAFETY: the memory has as many bytes.
                unsafe { (self.library.functions.MPI_Bcast)(data, count, self.byte(), root as c_int, self.comm) }
            })?;
        }
        Ok(())
    }

    fn all_reduce(&self, data: &mut [u8], dtype: DType, op: Op) -> Result<()> {
        let library = self.library;
        let (datatype, op) = (library.datatype(dtype), library.operation(op, dtype)?);
        for part in data.chunks_mut(library.limit * dtype.size()) {
            self.call("MPI_Allreduce", || {
                let (data, count) = (address_mut(part), (part.len() / dtype.size()) as c_int);
                let in_place = library.constants.in_place();
                // SAFETY: the memory has as many elements.
                unsafe { (library.functions.MPI_Allreduce)(in_place, data, count, datatype, op, self.comm) }
            })?;
        }
        Ok(())
    }

    fn reduce(&self, data: &mut [u8], dtype: DType, op: Op, root: usize) -> Result<()> {
        let library = self.library;
        let (datatype, op) = (library.datatype(dtype), library.operation(op, dtype)?);
        for part in data.chunks_mut(library.limit * dtype.size()) {
            self.call("MPI_Reduce", || {
                let count = (part.len() / dtype.size()) as c_int;
                let (send, recv) = match self.rank == root {
                    true => (library.constants.in_place(), address_mut(part)),
                    false => (address(part), ptr::null_mut()),
                };
                // SAFETY: the memory has as many elements.
                unsafe { (library.functions.MPI_Reduce)(send, recv, count, datatype, op, root as c_int, self.comm) }
            })?;
        }
        Ok(())
    }

    fn reduce_scatter(&self, send: &[u8], recv: &mut [u8], counts: &[usize], dtype: DType, op: Op) -> Result<()> {
        let library = self.library;
        if self.is_large(counts) {
            let bytes: Vec<usize> = counts.iter().map(|count| count * dtype.size()).collect();
            for (root, part) in split(send, &bytes).into_iter().enumerate() {
                let mut part = part.to_vec();
                self.reduce(&mut part, dtype, op, root)?;
                if root == self.rank {
                    recv.copy_from_slice(&part);
                }
            }
            return Ok(());
        }
        let (datatype, op) = (library.datatype(dtype), library.operation(op, dtype)?);
        let counts = ints("MPI_Reduce_scatter", counts)?;
        self.call("MPI_Reduce_scatter", || {
            let (send, recv) = (address(send), address_mut(recv));
            // SAFETY: the memory has as many elements, and the result those of this process.
            unsafe { (library.functions.MPI_Reduce_scatter)(send, recv, counts.as_ptr(), datatype, op, self.comm) }
        })
    }

    fn all_gather(&self, send: &[u8], recv: &mut [u8], counts: &[usize]) -> Result<()> {
        if self.is_large(counts) {
            let to_all = (0..self.size).map(|dest| (dest, send)).collect();
            return self.exchange(to_all, split_mut(recv, counts).into_iter().enumerate().collect());
        }
        let (starts, counts) = (ints("MPI_Allgatherv", &places(counts))?, ints("MPI_Allgatherv", counts)?);
        self.call("MPI_Allgatherv", || {
            let (count, send, recv) = (send.len() as c_int, address(send), address_mut(recv));
            let (counts, starts, byte) = (counts.as_ptr(), starts.as_ptr(), self.byte());
            let function = self.library.functions.MPI_Allgatherv;
            // SAFETY: the memory has as many bytes.
            unsafe { function(send, count, byte, recv, counts, starts, byte, self.comm) }
        })
    }

    fn gather(&self, send: &[u8], recv: &mut [u8], counts: &[usize], root: usize) -> Result<()> {
        if self.is_large(counts) {
            let parts = if self.rank == root { split_mut(recv, counts) } else { Vec::new() };
            return self.exchange(vec![(root, send)], parts.into_iter().enumerate().collect());
        }
        let (starts, counts) = (ints("MPI_Gatherv", &places(counts))?, ints("MPI_Gatherv", counts)?);
        self.call("MPI_Gatherv", || {
            let (count, send, recv) = (send.len() as c_int, address(send), address_mut(recv));
            let (counts, starts, byte) = (counts.as_ptr(), starts.as_ptr(), self.byte());
            let function = self.library.functions.MPI_Gatherv;
            // SAFETY: the memory has as many bytes; only the root's is written.
            unsafe { function(send, count, byte, recv, counts, starts, byte, root as c_int, self.comm) }
        })
    }

    fn scatter(&self, send: &[u8], recv: &mut [u8], counts: &[usize], root: usize) -> Result<()> {
        if self.is_large(counts) {
            let parts = if self.rank == root { split(send, counts) } else { Vec::new() };
            return self.exchange(parts.into_iter().enumerate().collect(), vec![(root, recv)]);
        }
        let (starts, counts) = (ints("MPI_Scatterv", &places(counts))?, ints("MPI_Scatterv", counts)?);
        self.call("MPI_Scatterv", || {
            let (count, send, recv) = (recv.len() as c_int, address(send), address_mut(recv));
            let (counts, starts, byte) = (counts.as_ptr(), starts.as_ptr(), self.byte());
            let function = self.library.functions.MPI_Scatterv;
            // SAFETY: the memory has as many bytes; only the root's is read.
            unsafe { function(send, counts, starts, byte, recv, count, byte, root as c_int, self.comm) }
        })
    }

    fn all_to_all(&self, send: &[u8], sent: &[usize], recv: &mut [u8], received: &[usize]) -> Result<()> {
        // All must choose the same way.
        let mut large = [u8::from(self.is_large(sent) || self.is_large(received))];
        self.all_reduce(&mut large, DType::Bool, Op::LogicalOr)?;
        if large[0] != 0 {
            let (send, recv) = (split(send, sent), split_mut(recv, received));
            return self.exchange(send.into_iter().enumerate().collect(), recv.into_iter().enumerate().collect());
        }
        let name = "MPI_Alltoallv";
        let (from, to) = (ints(name, &places(sent))?, ints(name, &places(received))?);
        let (sent, received) = (ints(name, sent)?, ints(name, received)?);
        self.call(name, || {
            let (send, recv, byte) = (address(send), address_mut(recv), self.byte());
            let function = self.library.functions.MPI_Alltoallv;
            let (sent, from, received, to) = (sent.as_ptr(), from.as_ptr(), received.as_ptr(), to.as_ptr());
            // SAFETY: the memory has as many bytes.
            unsafe { function(send, sent, from, byte, recv, received, to, byte, self.comm) }
        })
    }

    fn send(&self, data: &[u8], dest: usize, tag: u16) -> Result<()> {
        self.send_parts(data, dest, tag)
    }

    fn recv(&self, data: &mut [u8], source: usize, tag: u16) -> Result<usize> {
        self.recv_parts(data, source, tag)
    }

    fn sendrecv(
        &self,
        send: &[u8],
        dest: Option<usize>,
        recv: &mut [u8],
        source: Option<usize>,
        tag: u16,
    ) -> Result<usize> {
        Ok(self.sendrecv_parts(send, dest, recv, source, tag))
    }

    fn exchange(&self, send: Vec<(usize, &[u8])>, recv: Vec<(usize, &mut [u8])>) -> Result<()> {
        self.exchange_parts(&send, recv);
        Ok(())
    }

    fn abort(&self, code: i32) {
        self.library.abort(code);
    }
}
