//! Messages between two processes.

use super::Comm;
use super::host::{self, HostBytes};
use super::notice::{Came, Notice, array_of};
use crate::transport::MAX_TAG;
use xparray_core::backend::Backend;
use xparray_core::{AnyArray, Array, DType, DynArray, Element, Error, IntoShape, Outside, Result};

impl Comm {
    /// Sends an array to another process, which receives it by [`recv`](Comm::recv) with the same tag, 32765 at most. May wait
    /// until it does.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// if world.size() > 1 {
    ///     match world.rank() {
    ///         0 => world.send(&xp.array([1.0, 2.0])?, 1, 7)?,
    ///         1 => assert_eq!(world.recv::<f64, _>(&xp, 2, 0, 7)?.to_vec()?, [1.0, 2.0]),
    ///         _ => {}
    ///     }
    /// }
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] for a rank that there is not; [`Error::Value`] for a tag above 32765; those of the array's deferred
    /// work; [`Error::Library`].
    pub fn send<B: Backend, A: AnyArray<B>>(&self, x: &A, dest: usize, tag: u16) -> Result<()> {
        self.check_rank("send", dest)?;
        check_tag("send", tag)?;
        let x = x.as_dyn();
        let notice = self.notice(x, dest, tag);
        self.notices(x.xp(), Some((notice, dest)), None, tag)?;
        match notice.is_direct {
            true => self.direct_messages(x.xp(), Some((x, dest)), None).map(drop),
            false => self.transport.send(&HostBytes::of(x)?, dest, tag),
        }
    }

    /// The array of this shape and element type that another process sends with this tag, on the device of `xp`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let alone = xparray::dist::Comm::alone();
    /// alone.send(&xp.array([1, 2])?, 0, 7)?;
    /// assert_eq!(alone.recv::<i32, _>(&xp, 2, 0, 7)?.to_vec()?, [1, 2]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for a message of another length; those of [`Comm::send`].
    pub fn recv<T: Element, B: Backend>(
        &self,
        xp: &B,
        shape: impl IntoShape,
        source: usize,
        tag: u16,
    ) -> Result<Array<T, B>> {
        self.recv_of(xp, T::DTYPE, shape, source, tag)?.typed()
    }

    /// [`Comm::recv`] with the element type as a value.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let alone = xparray::dist::Comm::alone();
    /// alone.send(&xp.array([1, 2])?, 0, 7)?;
    /// assert_eq!(alone.recv_of(&xp, DType::I32, 2, 0, 7)?.to_string(), "[1 2]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Comm::recv`].
    pub fn recv_of<B: Backend>(
        &self,
        xp: &B,
        dtype: DType,
        shape: impl IntoShape,
        source: usize,
        tag: u16,
    ) -> Result<DynArray<B>> {
        self.check_rank("recv", source)?;
        check_tag("recv", tag)?;
        let shape = shape.into_shape();
        let bytes = match self.notices(xp, None, Some(source), tag)? {
            Came::Kept(bytes) => bytes,
            Came::Direct(notice) => self.direct_messages(xp, None, Some((notice, source)))?,
            Came::Host => {
                return host::filled(xp, dtype, &shape, |data| {
                    let received = self.transport.recv(data, source, tag)?;
                    check_length("recv", source, received, data.len())
                });
            }
        };
        array_of("recv", &bytes, dtype, &shape, source)
    }

    /// Sends an array to one process while receiving one of the same shape and element type from another: the step of a halo
    /// exchange. Either may be `None`, as beyond an edge; without a source there is no result.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let (rank, size) = (world.rank(), world.size());
    /// let left = world.sendrecv(&xp.array([rank as i32])?, (rank + 1) % size, (rank + size - 1) % size, 0)?;
    /// assert_eq!(left.unwrap().item()?, ((rank + size - 1) % size) as i32);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Comm::send`] and [`Comm::recv`]. If what arrives is longer than the array, all processes end, as the one that
    /// waits for this one's could wait for ever.
    pub fn sendrecv<B: Backend, A: AnyArray<B>>(
        &self,
        x: &A,
        dest: impl Into<Option<usize>>,
        source: impl Into<Option<usize>>,
        tag: u16,
    ) -> Result<Option<A>> {
        let (x, dest, source) = (x.as_dyn(), dest.into(), source.into());
        check_tag("sendrecv", tag)?;
        for rank in [dest, source].into_iter().flatten() {
            self.check_rank("sendrecv", rank)?;
        }
        // Without a result nothing of this process would wait for the cotangent that comes back from `dest`: the program is refused when
        // its array is read.
        if let Some(from) = source.filter(|_| x.xp().remembers()) {
            let one_way = |dest: Option<usize>, source: Option<usize>| {
                let comm = self.clone();
                move |x: &DynArray<B>| match comm.sendrecv(x, dest, source, tag)? {
                    Some(received) => Ok(received),
                    None => x.zeros_like(),
                }
            };
            let (there, back) = (|| one_way(dest, Some(from)), one_way(Some(from), dest));
            if let Some(received) = Outside::new("sendrecv", x, there(), back, there()).remembered()? {
                return A::of(received).map(Some);
            }
        }
        let own = dest.map(|dest| (self.notice(x, dest, tag), dest));
        let came = self.notices(x.xp(), own, source, tag)?;
        let sent = own.filter(|(notice, _)| notice.is_direct).map(|(_, dest)| (x, dest));
        let announced = match came {
            Came::Direct(notice) => source.map(|source| (notice, source)),
            Came::Host | Came::Kept(_) => None,
        };
        let moved = match sent.is_some() || announced.is_some() {
            true => Some(self.direct_messages(x.xp(), sent, announced)?),
            false => None,
        };
        // What does not go directly goes by the host.
        let (dest, by_host) = (dest.filter(|_| sent.is_none()), source.filter(|_| matches!(came, Came::Host)));
        let filled = match dest.is_some() || by_host.is_some() {
            true => Some(host::filled(x.xp(), x.dtype(), if by_host.is_some() { x.shape() } else { &[0] }, |recv| {
                let received = self.transport.sendrecv(&HostBytes::of(x)?, dest, recv, by_host, tag)?;
                by_host.map_or(Ok(()), |source| check_length("sendrecv", source, received, recv.len()))
            })?),
            false => None,
        };
        let Some(source) = source else { return Ok(None) };
        let bytes = match came {
            Came::Host => return filled.map(A::of).transpose(),
            Came::Kept(bytes) => Some(bytes),
            Came::Direct(_) => moved,
        };
        bytes.map(|bytes| A::of(array_of("sendrecv", &bytes, x.dtype(), x.shape(), source)?)).transpose()
    }

    /// What is to be said of an array that goes to another process.
    fn notice<B: Backend>(&self, x: &DynArray<B>, dest: usize, tag: u16) -> Notice {
        let is_direct = dest != self.rank() && self.known_direct(x.xp()).is_some();
        Notice { bytes: x.len() * x.dtype().size(), tag, is_direct }
    }
}

fn check_tag(op: &'static str, tag: u16) -> Result<()> {
    match tag <= MAX_TAG {
        true => Ok(()),
        false => Err(Error::value(op, format!("tag {tag} is above {MAX_TAG}"))),
    }
}

fn check_length(op: &'static str, source: usize, received: usize, expected: usize) -> Result<()> {
    if received == expected { Ok(()) } else { Err(other_length(op, source, received, expected)) }
}

pub(super) fn other_length(op: &'static str, source: usize, received: usize, expected: usize) -> Error {
    Error::value(op, format!("rank {source} sent {received} bytes, not the {expected} of the array"))
}
