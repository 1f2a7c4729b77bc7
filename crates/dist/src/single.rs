//! One process alone.

use crate::op::Op;
use crate::transport::Transport;
use std::collections::VecDeque;
use std::sync::Mutex;
use xparray_core::{DType, Error, Result};

/// The group of one process. What it sends to itself it keeps.
#[derive(Default)]
pub(crate) struct Single {
    sent: Mutex<VecDeque<(u16, Vec<u8>)>>,
}

impl Single {
    fn kept(&self) -> std::sync::MutexGuard<'_, VecDeque<(u16, Vec<u8>)>> {
        self.sent.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Transport for Single {
    fn rank(&self) -> usize {
        0
    }

    fn size(&self) -> usize {
        1
    }

    fn describe(&self) -> String {
        "one process".into()
    }

    fn split(&self, color: Option<usize>, _key: usize) -> Result<Option<Box<dyn Transport>>> {
        Ok(color.map(|_| Box::<Self>::default() as _))
    }

    fn split_shared(&self) -> Result<Box<dyn Transport>> {
        Ok(Box::<Self>::default())
    }

    fn free(&self) -> Result<()> {
        Ok(())
    }

    fn barrier(&self) -> Result<()> {
        Ok(())
    }

    fn broadcast(&self, _data: &mut [u8], _root: usize) -> Result<()> {
        Ok(())
    }

    fn all_reduce(&self, _data: &mut [u8], _dtype: DType, _op: Op) -> Result<()> {
        Ok(())
    }

    fn reduce(&self, _data: &mut [u8], _dtype: DType, _op: Op, _root: usize) -> Result<()> {
        Ok(())
    }

    fn reduce_scatter(&self, send: &[u8], recv: &mut [u8], _counts: &[usize], _dtype: DType, _op: Op) -> Result<()> {
        recv.copy_from_slice(send);
        Ok(())
    }

    fn all_gather(&self, send: &[u8], recv: &mut [u8], _counts: &[usize]) -> Result<()> {
        recv.copy_from_slice(send);
        Ok(())
    }

    fn gather(&self, send: &[u8], recv: &mut [u8], _counts: &[usize], _root: usize) -> Result<()> {
        recv.copy_from_slice(send);
        Ok(())
    }

    fn scatter(&self, send: &[u8], recv: &mut [u8], _counts: &[usize], _root: usize) -> Result<()> {
        recv.copy_from_slice(send);
        Ok(())
    }

    fn all_to_all(&self, send: &[u8], _sent: &[usize], recv: &mut [u8], _received: &[usize]) -> Result<()> {
        recv.copy_from_slice(send);
        Ok(())
    }

    fn send(&self, data: &[u8], _dest: usize, tag: u16) -> Result<()> {
        self.kept().push_back((tag, data.to_vec()));
        Ok(())
    }

    fn recv(&self, data: &mut [u8], _source: usize, tag: u16) -> Result<usize> {
        let mut kept = self.kept();
        let found = kept.iter().position(|(of, _)| *of == tag).and_then(|place| kept.remove(place));
        let Some((_, message)) = found else {
            return Err(Error::value("recv", format!("nothing with tag {tag} was sent by the only process")));
        };
        let Some(start) = data.get_mut(..message.len()) else {
            let message = format!("a message of {} bytes for an array of {}", message.len(), data.len());
            return Err(Error::value("recv", message));
        };
        start.copy_from_slice(&message);
        Ok(message.len())
    }

    fn sendrecv(
        &self,
        send: &[u8],
        dest: Option<usize>,
        recv: &mut [u8],
        source: Option<usize>,
        tag: u16,
    ) -> Result<usize> {
        if dest.is_some() {
            self.send(send, 0, tag)?;
        }
        source.map_or(Ok(0), |source| self.recv(recv, source, tag))
    }

    fn exchange(&self, _send: Vec<(usize, &[u8])>, _recv: Vec<(usize, &mut [u8])>) -> Result<()> {
        Ok(())
    }

    fn abort(&self, code: i32) {
        std::process::exit(code)
    }
}
