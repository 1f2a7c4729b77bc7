//! Pieces of arrays between some processes, all of which know who sends what.

use super::Comm;
use super::host::{self, HostBytes};
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
        let bytes = send.iter().map(|(_, piece)| HostBytes::of(piece)).collect::<Result<Vec<_>>>()?;
        let flat = host::filled(xp, dtype, &[lens.iter().sum()], |mut data| {
            let mut into = Vec::new();
            for ((source, _), len) in recv.iter().zip(&lens) {
                let piece = data.split_off_mut(..len * dtype.size()).unwrap_or_default();
                into.push((*source, piece));
            }
            let from = send.iter().zip(&bytes).map(|((dest, _), bytes)| (*dest, &**bytes)).collect();
            self.transport.exchange(from, into)
        })?;
        let mut start = 0;
        let piece = |((_, shape), len): (&(usize, Vec<usize>), &usize)| {
            start += len;
            flat.slice(s![start - len..start])?.reshape(shape.clone())
        };
        recv.iter().zip(&lens).map(piece).collect()
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
        let share = |data: &mut [u8]| self.transport.broadcast(data, root);
        match x {
            Some(x) => host::copied(x, share),
            None => host::filled(xp, dtype, shape, share),
        }
    }
}
