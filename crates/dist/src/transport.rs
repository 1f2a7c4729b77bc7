//! What carries elements between processes.

use crate::op::Op;
use xparray_core::{DType, Result};

/// The largest tag of a message: the standard promises 32767, and two are ours.
pub(crate) const MAX_TAG: u16 = 32765;

/// The tag of what is said of messages before they come.
pub(crate) const NOTICE_TAG: u16 = MAX_TAG + 2;

/// A group of processes and what carries bytes between them. Every method is called by all of them, in the same order, but
/// `send`, `recv`, `sendrecv` and `exchange`. Counts are as many as there are processes, in their order.
pub(crate) trait Transport: Send + Sync {
    /// The place of this process in the group.
    fn rank(&self) -> usize;

    /// How many processes the group has.
    fn size(&self) -> usize;

    /// What it is, for people.
    fn describe(&self) -> String;

    /// Whether its members are threads of one process.
    fn is_one_process(&self) -> bool {
        false
    }

    /// The group of those that gave the same color, in the order of their keys; none for those without a color.
    fn split(&self, color: Option<usize>, key: usize) -> Result<Option<Box<dyn Transport>>>;

    /// The group of those that share this process's memory.
    fn split_shared(&self) -> Result<Box<dyn Transport>>;

    /// Gives back what the group took.
    fn free(&self) -> Result<()>;

    /// Waits for all.
    fn barrier(&self) -> Result<()>;

    /// The bytes of the process `root`, to all.
    fn broadcast(&self, data: &mut [u8], root: usize) -> Result<()>;

    /// Combines everybody's elements, in place and everywhere.
    fn all_reduce(&self, data: &mut [u8], dtype: DType, op: Op) -> Result<()>;

    /// Combines everybody's elements, in place in the process `root`; elsewhere the bytes mean nothing afterwards.
    fn reduce(&self, data: &mut [u8], dtype: DType, op: Op, root: usize) -> Result<()>;

    /// Combines everybody's elements, of which each process receives as many as `counts` says.
    fn reduce_scatter(&self, send: &[u8], recv: &mut [u8], counts: &[usize], dtype: DType, op: Op) -> Result<()>;

    /// Everybody's bytes, everywhere.
    fn all_gather(&self, send: &[u8], recv: &mut [u8], counts: &[usize]) -> Result<()>;

    /// Everybody's bytes, in the process `root`; the others receive nothing.
    fn gather(&self, send: &[u8], recv: &mut [u8], counts: &[usize], root: usize) -> Result<()>;

    /// The bytes of the process `root` in parts, one to each; the others send nothing.
    fn scatter(&self, send: &[u8], recv: &mut [u8], counts: &[usize], root: usize) -> Result<()>;

    /// A part of everybody's bytes to everybody.
    fn all_to_all(&self, send: &[u8], sent: &[usize], recv: &mut [u8], received: &[usize]) -> Result<()>;

    /// Bytes to another process.
    fn send(&self, data: &[u8], dest: usize, tag: u16) -> Result<()>;

    /// Bytes from another process; how many came.
    fn recv(&self, data: &mut [u8], source: usize, tag: u16) -> Result<usize>;

    /// Both at once, each unless the other process is none; how many bytes came.
    fn sendrecv(
        &self,
        send: &[u8],
        dest: Option<usize>,
        recv: &mut [u8],
        source: Option<usize>,
        tag: u16,
    ) -> Result<usize>;

    /// Bytes to some processes, and from some, each of which knows of it; not to this one itself.
    fn exchange(&self, send: Vec<(usize, &[u8])>, recv: Vec<(usize, &mut [u8])>) -> Result<()>;

    /// Ends all processes of the program.
    fn abort(&self, code: i32);
}

/// Where the parts of `counts` begin.
pub(crate) fn places(counts: &[usize]) -> Vec<usize> {
    let mut next = 0;
    let place = |&count: &usize| {
        next += count;
        next - count
    };
    counts.iter().map(place).collect()
}

/// A slice in parts of so many bytes each.
pub(crate) fn split_mut<'a>(mut data: &'a mut [u8], counts: &[usize]) -> Vec<&'a mut [u8]> {
    let cut = |&count: &usize| data.split_off_mut(..count).unwrap_or_default();
    counts.iter().map(cut).collect()
}
