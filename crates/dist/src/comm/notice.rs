//! What goes before messages in groups that have NCCL. It knows neither tags nor lengths, so the group's own transport says what
//! comes.

use super::Comm;
use super::device::queued;
use crate::nccl::Call;
use xparray_core::prelude::*;
use xparray_core::{DType, DynArray, Error, Result};

/// Bytes of a notice: a length, and a 1 if the message comes by NCCL.
const LEN: usize = 9;

/// What is said of a message.
#[derive(Clone, Copy)]
pub(super) struct Notice {
    pub bytes: usize,
    pub is_direct: bool,
}

impl Notice {
    fn to_bytes(self) -> [u8; LEN] {
        let mut bytes = [u8::from(self.is_direct); LEN];
        bytes[..LEN - 1].copy_from_slice(&(self.bytes as u64).to_ne_bytes());
        bytes
    }

    fn of(bytes: [u8; LEN]) -> Self {
        let [len @ .., is_direct] = bytes;
        Self { bytes: u64::from_ne_bytes(len) as usize, is_direct: is_direct == 1 }
    }

    /// A message in the memory of the host.
    pub fn host(bytes: usize) -> Self {
        Self { bytes, is_direct: false }
    }
}

impl Comm {
    /// Gives notice of a message, and receives that of another one, each unless the other process is none. In groups without
    /// NCCL nobody does.
    pub(super) fn notices(
        &self,
        own: Notice,
        dest: Option<usize>,
        source: Option<usize>,
        tag: u16,
    ) -> Result<Option<Notice>> {
        if !self.links.any_direct() {
            return Ok(None);
        }
        let mut theirs = [0; LEN];
        self.transport.sendrecv(&own.to_bytes(), dest, &mut theirs, source, tag)?;
        Ok(source.map(|_| Notice::of(theirs)))
    }

    /// Sends an array to `dest` and receives one of this shape, of which notice came, from a process, each unless it is none.
    pub(super) fn direct_messages<B: Backend>(
        &self,
        xp: &B,
        send: Option<(&DynArray<B>, usize)>,
        (dtype, shape): (DType, &[usize]),
        recv: Option<(Notice, usize)>,
    ) -> Result<DynArray<B>> {
        let Some(group) = self.known_direct(xp) else {
            let source = recv.map_or(0, |(_, source)| source);
            let message =
                format!("rank {source} sends from the memory of a device; {} cannot receive that", xp.device_name());
            return Err(Error::value("recv", message));
        };
        let mut calls = Vec::new();
        if let Some((x, to)) = send {
            calls.push(Call::Send { operand: 0, start: 0, bytes: x.len() * x.dtype().size(), to });
        }
        let operands: Vec<&DynArray<B>> = send.iter().map(|(x, _)| *x).collect();
        let Some((notice, from)) = recv else { return queued(&group, xp, DType::U8, &[0], &operands, &calls) };
        calls.push(Call::Recv { start: 0, bytes: notice.bytes, from });
        let expected = shape.iter().product::<usize>() * dtype.size();
        if notice.bytes == expected {
            return queued(&group, xp, dtype, shape, &operands, &calls);
        }
        // It is received all the same, so that the next message is not taken for it.
        queued(&group, xp, DType::U8, &[notice.bytes], &operands, &calls).map(drop)?;
        Err(super::message::other_length("recv", from, notice.bytes, expected))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_are_read_as_they_were_written() {
        for (bytes, is_direct) in [(0, false), (7, true), (usize::MAX, false)] {
            let read = Notice::of(Notice { bytes, is_direct }.to_bytes());
            assert_eq!((read.bytes, read.is_direct), (bytes, is_direct));
        }
    }
}
