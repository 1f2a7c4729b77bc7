//! Pieces of arrays between some processes, all of which know who sends what.

use super::batch::by_rows;
use super::host::{self, HostBytes};
use super::{Comm, device};
use crate::nccl::Call;
use crate::transport::places;
use xparray_core::prelude::*;
use xparray_core::{DType, DynArray, Outside, Result};

impl Comm {
    /// Sends pieces, of an array of this process, to other processes, and gives the elements of those that others send, so many from
    /// each, one piece after the other.
    pub(crate) fn exchange_pieces<B: Backend>(
        &self,
        own: &DynArray<B>,
        send: &[(usize, DynArray<B>)],
        recv: &[(usize, usize)],
    ) -> Result<DynArray<B>> {
        if !own.xp().remembers() {
            return self.exchange_now(own.xp(), own.dtype(), send, recv);
        }
        // Who sends nothing takes part in the exchange of cotangents all the same: nothing of its array is an operand, too.
        let flat = send.iter().map(|(_, piece)| piece.ravel()).collect::<Result<Vec<_>>>()?;
        let flat = match &flat[..] {
            [] => own.ravel()?.slice(s![..0])?,
            flat => own.xp().concatenate(&flat.iter().collect::<Vec<_>>(), 0)?,
        };
        self.exchange_flat(&flat, &send.iter().map(|(to, piece)| (*to, piece.len())).collect::<Vec<_>>(), recv)
    }

    /// [`Comm::exchange_pieces`] that lie one after the other.
    fn exchange_flat<B: Backend>(
        &self,
        flat: &DynArray<B>,
        send: &[(usize, usize)],
        recv: &[(usize, usize)],
    ) -> Result<DynArray<B>> {
        let [apply, transpose] = [(send, recv), (recv, send)].map(|(send, recv)| {
            let (comm, send, recv) = (self.clone(), send.to_vec(), recv.to_vec());
            move |flat: &_| comm.exchange_flat(flat, &send, &recv)
        });
        let batch = {
            let (comm, send, recv) = (self.clone(), send.to_vec(), recv.to_vec());
            move |batch: &DynArray<B>| {
                // Element by element, with those of all arrays of the batch beside each other.
                let n = batch.shape()[0];
                let wide =
                    |pieces: &[(usize, usize)]| pieces.iter().map(|&(rank, len)| (rank, len * n)).collect::<Vec<_>>();
                let received = recv.iter().map(|(_, len)| len).sum::<usize>();
                by_rows(batch, |rows| {
                    comm.exchange_flat(&rows.ravel()?, &wide(&send), &wide(&recv))?.reshape([received, n])
                })
            }
        };
        if let Some(received) = Outside::new("exchange", flat, apply, transpose, batch).remembered()? {
            return Ok(received);
        }
        let mut start = 0;
        let piece = |&(to, len): &(usize, usize)| {
            start += len;
            Ok((to, flat.slice(s![start - len..start])?))
        };
        let pieces = send.iter().map(piece).collect::<Result<Vec<_>>>()?;
        self.exchange_now(flat.xp(), flat.dtype(), &pieces, recv)
    }

    fn exchange_now<B: Backend>(
        &self,
        xp: &B,
        dtype: DType,
        send: &[(usize, DynArray<B>)],
        recv: &[(usize, usize)],
    ) -> Result<DynArray<B>> {
        let Some(group) = self.direct(xp)? else { return self.exchange_bytes(xp, dtype, send, recv) };
        let lens: Vec<usize> = recv.iter().map(|(_, len)| *len).collect();
        let operands: Vec<&DynArray<B>> = send.iter().map(|(_, piece)| piece).collect();
        let to = send.iter().enumerate().map(|(operand, (to, piece))| Call::Send {
            operand,
            start: 0,
            bytes: piece.len() * dtype.size(),
            to: *to,
        });
        let from = recv.iter().zip(places(&lens)).map(|((from, len), start)| Call::Recv {
            start: start * dtype.size(),
            bytes: len * dtype.size(),
            from: *from,
        });
        let calls: Vec<Call> = to.chain(from).collect();
        device::queued(&group, xp, dtype, &[lens.iter().sum()], &operands, &calls)
    }

    /// The received pieces one after the other, by way of the host's memory.
    fn exchange_bytes<B: Backend>(
        &self,
        xp: &B,
        dtype: DType,
        send: &[(usize, DynArray<B>)],
        recv: &[(usize, usize)],
    ) -> Result<DynArray<B>> {
        let bytes = send.iter().map(|(_, piece)| HostBytes::of(piece)).collect::<Result<Vec<_>>>()?;
        host::filled(xp, dtype, &[recv.iter().map(|(_, len)| len).sum()], |mut data| {
            let mut into = Vec::new();
            for (source, len) in recv {
                let piece = data.split_off_mut(..len * dtype.size()).unwrap_or_default();
                into.push((*source, piece));
            }
            let from = send.iter().zip(&bytes).map(|((dest, _), bytes)| (*dest, &**bytes)).collect();
            self.transport.exchange(from, into)
        })
    }

    /// The array of `root`, whose element type and shape all know.
    pub(crate) fn broadcast_of<B: Backend>(
        &self,
        xp: &B,
        dtype: DType,
        shape: &[usize],
        x: Option<&DynArray<B>>,
        root: usize,
    ) -> Result<DynArray<B>> {
        if let Some(own) = x.map(|own| self.alone_with(own)).transpose()?.flatten() {
            return Ok(own);
        }
        let xp = x.map_or(xp, DynArray::xp);
        if let Some(group) = self.direct(xp)? {
            return self.shared_out(&group, xp, x, (dtype, shape), root);
        }
        let share = |data: &mut [u8]| self.transport.broadcast(data, root);
        match x {
            Some(x) => host::copied(x, share),
            None => host::filled(xp, dtype, shape, share),
        }
    }
}
