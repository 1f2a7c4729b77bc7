//! Messages in parts as large as a call takes, sent and received by turns: an MPI that has to keep many parts at once looks
//! through all of them for each.

use super::functions::Status;
use super::group::{Group, address, address_mut};
use super::handle::Handle;
use crate::fault;
use crate::transport::MAX_TAG;
use std::ffi::c_int;
use std::ops::Range;
use std::ptr;
use xparray_core::Result;

/// The part of a message of `len` bytes that goes in a turn; none after the last, which is the one that is not full.
fn part(len: usize, limit: usize, turn: usize) -> Option<Range<usize>> {
    let start = turn * limit;
    (start <= len).then(|| start..len.min(start + limit))
}

impl<H: Handle> Group<H> {
    pub fn send_parts(&self, data: &[u8], dest: usize, tag: u16) -> Result<()> {
        let parts = (0..).map_while(|turn| part(data.len(), self.library.limit, turn));
        for part in parts.map(|range| &data[range]) {
            self.call("MPI_Send", || {
                let (data, count, dest) = (address(part), part.len() as c_int, dest as c_int);
                // SAFETY: the memory has as many bytes.
                unsafe { (self.library.functions.MPI_Send)(data, count, self.byte(), dest, tag.into(), self.comm) }
            })?;
        }
        Ok(())
    }

    /// How many bytes came.
    pub fn recv_parts(&self, data: &mut [u8], source: usize, tag: u16) -> Result<usize> {
        let mut received = 0;
        loop {
            let (count, is_last) = self.recv_part(&mut data[received..], source, tag)?;
            received += count;
            if is_last {
                return Ok(received);
            }
        }
    }

    /// Receives a part: how many bytes came, and whether it is the last one.
    fn recv_part(&self, data: &mut [u8], source: usize, tag: u16) -> Result<(usize, bool)> {
        let limit = self.library.limit;
        let (mut status, mut count) = (Status::EMPTY, 0);
        self.call("MPI_Recv", || {
            let (room, data, source) = (data.len().min(limit), address_mut(data), source as c_int);
            let function = self.library.functions.MPI_Recv;
            // SAFETY: the memory has as many bytes.
            unsafe { function(data, room as c_int, self.byte(), source, tag.into(), self.comm, &mut status) }
        })?;
        self.call("MPI_Get_count", || {
            // SAFETY: the status is that of a message of bytes.
            unsafe { (self.library.functions.MPI_Get_count)(&status, self.byte(), &mut count) }
        })?;
        let count = count.max(0) as usize;
        Ok((count, count < limit))
    }

    /// How many bytes came. A failure ends all processes: what is sent may never be received by one that got an error as well.
    pub fn sendrecv_parts(
        &self,
        send: &[u8],
        dest: Option<usize>,
        recv: &mut [u8],
        source: Option<usize>,
        tag: u16,
    ) -> usize {
        let (mut received, mut rest) = (0, source);
        for turn in 0.. {
            let mut requests = Vec::new();
            let sent = dest.and_then(|dest| Some((dest, part(send.len(), self.library.limit, turn)?)));
            if let Some((dest, range)) = sent {
                self.start_send(&send[range], dest, tag, &mut requests);
            }
            if let Some(source) = rest {
                let came = self.recv_part(&mut recv[received..], source, tag);
                let (count, is_last) = came.unwrap_or_else(|error| fault::end(&error.to_string()));
                received += count;
                rest = rest.filter(|_| !is_last);
            }
            if requests.is_empty() && rest.is_none() {
                break;
            }
            self.wait(requests);
        }
        received
    }

    /// Sends to and receives from many processes.
    pub fn exchange_parts(&self, send: &[(usize, &[u8])], mut recv: Vec<(usize, &mut [u8])>) {
        // No tag of the users'.
        const TAG: u16 = MAX_TAG + 1;
        for turn in 0.. {
            let mut requests = Vec::new();
            for (source, data) in &mut recv {
                if let Some(range) = part(data.len(), self.library.limit, turn) {
                    self.start_recv(&mut data[range], *source, TAG, &mut requests);
                }
            }
            for (dest, data) in send {
                if let Some(range) = part(data.len(), self.library.limit, turn) {
                    self.start_send(&data[range], *dest, TAG, &mut requests);
                }
            }
            if requests.is_empty() {
                return;
            }
            self.wait(requests);
        }
    }

    /// Starts a message. The memory that it uses is lent until it was waited for, so without it all ends.
    fn start(&self, name: &'static str, requests: &mut Vec<H>, post: impl FnOnce(*mut H) -> c_int) {
        let mut request = H::of(0);
        if let Err(error) = self.call(name, || post(&mut request)) {
            fault::end(&error.to_string());
        }
        requests.push(request);
    }

    fn start_send(&self, data: &[u8], dest: usize, tag: u16, requests: &mut Vec<H>) {
        self.start("MPI_Isend", requests, |request| {
            let (data, count, dest) = (address(data), data.len() as c_int, dest as c_int);
            let function = self.library.functions.MPI_Isend;
            // SAFETY: the memory has as many bytes, and is lent until `wait`.
            unsafe { function(data, count, self.byte(), dest, tag.into(), self.comm, request) }
        });
    }

    fn start_recv(&self, data: &mut [u8], source: usize, tag: u16, requests: &mut Vec<H>) {
        self.start("MPI_Irecv", requests, |request| {
            let (count, data, source) = (data.len() as c_int, address_mut(data), source as c_int);
            let function = self.library.functions.MPI_Irecv;
            // SAFETY: the memory has as many bytes, and is lent until `wait`.
            unsafe { function(data, count, self.byte(), source, tag.into(), self.comm, request) }
        });
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_part_is_not_full() {
        let parts = |len| (0..).map_while(|turn| part(len, 3, turn)).map(|range| range.len()).collect::<Vec<_>>();
        assert_eq!((parts(0), parts(2), parts(3), parts(7)), (vec![0], vec![2], vec![3, 0], vec![3, 3, 1]));
    }
}
