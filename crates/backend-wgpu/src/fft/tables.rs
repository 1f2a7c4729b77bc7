//! Roots of unity and chirps, computed by the host in double precision and kept on the device.

use super::plan::convolved;
use crate::device::{Device, Wgpu};
use crate::fault::caught;
use rustc_hash::FxHashMap;
use std::f64::consts::{PI, TAU};
use std::sync::{Mutex, PoisonError};
use wgpu::util::{BufferInitDescriptor, DeviceExt};
use wgpu::{BufferUsages, ErrorFilter};
use xparray_ir::backend::{FftDirection, Memory, Transform, View};
use xparray_ir::{DType, Error, Layout, Result};

/// Bytes of the tables that are kept.
const MOST: u64 = 1 << 26;

/// What a table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Table {
    /// All roots of unity of an order.
    Roots(usize),
    /// The first roots of an order, as many as there are multiples of that many: their products are all.
    Turns(usize),
    /// What makes a transform of this length a convolution: each sample is turned by half the square of its index.
    Chirp(usize),
    /// The spectrum of what is convolved then.
    Spectrum(usize),
}

/// The bits of the index among the first roots of an order: half of them, rounded up.
pub(super) fn low_bits(order: usize) -> u32 {
    order.next_power_of_two().trailing_zeros().div_ceil(2)
}

/// The tables of a device, by the type of their elements.
#[derive(Default)]
pub(crate) struct Tables(Mutex<FxHashMap<(DType, Table), wgpu::Buffer>>);

impl Tables {
    pub(super) fn find(&self, xp: &Wgpu, dtype: DType, table: Table) -> Result<wgpu::Buffer> {
        // What panicked while it held the lock has changed nothing.
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(buffer) = known().get(&(dtype, table)) {
            return Ok(buffer.clone());
        }
        let buffer = uploaded(&xp.device, dtype, &table.values(xp)?)?;
        let mut known = known();
        // Work that was queued keeps what it reads.
        if known.values().map(wgpu::Buffer::size).sum::<u64>() + buffer.size() > MOST {
            known.clear();
        }
        known.insert((dtype, table), buffer.clone());
        Ok(buffer)
    }

    pub fn forget(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

fn root(order: usize, at: usize) -> [f64; 2] {
    let (sine, cosine) = (-TAU * at as f64 / order as f64).sin_cos();
    [cosine, sine]
}

/// Turned by half the square of `at` turns of `n`: the square is reduced first, exactly.
fn chirp(n: usize, at: usize) -> [f64; 2] {
    let square = (at as u128 * at as u128 % (2 * n as u128)) as f64;
    let (sine, cosine) = (-PI * square / n as f64).sin_cos();
    [cosine, sine]
}

impl Table {
    fn values(self, xp: &Wgpu) -> Result<Vec<[f64; 2]>> {
        Ok(match self {
            Self::Roots(order) => (0..order).map(|at| root(order, at)).collect(),
            Self::Turns(order) => {
                let low = 1 << low_bits(order);
                let steps = (0..order.div_ceil(low)).map(|step| root(order, step * low));
                (0..low).map(|at| root(order, at)).chain(steps).collect()
            }
            Self::Chirp(n) => (0..n).map(|at| chirp(n, at)).collect(),
            Self::Spectrum(n) => spectrum(xp, n)?,
        })
    }
}

/// The spectrum of the conjugate chirp, around zero, in as many terms as the convolution has, divided by these.
fn spectrum(xp: &Wgpu, n: usize) -> Result<Vec<[f64; 2]>> {
    let m = convolved(2 * n - 1);
    let mut samples = vec![[0.0; 2]; m];
    for at in 0..n {
        let [cosine, sine] = chirp(n, at);
        samples[at] = [cosine, -sine];
        samples[(m - at) % m] = samples[at];
    }
    let host = &xp.device.host;
    let mut block = host.alloc(16 * m)?;
    host.upload(&bytes(DType::Complex128, &samples), &mut block)?;
    let layout = Layout::row_major(&[m]);
    let view = View::new(&block, DType::Complex128, &layout)?;
    let block = host.c2c(view, &[0], FftDirection::Forward, 1.0 / m as f64)?;
    let mut bytes = vec![0; 16 * m];
    host.download(&block, 0, &mut bytes)?;
    let (parts, _) = bytes.as_chunks();
    let parts: Vec<f64> = parts.iter().map(|bytes| f64::from_ne_bytes(*bytes)).collect();
    Ok(parts.as_chunks().0.to_vec())
}

fn bytes(dtype: DType, values: &[[f64; 2]]) -> Vec<u8> {
    let parts = values.iter().flatten();
    match dtype {
        DType::Complex128 => parts.flat_map(|part| part.to_ne_bytes()).collect(),
        _ => parts.flat_map(|&part| (part as f32).to_ne_bytes()).collect(),
    }
}

fn uploaded(device: &Device, dtype: DType, values: &[[f64; 2]]) -> Result<wgpu::Buffer> {
    let contents = bytes(dtype, values);
    let descriptor = BufferInitDescriptor { label: Some("table"), contents: &contents, usage: BufferUsages::STORAGE };
    let (buffer, full) = caught(&device.gpu, ErrorFilter::OutOfMemory, || device.gpu.create_buffer_init(&descriptor));
    match full {
        None => Ok(buffer),
        Some(_) => {
            let used = device.pool.stats().used_bytes;
            Err(Error::OutOfMemory { asked: contents.len(), used, limit: None, device: "wgpu".to_owned() })
        }
    }
}
