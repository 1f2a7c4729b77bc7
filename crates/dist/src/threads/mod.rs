//! Threads of one process as ranks: what they send lies in memory that all of them see.

mod inbox;

use crate::comm::header::{bytes_of, section_lengths};
use crate::op::{Op, combine_bytes};
use crate::transport::{MAX_TAG, Transport, places, split_mut};
use inbox::{Address, Inbox};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;
use xparray_core::{DType, Error, Result};

/// The tag of all that is not a message of the user's. Two threads do things in the same order, so it takes no other.
const TAG: u16 = MAX_TAG + 1;

/// What all threads share.
pub(crate) struct Shared {
    /// By rank among all.
    inboxes: Vec<Inbox>,
    /// How long a thread waits for another one.
    limit: Option<Duration>,
}

impl Shared {
    pub fn new(threads: usize, limit: Option<Duration>) -> Arc<Self> {
        Arc::new(Self { inboxes: (0..threads).map(|_| Inbox::default()).collect(), limit })
    }

    /// Lets all threads know that one has ended.
    pub fn end(&self, rank: usize, has_failed: bool) {
        self.inboxes.iter().for_each(|inbox| inbox.end(rank, has_failed));
    }
}

/// A group of threads, as one of them has it.
pub(crate) struct Threads {
    shared: Arc<Shared>,
    /// The splits that lead to the group, each by its number and its color: the same for all members, and for no other group.
    group: Arc<[usize]>,
    /// Ranks among all, by the rank in the group.
    members: Vec<usize>,
    rank: usize,
    /// How many times the group was split.
    splits: AtomicUsize,
}

impl Threads {
    /// All threads.
    pub fn all(shared: &Arc<Shared>, rank: usize) -> Self {
        let members = (0..shared.inboxes.len()).collect();
        Self { shared: shared.clone(), group: Arc::default(), members, rank, splits: AtomicUsize::new(0) }
    }

    fn put(&self, dest: usize, tag: u16, message: Arc<[u8]>) {
        let address = Address { group: self.group.clone(), source: self.rank, tag };
        self.shared.inboxes[self.members[dest]].put(address, message);
    }

    fn take(&self, source: usize, tag: u16) -> Result<Arc<[u8]>> {
        let address = Address { group: self.group.clone(), source, tag };
        self.shared.inboxes[self.members[self.rank]].take(&address, self.members[source], self.shared.limit)
    }

    /// The bytes of all, in the order of the ranks.
    fn shared_by_all(&self, own: &[u8]) -> Result<Vec<Arc<[u8]>>> {
        let own: Arc<[u8]> = own.into();
        (0..self.size()).for_each(|dest| self.put(dest, TAG, own.clone()));
        (0..self.size()).map(|source| self.take(source, TAG)).collect()
    }
}

/// Elements of all ranks combined, in their order.
fn combined<'a>(parts: impl IntoIterator<Item = &'a [u8]>, into: &mut [u8], dtype: DType, op: Op) {
    let mut parts = parts.into_iter();
    if let Some(first) = parts.next() {
        into.copy_from_slice(first);
    }
    parts.for_each(|part| combine_bytes(op, dtype, into, part));
}

fn copied(message: &[u8], into: &mut [u8]) -> Result<usize> {
    let room = into.len();
    let Some(start) = into.get_mut(..message.len()) else {
        return Err(Error::value("recv", format!("a message of {} bytes for an array of {room}", message.len())));
    };
    start.copy_from_slice(message);
    Ok(message.len())
}

