//! Messages in groups that have NCCL. It matches what two ranks send each other in order and knows neither tags nor lengths, so
//! the group's own transport says what comes, and what was not asked for yet is kept.

use super::Comm;
use super::device::queued;
use super::links::locked;
use super::message::other_length;
use crate::nccl::Call;
use crate::transport::NOTICE_TAG;
use std::any::Any;
use std::sync::Mutex;
use xparray_core::prelude::*;
use xparray_core::{DType, DynArray, Error, Result};

/// Bytes of a notice: a length, a tag, and a 1 if the message comes by NCCL.
const LEN: usize = 11;

/// What is said of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Notice {
    pub bytes: usize,
    pub tag: u16,
    pub is_direct: bool,
}

/// Messages that were not asked for when they came: the sender, what was said, and the bytes on a device if they came by NCCL.
#[derive(Default)]
pub(super) struct Early(Mutex<Vec<(usize, Notice, Option<Kept>)>>);

type Kept = Box<dyn Any + Send + Sync>;

/// A message that was asked for.
pub(super) enum Came<B: Backend> {
    /// By the host, in groups without NCCL too.
    Host,
    /// It is to be received next.
    Direct(Notice),
    /// Its bytes were received.
    Kept(DynArray<B>),
}

impl Notice {
    fn to_bytes(self) -> [u8; LEN] {
        let mut bytes = [u8::from(self.is_direct); LEN];
        bytes[..8].copy_from_slice(&(self.bytes as u64).to_ne_bytes());
        bytes[8..10].copy_from_slice(&self.tag.to_ne_bytes());
        bytes
    }

    fn of([a, b, c, d, e, f, g, h, i, j, is_direct]: [u8; LEN]) -> Self {
        Self {
            bytes: u64::from_ne_bytes([a, b, c, d, e, f, g, h]) as usize,
            tag: u16::from_ne_bytes([i, j]),
            is_direct: is_direct == 1,
        }
    }
}

impl Early {
    /// The first message of a process and a tag.
    fn take(&self, source: usize, tag: u16) -> Option<Option<Kept>> {
        let mut kept = locked(&self.0);
        let place = kept.iter().position(|(of, notice, _)| (*of, notice.tag) == (source, tag))?;
        Some(kept.remove(place).2)
    }
}

impl Comm {
    /// Gives notice of a message to `dest`, and waits for that of the one from `source` with a tag, each unless it is none. In
    /// groups without NCCL nobody gives notice.
    pub(super) fn notices<B: Backend>(
        &self,
        xp: &B,
        own: Option<(Notice, usize)>,
        source: Option<usize>,
        tag: u16,
    ) -> Result<Came<B>> {
        if !self.links.any_direct() {
            return Ok(Came::Host);
        }
        let early = source.and_then(|source| self.links.early().take(source, tag));
        let awaited = source.filter(|_| early.is_none());
        let (bytes, dest) = own.map_or(([0; LEN], None), |(notice, dest)| (notice.to_bytes(), Some(dest)));
        let mut theirs = [0; LEN];
        self.transport.sendrecv(&bytes, dest, &mut theirs, awaited, NOTICE_TAG)?;
        if let Some(kept) = early {
            return match kept.map(|kept| kept.downcast::<DynArray<B>>()) {
                None => Ok(Came::Host),
                Some(Ok(bytes)) => Ok(Came::Kept(*bytes)),
                Some(Err(_)) => Err(Error::value("recv", "the message came for another kind of device")),
            };
        }
        let Some(source) = awaited else { return Ok(Came::Host) };
        loop {
            let notice = Notice::of(theirs);
            match (notice.tag == tag, notice.is_direct) {
                (true, true) => return Ok(Came::Direct(notice)),
                (true, false) => return Ok(Came::Host),
                (false, is_direct) => {
                    let bytes = match is_direct {
                        true => Some(self.direct_messages(xp, None, Some((notice, source)))?),
                        false => None,
                    };
                    let kept = bytes.map(|bytes| Box::new(bytes) as Kept);
                    locked(&self.links.early().0).push((source, notice, kept));
                }
            }
            self.transport.recv(&mut theirs, source, NOTICE_TAG)?;
        }
    }

    /// Sends an array and receives the bytes of one of which notice came, each unless there is none.
    pub(super) fn direct_messages<B: Backend>(
        &self,
        xp: &B,
        send: Option<(&DynArray<B>, usize)>,
        recv: Option<(Notice, usize)>,
    ) -> Result<DynArray<B>> {
        let Some(group) = self.known_direct(xp) else {
            let message = format!("what comes is in the memory of another kind of device than {}", xp.device_name());
            return Err(Error::value("recv", message));
        };
        let operands: Vec<&DynArray<B>> = send.iter().map(|(x, _)| *x).collect();
        let sent = send.map(|(x, to)| Call::Send { operand: 0, start: 0, bytes: x.len() * x.dtype().size(), to });
        let received = recv.map(|(notice, from)| Call::Recv { start: 0, bytes: notice.bytes, from });
        let len = recv.map_or(0, |(notice, _)| notice.bytes);
        let calls: Vec<Call> = sent.into_iter().chain(received).collect();
        queued(&group, xp, DType::U8, &[len], &operands, &calls)
    }
}

/// Bytes as the array that was asked for.
pub(super) fn array_of<B: Backend>(
    op: &'static str,
    bytes: &DynArray<B>,
    dtype: DType,
    shape: &[usize],
    source: usize,
) -> Result<DynArray<B>> {
    let expected = shape.iter().product::<usize>() * dtype.size();
    match bytes.len() == expected {
        true => bytes.view(dtype)?.reshape(shape),
        false => Err(other_length(op, source, bytes.len(), expected)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_are_read_as_they_were_written() {
        for (bytes, tag, is_direct) in [(0, 0, false), (7, 300, true), (usize::MAX, 32765, false)] {
            let notice = Notice { bytes, tag, is_direct };
            assert_eq!(Notice::of(notice.to_bytes()), notice);
        }
    }
}
