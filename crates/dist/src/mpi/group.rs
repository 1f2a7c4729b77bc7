//! A communicator of MPI.

use super::constants::Name;
use super::functions::Status;
use super::handle::Handle;
use super::library::Library;
use crate::fault;
use crate::op::Op;
use crate::transport::{MAX_TAG, Transport, places};
use std::ffi::{c_int, c_void};
use std::ptr;
use xparray_core::{DType, Error, Result};

/// A communicator.
pub struct Group<H: Handle> {
    library: &'static Library<H>,
    comm: H,
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
fn address(data: &[u8]) -> *const c_void {
    if data.is_empty() { ptr::null() } else { data.as_ptr().cast() }
}

fn address_mut(data: &mut [u8]) -> *mut c_void {
    if data.is_empty() { ptr::null_mut() } else { data.as_mut_ptr().cast() }
}

/// A slice in parts of so many bytes each.
fn split_mut<'a>(mut data: &'a mut [u8], counts: &[usize]) -> Vec<&'a mut [u8]> {
    let cut = |&count: &usize| data.split_off_mut(..count).unwrap_or_default();
    counts.iter().map(cut).collect()
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
    fn call(&self, name: &'static str, call: impl FnOnce() -> c_int) -> Result<()> {
        let _call = self.library.enter(name)?;
        let code = call();
        self.library.check(name, code)
    }

    fn byte(&self) -> H {
        self.library.constants.of(Name::BYTE)
    }

    /// Whether so many bytes are more than one call takes.
    fn is_large(&self, counts: &[usize]) -> bool {
        counts.iter().sum::<usize>() > self.library.limit
    }

    /// Starts a message. The memory that it uses is lent until it was waited for, so without it all ends.
    fn start(&self, name: &'static str, requests: &mut Vec<H>, post: impl FnOnce(*mut H) -> c_int) {
        let mut request = H::of(0);
        if let Err(error) = self.call(name, || post(&mut request)) {
            fault::end(&error.to_string());
        }
        requests.push(request);
    }

    /// Starts to send, in parts as large as a call takes; nothing is a message too.
    fn start_send(&self, data: &[u8], dest: usize, tag: u16, requests: &mut Vec<H>) {
        for part in data.chunks(self.library.limit).chain(data.is_empty().then_some(data)) {
            self.start("MPI_Isend", requests, |request| {
                let (data, count, dest) = (address(part), part.len() as c_int, dest as c_int);
                // SAFETY: the memory has as many bytes, and is lent until `wait`.
                unsafe {
                    (self.library.functions.MPI_Isend)(data, count, self.byte(), dest, tag.into(), self.comm, request)
                }
            });
        }
    }

    /// Starts to receive what [`Self::start_send`] sends.
    fn start_recv(&self, data: &mut [u8], source: usize, tag: u16, requests: &mut Vec<H>) {
        let mut rest = data;
        loop {
            let part = rest.split_off_mut(..rest.len().min(self.library.limit)).unwrap_or_default();
            self.start("MPI_Irecv", requests, |request| {
                let (data, count, source) = (address_mut(part), part.len() as c_int, source as c_int);
                let function = self.library.functions.MPI_Irecv;
                // SAFETY: the memory has as many bytes, and is lent until `wait`.
                unsafe { function(data, count, self.byte(), source, tag.into(), self.comm, request) }
            });
            if rest.is_empty() {
                return;
            }
        }
    }

    /// Waits for messages under way.
    fn wait(&self, mut requests: Vec<H>) {
        let ignore = ptr::without_provenance_mut(self.library.constants.numbers.statuses_ignore as usize);
        let done = self.call("MPI_Waitall", || {
            // SAFETY: these requests were started and not waited for.
            unsafe { (self.library.functions.MPI_Waitall)(requests.len() as c_int, requests.as_mut_ptr(), ignore) }
        });
        if let Err(error) = done {
            fault::end(&error.to_string());
        }
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
        // A message of no elements is one too.
        let parts = data.chunks(self.library.limit).chain(data.is_empty().then_some(data));
        for part in parts {
            self.call("MPI_Send", || {
                let (data, count, dest) = (address(part), part.len() as c_int, dest as c_int);
                // SAFETY: the memory has as many bytes.
                unsafe { (self.library.functions.MPI_Send)(data, count, self.byte(), dest, tag.into(), self.comm) }
            })?;
        }
        Ok(())
    }

    fn recv(&self, data: &mut [u8], source: usize, tag: u16) -> Result<usize> {
        let mut received = 0;
        loop {
            let rest = &mut data[received..];
            let room = rest.len().min(self.library.limit);
            let (mut status, mut count) = (Status::EMPTY, 0);
            self.call("MPI_Recv", || {
                let (data, source) = (address_mut(rest), source as c_int);
                let function = self.library.functions.MPI_Recv;
                // SAFETY: the memory has as many bytes.
                unsafe { function(data, room as c_int, self.byte(), source, tag.into(), self.comm, &mut status) }
            })?;
            self.call("MPI_Get_count", || {
                // SAFETY: the status is that of a message of bytes.
                unsafe { (self.library.functions.MPI_Get_count)(&status, self.byte(), &mut count) }
            })?;
            received += count.max(0) as usize;
            if received == data.len() || (count as usize) < room {
                return Ok(received);
            }
        }
    }

    fn sendrecv(
        &self,
        send: &[u8],
        dest: Option<usize>,
        recv: &mut [u8],
        source: Option<usize>,
        tag: u16,
    ) -> Result<usize> {
        let mut requests = Vec::new();
        if let Some(dest) = dest {
            self.start_send(send, dest, tag, &mut requests);
        }
        // What is sent may never be received by a process that got an error as well.
        let received = source.map_or(Ok(0), |source| self.recv(recv, source, tag));
        let received = received.unwrap_or_else(|error| fault::end(&error.to_string()));
        self.wait(requests);
        Ok(received)
    }

    fn exchange(&self, send: Vec<(usize, &[u8])>, recv: Vec<(usize, &mut [u8])>) -> Result<()> {
        // No tag of the users'.
        const TAG: u16 = MAX_TAG + 1;
        let mut requests = Vec::new();
        for (source, data) in recv {
            self.start_recv(data, source, TAG, &mut requests);
        }
        for (dest, data) in send {
            self.start_send(data, dest, TAG, &mut requests);
        }
        self.wait(requests);
        Ok(())
    }

    fn abort(&self, code: i32) {
        self.library.abort(code);
    }
}