impl Transport for Threads {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.members.len()
    }

    fn describe(&self) -> String {
        "threads of one process".into()
    }

    fn is_one_process(&self) -> bool {
        true
    }

    fn split(&self, color: Option<usize>, key: usize) -> Result<Option<Box<dyn Transport>>> {
        let number = self.splits.fetch_add(1, Relaxed);
        let own = [color.unwrap_or(usize::MAX), key].map(usize::to_ne_bytes);
        let all = self.shared_by_all(own.as_flattened())?;
        let number_at = |given: &[u8], place: usize| given.as_chunks().0.get(place).map(|&x| usize::from_ne_bytes(x));
        let mine = |rank: &usize| number_at(&all[*rank], 0) == number_at(own.as_flattened(), 0);
        let mut chosen: Vec<usize> = (0..self.size()).filter(mine).collect();
        chosen.sort_by_key(|&rank| (number_at(&all[rank], 1), rank));
        let Some(color) = color else { return Ok(None) };
        let group = self.group.iter().copied().chain([number, color]).collect();
        let rank = chosen.iter().position(|&rank| rank == self.rank).unwrap_or(0);
        let members = chosen.iter().map(|&rank| self.members[rank]).collect();
        Ok(Some(Box::new(Self { shared: self.shared.clone(), group, members, rank, splits: AtomicUsize::new(0) })))
    }

    fn split_shared(&self) -> Result<Box<dyn Transport>> {
        let group = self.group.iter().copied().chain([self.splits.fetch_add(1, Relaxed), 0]).collect();
        let (shared, members, rank) = (self.shared.clone(), self.members.clone(), self.rank);
        Ok(Box::new(Self { shared, group, members, rank, splits: AtomicUsize::new(0) }))
    }

    fn free(&self) -> Result<()> {
        Ok(())
    }

    fn barrier(&self) -> Result<()> {
        self.shared_by_all(&[]).map(drop)
    }

    fn broadcast(&self, data: &mut [u8], root: usize) -> Result<()> {
        if self.rank == root {
            let own: Arc<[u8]> = (&*data).into();
            (0..self.size()).filter(|&dest| dest != root).for_each(|dest| self.put(dest, TAG, own.clone()));
            return Ok(());
        }
        copied(&self.take(root, TAG)?, data).map(drop)
    }

    fn all_reduce(&self, data: &mut [u8], dtype: DType, op: Op) -> Result<()> {
        // Each combines a part, and shares it.
        let lengths = section_lengths(data.len() / dtype.size(), self.size());
        let mut own = vec![0; lengths[self.rank] * dtype.size()];
        self.reduce_scatter(data, &mut own, &lengths, dtype, op)?;
        self.all_gather(&own, data, &bytes_of(&lengths, 1, dtype))
    }

    fn reduce(&self, data: &mut [u8], dtype: DType, op: Op, root: usize) -> Result<()> {
        self.put(root, TAG, (&*data).into());
        if self.rank == root {
            let all = (0..self.size()).map(|source| self.take(source, TAG)).collect::<Result<Vec<_>>>()?;
            combined(all.iter().map(|part| &**part), data, dtype, op);
        }
        Ok(())
    }

    fn reduce_scatter(&self, send: &[u8], recv: &mut [u8], counts: &[usize], dtype: DType, op: Op) -> Result<()> {
        let start = places(counts)[self.rank] * dtype.size();
        let end = start + recv.len();
        let all = self.shared_by_all(send)?;
        combined(all.iter().map(|part| &part[start..end]), recv, dtype, op);
        Ok(())
    }

    fn all_gather(&self, send: &[u8], recv: &mut [u8], counts: &[usize]) -> Result<()> {
        for (part, into) in self.shared_by_all(send)?.iter().zip(split_mut(recv, counts)) {
            into.copy_from_slice(part);
        }
        Ok(())
    }

    fn gather(&self, send: &[u8], recv: &mut [u8], counts: &[usize], root: usize) -> Result<()> {
        self.put(root, TAG, send.into());
        if self.rank == root {
            for (source, into) in split_mut(recv, counts).into_iter().enumerate() {
                copied(&self.take(source, TAG)?, into)?;
            }
        }
        Ok(())
    }

    fn scatter(&self, send: &[u8], recv: &mut [u8], counts: &[usize], root: usize) -> Result<()> {
        if self.rank == root {
            for (dest, (start, count)) in places(counts).into_iter().zip(counts).enumerate() {
                self.put(dest, TAG, send[start..start + count].into());
            }
        }
        copied(&self.take(root, TAG)?, recv).map(drop)
    }

    fn all_to_all(&self, send: &[u8], sent: &[usize], recv: &mut [u8], received: &[usize]) -> Result<()> {
        for (dest, (start, count)) in places(sent).into_iter().zip(sent).enumerate() {
            self.put(dest, TAG, send[start..start + count].into());
        }
        for (source, into) in split_mut(recv, received).into_iter().enumerate() {
            copied(&self.take(source, TAG)?, into)?;
        }
        Ok(())
    }

    fn send(&self, data: &[u8], dest: usize, tag: u16) -> Result<()> {
        self.put(dest, tag, data.into());
        Ok(())
    }

    fn recv(&self, data: &mut [u8], source: usize, tag: u16) -> Result<usize> {
        copied(&self.take(source, tag)?, data)
    }

    fn sendrecv(
        &self,
        send: &[u8],
        dest: Option<usize>,
        recv: &mut [u8],
        source: Option<usize>,
        tag: u16,
    ) -> Result<usize> {
        if let Some(dest) = dest {
            self.send(send, dest, tag)?;
        }
        source.map_or(Ok(0), |source| self.recv(recv, source, tag))
    }

    fn exchange(&self, send: Vec<(usize, &[u8])>, recv: Vec<(usize, &mut [u8])>) -> Result<()> {
        send.into_iter().for_each(|(dest, data)| self.put(dest, TAG, data.into()));
        recv.into_iter().try_for_each(|(source, data)| copied(&self.take(source, TAG)?, data).map(drop))
    }

    fn abort(&self, code: i32) {
        std::process::exit(code)
    }
}
