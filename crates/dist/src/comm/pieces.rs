//! Pieces of arrays between some processes, all of which know who sends what.

use super::host::{self, HostBytes};
use super::{Comm, device};
use crate::nccl::Call;
use crate::transport::places;
use xparray_core::prelude::*;
use xparray_core::{DType, DynArray, Result};

impl Comm {
    /// Sends pieces to other processes, and gives the pieces of these shapes that others send, one of each at most.
    pub(crate) fn exchange_pieces<B: Backend>(
        &self,
        xp: &B,
        dtype: DType,
        send: &[(usize, DynArray<B>)],
        recv: &[(usize, Vec<usize>)],
    ) -> Result<Vec<DynArray<B>>> {
        let lens: Vec<usize> = recv.iter().map(|(_, shape)| shape.iter().product()).collect();
        let flat = match self.direct(xp)? {
            Some(group) => {
                let operands: Vec<&DynArray<B>> = send.iter().map(|(_, piece)| piece).collect();
                let to = send.iter().enumerate().map(|(operand, (to, piece))| Call::Send {
                    operand,
                    start: 0,
                    bytes: piece.len() * dtype.size(),
                    to: *to,
                });
                let from = recv.iter().zip(places(&lens).into_iter().zip(&lens)).map(|((from, _), (start, len))| {
                    Call::Recv { start: start * dtype.size(), bytes: len * dtype.size(), from: *from }
                });
                let calls: Vec<Call> = to.chain(from).collect();
                device::queued(&group, xp, dtype, &[lens.iter().sum()], &operands, &calls)?
            }
            None => self.exchange_bytes(xp, dtype, send, recv, &lens)?,
        };
        let mut start = 0;
        let piece = |((_, shape), len): (&(usize, Vec<usize>), &usize)| {
            start += len;
            flat.slice(s![start - len..start])?.reshape(shape.clone())
        };
        recv.iter().zip(&lens).map(piece).collect()
    }

    /// The received pieces one after the other, by way of the host's memory.
    fn exchange_bytes<B: Backend>(
        &self,
        xp: &B,
        dtype: DType,
        send: &[(usize, DynArray<B>)],
        recv: &[(usize, Vec<usize>)],
        lens: &[usize],
    ) -> Result<DynArray<B>> {
        let bytes = send.iter().map(|(_, piece)| HostBytes::of(piece)).collect::<Result<Vec<_>>>()?;
        host::filled(xp, dtype, &[lens.iter().sum()], |mut data| {
            let mut into = Vec::new();
            for ((source, _), len) in recv.iter().zip(lens) {
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
